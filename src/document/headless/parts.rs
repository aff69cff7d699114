//! The parts that public lines are made of.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    counted_lines::{RankingLine, VerdictsLine},
    debate::scores::Observations,
};

/// A speaker of the line-up.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct SpeakerLine {
    /// The seat of the speaker.
    pub seat: String,
    /// The name of their side.
    pub side: String,
    /// The id of their persona.
    pub persona: String,
    /// The name of who sits there.
    pub name: String,
    /// The model that speaks for them.
    pub model: String,
}

/// What each side holds of a motion.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ClaimsLine {
    /// The claim of whoever speaks for the motion.
    pub prop: String,
    /// The claim of whoever speaks against it.
    pub opp: String,
}

/// The place where a debate parts from another one, whose record it begins with.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct BranchLine {
    /// The id of the other debate.
    pub of: String,
    /// The `at_ms` of the last event that the two have in common.
    pub at_ms: u64,
}

/// Something that is otherwise in a branch than in the debate that it parts from.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum BranchChangeLine {
    /// Whoever has the floor is given other words, which the next `speech_delta` has.
    Words {
        /// The seat of the speaker.
        seat: String,
        /// The words that were being said and that they stand for; empty where a sentence had just ended.
        instead_of: String,
    },
    /// A point of information is answered otherwise.
    Point {
        /// The number of the point, from 0.
        poi: u32,
        /// Whether it is taken.
        taken: bool,
    },
    /// Somebody else sits in a seat.
    Speaker {
        /// The seat.
        seat: String,
        /// The id of the persona of whoever sits there from now on.
        persona: String,
        /// The name of whoever sits there from now on.
        name: String,
    },
    /// Another model answers.
    Model {
        /// The seat for which it does; everybody where absent.
        seat: Option<String>,
        /// The label of the model.
        model: String,
    },
}

/// Something that is missing because a model could not be had.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct MissingLine {
    /// What: the `task` of a turn (`speech`, `arguments`, `prepare` …), the `purpose` of a call (`poi_answer`, `poll`,
    /// `ballot_after`, `judge`, `round` …), `assessment`, `scores` or `viewer_answer`.
    pub what: &'static str,
    /// The seat whose it is; `house` for the verdict and the scores.
    pub seat: String,
    /// The name of who sits there.
    pub name: String,
    /// Whether a part of it is there: a speech that broke off.
    pub begun: bool,
    /// Whether the debate is the poorer for it. Otherwise it is incidental: one of many of its kind that changes no
    /// result.
    pub counts: bool,
    /// The reason, where it is known; empty otherwise.
    pub reason: String,
}

/// A claim of a speech.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ArgumentLine {
    /// The core claim.
    pub claim: String,
    /// Why it is said to be true.
    pub reasoning: String,
    /// What is brought in support, if anything.
    pub evidence: Option<String>,
    /// Whether it answers an opponent.
    pub is_rebuttal: bool,
    /// The speaker whom it answers, if it answers one.
    pub rebuts_speaker: Option<String>,
}

/// A shift of a speaker's position.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ShiftLine {
    /// What it is about.
    pub about: String,
    /// The speaker's own words that show it.
    pub words: String,
    /// Whether it grants a point of another speaker.
    pub is_concession: bool,
    /// The speaker whose point it is, if there is one.
    pub toward: Option<String>,
}

/// A term as a speaker uses it.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct TermLine {
    /// The term.
    pub term: String,
    /// What the speaker means by it.
    pub meaning: String,
    /// The speaker's own words that give it its meaning; empty where it is taken for granted.
    pub words: String,
}

/// A definition of another side that a speaker contests.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ContestedLine {
    /// The name of the side whose definition it is.
    pub side: String,
    /// What of it: `term`, `scope` or `left_out`.
    pub part: &'static str,
    /// The term, or what is left out; empty for the scope.
    pub text: String,
    /// How it is contested.
    pub how: String,
}

/// A point that was granted, and what somebody says of it.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct GrantLine {
    /// The number of the point among all that were granted, from 1.
    pub number: u32,
    /// The id of the argument that is granted; absent where a closing names none.
    pub argument_id: Option<String>,
    /// The claim of the argument, or what the closing says.
    pub claim: String,
    /// The seat of whoever has granted it.
    pub by: String,
    /// The seat of whoever it was granted to, where there is one.
    pub to: Option<String>,
    /// Whether only a part of it was granted.
    pub partly: bool,
    /// Whether it is agreed, in the words of whoever was asked.
    pub agreed: bool,
    /// What is still in dispute; empty where it is agreed.
    pub dispute: String,
}

/// A passage that a speaker was given.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct PassageLine {
    /// The number by which speeches name it: `[3]`.
    pub number: u32,
    /// The source of the passage: title, date, place.
    pub source: String,
    /// The words of the passage.
    pub text: String,
}

