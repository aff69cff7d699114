//! The progress of something that comes in bytes: the amount there, the speed, and the time left.

use std::time::{Duration, Instant};

use crate::models::human;

/// Bytes that come.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rate {
    begun: Instant,
    /// The bytes that were there already when the others began to come.
    pub(super) from: u64,
}

impl Rate {
    /// A rate from now on, when bytes begin to come and so many are there already.
    pub(super) fn begin(now: Instant, from: u64) -> Self {
        Self { begun: now, from }
    }

    /// Bytes and share and, once they are known, rate and the time that is left.
    pub(super) fn describe(self, done: u64, total: u64, now: Instant) -> String {
        let percent = done.saturating_mul(100) / total.max(1);
        let share = format!("{} of {}, {percent} %", human(done), human(total));
        let seconds = now.saturating_duration_since(self.begun).as_secs_f64();
        let rate = done.saturating_sub(self.from) as f64 / seconds;
        if seconds < 1.0 || rate < 1.0 {
            return share;
        }
        let left = (total.saturating_sub(done) as f64 / rate).ceil() as u64;
        format!("{share}, {}/s, {} left", human(rate as u64), time(left))
    }
}

/// The time left, where `done` of `all` took so long; nothing where no time can be told.
pub(super) fn left(took: Duration, done: u64, all: u64) -> Option<String> {
    let rest = all.checked_sub(done).filter(|rest| *rest > 0 && done > 0)?;
    let seconds = took.as_secs_f64() / done as f64 * rest as f64;
    Some(time(seconds.ceil() as u64))
}

pub(super) fn time(seconds: u64) -> String {
    match (seconds / 3_600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, seconds) => format!("{minutes} min {seconds:02} s"),
        (hours, minutes, _) => format!("{hours} h {minutes:02} min"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_short() {
        let left = |done| left(Duration::from_secs(10), done, 4);
        assert_eq!(left(1).as_deref(), Some("30 s"));
        assert_eq!((left(0), left(4)), (None, None));
        assert_eq!(time(59), "59 s");
        assert_eq!(time(61), "1 min 01 s");
        assert_eq!(time(7_260), "2 h 01 min");
    }
}
