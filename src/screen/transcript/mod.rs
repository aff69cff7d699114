//! The transcript: entries of the debate as wrapped rows, kept per entry, and the place on the screen.
//! Text stands in the state without line breaks of ours; everything here can be thrown away and made again.

mod beside;
mod boxes;
mod cache;
mod entry;
mod house;
mod markdown;
mod pane;
mod scroll;
mod search;
pub mod sources;
mod speech;
mod verdicts;
mod waiting;
mod wrap;
mod written;

pub use cache::Cache;
pub use pane::{Transcript, View};
pub use scroll::{Anchor, Scroll};
pub use search::{Found, Search, Typing};
pub use wrap::Row;

use ratatui::text::Line;

/// Breaks a line for a pane the same way as the transcript does.
pub fn wrapped(line: &Line<'_>, width: usize) -> Vec<Line<'static>> {
    wrap::wrap(line, width)
}
