//! Style: how far speeches sound like whoever they are given to, by a judge and on the surface.

use std::collections::BTreeMap;

use super::{
    by::By,
    definition::Measure,
    materials::{Answers, CorpusFacts, Judge, Materials, StyleReference},
    measured::{MeasureResult, Measured},
    said::Voice,
    surface::Surface,
};
use crate::debate::ids::Seat;

/// The lowest score of a judge, and how far it is to the highest.
const LOWEST: u32 = 1;
const SPAN: f64 = 9.0;

/// The style as a judge scores it, against the corpus or against the card.
pub(super) fn judged(
    voices: &[Voice<'_>],
    against: StyleReference,
    corpora: &BTreeMap<String, CorpusFacts>,
    judge: &Judge,
) -> MeasureResult {
    let measure = against.measure();
    let one = |voice: &Voice<'_>| {
        let has_corpus = corpora.contains_key(&voice.speaker.persona);
        let name = &voice.speaker.card.short;
        if against == StyleReference::Corpus && !has_corpus {
            return Measured::not(format!("no corpus for {name}"));
        }
        if voice.turns.is_empty() {
            return Measured::not(voice.silent());
        }
        match judge {
            Judge::NotAsked(why) => Measured::not(why.clone()),
            Judge::Asked(answers) => score(voice, against, answers),
        }
    };
    let speakers: BTreeMap<_, _> = voices
        .iter()
        .map(|voice| (voice.seat().clone(), one(voice)))
        .collect();
    let none = match against {
        StyleReference::Corpus => none(voices, &speakers, corpora),
        StyleReference::Card => super::NOBODY.to_owned(),
    };
    MeasureResult::means(measure, speakers, &none)
}

