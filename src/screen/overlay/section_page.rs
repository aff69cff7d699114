//! A page over the chamber with a section of the document: its texts under their titles, and what is said of each item.

use crossterm::event::KeyEvent;
use ratatui::{buffer::Buffer, layout::Rect, text::Line};

use super::{
    super::{
        hint::Hint,
        style::{StyleRole, Styles},
    },
    Overlay, OverlayOutcome,
    page::Page,
};
use crate::blocks::{Note, Section, SectionItem, SectionPart, Tone};

/// Cells by which what is said of a claim stands back.
const INDENT: &str = "  ";

/// A paragraph of the page: what stands before its first line, and how it looks.
struct Paragraph {
    lead: &'static str,
    text: String,
    role: StyleRole,
}

/// A section as a page.
pub(super) struct SectionPage {
    title: String,
    paragraphs: Vec<Paragraph>,
    page: Page,
    /// The key that has opened it, and that closes it.
    key: char,
}

impl SectionPage {
    /// The page of a section that this key opens.
    pub(super) fn of(section: &Section<'_>, key: char) -> Self {
        Self {
            title: section.heading(),
            paragraphs: section.parts.iter().flat_map(paragraphs).collect(),
            page: Page::default(),
            key,
        }
    }
}

fn paragraphs(part: &SectionPart<'_>) -> Vec<Paragraph> {
    let apart = || Paragraph {
        lead: "",
        text: String::new(),
        role: StyleRole::Text,
    };
    match part {
        SectionPart::Items(_, items) => items
            .iter()
            .flat_map(|item| item_of(item).into_iter().chain([apart()]))
            .collect(),
        SectionPart::Facts(facts) => facts
            .iter()
            .map(|fact| note("", fact))
            .chain([apart()])
            .collect(),
        SectionPart::List(title, items) => {
            let title = Paragraph {
                lead: "",
                text: title.to_string(),
                role: StyleRole::Title,
            };
            let items = items.iter().map(|item| Paragraph {
                lead: "· ",
                text: item.to_string(),
                role: StyleRole::Text,
            });
            [title].into_iter().chain(items).chain([apart()]).collect()
        }
        // No section that has a page is made of anything else.
        SectionPart::Line(_)
        | SectionPart::Row(_)
        | SectionPart::Prose(..)
        | SectionPart::Quote(..)
        | SectionPart::Meters(_)
        | SectionPart::Table(_)
        | SectionPart::Rounds(_) => Vec::new(),
    }
}

fn item_of(item: &SectionItem<'_>) -> Vec<Paragraph> {
    let claim = Paragraph {
        lead: "",
        text: item.text.to_string(),
        role: StyleRole::Emphasis,
    };
    let notes = item.notes.iter().map(|one| note(INDENT, one));
    [claim].into_iter().chain(notes).collect()
}

fn note(lead: &'static str, note: &Note<'_>) -> Paragraph {
    Paragraph {
        lead,
        text: format!("{}: {}", note.label, note.text),
        role: if note.tone == Tone::Evidence {
            StyleRole::Evidence
        } else {
            StyleRole::Text
        },
    }
}

fn lines(paragraphs: &[Paragraph], width: usize, styles: &Styles) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for one in paragraphs {
        let style = styles.get(one.role);
        if one.text.is_empty() {
            lines.push(Line::default());
            continue;
        }
        let options = crate::wrapping::options(width.max(8))
            .initial_indent(one.lead)
            .subsequent_indent(if one.lead.is_empty() { "" } else { INDENT });
        for row in textwrap::wrap(&one.text, options) {
            lines.push(Line::styled(row.into_owned(), style));
        }
    }
    // The last paragraph has nothing below it.
    while lines.last().is_some_and(|line| line.width() == 0) {
        lines.pop();
    }
    lines
}

impl Overlay for SectionPage {
    fn title(&self) -> &str {
        &self.title
    }

    fn on_key(&mut self, key: KeyEvent) -> OverlayOutcome {
        self.page.on_key(key, self.key)
    }

    fn on_paste(&mut self, _: &str) -> OverlayOutcome {
        OverlayOutcome::Stay
    }

    fn hints(&self) -> Vec<Hint> {
        self.page.hints()
    }

    fn render(&mut self, area: Rect, buf: &mut Buffer, styles: &Styles) {
        let (title, paragraphs) = (&self.title, &self.paragraphs);
        self.page.render((title, area), buf, styles, |width| {
            lines(paragraphs, width, styles)
        });
    }
}
