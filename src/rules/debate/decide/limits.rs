//! The limits on the length of turns, in words: when the bell rings, and where a turn is cut.

use crate::{
    catalog::Timing,
    debate::state::{DebateState, Turn},
};

/// A text without sentences is cut all the same when it is over its limit by this share.
const RUNAWAY: f64 = 1.3;
/// Nobody rings a bell over so few words.
pub(super) const SHORT: u32 = 60;

/// The limits on the length of a turn, in words.
pub(super) struct Limits {
    /// The bell rings once this is reached.
    pub(super) bell: u32,
    /// The turn is cut at the end of the sentence in which this is reached.
    pub(super) cut: u32,
    /// A sentence that does not end is cut here.
    pub(super) runaway: u32,
    /// No more is taken in: one sentence is heard whole, however short the turn is.
    pub(super) most: u32,
}

impl Limits {
    pub(super) fn of(state: &DebateState, turn: &Turn) -> Self {
        let opening = state.opening.as_deref();
        let timing = opening.map_or_else(Timing::default, |one| one.format.timing.clone());
        let target = f64::from(turn.target_words);
        let limit = timing.limit(turn.target_words);
        let runaway = (limit * RUNAWAY).ceil() as u32;
        Self {
            bell: (target * timing.wrap_up_at).ceil() as u32,
            cut: limit.ceil() as u32,
            runaway,
            most: runaway.max(SHORT),
        }
    }
}
