//! The parts of the chamber that the transcript looks at.

use crate::{debate::DebateState, style::Styles, widgets::Focus};

/// The parts of the chamber that the transcript pane looks at.
#[derive(Debug, Clone, Copy)]
pub struct TranscriptView<'a> {
    /// The state of the debate.
    pub state: &'a DebateState,
    /// The styles of the theme.
    pub styles: &'a Styles,
    /// Whether the keys go here.
    pub focus: Focus,
    /// The debate's time, in milliseconds.
    pub now_ms: u64,
}
