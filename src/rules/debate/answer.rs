//! The shapes of structured answers. They are what a model is asked for (their JSON schema goes into the
//! request), what its answer is checked against, and, once checked, part of events.
//!
//! The order of the fields matters: models write them in this order, so a reason stands before the choice
//! that it is the reason for.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use super::{
    ids::Seat,
    passage::Passage,
    scores::{Assessment, CitationCheck, Finding, Judgement, NextSpeaker},
    written::Work,
};
use crate::catalog::Claims;

/// The answer of a model, checked against the shape that was asked for.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// Running text: a speech, notes, an answer to a question.
    Text(String),
    /// What each side holds.
    Claims(Claims),
    /// Whether somebody rises.
    Offer(PoiOffer),
    /// Whether a point is taken.
    Decision(PoiDecision),
    /// The side that a speech argues.
    Side(SideVerdict),
    /// The lead of the motion over the other claim in what a speech argues, in natural logarithms, by a model that tells
    /// how likely answers are. Below zero it argues against the motion.
    SideLead(f64),
    /// The arguments of a speech.
    Arguments(SpeechArguments),
    /// The definitions of a speech.
    Definitions(SpeechDefinitions),
    /// Whether each of the grants is agreed.
    Grants(Vec<GrantReply>),
    /// A straw vote.
    Straw(StrawVote),
    /// The straw votes of several members who were asked for at once: of those whose vote could be read.
    Straws(BTreeMap<Seat, StrawVote>),
    /// A ballot, with its reason.
    Ballot(Ballot),
    /// The ballots of several members, asked for beside any running debate.
    Ballots(BTreeMap<Seat, Ballot>),
    /// The direct verdict.
    Verdict(Box<DirectVerdict>),
    /// The ids of what was ranked, the best first.
    Ranking(Vec<String>),
    /// The claims and rebuttals of each side, by its id.
    Annotation(BTreeMap<String, ListedSide>),
    /// The assessment of one speaker.
    Assessment(SpeakerAssessment),
    /// The assessments of several speakers at once: of those whose could be read.
    Assessments(BTreeMap<Seat, SpeakerAssessment>),
    /// The work that was handed in. Arguments have no ids yet.
    Work(Box<Work>),
    /// The finished part of a work, where no try came to an end in its form.
    Unfinished(Box<Work>),
    /// The findings of a referee, by the word of the rule.
    Findings(BTreeMap<String, Finding>),
    /// The next speaker.
    Next(NextSpeaker),
    /// The assessment of the debate after a round.
    Round(Box<Assessment>),
    /// A judge's report.
    Judgement(Box<Judgement>),
    /// Passages of a corpus, and why there are none or fewer than there could be.
    Passages(Vec<Passage>, Option<String>),
    /// The checks of whether passages hold what is claimed, by the numbers of the passages.
    CitationChecks(Vec<(u32, CitationCheck)>),
}

/// A vote.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Vote {
    /// For the motion.
    Aye,
    /// Against it.
    No,
    /// Neither, yet. Only before the division.
    Undecided,
}

impl Vote {
    /// The word on the screen.
    pub fn word(self) -> &'static str {
        match self {
            Self::Aye => "aye",
            Self::No => "no",
            Self::Undecided => "undecided",
        }
    }
}

/// Whether a listener rises, and with what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PoiOffer {
    /// What in the last paragraphs is open to a sharp challenge, if anything.
    #[schemars(extend("mayBeEmpty" = true))]
    pub weakness: String,
    /// Whether somebody rises.
    pub rises: bool,
    /// The name of the speaker who rises, as in the list; empty if nobody does.
    #[schemars(extend("mayBeEmpty" = true))]
    pub speaker: String,
    /// The point itself, one or two sentences, spoken to the person who has the floor; empty if nobody rises.
    #[schemars(extend("mayBeEmpty" = true))]
    pub point: String,
}

