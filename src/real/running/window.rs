//! Windows of utterances, each read by itself, and what is read of them.

use std::ops::Range;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::utterance::Utterance;

/// The share of a window that the next one has, too: one in so many words.
const OVERLAP: u32 = 4;

/// How sure a reader is of who speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Certainty {
    /// A name, a side or what was said before leaves no doubt.
    Sure,
    /// The words fit one person best.
    Likely,
    /// It may well be somebody else.
    Guess,
}

impl Certainty {
    /// The certainty as a share, from 0 to 1.
    pub(super) fn share(self) -> f64 {
        match self {
            Self::Sure => 0.95,
            Self::Likely => 0.75,
            Self::Guess => 0.4,
        }
    }
}

/// A part of a debate that people held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DebatePart {
    /// The chair opens and introduces people.
    Introduction,
    /// Each side puts its case.
    Opening,
    /// The sides answer one another.
    Discussion,
    /// The audience asks.
    Questions,
    /// The last speeches of the sides.
    Closing,
    /// The vote and what is said of it.
    Result,
}

impl DebatePart {
    /// The heading of the part.
    pub(super) fn heading(self) -> &'static str {
        match self {
            Self::Introduction => "Introduction",
            Self::Opening => "Opening speeches",
            Self::Discussion => "Discussion",
            Self::Questions => "Questions",
            Self::Closing => "Closing speeches",
            Self::Result => "Result",
        }
    }
}

/// What was read of one utterance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UtteranceReading {
    /// The position of the speaker among the names of the text.
    pub speaker: usize,
    /// The certainty of that.
    pub certainty: Certainty,
    /// The part of the debate that the utterance belongs to, where that was read, too.
    pub part: Option<DebatePart>,
}

/// What was read of a window: a reading of each utterance from the first one on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WindowReading {
    /// The position of the window's first utterance.
    pub first: usize,
    /// The readings, in order.
    pub utterances: Vec<UtteranceReading>,
}

/// Windows of at most so many words (and of one utterance at least) that together hold all utterances; a part of each is in
/// the next one, too.
pub fn windows(utterances: &[Utterance], words: u32) -> Vec<Range<usize>> {
    let count = |range: Range<usize>| -> u32 {
        let utterances = utterances.get(range).unwrap_or_default();
        utterances.iter().map(Utterance::words).sum()
    };
    let mut found = Vec::new();
    let mut first = 0;
    while first < utterances.len() {
        let mut end = first + 1;
        while end < utterances.len() && count(first..end + 1) <= words {
            end += 1;
        }
        found.push(first..end);
        if end == utterances.len() {
            break;
        }
        let mut next = end;
        while next > first + 1 && count(next - 1..end) <= words / OVERLAP {
            next -= 1;
        }
        first = next;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_overlap_hold_everything_and_come_to_an_end() {
        let utterances = |lengths: &[usize]| -> Vec<Utterance> {
            let of = |words: &usize| Utterance::of(&"word ".repeat(*words));
            lengths.iter().map(of).collect()
        };
        for (lengths, words) in [
            (vec![10; 40], 100),
            (vec![500, 3, 3, 500, 2], 100),
            (vec![1; 9], 1),
            (vec![5], 100),
        ] {
            let all = utterances(&lengths);
            let found = windows(&all, words);
            assert_eq!(found.first().map(|one| one.start), Some(0));
            assert_eq!(found.last().map(|one| one.end), Some(all.len()));
            for pair in found.windows(2) {
                assert!(pair[0].start < pair[1].start && pair[1].start <= pair[0].end);
            }
        }
        let found = windows(&utterances(&[10; 40]), 100);
        assert!(found.windows(2).all(|pair| pair[1].start < pair[0].end));
        assert!(windows(&[], 100).is_empty());
    }
}
