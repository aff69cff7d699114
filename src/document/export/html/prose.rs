//! What people say, as HTML: stress, lists and quotations of their Markdown; raw HTML is shown as the text that it is.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::markup::Markup;
use crate::text::{count_words, sanitize::sanitize};

/// The kind of a paragraph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ParagraphKind {
    Plain,
    Heading,
    Quoted,
    Item,
    /// An item that has its number in its text.
    Numbered,
}

impl ParagraphKind {
    /// The tag around paragraphs of this kind that follow one another; empty where there is none.
    pub(super) const fn around(self) -> &'static str {
        match self {
            Self::Plain | Self::Heading => "",
            Self::Quoted => "blockquote",
            Self::Item => "ul",
            Self::Numbered => "ol",
        }
    }

    /// The tag of one of them, with its class.
    pub(super) const fn tag(self) -> (&'static str, &'static str) {
        match self {
            Self::Plain | Self::Quoted => ("p", ""),
            Self::Heading => ("p", "heading"),
            Self::Item | Self::Numbered => ("li", ""),
        }
    }
}

/// A paragraph, an item of a list or a quotation of what somebody says.
#[derive(Debug)]
pub(super) struct Paragraph {
    /// The kind of the paragraph.
    pub(super) kind: ParagraphKind,
    /// The number of its words.
    pub(super) words: u32,
    /// The paragraph, escaped.
    pub(super) markup: Markup,
}

/// The paragraphs of a text.
pub(super) fn paragraphs(text: &str) -> Vec<Paragraph> {
    let text = without_definitions(&sanitize(text));
    let mut writer = Writer::default();
    for event in Parser::new_ext(&text, Options::ENABLE_STRIKETHROUGH) {
        writer.take(event);
    }
    writer.flush();
    writer.done
}

/// The text with its definitions of links as words: Markdown would pass over them in silence.
fn without_definitions(text: &str) -> String {
    let line = |line: &str| {
        let bare = line.trim_start_matches([' ', '>', '\t']);
        let is_definition = bare.starts_with('[') && bare.contains("]:");
        if is_definition {
            let before = line.len() - bare.len();
            format!("{}\\{bare}", line.get(..before).unwrap_or_default())
        } else {
            line.to_owned()
        }
    };
    let lines: Vec<String> = text.split('\n').map(line).collect();
    lines.join("\n")
}

/// Whether a page may lead there.
pub(super) fn is_web_address(address: &str) -> bool {
    let lower = address.to_ascii_lowercase();
    let rest = lower
        .strip_prefix("https://")
        .or_else(|| lower.strip_prefix("http://"));
    rest.is_some_and(|rest| {
        rest.starts_with(|first: char| first.is_alphanumeric())
            && !rest.contains(|c: char| c.is_whitespace() || c.is_control())
    })
}

/// Opens a link that leads out of the page.
pub(super) fn open_link(markup: &mut Markup, address: &str) {
    let attributes = [("href", address), ("rel", "noreferrer noopener")];
    markup.open("a", &attributes);
}

#[derive(Default)]
struct Writer {
    done: Vec<Paragraph>,
    markup: Markup,
    words: String,
    quotes: u32,
    items: u32,
    is_heading: bool,
    /// The number of the item that begins, in a list with numbers; `None` in one without.
    lists: Vec<Option<u64>>,
    /// The addresses of links that no page may lead to: they are told as text.
    links: Vec<Option<String>>,
}

impl Writer {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(&tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text)
            | Event::Code(text)
            | Event::InlineMath(text)
            | Event::DisplayMath(text)
            | Event::FootnoteReference(text)
            | Event::Html(text)
            | Event::InlineHtml(text) => self.text(&text),
            Event::SoftBreak => self.text("\n"),
            Event::HardBreak => {
                self.words.push(' ');
                self.markup.open("br", &[]);
            }
            Event::Rule => self.flush(),
            Event::TaskListMarker(_) => {}
        }
    }

    fn text(&mut self, text: &str) {
        self.words.push_str(text);
        self.markup.text(text);
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "marks that are none of ours"
    )]
    fn start(&mut self, tag: &Tag<'_>) {
        match tag {
            Tag::Strong => self.markup.open("strong", &[]),
            Tag::Emphasis => self.markup.open("em", &[]),
            Tag::Strikethrough => self.markup.open("s", &[]),
            Tag::Heading { .. } => {
                self.flush();
                self.is_heading = true;
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
                self.items += 1;
                if let Some(Some(number)) = self.lists.last_mut() {
                    let mark = format!("{number}. ");
                    *number += 1;
                    self.text(&mark);
                }
            }
            Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. } => {
                if is_web_address(dest_url) {
                    open_link(&mut self.markup, dest_url);
                    self.links.push(None);
                } else {
                    self.links.push(Some(dest_url.to_string()));
                }
            }
            _ => self.flush(),
        }
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "marks that are none of ours"
    )]
    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Strong => self.markup.close("strong"),
            TagEnd::Emphasis => self.markup.close("em"),
            TagEnd::Strikethrough => self.markup.close("s"),
            TagEnd::Heading(_) => {
                self.flush();
                self.is_heading = false;
            }
            TagEnd::BlockQuote(_) => {
                self.flush();
                self.quotes = self.quotes.saturating_sub(1);
            }
            TagEnd::List(_) => {
                self.flush();
                self.lists.pop();
            }
            TagEnd::Item => {
                self.flush();
                self.items = self.items.saturating_sub(1);
            }
            TagEnd::Link | TagEnd::Image => match self.links.pop() {
                Some(None) => self.markup.close("a"),
                Some(Some(address)) if !address.is_empty() => self.text(&format!(" ({address})")),
                Some(Some(_)) | None => {}
            },
            _ => self.flush(),
        }
    }

    /// What was written since is a paragraph.
    fn flush(&mut self) {
        let markup = std::mem::take(&mut self.markup);
        let words = std::mem::take(&mut self.words);
        if words.trim().is_empty() {
            return;
        }
        let is_numbered = matches!(self.lists.last(), Some(Some(_)));
        let kind = match (self.quotes > 0, self.items > 0, self.is_heading) {
            (_, _, true) => ParagraphKind::Heading,
            (true, _, _) => ParagraphKind::Quoted,
            (_, true, _) if is_numbered => ParagraphKind::Numbered,
            (_, true, _) => ParagraphKind::Item,
            (false, false, false) => ParagraphKind::Plain,
        };
        self.done.push(Paragraph {
            kind,
            words: count_words(&words),
            markup,
        });
    }
}
