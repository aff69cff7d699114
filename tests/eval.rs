//! The measures of debates of every format, run through in the simulated world: whatever happens in a debate, every
//! value is within the range of its definition, and what cannot be measured says why.

#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]

use crate::common;

use std::collections::BTreeMap;

use common::world::{Choices, World};
use hustings::{
    catalog::Profile,
    debate::{DebateState, decide::Input, ids::PoiId, opening::Options},
    eval::{
        AnswerRelevance, Answers, ArcReading, By, CorpusFacts, CorpusQueries, DEFINITIONS,
        Division, Judge, Materials, Measure, Measured, MomentReading, Nearest, PointReading,
        Report, SharpnessReading, SpeechRelevance, Stand, StyleReference, Surface, said, texts,
    },
    likeness::Vectors,
    llm::embed::{Embedder as _, scripted::Words},
};
use proptest::prelude::*;

fn debate(format: &str, bytes: Vec<u8>, trouble: usize) -> DebateState {
    let options = Options {
        scale: 0.2,
        ..Options::default()
    };
    let opening = common::opening_in(format, 5, options, &Profile::default());
    let mut world = World::new();
    world.feed(Input::Open(opening.into()));
    world.run(&mut Choices { bytes, at: 0 }, trouble);
    world.state
}

/// A library that has a corpus for every second persona, and finds what chance has it find.
#[derive(Debug)]
struct Shelf<'a>(&'a [u8]);

impl Shelf<'_> {
    fn chance(&self, text: &str) -> u8 {
        let sum: usize = text.bytes().map(usize::from).sum();
        self.0[sum % self.0.len()]
    }
}

impl CorpusQueries for Shelf<'_> {
    fn surface(&self, persona: &str, phrases: &[String]) -> Option<Surface> {
        let has = persona.len().is_multiple_of(2);
        has.then(|| Surface::of("I ask you: who pays? Not I. We all do, friends.", phrases))
    }

    fn nearest(&self, _: &str, claim: &str, vector: Option<&[f32]>) -> Option<Nearest> {
        let chance = self.chance(claim);
        (!chance.is_multiple_of(4)).then(|| Nearest {
            similarity: f64::from(chance) / 255.0,
            by: vector.map_or(By::Words, |_| By::Embedder("words-64".to_owned())),
            passage: "So it is.".to_owned(),
        })
    }

    fn samples(&self, _: &str, most: usize) -> Vec<String> {
        vec!["So it is.".to_owned(); most.min(2)]
    }
}

