//! The worth of one of several answers: near what its side holds and what it answers, far from what was said before, and
//! without what nobody handed in. Pure.

use std::collections::{BTreeSet, HashMap};

use super::Brief;
use crate::{
    debate::decide::asks_for_other_vote,
    similarity::{containment, cosine, dice},
    text::{content::content_words, count_words, sentence::sentences},
};

/// Nearer to what is debated than this is no better: what only says the claim again is nearest of all.
const NEAR_ENOUGH: f64 = 0.75;
/// What is answered counts for so much beside what is debated.
const ANSWERING: f64 = 0.6;
/// Nearer to what was said before than this is saying it again …
const SAID: f64 = 0.55;
/// … which weighs so much.
const REPEATING: f64 = 1.2;
/// Nearer to the other side's case than to its own.
const OTHER_CASE: f64 = 1.0;
/// Asking for the other side's vote.
const OTHER_VOTE: f64 = 2.0;
/// A name, a year or a sum that nobody handed in, and the most of them that count.
const INVENTED: f64 = 0.15;
const MOST_INVENTED: usize = 3;
/// The share of the words that are lacking.
const LACKING: f64 = 0.8;
/// More of its content words than this share come again in the next of its own sentences …
const OWN_WORDS: f64 = 0.2;
/// … which weighs so much: a small model falls into a loop.
const LOOPING: f64 = 0.8;
/// The share of its sentences that put a question: a speech of nothing but questions says nothing.
const ASKING: f64 = 0.3;

/// Vectors by the texts that they are of.
type Vectors = HashMap<String, Vec<f32>>;

/// What an answer is worth, beside what is answered with it.
pub(super) fn worth(
    text: &str,
    brief: &Brief,
    answered: Option<&str>,
    vectors: Option<&Vectors>,
) -> f64 {
    let near = Nearness::of(text, vectors);
    let own = near.most(brief.own.iter(), Kind::About);
    let other = near.most(brief.other.iter(), Kind::About);
    let answering = answered.map_or(own, |one| near.to(one, Kind::About));
    // Whoever answers takes up what was said.
    let apart = brief
        .said
        .iter()
        .filter(|one| answered != Some(one.as_str()));
    let said = near.most(apart, Kind::Same);
    let invented = brief.given.lacks(text).len().min(MOST_INVENTED);
    let lacking = 1.0 - (f64::from(count_words(text)) / brief.words.max(1) as f64).min(1.0);
    let all = sentences(text);
    let is_other = |one: &&str| {
        brief
            .stance
            .is_some_and(|own| asks_for_other_vote(one, own))
    };
    let questions = all.iter().filter(|one| one.trim_end().ends_with('?'));
    let asking = questions.count() as f64 / all.len().max(1) as f64;
    let looping = (repeated_within(&all) - OWN_WORDS).max(0.0);
    let wrong = if all.iter().any(is_other) {
        OTHER_VOTE
    } else {
        0.0
    };
    let worth = own.min(NEAR_ENOUGH) + ANSWERING * answering.min(NEAR_ENOUGH)
        - REPEATING * (said - SAID).max(0.0)
        - OTHER_CASE * (other - own).max(0.0)
        - INVENTED * invented as f64
        - LACKING * lacking
        - ASKING * asking
        - LOOPING * looping
        - wrong;
    // As it is recorded: whoever reads it again finds the same order.
    (worth * 1000.0).round() / 1000.0
}

/// The share of the content words of these sentences that stand in another one of them as well.
fn repeated_within(sentences: &[&str]) -> f64 {
    let all: usize = sentences
        .iter()
        .map(|one| content_words([*one]).len())
        .sum();
    let distinct = content_words(sentences.iter().copied()).len();
    if all == 0 {
        return 0.0;
    }
    1.0 - distinct as f64 / all as f64
}

/// What two texts are compared for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Whether the one is about what the other says.
    About,
    /// Whether they say the same.
    Same,
}

/// How near a text is to others: by meaning where there are vectors, and else by content words.
struct Nearness<'a> {
    vector: Option<&'a [f32]>,
    vectors: Option<&'a Vectors>,
    words: BTreeSet<String>,
}

impl<'a> Nearness<'a> {
    fn of(text: &str, vectors: Option<&'a Vectors>) -> Self {
        Self {
            vector: vectors.and_then(|all| all.get(text)).map(Vec::as_slice),
            vectors,
            words: content_words([text]),
        }
    }

    fn most<'t>(&self, texts: impl Iterator<Item = &'t String>, kind: Kind) -> f64 {
        let all = texts.map(|one| self.to(one, kind));
        all.reduce(f64::max).unwrap_or(0.0)
    }

    fn to(&self, text: &str, kind: Kind) -> f64 {
        let other = self.vectors.and_then(|all| all.get(text));
        if let Some((own, other)) = self.vector.zip(other) {
            return f64::from(cosine(own, other)).max(0.0);
        }
        let words = content_words([text]);
        match kind {
            Kind::About => containment(&words, &self.words),
            Kind::Same => dice(&words, &self.words).max(containment(&words, &self.words)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By meaning, on a circle: what is nearer to the motion is worth more, up to where it only says it again.
    #[test]
    fn meaning_counts_where_there_are_vectors() {
        let brief = Brief {
            own: vec!["motion".to_owned()],
            ..Brief::default()
        };
        let at = |degrees: f32| vec![degrees.to_radians().cos(), degrees.to_radians().sin()];
        let vectors = Vectors::from([
            ("motion".to_owned(), at(0.0)),
            ("near".to_owned(), at(35.0)),
            ("nearer".to_owned(), at(20.0)),
            ("far".to_owned(), at(85.0)),
        ]);
        let worth = |text: &str| worth(text, &brief, None, Some(&vectors));
        assert!(worth("far") < worth("near"));
        assert!((worth("near") - worth("nearer")).abs() < 0.001);
    }

    #[test]
    fn what_says_one_thing_again_and_again_is_worth_less() {
        let brief = Brief {
            own: vec!["A small startup should not adopt microservices.".to_owned()],
            words: 14,
            ..Brief::default()
        };
        let worth = |text: &str| worth(text, &brief, None, None);
        let looping = "Microservices are not tried at small startups. There is no record of microservices \
            tried at small startups. No small startups have tried microservices, on record.";
        let sound = "A small startup that adopts microservices runs twenty programs with three people. Every \
            call between them can fail at night, and somebody has to get up.";
        assert!(worth(looping) < worth(sound));
        assert!(repeated_within(&[]) < 0.01 && repeated_within(&["Trams carry people."]) < 0.01);
    }

    #[test]
    fn saying_again_and_the_other_sides_case_cost() {
        let at = |degrees: f32| vec![degrees.to_radians().cos(), degrees.to_radians().sin()];
        let vectors = Vectors::from([
            ("own".to_owned(), at(0.0)),
            ("one".to_owned(), at(40.0)),
            ("two".to_owned(), at(-40.0)),
            ("said".to_owned(), at(45.0)),
        ]);
        let brief = Brief {
            own: vec!["own".to_owned()],
            ..Brief::default()
        };
        let worth = |brief: &Brief, text: &str| worth(text, brief, None, Some(&vectors));
        assert!((worth(&brief, "one") - worth(&brief, "two")).abs() < 0.001);
        let said = Brief {
            said: vec!["said".to_owned()],
            ..brief.clone()
        };
        assert!(worth(&said, "one") < worth(&said, "two"));
        let other = Brief {
            other: vec!["said".to_owned()],
            ..brief
        };
        assert!(worth(&other, "one") < worth(&other, "two"));
    }
}
