//! The time in which somebody follows a debate: how long words are read, and what comes at once is looked at. The
//! replay on the screen and the page for a browser go by it.

use std::time::Duration;

use crate::debate::command::Pace;

/// The pause after the beginning of a turn, a phase or a round, so that it is seen.
pub const BEAT: Duration = Duration::from_millis(800);
/// The pause after a ballot.
pub const BALLOT: Duration = Duration::from_millis(150);
/// The time in which a verdict, marks or a ranking are looked at.
pub const LOOK: Duration = Duration::from_secs(4);

/// The time in which so many words are read.
pub fn words(count: u32) -> Duration {
    let per_minute = f64::from(Pace::Reading.words_per_minute().unwrap_or(u32::MAX));
    Duration::from_secs_f64(60.0 / per_minute).saturating_mul(count)
}
