//! Whether two texts say the same: the measures, and for each purpose the number from which on they count as doing so.
//!
//! Texts are compared by their meaning where an embedding model has made vectors of them ([`cosine`]), and else by
//! their content words ([`content_words`](crate::text::content::content_words)). The numbers are conventions, and are
//! told wherever something is measured with them. `tests/embed.rs` holds those for meaning against pairs of claims
//! whose answer is known.
//!
//! | purpose | by words | by meaning |
//! | --- | --- | --- |
//! | [`SAME`]: one claim in other words (real and simulated debates, iterations, what a turn adds) | [`dice`] | [`cosine`] |
//! | [`CONTAINED`]: a longer text holds what a claim says (a passage behind a claim, a sentence of a speech) | [`containment`] | [`cosine`] |
//! | [`THEME`]: two groups of claims are one line of argument (the landscape of an ensemble) | [`cosine`] of sets | [`cosine`] |
//! | [`ABOUT`]: a text is about what another one says (a point of information and a paragraph) | [`containment`] | [`cosine`] |
//!
//! Whether words are copied from a text, and not said anew, is told by their order:
//!
//! | purpose | copied from on |
//! | --- | --- |
//! | [`COPIED`]: whatever the words are (what was said before, what a task asks for) | seven words in a row |
//! | [`COPIED_FROM_PRACTICE`]: words of another debate, where less than that is no chance | five words in a row, two of them content words, or seven, one of them |
//! | [`MOST_REPEATED`]: a turn that says again what its speaker has said (sentences of [`LEAST_REPEATED`] words or more) | a quarter of its words |
//! | [`SAME_WORDS`]: words that a speaker takes up from another | four words in a row |
//! | [`RETOLD`]: a sentence of another debate, in an order of its own | three content words, and six in ten of them |
//! | [`RETOLD_ROUND`]: a sentence made of the words of another debate, whichever sentences they stood in | four content words, and three in four of them |

use std::collections::BTreeSet;

use serde::Serialize;

/// The threshold from which on two texts count as saying the same, on a scale from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Threshold {
    /// By their content words.
    pub words: f64,
    /// By the cosine of their vectors.
    pub meaning: f64,
}

/// Two claims say the same. By words: two claims of eight content words each share four. By meaning: of paraphrases of
/// one claim nine in ten are above it, of different claims on one motion, which are near each other anyway, one in
/// twenty (measured with `MiniLM` on the pairs of `tests/embed.rs`).
pub const SAME: Threshold = Threshold {
    words: 0.5,
    meaning: 0.6,
};

/// A passage, or a sentence, says what a claim says, and more. By words: half of the claim's stand in it. By meaning it
/// is lower than for two claims, because all else that a passage says moves its vector away.
pub const CONTAINED: Threshold = Threshold {
    words: 0.5,
    meaning: 0.5,
};

/// Two claims are of one theme of a motion: the mean over all pairs of two groups of them. Lower than for claims that say
/// the same, because a theme has more than one claim in it. By words it is the cosine of the sets of content words.
pub const THEME: Threshold = Threshold {
    words: 0.25,
    meaning: 0.5,
};

/// A text is about something that another one says. By words: any that it shares. By meaning: what two texts on
/// different subjects do not reach.
pub const ABOUT: Threshold = Threshold {
    words: f64::MIN_POSITIVE,
    meaning: 0.2,
};

/// The fewest content words that a sentence shares with a text that says the same, whichever of the two holds the
/// other. One or two any two sentences on one motion share; what has no more of a text is the speaker's own.
pub const LEAST_SHARED: usize = 3;

/// The fewest words in a row that are copied and not met by chance, whatever they are.
pub const COPIED: usize = 7;

/// A run of words that is copied from a text on something else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CopiedRun {
    /// The number of words in the run.
    pub words: usize,
    /// The fewest of them that are content words, and not those of the task.
    pub telling: usize,
}

/// Words of rounds of practice, which are about something else, stand in an answer to a task: so many in a row where
/// two of them say something, more where only one does.
pub const COPIED_FROM_PRACTICE: [CopiedRun; 2] = [
    CopiedRun {
        words: 5,
        telling: 2,
    },
    CopiedRun {
        words: COPIED,
        telling: 1,
    },
];

/// A sentence says what one of practice says, in other words: [`LEAST_SHARED`] content words are in both, and this
/// share of those of the one or, with one word more, of the other. Higher than [`CONTAINED`], because a sentence that
/// is dropped in error is a thought of the speaker's own.
pub const RETOLD: f64 = 0.6;