/// Whether the speaker takes a point.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PoiDecision {
    /// Why, in a few words, as the speaker would think it.
    #[schemars(extend("mayBeEmpty" = true))]
    pub reason: String,
    /// Whether it is taken.
    pub accept: bool,
    /// What the speaker does to wave it down, in a few words in the third person; empty if it is taken.
    #[schemars(extend("mayBeEmpty" = true))]
    pub gesture: String,
    /// What the speaker says to it, where it is taken and the answer is asked for with the decision.
    pub answer: Option<String>,
}

/// What one claim of a speech was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ArgumentPoint {
    /// The core claim.
    #[schemars(extend("mayBeEmpty" = true))]
    pub claim: String,
    /// Why it is said to be true.
    #[schemars(extend("mayBeEmpty" = true))]
    pub reasoning: String,
    /// What is brought in support, if anything.
    #[serde(default, deserialize_with = "if_any")]
    pub evidence: Option<String>,
    /// Whether it answers an opponent.
    pub is_rebuttal: bool,
    /// Whom it answers, if it does.
    #[serde(default, deserialize_with = "if_any")]
    pub rebuts_speaker: Option<String>,
}

impl ArgumentPoint {
    /// Whether it claims anything.
    pub fn is_said(&self) -> bool {
        crate::text::has_words(&self.claim)
    }
}

/// A text, or nothing where a model says in a word that there is nothing: the evidence of "null" is none.
fn if_any<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let said = Option::<String>::deserialize(deserializer)?;
    Ok(said.filter(|said| {
        let word = said.trim().trim_end_matches('.').to_lowercase();
        !matches!(word.as_str(), "" | "null" | "none" | "n/a" | "-" | "–")
    }))
}

/// What a speech argued.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SpeechArguments {
    /// The opening lines in short: hook and framing.
    #[schemars(extend("mayBeEmpty" = true))]
    pub opening: String,
    /// Two to four main points.
    pub arguments: Vec<ArgumentPoint>,
    /// The closing lines in short.
    #[schemars(extend("mayBeEmpty" = true))]
    pub closing: String,
    /// The tone, in a few words.
    #[schemars(extend("mayBeEmpty" = true))]
    pub tone: String,
    /// The rhetorical devices used.
    pub key_rhetorical_moves: Vec<String>,
    /// Where the speaker gives ground; absent where the speech was not read for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<PositionShift>")]
    pub shifts: Option<Vec<PositionShift>>,
}

/// A shift of a speaker's position: something of their own that they change, or a point of another that they grant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PositionShift {
    /// What it is about, in a few words.
    #[schemars(extend("mayBeEmpty" = true))]
    pub about: String,
    /// The speaker's own words in this speech that show it, copied.
    #[schemars(extend("mayBeEmpty" = true))]
    pub words: String,
    /// Whether it grants a point of another speaker, and changes nothing of the speaker's own.
    pub is_concession: bool,
    /// The full name of the speaker whose point it is, if there is one.
    #[serde(default, deserialize_with = "if_any")]
    pub toward: Option<String>,
}

/// A term as a speaker uses it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DefinedTerm {
    /// The term, a word or a few.
    pub term: String,
    /// The speaker's own words that give it its meaning, copied; empty where the meaning is taken for granted.
    #[serde(default)]
    #[schemars(extend("mayBeEmpty" = true))]
    pub words: String,
    /// What the speaker means by it, in a sentence.
    pub meaning: String,
}

/// An earlier definition that a speaker contests.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ContestedDefinition {
    /// The number of the definition in the list.
    pub number: u32,
    /// How the speaker contests it, in a sentence.
    pub how: String,
}

/// The definitions that a speech gives or takes for granted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SpeechDefinitions {
    /// The terms, as the speaker uses them.
    pub terms: Vec<DefinedTerm>,
    /// The cases that the motion is about for the speaker.
    pub scope: String,
    /// The cases and questions that the speaker leaves out.
    pub left_out: Vec<String>,
    /// The earlier definitions that are contested, by their numbers in the list of them.
    pub contested: Vec<ContestedDefinition>,
}

/// What a claim rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ClaimKind {
    /// A fact, a number, an example or a source that could be looked up.
    Evidence,
    /// A rule or a value, with a reason why it holds here.
    Principle,
    /// Nothing but being said.
    Assertion,
}

