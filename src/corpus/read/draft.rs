//! A document under way: the one gate through which text gets into a [`Document`], cleaned as it passes.

use super::{Block, Document, Unreadable, headings::Headings, tidy};

/// How many tags of one work are kept: pages have been seen that list their whole vocabulary.
const MAX_TAGS: usize = 32;

/// A document under way.
#[derive(Debug, Default)]
pub(super) struct Draft {
    document: Document,
    /// The headings in force, for places.
    pub(super) headings: Headings,
    /// Every heading that passed, for a work that is nothing else.
    seen: Vec<Block>,
}

impl Draft {
    pub(super) fn new(source_type: &str) -> Self {
        Self {
            document: Document {
                source_type: source_type.to_owned(),
                ..Document::default()
            },
            ..Self::default()
        }
    }

    /// The first title that says something stands; so it is for the other fields.
    pub(super) fn title(&mut self, text: &str) {
        fill(&mut self.document.title, text);
    }

    pub(super) fn date(&mut self, text: &str) {
        fill(&mut self.document.date, text);
    }

    pub(super) fn speaker(&mut self, text: &str) {
        fill(&mut self.document.speaker, text);
    }

    pub(super) fn source_type(&mut self, text: &str) {
        if let Some(kind) = tidy::field(text) {
            self.document.source_type = kind;
        }
    }

    pub(super) fn tag(&mut self, text: &str) {
        let Some(tag) = tidy::field(text) else {
            return;
        };
        let tags = &mut self.document.tags;
        if tags.len() < MAX_TAGS && !tags.contains(&tag) {
            tags.push(tag);
        }
    }

    /// Tags as one text, with commas or semicolons between.
    pub(super) fn tags(&mut self, text: &str) {
        for tag in text.split([',', ';']) {
            self.tag(tag);
        }
    }

    /// A heading from here on. It gets into places, not into the text.
    pub(super) fn heading(&mut self, level: u8, text: &str, position: &str) {
        let text = tidy::field(text).unwrap_or_default();
        if !text.is_empty() {
            let place = self.headings.place(position);
            self.seen.push(Block {
                text: text.clone(),
                place,
                speaker: None,
            });
        }
        self.headings.enter(level, text);
    }

    /// A paragraph; `position` is where it stands, e.g. "line 7", without the heading.
    pub(super) fn block(&mut self, text: &str, position: &str) {
        let place = self.headings.place(position);
        self.said(text, place, None);
    }

    /// A paragraph with its place as it is, and who says it.
    pub(super) fn said(&mut self, text: &str, place: String, speaker: Option<&str>) {
        let text = tidy::line(text);
        if !text.is_empty() {
            self.document.blocks.push(Block {
                text,
                place,
                speaker: speaker.and_then(tidy::field),
            });
        }
    }

    /// The document; one that is headings only has them as its text.
    pub(super) fn finish(mut self) -> Result<Document, Unreadable> {
        if self.document.blocks.is_empty() {
            self.document.blocks = self.seen;
        }
        if self.document.blocks.is_empty() {
            return Err(Unreadable::Empty);
        }
        Ok(self.document)
    }
}

fn fill(slot: &mut Option<String>, text: &str) {
    if slot.is_none() {
        *slot = tidy::field(text);
    }
}
