//! Measures of a finished debate: how far the speakers were grounded in their own words and held their own positions,
//! how much they differ, whether they heard each other, whether points were points, and how the house was moved.
//!
//! [`Report::of`] is pure: it reads the state of a debate and what was brought from outside ([`Materials`]). Asking a
//! judge's model is in [`ask`]. What each measure is stands in [`DEFINITIONS`] and nowhere else; what cannot be
//! measured says why ([`Measured::Not`]) and is never 0.

mod adaptation;
mod agreement;
mod arc;
pub mod ask;
mod by;
mod define;
mod definition;
mod differentiation;
mod explained;
mod good;
mod grounding;
mod materials;
mod measured;
mod order;
mod point_figures;
mod points;
mod positions;
mod question;
mod read;
pub mod said;
mod several;
mod style;
mod surface;
#[cfg(test)]
pub(crate) mod tests;
mod uptake;
pub mod votes;

use std::collections::BTreeMap;

use serde::Serialize;

use crate::debate::{
    DebateState,
    ids::{Seat, TurnId},
};

pub use agreement::{Alike, ReadingAgreement};
pub use arc::{Novelty, PolledCount};
pub use by::By;
pub use define::DEFINITIONS;
pub use definition::{Definition, Measure};
pub use explained::{EXPLAINED, Explained};
pub use good::Good;
pub use materials::{
    AnswerRelevance, Answers, ArcReading, CorpusFacts, CorpusQueries, Division, Judge, Materials,
    MomentReading, Nearest, PointReading, SharpnessReading, SpeechRelevance, Stand, StyleReference,
};
pub use measured::{MeasureResult, Measured};
pub use order::OrderFigures;
pub use point_figures::{
    PointFigures, PointSharpness, PointTarget, PointTiming, ProtectedTime, TargetClaim,
    TargetSentence,
};
pub use question::JudgeQuestion;
pub use several::{is_alike, mean};
pub use surface::Surface;
pub use uptake::Uptake;

use said::Voice;

/// The reason why there is nothing to say of claims.
const NO_CLAIMS: &str = "no claim was taken down";
/// The reason why nothing of what was said before could be taken up.
const UNHEARD_TURNS: &str = "nobody who spoke had heard somebody else before";
/// The reason why nothing is compared with corpora.
const NO_CORPUS: &str = "no corpus for any of the speakers";
/// The reason why there is nothing to say of speakers: a speech in whose middle the debate was adjourned does not count.
const NOBODY: &str = "no speech has come to its end";

/// Every measure of one debate.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// The measures, in the order of [`DEFINITIONS`].
    pub readings: Vec<MeasureResult>,
    /// The speakers with the names that others use, in the order of the line-up.
    pub speakers: Vec<(Seat, String)>,
    /// The counts of the house, in order.
    pub counts: Vec<PolledCount>,
    /// The novelty of each turn, in order.
    pub novelty: Vec<Novelty>,
    /// The figures of each point of information that a speaker offered, in order.
    pub points: Vec<PointFigures>,
    /// The uptake of each turn, in order.
    pub uptake: Vec<Uptake>,
    /// The first turn of each speaker, by the place in the order.
    pub order: Vec<OrderFigures>,
    /// The tension of each turn as a judge reads it, over several readings their mean; empty where none was asked.
    pub tension: BTreeMap<TurnId, f64>,
    /// The agreement of a judge's readings, by measure; of those that were read once there is none.
    pub agreement: BTreeMap<Measure, ReadingAgreement>,
}

