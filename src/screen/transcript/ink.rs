//! The ink of rows: the state, the styles and the width; and the role of a tone.

use ratatui::text::Span;

use crate::{
    blocks::Tone,
    debate::DebateState,
    style::{StyleRole, Styles},
};

/// The ink that rows are made with.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ink<'a> {
    pub(super) state: &'a DebateState,
    pub(super) styles: &'a Styles,
    /// Cells of a row.
    pub(super) width: usize,
}

impl Ink<'_> {
    /// The ink of rows that are narrower by so many cells.
    pub(super) fn narrower(self, by: usize) -> Self {
        Self {
            width: self.width.saturating_sub(by).max(1),
            ..self
        }
    }

    /// A text in a look. A row has no line breaks: drawn, they would take the space between two words with them.
    pub(super) fn span(self, text: impl Into<String>, role: StyleRole) -> Span<'static> {
        let mut text = text.into();
        if text.contains(char::is_control) {
            text = text.replace(char::is_control, " ");
        }
        Span::styled(text, self.styles.get(role))
    }
}

/// The role of a tone.
pub(super) fn role(tone: Tone) -> StyleRole {
    match tone {
        Tone::Plain => StyleRole::Text,
        Tone::Strong => StyleRole::Emphasis,
        Tone::Quiet | Tone::Advice => StyleRole::Dim,
        Tone::House => StyleRole::House,
        Tone::Good => StyleRole::Accepted,
        Tone::Bad => StyleRole::Declined,
        Tone::Warning | Tone::Cut | Tone::Hint => StyleRole::Warning,
        Tone::Error => StyleRole::Error,
        Tone::Open => StyleRole::Undecided,
        Tone::Evidence => StyleRole::Evidence,
        Tone::Question => StyleRole::Question,
        Tone::Answer => StyleRole::Answer,
    }
}

/// The role of a tone where votes are counted.
pub(super) fn vote(tone: Tone) -> StyleRole {
    if tone == Tone::Good {
        StyleRole::Ayes
    } else if tone == Tone::Bad {
        StyleRole::Noes
    } else {
        StyleRole::Undecided
    }
}
