//! A document as passages: about two hundred words each, whole sentences, one speaker, some overlap.
//!
//! Blocks become pieces (a sentence, or a part of one that is too long), pieces become sections (one speaker, one
//! heading, or several headings with little below each), and each section is cut on its own. Linear in the text.

mod cut;
mod piece;

use std::ops::Range;

use crate::corpus::read::{Block, Document};
use piece::Piece;

/// How many words a passage aims at.
pub const AIM: usize = 200;

/// The most words of a passage.
pub const MOST: usize = 260;

/// How many words of the passage before are said again at the beginning of the next, in whole sentences; up to half
/// as much again where the sentences are long.
pub const OVERLAP: usize = 40;

/// Fewer words than these are no passage of their own while there is a neighbour of the same speaker to join.
pub const LEAST: usize = 40;

/// A part of a work that is found, shown and quoted as a whole.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Passage {
    /// Paragraphs with a line feed between them; at most [`MOST`] words.
    pub text: String,
    /// The place of its first paragraph.
    pub place: String,
    /// Who speaks: the paragraphs' speaker, else the document's.
    pub speaker: Option<String>,
    /// How many words there are. What has no spaces counts by its length, six bytes a word.
    pub words: usize,
}

/// The whole of a document in order: nothing lost, and nothing said twice but the overlap.
pub fn passages(document: &Document) -> Vec<Passage> {
    let blocks = &document.blocks;
    let mut pieces = Vec::new();
    for (index, block) in blocks.iter().enumerate() {
        piece::split(index, &block.text, &mut pieces);
    }
    let mut found = Vec::new();
    for section in sections(blocks, &pieces) {
        let section = pieces.get(section).unwrap_or_default();
        for range in cut::ranges(section) {
            found.extend(
                section
                    .get(range)
                    .and_then(|pieces| passage(document, pieces)),
            );
        }
    }
    found
}

/// Runs of pieces that no passage crosses the border of. A heading begins one only where both it and what stands
/// before it have enough words; a speaker always does.
fn sections(blocks: &[Block], pieces: &[Piece]) -> Vec<Range<usize>> {
    let mut found: Vec<(Range<usize>, usize)> = Vec::new();
    let mut before: Option<&Block> = None;
    for (index, piece) in pieces.iter().enumerate() {
        let Some(block) = blocks.get(piece.block) else {
            continue;
        };
        let other_speaker = before.is_none_or(|before| before.speaker != block.speaker);
        let other_heading = before.is_none_or(|before| before.heading() != block.heading());
        if other_speaker || other_heading {
            // What was too short to stand alone joins the section before it, or what comes now.
            let short = found.last().is_some_and(|(_, words)| *words < LEAST);
            if other_speaker || !short {
                if other_speaker {
                    join_last(blocks, pieces, &mut found);
                }
                found.push((index..index, 0));
            }
        }
        if let Some((range, words)) = found.last_mut() {
            range.end = index + 1;
            *words += piece.words;
        }
        before = Some(block);
    }
    join_last(blocks, pieces, &mut found);
    found.into_iter().map(|(range, _)| range).collect()
}

/// Joins the last section to the one before it where it is short and the speaker the same.
fn join_last(blocks: &[Block], pieces: &[Piece], found: &mut Vec<(Range<usize>, usize)>) {
    let [.., (left, left_words), (right, right_words)] = found.as_mut_slice() else {
        return;
    };
    let speaker = |at: usize| {
        let block = pieces.get(at).and_then(|piece| blocks.get(piece.block));
        block.map(|block| &block.speaker)
    };
    if *right_words < LEAST && speaker(left.start) == speaker(right.start) {
        left.end = right.end;
        *left_words += *right_words;
        found.pop();
    }
}

fn passage(document: &Document, pieces: &[Piece]) -> Option<Passage> {
    let first = document.blocks.get(pieces.first()?.block)?;
    let mut text = String::new();
    for run in pieces.chunk_by(|a, b| a.block == b.block) {
        let (Some(head), Some(tail)) = (run.first(), run.last()) else {
            continue;
        };
        let block = document.blocks.get(head.block)?;
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(block.text.get(head.from..tail.to)?.trim());
    }
    Some(Passage {
        text,
        place: first.place.clone(),
        speaker: first.speaker.clone().or_else(|| document.speaker.clone()),
        words: pieces.iter().map(|piece| piece.words).sum(),
    })
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