/// The reason why none of those who have a corpus has a value; where nobody has a corpus, that is the reason.
fn none(
    voices: &[Voice<'_>],
    speakers: &BTreeMap<Seat, Measured>,
    corpora: &BTreeMap<String, CorpusFacts>,
) -> String {
    let with_corpus = voices
        .iter()
        .filter(|voice| corpora.contains_key(&voice.speaker.persona));
    let mut reasons = with_corpus.filter_map(|voice| match speakers.get(voice.seat()) {
        Some(Measured::Not { why }) => Some(why.clone()),
        Some(Measured::Is { .. }) | None => None,
    });
    reasons
        .next()
        .unwrap_or_else(|| super::NO_CORPUS.to_owned())
}

fn score(voice: &Voice<'_>, against: StyleReference, answers: &Answers) -> Measured {
    match answers.style.get(voice.seat()) {
        Some((asked, Ok(score))) if *asked == against => Measured::Is {
            value: f64::from(score.saturating_sub(LOWEST)) / SPAN,
            of: 1,
            by: By::Judge(answers.model.clone()),
        },
        Some((asked, Err(why))) if *asked == against => {
            Measured::not(format!("{} gave nothing of use: {why}", answers.model))
        }
        Some(_) => Measured::not(match against {
            StyleReference::Corpus => "the corpus has no passage to show",
            StyleReference::Card => "the corpus was looked at instead",
        }),
        None => Measured::not(format!("{} was not asked", answers.model)),
    }
}

/// The style on the surface, against the corpus.
pub(super) fn surface(voices: &[Voice<'_>], materials: &Materials) -> MeasureResult {
    let one = |voice: &Voice<'_>| match materials.corpora.get(&voice.speaker.persona) {
        None => Measured::not(format!("no corpus for {}", voice.speaker.card.short)),
        Some(_) if voice.turns.is_empty() => Measured::not(voice.silent()),
        Some(facts) => Measured::Is {
            value: of(voice).match_with(&facts.surface),
            of: 1,
            by: By::Count,
        },
    };
    let speakers: BTreeMap<_, _> = voices
        .iter()
        .map(|voice| (voice.seat().clone(), one(voice)))
        .collect();
    let none = none(voices, &speakers, &materials.corpora);
    MeasureResult::means(Measure::StyleSurface, speakers, &none)
}

/// Signature phrases of the card in a thousand words.
pub(super) fn phrases(voices: &[Voice<'_>]) -> MeasureResult {
    let mut all = Surface::default();
    let mut speakers = BTreeMap::new();
    for voice in voices {
        let own = of(voice);
        all.words += own.words;
        all.phrases += own.phrases;
        let measured = rate(&own, &voice.silent());
        speakers.insert(voice.seat().clone(), measured);
    }
    MeasureResult {
        measure: Measure::StylePhrases,
        total: rate(&all, super::NOBODY),
        speakers,
    }
}

fn rate(surface: &Surface, none: &str) -> Measured {
    if surface.words == 0 {
        return Measured::not(none);
    }
    Measured::Is {
        value: surface.phrase_rate(),
        of: usize::try_from(surface.words).unwrap_or(usize::MAX),
        by: By::Count,
    }
}

fn of(voice: &Voice<'_>) -> Surface {
    Surface::of(&voice.text(), &voice.speaker.card.style.phrases)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{Report, materials::CorpusFacts, tests::sample};

    #[test]
    fn of_one_corpus_among_many_speakers_it_is_said_why_nobody_was_judged() {
        let mut debate = sample::SampleDebate::new();
        debate.speech("prop.1", "Mark this: the street is ours.", &[]);
        debate.speech("opp.1", "The army moves by road.", &[]);
        let materials = Materials {
            corpora: [("gandhi".to_owned(), CorpusFacts::default())].into(),
            judge: Judge::NotAsked("no model was asked".to_owned()),
            ..Materials::default()
        };
        let why = |materials: &Materials| {
            let report = Report::of(&debate.state, materials);
            report.reading(Measure::StyleJudge).total.clone()
        };
        assert_eq!(why(&materials), Measured::not("no model was asked"));
        assert_eq!(
            why(&Materials::default()),
            Measured::not("no corpus for any of the speakers")
        );
    }

    #[test]
    fn phrases_are_counted_in_a_thousand_words() {
        let mut debate = sample::SampleDebate::new();
        // The phrase of every card of the sample is "mark this".
        debate.speech("prop.1", "Mark this: the street is ours.", &[]);
        debate.speech("opp.1", "The army moves by road.", &[]);
        let report = Report::of(&debate.state, &Materials::default());
        let reading = report.reading(Measure::StylePhrases);
        // One in six words of Gandhi's; one in eleven of both.
        let value = |measured: &Measured| measured.value().unwrap();
        assert!((value(&reading.speakers[&Seat::new("prop", 1)]) - 1000.0 / 6.0).abs() < 1e-9);
        assert!(value(&reading.speakers[&Seat::new("opp", 1)]).abs() < 1e-9);
        assert!((value(&reading.total) - 1000.0 / 11.0).abs() < 1e-9);
        assert_eq!(
            reading.speakers[&Seat::new("prop", 2)],
            Measured::not("Mill said nothing that counts")
        );
    }

    #[test]
    fn a_judge_is_believed_only_for_what_it_was_asked() {
        let mut debate = sample::SampleDebate::new();
        debate.speech("prop.1", "Mark this: the street is ours.", &[]);
        debate.speech("opp.1", "The army moves by road.", &[]);
        let mut materials = Materials::default();
        let card = |why| {
            Report::of(&debate.state, why)
                .reading(Measure::StyleCard)
                .total
                .clone()
        };
        assert_eq!(card(&materials), Measured::not("no model was asked"));
        let answers = Answers {
            model: "wise".to_owned(),
            style: [
                (Seat::new("prop", 1), (StyleReference::Corpus, Ok(10))),
                (Seat::new("opp", 1), (StyleReference::Card, Ok(4))),
            ]
            .into(),
            ..Answers::default()
        };
        materials.judge = Judge::Asked(answers);
        materials
            .corpora
            .insert("gandhi".to_owned(), CorpusFacts::default());
        let report = Report::of(&debate.state, &materials);
        let by = || By::Judge("wise".to_owned());
        let is = |value| Measured::Is {
            value,
            of: 1,
            by: by(),
        };
        assert_eq!(report.reading(Measure::StyleJudge).total, is(1.0));
        // (4 − 1) ÷ 9.
        assert_eq!(report.reading(Measure::StyleCard).total, is(1.0 / 3.0));
        if let Judge::Asked(answers) = &mut materials.judge {
            let failed = (StyleReference::Card, Err("no JSON object".to_owned()));
            answers.style.insert(Seat::new("opp", 1), failed);
        }
        let report = Report::of(&debate.state, &materials);
        assert_eq!(
            report.reading(Measure::StyleCard).speakers[&Seat::new("opp", 1)],
            Measured::not("wise gave nothing of use: no JSON object")
        );
    }

    #[test]
    fn the_surface_is_that_of_the_corpus_or_not() {
        let mut debate = sample::SampleDebate::new();
        debate.speech("prop.1", "Mark this: the street is ours.", &[]);
        let mut materials = Materials::default();
        // The same words a sentence (6) and no questions; twice the first person (1/6 and 1/3): ½; twice the phrases: ½.
        let surface = Surface {
            words: 6,
            sentences: 1,
            questions: 0,
            first_person: 2,
            phrases: 2,
        };
        let facts = CorpusFacts {
            surface,
            ..CorpusFacts::default()
        };
        materials.corpora.insert("gandhi".to_owned(), facts);
        let report = Report::of(&debate.state, &materials);
        let reading = report.reading(Measure::StyleSurface);
        assert!((reading.total.value().unwrap() - 0.75).abs() < 1e-9);
    }
}
