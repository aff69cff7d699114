//! A ballot with a reason. It is asked for in a slot of the house's own, as the plan has it.

use super::{Handler, sentence};
use crate::debate::{
    answer::{self, Answer, Vote},
    ask::When,
    event::Event,
    ids::Seat,
    state::DebateState,
};

/// The ask: who votes, and when.
pub(super) struct Ballot<'a>(pub(super) &'a Seat, pub(super) When);

impl Handler for Ballot<'_> {
    fn answered(&self, _state: &DebateState, answer: Answer) -> Option<Vec<Event>> {
        let Answer::Ballot(ballot) = answer else {
            return None;
        };
        Some(vec![Event::BallotCast {
            member: self.0.clone(),
            when: self.1,
            vote: ballot.vote,
            reason: ballot.reason,
        }])
    }

    fn given_up(&self, _state: &DebateState, reason: &str, _raw: &str) -> Vec<Event> {
        vec![Event::BallotSpoiled {
            member: self.0.clone(),
            when: self.1,
            reason: reason.to_owned(),
        }]
    }

    fn rehearsed(&self, _state: &DebateState) -> Answer {
        Answer::Ballot(answer::Ballot {
            reason: sentence("So it seems"),
            vote: match self.1 {
                When::Before => Vote::Undecided,
                When::After => Vote::Aye,
            },
        })
    }
}
