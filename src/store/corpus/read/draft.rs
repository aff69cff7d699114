//! A document under way: the one gate through which text gets into a document, cleaned as it passes.

use super::{
    About, Paragraph, Unreadable,
    flow::Flow,
    headings::Headings,
    long::{self, LONGEST},
    tidy,
};

/// The number of tags of one work that are kept: pages have been seen that list their whole vocabulary.
const MAX_TAGS: usize = 32;

/// A document under way. Its paragraphs go on as they come; of what has passed only the headings in force are kept.
pub(super) struct Draft<'f, 'a> {
    flow: &'f mut Flow<'a>,
    /// The facts about the document that are known so far.
    pub(super) about: About,
    /// The headings in force, for places.
    pub(super) headings: Headings,
    /// Every heading that passed, for a work that is nothing else.
    seen: Vec<Paragraph>,
    /// The bytes of those.
    seen_bytes: usize,
    has_text: bool,
}

impl About {
    pub(super) fn new(source_type: &str) -> Self {
        Self {
            source_type: source_type.to_owned(),
            ..Self::default()
        }
    }

    /// The first title that says something stands; so it is for the other fields.
    pub(super) fn set_title(&mut self, text: &str) {
        fill(&mut self.title, text);
    }

    pub(super) fn set_date(&mut self, text: &str) {
        fill(&mut self.date, text);
    }

    pub(super) fn set_speaker(&mut self, text: &str) {
        fill(&mut self.speaker, text);
    }

    pub(super) fn set_source_type(&mut self, text: &str) {
        if let Some(kind) = tidy::field(text) {
            self.source_type = kind;
        }
    }

    pub(super) fn add_tag(&mut self, text: &str) {
        let Some(tag) = tidy::field(text) else {
            return;
        };
        if self.tags.len() < MAX_TAGS && !self.tags.contains(&tag) {
            self.tags.push(tag);
        }
    }

    /// Tags as one text, with commas or semicolons between.
    pub(super) fn add_tags(&mut self, text: &str) {
        for tag in text.split([',', ';']) {
            self.add_tag(tag);
        }
    }
}

impl<'a> Flow<'a> {
    /// A document begins.
    pub(super) fn draft(&mut self, source_type: &str) -> Draft<'_, 'a> {
        self.draft_of(About::new(source_type))
    }

    /// A document begins of which something is known already.
    pub(super) fn draft_of(&mut self, about: About) -> Draft<'_, 'a> {
        Draft::new(self, about)
    }
}

impl<'f, 'a> Draft<'f, 'a> {
    pub(super) fn new(flow: &'f mut Flow<'a>, about: About) -> Self {
        Self {
            flow,
            about,
            headings: Headings::default(),
            seen: Vec::new(),
            seen_bytes: 0,
            has_text: false,
        }
    }

    /// A heading from here on. It gets into places, not into the text.
    pub(super) fn heading(&mut self, level: u8, text: &str, position: &str) {
        let text = tidy::field(text).unwrap_or_default();
        if !text.is_empty() && !self.has_text {
            let place = self.headings.place(position);
            self.seen_bytes += text.len() + place.len();
            self.seen.push(Paragraph {
                text: text.clone(),
                place,
                speaker: None,
            });
            // After a book of headings it is one that is nothing else.
            if self.seen_bytes > LONGEST {
                self.say_headings();
            }
        }
        self.headings.enter(level, text);
    }

    fn say_headings(&mut self) {
        for block in std::mem::take(&mut self.seen) {
            self.put(block);
        }
    }

    /// A paragraph; `position` is where it stands, e.g. "line 7", without the heading.
    pub(super) fn block(&mut self, text: &str, position: &str) {
        let place = self.headings.place(position);
        self.said(text, place, None);
    }

    /// A paragraph with its place as it is, and who says it.
    pub(super) fn said(&mut self, text: &str, place: String, speaker: Option<&str>) {
        let mut text = tidy::line(text);
        let speaker = speaker.and_then(tidy::field);
        while text.len() > LONGEST {
            let rest = text.split_off(long::cut(&text));
            self.put(Paragraph {
                text: text.trim_end().to_owned(),
                place: place.clone(),
                speaker: speaker.clone(),
            });
            rest.trim_start().clone_into(&mut text);
        }
        if !text.is_empty() {
            self.put(Paragraph {
                text,
                place,
                speaker,
            });
        }
    }

    fn put(&mut self, block: Paragraph) {
        self.has_text = true;
        self.seen.clear();
        self.flow.block(&self.about, block);
    }

    /// A part of it is left out.
    pub(super) fn skip(&mut self, what: String) {
        self.flow.skip(what);
    }

    /// Whether nobody takes more of it.
    pub(super) fn has_stopped(&self) -> bool {
        self.flow.has_stopped()
    }

    /// Ends the document; one that is headings only has them as its text.
    pub(super) fn finish(mut self) -> Result<(), Unreadable> {
        self.say_headings();
        if !self.has_text {
            return Err(Unreadable::Empty);
        }
        self.flow.end(self.about);
        Ok(())
    }
}

fn fill(slot: &mut Option<String>, text: &str) {
    if slot.is_none() {
        *slot = tidy::field(text);
    }
}
