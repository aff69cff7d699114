//! The clock of what is read out: how many words of a draft are due.
//!
//! Pure: time is handed in as the milliseconds of the debate's clock.

use crate::debate::{DebateState, decide::Input, ids::TurnId};

/// The clock of the turn that is read out.
#[derive(Debug, Default)]
pub(super) struct ReadingClock {
    turn: Option<TurnId>,
    /// The time at which the next word is due, in milliseconds.
    due_ms: f64,
}

impl ReadingClock {
    /// The time at which the next word is due; `None` where nothing waits to be read.
    pub(super) fn wake_ms(&self, state: &DebateState) -> Option<u64> {
        let (turn, _) = state.to_be_read()?;
        // Of another turn than before the first word is due at once.
        let due = if self.turn == Some(turn) {
            self.due_ms
        } else {
            0.0
        };
        Some(due.ceil() as u64)
    }

    /// The words that are due at `now_ms`, up to the end of a sentence, and none before `from_ms`.
    pub(super) fn due(&mut self, state: &DebateState, now_ms: u64, from_ms: u64) -> Option<Input> {
        let (turn, left) = state.to_be_read()?;
        let word_ms = 60_000.0 / f64::from(state.pace.words_per_minute()?);
        let now = now_ms as f64;
        if self.turn != Some(turn) {
            *self = Self {
                turn: Some(turn),
                due_ms: (from_ms as f64).max(now),
            };
        }
        // Time in which there was nothing to say is not made up for.
        self.due_ms = self.due_ms.max(now - word_ms);
        let mut words = 0;
        while self.due_ms <= now && words < left {
            words += 1;
            self.due_ms += word_ms;
        }
        (words > 0).then_some(Input::Delivered { turn, words })
    }
}
