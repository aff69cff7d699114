//! A problem of a file: where it is, in which field, and what was expected. Shown the way a compiler does.

use std::{cell::RefCell, fmt, ops::Range, sync::Arc};

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

use crate::{
    bounds,
    text::{
        mask::{masked, masked_in_place, masked_names},
        shown::{Visible, line, named},
    },
};

/// The colouring of what is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Paint {
    /// Text without colours.
    #[default]
    Plain,
    /// With the escape sequences of a terminal.
    Coloured,
}

/// A problem: something that is wrong with one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The file, as it is shown.
    pub file: String,
    /// The line, from 1, where the file could be read that far.
    pub line: Option<usize>,
    /// The column in characters, from 1.
    pub column: Option<usize>,
    /// The field, such as `phases[1].turns[0].seats`; empty where none is meant.
    pub field: String,
    /// The fault, in words.
    pub message: String,
    /// The expectation that the field fails.
    pub expected: String,
    /// A consequence of the problem, or what to do next.
    pub note: Option<String>,
    excerpt: Option<Excerpt>,
}

/// The text that a problem points into.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Excerpt {
    source: Arc<str>,
    span: Range<usize>,
    /// Whether the value of the line stays unseen.
    is_veiled: bool,
}

impl Excerpt {
    /// The line that is pointed at, fit to be shown, and the place in it.
    fn shown(&self) -> (String, Range<usize>) {
        // What is a key there depends on the lines before, and every mask is as long as what it hides.
        let masked = without_keys(&self.source);
        let begin = masked
            .get(..self.span.start)
            .and_then(|head| head.rfind('\n'));
        let begin = begin.map_or(0, |at| at + 1);
        let rest = masked.get(begin..).unwrap_or_default();
        let line = rest
            .get(..rest.find('\n').unwrap_or(rest.len()))
            .unwrap_or_default();
        let line = if self.is_veiled {
            veiled(line)
        } else {
            line.into()
        };
        let moved = |at: usize| at.saturating_sub(begin).min(line.len());
        visible(&line, &(moved(self.span.start)..moved(self.span.end)))
    }
}

impl Problem {
    /// A problem of a whole file, which has no line to point at.
    pub fn of_file(
        file: impl Into<String>,
        message: impl AsRef<str>,
        expected: impl AsRef<str>,
    ) -> Self {
        Self {
            file: named(&masked(&file.into())),
            line: None,
            column: None,
            field: String::new(),
            message: line(&masked_names(message.as_ref())),
            expected: line(&masked_names(expected.as_ref())),
            note: None,
            excerpt: None,
        }
    }

    /// A problem at a place in the text of a file. `span` counts bytes; what lies outside the text is cut off.
    pub fn at(
        file: impl Into<String>,
        source: &Arc<str>,
        span: Range<usize>,
        field: impl AsRef<str>,
        message: impl AsRef<str>,
        expected: impl AsRef<str>,
    ) -> Self {
        let start = crate::text::floor_char_boundary(source, span.start);
        let line_end = source
            .get(start..)
            .and_then(|rest| rest.find(['\n', '\r']))
            .map_or(source.len(), |length| start + length);
        // A caret under one line says more than a bracket around a whole table.
        let end = crate::text::floor_char_boundary(source, span.end.clamp(start, line_end));
        let before = source.get(..start).unwrap_or_default();
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        Self {
            line: Some(before.matches('\n').count() + 1),
            column: Some(
                before
                    .get(line_start..)
                    .map_or(1, |head| head.chars().count() + 1),
            ),
            field: named(&masked_names(field.as_ref())),
            excerpt: Some(Excerpt {
                source: Arc::clone(source),
                span: start..end,
                is_veiled: false,
            }),
            ..Self::of_file(file, message, expected)
        }
    }

