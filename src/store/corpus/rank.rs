//! Passages that are in no library, put in the order in which they fit: evidence that somebody has just handed in.

use std::collections::BTreeMap;

use super::stems::Stems;

/// The saturation of a word's count: how soon a word that comes again counts no more. Source for both numbers:
/// Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009.
const K1: f64 = 1.2;
/// The weight of the length of a passage.
const B: f64 = 0.75;

/// The positions of the texts in the order in which they fit the questions by BM25, the best first. Texts that share
/// no word with any question come last, in their own order.
pub fn ranked(texts: &[&str], questions: &[String]) -> Vec<usize> {
    let stems = Stems::default();
    let counted: Vec<BTreeMap<String, f64>> = texts
        .iter()
        .map(|text| {
            let mut counts = BTreeMap::new();
            for stem in stems.of(text) {
                *counts.entry(stem).or_insert(0.0) += 1.0;
            }
            counts
        })
        .collect();
    let mut wanted: Vec<String> = questions.iter().flat_map(|one| stems.of(one)).collect();
    wanted.sort();
    wanted.dedup();
    let lengths: Vec<f64> = counted.iter().map(|counts| counts.values().sum()).collect();
    let usual = lengths.iter().sum::<f64>() / (lengths.len().max(1) as f64);
    let mut scores = vec![0.0_f64; texts.len()];
    for word in &wanted {
        let many = counted
            .iter()
            .filter(|counts| counts.contains_key(word))
            .count() as f64;
        let all = texts.len() as f64;
        let rarity = ((all - many + 0.5) / (many + 0.5) + 1.0).ln();
        for ((score, counts), length) in scores.iter_mut().zip(&counted).zip(&lengths) {
            if let Some(count) = counts.get(word) {
                let long = 1.0 - B + B * length / usual.max(1.0);
                *score += rarity * count * (K1 + 1.0) / (count + K1 * long);
            }
        }
    }
    let mut order: Vec<usize> = (0..texts.len()).collect();
    let score = |at: usize| scores.get(at).copied().unwrap_or_default();
    order.sort_by(|one, other| score(*other).total_cmp(&score(*one)).then(one.cmp(other)));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_shares_the_rarest_words_comes_first() {
        let texts = [
            "The road is long and the road is wide.",
            "A toll is asked of carriages on the road.",
            "Nothing of the kind.",
        ];
        let questions = ["Who pays the toll for carriages?".to_owned()];
        assert_eq!(ranked(&texts, &questions), [1, 0, 2]);
        assert_eq!(ranked(&texts, &[]), [0, 1, 2]);
        assert!(ranked(&[], &questions).is_empty());
    }
}
