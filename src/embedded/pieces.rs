//! Text taken apart into pieces of a vocabulary with scores (Kudo and Richardson, "SentencePiece", 2018, in the mode in which
//! pairs are merged): the two neighbours that make the piece with the highest score become one, until none do.

use std::{
    cmp::Ordering,
    collections::{BinaryHeap, HashMap},
};

/// Stands for a blank in the spelling of pieces.
pub(super) const BLANK: char = '\u{2581}';

/// A vocabulary of pieces.
#[derive(Debug)]
pub(super) struct Pieces {
    ids: HashMap<String, u32>,
    scores: Vec<f32>,
    /// The tokens that stand for bytes.
    bytes: Vec<Option<u32>>,
    unknown: Option<u32>,
    /// Whether a blank is put before a text.
    pub(super) spaced: bool,
}

/// Two neighbours that could become one.
#[derive(Debug, Clone, Copy)]
struct Pair {
    left: usize,
    right: usize,
    score: f32,
    /// The bytes of both. One of them has gone, or grown, where it is another number by now.
    length: usize,
}

impl Ord for Pair {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_score = self.score.total_cmp(&other.score);
        by_score.then(other.left.cmp(&self.left))
    }
}

impl PartialOrd for Pair {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Pair {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Pair {}

/// A part of the text on its way to being a piece.
#[derive(Debug, Clone, Copy)]
struct Part {
    from: usize,
    /// The bytes of it; 0 when it has become one with the part before.
    length: usize,
    before: Option<usize>,
    behind: Option<usize>,
}

impl Pieces {
    /// Of these spellings and scores.
    pub(super) fn new(
        spelt: &[String],
        scores: Vec<f32>,
        unknown: Option<u32>,
        spaced: bool,
    ) -> Self {
        let ids: HashMap<String, u32> = spelt.iter().cloned().zip(0..).collect();
        let bytes = (0..=u8::MAX)
            .map(|byte| {
                let named = ids.get(&format!("<0x{byte:02X}>"));
                named
                    .or_else(|| ids.get(&char::from(byte).to_string()))
                    .copied()
            })
            .collect();
        Self {
            ids,
            scores,
            bytes,
            unknown,
            spaced,
        }
    }

    /// The tokens of a text; `first` is whether nothing stands before it but tokens that are no text.
    pub(super) fn encode(&self, text: &str, first: bool, tokens: &mut Vec<u32>) {
        let mut spelt = String::with_capacity(text.len() + text.len() / 4);
        if first && self.spaced {
            spelt.push(BLANK);
        }
        spelt.extend(text.chars().map(|c| if c == ' ' { BLANK } else { c }));
        let last = spelt.chars().count().checked_sub(1);
        let letters = spelt.char_indices().enumerate();
        let mut parts: Vec<Part> = letters
            .map(|(at, (from, letter))| Part {
                from,
                length: letter.len_utf8(),
                before: at.checked_sub(1),
                behind: (Some(at) != last).then_some(at + 1),
            })
            .collect();
        let mut pairs = BinaryHeap::new();
        for right in 1..parts.len() {
            pairs.extend(self.pair(&spelt, &parts, Some(right - 1), Some(right)));
        }
        while let Some(pair) = pairs.pop() {
            let Some((before, behind)) = join(&mut parts, pair) else {
                continue;
            };
            pairs.extend(self.pair(&spelt, &parts, before, Some(pair.left)));
            pairs.extend(self.pair(&spelt, &parts, Some(pair.left), behind));
        }
        for part in parts.iter().filter(|part| part.length > 0) {
            let piece = spelt.get(part.from..part.from + part.length);
            let piece = piece.unwrap_or_default();
            match self.ids.get(piece) {
                Some(id) => tokens.push(*id),
                None => tokens.extend(piece.bytes().filter_map(|byte| {
                    self.bytes
                        .get(usize::from(byte))
                        .copied()
                        .flatten()
                        .or(self.unknown)
                })),
            }
        }
    }

    fn pair(
        &self,
        spelt: &str,
        parts: &[Part],
        left: Option<usize>,
        right: Option<usize>,
    ) -> Option<Pair> {
        let (left, right) = (left?, right?);
        let from = parts.get(left)?.from;
        let length = parts.get(left)?.length + parts.get(right)?.length;
        let id = *self.ids.get(spelt.get(from..from + length)?)?;
        Some(Pair {
            left,
            right,
            score: *self.scores.get(id as usize)?,
            length,
        })
    }
}

/// Makes two parts one, if they are still as they were; gives what stands before and behind them.
fn join(parts: &mut [Part], pair: Pair) -> Option<(Option<usize>, Option<usize>)> {
    let (left, right) = (*parts.get(pair.left)?, *parts.get(pair.right)?);
    if left.length == 0 || right.length == 0 || left.length + right.length != pair.length {
        return None;
    }
    let own = parts.get_mut(pair.left)?;
    own.length = pair.length;
    own.behind = right.behind;
    parts.get_mut(pair.right)?.length = 0;
    if let Some(behind) = right.behind.and_then(|behind| parts.get_mut(behind)) {
        behind.before = Some(pair.left);
    }
    Some((left.before, right.behind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_pair_goes_first_and_what_has_no_piece_is_bytes() {
        let spelt = [
            "<unk>", "<0xC3>", "<0xA9>", "a", "b", "ab", "bc", "c", "abc", "\u{2581}",
        ]
        .map(str::to_owned);
        let scores = vec![0.0, 0.0, 0.0, -9.0, -9.0, -2.0, -1.0, -9.0, -3.0, -9.0];
        let pieces = Pieces::new(&spelt, scores, Some(0), true);
        let encode = |text: &str| {
            let mut tokens = Vec::new();
            pieces.encode(text, false, &mut tokens);
            tokens
        };
        // "bc" is better than "ab", and then there is "abc".
        assert_eq!(encode("abc"), [8]);
        assert_eq!(encode("ab abb"), [5, 9, 5, 4]);
        assert_eq!(encode("aé"), [3, 1, 2]);
        assert_eq!(encode("z"), [0]);
        assert_eq!(encode(""), [0; 0]);
    }
}