/// A sentence is made of the words of a round of practice: more than [`LEAST_SHARED`] of its content words stand there, and
/// this share of them. Higher than [`RETOLD`], because a round has many more words than a sentence, and ordinary ones.
pub const RETOLD_ROUND: f64 = 0.75;

/// A sentence of fewer words is said again by anybody, and is no repetition of what was said before.
pub const LEAST_REPEATED: usize = 6;

/// A turn repeats another where more than this share of its words stand in sentences that were said before.
pub const MOST_REPEATED: f64 = 0.25;

/// Two texts use the same words where so many of them stand in a row in both: fewer are turns of phrase that anybody uses.
pub const SAME_WORDS: usize = 4;

/// A text of fewer words is a name or a label, and nobody's to copy.
pub const LEAST_TEXT: usize = 4;

/// A whole sentence or text of so many words is known again wherever it stands. Of one or two words anybody says it
/// ("Yes."), or has to: votes, standings, kinds of evidence and of answers, fallacies and names of people are no
/// longer.
pub const LEAST_WHOLE: usize = 3;

/// The overlap of two sets of words, from 0 to 1: twice the number of those in both, by the number in either; 0 where
/// both are empty (L. R. Dice, "Measures of the amount of ecologic association between species", Ecology 26, 1945,
/// 297–302).
pub fn dice(one: &BTreeSet<String>, other: &BTreeSet<String>) -> f64 {
    share(2 * one.intersection(other).count(), one.len() + other.len())
}

/// Whether a text says what a claim says, by the content words of both: [`CONTAINED`] of those of the claim stand in
/// it, and [`LEAST_SHARED`] at the least.
pub fn contains_claim(claim: &BTreeSet<String>, text: &BTreeSet<String>) -> bool {
    containment(claim, text) >= CONTAINED.words && claim.intersection(text).count() >= LEAST_SHARED
}

/// The share of `part` that stands in `whole` too, from 0 to 1; 0 where `part` is empty.
pub fn containment(part: &BTreeSet<String>, whole: &BTreeSet<String>) -> f64 {
    share(part.intersection(whole).count(), part.len())
}

/// The share of the members of two sets that are in both, from 0 to 1: |A ∩ B| / |A ∪ B|; 1 where both are empty (P.
/// Jaccard, "The distribution of the flora in the alpine zone", New Phytologist 11, 1912, 37–50).
pub fn jaccard(one: &BTreeSet<String>, other: &BTreeSet<String>) -> f64 {
    match one.union(other).count() {
        0 => 1.0,
        all => share(one.intersection(other).count(), all),
    }
}

fn share(some: usize, of: usize) -> f64 {
    if of == 0 {
        return 0.0;
    }
    some as f64 / of as f64
}

/// The cosine of two vectors of length 1: 1 for the same direction, 0 for nothing in common. Vectors of different
/// sizes have nothing in common.
pub fn cosine(one: &[f32], other: &[f32]) -> f32 {
    if one.len() != other.len() {
        return 0.0;
    }
    // Eight sums side by side are what a processor can do at once.
    let (ones, one_rest) = one.as_chunks::<8>();
    let (others, other_rest) = other.as_chunks::<8>();
    let mut sums = [0.0_f32; 8];
    for (left, right) in ones.iter().zip(others) {
        for ((sum, a), b) in sums.iter_mut().zip(left).zip(right) {
            *sum += a * b;
        }
    }
    let rest: f32 = one_rest.iter().zip(other_rest).map(|(a, b)| a * b).sum();
    sums.iter().sum::<f32>() + rest
}

/// A vector of the same direction and length 1; `None` where there is no direction.
pub fn normalised(mut vector: Vec<f32>) -> Option<Vec<f32>> {
    let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
    if !length.is_finite() || length <= f32::EPSILON {
        return None;
    }
    for x in &mut vector {
        *x /= length;
    }
    Some(vector)
}

/// Two texts of two lists that say the same, by their positions.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Pair {
    /// The position in the first list.
    pub one: usize,
    /// The position in the second list.
    pub other: usize,
    /// The similarity of the two.
    pub similarity: f64,
}

