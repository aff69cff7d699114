//! Overlays over the chamber: editors for what the viewer brings in, a question before leaving, the help. An overlay
//! owns its typed text and its cursor; what it wants done it hands back as an [`OverlayOutcome`], and it sends nothing
//! itself. It stays open until the app closes it, so nothing typed is lost to a refusal.
//!
//! Constructors, all returning `Box<dyn Overlay>`; those for typing take the [`Draft`] that was left, if any:
//!
//! - [`evidence`]: a text or a file, and its source;
//! - [`ask`]: which speaker, halting or beside, the question;
//! - [`clarify`]: the question, and a speaker where one is meant;
//! - [`point`]: a point of information from the gallery;
//! - [`confirm`]: leave, adjourn or stay;
//! - `what_if`: what is to be otherwise in a branch;
//! - [`what_next`]: what comes after a debate that is over;
//! - [`failures`]: what failed, in full;
//! - [`other_model`]: with which other model the debate is to be gone on with, and for whom;
//! - [`sources`]: the passages that a turn rests on;
//! - [`argued`]: what a speech argues, as it was taken down;
//! - [`definitions`]: what each side means by the terms of the debate;
//! - `argument_map`, in the folder `map`: what was claimed, and what answers what;
//! - [`measures`]: what a debate that is over comes to in numbers;
//! - `refinement`: what the verdict would teach, before the debate is held again;
//! - [`palette`]: whatever can be done now, and the themes;
//! - [`help`]: the keys, made from the key table, and the format's rules.

mod answers;
mod argued;
mod ask;
mod chooser;
mod clarify;
mod confirm;
mod definitions;
mod draft;
pub(super) mod editor;
mod evidence;
mod failures;
mod hand_over;
mod help;
mod measures;
mod other_model;
mod page;
mod palette;
mod path;
mod point;
mod question;
mod refinement;
mod section_page;
mod sources;
mod what_if;
mod what_next;

pub use argued::argued;
pub use ask::ask;
pub use clarify::clarify;
pub use confirm::{WaysOut, confirm};
pub use definitions::definitions;
pub use draft::{Draft, DraftOf, Drafts};
pub use evidence::evidence;
pub use failures::failures;
pub use hand_over::hand_over;
pub use help::help;
pub(crate) use help::{HelpItem, HelpPage};
pub use measures::measures;
pub use other_model::other_model;
pub use palette::{PaletteChoice, PaletteEntry, palette};
pub use path::PathCompletion;
pub use point::point;
pub(crate) use refinement::refinement;
pub use sources::sources;
pub(crate) use what_if::what_if;
pub use what_if::{Candidate, Candidates};
pub use what_next::{WhatElse, what_next};

use crossterm::event::KeyEvent;
use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
};

use super::{
    effect::{OtherModel, ScreenEffect},
    hint::Hint,
    keymap::Action,
    style::Styles,
};
use crate::debate::{DebateState, argument_map::MapNodeId, command::Command, ids::Seat};

/// The outcome of a key in an overlay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OverlayOutcome {
    /// The overlay stays.
    Stay,
    /// To go, with nothing done.
    Close,
    /// A command, sent to the debate. The overlay stays until the app has sent it.
    Send(Command),
    /// To go, for the question whether the debate is to be held again, taught by its verdict.
    Refine,
    /// To go, for the question which other model the debate is to be gone on with.
    NameOtherModel,
    /// A theme is looked at, by its place among the looks. The overlay stays.
    See(usize),
    /// To go, for what was chosen in the palette.
    Choose(PaletteChoice),
    /// An action of the chamber below. The overlay stays.
    Act(Action),
    /// To make way for a question to whoever sits there, with these words proposed.
    Ask {
        /// The seat of whoever is asked.
        seat: Seat,
        /// The words that are proposed.
        text: String,
    },
    /// To go, for the place in the transcript where a node of the argument map was said.
    GoTo(MapNodeId),
    /// To make way for an overlay for typing, with this in it, and to be there again when that goes.
    Write(Draft),
    /// An effect, done outside. The app calls [`Overlay::completed`] or [`Overlay::set_text`] with what comes of it.
    Do(ScreenEffect),
}

/// The question before something that cannot be taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Confirm {
    /// Leave while the debate runs.
    Quit,
    /// Leave while the debate is paused.
    QuitPaused,
    /// Leave while questions are taken, after the last word.
    QuitQuestions,
    /// Leave a seat that was taken at this terminal, in a debate that runs elsewhere.
    QuitSeat,
    /// Leave such a seat where no persona would have it: one of whoever judges or moderates.
    QuitJudging,
    /// Stop the debate for good.
    Adjourn,
}

/// Something that lies over the chamber and takes the keys.
pub trait Overlay {
    /// The title of its frame.
    fn title(&self) -> &str;

    /// A key was pressed.
    fn on_key(&mut self, key: KeyEvent) -> OverlayOutcome;

    /// A cell of it was clicked.
    fn on_click(&mut self, at: Position) -> OverlayOutcome {
        let _ = at;
        OverlayOutcome::Stay
    }

    /// The keys that do something in it now, the most important first, for the line below.
    fn hints(&self) -> Vec<Hint>;

    /// A text was pasted.
    fn on_paste(&mut self, text: &str) -> OverlayOutcome {
        let _ = text;
        OverlayOutcome::Stay
    }

    /// The text that came back from `$EDITOR`.
    fn set_text(&mut self, text: &str) {
        let _ = text;
    }

    /// Takes in the completion of a path.
    fn completed(&mut self, completion: PathCompletion) {
        let _ = completion;
    }

    /// Takes in whether a model that was looked for can be had, or why it cannot.
    fn looked_up(&mut self, model: &OtherModel, found: Result<(), String>) -> OverlayOutcome {
        let _ = (model, found);
        OverlayOutcome::Stay
    }

    /// Takes in how the debate stands, after each record and before it is drawn: a replay may have gone anywhere.
    fn follow(&mut self, state: &DebateState) {
        let _ = state;
    }

    /// Whether it offers what can be done in the chamber, and is to be told when that has changed.
    fn offers(&self) -> bool {
        false
    }

    /// Takes in what can be done in the chamber now.
    fn offer(&mut self, entries: Vec<PaletteEntry>) {
        let _ = entries;
    }

    /// The draft, to be kept where the overlay goes and the draft was not sent.
    fn draft(&self) -> Option<Draft> {
        None
    }

    /// Whether it is kept as it stands while it is closed.
    fn is_kept(&self) -> bool {
        false
    }

    /// Draws it over `area`, which is the screen without the line of keys; it chooses its place.
    fn render(&mut self, area: Rect, buf: &mut Buffer, styles: &Styles);
}

#[cfg(test)]
mod tests;
