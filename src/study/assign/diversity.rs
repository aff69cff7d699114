//! The subset of the proposed people who differ most. Pure: the same proposals and the same seed give the same choice.
//!
//! The measure is that of `coordination-patterns`, §2.2: two people are the more diverse,
//!
//! - by 2, if their stances differ;
//! - by 3 × the Jaccard distance of their key arguments, 1 − |A ∩ B| / |A ∪ B|;
//! - by 1, if they do not share a domain.
//!
//! The seed's sketch compares arguments as whole strings. Two arguments of a model never have the same wording, so that
//! the distance would always be 1; here A and B are the sets of the content words of all key arguments of a person, in
//! small letters, without short words and words that hold sentences together, and by their stems, which makes "economy"
//! and "economies" the same. Domains are compared in the same way, short words too: a domain is shared if
//! a word of it is.
//!
//! The most diverse subset is found greedily: the first is drawn by lot, and then always the one is taken whose average
//! diversity to those already taken is highest; of equals the one that was proposed first.

use std::collections::BTreeSet;

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{RngCore, SeedableRng},
};

use super::proposal::Proposal;
use crate::{
    similarity::jaccard,
    text::{
        self,
        content::{self, content_words},
    },
};

/// The weight of different stances.
const STANCE: f64 = 2.0;
/// The weight of key arguments that have nothing in common.
const ARGUMENTS: f64 = 3.0;
/// The weight of different domains.
const DOMAIN: f64 = 1.0;

/// The words of a domain: as [`content_words`], but a domain may be called "law" or "art".
fn domain_words(domain: &str) -> BTreeSet<String> {
    const BETWEEN: [&str; 6] = ["and", "the", "for", "of", "in", "to"];
    text::words(domain)
        .map(str::to_lowercase)
        .filter(|word| !BETWEEN.contains(&word.as_str()))
        .map(|word| content::stem(&word))
        .collect()
}

/// The diversity of two people, from 0 to 6.
pub(crate) fn diversity(one: &Proposal, other: &Proposal) -> f64 {
    let arguments = |of: &Proposal| content_words(of.key_arguments.iter().map(String::as_str));
    let mut score = ARGUMENTS * (1.0 - jaccard(&arguments(one), &arguments(other)));
    if one.stance != other.stance {
        score += STANCE;
    }
    if domain_words(&one.domain).is_disjoint(&domain_words(&other.domain)) {
        score += DOMAIN;
    }
    score
}

/// Takes people one by one, each as different as can be from those taken before.
#[derive(Debug)]
pub(super) struct Picker<'a> {
    candidates: &'a [Proposal],
    between: Vec<Vec<f64>>,
    taken: Vec<usize>,
    random: ChaCha8Rng,
}

impl<'a> Picker<'a> {
    /// Nobody is taken yet.
    pub(super) fn new(candidates: &'a [Proposal], seed: u64) -> Self {
        let row = |one| {
            candidates
                .iter()
                .map(|other| diversity(one, other))
                .collect()
        };
        Self {
            candidates,
            between: candidates.iter().map(row).collect(),
            taken: Vec::new(),
            random: ChaCha8Rng::seed_from_u64(seed),
        }
    }

    /// Takes the next one of whom `may` is true, most different on average from those of `among` who were taken; by lot
    /// where there is nobody to be different from. `None` where nobody is left.
    pub(super) fn take(
        &mut self,
        may: impl Fn(&Proposal) -> bool,
        among: impl Fn(&Proposal) -> bool,
    ) -> Option<usize> {
        let left: Vec<usize> = self
            .candidates
            .iter()
            .enumerate()
            .filter(|(at, one)| !self.taken.contains(at) && may(one))
            .map(|(at, _)| at)
            .collect();
        let others: Vec<usize> = self
            .taken
            .iter()
            .copied()
            .filter(|at| self.candidates.get(*at).is_some_and(&among))
            .collect();
        let next = if others.is_empty() {
            let lot = self.random.next_u64() % u64::try_from(left.len()).ok().filter(|n| *n > 0)?;
            *left.get(usize::try_from(lot).ok()?)?
        } else {
            let mut best: Option<(usize, f64)> = None;
            for at in left {
                let average = self.average(at, &others);
                if best.is_none_or(|(_, most)| average > most) {
                    best = Some((at, average));
                }
            }
            best?.0
        };
        self.taken.push(next);
        Some(next)
    }

