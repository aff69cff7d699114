//! Plain text: paragraphs by blank lines, hard-wrapped lines joined, headings that look like headings, and without
//! what a digital library puts before and after a work.

use std::ops::RangeInclusive;

use super::{
    About, Unreadable,
    decode::Text,
    draft::Draft,
    flow::Flow,
    headings,
    lines::Line,
    long::{self, LONGEST},
};

/// Lines of this many characters on average are paragraphs, not lines of one: nobody wraps that late.
const LINE_IS_PARAGRAPH: usize = 140;

/// The distance into a file, in lines, within which the mark that begins the work is looked for.
const HEADER_LINES: usize = 600;

/// A line of more bytes comes in parts.
const LINE: usize = 64 * 1024;

/// A plain text as a document.
pub(super) fn read(text: &mut Text<'_>, flow: &mut Flow<'_>) -> Result<(), Unreadable> {
    let mut draft = flow.draft("text");
    let work = work(text)?;
    let mut run = Run::default();
    let mut lines = text.lines(LINE)?;
    while let Some(line) = lines.next()? {
        if line.number > *work.end() || draft.has_stopped() {
            break;
        }
        if work.contains(&line.number) {
            run.take(line, Places::Lines, &mut draft);
        } else if !line.goes_on {
            label(line.text, &mut draft.about);
        }
    }
    run.close(Places::Lines, &mut draft);
    draft.finish()
}

/// Takes in what a library says of a work before it.
fn label(line: &str, about: &mut About) {
    for (label, set) in [
        ("Title:", About::set_title as fn(&mut About, &str)),
        ("Author:", About::set_speaker),
    ] {
        if let Some(value) = line.strip_prefix(label) {
            set(about, value);
        }
    }
}

/// Paragraphs of a text without headings or marks: what a JSON line holds.
pub(super) fn paragraphs_at(text: &str, place: &str, draft: &mut Draft<'_, '_>) {
    let mut run = Run::default();
    for (number, line) in (1..).zip(text.lines()) {
        let line = Line {
            text: line,
            number,
            goes_on: false,
        };
        run.take(line, Places::All(place), draft);
    }
    run.close(Places::All(place), draft);
}

/// The way in which paragraphs are placed.
#[derive(Debug, Clone, Copy)]
enum Places<'p> {
    /// By their lines, below headings.
    Lines,
    /// All at the same place. There are no headings.
    All(&'p str),
}

impl Places<'_> {
    fn put(self, line: usize, text: &str, draft: &mut Draft<'_, '_>) {
        match self {
            Self::Lines => draft.block(text, &format!("line {line}")),
            Self::All(place) => draft.said(text, place.to_owned(), None),
        }
    }
}

/// Lines between blank ones, as they come. Of a run without end only the paragraph under way is kept.
#[derive(Debug, Default)]
struct Run {
    /// The lines, with a line feed between them.
    text: String,
    /// The number of the first.
    number: usize,
    /// Whether each line is a paragraph, once that is settled: at the end of the run, or when it is too long to wait
    /// for that.
    each: Option<bool>,
    /// Whether some of the run has been put already.
    is_cut: bool,
}

impl Run {
    fn take(&mut self, line: Line<'_>, places: Places<'_>, draft: &mut Draft<'_, '_>) {
        let is_blank = line.text.trim().is_empty();
        if self.text.is_empty() {
            if is_blank {
                return;
            }
            self.number = line.number;
        } else if !line.goes_on {
            if is_blank {
                return self.close(places, draft);
            }
            self.text.push('\n');
        }
        self.text.push_str(line.text);
        if self.text.len() > LONGEST {
            self.cut(places, draft);
        }
    }

    /// The run is over.
    fn close(&mut self, places: Places<'_>, draft: &mut Draft<'_, '_>) {
        let run = std::mem::take(self);
        if run.text.is_empty() {
            return;
        }
        let lines: Vec<&str> = run.text.split('\n').collect();
        let level = match places {
            Places::Lines if !run.is_cut => headings::level(&lines),
            Places::Lines | Places::All(_) => None,
        };
        if let Some(level) = level {
            return draft.heading(level, &lines.join(" "), &format!("line {}", run.number));
        }
        let each = run
            .each
            .unwrap_or_else(|| lines.len() > 1 && are_paragraphs(&lines));
        for (offset, piece) in pieces(&lines, each) {
            places.put(run.number + offset, &piece, draft);
        }
    }

    /// Puts what is complete of a run that is too long to be waited for, and as much of its last paragraph as a
    /// paragraph may have.
    fn cut(&mut self, places: Places<'_>, draft: &mut Draft<'_, '_>) {
        let lines: Vec<&str> = self.text.split('\n').collect();
        let each = self.each.unwrap_or_else(|| are_paragraphs(&lines));
        let mut found = pieces(&lines, each);
        let (mut offset, mut last) = found.pop().unwrap_or_default();
        for (offset, piece) in found {
            places.put(self.number + offset, &piece, draft);
        }
        if last.len() > LONGEST {
            let rest = last.split_off(long::cut(&last));
            places.put(self.number + offset, &last, draft);
            offset += last.matches('\n').count();
            last = rest;
        }
        *self = Self {
            text: last,
            number: self.number + offset,
            each: Some(each),
            is_cut: true,
        };
    }
}

fn are_paragraphs(lines: &[&str]) -> bool {
    let length: usize = lines.iter().map(|line| line.len()).sum();
    length / lines.len().max(1) > LINE_IS_PARAGRAPH
}

/// A run of lines as paragraphs: one, unless each is one or an indent begins a new one.
fn pieces(lines: &[&str], each: bool) -> Vec<(usize, String)> {
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

/// The numbers of the lines of the work itself, without the licence and the credits before and after it.
fn work(text: &mut Text<'_>) -> Result<RangeInclusive<usize>, Unreadable> {
    let mut lines = text.lines(LINE)?;
    let mut from = None;
    let mut to = usize::MAX;
    while let Some(line) = lines.next()? {
        if line.number > HEADER_LINES && from.is_none() {
            break;
        }
        if line.goes_on {
            continue;
        }
        if from.is_none() && marks(line.text, "START OF") {
            from = Some(line.number + 1);
        } else if from.is_some() && marks(line.text, "END OF") {
            to = line.number - 1;
        }
    }
    Ok(from.map_or(1..=usize::MAX, |from| from..=to))
}

fn marks(line: &str, word: &str) -> bool {
    let line = line.trim();
    line.strip_prefix("***").is_some_and(|rest| {
        let rest = rest.trim_start().to_ascii_uppercase();
        rest.starts_with(word)
            && ["EBOOK", "E-BOOK", "ETEXT", "TEXT", "PROJECT"]
                .iter()
                .any(|known| rest.contains(known))
    })
}
