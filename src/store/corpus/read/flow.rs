//! The flow of what is read to whoever takes it: document by document, paragraph by paragraph, and what was left out.

use std::ops::ControlFlow;

use super::{About, Paragraph, ParagraphSink};

/// The number of left-out parts of one file that are named; the rest are counted.
pub(super) const MAX_SKIPPED: usize = 100;

/// The way of one file's paragraphs.
pub(super) struct Flow<'a> {
    sink: &'a mut dyn ParagraphSink,
    /// The title of a document that has none of its own.
    title: Option<String>,
    has_begun: bool,
    has_stopped: bool,
    /// The parts left out before the first paragraph: where none comes, the file is told to be unreadable, and not
    /// this.
    held: Vec<String>,
    skipped: usize,
}

impl<'a> Flow<'a> {
    pub(super) fn new(sink: &'a mut dyn ParagraphSink, title: Option<String>) -> Self {
        Self {
            sink,
            title,
            has_begun: false,
            has_stopped: false,
            held: Vec::new(),
            skipped: 0,
        }
    }

    pub(super) fn block(&mut self, about: &About, block: Paragraph) {
        if self.has_stopped {
            return;
        }
        self.has_begun = true;
        for what in std::mem::take(&mut self.held) {
            self.sink.skipped(what);
        }
        self.heed(|sink| sink.block(about, block));
    }

    pub(super) fn end(&mut self, mut about: About) {
        if self.has_stopped {
            return;
        }
        if about.title.is_none() {
            about.title.clone_from(&self.title);
        }
        self.heed(|sink| sink.end(about));
    }

    fn heed(&mut self, told: impl FnOnce(&mut dyn ParagraphSink) -> ControlFlow<()>) {
        self.has_stopped = told(self.sink).is_break();
    }

    /// A part of the file is left out.
    pub(super) fn skip(&mut self, what: String) {
        self.skipped += 1;
        if self.has_stopped || self.skipped > MAX_SKIPPED {
            return;
        }
        if self.has_begun {
            self.sink.skipped(what);
        } else {
            self.held.push(what);
        }
    }

    /// The first part that was left out, of a file that has given nothing.
    pub(super) fn first_skipped(&self) -> Option<&str> {
        self.held.first().map(String::as_str)
    }

    pub(super) fn has_begun(&self) -> bool {
        self.has_begun
    }

    /// Whether nobody takes more.
    pub(super) fn has_stopped(&self) -> bool {
        self.has_stopped
    }

    /// The file is over.
    pub(super) fn finish(self) {
        let more = self.skipped.saturating_sub(MAX_SKIPPED);
        if more > 0 && !self.has_stopped {
            self.sink.skipped(format!("and {more} more"));
        }
    }
}
