//! What a piece of work costs, whatever else the machine does meanwhile.

use std::time::{Duration, Instant};

/// A moment, from which the time is counted that this thread has been on a processor, where the system tells it, or else
/// all that has passed.
pub struct Busy {
    began: Instant,
    before: Option<Duration>,
}

impl Busy {
    pub fn now() -> Self {
        Self {
            began: Instant::now(),
            before: on_processor(),
        }
    }

    pub fn elapsed(&self) -> Duration {
        match (self.before, on_processor()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => self.began.elapsed(),
        }
    }
}

fn on_processor() -> Option<Duration> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = told.split(' ').next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}
