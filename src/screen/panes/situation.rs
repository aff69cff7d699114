//! What can be done now, by the state of the debate, the replay and the search: whether the keys of a context do something.

use super::which::Upper;
use crate::{
    debate::{DebateState, event::CloseReason, state::DebateStatus},
    keymap::Context,
    replay::{Playback, Speed},
    transcript::{Scroll, TextSearch},
};

/// Where the debate comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChamberMode {
    /// A debate that happens now.
    Live,
    /// A debate that is played again: whether time passes in it, and how fast.
    Replay(Playback, Speed),
}

impl ChamberMode {
    /// Whether a debate is played again.
    pub const fn is_replay(self) -> bool {
        matches!(self, Self::Replay(..))
    }

    /// Whether keys of that context can ever do something in such a chamber.
    pub const fn has(self, context: Context) -> bool {
        match context {
            Context::Always
            | Context::Going
            | Context::Over
            | Context::Completed
            | Context::Behind
            | Context::Searching => true,
            Context::Live | Context::Points => !self.is_replay(),
            Context::Replay => self.is_replay(),
        }
    }
}

/// What of the chamber decides which keys do something.
#[derive(Debug, Clone, Copy)]
pub struct Situation<'a> {
    /// The state of the debate.
    pub state: &'a DebateState,
    /// Live or replayed.
    pub mode: ChamberMode,
    /// The place in the transcript.
    pub scroll: Scroll,
    /// What is searched for, if anything.
    pub search: Option<&'a TextSearch>,
}

impl Situation<'_> {
    /// Whether actions of that context make sense.
    pub fn fits(self, context: Context) -> bool {
        let Self { state, mode, .. } = self;
        if !mode.has(context) {
            return false;
        }
        match context {
            Context::Always | Context::Replay => true,
            Context::Going => mode.is_replay() || !state.is_closed(),
            Context::Live => !state.is_closed(),
            Context::Points => !state.is_closed() && Upper::of(state) == Upper::Points,
            Context::Over => {
                state.is_closed() || state.division.is_some() || state.scores.is_some()
            }
            Context::Completed => {
                // What people said is not said again.
                let is_real = state
                    .opening
                    .as_deref()
                    .is_some_and(|one| one.real.is_some());
                state.status == DebateStatus::Closed(CloseReason::Completed) && !is_real
            }
            Context::Behind => !state.is_closed() && self.scroll != Scroll::Follow,
            Context::Searching => self.search.is_some(),
        }
    }
}
