//! Votes with no reason between speeches, of several members in one answer. Whoever has none in it is asked alone, as
//! all of them are where there is no answer: `debate::polling` says who.

#[cfg(test)]
mod tests;

use super::Handler;
use crate::debate::{
    answer::{Answer, StrawVote, Vote},
    event::Event,
    ids::{Seat, TurnId},
    state::DebateState,
};

/// The ask: who votes, and after which turn.
pub(super) struct Polls<'a>(pub(super) &'a [Seat], pub(super) TurnId);

impl Handler for Polls<'_> {
    fn answered(&self, _state: &DebateState, answer: Answer) -> Option<Vec<Event>> {
        let Answer::Straws(votes) = answer else {
            return None;
        };
        let cast = self.0.iter().filter_map(|member| {
            let straw = votes.get(member)?;
            Some(Event::StrawVoteCast {
                member: member.clone(),
                after: self.1,
                vote: Some(straw.vote),
            })
        });
        Some(cast.collect())
    }

    fn given_up(&self, _state: &DebateState, _reason: &str, _raw: &str) -> Vec<Event> {
        // No vote is lost by it.
        vec![]
    }

    fn rehearsed(&self, _state: &DebateState) -> Answer {
        undecided(self.0)
    }
}

/// The votes of members none of whom takes a side.
pub(super) fn undecided(members: &[Seat]) -> Answer {
    let vote = Vote::Undecided;
    let votes = members
        .iter()
        .map(|seat| (seat.clone(), StrawVote { vote }));
    Answer::Straws(votes.collect())
}
