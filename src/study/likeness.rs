//! Likeness of texts: by vectors, where an embedding model has made some of them, and else by their content words. The
//! measures and their numbers are those of [`crate::similarity`].

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;

use crate::{
    llm::embed::Embedder,
    similarity::{self, Pair, SAME, cosine, dice},
    text::content::content_words,
};

/// Vectors of texts.
#[derive(Debug, Clone, Default)]
pub struct Vectors {
    label: String,
    by_text: HashMap<String, Vec<f32>>,
}

impl Vectors {
    /// The vectors of `texts`, one each in their order, made by the embedder of that label.
    pub fn new(label: impl Into<String>, texts: Vec<String>, vectors: Vec<Vec<f32>>) -> Self {
        Self {
            label: label.into(),
            by_text: texts.into_iter().zip(vectors).collect(),
        }
    }

    /// The embedder that has made them.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// The vector of a text.
    pub fn of(&self, text: &str) -> Option<&[f32]> {
        self.by_text.get(text).map(Vec::as_slice)
    }

    /// The nearness of two texts in meaning; `None` where one of them has no vector.
    pub fn between(&self, one: &str, other: &str) -> Option<f64> {
        Some(f64::from(cosine(self.of(one)?, self.of(other)?)))
    }
}

/// The likeness of some texts.
#[derive(Debug, Clone, Default)]
pub struct Likeness {
    vectors: Option<Vectors>,
    /// The reason why there are no vectors, though there is an embedder.
    failed: Option<String>,
}

impl Likeness {
    /// The likeness of these texts, by vectors where there is an embedder that can be had.
    pub async fn of(texts: Vec<String>, embedder: Option<&dyn Embedder>) -> Self {
        let Some(embedder) = embedder else {
            return Self::default();
        };
        match embedder.embed(&texts).await {
            Ok(vectors) => Self {
                vectors: Some(Vectors::new(embedder.label(), texts, vectors)),
                failed: None,
            },
            Err(error) => Self {
                vectors: None,
                failed: Some(error.to_string()),
            },
        }
    }

    /// The embedder whose vectors are compared; `None` where words are.
    pub fn embedder(&self) -> Option<&str> {
        self.vectors.as_ref().map(Vectors::label)
    }

    /// The vector of a text, where there are any.
    pub fn vector(&self, text: &str) -> Option<&[f32]> {
        self.vectors.as_ref()?.of(text)
    }

    /// The reason why the embedder that there is has made no vectors.
    pub fn failed(&self) -> Option<&str> {
        self.failed.as_deref()
    }

    /// The likeness from which two of the texts count as saying the same.
    pub fn threshold(&self) -> f64 {
        if self.vectors.is_some() {
            SAME.meaning
        } else {
            SAME.words
        }
    }

    /// The way in which the texts are compared, for a person.
    pub fn describe(&self) -> String {
        match (self.embedder(), self.failed()) {
            (Some(label), _) => format!("by meaning, with {label}"),
            (None, Some(reason)) => format!("by their words: no embeddings ({reason})"),
            (None, None) => "by their words: there is no embedding model".to_owned(),
        }
    }

    /// The likeness of two texts, from 0 to 1, where they say the same. A text says the same as itself; one without a
    /// vector is compared by its words.
    pub fn same(&self, one: &str, other: &str) -> Option<f64> {
        if one == other {
            return Some(1.0);
        }
        let vectors = self.vectors.as_ref();
        let (near, least) = match vectors.and_then(|vectors| vectors.between(one, other)) {
            Some(near) => (near, SAME.meaning),
            None => (
                dice(&content_words([one]), &content_words([other])),
                SAME.words,
            ),
        };
        (near >= least).then_some(near)
    }

    /// The overlap of two lists.
    pub fn common(&self, ones: &[String], others: &[String]) -> Overlap {
        let alike = |one: usize, other: usize| {
            let pair = ones.get(one).zip(others.get(other));
            pair.and_then(|(one, other)| self.same(one, other))
        };
        Overlap::new(
            similarity::pairs((ones.len(), others.len()), alike),
            (ones.len(), others.len()),
        )
    }

