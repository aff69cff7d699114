//! The question whether the speaker takes a point; `decide::points` holds the answer to how many points may be taken.

use super::{Handler, points, sentence, spoken};
use crate::{
    catalog::Steps,
    debate::{
        answer::{Answer, PoiDecision},
        event::Event,
        ids::PoiId,
        state::{DebateState, PoiStatus},
    },
};

/// The ask: which point.
pub(super) struct PoiAccept(pub(super) PoiId);

impl Handler for PoiAccept {
    fn answered(&self, state: &DebateState, answer: Answer) -> Option<Vec<Event>> {
        let Answer::Decision(decision) = answer else {
            return None;
        };
        Some(points::decided(state, self.0, decision))
    }

    fn given_up(&self, state: &DebateState, reason: &str, _raw: &str) -> Vec<Event> {
        let point = state.point(self.0);
        // The speech may have ended meanwhile, and the point with it.
        let waits = point.filter(|point| point.status == PoiStatus::Offered);
        let Some(point) = waits else {
            return Vec::new();
        };
        let declined = Event::PoiDeclined {
            poi: point.id,
            gesture: "speaks on without looking up".to_owned(),
            reason: reason.to_owned(),
        };
        // Whoever rose in the gallery would take it for the speaker's own decision.
        let told = point.from.is_gallery().then(|| Event::Notice {
            text: format!(
                "{}'s model gave no decision on your point: {reason}",
                state.name(&point.to)
            ),
        });
        [declined].into_iter().chain(told).collect()
    }

    /// Every other point is taken.
    fn rehearsed(&self, state: &DebateState) -> Answer {
        let turn = state.point(self.0).and_then(|point| state.turn(point.turn));
        let is_together = turn.is_some_and(|turn| state.steps_of(turn) == Steps::Together);
        Answer::Decision(PoiDecision {
            reason: sentence("Why not"),
            accept: self.0.index().is_multiple_of(2),
            gesture: String::new(),
            answer: is_together.then(spoken),
        })
    }
}