/// Pairs the texts of two lists that belong together, in the order of the first list. `alike` says how alike the texts
/// at two positions are, and nothing where they do not say the same. Each text has at most one counterpart, and as many
/// have one as can (a maximum matching in the graph of those that say the same; H. W. Kuhn, "The Hungarian method for
/// the assignment problem", Naval Research Logistics Quarterly 2, 1955, 83–97), the more alike first.
pub fn pairs(
    (ones, others): (usize, usize),
    alike: impl Fn(usize, usize) -> Option<f64>,
) -> Vec<Pair> {
    let candidates: Vec<Vec<Pair>> = (0..ones)
        .map(|one| {
            let pair = |other| {
                alike(one, other).map(|similarity| Pair {
                    one,
                    other,
                    similarity,
                })
            };
            let mut near: Vec<Pair> = (0..others).filter_map(pair).collect();
            // Stable: of those that are equally alike the earlier one comes first.
            near.sort_by(|a, b| b.similarity.total_cmp(&a.similarity));
            near
        })
        .collect();
    let mut taken: Vec<Option<Pair>> = vec![None; others];
    // Who has the most alike counterpart is the first to choose.
    let mut order: Vec<usize> = (0..ones).collect();
    let nearest = |one: &usize| {
        let first = candidates.get(*one).and_then(|near| near.first());
        first.map_or(0.0, |pair| pair.similarity)
    };
    order.sort_by(|a, b| nearest(b).total_cmp(&nearest(a)));
    for one in order {
        let mut seen = BTreeSet::new();
        seat(one, &candidates, &mut taken, &mut seen);
    }
    let mut found: Vec<Pair> = taken.into_iter().flatten().collect();
    found.sort_by_key(|pair| pair.one);
    found
}

/// Finds `one` a counterpart, and where all are taken another one for somebody who has one.
fn seat(
    one: usize,
    candidates: &[Vec<Pair>],
    taken: &mut [Option<Pair>],
    seen: &mut BTreeSet<usize>,
) -> bool {
    for pair in candidates.get(one).map(Vec::as_slice).unwrap_or_default() {
        if !seen.insert(pair.other) {
            continue;
        }
        let holder = taken.get(pair.other).copied().flatten();
        if holder.is_none_or(|holder| seat(holder.one, candidates, taken, seen)) {
            if let Some(place) = taken.get_mut(pair.other) {
                *place = Some(*pair);
            }
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::content::content_words;

    fn set(text: &str) -> BTreeSet<String> {
        content_words([text])
    }

    #[test]
    fn sets_are_alike_by_what_is_in_both() {
        let claim = set("Ferries bring visitors to the harbour towns");
        let same = set("The harbour towns live from visitors whom the ferries bring");
        let other = set("A bridge would cost more than the islands earn");
        assert!(dice(&claim, &same) >= SAME.words);
        assert!(dice(&claim, &other) < 0.1 && dice(&set(""), &set("")) < 0.1);
        // Of trade, feed, villag two are there.
        let whole = set("Trade feeds cities; cities feed trade.");
        let part = containment(&set("trade feeds villages"), &whole);
        assert!((part - 2.0 / 3.0).abs() < 1e-9, "{part}");
        assert!(containment(&set("it is"), &whole) < ABOUT.words);
        assert!(containment(&set("cities"), &whole) >= ABOUT.words);
        assert!((jaccard(&set("trade feeds villages"), &whole) - 0.5).abs() < 1e-9);
        assert!((jaccard(&set(""), &set("")) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn the_cosine_is_that_of_the_angle() {
        let one = normalised((0_u8..19).map(f32::from).collect()).unwrap();
        let back: Vec<f32> = one.iter().map(|x| -x).collect();
        assert!((cosine(&one, &one) - 1.0).abs() < 1e-6);
        assert!((cosine(&one, &back) + 1.0).abs() < 1e-6);
        assert!(cosine(&one, &one[1..]).abs() < 1e-6);
        let across = cosine(&[1.0, 0.0], &[0.0, 1.0]);
        assert!(across.abs() < 1e-6);
        assert_eq!(normalised(vec![0.0; 4]), None);
        assert_eq!(normalised(vec![f32::NAN; 4]), None);
    }

    /// The pairs of positions of a table of likenesses, 0 being none.
    fn paired<const N: usize>(table: &[[f64; N]]) -> Vec<(usize, usize)> {
        let alike = |one: usize, other: usize| Some(table[one][other]).filter(|near| *near > 0.0);
        let found = pairs((table.len(), N), alike);
        found
            .into_iter()
            .map(|pair| (pair.one, pair.other))
            .collect()
    }

    #[test]
    fn nobody_has_two_counterparts_and_as_many_as_can_have_one() {
        // The first could have either, and leaves the nearer one to the second, who can have no other.
        assert_eq!(
            paired(&[[0.9, 0.8, 0.0], [0.7, 0.0, 0.0]]),
            [(0, 1), (1, 0)]
        );
        // Of two who can have the same one only, the nearer one has it.
        assert_eq!(paired(&[[0.6], [0.9]]), [(1, 0)]);
        assert_eq!(paired(&[[0.9, 0.9]]), [(0, 0)], "the earlier of equals");
        assert_eq!(paired::<0>(&[[], []]), []);
        assert_eq!(pairs((0, 3), |_, _| Some(1.0)), []);
    }
}