/// A claim that the passage which it names does not hold.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct DoubtLine {
    /// The number of the passage.
    pub number: u32,
    /// The sentence that names the passage.
    pub sentence: String,
    /// `unknown` (no such passage was given), `misquoted` or `not_held`.
    pub fault: &'static str,
    /// The words that do not stand in the passage, or what it says instead. Empty where there is nothing to say.
    pub detail: String,
    /// All of it in one sentence, for people.
    pub said: String,
}

/// A count of the house.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct TallyLine {
    /// The number of votes for the motion.
    pub ayes: u32,
    /// The number of votes against the motion.
    pub noes: u32,
    /// The number of undecided votes.
    pub undecided: u32,
}

/// The two votes of a member.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct PanelLine {
    /// The name of the member.
    pub member: String,
    /// Before: `aye`, `no`, `undecided`; null where no ballot could be had.
    pub before: Option<&'static str>,
    /// The vote after the debate; null likewise.
    pub after: Option<&'static str>,
    /// The reason of the vote after the debate.
    pub reason: String,
}

/// How one speaker did.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct PerformanceLine {
    /// The speaker's full name.
    pub speaker_name: String,
    /// What they uniquely added.
    pub key_contribution: String,
    /// What they should have said, if there was something.
    pub missed_opportunity: Option<String>,
    /// From 1 to 10.
    pub effectiveness: f64,
    /// From 1 to 10.
    pub persona_fidelity: f64,
    /// How to do better.
    pub feedback: Vec<String>,
}

/// The result of the division.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct DivisionLine {
    /// The motion that the house has divided on.
    pub motion: String,
    /// The name of the side that won; null where it is undecided for want of ballots.
    pub winner: Option<String>,
    /// Why it is undecided; null where a side has won.
    pub undecided: Option<&'static str>,
    /// Votes for, after the debate.
    pub ayes: u32,
    /// Votes against, after the debate.
    pub noes: u32,
    /// Members who had not made up their mind before.
    pub undecided_before: u32,
    /// The count before the debate.
    pub before: TallyLine,
    /// By how many votes the lead of the Ayes grew, among those whose ballots came in before and after; negative is a
    /// swing to the Noes, null where there are none.
    pub swing: Option<i32>,
    /// `narrow`, `clear` or `landslide`; null where no ballot came in.
    pub margin: Option<&'static str>,
    /// The votes of every member of the audience.
    pub panel_votes: Vec<PanelLine>,
    /// Members who voted for neither after the debate.
    pub abstentions: u32,
    /// Ballots after the debate that could not be had.
    pub lost: u32,
    /// The median member's vote; null where no verdict could be had, and where it is contested.
    pub direct_vote: Option<&'static str>,
    /// The vote of each look at the verdict, the second with the teams exchanged.
    pub direct_looks: Vec<&'static str>,
    /// Whether the two looks have named different winners: the verdict counts for neither side.
    pub contested: bool,
    /// Whether the house has decided as the verdict on the arguments has; null where that is contested or missing.
    pub house_agrees: Option<bool>,
    /// The share of the votes cast that went with the verdict's first look, from 0 to 1.
    pub with_verdict: Option<f64>,
    /// The fundamental disagreements.
    pub core_tensions: Vec<String>,
    /// The turning points.
    pub decisive_moments: Vec<String>,
    /// The rebuttals that did most damage.
    pub most_damaging_rebuttals: Vec<String>,
    /// The claims that nobody of the other side answered or challenged.
    pub unchallenged: Vec<String>,
    /// The best argument of the Proposition.
    pub strongest_argument_prop: String,
    /// The best argument of the Opposition.
    pub strongest_argument_opp: String,
    /// The speaker who won the room.
    pub most_compelling_speaker: String,
    /// The speaker who fell short.
    pub weakest_link: String,
    /// How each speaker did.
    pub speaker_performances: Vec<PerformanceLine>,
    /// What each seat could do better.
    pub feedback: std::collections::BTreeMap<String, Vec<String>>,
    /// The reasoning in a paragraph.
    pub analysis: String,
    /// Whom each of the verdicts favours.
    pub verdicts: VerdictsLine,
    /// What judges ranked side by side, beside their marks; empty where none did.
    pub rankings: Vec<RankingLine>,
}

/// The place of a turn in the debate.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct TurnPlaceLine {
    /// The number of the turn, from 0; every attempt has its own. Calls name it.
    pub turn: u32,
    /// The round in its phase, from 1.
    pub round: u32,
    /// The place in the order of that round, from 1.
    pub order: u32,
}

