//! The answer to a point that was taken.

use super::{Handler, said};
use crate::debate::{answer::Answer, event::Event, ids::PoiId, state::DebateState};

/// The ask: which point.
pub(super) struct PoiAnswer(pub(super) PoiId);

impl Handler for PoiAnswer {
    fn answered(&self, _state: &DebateState, answer: Answer) -> Option<Vec<Event>> {
        let Answer::Text(text) = answer else {
            return None;
        };
        Some(vec![Event::PoiAnswered { poi: self.0, text }])
    }

    fn given_up(&self, _state: &DebateState, _reason: &str, _raw: &str) -> Vec<Event> {
        vec![Event::PoiAnswered {
            poi: self.0,
            text: String::new(),
        }]
    }

    fn rehearsed(&self, _state: &DebateState) -> Answer {
        said()
    }
}
