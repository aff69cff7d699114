//! How long turns may be, in words: when the bell rings, and where they are cut.

use crate::debate::state::{DebateState, Turn};

/// A text without sentences is cut all the same when it is over its limit by this share.
pub(super) const RUNAWAY: f64 = 1.3;
/// Nobody rings a bell over so few words.
pub(super) const SHORT: u32 = 60;

/// How long a speaker may read, in words. Whoever presides is not held to a time.
pub(super) struct Limits {
    /// The bell rings at the end of the sentence in which this is reached.
    pub(super) bell: u32,
    /// The turn is cut at the end of the sentence in which this is reached.
    pub(super) cut: u32,
    /// A sentence that does not end is cut here.
    pub(super) most: u32,
}

impl Limits {
    pub(super) fn of(state: &DebateState, turn: &Turn) -> Option<Self> {
        let is_timed = turn.target_words > 0 && turn.task.is_a_speakers();
        let timing = &state.opening.as_deref().filter(|_| is_timed)?.format.timing;
        let target = f64::from(turn.target_words);
        let cut = (target * timing.cut_at).ceil();
        Some(Self {
            bell: (target * timing.wrap_up_at).ceil() as u32,
            cut: cut as u32,
            most: ((cut * RUNAWAY).ceil() as u32).max(SHORT),
        })
    }
}
