//! Markdown as speakers use it: stress, quotations, lists; headings are shown plainly and raw HTML as the
//! text it is. Gives paragraphs that are still to be wrapped.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use ratatui::{
    style::{Modifier, Style},
    text::{Line, Span},
};

use crate::style::{StyleRole, Styles};

/// A paragraph before it is wrapped.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Paragraph {
    /// The text in one line.
    pub(super) line: Line<'static>,
    /// The decoration before the first row.
    pub(super) first: String,
    /// The decoration before further rows; as wide as `first`.
    pub(super) rest: String,
    /// Whether it follows the one before without an empty row: items of a list, lines of a verse.
    pub(super) tight: bool,
}

/// Text whose markdown is not to be looked at: lines as they are.
pub(super) fn plain(text: &str, style: Style) -> Vec<Paragraph> {
    let mut paragraphs: Vec<Paragraph> = Vec::new();
    let mut gap = false;
    for line in text.lines() {
        if line.trim().is_empty() {
            gap = true;
            continue;
        }
        paragraphs.push(Paragraph {
            line: Line::from(Span::styled(line.trim_end().to_owned(), style)),
            tight: !gap,
            ..Paragraph::default()
        });
        gap = false;
    }
    paragraphs
}

/// Paragraphs of a finished text.
pub(super) fn parse(text: &str, base: Style, styles: &Styles) -> Vec<Paragraph> {
    let mut writer = Writer {
        done: Vec::new(),
        spans: Vec::new(),
        base,
        styles,
        bold: 0,
        italic: 0,
        links: 0,
        quotes: 0,
        lists: Vec::new(),
        marker: None,
        tight: false,
    };
    for event in Parser::new_ext(text, Options::ENABLE_STRIKETHROUGH) {
        writer.take(event);
    }
    writer.flush();
    writer.done
}

struct Writer<'a> {
    done: Vec<Paragraph>,
    spans: Vec<Span<'static>>,
    base: Style,
    styles: &'a Styles,
    bold: u32,
    italic: u32,
    links: u32,
    quotes: usize,
    /// The next number of each list around; `None` for one without numbers.
    lists: Vec<Option<u64>>,
    marker: Option<String>,
    tight: bool,
}

impl Writer<'_> {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(&tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text)
            | Event::Code(text)
            | Event::InlineMath(text)
            | Event::DisplayMath(text)
            | Event::FootnoteReference(text)
            // Raw HTML is the text that it is.
            | Event::Html(text)
            | Event::InlineHtml(text) => self.text(&text),
            Event::SoftBreak => self.text(" "),
            Event::HardBreak => {
                self.flush();
                self.tight = true;
            }
            Event::Rule => {
                self.flush();
                self.spans
                    .push(Span::styled("⁂", self.styles.get(StyleRole::Dim)));
                self.flush();
            }
            Event::TaskListMarker(_) => {}
        }
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "marks that are none of ours"
    )]
    fn start(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::Strong => self.bold += 1,
            Tag::Emphasis => self.italic += 1,
            Tag::Link { .. } => self.links += 1,
            Tag::Heading { .. } => {
                self.flush();
                self.bold += 1;
            }
            Tag::BlockQuote(_) => {
                self.flush();
                self.quotes += 1;
            }
            Tag::List(first) => {
                self.flush();
                self.lists.push(*first);
            }
            Tag::Item => {
                self.flush();
                self.tight = true;
                self.marker = Some(match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}. ", *number - 1)
                    }
                    Some(None) | None => "• ".to_owned(),
                });
            }
            // Everything else is a paragraph of words to a debate.
            _ => {}
        }
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "marks that are none of ours"
    )]
    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Strong => self.bold = self.bold.saturating_sub(1),
            TagEnd::Emphasis => self.italic = self.italic.saturating_sub(1),
            TagEnd::Link => self.links = self.links.saturating_sub(1),
            TagEnd::Heading(_) => {
                self.flush();
                self.bold = self.bold.saturating_sub(1);
            }
            TagEnd::BlockQuote(_) => {
                self.flush();
                self.quotes = self.quotes.saturating_sub(1);
            }
            TagEnd::List(_) => {
                self.flush();
                self.lists.pop();
                self.tight = false;
            }
            TagEnd::Paragraph | TagEnd::Item | TagEnd::CodeBlock | TagEnd::HtmlBlock => {
                self.flush();
            }
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        let mut style = self.base;
        if self.quotes > 0 {
            style = style.patch(self.styles.get(StyleRole::Quote));
        }
        if self.bold > 0 {
            style = style.patch(self.styles.get(StyleRole::Emphasis));
        }
        if self.italic > 0 {
            style = style.add_modifier(Modifier::ITALIC);
        }
        if self.links > 0 {
            style = style.patch(self.styles.get(StyleRole::Link));
        }
        for (at, line) in text.split('\n').enumerate() {
            if at > 0 {
                self.flush();
                self.tight = true;
            }
            if !line.is_empty() {
                self.spans.push(Span::styled(line.to_owned(), style));
            }
        }
    }

    fn flush(&mut self) {
        if self.spans.is_empty() {
            return;
        }
        let quote = "│ ".repeat(self.quotes);
        let depth = "  ".repeat(self.lists.len().saturating_sub(1));
        let marker = self.marker.take();
        let hang = match (&marker, self.lists.is_empty()) {
            (Some(marker), _) => " ".repeat(marker.chars().count()),
            (None, false) => "  ".to_owned(),
            (None, true) => String::new(),
        };
        self.done.push(Paragraph {
            line: Line::from(std::mem::take(&mut self.spans)),
            first: format!("{quote}{depth}{}", marker.as_deref().unwrap_or(&hang)),
            rest: format!("{quote}{depth}{hang}"),
            tight: std::mem::take(&mut self.tight),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::style::ColorSupport;

    fn shown(text: &str) -> Vec<String> {
        let styles = Styles::plain(ColorSupport::None);
        parse(text, Style::new(), &styles)
            .iter()
            .map(|p| format!("{}{}", p.first, p.line))
            .collect()
    }

    #[test]
    fn the_marks_go_and_the_words_stay() {
        let table: [(&str, &[&str]); 7] = [
            ("I **insist** on _this_.", &["I insist on this."]),
            ("# A heading\n\nText", &["A heading", "Text"]),
            ("> He said so", &["│ He said so"]),
            (
                "First:\n\n1. one\n2. two\n   - inner",
                &["First:", "1. one", "2. two", "  • inner"],
            ),
            ("a <b>tag</b> stays", &["a <b>tag</b> stays"]),
            ("<div>raw</div>", &["<div>raw</div>"]),
            ("one\ntwo", &["one two"]),
        ];
        for (text, expected) in table {
            assert_eq!(shown(text), expected, "{text:?}");
        }
    }

    #[test]
    fn stress_has_its_looks() {
        let styles = Styles::plain(ColorSupport::None);
        let paragraphs = parse("so **very** much", Style::new(), &styles);
        let spans = &paragraphs.first().unwrap().line.spans;
        assert_eq!(
            spans.get(1).map(|span| (span.content.as_ref(), span.style)),
            Some(("very", styles.get(StyleRole::Emphasis)))
        );
    }

    proptest::proptest! {
        #[test]
        fn no_text_is_too_strange(text in "[a-z*_>#`<&\\[\\]()!~1. \n-]{0,80}") {
            let styles = Styles::plain(ColorSupport::True);
            for paragraph in parse(&text, Style::new(), &styles) {
                proptest::prop_assert!(!paragraph.line.to_string().contains('\n'));
            }
        }
    }
}
