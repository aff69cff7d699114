//! Plain text: paragraphs by blank lines, hard-wrapped lines joined, headings that look like headings, and without
//! what a digital library puts before and after a work.

use super::{Document, Unreadable, draft::Draft, headings};

/// Lines of this many characters on average are paragraphs, not lines of one: nobody wraps that late.
const LINE_IS_PARAGRAPH: usize = 140;

/// How far into a file the mark that begins the work is looked for, in lines.
const HEADER_LINES: usize = 600;

/// A plain text as a document.
pub(super) fn read(text: &str) -> Result<Document, Unreadable> {
    let mut draft = Draft::new("text");
    let lines: Vec<&str> = text.lines().collect();
    let (from, to) = work(&lines);
    for line in lines.get(..from).unwrap_or_default() {
        for (label, set) in [
            ("Title:", Draft::title as fn(&mut Draft, &str)),
            ("Author:", Draft::speaker),
        ] {
            if let Some(value) = line.strip_prefix(label) {
                set(&mut draft, value);
            }
        }
    }
    let lines = lines.get(from..to).unwrap_or_default();
    paragraphs(lines, from, &mut draft);
    draft.finish()
}

/// Paragraphs of a text without headings or marks: what a JSON line holds.
pub(super) fn paragraphs_at(text: &str, place: &str, draft: &mut Draft) {
    let lines: Vec<&str> = text.lines().collect();
    for (_, paragraph) in split(&lines) {
        for piece in pieces(paragraph) {
            draft.said(&piece.1, place.to_owned(), None);
        }
    }
}

fn paragraphs(lines: &[&str], skipped: usize, draft: &mut Draft) {
    for (at, paragraph) in split(lines) {
        let line = |offset: usize| format!("line {}", skipped + at + offset + 1);
        if let Some(level) = headings::level(paragraph) {
            draft.heading(level, &paragraph.join(" "), &line(0));
            continue;
        }
        for (offset, piece) in pieces(paragraph) {
            draft.block(&piece, &line(offset));
        }
    }
}

/// Runs of lines between blank ones, each with the index of its first line.
fn split<'a>(lines: &'a [&'a str]) -> impl Iterator<Item = (usize, &'a [&'a str])> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = lines.get(at..)?;
        let blank = rest
            .iter()
            .take_while(|line| line.trim().is_empty())
            .count();
        let rest = rest.get(blank..).filter(|rest| !rest.is_empty())?;
        let from = at + blank;
        let length = rest
            .iter()
            .take_while(|line| !line.trim().is_empty())
            .count();
        at = from + length;
        Some((from, rest.get(..length)?))
    })
}

/// A run of lines as paragraphs: one, unless its lines are paragraphs themselves or an indent begins a new one.
fn pieces(lines: &[&str]) -> Vec<(usize, String)> {
    let length: usize = lines.iter().map(|line| line.len()).sum();
    let each = lines.len() > 1 && length / lines.len() > LINE_IS_PARAGRAPH;
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut indented = true;
    for (offset, line) in lines.iter().enumerate() {
        let indent = line.starts_with(['\t', '\u{3000}']) || line.starts_with("  ");
        let begins = each || (indent && !indented);
        indented = indent;
        match found.last_mut() {
            Some((_, text)) if !begins => {
                text.push('\n');
                text.push_str(line);
            }
            _ => found.push((offset, (*line).to_owned())),
        }
    }
    found
}

/// The lines of the work itself, without the licence and the credits before and after it.
fn work(lines: &[&str]) -> (usize, usize) {
    let marks = |line: &str, word: &str| {
        let line = line.trim();
        line.strip_prefix("***").is_some_and(|rest| {
            let rest = rest.trim_start().to_ascii_uppercase();
            rest.starts_with(word)
                && ["EBOOK", "E-BOOK", "ETEXT", "TEXT", "PROJECT"]
                    .iter()
                    .any(|known| rest.contains(known))
        })
    };
    let from = lines
        .iter()
        .take(HEADER_LINES)
        .position(|line| marks(line, "START OF"));
    let Some(from) = from.map(|at| at + 1) else {
        return (0, lines.len());
    };
    let to = lines
        .iter()
        .rposition(|line| marks(line, "END OF"))
        .filter(|to| *to >= from);
    (from, to.unwrap_or(lines.len()))
}
