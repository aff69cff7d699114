//! Corpus grounding: how many claims can be traced to the corpus of whoever makes them.

use std::collections::BTreeMap;

use super::{
    by::By,
    definition::Measure,
    materials::{CorpusFacts, Nearest},
    measured::MeasureResult,
    said::{self, SpokenClaim, Voice},
};
use crate::{
    similarity::{CONTAINED, containment},
    text::{content::content_words, sentence},
};

/// The grounding rate.
pub(super) fn rate(
    voices: &[Voice<'_>],
    claims: &[SpokenClaim<'_>],
    corpora: &BTreeMap<String, CorpusFacts>,
) -> MeasureResult {
    let mut by = By::Words;
    let mut counts = BTreeMap::new();
    for voice in voices {
        let Some(facts) = corpora.get(&voice.speaker.persona) else {
            let why = format!("no corpus for {}", voice.speaker.card.short);
            counts.insert(voice.seat().clone(), Err(why));
            continue;
        };
        let own: Vec<&SpokenClaim<'_>> = claims
            .iter()
            .filter(|claim| &claim.turn.seat == voice.seat())
            .collect();
        let mut grounded = 0;
        for claim in &own {
            let nearest = facts.nearest.get(claim.text);
            if let Some(Nearest {
                by: By::Embedder(label),
                ..
            }) = nearest
            {
                by = By::Embedder(label.clone());
            }
            grounded += usize::from(cites(claim) || nearest.is_some_and(is_near));
        }
        counts.insert(voice.seat().clone(), Ok((grounded, own.len())));
    }
    let none = if counts.values().all(Result::is_err) {
        super::NO_CORPUS
    } else {
        super::NO_CLAIMS
    };
    MeasureResult::shares(Measure::GroundingRate, &by, counts, none)
}

fn is_near(nearest: &Nearest) -> bool {
    let threshold = match nearest.by {
        By::Embedder(_) => CONTAINED.meaning,
        By::Count | By::Words | By::TfIdf | By::Judge(_) => CONTAINED.words,
    };
    nearest.similarity >= threshold
}

/// Whether a claim names a passage: in its own words, in its support, or in the sentence of the speech that says it.
fn cites(claim: &SpokenClaim<'_>) -> bool {
    if has_mark(claim.text) || has_mark(&claim.support) {
        return true;
    }
    let speech = said::text(claim.turn);
    if !has_mark(&speech) {
        return false;
    }
    let about = content_words([claim.text]);
    let sentences = sentence::sentences(&speech);
    let nearest = sentences
        .into_iter()
        .map(|sentence| (containment(&about, &content_words([sentence])), sentence))
        .filter(|(share, _)| *share >= CONTAINED.words)
        .max_by(|(one, _), (other, _)| one.total_cmp(other));
    nearest.is_some_and(|(_, sentence)| has_mark(sentence))
}

/// Whether a mark such as `[2]` stands in a text.
fn has_mark(text: &str) -> bool {
    text.split('[').skip(1).any(|rest| {
        rest.split_once(']').is_some_and(|(mark, _)| {
            (1..=3).contains(&mark.len()) && mark.bytes().all(|letter| letter.is_ascii_digit())
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        debate::ids::Seat,
        eval::{Materials, Measured, Report, tests::sample},
    };

    fn near(similarity: f64, by: By) -> Nearest {
        Nearest {
            similarity,
            by,
            passage: "p".into(),
        }
    }

    #[test]
    fn marks_are_numbers_in_brackets() {
        for (text, mark) in [
            ("as I wrote [2], bread", true),
            ("[12]", true),
            ("[a] [] [1234] ]3[", false),
            ("none", false),
        ] {
            assert_eq!(has_mark(text), mark, "{text}");
        }
    }

    #[test]
    fn a_claim_is_grounded_by_a_mark_or_by_a_passage_that_is_near() {
        let mut debate = sample::SampleDebate::new();
        // Four claims of Gandhi: near, not near, cited in its sentence, and without any passage.
        debate.speech(
            "prop.1",
            "The street belongs to children. Salt was taxed by clerks in offices [3]. Nothing else is true.",
            &[
                ("Streets belong to children", ""),
                ("Engines make noise", ""),
                ("Clerks taxed salt", ""),
                ("Horses were slow", ""),
            ],
        );
        debate.speech("opp.1", "War is movement.", &[("War is movement", "")]);
        let mut materials = Materials::default();
        let facts = CorpusFacts {
            nearest: [
                ("Streets belong to children", near(0.5, By::Words)),
                ("Engines make noise", near(0.49, By::Words)),
            ]
            .map(|(claim, nearest)| (claim.to_owned(), nearest))
            .into(),
            ..CorpusFacts::default()
        };
        materials.corpora.insert("gandhi".to_owned(), facts);
        let report = Report::of(&debate.state, &materials);
        let reading = report.reading(Measure::GroundingRate);
        let expected = Measured::Is {
            value: 0.5,
            of: 4,
            by: By::Words,
        };
        assert_eq!(reading.total, expected, "Napoleon's claim is not counted");
        assert_eq!(reading.speakers[&Seat::new("prop", 1)], expected);
        assert_eq!(
            reading.speakers[&Seat::new("opp", 1)],
            Measured::not("no corpus for Napoleon")
        );
    }

    #[test]
    fn meaning_has_a_threshold_of_its_own() {
        let embedder = || By::Embedder("mini".to_owned());
        for (similarity, by, expected) in [
            (0.5, embedder(), true),
            (0.49, embedder(), false),
            (0.5, By::Words, true),
            (0.2, By::Words, false),
        ] {
            assert_eq!(is_near(&near(similarity, by.clone())), expected, "{by:?}");
        }
    }
}
