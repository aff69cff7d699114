//! Materials that measures need from outside a debate: vectors of texts, what corpora know, a judge's answers, further
//! divisions. Whoever brings them asks models and opens stores; here they are plain data.

use std::collections::BTreeMap;

use super::{by::By, definition::Measure, surface::Surface};
use crate::{
    debate::{
        DebateState,
        answer::Vote,
        ask::When,
        division::Tally,
        ids::{PoiId, Seat, TurnId},
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

impl AnswerRelevance {
    /// The worth of an answer, from 0 to 1.
    pub(super) fn worth(self) -> f64 {
        match self {
            Self::Wholly => 1.0,
            Self::Partly => 0.5,
            Self::Not => 0.0,
        }
    }
}

/// The degree to which a speech answers what was said before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpeechRelevance {
    /// The speech deals with what others have said.
    Answers,
    /// The speech deals with some of it in passing.
    Touches,
    /// The speech could have been given by somebody who had heard nothing, whatever names it drops.
    Ignores,
}

impl SpeechRelevance {
    /// The worth of the speech as an answer, from 0 to 1.
    pub(super) fn worth(self) -> f64 {
        match self {
            Self::Answers => 1.0,
            Self::Touches => 0.5,
            Self::Ignores => 0.0,
        }
    }
}

/// The sharpness of a point as it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SharpnessReading {
    /// The point puts one pressing thing to what was just said.
    Sharp,
    /// The point is vague, or puts several things.
    Partly,
    /// The point is a remark, a speech, or about something else.
    Blunt,
}

impl SharpnessReading {
    /// The worth of the point, from 0 to 1.
    pub(super) fn worth(self) -> f64 {
        match self {
            Self::Sharp => 1.0,
            Self::Partly => 0.5,
            Self::Blunt => 0.0,
        }
    }
}

/// The moment of a point as it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MomentReading {
    /// The point comes while what it challenges is on the floor.
    Good,
    /// The point comes before what it challenges has been made out.
    Early,
    /// The point comes after the speech has left what it challenges.
    Late,
}

impl MomentReading {
    /// 1 for a good moment, else 0.
    pub(super) fn worth(self) -> f64 {
        f64::from(u8::from(self == Self::Good))
    }

    /// A number that tells the moments apart.
    pub(super) fn place(self) -> f64 {
        match self {
            Self::Early => 0.0,
            Self::Good => 1.0,
            Self::Late => 2.0,
        }
    }
}

/// A point of information as it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PointReading {
    /// The sharpness of the point.
    pub sharp: SharpnessReading,
    /// The moment of the point.
    pub moment: MomentReading,
}

/// The arc of a debate as it is read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ArcReading {
    /// The tension of each turn, from 1 to 5.
    pub tension: BTreeMap<TurnId, u32>,
    /// The turn after which the debate stands otherwise than before; absent where there is none.
    pub turn: Option<TurnId>,
    /// The turn in which it comes to its head; absent where there is none.
    pub climax: Option<TurnId>,
}

/// The reference that a judge was asked to compare a speaker's style with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum StyleReference {
    /// Passages of the corpus.
    Corpus,
    /// The style on the card.
    Card,
}

impl StyleReference {
    /// The measure of a style that was compared with this.
    pub(super) fn measure(self) -> Measure {
        match self {
            Self::Corpus => Measure::StyleJudge,
            Self::Card => Measure::StyleCard,
        }
    }
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
    /// The relevance of each turn to what was said before it, by turn.
    pub speeches: BTreeMap<TurnId, Result<SpeechRelevance, String>>,
    /// The sharpness and the moment of each point, by point.
    pub offered: BTreeMap<PoiId, Result<PointReading, String>>,
    /// The arc of the debate; absent where it was not asked for.
    pub arc: Option<Result<ArcReading, String>>,
}

impl Answers {
    /// Whether something that it was asked for could not be had.
    pub fn is_lacking(&self) -> bool {
        self.style.values().any(|(_, answer)| answer.is_err())
            || self.positions.values().any(Result::is_err)
            || self.points.values().any(Result::is_err)
            || self.speeches.values().any(Result::is_err)
            || self.offered.values().any(Result::is_err)
            || self.arc.as_ref().is_some_and(Result::is_err)
    }
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
            Self::Asked(answers) => answers.is_lacking(),
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
    /// Further answers to the same: of the same model asked again, or of others.
    pub again: Vec<Answers>,
    /// The divisions of one house on this debate: of the house that has divided repeatedly, or else the debate's own.
    pub divisions: Vec<Division>,
}

impl Materials {
    /// Every time that a judge has answered.
    pub(super) fn runs(&self) -> Vec<&Answers> {
        let first = match &self.judge {
            Judge::Asked(answers) => Some(answers),
            Judge::NotAsked(_) => None,
        };
        first.into_iter().chain(&self.again).collect()
    }
}
