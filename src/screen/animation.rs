//! A moving picture of a replay, for a page: one file that plays by itself wherever a picture can stand. It is made of the
//! frames of the replay and of nothing else.

use std::time::Duration;

use super::{
    frames::{self, Timing},
    shot::{self, ShotTheme},
    ui::ThemeStyles,
};
use crate::{debate::event::Record, shared::shared};

/// The length of the picture before it begins again, without the time for which the last frame stands.
const TIMING: Timing = Timing {
    frame: Duration::from_millis(1500),
    most: Duration::from_secs(36),
};
/// The number of frames that the last one stands for.
const HELD: usize = 4;

/// The replay of a debate as an animated SVG, of a screen of so many columns and rows.
pub fn animated(records: &[Record], size: (u16, u16), look: ThemeStyles) -> String {
    let records = &shared(records);
    let opening = records.first().and_then(|record| record.event.opening());
    let title = opening.map_or("", |opening| &*opening.motion.motion);
    let mut drawn = Vec::new();
    frames::drawn(records, size, look, TIMING, |_, frame| drawn.push(frame));
    shot::moving(&drawn, (TIMING.frame, HELD), &ShotTheme::titled(title))
}
