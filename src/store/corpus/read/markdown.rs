//! Markdown: headings are the places, everything that is read aloud is text, front matter says the rest.
//!
//! A text is parsed as a whole up to [`WINDOW`] bytes, and beyond that some blocks at a time. What a link leads to may
//! be said anywhere, so the labels of a long text are gathered first.

use std::collections::HashSet;

use pulldown_cmark::{
    BrokenLink, CowStr, Event, HeadingLevel, OffsetIter, Options, Parser, Tag, TagEnd,
};

use super::{
    Unreadable,
    decode::{Text, Windows},
    draft::Draft,
    flow::Flow,
    front_matter, html,
    long::LONGEST,
};
use crate::text::floor_char_boundary;

/// The number of bytes that are parsed at a time: the longest books are shorter.
const WINDOW: usize = 4 * 1024 * 1024;

/// The longest label of a link, in bytes, and the most that are known of one text.
const LABEL: usize = 1000;
const LABELS: usize = 20_000;

const OPTIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_STRIKETHROUGH);

/// A Markdown text as a document.
pub(super) fn read(text: &mut Text<'_>, flow: &mut Flow<'_>) -> Result<(), Unreadable> {
    in_windows(text, flow, WINDOW)
}

/// Reads Markdown, `longest` bytes at a time.
pub(super) fn in_windows(
    text: &mut Text<'_>,
    flow: &mut Flow<'_>,
    longest: usize,
) -> Result<(), Unreadable> {
    let mut body = String::new();
    let is_long = !fill(&mut text.windows()?, &mut body, longest)?;
    let labels = if is_long {
        labels(text)?
    } else {
        HashSet::new()
    };
    body.clear();
    let mut windows = text.windows()?;
    let mut draft = flow.draft("markdown");
    let mut line = 1;
    let mut is_over = fill(&mut windows, &mut body, longest)?;
    let (rest, taken) = front_matter::take(&body, &mut draft.about);
    body.drain(..body.len() - rest.len());
    line += taken;
    loop {
        let end = if is_over {
            body.len()
        } else {
            blocks(&body, longest, &labels)
        };
        let now = body.get(..end).unwrap_or_default();
        parse(now, line, &labels, &mut draft);
        if is_over || draft.has_stopped() {
            return draft.finish();
        }
        line += now.matches('\n').count();
        body.drain(..end);
        is_over = fill(&mut windows, &mut body, longest)?;
    }
}

/// Fills up to more than `longest` bytes; true where the text is over before.
fn fill(windows: &mut Windows<'_>, body: &mut String, longest: usize) -> Result<bool, Unreadable> {
    while body.len() <= longest {
        if !windows.append(body)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Parses whole blocks, the first of which begins at `line`.
fn parse(text: &str, line: usize, labels: &HashSet<String>, draft: &mut Draft<'_, '_>) {
    let mut page = Page {
        draft,
        text: String::new(),
        html: String::new(),
        level: None,
        began: 0,
        lines: Lines { text, at: 0, line },
    };
    for (event, range) in events(text, labels) {
        page.take(event, range.start);
    }
    page.flush();
}

fn events<'t>(
    text: &'t str,
    labels: &'t HashSet<String>,
) -> OffsetIter<'t, impl FnMut(BrokenLink<'t>) -> Option<(CowStr<'t>, CowStr<'t>)>> {
    let known = |link: BrokenLink<'t>| {
        let is_known = labels.contains(&label(&link.reference));
        is_known.then(|| (CowStr::from(""), CowStr::from("")))
    };
    Parser::new_with_broken_link_callback(text, OPTIONS, Some(known)).into_offset_iter()
}

/// The labels of links in a text, `[label]: …` at the beginning of a line, as they are compared.
fn labels(text: &mut Text<'_>) -> Result<HashSet<String>, Unreadable> {
    let mut found = HashSet::new();
    let mut lines = text.lines(LONGEST)?;
    while let Some(line) = lines.next()?.filter(|_| found.len() < LABELS) {
        let named = line.text.trim_start().strip_prefix('[');
        let named = named.and_then(|rest| rest.split_once("]:"));
        if let Some((name, _)) = named.filter(|(name, _)| name.len() <= LABEL && !line.goes_on) {
            found.insert(label(name));
        }
    }
    Ok(found)
}

/// A label as it is compared: case and white space make no difference.
fn label(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    words.join(" ").to_lowercase()
}

/// The beginning of the last block that the first `longest` bytes of a text hold; all before is whole. Where that block
/// begins long before the end of these bytes, or they are one block, a list or a table say, it is the beginning of a
/// line in the block.
fn blocks(text: &str, longest: usize, labels: &HashSet<String>) -> usize {
    let most = floor_char_boundary(text, longest).max(1);
    let text = text.get(..most).unwrap_or(text);
    // What a line is shows at its end: the first letter of a table's row is a paragraph.
    let lines = text.rfind('\n').and_then(|at| text.get(..=at));
    let (mut depth, mut last) = (0_usize, 0);
    for (event, range) in events(lines.unwrap_or(text), labels) {
        let ends = matches!(event, Event::End(_));
        depth -= usize::from(ends).min(depth);
        if depth == 0 && !ends {
            last = range.start;
        }
        depth += usize::from(matches!(event, Event::Start(_)));
    }
    let line = |before: usize| {
        let before = text.get(..before).unwrap_or_default();
        before.rfind('\n').map_or(0, |at| at + 1)
    };
    // A block is indented by what stands before it in its line.
    let block = line(last);
    if block > most / 2 {
        return block;
    }
    let space = text.char_indices().rfind(|(_, c)| c.is_whitespace());
    let word = space.map_or(most, |(at, c)| at + c.len_utf8());
    match line(most) {
        line if line > most / 2 => line,
        _ => word,
    }
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

struct Page<'d, 'a, 'f, 'b> {
    draft: &'d mut Draft<'f, 'b>,
    /// The paragraph or heading under way.
    text: String,
    /// The HTML under way.
    html: String,
    /// The level of the block while it is a heading.
    level: Option<u8>,
    /// The first line of the block.
    began: usize,
    lines: Lines<'a>,
}

impl Page<'_, '_, '_, '_> {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "events that are none of ours"
    )]
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
                    self.draft.about.set_title(&text);
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
