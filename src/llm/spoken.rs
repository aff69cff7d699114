//! What of an answer goes out: nothing of it before it says something, because what is out cannot be asked for again.

use crate::text::has_words;

/// The text of an answer so far.
#[derive(Debug, Default)]
pub struct Spoken {
    text: String,
    has_begun: bool,
    /// Whether anything but white space says something: in a structured answer.
    any: bool,
}

impl Spoken {
    /// Nothing has been said yet. Prose says something in letters or digits, what has a shape in whatever it is.
    pub fn of(request: &super::Request) -> Self {
        Self {
            any: request.shape.is_some(),
            ..Self::default()
        }
    }

    /// More of it has come: what goes out now.
    pub fn push(&mut self, more: String) -> Option<String> {
        self.text.push_str(&more);
        if self.has_begun {
            return Some(more).filter(|more| !more.is_empty());
        }
        self.has_begun = has_words(&more) || (self.any && !more.trim().is_empty());
        self.has_begun.then(|| self.text.clone())
    }

    /// Whether it says anything, and so whether any of it has gone out.
    pub fn has_begun(&self) -> bool {
        self.has_begun
    }

    /// All of it, whether it has gone out or not.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// All of it, at its end.
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }
}