impl Report {
    /// Measures a debate.
    pub fn of(state: &DebateState, materials: &Materials) -> Self {
        let voices = said::voices(state);
        let claims = said::claims(state);
        let common = uptake::CommonWords::of(state);
        let before = adaptation::before(state, &common);
        let uptake = uptake::uptake(state, &common);
        let runs = materials.runs();
        let offered = points::offered(state);
        let figures = point_figures::figures(state, &offered, &claims);
        let vectors = materials.vectors.as_ref();
        let order = order::figures(state, &before, &claims, &uptake, &runs);
        let counts = arc::counts(state);
        let novelty = arc::novelty(state);
        let [swing, changes, monotony] = arc::house(&counts);
        let [majority, spread, kappa] = votes::readings(&materials.divisions);
        let [uptake_rise, uptake_peak] = uptake::arc(&uptake);
        let read = read::over(&materials.judge, &materials.again, |judge| {
            let [accuracy, coverage] = positions::readings(&voices, &claims, judge);
            let [sharp, timely] = points::read(&voices, &offered, judge);
            let [tension, turn, climax] = read::arc(state, judge);
            vec![
                style::judged(&voices, StyleReference::Corpus, &materials.corpora, judge),
                style::judged(&voices, StyleReference::Card, &materials.corpora, judge),
                accuracy,
                coverage,
                read::answers(state, &voices, judge),
                sharp,
                timely,
                points::answered(&voices, &offered, judge),
                tension,
                turn,
                climax,
            ]
        });
        let answering = read.iter().find(|one| one.measure == Measure::Answering);
        let answering_later = order::answering_later(&order, answering.map(|one| &one.total));
        let mut readings = vec![
            grounding::rate(&voices, &claims, &materials.corpora),
            style::surface(&voices, materials),
            style::phrases(&voices),
            differentiation::distance(&voices, vectors),
            adaptation::engagement(&voices, &claims, &before),
            adaptation::names(&voices, &before),
            adaptation::notes(state, &voices, &before),
            points::length(state, &voices, &offered),
            points::sharp(&voices, &figures),
            points::target(&voices, &offered, vectors),
            points::on_claim(&voices, &figures, &claims),
            points::timely(&voices, &figures),
            points::delay(&voices, &figures),
            points::moment(&voices, &figures),
            swing,
            changes,
            monotony,
            arc::new_words(&novelty),
            arc::new_claims(&claims, vectors),
            majority,
            spread,
            kappa,
            uptake::reading(&voices, &uptake),
            order::uptake_later(&order),
            answering_later,
            uptake_rise,
            arc::swing_turn(state, &counts),
            uptake_peak,
        ];
        readings.extend(read);
        readings.sort_by_key(|reading| reading.measure);
        Self {
            readings,
            speakers: voices
                .iter()
                .map(|voice| (voice.seat().clone(), voice.speaker.card.short.clone()))
                .collect(),
            counts,
            novelty,
            points: figures,
            uptake,
            order,
            tension: read::tension(&runs),
            agreement: agreement::of(&runs),
        }
    }

    /// Measures what needs no model, against what corpora hold of the speakers where there are any. Every claim is
    /// looked up in them, so that it takes as long as the disk does.
    pub fn counted(state: &DebateState, library: Option<&dyn CorpusQueries>) -> Self {
        let corpora = library.map(|library| CorpusFacts::gather(state, library, None));
        let materials = Materials {
            corpora: corpora.unwrap_or_default(),
            ..Materials::default()
        };
        Self::of(state, &materials)
    }

    /// The result of a measure.
    pub fn reading(&self, measure: Measure) -> &MeasureResult {
        // One of each, in the order of the definitions; a test holds it.
        &self.readings[measure as usize]
    }

    /// The names of the measures that could not be taken, by the reason: those with the same reason together.
    pub fn unmeasured(&self) -> Vec<(&str, Vec<&'static str>)> {
        let mut reasons: Vec<(&str, Vec<&'static str>)> = Vec::new();
        for reading in &self.readings {
            let Measured::Not { why } = &reading.total else {
                continue;
            };
            let name = reading.measure.definition().name;
            match reasons.iter_mut().find(|(known, _)| known == why) {
                Some((_, names)) => names.push(name),
                None => reasons.push((why, vec![name])),
            }
        }
        reasons
    }
}

/// The texts of a debate whose vectors the measures can use, each once: passages of speeches, claims, points and the
/// paragraphs before them.
pub fn texts(state: &DebateState) -> Vec<String> {
    let mut texts: Vec<String> = said::voices(state)
        .iter()
        .filter(|voice: &&Voice<'_>| !voice.turns.is_empty())
        .flat_map(|voice| said::passages(&voice.text()))
        .collect();
    let claims = said::claims(state);
    texts.extend(claims.iter().map(|claim| claim.text.to_owned()));
    for (point, turn) in points::offered(state) {
        texts.push(point.text.clone());
        let paragraphs = points::so_far(point, turn).into_iter();
        texts.extend(paragraphs.map(str::to_owned));
    }
    texts.sort_unstable();
    texts.dedup();
    texts
}
