//! A vote with no reason, between speeches.

use super::{Asking, Reply, Sees, Wording, view::member};
use crate::debate::{
    DebateState,
    answer::StrawVote,
    decide::Answer,
    ids::{Seat, TurnId},
};

/// The ask: whose vote, after which turn.
pub(super) struct Poll<'a>(pub(super) &'a Seat, pub(super) TurnId);

impl Asking for Poll<'_> {
    fn wording<'a>(&self, state: &'a DebateState) -> Option<Wording<'a>> {
        Some(Wording::One(("poll.md", member(state, self.0))))
    }

    fn max_tokens(&self, _state: &DebateState) -> u32 {
        30
    }

    fn sees<'a>(&self, state: &'a DebateState) -> Sees<'a> {
        Sees::up_to(state, self.1)
    }

    fn reply(&self, _state: &DebateState) -> Reply {
        Reply::of(|straw: StrawVote| Ok(Answer::Straw(straw)))
    }
}
