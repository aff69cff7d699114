//! The pieces that passages are made of: sentences, and parts of those that are too long for a passage.

use super::{AIM, MOST};
use crate::text::sentence;

/// A word of more bytes than this has no spaces where others have: an address, or a script without them.
const LONG_WORD: usize = 48;

/// The number of bytes of a long word that count as one word: two signs of Chinese or Japanese, six letters of Latin.
const WORD_BYTES: usize = 6;

/// Words before a number whose full stop does not end a sentence.
const BEFORE_NUMBERS: [&str; 6] = ["no.", "art.", "sec.", "chap.", "bk.", "par."];

/// A part of a block; together the pieces of a block are the whole of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Piece {
    /// The index of its block.
    pub(super) block: usize,
    /// The beginning and the end of the piece in its block, in bytes; the white space behind the piece belongs to it.
    pub(super) from: usize,
    pub(super) to: usize,
    /// The number of words: at least 1, at most [`MOST`].
    pub(super) words: usize,
    /// Whether the paragraph ends with it.
    pub(super) ends_block: bool,
}

/// Splits a block's text into pieces.
pub(super) fn split(block: usize, text: &str, pieces: &mut Vec<Piece>) {
    let begin = pieces.len();
    let mut from = 0;
    let mut at = 0;
    while let Some(end) = text.get(at..).and_then(sentence::first_end) {
        at += end;
        let (said, rest) = text.split_at(at);
        if ends(said.get(from..).unwrap_or_default(), rest) {
            spaceless(block, text, from..at, pieces);
            from = at;
        }
    }
    spaceless(block, text, from..text.len(), pieces);
    // White space alone is no piece; a block of nothing else has none.
    if let Some(last) = pieces.get_mut(begin..).and_then(<[Piece]>::last_mut) {
        last.ends_block = true;
    }
}

/// Whether a sentence really ended, now that the next letter is known: "et al. say" goes on, and so does "No. 5".
fn ends(said: &str, rest: &str) -> bool {
    let said = said.trim_end();
    let next = rest.trim_start().chars().next();
    if !said.ends_with('.') {
        return true;
    }
    match next {
        Some(c) if c.is_lowercase() => false,
        Some(c) if c.is_ascii_digit() => {
            let last = said.rsplit(char::is_whitespace).next().unwrap_or_default();
            !BEFORE_NUMBERS
                .iter()
                .any(|word| word.eq_ignore_ascii_case(last))
        }
        _ => true,
    }
}

/// Scripts without spaces end their sentences with marks of their own.
fn spaceless(block: usize, text: &str, range: std::ops::Range<usize>, pieces: &mut Vec<Piece>) {
    let marks = ['。', '！', '？'];
    let said = text.get(range.clone()).unwrap_or_default();
    if !said.contains(marks) {
        return fitting(block, text, range.start, range.end, pieces);
    }
    let mut from = 0;
    let mut ended = false;
    for (at, c) in said.char_indices() {
        let closes =
            marks.contains(&c) || matches!(c, '」' | '』' | '”' | '）') || c.is_whitespace();
        if ended && !closes {
            fitting(block, text, range.start + from, range.start + at, pieces);
            from = at;
            ended = false;
        }
        ended = ended || marks.contains(&c);
    }
    fitting(block, text, range.start + from, range.end, pieces);
}

/// One piece, or several where a sentence has more words than a passage may: cut behind a comma or its like between
/// half the aim and the most, else behind a word, else within one.
fn fitting(block: usize, text: &str, from: usize, to: usize, pieces: &mut Vec<Piece>) {
    let mut push = |from: usize, to: usize, words: usize| {
        if words > 0 {
            pieces.push(Piece {
                block,
                from,
                to,
                words,
                ends_block: false,
            });
        }
    };
    let mut begin = from;
    let mut words = 0;
    let mut clause: Option<(usize, usize)> = None;
    for (start, end) in tokens(text, from, to) {
        let token = text.get(start..end).unwrap_or_default();
        let weight = weight(token.trim_end());
        if words + weight > MOST {
            let (cut, cut_words) = clause.take().unwrap_or((start, words));
            push(begin, cut, cut_words);
            begin = cut;
            words -= cut_words;
        }
        words += weight;
        let clause_ends = token
            .trim_end()
            .ends_with([',', ';', ':', '—', '–', ')', '，', '、', '；']);
        if clause_ends && words >= AIM / 2 {
            clause = Some((end, words));
        }
    }
    push(begin, to, words);
}

/// Words with the space behind them; a very long one in parts.
fn tokens(text: &str, from: usize, to: usize) -> impl Iterator<Item = (usize, usize)> {
    const PART: usize = LONG_WORD * WORD_BYTES;
    let mut at = from;
    std::iter::from_fn(move || {
        let rest = text.get(at..to).filter(|rest| !rest.is_empty())?;
        let limit = crate::text::floor_char_boundary(rest, PART);
        let near = rest.get(..limit)?;
        let lead = near.len() - near.trim_start().len();
        let word = near.get(lead..)?;
        let length = match word.find(char::is_whitespace) {
            Some(space) => {
                let tail = word.get(space..).unwrap_or_default();
                lead + space + (tail.len() - tail.trim_start().len())
            }
            None => near.len(),
        };
        let start = at;
        at += length;
        Some((start, at))
    })
}

/// The number of words that a word counts as.
fn weight(word: &str) -> usize {
    match word.trim().len() {
        0 => 0,
        length if length > LONG_WORD => length / WORD_BYTES,
        _ => 1,
    }
}
