//! The speed of a replay.

use std::time::Duration;

/// The speed of a replay, against the rhythm of the debate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Speed {
    /// Half as fast.
    Half,
    /// As it was.
    #[default]
    Normal,
    /// Twice as fast.
    X2,
    /// Four times as fast.
    X4,
    /// Eight times as fast.
    X8,
    /// Sixteen times as fast.
    X16,
    /// Thirty-two times as fast.
    X32,
    /// Sixty-four times as fast.
    X64,
    /// A handful of records at every step, whatever their times.
    Max,
}

impl Speed {
    /// Every speed, slowest first.
    pub const ALL: [Self; 9] = [
        Self::Half,
        Self::Normal,
        Self::X2,
        Self::X4,
        Self::X8,
        Self::X16,
        Self::X32,
        Self::X64,
        Self::Max,
    ];

    /// The next faster speed; the fastest stays.
    pub fn faster(self) -> Self {
        let faster = Self::ALL.into_iter().find(|speed| *speed > self);
        faster.unwrap_or(self)
    }

    /// The next slower speed; the slowest stays.
    pub fn slower(self) -> Self {
        let slower = Self::ALL.into_iter().rev().find(|speed| *speed < self);
        slower.unwrap_or(self)
    }

    /// As it stands on the screen and on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::Half => "0.5x",
            Self::Normal => "1x",
            Self::X2 => "2x",
            Self::X4 => "4x",
            Self::X8 => "8x",
            Self::X16 => "16x",
            Self::X32 => "32x",
            Self::X64 => "64x",
            Self::Max => "max",
        }
    }

    /// The speed of that word, with or without the `x`.
    pub fn of_word(word: &str) -> Option<Self> {
        let word = word.trim();
        Self::ALL
            .into_iter()
            .find(|speed| speed.word() == word || speed.word().strip_suffix('x') == Some(word))
    }

    /// The halves of the debate's time that pass in a unit of real time; `None` where time plays no part.
    fn halves(self) -> Option<u32> {
        match self {
            Self::Half => Some(1),
            Self::Normal => Some(2),
            Self::X2 => Some(4),
            Self::X4 => Some(8),
            Self::X8 => Some(16),
            Self::X16 => Some(32),
            Self::X32 => Some(64),
            Self::X64 => Some(128),
            Self::Max => None,
        }
    }

    /// The playing time that passes in so much real time; `None` at [`Speed::Max`].
    pub(super) fn playing_time(self, real: Duration) -> Option<Duration> {
        self.halves().map(|halves| real.saturating_mul(halves) / 2)
    }

    /// The real time in which so much playing time passes, rounded up so that a sleeper never wakes too early.
    pub(super) fn real_time(self, playing: Duration) -> Duration {
        self.halves().map_or(Duration::ZERO, |halves| {
            let twice = playing.saturating_mul(2);
            let exact = twice / halves;
            let rest = twice.saturating_sub(exact.saturating_mul(halves));
            exact + Duration::from_nanos(u64::from(!rest.is_zero()))
        })
    }
}