impl ClaimKind {
    /// The word of the public schema.
    pub fn word(self) -> &'static str {
        match self {
            Self::Evidence => "evidence",
            Self::Principle => "principle",
            Self::Assertion => "assertion",
        }
    }
}

/// A claim of a side, as it is listed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ListedClaim {
    /// The words in which it was first made, copied.
    pub words: String,
    /// What it rests on.
    pub kind: ClaimKind,
    /// Whether it says something definite that could be checked.
    pub specific: bool,
}

/// An answer of one side to the other, as it is listed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ListedRebuttal {
    /// The words of the other side that are answered, copied.
    pub answers: String,
    /// The words of the answer, copied.
    pub words: String,
    /// Whether it meets the logic of what it answers.
    pub meets_logic: bool,
    /// Whether it says something that its side had not said before.
    pub new: bool,
    /// Whether what it answers stands less firmly after it.
    pub undermines: bool,
}

/// The claims and the rebuttals of a side, as they are listed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ListedSide {
    /// The claims of the side.
    pub claims: Vec<ListedClaim>,
    /// The answers of the side to the other.
    pub rebuttals: Vec<ListedRebuttal>,
}

/// Whether a grant is agreed, in the words of somebody whom it concerns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GrantReply {
    /// The number of the point in the list.
    pub number: u32,
    /// What is still in dispute, in a sentence; empty where nothing is.
    #[serde(default)]
    #[schemars(extend("mayBeEmpty" = true))]
    pub dispute: String,
    /// Whether the point is agreed as it is worded.
    pub agreed: bool,
}

/// Which of two claims a speech argues for. They are put in both orders before a speech is struck: small models
/// have a liking for one of the places.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SideVerdict {
    /// The words of the speech that show it best.
    #[schemars(extend("mayBeEmpty" = true))]
    pub words: String,
    /// The claim that the speech as a whole argues for.
    pub argues: Argued,
}

/// One of two claims, by its place in the question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Argued {
    /// The one that was named first.
    First,
    /// The one that was named second.
    Second,
    /// Neither can be told.
    Neither,
}

/// A vote with no reason, between speeches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StrawVote {
    /// How the member would vote now.
    pub vote: Vote,
}

/// A ballot with its reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Ballot {
    /// Why, in one or two sentences.
    pub reason: String,
    /// The vote.
    pub vote: Vote,
}

/// How one speaker did. Each is asked for in a call of its own, beside the verdict.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SpeakerAssessment {
    /// The speaker's full name: known, so the house fills it in and the model is not asked for it.
    #[serde(default)]
    #[schemars(skip)]
    pub speaker_name: String,
    /// What they uniquely added.
    pub key_contribution: String,
    /// What they should have said, if there was something.
    #[serde(default)]
    pub missed_opportunity: Option<String>,
    /// From 1 (moved nobody) to 10 (carried the room).
    pub effectiveness: f64,
    /// From 1 (anybody could have said it) to 10 (sounded like nobody else).
    pub persona_fidelity: f64,
    /// One to three notes on how to do better.
    #[serde(default)]
    pub feedback: Vec<String>,
}

/// The median member's verdict and analysis.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DirectVerdict {
    /// The two or three fundamental disagreements.
    pub core_tensions: Vec<String>,
    /// Which arguments landed, for each side: the best one of the Proposition …
    pub strongest_argument_prop: String,
    /// … and of the Opposition.
    pub strongest_argument_opp: String,
    /// The rebuttals that did most damage.
    pub most_damaging_rebuttals: Vec<String>,
    /// The claims that nobody of the other side answered or challenged, each with whose it was.
    #[serde(default)]
    pub unchallenged: Vec<String>,
    /// The turning points.
    pub decisive_moments: Vec<String>,
    /// Who won the room.
    pub most_compelling_speaker: String,
    /// Who fell short.
    pub weakest_link: String,
    /// The reasoning in a paragraph.
    pub analysis: String,
    /// The vote that follows from it.
    pub vote: Vote,
}
