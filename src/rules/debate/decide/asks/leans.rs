//! The way in which members of the house lean before a word is said, of several in one answer. Whoever is left out of it
//! has no lean, and is not asked again: nothing hangs on one of them.

use super::{Handler, polls::undecided};
use crate::debate::{
    answer::{Answer, Vote},
    event::Event,
    ids::Seat,
    state::DebateState,
};

/// The ask: which members.
pub(super) struct Leans<'a>(pub(super) &'a [Seat]);

impl Leans<'_> {
    fn taken(&self, vote: impl Fn(&Seat) -> Option<Vote>) -> Vec<Event> {
        let members = self.0.iter();
        let taken = members.map(|seat| Event::LeanTaken {
            seat: seat.clone(),
            vote: vote(seat),
        });
        taken.collect()
    }
}

impl Handler for Leans<'_> {
    fn answered(&self, _state: &DebateState, answer: Answer) -> Option<Vec<Event>> {
        let Answer::Straws(votes) = answer else {
            return None;
        };
        Some(self.taken(|seat| votes.get(seat).map(|straw| straw.vote)))
    }

    fn given_up(&self, _state: &DebateState, _reason: &str, _raw: &str) -> Vec<Event> {
        self.taken(|_| None)
    }

    fn rehearsed(&self, _state: &DebateState) -> Answer {
        undecided(self.0)
    }
}