    /// The counterpart of each of `later` among `earlier`, by position.
    pub(crate) fn counterparts(&self, earlier: &[String], later: &[String]) -> Vec<Option<usize>> {
        let common = self.common(later, earlier);
        let of: BTreeMap<usize, usize> = common
            .pairs
            .iter()
            .map(|pair| (pair.one, pair.other))
            .collect();
        (0..later.len()).map(|at| of.get(&at).copied()).collect()
    }
}

/// The overlap of two lists of texts.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Overlap {
    /// The pairs that say the same, the most alike first.
    pub pairs: Vec<Pair>,
    /// The share of the first list that is in the second, from 0 to 1; absent where the first is empty.
    pub precision: Option<f64>,
    /// The share of the second list that is in the first, from 0 to 1; absent where the second is empty.
    pub recall: Option<f64>,
    /// The harmonic mean of precision and recall, `2pr / (p + r)`; 0 where both are 0 (C. J. van Rijsbergen,
    /// "Information Retrieval", second edition, 1979, chapter 7). Absent where one of them is.
    pub f1: Option<f64>,
}

impl Overlap {
    fn new(mut pairs: Vec<Pair>, (ones, others): (usize, usize)) -> Self {
        pairs.sort_by(|a, b| b.similarity.total_cmp(&a.similarity));
        let share = |of: usize| (of > 0).then(|| pairs.len() as f64 / of as f64);
        let (precision, recall) = (share(ones), share(others));
        let f1 = precision.zip(recall).map(|(p, r)| {
            if p + r > 0.0 {
                2.0 * p * r / (p + r)
            } else {
                0.0
            }
        });
        Self {
            pairs,
            precision,
            recall,
            f1,
        }
    }
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
        let likeness = Likeness::default();
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
            assert_eq!(likeness.same(one, other).is_some(), same, "{one} | {other}");
        }
    }

    #[test]
    fn nobody_has_two_counterparts_and_as_many_as_can_have_one() {
        let likeness = Likeness::default();
        let earlier = list(&[
            "clean streets help children breathe",
            "clean streets help children",
        ]);
        // The first could have either, and takes the nearer one; the second can have that one only.
        let later = list(&[
            "clean streets help children breathe",
            "children breathe",
            "gardens feed nobody",
        ]);
        let found = likeness.counterparts(&earlier, &later);
        assert_eq!(found, [Some(1), Some(0), None]);
        let twice = list(&["clean streets help children", "clean streets help children"]);
        assert_eq!(
            likeness.counterparts(&twice[..1], &twice),
            [Some(0), None],
            "what is said twice is new once"
        );
        assert_eq!(likeness.counterparts(&[], &later), [None, None, None]);
    }

    #[tokio::test]
    async fn vectors_are_used_where_there_are_any_and_it_is_said_where_there_are_none() {
        let texts = list(&[
            "free trade feeds the poor",
            "trade that is free feeds the poor",
        ]);
        let words = Words::new(256);
        let likeness = Likeness::of(texts.clone(), Some(&words)).await;
        assert_eq!(likeness.describe(), "by meaning, with words-256");
        assert!(likeness.same(&texts[0], &texts[1]).is_some());
        let without = Likeness::of(texts, None).await;
        assert!(without.describe().contains("no embedding model"));
    }

    #[test]
    fn shares_are_of_both_lists_and_empty_ones_have_none() {
        let likeness = Likeness::default();
        let common = |ones: &[&str], others: &[&str]| likeness.common(&list(ones), &list(others));
        let half = common(
            &["ferries feed islands", "moons pull tides"],
            &["tides pull moons", "bridges rust", "gulls nest"],
        );
        assert_eq!(half.pairs.len(), 1);
        assert_eq!((half.pairs[0].one, half.pairs[0].other), (1, 0));
        assert_eq!(half.precision, Some(0.5));
        assert!((half.recall.unwrap() - 1.0 / 3.0).abs() < 1e-12);
        assert!((half.f1.unwrap() - 0.4).abs() < 1e-12);
        let none = common(&[], &["gulls nest"]);
        assert_eq!(
            (none.precision, none.recall, none.f1),
            (None, Some(0.0), None)
        );
        assert_eq!(common(&["gulls nest"], &["bridges rust"]).f1, Some(0.0));
    }
}
