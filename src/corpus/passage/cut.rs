//! Where a section is cut into passages: near the aim, at the end of a paragraph where one is near.

use std::ops::Range;

use super::{AIM, LEAST, MOST, OVERLAP, piece::Piece};

/// A passage that does not end with its paragraph must lie so many words nearer to the aim than one that does.
const WITHIN_PARAGRAPH: usize = 45;

/// A cut that leaves less than a passage behind it must lie so many words nearer.
const LEAVES_LITTLE: usize = 150;

/// Ranges of pieces, in order, that together hold all of them and overlap by whole pieces.
pub(super) fn ranges(pieces: &[Piece]) -> Vec<Range<usize>> {
    let all: usize = pieces.iter().map(|piece| piece.words).sum();
    let mut found = Vec::new();
    // Words before `new`, the first piece that no passage holds yet.
    let mut told = 0;
    let mut new = 0;
    while let Some(first) = pieces.get(new) {
        let (start, again) = overlap(pieces, new, first.words);
        let start = if found.is_empty() { new } else { start };
        let again = if start == new { 0 } else { again };
        let (end, words) = best_end(pieces, new, again, all - told);
        found.push(start..end);
        told += words;
        new = end;
    }
    found
}

/// The end of the passage whose first new piece is `new`, and how many new words it holds. At least one piece.
fn best_end(pieces: &[Piece], new: usize, again: usize, left: usize) -> (usize, usize) {
    let mut best: Option<(usize, usize, usize)> = None;
    let mut words = 0;
    for (index, piece) in pieces.iter().enumerate().skip(new) {
        words += piece.words;
        let length = again + words;
        if length > MOST && index > new {
            break;
        }
        let rest = left - words;
        let mut cost = length.abs_diff(AIM);
        if rest == 0 {
            // All of it fits.
            return (index + 1, words);
        }
        if !piece.ends_block {
            cost += WITHIN_PARAGRAPH;
        }
        if rest < LEAST {
            cost += LEAVES_LITTLE;
        }
        if best.is_none_or(|(_, _, least)| cost <= least) {
            best = Some((index + 1, words, cost));
        }
    }
    best.map_or((new + 1, words), |(end, words, _)| (end, words))
}

/// Where the overlap before `new` begins, and its words; `new` itself where no whole sentence is short enough or the
/// next piece would not fit behind it.
fn overlap(pieces: &[Piece], new: usize, next: usize) -> (usize, usize) {
    let mut start = new;
    let mut words = 0;
    while words < OVERLAP {
        let before = start.checked_sub(1).and_then(|index| pieces.get(index));
        let Some(piece) = before.filter(|piece| words + piece.words <= OVERLAP * 3 / 2) else {
            break;
        };
        words += piece.words;
        start -= 1;
    }
    if words + next > MOST {
        (new, 0)
    } else {
        (start, words)
    }
}