    /// A TOML error of any file: the configuration's errors look like the catalog's.
    pub(crate) fn of_toml(
        file: impl Into<String>,
        source: &Arc<str>,
        error: &toml::de::Error,
    ) -> Self {
        let span = error.span().unwrap_or(0..0);
        let (message, expected) = match split(error.message()) {
            // Where nothing stands behind the sign, nothing could be quoted.
            (UNQUOTED, _) if is_missing(source, &span) => {
                ("the value is missing", "expected one behind the `=`")
            }
            told => told,
        };
        Self::at(file, source, span, "", message, expected)
    }

    /// The problem, told without the line that it points at.
    #[must_use]
    pub fn without_excerpt(mut self) -> Self {
        self.excerpt = None;
        self
    }

    /// The problem, with the value in that line left out.
    #[must_use]
    pub fn without_value(mut self) -> Self {
        if let Some(excerpt) = &mut self.excerpt {
            excerpt.is_veiled = true;
        }
        self
    }

    /// Adds what follows from the problem.
    #[must_use]
    pub fn note(mut self, note: impl AsRef<str>) -> Self {
        self.note = Some(line(&masked_names(note.as_ref())));
        self
    }

    /// The whole report, several lines without a line break at the end.
    pub fn render(&self, paint: Paint) -> String {
        let renderer = match paint {
            Paint::Plain => Renderer::plain(),
            Paint::Coloured => Renderer::styled(),
        };
        let title = if self.field.is_empty() {
            self.message.clone()
        } else {
            format!("{}: {}", self.field, self.message)
        };
        let shown = self.excerpt.as_ref().map(Excerpt::shown);
        let mut report = if let Some((source, span)) = &shown {
            Level::ERROR.primary_title(title).element(
                Snippet::source(source.as_str())
                    .line_start(self.line.unwrap_or(1))
                    .path(self.file.as_str())
                    .annotation(
                        AnnotationKind::Primary
                            .span(span.clone())
                            .label(self.expected.as_str()),
                    ),
            )
        } else {
            let title = Level::ERROR.primary_title(format!("{}: {title}", self.place()));
            let group = annotate_snippets::Group::with_title(title);
            if self.expected.is_empty() {
                group
            } else {
                group.element(Level::HELP.message(self.expected.as_str()))
            }
        };
        if let Some(note) = &self.note {
            report = report.element(Level::NOTE.message(note.as_str()));
        }
        renderer.render(&[report])
    }
}

impl Problem {
    /// The file, with line and column where they are known.
    pub fn place(&self) -> String {
        match (self.line, self.column) {
            (Some(line), Some(column)) => format!("{}:{line}:{column}", self.file),
            (Some(line), None) => format!("{}:{line}", self.file),
            (None, _) => self.file.clone(),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.place())?;
        if !self.field.is_empty() {
            write!(f, ": {}", self.field)?;
        }
        write!(f, ": {}", self.message)?;
        if !self.expected.is_empty() {
            write!(f, " ({})", self.expected)?;
        }
        Ok(())
    }
}

/// A line with a mark in the place of every letter and digit of its value, and in its length.
fn veiled(line: &str) -> String {
    let (name, value) = line.split_at(line.find('=').unwrap_or(line.len()));
    let mut veiled = name.to_owned();
    for c in value.chars() {
        if c.is_alphanumeric() {
            veiled.extend(std::iter::repeat_n('*', c.len_utf8()));
        } else {
            veiled.push(c);
        }
    }
    veiled
}

/// The first problems of one file, in their order: more of them nobody reads, and each points into the whole text.
pub fn few(mut problems: Vec<Problem>) -> Vec<Problem> {
    problems.sort_by_key(|problem| (problem.line, problem.column));
    let more = problems.len().saturating_sub(bounds::FAULTS);
    problems.truncate(bounds::FAULTS);
    if more > 0
        && let Some(last) = problems.pop()
    {
        problems.push(last.note("there is more of this kind; put these right first"));
    }
    problems
}

