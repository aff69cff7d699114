//! Is the model of a call there at all? Any word will do, and the debate has nothing to do with it.

use minijinja::Value;

use super::{Asking, Reply, Sees, Wording};
use crate::debate::DebateState;

/// The ask whether a model is there.
pub(super) struct Probe;

impl Asking for Probe {
    fn wording<'a>(&self, _state: &'a DebateState) -> Option<Wording<'a>> {
        Some(Wording::One(("probe.md", Value::UNDEFINED)))
    }

    fn max_tokens(&self, _state: &DebateState) -> u32 {
        16
    }

    fn sees<'a>(&self, _state: &'a DebateState) -> Sees<'a> {
        Sees::Nothing
    }

    fn reply(&self, _state: &DebateState) -> Reply {
        Reply::Word
    }
}
