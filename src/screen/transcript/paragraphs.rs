//! Paragraphs as rows: of a whole text, of the beginning of a long one, of a remark behind its mark.

use ratatui::text::Line;

use super::{
    ink::Ink,
    markdown::{self, Paragraph},
    wrap::{self, TranscriptRow},
};
use crate::{style::StyleRole, widgets::width};

/// Rows of a long text before the rest is folded away.
const BEGINNING: usize = 6;

/// Paragraphs as rows of `ink.width`.
pub(super) fn paragraphs(ink: Ink<'_>, paragraphs: &[Paragraph]) -> Vec<TranscriptRow> {
    let mut rows = Vec::new();
    for (at, paragraph) in paragraphs.iter().enumerate() {
        if at > 0 && !paragraph.tight {
            rows.push(TranscriptRow::default());
        }
        // In a place too narrow for it the indent goes, not the words.
        let (first, rest) = if width(&paragraph.first) * 2 <= ink.width {
            (paragraph.first.clone(), paragraph.rest.clone())
        } else {
            (String::new(), String::new())
        };
        let (first, rest) = (
            ink.span(first, StyleRole::Dim),
            ink.span(rest, StyleRole::Dim),
        );
        rows.extend(wrap::rows(&paragraph.line, ink.width, &first, &rest));
    }
    rows
}

/// A remark, which hangs behind its mark.
pub(super) fn remark(ink: Ink<'_>, mark: &str, text: &str, role: StyleRole) -> Vec<TranscriptRow> {
    let mark = ink.span(format!("{mark} "), role);
    let hang = ink.span(" ".repeat(mark.width()), role);
    let line = Line::from(ink.span(text.to_owned(), role));
    wrap::rows(&line, ink.width, &mark, &hang)
}

/// The beginning of a text; what is folded away is counted.
pub(super) fn beginning(ink: Ink<'_>, text: &str, role: StyleRole) -> Vec<TranscriptRow> {
    let mut rows = self::text(ink, text, role);
    let all = rows.len();
    // To fold a single row away would save none.
    if all > BEGINNING + 1 {
        rows.truncate(BEGINNING);
        let more = format!("… {} more lines", all - BEGINNING);
        rows.extend(remark(ink, " ", &more, StyleRole::Dim));
    }
    rows
}

/// The remark on what came in beside what is shown.
pub(super) fn folded(ink: Ink<'_>, text: &str) -> Vec<TranscriptRow> {
    remark(ink, "…", text, StyleRole::Dim)
}

/// Markdown as rows.
pub(super) fn prose(ink: Ink<'_>, text: &str) -> Vec<TranscriptRow> {
    paragraphs(
        ink,
        &markdown::parse(text, ink.styles.get(StyleRole::Text), ink.styles),
    )
}

/// A text as it is, in one look.
pub(super) fn text(ink: Ink<'_>, text: &str, role: StyleRole) -> Vec<TranscriptRow> {
    paragraphs(ink, &markdown::plain(text, ink.styles.get(role)))
}

/// A text that hangs behind a mark.
pub(super) fn hung(ink: Ink<'_>, mark: &str, text: &str, role: StyleRole) -> Vec<TranscriptRow> {
    let paragraph = Paragraph {
        line: Line::from(ink.span(text.trim(), role)),
        first: mark.to_owned(),
        rest: " ".repeat(width(mark)),
        tight: true,
    };
    paragraphs(ink, &[paragraph])
}
