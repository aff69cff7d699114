//! Votes with no reason between speeches, of several members whom one model plays at once.

use super::{Asking, Reply, Sees, Wording, joint};
use crate::debate::{
    DebateState,
    ids::{Seat, TurnId},
};

/// The ask: whose votes, in the order of the prompt, and after which turn.
pub(super) struct Polls<'a>(pub(super) &'a [Seat], pub(super) TurnId);

impl Asking for Polls<'_> {
    fn wording<'a>(&self, state: &'a DebateState) -> Option<Wording<'a>> {
        Some(Wording::One(("polls.md", joint::voters(state, self.0))))
    }

    fn max_tokens(&self, _state: &DebateState) -> u32 {
        joint::vote_tokens(self.0)
    }

    fn sees<'a>(&self, state: &'a DebateState) -> Sees<'a> {
        Sees::up_to(state, self.1)
    }

    fn reply(&self, _state: &DebateState) -> Reply {
        joint::votes(self.0)
    }
}
