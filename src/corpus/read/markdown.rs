//! Markdown: headings are the places, everything that is read aloud is text, front matter says the rest.

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use super::{Document, Unreadable, draft::Draft, front_matter, html};

/// A Markdown text as a document.
pub(super) fn read(text: &str) -> Result<Document, Unreadable> {
    let mut draft = Draft::new("markdown");
    let (body, taken) = front_matter::take(text, &mut draft);
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_STRIKETHROUGH;
    let mut page = Page {
        draft,
        text: String::new(),
        html: String::new(),
        level: None,
        began: 0,
        lines: Lines {
            text: body,
            at: 0,
            line: taken + 1,
        },
    };
    for (event, range) in Parser::new_ext(body, options).into_offset_iter() {
        page.take(event, range.start);
    }
    page.flush();
    page.draft.finish()
}

/// Counts lines up to positions that only grow.
struct Lines<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl Lines<'_> {
    fn of(&mut self, position: usize) -> usize {
        if let Some(passed) = self.text.get(self.at..position) {
            self.line += passed.matches('\n').count();
            self.at = position;
        }
        self.line
    }
}

struct Page<'a> {
    draft: Draft,
    /// The paragraph or heading under way.
    text: String,
    /// The HTML under way.
    html: String,
    /// Its level while it is a heading.
    level: Option<u8>,
    /// Its first line.
    began: usize,
    lines: Lines<'a>,
}

impl Page<'_> {
    fn take(&mut self, event: Event<'_>, at: usize) {
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                self.flush();
                self.level = Some(depth(level));
            }
            Event::Start(
                Tag::Paragraph
                | Tag::Item
                | Tag::BlockQuote(_)
                | Tag::CodeBlock(_)
                | Tag::HtmlBlock
                | Tag::TableHead
                | Tag::TableRow
                | Tag::FootnoteDefinition(_),
            )
            | Event::End(
                TagEnd::Heading(_)
                | TagEnd::Paragraph
                | TagEnd::Item
                | TagEnd::BlockQuote(_)
                | TagEnd::CodeBlock
                | TagEnd::TableHead
                | TagEnd::TableRow
                | TagEnd::FootnoteDefinition,
            )
            | Event::Rule => self.flush(),
            Event::Text(text)
            | Event::Code(text)
            | Event::InlineMath(text)
            | Event::DisplayMath(text) => {
                self.say(&text, at);
            }
            Event::End(TagEnd::TableCell) => self.say(" ", at),
            Event::End(TagEnd::HtmlBlock) => {
                let visible = html::visible(&std::mem::take(&mut self.html));
                self.say(&visible, at);
                self.flush();
            }
            Event::Html(text) => self.html.push_str(&text),
            Event::SoftBreak | Event::HardBreak => self.say("\n", at),
            _ => {}
        }
    }

    fn say(&mut self, text: &str, at: usize) {
        if self.text.is_empty() {
            self.began = self.lines.of(at);
        }
        self.text.push_str(text);
    }

    fn flush(&mut self) {
        let text = std::mem::take(&mut self.text);
        let line = format!("line {}", self.began);
        match self.level.take() {
            Some(level) => {
                if level == 1 {
                    self.draft.title(&text);
                }
                self.draft.heading(level, &text, &line);
            }
            None => self.draft.block(&text, &line),
        }
    }
}

fn depth(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}
