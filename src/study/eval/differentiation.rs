//! Differentiation: how far apart speakers are in what they say.

use std::collections::BTreeMap;

use super::{
    by::By,
    definition::Measure,
    measured::{MeasureResult, Measured},
    said::{self, Voice},
};
use crate::{
    likeness::Vectors,
    similarity::{cosine, normalised},
    text::content,
};

/// The mean pairwise distance.
pub(super) fn distance(voices: &[Voice<'_>], vectors: Option<&Vectors>) -> MeasureResult {
    let spoken: Vec<(&Voice<'_>, String)> = voices
        .iter()
        .filter(|voice| !voice.turns.is_empty())
        .map(|voice| (voice, voice.text()))
        .collect();
    let meant = vectors
        .and_then(|vectors| Some((by_meaning(&spoken, vectors)?, By::vectors(Some(vectors)))));
    let (between, by) = meant.unwrap_or_else(|| {
        let texts: Vec<&str> = spoken.iter().map(|(_, text)| text.as_str()).collect();
        (by_words(&texts), By::TfIdf)
    });
    let mut all = Vec::new();
    let mut speakers: BTreeMap<_, _> = voices
        .iter()
        .map(|voice| (voice.seat().clone(), Measured::not(voice.silent())))
        .collect();
    let alone = "fewer than two speakers have said something";
    for (at, (voice, _)) in spoken.iter().enumerate() {
        let row = between.get(at).into_iter().flatten().enumerate();
        let others: Vec<f64> = row
            .filter(|(other, _)| *other != at)
            .map(|(_, d)| *d)
            .collect();
        all.extend_from_slice(&others);
        let own = Measured::mean(&others, by.clone(), alone);
        speakers.insert(voice.seat().clone(), own);
    }
    let total = match Measured::mean(&all, by, alone) {
        // Every pair was looked at from both ends.
        Measured::Is { value, of, by } => Measured::Is {
            value,
            of: of / 2,
            by,
        },
        not @ Measured::Not { .. } => not,
    };
    MeasureResult {
        measure: Measure::Differentiation,
        total,
        speakers,
    }
}

/// The distances by vectors, or `None` where one of the texts has none.
fn by_meaning(spoken: &[(&Voice<'_>, String)], vectors: &Vectors) -> Option<Vec<Vec<f64>>> {
    let of = |text: &str| {
        let mut sum: Vec<f32> = Vec::new();
        for passage in said::passages(text) {
            let vector = vectors.of(&passage)?;
            sum.resize(vector.len(), 0.0);
            for (all, one) in sum.iter_mut().zip(vector) {
                *all += one;
            }
        }
        normalised(sum)
    };
    let all: Option<Vec<Vec<f32>>> = spoken.iter().map(|(_, text)| of(text)).collect();
    let all = all?;
    Some(table(all.len(), |one, other| {
        Some(f64::from(cosine(all.get(one)?, all.get(other)?)))
    }))
}

/// The distances by TF-IDF of content words, a document for each text.
fn by_words(texts: &[&str]) -> Vec<Vec<f64>> {
    let counts: Vec<BTreeMap<String, u32>> = texts
        .iter()
        .map(|text| {
            let mut counts = BTreeMap::new();
            for stem in content::stems(text) {
                *counts.entry(stem).or_default() += 1;
            }
            counts
        })
        .collect();
    let documents = counts.len() as f64;
    let mut frequency: BTreeMap<&str, f64> = BTreeMap::new();
    for word in counts.iter().flat_map(BTreeMap::keys) {
        *frequency.entry(word).or_default() += 1.0;
    }
    let weights: Vec<BTreeMap<&str, f64>> = counts
        .iter()
        .map(|counts| {
            let weight = |(word, count): (&'_ String, &u32)| {
                let df = frequency.get(word.as_str()).copied().unwrap_or(0.0);
                (1.0 + f64::from(*count).ln()) * (1.0 + ((1.0 + documents) / (1.0 + df)).ln())
            };
            counts
                .iter()
                .map(|(word, count)| (word.as_str(), weight((word, count))))
                .collect()
        })
        .collect();
    let length = |of: &BTreeMap<&str, f64>| of.values().map(|w| w * w).sum::<f64>().sqrt();
    table(weights.len(), |one, other| {
        let (one, other) = (weights.get(one)?, weights.get(other)?);
        let product: f64 = one
            .iter()
            .filter_map(|(word, weight)| Some(weight * other.get(word)?))
            .sum();
        let lengths = length(one) * length(other);
        // A text of no content words has nothing in common with any.
        Some(if lengths > 0.0 {
            product / lengths
        } else {
            0.0
        })
    })
}

/// The distances of everything from everything, from their cosines; less than none in common is none.
fn table(count: usize, cosine: impl Fn(usize, usize) -> Option<f64>) -> Vec<Vec<f64>> {
    let row = |one| {
        let cell = |other| (1.0 - cosine(one, other).unwrap_or(0.0)).clamp(0.0, 1.0);
        (0..count).map(cell).collect()
    };
    (0..count).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{Materials, Report, tests::sample, texts};

    #[test]
    fn words_are_far_apart_by_what_only_one_has() {
        // "street" stands in both of two documents: weight 1 + ln(3/3) = 1; "salt" and "army" in one: 1 + ln(3/2).
        let found = by_words(&["street salt", "street army"]);
        let rare = 1.0 + 1.5_f64.ln();
        let expected = 1.0 - 1.0 / (1.0 + rare * rare);
        assert!((found[0][1] - expected).abs() < 1e-9, "{found:?}");
        assert!((found[0][1] - found[1][0]).abs() < 1e-12);
        assert!(found[0][0].abs() < 1e-9);
        // Twice is 1 + ln 2 of once, and not twice as much; alone it is the same direction.
        assert!(by_words(&["salt salt", "salt"])[0][1].abs() < 1e-9);
        assert!((by_words(&["it is", "salt"])[0][1] - 1.0).abs() < 1e-9);
    }

    #[tokio::test]
    async fn meaning_is_taken_where_there_are_vectors_for_everything() {
        use crate::llm::embed::{Embedder as _, scripted::Words};
        let mut debate = sample::SampleDebate::new();
        debate.speech("prop.1", "Salt belongs to everybody.", &[]);
        debate.speech("opp.1", "Roads belong to armies.", &[]);
        let mut materials = Materials::default();
        let by = |materials: &Materials| {
            let report = Report::of(&debate.state, materials);
            match &report.reading(Measure::Differentiation).total {
                Measured::Is { of, by, value } => (*of, by.clone(), *value),
                Measured::Not { why } => panic!("{why}"),
            }
        };
        assert_eq!((by(&materials).0, by(&materials).1), (1, By::TfIdf));
        let embedder = Words::new(64);
        let wanted = texts(&debate.state);
        let vectors = embedder.embed(&wanted).await.unwrap();
        materials.vectors = Some(Vectors::new(embedder.label(), wanted, vectors));
        let (pairs, how, value) = by(&materials);
        assert_eq!((pairs, how), (1, By::Embedder("words-64".to_owned())));
        assert!((0.0..=1.0).contains(&value));
        // A text is missing: words are compared, and it says so.
        materials.vectors = Some(Vectors::new("half", vec![], vec![]));
        assert_eq!(by(&materials).1, By::TfIdf);
    }

    #[test]
    fn one_speaker_differs_from_nobody() {
        let mut debate = sample::SampleDebate::new();
        debate.speech("prop.1", "Salt.", &[]);
        let report = Report::of(&debate.state, &Materials::default());
        let reading = report.reading(Measure::Differentiation);
        assert_eq!(
            reading.total,
            Measured::not("fewer than two speakers have said something")
        );
    }
}
