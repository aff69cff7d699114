//! What lies over the chamber: editors for what the viewer brings in, a question before leaving, the help.
//! An overlay owns its typed text and its cursor; what it wants done it hands back as a [`Submission`], and
//! it sends nothing itself. It stays open until the app closes it, so nothing typed is lost to a refusal.
//!
//! Constructors, all returning `Box<dyn Overlay>`; those for typing take the [`Draft`] that was left, if any:
//!
//! - [`evidence`]: a text or a file, and its source;
//! - [`ask`]: which speaker, halting or beside, the question;
//! - [`clarify`]: the question, and a speaker where one is meant;
//! - [`point`]: a point of information from the gallery;
//! - [`confirm`]: leave, adjourn or stay;
//! - [`sources`]: the passages that a turn rests on;
//! - [`measures`]: what a debate that is over comes to in numbers;
//! - [`refinement`]: what the verdict would teach, before the debate is held again;
//! - [`help`]: the keys, made from the key table, and the format's rules.

mod ask;
mod chooser;
mod clarify;
mod confirm;
mod draft;
pub(super) mod editor;
mod evidence;
mod help;
mod measures;
mod page;
pub(super) mod parts;
mod path;
mod point;
mod question;
mod refinement;
mod sources;

pub use ask::ask;
pub use clarify::clarify;
pub use confirm::confirm;
pub use draft::{Draft, DraftOf, Drafts};
pub use evidence::evidence;
pub use help::help;
pub use measures::measures;
pub use path::Completion;
pub use point::point;
pub use refinement::refinement;
pub use sources::sources;

use crossterm::event::KeyEvent;
use ratatui::{buffer::Buffer, layout::Rect};

use super::style::Styles;
use crate::debate::{command::Halt, ids::Seat};

/// What an overlay wants after a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OverlayOutcome {
    /// To stay.
    Stay,
    /// To go, with nothing done.
    Close,
    /// This to be done. The overlay stays until the app has done it.
    Submit(Submission),
}

/// What an overlay wants done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Submission {
    /// Hand both sides a text.
    Evidence {
        /// The text.
        text: String,
        /// Where it comes from; may be empty.
        source: String,
    },
    /// Hand both sides a file.
    EvidenceFile {
        /// Its path, as it was typed.
        path: String,
        /// Where it comes from; the file says it where this is empty.
        source: String,
    },
    /// Look how this path could go on; the app calls [`Overlay::completed`] afterwards.
    Complete(String),
    /// Ask a speaker.
    Ask {
        /// Whom.
        seat: Seat,
        /// What.
        text: String,
        /// Whether the debate waits.
        halt: Halt,
    },
    /// Ask for something to be made clear at the next break.
    Clarify {
        /// Whom, if somebody is meant.
        seat: Option<Seat>,
        /// What.
        text: String,
    },
    /// Rise from the gallery.
    Point {
        /// The point.
        text: String,
    },
    /// Leave; the debate can be resumed.
    QuitConfirmed,
    /// Stop the debate for good.
    AdjournConfirmed,
    /// Hold the debate again, taught by its verdict.
    RefineConfirmed,
    /// Hand the terminal to `$EDITOR` with this text; the app calls [`Overlay::set_text`] afterwards.
    Edit(String),
}

/// What is asked before something that cannot be taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Confirm {
    /// Leave while the debate runs.
    Quit,
    /// Stop the debate for good.
    Adjourn,
}

/// One line of the help, made from a row of the key table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HelpRow {
    /// The keys as people read them: "space", "j / ↓".
    pub keys: String,
    /// What they do.
    pub help: &'static str,
}

/// Something that lies over the chamber and takes the keys.
pub trait Overlay {
    /// The title of its frame.
    fn title(&self) -> &str;

    /// A key was pressed.
    fn on_key(&mut self, key: KeyEvent) -> OverlayOutcome;

    /// A text was pasted.
    fn on_paste(&mut self, text: &str) -> OverlayOutcome;

    /// The text that came back from `$EDITOR`.
    fn set_text(&mut self, text: &str) {
        let _ = text;
    }

    /// How a path could go on.
    fn completed(&mut self, completion: Completion) {
        let _ = completion;
    }

    /// What was typed, to be kept where the overlay goes and it was not sent.
    fn draft(&self) -> Option<Draft> {
        None
    }

    /// Draws it over `area`, which is the whole screen; it chooses its place.
    fn render(&mut self, area: Rect, buf: &mut Buffer, styles: &Styles);
}

#[cfg(test)]
mod tests;
