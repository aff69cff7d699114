//! The step of a main speech that is asked for.

use crate::debate::{ask::Cue, state::Turn};

/// The step that argues.
pub(super) const ARGUES: u32 = 1;

/// The step of a main speech that a cue is for.
pub(super) fn step_of(turn: &Turn, cue: Cue) -> u32 {
    match cue {
        Cue::Step { step } => step,
        Cue::Begin => 0,
        // Nobody begins twice: what was interrupted is taken up with an argument.
        Cue::AfterPoint { .. } | Cue::Bell | Cue::Evidence { .. } | Cue::Resume => {
            turn.steps.max(ARGUES)
        }
    }
}
