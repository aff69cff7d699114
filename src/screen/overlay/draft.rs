//! Drafts: what was typed and not sent, kept while its overlay is closed, and there again when the overlay is opened.

use crate::debate::{command::Halt, ids::Seat};

/// The overlay that a draft was typed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DraftOf {
    /// The overlay of evidence.
    Evidence,
    /// A question to a speaker.
    Ask,
    /// A request to make something clear.
    Clarify,
    /// A point of information.
    Point,
}

/// A draft: what was typed in an overlay and not sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// The overlay that the draft was typed in.
    pub of: DraftOf,
    /// The text, whole.
    pub text: String,
    /// The source of evidence.
    pub source: String,
    /// The path of the file that is to be evidence.
    pub file: String,
    /// The speaker that was chosen.
    pub seat: Option<Seat>,
    /// Whether the debate was to wait.
    pub halt: Halt,
}

impl Draft {
    /// A question to somebody, or to whoever is chosen, beside the debate.
    pub fn question(seat: Option<Seat>, text: String) -> Self {
        Self {
            of: DraftOf::Ask,
            text,
            source: String::new(),
            file: String::new(),
            seat,
            halt: Halt::Beside,
        }
    }
}

/// The drafts of all overlays, at most one each. The app holds it.
///
/// Before an overlay is dropped on [`Close`](super::OverlayOutcome::Close), or on a submission that was not
/// carried out, keep its draft; one that is dropped after its submission was carried out leaves none.
#[derive(Debug, Default)]
pub struct Drafts(Vec<Draft>);

impl Drafts {
    /// Keeps what [`Overlay::draft`](super::Overlay::draft) gave.
    pub fn keep(&mut self, draft: Option<Draft>) {
        if let Some(draft) = draft {
            self.0.retain(|kept| kept.of != draft.of);
            self.0.push(draft);
        }
    }

    /// Hands out what was kept, for the overlay that is opened.
    pub fn take(&mut self, of: DraftOf) -> Option<Draft> {
        let at = self.0.iter().position(|kept| kept.of == of)?;
        Some(self.0.swap_remove(at))
    }
}