/// A whole text without its keys. That of the last one is kept: several problems point into one text, and it takes
/// long.
fn without_keys(source: &Arc<str>) -> Arc<str> {
    type Pair = (Arc<str>, Arc<str>);
    thread_local! {
        static LAST: RefCell<Option<Pair>> = const { RefCell::new(None) };
    }
    LAST.with_borrow_mut(|last| match last {
        Some((of, masked)) if Arc::ptr_eq(of, source) => Arc::clone(masked),
        Some(_) | None => {
            let masked: Arc<str> = masked_in_place(source).into();
            *last = Some((Arc::clone(source), Arc::clone(&masked)));
            masked
        }
    })
}

/// The parser's message, and apart from it what it expected.
pub(super) fn split(message: &str) -> (&str, &str) {
    let at = message
        .find(", expected ")
        .or_else(|| message.find("\nexpected "));
    match at {
        Some(at) => {
            let (head, tail) = message.split_at(at);
            let expected = tail.trim_start_matches([',', '\n', ' ']);
            // "Expected nothing" is what the message has said already.
            (head, expected.trim_start_matches("expected nothing"))
        }
        None => (message, ""),
    }
}

/// The parser's message about a value without quotation marks, and about none at all.
const UNQUOTED: &str = "string values must be quoted";

/// Whether nothing but a comment stands where a value should.
fn is_missing(source: &str, span: &Range<usize>) -> bool {
    let rest = source.get(span.start..).unwrap_or_default();
    let line = rest.lines().next().unwrap_or_default().trim_start();
    line.is_empty() || line.starts_with('#')
}

/// The text with every character that must not reach a terminal written out, and the span moved with it.
fn visible(source: &str, span: &Range<usize>) -> (String, Range<usize>) {
    let mut shown = String::with_capacity(source.len());
    let mut moved = span.clone();
    let mut written = Visible::default();
    for (at, c) in source.char_indices() {
        if at == span.start {
            moved.start = shown.len();
        }
        if at == span.end {
            moved.end = shown.len();
        }
        match c {
            '\r' if source
                .get(at + 1..)
                .is_some_and(|rest| rest.starts_with('\n')) => {}
            '\t' => shown.push(' '),
            c => shown += &written.push(c.encode_utf8(&mut [0; 4])),
        }
    }
    if span.start >= source.len() {
        moved.start = shown.len();
    }
    if span.end >= source.len() {
        moved.end = shown.len();
    }
    (shown, moved)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_and_a_column_are_counted_in_characters() {
        let source: Arc<str> = "name = \"é\"\r\nshort = \"é\" x\n".into();
        let at = source.rfind('x').unwrap();
        let problem = Problem::at("a.toml", &source, at..at + 1, "short", "bad", "good");
        assert_eq!((problem.line, problem.column), (Some(2), Some(13)));
        assert_eq!(problem.to_string(), "a.toml:2:13: short: bad (good)");
        assert!(problem.render(Paint::Plain).contains("--> a.toml:2:13"));
    }

    #[test]
    fn nothing_in_a_file_reaches_the_terminal_as_a_sequence() {
        let source: Arc<str> = "a = \"\u{1b}]0;x\u{7}\u{9b}2J\u{202e}\"".into();
        let problem = Problem::at(
            "e\u{1b}[2Jvil.toml",
            &source,
            5..6,
            "",
            "bad \u{1b}[1m",
            "x\u{9b}",
        );
        let shown = problem.render(Paint::Plain);
        assert!(
            !shown.chars().any(|c| c.is_control() && c != '\n'),
            "{shown:?}"
        );
        assert!(problem.render(Paint::Coloured).contains("\u{1b}["));
    }

    #[test]
    fn a_span_outside_the_text_does_no_harm() {
        let source: Arc<str> = "é".into();
        for span in [0..99, 1..1, 7..9, 2..2] {
            let problem = Problem::at("a", &source, span, "", "m", "e");
            assert!(problem.render(Paint::Plain).contains('m'));
        }
    }
}
