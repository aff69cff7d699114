//! HTML as it grows: tags and attributes are ours, and every text goes through [`html`], so that no word of anybody's can
//! be a tag, an attribute or a script.

use std::fmt::Write as _;

use crate::export::escape::html;

/// A piece of HTML.
#[derive(Debug, Default)]
pub(super) struct Markup {
    text: String,
}

/// An attribute of ours with its value. One that is empty is left out.
pub(super) type Attribute<'a> = (&'static str, &'a str);

impl Markup {
    /// Opens a tag.
    pub(super) fn open(&mut self, tag: &'static str, attributes: &[Attribute<'_>]) {
        // Writing to a string cannot fail.
        let _ = write!(self.text, "<{tag}");
        for (name, value) in attributes.iter().filter(|(_, value)| !value.is_empty()) {
            let _ = write!(self.text, " {name}=\"{}\"", html(value));
        }
        self.text.push('>');
    }

    /// Closes a tag.
    pub(super) fn close(&mut self, tag: &'static str) {
        let _ = write!(self.text, "</{tag}>");
    }

    /// Adds a text of anybody's.
    pub(super) fn text(&mut self, text: &str) {
        self.text.push_str(&html(text));
    }

    /// A tag with a text in it.
    pub(super) fn element(&mut self, tag: &'static str, attributes: &[Attribute<'_>], text: &str) {
        self.open(tag, attributes);
        self.text(text);
        self.close(tag);
    }

    /// Adds what is ours as it stands: tags, style, script.
    pub(super) fn ours(&mut self, text: &'static str) {
        self.text.push_str(text);
    }

    /// Adds another piece.
    pub(super) fn append(&mut self, other: &Self) {
        self.text.push_str(&other.text);
    }

    /// Ends a line of the file.
    pub(super) fn end_line(&mut self) {
        self.text.push('\n');
    }

    /// Whether there is nothing in it.
    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The HTML as text.
    pub(super) fn into_text(self) -> String {
        self.text
    }
}
