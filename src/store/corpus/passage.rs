//! A document as passages: about two hundred words each, whole sentences, one speaker, some overlap.
//!
//! Blocks become pieces (a sentence, or a part of one that is too long), pieces become sections (one speaker, one
//! heading, or several headings with little below each), and each section is cut on its own. A [`Cutter`] does so as
//! paragraphs come, and keeps what the next two passages may need of them. Linear in the text.

mod cut;
mod piece;
mod section;

use std::{borrow::Borrow, collections::VecDeque};

use crate::corpus::read::{Paragraph, ParsedWork};
use piece::Piece;
use section::Section;

/// The number of words that a passage aims at.
pub(crate) const AIM: usize = 200;

/// The most words of a passage.
pub const MOST: usize = 260;

/// The number of words of the passage before that are said again at the beginning of the next, in whole sentences; up
/// to half as much again where the sentences are long.
pub(crate) const OVERLAP: usize = 40;

/// The least words of a passage: fewer are no passage of their own while there is a neighbour of the same speaker to
/// join.
pub const LEAST: usize = 40;

/// A part of a work that is found, shown and quoted as a whole.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CorpusPassage {
    /// Paragraphs with a line feed between them; at most [`MOST`] words.
    pub text: String,
    /// The place of its first paragraph.
    pub place: String,
    /// The speaker: that of the paragraphs, else that of the document.
    pub speaker: Option<String>,
    /// The number of words. A text without spaces counts by its length, six bytes a word.
    pub words: usize,
}

/// The whole of a document in order: nothing lost, and nothing said twice but the overlap.
pub fn passages(document: &ParsedWork) -> Vec<CorpusPassage> {
    let mut cutter = Cutter::new(document.about.speaker.clone());
    let mut found = Vec::new();
    for block in &document.blocks {
        cutter.take(block, &mut found);
    }
    cutter.finish(&mut found);
    found
}

/// Cuts a document's passages as its paragraphs come.
///
/// No passage crosses the border of a section. A heading begins one only where both it and what stands before it have
/// enough words; a speaker always does. So the last section but one is kept until it is known whether the last one,
/// being short, joins it.
#[derive(Debug)]
pub struct Cutter<B> {
    /// The speaker where the paragraphs name none.
    speaker: Option<String>,
    /// The paragraphs that pieces are kept of, and the number of the first of them.
    blocks: VecDeque<B>,
    first: usize,
    before: Option<Section>,
    last: Option<Section>,
    /// The number of words that a section must have behind a passage for that to be cut before the section ends.
    ahead: usize,
}

impl<B: Borrow<Paragraph>> Cutter<B> {
    /// Nothing has come yet.
    pub fn new(speaker: Option<String>) -> Self {
        Self {
            speaker,
            blocks: VecDeque::new(),
            first: 0,
            before: None,
            last: None,
            ahead: cut::AHEAD,
        }
    }

    /// The next paragraph; the passages that are certain with it go into `found`.
    pub fn take(&mut self, block: B, found: &mut Vec<CorpusPassage>) {
        let index = self.first + self.blocks.len();
        let mut pieces = Vec::new();
        piece::split(index, &block.borrow().text, &mut pieces);
        if pieces.is_empty() {
            return;
        }
        self.enter(block.borrow(), found);
        self.blocks.push_back(block);
        let Some(last) = &mut self.last else {
            return;
        };
        last.extend(pieces);
        if last.words() >= LEAST {
            self.settle_before(found);
            if let Some(mut last) = self.last.take() {
                while last.has_ahead(self.ahead) {
                    self.next(&mut last, found);
                }
                last.forget();
                self.last = Some(last);
            }
        }
        self.forget();
    }

    /// Begins a section where one begins with this paragraph.
    fn enter(&mut self, block: &Paragraph, found: &mut Vec<CorpusPassage>) {
        let before = self.blocks.back().map(Borrow::borrow);
        let other_speaker = before.is_none_or(|before| before.speaker != block.speaker);
        let other_heading = before.is_none_or(|before| before.heading() != block.heading());
        if !other_speaker && !other_heading {
            return;
        }
        // What was too short to stand alone joins the section before it, or what comes now.
        let short = self.last.as_ref().is_some_and(|last| last.words() < LEAST);
        if other_speaker || !short {
            if other_speaker {
                self.join_last();
            }
            self.settle_before(found);
            self.before = self.last.replace(Section::new(block.speaker.clone()));
        }
    }

    /// Joins the last section to the one before it where it is short and the speaker the same.
    fn join_last(&mut self) {
        let Some(last) = self.last.take() else {
            return;
        };
        self.last = Some(match self.before.take() {
            Some(mut before) if last.words() < LEAST && before.speaker == last.speaker => {
                before.join(last);
                before
            }
            before => {
                self.before = before;
                last
            }
        });
    }

    /// Cuts the section before the last to its end: it is certain that nothing joins it.
    fn settle_before(&mut self, found: &mut Vec<CorpusPassage>) {
        if let Some(mut before) = self.before.take() {
            while before.has_ahead(1) {
                self.next(&mut before, found);
            }
        }
    }

    fn next(&self, section: &mut Section, found: &mut Vec<CorpusPassage>) {
        let pieces = section.next();
        found.extend(self.passage(pieces));
    }

    /// Lets go of the paragraphs that no piece is kept of.
    fn forget(&mut self) {
        let sections = [&self.before, &self.last];
        let kept = sections.into_iter().flatten().filter_map(Section::first);
        let kept = kept.min().unwrap_or(self.first);
        while self.first < kept && self.blocks.pop_front().is_some() {
            self.first += 1;
        }
    }

    /// The document is over.
    pub fn finish(mut self, found: &mut Vec<CorpusPassage>) {
        self.join_last();
        self.settle_before(found);
        self.before = self.last.take();
        self.settle_before(found);
    }

    fn block(&self, number: usize) -> Option<&Paragraph> {
        let at = number.checked_sub(self.first)?;
        self.blocks.get(at).map(Borrow::borrow)
    }

    fn passage(&self, pieces: &[Piece]) -> Option<CorpusPassage> {
        let first = self.block(pieces.first()?.block)?;
        let mut text = String::new();
        for run in pieces.chunk_by(|a, b| a.block == b.block) {
            let (Some(head), Some(tail)) = (run.first(), run.last()) else {
                continue;
            };
            let block = self.block(head.block)?;
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(block.text.get(head.from..tail.to)?.trim());
        }
        Some(CorpusPassage {
            text,
            place: first.place.clone(),
            speaker: first.speaker.clone().or_else(|| self.speaker.clone()),
            words: pieces.iter().map(|piece| piece.words).sum(),
        })
    }
}

/// The sentences of a text with their words: together all of it. One that is too long for a passage comes in parts.
pub(super) fn sentences(text: &str) -> Vec<(&str, usize)> {
    let mut pieces = Vec::new();
    piece::split(0, text, &mut pieces);
    let part = |piece: &Piece| Some((text.get(piece.from..piece.to)?, piece.words));
    pieces.iter().filter_map(part).collect()
}

#[cfg(test)]
mod tests;
