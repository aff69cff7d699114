//! The way in which members of the house lean before a word is said, where they cast no ballots then.

use super::{Asking, Reply, Sees, Wording, joint};
use crate::debate::{DebateState, ids::Seat};

/// The ask: which members, in the order of the prompt.
pub(super) struct Leans<'a>(pub(super) &'a [Seat]);

impl Asking for Leans<'_> {
    fn wording<'a>(&self, state: &'a DebateState) -> Option<Wording<'a>> {
        Some(Wording::One(("leans.md", joint::voters(state, self.0))))
    }

    fn max_tokens(&self, _state: &DebateState) -> u32 {
        joint::vote_tokens(self.0)
    }

    fn sees<'a>(&self, _state: &'a DebateState) -> Sees<'a> {
        Sees::House
    }

    fn reply(&self, _state: &DebateState) -> Reply {
        joint::votes(self.0)
    }
}
