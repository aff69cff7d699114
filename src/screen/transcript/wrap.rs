//! Wrapping, in one place, so that heights and drawing cannot disagree. Breaks where Unicode allows it and
//! keeps the looks of every piece.

use ratatui::text::{Line, Span};
use textwrap::{core::Word, wrap_algorithms::wrap_first_fit};

/// A row of the transcript.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TranscriptRow {
    /// The line that is drawn.
    pub line: Line<'static>,
    /// The number of characters at the beginning that are decoration and not text.
    pub lead: usize,
}

impl TranscriptRow {
    /// A row of nothing but text.
    pub fn new(line: Line<'static>) -> Self {
        Self { line, lead: 0 }
    }

    /// The row with decoration before it.
    #[must_use]
    pub fn after(mut self, lead: &Span<'static>) -> Self {
        self.lead += lead.content.chars().count();
        self.line.spans.insert(0, lead.clone());
        self
    }

    /// The text without decoration.
    pub fn text(&self) -> String {
        let all = self.line.spans.iter().map(|span| span.content.as_ref());
        all.flat_map(str::chars).skip(self.lead).collect()
    }
}

/// Breaks a line into lines of at most `width` cells. White space at a break is dropped.
pub(super) fn wrap(line: &Line<'_>, width: usize) -> Vec<Line<'static>> {
    let width = width.max(1);
    let text: String = line
        .spans
        .iter()
        .map(|span| span.content.as_ref())
        .collect();
    if text.trim().is_empty() {
        return vec![Line::default()];
    }
    let words: Vec<Word<'_>> = crate::wrapping::words(&text)
        .flat_map(|word| {
            if textwrap::core::display_width(word.word) > width {
                word.break_apart(width).collect()
            } else {
                vec![word]
            }
        })
        .collect();
    let mut at = 0;
    wrap_first_fit(&words, &[width as f64])
        .into_iter()
        .map(|words| {
            let start = at;
            at += words
                .iter()
                .map(|word| word.word.len() + word.whitespace.len())
                .sum::<usize>();
            let end = at - words.last().map_or(0, |word| word.whitespace.len());
            cut(line, start, end)
        })
        .collect()
}

/// The part of a line between two bytes, with its looks.
fn cut(line: &Line<'_>, start: usize, end: usize) -> Line<'static> {
    let mut at = 0;
    let mut spans = Vec::new();
    for span in &line.spans {
        let from = start.max(at) - at;
        let to = end.min(at + span.content.len()).saturating_sub(at);
        if let Some(piece) = span.content.get(from..to)
            && !piece.is_empty()
        {
            spans.push(Span::styled(piece.to_owned(), span.style));
        }
        at += span.content.len();
    }
    Line {
        spans,
        style: line.style,
        alignment: line.alignment,
    }
}

/// Wraps a line into rows that hang behind `first` and then `rest`, which have the same width.
pub(super) fn rows(
    line: &Line<'_>,
    width: usize,
    first: &Span<'static>,
    rest: &Span<'static>,
) -> Vec<TranscriptRow> {
    wrap(line, width.saturating_sub(first.width()))
        .into_iter()
        .enumerate()
        .map(|(at, line)| TranscriptRow::new(line).after(if at == 0 { first } else { rest }))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::style::{Modifier, Style};

    fn texts(lines: &[Line<'_>]) -> Vec<String> {
        lines.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn breaks_where_people_would_and_keeps_the_looks() {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let line = Line::from(vec![
            Span::raw("A road is a "),
            Span::styled("promise that the state", bold),
            Span::raw(" has made."),
        ]);
        let wrapped = wrap(&line, 14);
        assert_eq!(
            texts(&wrapped),
            ["A road is a", "promise that", "the state has", "made."]
        );
        assert!(
            wrapped
                .iter()
                .skip(1)
                .take(2)
                .all(|line| { line.spans.first().is_some_and(|span| span.style == bold) })
        );
    }

    #[test]
    fn wide_letters_and_endless_words_stay_inside() {
        assert_eq!(
            texts(&wrap(&Line::from("日本語の動議を"), 6)),
            ["日本語", "の動議", "を"]
        );
        assert_eq!(
            texts(&wrap(&Line::from("abcdefgh"), 3)),
            ["abc", "def", "gh"]
        );
        assert_eq!(texts(&wrap(&Line::from("   "), 3)), [""]);
    }

    proptest::proptest! {
        #[test]
        fn nothing_is_lost_and_nothing_overflows(
            pieces in proptest::collection::vec("[a-zé日本語👩‍🔬 .,—-]{0,14}", 0..6),
            width in 2_usize..30,
        ) {
            let line = Line::from(pieces.iter().map(|piece| Span::raw(piece.clone())).collect::<Vec<_>>());
            let wrapped = wrap(&line, width);
            let letters = |text: &str| text.split_whitespace().collect::<String>();
            proptest::prop_assert_eq!(letters(&texts(&wrapped).concat()), letters(&line.to_string()));
            for line in &wrapped {
                proptest::prop_assert!(line.width() <= width, "{:?}", line);
            }
        }
    }
}
