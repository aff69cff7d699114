//! What two lists of sentences have in common: which of the one say what which of the other say, each at most once.

use std::collections::BTreeSet;

use serde::Serialize;

/// From this cosine on two sentences count as saying the same. Embedders of sentences give paraphrases of one claim
/// 0.6 to 0.9 and different claims on one subject mostly less than 0.5; the number is a convention, and is told with
/// every comparison.
pub const BY_MEANING: f32 = 0.6;
/// From this overlap of words on they do where there is no embedder. Two sentences of ten content words each that share
/// four have 0.4.
pub const BY_WORDS: f32 = 0.4;

/// Words with fewer letters say little of what a sentence is about.
const SHORTEST: usize = 4;
/// Words are compared by so many letters: a poor man's stem.
const STEM: usize = 6;
/// Longer words that say little.
const EMPTY: [&str; 36] = [
    "about", "after", "against", "also", "because", "been", "before", "being", "could", "does",
    "from", "have", "into", "more", "most", "much", "only", "other", "over", "should", "some",
    "such", "than", "that", "their", "them", "then", "there", "these", "they", "this", "very",
    "were", "what", "when", "with",
];

/// Two sentences that say the same.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Pair {
    /// The position in the first list.
    pub one: usize,
    /// The position in the second list.
    pub other: usize,
    /// How alike they are.
    pub similarity: f32,
}

/// How much of two lists is common to both.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Common {
    /// The pairs, the most alike first.
    pub pairs: Vec<Pair>,
    /// The share of the first list that is in the second, from 0 to 1; absent where the first is empty.
    pub precision: Option<f64>,
    /// The share of the second list that is in the first, from 0 to 1; absent where the second is empty.
    pub recall: Option<f64>,
    /// Their harmonic mean, `2pr / (p + r)`; 0 where both are 0 (C. J. van Rijsbergen, "Information Retrieval", second
    /// edition, 1979, chapter 7). Absent where one of them is.
    pub f1: Option<f64>,
}

impl Common {
    /// Pairs sentences off: always the two that are most alike of those that are left, as long as they are alike by
    /// `threshold` or more. `similar` gives how alike those at two positions are.
    pub fn of(
        (ones, others): (usize, usize),
        threshold: f32,
        similar: impl Fn(usize, usize) -> f32,
    ) -> Self {
        let mut all: Vec<Pair> = (0..ones)
            .flat_map(|one| (0..others).map(move |other| (one, other)))
            .map(|(one, other)| Pair {
                one,
                other,
                similarity: similar(one, other),
            })
            .filter(|pair| pair.similarity >= threshold)
            .collect();
        // Stable: of pairs that are equally alike the earlier ones come first.
        all.sort_by(|a, b| b.similarity.total_cmp(&a.similarity));
        let (mut taken_ones, mut taken_others) = (BTreeSet::new(), BTreeSet::new());
        all.retain(|pair| {
            let free = !taken_ones.contains(&pair.one) && !taken_others.contains(&pair.other);
            if free {
                taken_ones.insert(pair.one);
                taken_others.insert(pair.other);
            }
            free
        });
        let share = |of: usize| (of > 0).then(|| all.len() as f64 / of as f64);
        let (precision, recall) = (share(ones), share(others));
        let f1 = precision.zip(recall).map(|(p, r)| {
            if p + r > 0.0 {
                2.0 * p * r / (p + r)
            } else {
                0.0
            }
        });
        Self {
            pairs: all,
            precision,
            recall,
            f1,
        }
    }
}

/// How much two sentences overlap in content words, from 0 to 1: twice the number of words in both, by the number of
/// words in either (L. R. Dice, "Measures of the amount of ecologic association between species", Ecology 26, 1945,
/// 297–302).
pub fn overlap(one: &str, other: &str) -> f32 {
    let (ones, others) = (stems(one), stems(other));
    let both = ones.intersection(&others).count() as f32;
    let all = (ones.len() + others.len()) as f32;
    if all > 0.0 { 2.0 * both / all } else { 0.0 }
}

fn stems(text: &str) -> BTreeSet<String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| word.chars().count() >= SHORTEST)
        .map(str::to_lowercase)
        .filter(|word| !EMPTY.contains(&word.as_str()))
        .map(|word| word.chars().take(STEM).collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_sentence_is_paired_once_with_the_most_alike_first() {
        let alike = [[0.9, 0.8, 0.1], [0.85, 0.2, 0.1]];
        let common = Common::of((2, 3), 0.5, |one, other| alike[one][other]);
        // 0.9 takes the first of both; the second of the one is then left with 0.2.
        assert_eq!(common.pairs.len(), 1);
        assert_eq!((common.pairs[0].one, common.pairs[0].other), (0, 0));
        assert_eq!(common.precision, Some(0.5));
        assert!((common.recall.unwrap() - 1.0 / 3.0).abs() < 1e-12);
        assert!((common.f1.unwrap() - 0.4).abs() < 1e-12);
    }

    #[test]
    fn empty_lists_have_no_shares() {
        let none = Common::of((0, 2), 0.5, |_, _| 1.0);
        assert_eq!(
            (none.precision, none.recall, none.f1),
            (None, Some(0.0), None)
        );
        let apart = Common::of((1, 1), 0.5, |_, _| 0.0);
        assert_eq!(apart.f1, Some(0.0));
    }

    #[test]
    fn sentences_that_share_their_content_words_overlap() {
        let claim = "Ferries bring visitors to the harbour towns";
        let same = "The harbour towns live from visitors whom the ferries bring";
        let other = "A bridge would cost more than the islands earn";
        assert!(overlap(claim, same) >= BY_WORDS, "{}", overlap(claim, same));
        assert!(overlap(claim, other) < 0.1);
        assert!(overlap("", "").abs() < 1e-6);
    }
}
