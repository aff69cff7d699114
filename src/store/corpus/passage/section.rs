//! A run of pieces that no passage crosses the border of, cut from its beginning while its end may still come.

use super::{cut, piece::Piece};

/// A section. Of what passages hold already, only what the next one says again is kept.
#[derive(Debug)]
pub(super) struct Section {
    pub(super) speaker: Option<String>,
    pieces: Vec<Piece>,
    /// The beginning of the overlap with the next passage, and the first piece that no passage holds.
    again: usize,
    new: usize,
    /// The words of all its pieces, of those that are forgotten too.
    words: usize,
    /// The words from `new` on.
    left: usize,
}

impl Section {
    pub(super) fn new(speaker: Option<String>) -> Self {
        Self {
            speaker,
            pieces: Vec::new(),
            again: 0,
            new: 0,
            words: 0,
            left: 0,
        }
    }

    pub(super) fn extend(&mut self, pieces: Vec<Piece>) {
        let words: usize = pieces.iter().map(|piece| piece.words).sum();
        self.words += words;
        self.left += words;
        self.pieces.extend(pieces);
    }

    /// Takes in the section behind it, of which nothing has been cut.
    pub(super) fn join(&mut self, other: Self) {
        self.extend(other.pieces);
    }

    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// Whether so many words of it are in no passage yet.
    pub(super) fn has_ahead(&self, words: usize) -> bool {
        self.left >= words
    }

    /// The pieces of its next passage.
    pub(super) fn next(&mut self) -> &[Piece] {
        let (start, end, words) = cut::next(&self.pieces, self.again, self.new, self.left);
        self.left -= words;
        self.again = cut::overlap(&self.pieces, end);
        self.new = end;
        self.pieces.get(start..end).unwrap_or_default()
    }

    /// Lets go of the pieces that no passage to come holds.
    pub(super) fn forget(&mut self) {
        self.pieces.drain(..self.again.min(self.pieces.len()));
        self.new -= self.again;
        self.again = 0;
    }

    /// The number of pieces that are kept.
    #[cfg(test)]
    pub(super) fn kept(&self) -> usize {
        self.pieces.len()
    }

    /// The block of the first piece that is kept.
    pub(super) fn first(&self) -> Option<usize> {
        self.pieces.first().map(|piece| piece.block)
    }
}
