//! The way in which a judge leans on the motion alone. It is asked for before a word is said, as the plan has it.

use super::Handler;
use crate::debate::{
    answer::{Answer, StrawVote, Vote},
    event::Event,
    ids::Seat,
    state::DebateState,
};

/// The ask: which judge.
pub(super) struct Lean<'a>(pub(super) &'a Seat);

impl Lean<'_> {
    fn taken(&self, vote: Option<Vote>) -> Vec<Event> {
        vec![Event::LeanTaken {
            seat: self.0.clone(),
            vote,
        }]
    }
}

impl Handler for Lean<'_> {
    fn answered(&self, _state: &DebateState, answer: Answer) -> Option<Vec<Event>> {
        let Answer::Straw(straw) = answer else {
            return None;
        };
        Some(self.taken(Some(straw.vote)))
    }

    fn given_up(&self, _state: &DebateState, _reason: &str, _raw: &str) -> Vec<Event> {
        self.taken(None)
    }

    fn rehearsed(&self, _state: &DebateState) -> Answer {
        Answer::Straw(StrawVote {
            vote: Vote::Undecided,
        })
    }
}