/// Everything that could come from outside.
fn materials(state: &DebateState, bytes: &[u8]) -> Materials {
    let wanted = texts(state);
    let embedder = Words::new(64);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let vectors = runtime.block_on(embedder.embed(&wanted)).unwrap();
    let vectors = Vectors::new("words-64", wanted, vectors);
    let corpora = CorpusFacts::gather(state, &Shelf(bytes), Some(&vectors));
    let chance = |at: usize| bytes[at % bytes.len()];
    let seats = said::voices(state).into_iter().enumerate();
    let style = seats.clone().map(|(at, voice)| {
        let score = 1 + u32::from(chance(at)) % 10;
        let against = if corpora.contains_key(&voice.speaker.persona) {
            StyleReference::Corpus
        } else {
            StyleReference::Card
        };
        (voice.seat().clone(), (against, Ok(score)))
    });
    let positions = seats.map(|(at, voice)| {
        let stands = [Stand::Agrees, Stand::Contradicts, Stand::Neither];
        let some = (0..3).map(|more| stands[usize::from(chance(at + more)) % 3]);
        (voice.seat().clone(), Ok(some.collect()))
    });
    let points = (0..40).map(|number| {
        let met = [
            AnswerRelevance::Wholly,
            AnswerRelevance::Partly,
            AnswerRelevance::Not,
        ];
        let at = usize::from(chance(number as usize));
        (PoiId(number), Ok(met[at % 3]))
    });
    let answers = Answers {
        model: "wise".to_owned(),
        style: style.collect(),
        positions: positions.collect(),
        points: points.collect(),
        speeches: said::turns(state)
            .enumerate()
            .map(|(at, turn)| {
                let found = [
                    SpeechRelevance::Answers,
                    SpeechRelevance::Touches,
                    SpeechRelevance::Ignores,
                ];
                (turn.id, Ok(found[usize::from(chance(at)) % 3]))
            })
            .collect(),
        offered: (0..40)
            .map(|number| {
                let read = PointReading {
                    sharp: SharpnessReading::Partly,
                    moment: if chance(number as usize).is_multiple_of(2) {
                        MomentReading::Good
                    } else {
                        MomentReading::Late
                    },
                };
                (PoiId(number), Ok(read))
            })
            .collect(),
        arc: Some(Ok(ArcReading {
            tension: said::turns(state)
                .enumerate()
                .map(|(at, turn)| (turn.id, 1 + u32::from(chance(at)) % 5))
                .collect(),
            turn: said::turns(state).last().map(|turn| turn.id),
            climax: None,
        })),
    };
    let divisions = (0..usize::from(chance(5)) % 4).map(|at| Division {
        ayes: u32::from(chance(at)),
        noes: u32::from(chance(at + 1)),
        ballots: BTreeMap::new(),
    });
    Materials {
        vectors: Some(vectors),
        corpora,
        judge: Judge::Asked(answers),
        divisions: divisions.collect(),
        again: Vec::new(),
    }
}

fn is_sound(measure: Measure, measured: &Measured) -> Result<(), TestCaseError> {
    let definition = measure.definition();
    match measured {
        Measured::Not { why } => prop_assert!(!why.is_empty(), "{}", definition.id),
        Measured::Is { value, of, .. } => {
            let (least, most) = definition.range;
            let most = most.unwrap_or(f64::INFINITY);
            let within = (least - 1e-9..=most + 1e-9).contains(value);
            prop_assert!(within && value.is_finite(), "{}: {value}", definition.id);
            prop_assert!(*of > 0, "{}: of nothing", definition.id);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_value_is_within_its_range(
        format in prop::sample::select(common::FORMATS.to_vec()),
        bytes in prop::collection::vec(any::<u8>(), 8..40),
        trouble in 0_usize..12,
    ) {
        let state = debate(format, bytes.clone(), trouble);
        for materials in [Materials::default(), materials(&state, &bytes)] {
            let report = Report::of(&state, &materials);
            prop_assert_eq!(report.readings.len(), DEFINITIONS.len());
            for reading in &report.readings {
                is_sound(reading.measure, &reading.total)?;
                for (seat, measured) in &reading.speakers {
                    prop_assert!(state.speaker(seat).is_some(), "{} is no speaker", seat);
                    is_sound(reading.measure, measured)?;
                }
            }
            for one in &report.novelty {
                prop_assert!((0.0..=1.0).contains(&one.new_words));
            }
            prop_assert_eq!(&report, &Report::of(&state, &materials), "it comes to the same again");
        }
    }
}

#[test]
fn an_exhibition_has_all_that_needs_no_model() {
    let state = debate("exhibition", vec![3, 1, 4, 1, 5, 9, 2, 6], 0);
    let report = Report::of(&state, &Materials::default());
    for measure in [
        Measure::StylePhrases,
        Measure::Differentiation,
        Measure::Engagement,
        Measure::Names,
        Measure::PointLength,
        Measure::PointSharp,
        Measure::PointTarget,
        Measure::PointTimely,
        Measure::PointMoment,
        Measure::Swing,
        Measure::Changes,
        Measure::NewWords,
        Measure::NewClaims,
    ] {
        let total = &report.reading(measure).total;
        assert!(total.value().is_some(), "{measure:?}: {total:?}");
    }
    // Ballots before, a poll after each speech but the last, ballots after.
    assert_eq!(report.counts.len(), 7);
    assert_eq!(report.novelty.len(), 6);
}