    fn average(&self, at: usize, others: &[usize]) -> f64 {
        let row = self.between.get(at);
        let sum: f64 = others.iter().filter_map(|other| row?.get(*other)).sum();
        sum / others.len() as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assign::proposal::ProposedStance;
    use proptest::prelude::*;

    /// The most diverse `count` of these people, by position and in the order in which they were taken; all of them where
    /// there are no more.
    fn most_diverse(candidates: &[Proposal], count: usize, seed: u64) -> Vec<usize> {
        let mut picker = Picker::new(candidates, seed);
        std::iter::from_fn(|| picker.take(|_| true, |_| true))
            .take(count)
            .collect()
    }

    fn person(stance: ProposedStance, domain: &str, arguments: &[&str]) -> Proposal {
        Proposal {
            persona: "A, b".into(),
            domain: domain.into(),
            position: "p".into(),
            key_arguments: arguments.iter().map(|one| (*one).to_owned()).collect(),
            stance,
        }
    }

    #[test]
    fn diversity_is_what_it_comes_to_by_hand() {
        let one = person(
            ProposedStance::For,
            "transport economics",
            &["Traffic wastes hours", "Buses carry more passengers"],
        );
        // The same words, the same stance, the same domain: not different at all.
        assert!(diversity(&one, &one).abs() < 1e-9);
        let table = [
            // Another stance only.
            (
                person(
                    ProposedStance::Against,
                    "economics",
                    &["Traffic wastes hours", "Buses carry more passengers"],
                ),
                2.0,
            ),
            // Another domain only.
            (
                person(
                    ProposedStance::For,
                    "philosophy",
                    &["Traffic wastes hours", "Buses carry more passengers"],
                ),
                1.0,
            ),
            // Six words here (traffic wast hour buse carri passeng), four there (hour passeng liberti matter): two are
            // shared, eight in all, 3 × (1 − 2/8).
            (
                person(
                    ProposedStance::For,
                    "transport",
                    &["Hours matter", "passengers' liberty"],
                ),
                2.25,
            ),
            // Nothing in common: 3 + 2 + 1.
            (
                person(ProposedStance::Nuanced, "medicine", &["Lungs suffer"]),
                6.0,
            ),
            // Nothing said at all is as far from something as can be.
            (person(ProposedStance::For, "transport", &[]), 3.0),
        ];
        for (other, expected) in table {
            let found = diversity(&one, &other);
            assert!(
                (found - expected).abs() < 1e-9,
                "{found} {expected} {other:?}"
            );
            assert!((found - diversity(&other, &one)).abs() < 1e-12);
        }
    }

    #[test]
    fn the_one_who_differs_most_on_average_is_taken_next() {
        let candidates = [
            person(ProposedStance::For, "law", &["alpha bravo"]),
            person(ProposedStance::For, "law", &["alpha bravo"]),
            person(ProposedStance::Against, "law", &["alpha bravo"]),
            person(ProposedStance::Against, "music", &["quebec romeo"]),
        ];
        // The first of the four is drawn; from 0 or 1 the far one is 3, with 6, and then 2: to 0 it has 2 and to 3 it
        // has 4, on average 3; 1 has 0 and 6, on average 3 too, and was proposed first.
        for seed in 0..20 {
            let chosen = most_diverse(&candidates, 3, seed);
            match chosen[0] {
                0 => assert_eq!(chosen, [0, 3, 1]),
                1 => assert_eq!(chosen, [1, 3, 0]),
                // From 2 the furthest is 3, with 3 + 1; then 0: 2 to 2 and 6 to 3.
                2 => assert_eq!(chosen, [2, 3, 0]),
                // From 3 it is 0, with 6; then 1: 6 and 0, or 2: 4 and 2.
                _ => assert_eq!(chosen, [3, 0, 1]),
            }
        }
    }

    fn proposals() -> impl Strategy<Value = Vec<Proposal>> {
        let view = prop_oneof![
            Just(ProposedStance::For),
            Just(ProposedStance::Against),
            Just(ProposedStance::Nuanced)
        ];
        let argument = proptest::collection::vec("[a-e]{4,5}", 1..4);
        let domain = "(law|music|trade)";
        let one = (view, domain, argument).prop_map(|(stance, domain, words)| {
            person(stance, &domain, &[words.join(" ").as_str()])
        });
        proptest::collection::vec(one, 0..10)
    }

    proptest! {
        #[test]
        fn a_choice_is_a_subset_of_the_size_and_always_the_same(
            candidates in proposals(), count in 0_usize..12, seed in any::<u64>(),
        ) {
            let chosen = most_diverse(&candidates, count, seed);
            prop_assert_eq!(chosen.len(), count.min(candidates.len()));
            let distinct: BTreeSet<usize> = chosen.iter().copied().collect();
            prop_assert_eq!(distinct.len(), chosen.len());
            prop_assert!(chosen.iter().all(|at| *at < candidates.len()));
            prop_assert_eq!(&chosen, &most_diverse(&candidates, count, seed));
            // Whoever is taken was no worse than those who were left.
            let picker = Picker::new(&candidates, seed);
            for (at, one) in chosen.iter().enumerate().skip(1) {
                let (before, left) = (&chosen[..at], &chosen[at + 1..]);
                for other in left {
                    prop_assert!(picker.average(*one, before) + 1e-12 >= picker.average(*other, before));
                }
            }
        }

        #[test]
        fn diversity_is_between_nothing_and_six(all in proposals()) {
            for one in &all {
                for other in &all {
                    prop_assert!((0.0..=6.0).contains(&diversity(one, other)));
                }
            }
        }
    }
}
