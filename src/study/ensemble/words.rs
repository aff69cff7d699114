//! Vectors of texts where no model embeds: their content words, so that the cosine of two is the share of words that they
//! have in common.

use std::collections::{BTreeMap, BTreeSet};

use crate::text::content::content_words;

/// Words with a place of their own in the vectors, the most frequent ones. What one text alone has is near nothing.
const MOST_WORDS: usize = 1_024;

/// The vectors of texts by their content words, but for `common` ones, which every text of the debate may have. The cosine
/// of two is the number of words in both by the geometric mean of the numbers in each (A. Ochiai, "Zoogeographical studies
/// on the soleoid fishes", Bulletin of the Japanese Society of Scientific Fisheries 22, 1957, 526–530).
pub(super) fn vectors(texts: &[String], common: &[&str]) -> Vec<Vec<f32>> {
    let common = content_words(common.iter().copied());
    let words = |text: &String| -> BTreeSet<String> {
        let mut words = content_words([text.as_str()]);
        words.retain(|word| !common.contains(word));
        words
    };
    let all: Vec<BTreeSet<String>> = texts.iter().map(words).collect();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for word in all.iter().flatten() {
        *counts.entry(word).or_default() += 1;
    }
    let mut shared: Vec<(&str, usize)> = counts.into_iter().filter(|(_, n)| *n > 1).collect();
    // Stable: of equally frequent words the first of the alphabet.
    shared.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    shared.truncate(MOST_WORDS);
    let vector = |words: &BTreeSet<String>| {
        let length = (words.len().max(1) as f32).sqrt();
        let value = |word: &str| {
            if words.contains(word) {
                1.0 / length
            } else {
                0.0
            }
        };
        shared.iter().map(|(word, _)| value(word)).collect()
    };
    all.iter().map(vector).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::similarity::cosine;

    #[test]
    fn texts_are_near_by_the_words_that_both_have_and_the_motion_does_not() {
        let texts = [
            "Ferries bring visitors to the harbour",
            "Visitors come by ferries",
            "A toll on the bridge feeds the poor",
            "The bridge is old",
        ];
        let made = vectors(&texts.map(str::to_owned), &["the bridge"]);
        let near = |one: usize, other: usize| cosine(&made[one], &made[other]);
        assert!(near(0, 1) > 0.5, "{}", near(0, 1));
        assert!(near(2, 3).abs() < 1e-6 && near(0, 2).abs() < 1e-6);
    }
}
