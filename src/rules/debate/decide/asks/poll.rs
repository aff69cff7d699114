//! A vote with no reason, between speeches. Asked beside the debate.

use super::{Decision, Handler, is_busy};
use crate::debate::{
    answer::{Answer, StrawVote, Vote},
    ask::Ask,
    event::Event,
    ids::{Seat, TurnId},
    polling::polled_with,
    state::DebateState,
};

/// A poll in which everybody was heard is taken; else the next member is asked, with others where that can be.
pub(in crate::debate::decide) fn due(state: &DebateState) -> Decision {
    let (full, vote) = (state.agenda.full.first(), state.agenda.votes.first());
    let taken = full.filter(|full| vote.is_none_or(|(poll, _)| *full <= poll));
    if let Some(poll) = taken.and_then(|poll| state.polls.get(*poll)) {
        return Decision::event(Event::PollTaken { after: poll.after });
    }
    if is_busy(state) {
        return Decision::none();
    }
    vote.and_then(|(poll, member)| {
        let after = state.polls.get(*poll)?.after;
        let listener = state.opening.as_deref()?.audience.get(*member)?;
        let members = polled_with(state, (*poll, *member));
        if members.len() > 1 {
            return Some(Decision::ask(state, Ask::Polls { members, after }, None));
        }
        let (member, seat) = (listener.seat.clone(), listener.seat.clone());
        Some(Decision::ask(
            state,
            Ask::Poll { member, after },
            Some(seat),
        ))
    })
    .unwrap_or_default()
}

/// The ask: who votes, and after which turn.
pub(super) struct Poll<'a>(pub(super) &'a Seat, pub(super) TurnId);

impl Poll<'_> {
    fn cast(&self, vote: Option<Vote>) -> Vec<Event> {
        vec![Event::StrawVoteCast {
            member: self.0.clone(),
            after: self.1,
            vote,
        }]
    }
}

impl Handler for Poll<'_> {
    fn answered(&self, _state: &DebateState, answer: Answer) -> Option<Vec<Event>> {
        let Answer::Straw(straw) = answer else {
            return None;
        };
        Some(self.cast(Some(straw.vote)))
    }

    fn given_up(&self, _state: &DebateState, _reason: &str, _raw: &str) -> Vec<Event> {
        self.cast(None)
    }

    fn rehearsed(&self, _state: &DebateState) -> Answer {
        Answer::Straw(StrawVote {
            vote: Vote::Undecided,
        })
    }
}
