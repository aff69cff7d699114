//! Materials that measures need from outside a debate: vectors of texts, what corpora know, a judge's answers, further
//! divisions. Whoever brings them asks models and opens stores; here they are plain data.

use std::collections::BTreeMap;

use super::{by::By, surface::Surface};
use crate::{
    debate::{
        DebateState,
        answer::Vote,
        ask::When,
        division::Tally,
        ids::{PoiId, Seat},
    },
    likeness::Vectors,
};

/// A passage of a corpus that is near a claim.
#[derive(Debug, Clone, PartialEq)]
pub struct Nearest {
    /// The nearness: a cosine, or the share of the claim's content words that stand in the passage.
    pub similarity: f64,
    /// The kind of nearness: [`By::Embedder`] or [`By::Words`].
    pub by: By,
    /// The words of the passage.
    pub passage: String,
}

/// Queries of the measures to corpora.
pub trait CorpusQueries: std::fmt::Debug {
    /// The surface of a persona's corpus, counted with these signature phrases; `None` where there is no corpus.
    fn surface(&self, persona: &str, phrases: &[String]) -> Option<Surface>;

    /// The passage of a persona's corpus that is nearest to a claim, by the claim's vector where the corpus has
    /// vectors of the same embedder; `None` where nothing was found.
    fn nearest(&self, persona: &str, claim: &str, vector: Option<&[f32]>) -> Option<Nearest>;

    /// Up to `most` passages that show how the persona speaks.
    fn samples(&self, persona: &str, most: usize) -> Vec<String>;
}

/// The facts about one persona's corpus that matter for a debate.
#[derive(Debug, Clone, Default)]
pub struct CorpusFacts {
    /// The surface of the corpus, which that of the speeches is compared with.
    pub surface: Surface,
    /// The passage that is nearest to each claim, by claim. A claim that is not here has none.
    pub nearest: BTreeMap<String, Nearest>,
    /// Passages that show how they speak.
    pub samples: Vec<String>,
}

/// The number of passages of a corpus that are shown to a judge of style.
const SAMPLES: usize = 3;

impl CorpusFacts {
    /// Asks a library for all that the measures of this debate need, by persona. Who has no corpus is not in it.
    pub fn gather(
        state: &DebateState,
        library: &dyn CorpusQueries,
        vectors: Option<&Vectors>,
    ) -> BTreeMap<String, Self> {
        let claims = super::said::claims(state);
        let mut found = BTreeMap::new();
        for voice in super::said::voices(state) {
            let (persona, seat) = (&voice.speaker.persona, voice.seat());
            let phrases = &voice.speaker.card.style.phrases;
            let Some(surface) = library.surface(persona, phrases) else {
                continue;
            };
            let own = claims.iter().filter(|claim| &claim.turn.seat == seat);
            let nearest = own.filter_map(|claim| {
                let vector = vectors.and_then(|vectors| vectors.of(claim.text));
                let nearest = library.nearest(persona, claim.text, vector)?;
                Some((claim.text.to_owned(), nearest))
            });
            let nearest: Vec<(String, Nearest)> = nearest.collect();
            let facts = found.entry(persona.clone()).or_insert_with(|| Self {
                surface,
                nearest: BTreeMap::new(),
                samples: library.samples(persona, SAMPLES),
            });
            facts.nearest.extend(nearest);
        }
        found
    }
}

/// The relation of a claim to the documented positions of whoever makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stand {
    /// The claim agrees with a position.
    Agrees,
    /// The claim contradicts a position.
    Contradicts,
    /// None bears on it.
    Neither,
}

/// The degree to which an answer meets a point of information.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnswerRelevance {
    /// The answer meets the point as a whole.
    Wholly,
    /// The answer meets the point in part.
    Partly,
    /// The answer does not meet the point at all.
    Not,
}

/// The reference that a judge was asked to compare a speaker's style with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum StyleReference {
    /// Passages of the corpus.
    Corpus,
    /// The style on the card.
    Card,
}

/// The answers of a judge's model. Where it gave nothing of use, the reason stands in place of the answer.
#[derive(Debug, Clone, Default)]
pub struct Answers {
    /// The label of the judge's model.
    pub model: String,
    /// The judge's scores by speaker: with what the style was compared, and the score from 1 to 10.
    pub style: BTreeMap<Seat, (StyleReference, Result<u32, String>)>,
    /// The stand of each of the claims that were looked at, by speaker.
    pub positions: BTreeMap<Seat, Result<Vec<Stand>, String>>,
    /// The relevance of the answer to each point that was taken, by point.
    pub points: BTreeMap<PoiId, Result<AnswerRelevance, String>>,
}

/// A judge, or why none was asked.
#[derive(Debug, Clone)]
pub enum Judge {
    /// The judge was asked, and these are its answers.
    Asked(Answers),
    /// None was asked, for this reason.
    NotAsked(String),
}

impl Judge {
    /// Whether something that it was to be asked for could not be had.
    pub fn is_lacking(&self) -> bool {
        match self {
            Self::NotAsked(_) => true,
            Self::Asked(answers) => {
                answers.style.values().any(|(_, answer)| answer.is_err())
                    || answers.positions.values().any(Result::is_err)
                    || answers.points.values().any(Result::is_err)
            }
        }
    }
}

impl Default for Judge {
    fn default() -> Self {
        Self::NotAsked("no model was asked".to_owned())
    }
}

/// A division of a debate that was divided on several times.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Division {
    /// Votes for the motion.
    pub ayes: u32,
    /// Votes against the motion.
    pub noes: u32,
    /// Each member's vote, where it is known.
    pub ballots: BTreeMap<Seat, Vote>,
}

impl Division {
    /// The debate's own division, by the ballots after it; `None` where the house has not divided.
    pub fn own(state: &DebateState) -> Option<Self> {
        state.division.as_ref()?;
        let ballots = state
            .ballots
            .iter()
            .filter(|((when, _), _)| *when == When::After);
        let ballots = ballots.filter_map(|((_, seat), ballot)| Some((seat.clone(), ballot.vote?)));
        Some(Self::of(ballots.collect()))
    }

    /// The division by these votes after the debate.
    pub fn of(ballots: BTreeMap<Seat, Vote>) -> Self {
        let tally = Tally::of(ballots.values().copied());
        Self {
            ayes: tally.ayes,
            noes: tally.noes,
            ballots,
        }
    }
}

/// Materials from outside a debate. Without them, what can be measured is what the debate itself shows.
#[derive(Debug, Clone, Default)]
pub struct Materials {
    /// Vectors of the texts that [`super::texts`] lists.
    pub vectors: Option<Vectors>,
    /// The facts about corpora, by persona.
    pub corpora: BTreeMap<String, CorpusFacts>,
    /// The judge's answers.
    pub judge: Judge,
    /// The divisions of one house on this debate: of the house that has divided repeatedly, or else the debate's own.
    pub divisions: Vec<Division>,
}
