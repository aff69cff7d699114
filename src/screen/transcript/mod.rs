//! The transcript: entries of the debate as wrapped rows, kept per entry, and the place on the screen. What they say is
//! said by their blocks ([`crate::blocks`]); here they are laid out.
//! Text stands in the state without line breaks of ours; everything here can be thrown away and made again.

mod beside;
mod cache;
mod chart;
mod entry;
mod fingerprint;
mod ink;
mod interjection;
mod items;
mod markdown;
mod meters;
mod pane;
mod paragraphs;
mod scroll;
mod search;
mod section;
mod speech;
mod view;
mod waiting;
mod wrap;

pub use cache::RowCache;
pub use pane::Transcript;
pub use scroll::{Anchor, Scroll};
pub use search::{SearchMatch, TextSearch, Typing};
pub use view::TranscriptView;
pub use wrap::TranscriptRow;

use ratatui::text::Line;

/// Breaks a line for a pane the same way as the transcript does.
pub fn wrapped(line: &Line<'_>, width: usize) -> Vec<Line<'static>> {
    wrap::wrap(line, width)
}
