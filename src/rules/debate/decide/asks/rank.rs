//! A judge's ranking side by side of what is given marks. It is asked for in the slot of the marks, as the plan has it.

use super::{Handler, judges::items};
use crate::debate::{answer::Answer, event::Event, ids::Seat, state::DebateState};

/// The ask: which judge.
pub(super) struct Rank<'a>(pub(super) &'a Seat);

impl Handler for Rank<'_> {
    fn answered(&self, _state: &DebateState, answer: Answer) -> Option<Vec<Event>> {
        let Answer::Ranking(ranking) = answer else {
            return None;
        };
        Some(vec![Event::RankingGiven {
            judge: self.0.clone(),
            ranking,
        }])
    }

    fn given_up(&self, _state: &DebateState, reason: &str, _raw: &str) -> Vec<Event> {
        vec![Event::RankingFailed {
            judge: self.0.clone(),
            reason: reason.to_owned(),
        }]
    }

    fn rehearsed(&self, state: &DebateState) -> Answer {
        let items = state
            .opening
            .as_deref()
            .map(|opening| items(state, opening, state.ranked_kind()));
        let ids = items.into_iter().flatten().map(|(id, ..)| id);
        Answer::Ranking(ids.collect())
    }
}
