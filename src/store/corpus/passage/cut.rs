//! The cuts of a section into passages: near the aim, at the end of a paragraph where one is near.

use super::{AIM, LEAST, MOST, OVERLAP, piece::Piece};

/// A passage that does not end with its paragraph must lie so many words nearer to the aim than one that does.
const WITHIN_PARAGRAPH: usize = 45;

/// A cut that leaves less than a passage behind it must lie so many words nearer.
const LEAVES_LITTLE: usize = 150;

/// The number of words ahead that decide the next passage, whatever follows them: the longest passage, and more than
/// too little behind it.
pub(super) const AHEAD: usize = MOST + LEAST;

/// The next passage of a section: where it begins and ends, and how many of its words are new. `new` is the first piece
/// that no passage holds yet, `again` where the overlap before it begins, and `left` the words from `new` on.
pub(super) fn next(
    pieces: &[Piece],
    again: usize,
    new: usize,
    left: usize,
) -> (usize, usize, usize) {
    let words = |from: usize, to: usize| -> usize {
        let pieces = pieces.get(from..to).unwrap_or_default();
        pieces.iter().map(|piece| piece.words).sum()
    };
    let said = words(again, new);
    // Where the next piece would not fit behind it, nothing is said again.
    let (start, said) = if said + words(new, new + 1) > MOST {
        (new, 0)
    } else {
        (again, said)
    };
    let (end, words) = best_end(pieces, new, said, left);
    (start, end, words)
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

/// The beginning of the overlap before `new`: `new` itself where no whole sentence is short enough.
pub(super) fn overlap(pieces: &[Piece], new: usize) -> usize {
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
    start
}
