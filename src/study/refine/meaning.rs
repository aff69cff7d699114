//! Whether two sentences say the same, and which of two lists belong together.
//!
//! With an embedder two texts say the same if the cosine of their vectors is at least [`NEAR`]. Without one their content
//! words are compared, as `assign::diversity` has them: two texts say the same if |A ∩ B| / √(|A| · |B|), the cosine of
//! their sets of words, is at least [`NEAR_IN_WORDS`]. A text is always the same as itself.
//!
//! Of two lists each text has at most one counterpart, and as many have one as can (a maximum matching in the graph of
//! those that say the same; Kuhn's method, nearest first).

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    llm::embed::{Embedder, cosine},
    text::content::content_words,
};

/// The least cosine of two vectors of sentences that say the same. Sentences on one motion are near each other anyway, so
/// this is well above what two different ones have.
pub const NEAR: f64 = 0.7;
/// The least cosine of two sets of content words that say the same: half of the words of two texts of one length.
pub const NEAR_IN_WORDS: f64 = 0.5;

/// What texts mean, as far as it is needed to compare them.
#[derive(Debug, Clone, Default)]
pub struct Meaning {
    vectors: BTreeMap<String, Vec<f32>>,
    by: By,
}

/// How texts are compared.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum By {
    /// By their words: there is no embedder.
    #[default]
    Words,
    /// By their words: the embedder failed.
    WordsFor {
        /// Why.
        reason: String,
    },
    /// By vectors.
    Vectors {
        /// Whose.
        label: String,
    },
}

impl By {
    /// How that is told.
    pub fn told(&self) -> String {
        match self {
            Self::Words => "by their words: there is no embedding model".to_owned(),
            Self::WordsFor { reason } => format!("by their words: no embeddings ({reason})"),
            Self::Vectors { label } => format!("by meaning, with {label}"),
        }
    }
}

impl Meaning {
    /// Of these texts, by vectors where there is an embedder that can be had and else by words.
    pub async fn of(texts: Vec<String>, embedder: Option<&dyn Embedder>) -> Self {
        let Some(embedder) = embedder else {
            return Self::default();
        };
        match embedder.embed(&texts).await {
            Ok(vectors) => Self {
                vectors: texts.into_iter().zip(vectors).collect(),
                by: By::Vectors {
                    label: embedder.label().to_owned(),
                },
            },
            Err(error) => Self {
                vectors: BTreeMap::new(),
                by: By::WordsFor {
                    reason: error.to_string(),
                },
            },
        }
    }

    /// How texts are compared.
    pub fn by(&self) -> &By {
        &self.by
    }

    /// How near two texts are, 1 being the same, and whether they say the same. Texts that are not known by their
    /// vectors are compared by their words.
    fn nearness(&self, one: &str, other: &str) -> (f64, bool) {
        if one == other {
            return (1.0, true);
        }
        if let (Some(a), Some(b)) = (self.vectors.get(one), self.vectors.get(other)) {
            let near = f64::from(cosine(a, b));
            return (near, near >= NEAR);
        }
        let near = of_words(&content_words([one]), &content_words([other]));
        (near, near >= NEAR_IN_WORDS)
    }

    /// Whether two texts say the same.
    pub fn same(&self, one: &str, other: &str) -> bool {
        self.nearness(one, other).1
    }

    /// The counterpart of each of `later` among `earlier`, by position.
    pub fn counterparts(&self, earlier: &[String], later: &[String]) -> Vec<Option<usize>> {
        let candidates: Vec<Vec<usize>> = later
            .iter()
            .map(|text| {
                let mut near: Vec<(f64, usize)> = earlier
                    .iter()
                    .enumerate()
                    .filter_map(|(at, other)| {
                        let (near, same) = self.nearness(text, other);
                        same.then_some((near, at))
                    })
                    .collect();
                near.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
                near.into_iter().map(|(_, at)| at).collect()
            })
            .collect();
        let mut taken_by: Vec<Option<usize>> = vec![None; earlier.len()];
        for who in 0..later.len() {
            let mut seen = BTreeSet::new();
            seat(who, &candidates, &mut taken_by, &mut seen);
        }
        let mut found = vec![None; later.len()];
        for (at, who) in taken_by.into_iter().enumerate() {
            if let Some(place) = who.and_then(|who| found.get_mut(who)) {
                *place = Some(at);
            }
        }
        found
    }
}

/// Finds `who` a counterpart, and where all are taken another one for somebody who has one.
fn seat(
    who: usize,
    candidates: &[Vec<usize>],
    taken_by: &mut [Option<usize>],
    seen: &mut BTreeSet<usize>,
) -> bool {
    for &at in candidates.get(who).map(Vec::as_slice).unwrap_or_default() {
        if !seen.insert(at) {
            continue;
        }
        let holder = taken_by.get(at).copied().flatten();
        if holder.is_none_or(|holder| seat(holder, candidates, taken_by, seen)) {
            if let Some(place) = taken_by.get_mut(at) {
                *place = Some(who);
            }
            return true;
        }
    }
    false
}

fn of_words(one: &BTreeSet<String>, other: &BTreeSet<String>) -> f64 {
    let size = (one.len() * other.len()) as f64;
    if size == 0.0 {
        return 0.0;
    }
    one.intersection(other).count() as f64 / size.sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::llm::embed::scripted::Words;

    fn list(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn the_same_words_in_another_order_say_the_same() {
        let meaning = Meaning::default();
        for (one, other, same) in [
            (
                "Trams carry more people than cars.",
                "More people are carried by trams than by cars.",
                true,
            ),
            (
                "Trams carry more people than cars.",
                "A ban asks nobody who lives outside the city.",
                false,
            ),
            ("It is so.", "It is so.", true),
            ("It is so.", "So it is, is it?", false),
            ("", "", true),
        ] {
            assert_eq!(meaning.same(one, other), same, "{one} | {other}");
        }
    }

    #[test]
    fn nobody_has_two_counterparts_and_as_many_as_can_have_one() {
        let meaning = Meaning::default();
        let earlier = list(&[
            "clean streets help children breathe",
            "clean streets help children",
        ]);
        // The first could have either, and takes the nearer one; the second can have that one only.
        let later = list(&[
            "clean streets help children breathe",
            "children breathe",
            "nothing like it anywhere",
        ]);
        let found = meaning.counterparts(&earlier, &later);
        assert_eq!(found, [Some(1), Some(0), None]);
        let twice = list(&["clean streets help children", "clean streets help children"]);
        assert_eq!(
            meaning.counterparts(&twice[..1], &twice),
            [Some(0), None],
            "what is said twice is new once"
        );
        assert_eq!(meaning.counterparts(&[], &later), [None, None, None]);
    }

    #[tokio::test]
    async fn vectors_are_used_where_there_are_any_and_it_is_said_where_there_are_none() {
        let texts = list(&[
            "free trade feeds the poor",
            "trade that is free feeds the poor",
        ]);
        let words = Words::new(256);
        let meaning = Meaning::of(texts.clone(), Some(&words)).await;
        assert_eq!(meaning.by().told(), "by meaning, with words-256");
        assert!(meaning.same(&texts[0], &texts[1]));
        let without = Meaning::of(texts, None).await;
        assert!(without.by().told().contains("no embedding model"));
    }
}