/// How a call went.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct CallLine {
    /// The number of the call.
    pub call: u32,
    /// The number of the turn for whose sake it was made; null where it was no turn's: votes, judges, viewers' questions.
    pub turn: Option<u32>,
    /// What the call was for, in a word: `speech`, `poi_offer`, `ballot_after` …
    pub purpose: &'static str,
    /// From whose seat, where it is one speaker's or member's.
    pub seat: Option<String>,
    /// The seats of the members who were asked at once, in the order of the prompt; empty where one was asked, or none.
    pub members: Vec<String>,
    /// The model that answered.
    pub model: String,
    /// Tokens read, over all tries.
    pub prompt_tokens: u64,
    /// Of the tokens of the prompt, how many came from a cache.
    pub cached_tokens: u64,
    /// Tokens of the answer.
    pub completion_tokens: u64,
    /// Whether the counts are estimates, for want of the server's.
    pub estimated: bool,
    /// From sending to the first word, of the last try; null if none came.
    pub first_token_ms: Option<u64>,
    /// From sending to the end, over all tries.
    pub duration_ms: u64,
    /// How many tries it took.
    pub tries: u32,
    /// What it cost; null where the price is not known.
    pub cost: Option<f64>,
}

/// What one judge gave one argument, speaker or side.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct MarksLine {
    /// By dimension of the format's rubric.
    pub scores: BTreeMap<String, f64>,
    /// The weighted total, computed by the program.
    pub total: f64,
    /// `upheld`, `partially_upheld`, `refuted` or `uncertain`; null where no arguments are judged.
    pub standing: Option<&'static str>,
    /// The reason of the marks.
    pub reason: String,
    /// Suspicious reasoning, with the words that triggered it: hints, not verdicts.
    pub fallacies: Vec<FlagLine>,
    /// The strengths that the judge names.
    pub strengths: Vec<String>,
    /// The weaknesses that the judge names.
    pub weaknesses: Vec<String>,
}

/// A flag for suspicious reasoning.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct FlagLine {
    /// The id of the fallacy.
    pub fallacy: String,
    /// The words that triggered it.
    pub words: String,
}

/// A judge's report.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct JudgementLine {
    /// The judge's seat.
    pub judge: String,
    /// Whether it is the second look, with the teams exchanged.
    pub again: bool,
    /// By the id of the argument, the seat, or the id of the side.
    pub marks: BTreeMap<String, MarksLine>,
    /// The most important finding.
    pub key_insight: String,
    /// What was left open.
    pub unresolved_questions: Vec<String>,
    /// The recommendation that follows.
    pub recommendation: String,
}

/// A judge's assessment after a round.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct AssessmentLine {
    /// The id of the phase.
    pub phase: String,
    /// The round after which it is, counted from 1.
    pub round: u32,
    /// The judge's seat.
    pub judge: String,
    /// The marks, by seat.
    pub marks: BTreeMap<String, MarksLine>,
    /// What is to be seen.
    pub observations: Observations,
    /// From 0 to 10.
    pub overall_quality: f64,
    /// What the debate needs now.
    pub recommendation: String,
    /// Whether it should go on.
    pub should_continue: bool,
}

/// An argument with its way through the debate.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct TraceLine {
    /// The id of the argument: `PRO-1`.
    pub argument_id: String,
    /// The seat of who handed it in.
    pub proposer: String,
    /// The claim of the argument.
    pub claim: String,
    /// How it was met: `refute`, `challenge`, `concede` or `partial`, once for each who did.
    pub cross_examination: Vec<&'static str>,
    /// Whether its author answered.
    pub replied: bool,
    /// `upheld`, `partially_upheld`, `refuted` or `uncertain`; null as long as nobody has judged.
    pub standing: Option<&'static str>,
    /// The reason of the standing.
    pub reason: String,
}

/// A side's score.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct SideScoreLine {
    /// The id of the side, or a seat.
    pub id: String,
    /// The name of the side.
    pub name: String,
    /// The average of the judges' scores.
    pub score: f64,
    /// The place of the side, counted from 1.
    pub rank: u32,
}

/// The two looks of judges, the second with the teams exchanged.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ScoreLooksLine {
    /// The id of the side that is first by the first looks; null where none has the first place for itself.
    pub first: Option<String>,
    /// The id of the side that is first by the looks with the teams exchanged.
    pub exchanged: Option<String>,
    /// How far the two totals of what was scored are apart, on average.
    pub difference: f64,
    /// How far they are apart at the most.
    pub most: f64,
}

/// What the judges' scores come to.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ScoresLine {
    /// How many judges gave a report of use.
    pub judges: u32,
    /// The mean of the weighted totals, by argument, seat or side.
    pub totals: BTreeMap<String, f64>,
    /// The sides, the best first.
    pub sides: Vec<SideScoreLine>,
    /// Whether the judges put another side first with the teams exchanged: the result counts for neither then.
    pub contested: bool,
    /// The two looks of judges who looked twice; null where none did.
    pub looks: Option<ScoreLooksLine>,
    /// How far the first is from the second.
    pub gap: f64,
    /// `even`, `moderate` or `significant`.
    pub closeness: &'static str,
    /// Whom each of the verdicts favours.
    pub verdicts: VerdictsLine,
    /// What judges ranked side by side, beside their marks; empty where none did.
    pub rankings: Vec<RankingLine>,
}
