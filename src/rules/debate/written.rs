//! Written turns: what is handed in as a whole, in a fixed form. Arguments, responses, replies, closings, the question
//! of the debate and the synthesis. These are the shapes that a model is asked for, and, once checked, part of events.
//!
//! The order of the fields matters: models write them in this order.

use std::{collections::BTreeMap, fmt::Write as _};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::text::{has_words, listed, sentence::in_a_row};

/// What an argument brings in support.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum EvidenceType {
    /// Something that can be looked up.
    Fact,
    /// What is expected to happen.
    Projection,
    /// A case that is like this one.
    Analogy,
    /// What is held to be good.
    Value,
}

impl EvidenceType {
    /// The word on the screen.
    pub fn word(self) -> &'static str {
        match self {
            Self::Fact => "fact",
            Self::Projection => "projection",
            Self::Analogy => "analogy",
            Self::Value => "value",
        }
    }
}

/// How sure an argument is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Confidence {
    /// It may well be otherwise.
    Low,
    /// More likely than not.
    Medium,
    /// It would take much to shake it.
    High,
}

impl Confidence {
    /// The word on the screen.
    pub fn word(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }
}

/// What an argument of a detailed turn says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Detail {
    /// What kind of evidence it has.
    pub evidence_type: EvidenceType,
    /// How sure it is.
    pub confidence: Confidence,
    /// What it assumes, a sentence each.
    pub assumptions: Vec<String>,
    /// What is not known, a sentence each.
    pub uncertainties: Vec<String>,
}

/// A numbered argument of a debate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Argument {
    /// `PRO-1`, `CON-3`: given by the house, in the order in which a side hands them in.
    pub id: String,
    /// The category of its round, where there is one.
    #[serde(default)]
    pub category: Option<String>,
    /// What is asserted.
    pub claim: String,
    /// Why it is so.
    pub reasoning: String,
    /// What supports it.
    pub evidence: String,
    /// The names, years and sums of its evidence that nobody has handed in: the speaker's own claim. Looked for where a
    /// small model speaks, which invents them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub own_claims: Vec<String>,
    /// What it says of itself, where the format asks for that.
    #[serde(default)]
    pub detail: Option<Detail>,
}

/// An argument as it is asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlainArgument {
    /// A specific claim that could turn out to be false, in a sentence.
    pub claim: String,
    /// The chain of causes or reasons that leads to it.
    pub reasoning: String,
    /// A specific fact, figure or case that supports it.
    pub evidence: String,
}

/// Arguments as they are asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlainArguments {
    /// The arguments, the strongest first.
    pub arguments: Vec<PlainArgument>,
}

/// A detailed argument as it is asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DetailedArgument {
    /// A specific claim that could turn out to be false, in a sentence.
    pub claim: String,
    /// The chain of causes or reasons that leads to it.
    pub reasoning: String,
    /// A specific fact, projection, case or value that supports it.
    pub evidence: String,
    /// What kind of evidence that is.
    pub evidence_type: EvidenceType,
    /// How sure the argument is, given that evidence.
    pub confidence: Confidence,
    /// One to three things that must be so for it to hold.
    pub assumptions: Vec<String>,
    /// One or two things that are not known.
    pub uncertainties: Vec<String>,
}

/// Detailed arguments as they are asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DetailedArguments {
    /// The arguments, the strongest first.
    pub arguments: Vec<DetailedArgument>,
}

impl From<PlainArgument> for Argument {
    fn from(one: PlainArgument) -> Self {
        Self {
            id: String::new(),
            category: None,
            claim: one.claim,
            reasoning: one.reasoning,
            evidence: one.evidence,
            own_claims: Vec::new(),
            detail: None,
        }
    }
}

impl From<DetailedArgument> for Argument {
    fn from(one: DetailedArgument) -> Self {
        Self {
            id: String::new(),
            category: None,
            claim: one.claim,
            reasoning: one.reasoning,
            evidence: one.evidence,
            own_claims: Vec::new(),
            detail: Some(Detail {
                evidence_type: one.evidence_type,
                confidence: one.confidence,
                assumptions: one.assumptions,
                uncertainties: one.uncertainties,
            }),
        }
    }
}

impl Argument {
    /// The label of what supports it: evidence, or else the speaker's own claim.
    pub fn evidence_label(&self) -> &'static str {
        if self.own_claims.is_empty() {
            "Evidence"
        } else {
            "Own claim"
        }
    }

    /// What of its evidence nobody has handed in, in a row; `None` where there is nothing of the kind.
    pub fn unproven(&self) -> Option<String> {
        (!self.own_claims.is_empty()).then(|| listed(&self.own_claims))
    }
}

/// Whether a text names an argument by its id, and not one whose id begins or ends so.
pub(super) fn names_argument(text: &str, id: &str) -> bool {
    text.match_indices(id).any(|(at, _)| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let behind = text
            .get(at + id.len()..)
            .and_then(|rest| rest.chars().next());
        let goes_on = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
        !goes_on(before) && !goes_on(behind)
    })
}

/// How an argument of the other side is met.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ResponseType {
    /// It has a factual or logical error.
    Refute,
    /// Its evidence does not suffice, or its conditions are not met.
    Challenge,
    /// It is valid.
    Concede,
    /// Its core is accepted, and its degree or scope disputed.
    Partial,
}

impl ResponseType {
    /// The word on the screen.
    pub fn word(self) -> &'static str {
        match self {
            Self::Refute => "refute",
            Self::Challenge => "challenge",
            Self::Concede => "concede",
            Self::Partial => "partial",
        }
    }

    /// The word for what was done, as somebody tells it.
    pub fn past(self) -> &'static str {
        match self {
            Self::Refute => "rebutted",
            Self::Challenge => "challenged",
            Self::Concede => "conceded",
            Self::Partial => "partly conceded",
        }
    }
}

/// The response to one argument.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Response {
    /// What is wrong with the argument, or right.
    pub reasoning: String,
    /// How it is met, given that: refute, challenge, concede or partial.
    pub response_type: ResponseType,
    /// One specific, sharp question about this argument.
    pub follow_up_question: String,
}

/// Whether a position has moved in the debate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Shift {
    /// It is as it was.
    Unchanged,
    /// It is held more firmly.
    Strengthened,
    /// It is held less firmly.
    Weakened,
    /// A part of it has changed.
    Adjusted,
}

impl Shift {
    /// The word on the screen.
    pub fn word(self) -> &'static str {
        match self {
            Self::Unchanged => "unchanged",
            Self::Strengthened => "strengthened",
            Self::Weakened => "weakened",
            Self::Adjusted => "adjusted",
        }
    }
}

/// A closing statement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Closing")]
pub struct ClosingStatement {
    /// What of the other side's arguments was accepted, each with its id. Empty if nothing was.
    pub concessions: Vec<String>,
    /// Own arguments that were not effectively rebutted, each with its id and why it stands.
    pub not_rebutted: Vec<String>,
    /// Whether the position has moved.
    pub shift: Shift,
    /// The final position, and why it has moved or not.
    pub final_position: String,
}

/// The motion as a neutral question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Framing {
    /// The motion as a question that favours neither side and can be answered with yes or no.
    pub question: String,
}

/// The moderator's analysis, which picks nobody.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Synthesis {
    /// What both sides concede, and the facts they share.
    pub areas_of_agreement: Vec<String>,
    /// The root causes of the disagreement, and the assumptions that conflict.
    pub core_disagreements: Vec<String>,
    /// The data that would settle a dispute, and what both sides say is not known.
    pub evidence_gaps: Vec<String>,
    /// What evidence would change the outcome, and on what the reasoning depends.
    pub decision_hinges: Vec<String>,
}

impl Synthesis {
    /// The names of its parts, in order.
    pub const PARTS: [&str; 4] = [
        "areas_of_agreement",
        "core_disagreements",
        "evidence_gaps",
        "decision_hinges",
    ];
}

/// What was handed in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", content = "content", rename_all = "snake_case")]
pub enum Work {
    /// Arguments, in the order of their ids.
    Arguments(Vec<Argument>),
    /// Responses, by the id of the argument that they meet.
    CrossExamination(BTreeMap<String, Response>),
    /// Answers, by the id of the argument about which it was asked.
    Replies(BTreeMap<String, String>),
    /// A closing statement.
    Closing(ClosingStatement),
    /// The question of the debate.
    Framing(Framing),
    /// A synthesis of the moderator's.
    Synthesis(Synthesis),
}

impl Work {
    /// The work as Markdown: what prompts, searches and plain transcripts show.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write(&mut text);
        text.truncate(text.trim_end().len());
        text
    }

    /// The part that can stand for the whole where no more was finished: all items that say something. A question or a
    /// synthesis is put to all, and not in part.
    #[must_use]
    pub fn unfinished(mut self) -> Option<Self> {
        let says = match &mut self {
            Self::Arguments(all) => {
                // A claim without its reasoning is none that the other side could answer.
                all.retain(|one| has_words(&one.claim) && has_words(&one.reasoning));
                !all.is_empty()
            }
            Self::CrossExamination(all) => {
                all.retain(|_, one| has_words(&one.reasoning));
                !all.is_empty()
            }
            Self::Replies(all) => {
                all.retain(|_, answer| has_words(answer));
                !all.is_empty()
            }
            Self::Closing(closing) => has_words(&closing.final_position),
            Self::Framing(_) | Self::Synthesis(_) => false,
        };
        says.then_some(self)
    }

    /// All that its author wrote, without our labels: what is counted and checked.
    pub fn words(&self) -> String {
        self.texts().join("\n")
    }

    fn write(&self, text: &mut String) -> std::fmt::Result {
        match self {
            Self::Arguments(all) => all.iter().try_for_each(|one| argument(text, one)),
            Self::CrossExamination(all) => {
                for (id, one) in all {
                    writeln!(
                        text,
                        "**To {id}: {}.** {}\n",
                        one.response_type.word(),
                        one.reasoning
                    )?;
                    if !one.follow_up_question.is_empty() {
                        writeln!(text, "> {}\n", one.follow_up_question)?;
                    }
                }
                Ok(())
            }
            Self::Replies(all) => {
                for (id, answer) in all {
                    writeln!(text, "**On {id}:** {answer}\n")?;
                }
                Ok(())
            }
            Self::Closing(closing) => {
                let is_whole = has_words(&closing.final_position);
                for (title, all) in [
                    ("Concessions made", &closing.concessions),
                    ("Arguments not effectively rebutted", &closing.not_rebutted),
                ] {
                    // Of one that was cut what was not said is not "none".
                    if is_whole || !all.is_empty() {
                        section(text, title, all, "None.")?;
                    }
                }
                if !is_whole {
                    return Ok(());
                }
                let shift = closing.shift.word();
                writeln!(
                    text,
                    "**Final position ({shift}):** {}",
                    closing.final_position
                )
            }
            Self::Framing(framing) => writeln!(text, "{}", framing.question),
            Self::Synthesis(synthesis) => {
                for (title, part) in synthesis.parts() {
                    section(text, title, part, "None.")?;
                }
                Ok(())
            }
        }
    }
}

impl Synthesis {
    /// The four parts of the synthesis with their titles, in order.
    pub fn parts(&self) -> [(&'static str, &[String]); 4] {
        [
            ("Areas of agreement", &self.areas_of_agreement),
            ("Core disagreements", &self.core_disagreements),
            ("Evidence gaps", &self.evidence_gaps),
            ("Decision hinges", &self.decision_hinges),
        ]
    }
}

fn argument(text: &mut String, one: &Argument) -> std::fmt::Result {
    writeln!(text, "**{}** {}\n", one.id, one.claim)?;
    // Of what is being read out the rest has not been said.
    if one.reasoning.is_empty() {
        return Ok(());
    }
    writeln!(text, "*Reasoning:* {}\n", one.reasoning)?;
    if one.evidence.is_empty() {
        return Ok(());
    }
    let label = one.evidence_label();
    match &one.detail {
        Some(detail) => {
            let kind = detail.evidence_type.word();
            writeln!(text, "*{label} ({kind}):* {}\n", one.evidence)?;
        }
        None => writeln!(text, "*{label}:* {}\n", one.evidence)?,
    }
    if let Some(unproven) = one.unproven() {
        writeln!(text, "*Nobody has handed in:* {unproven}\n")?;
    }
    let Some(detail) = &one.detail else {
        return Ok(());
    };
    writeln!(text, "*Confidence:* {}\n", detail.confidence.word())?;
    for (label, list) in [
        ("Assumes", &detail.assumptions),
        ("Not known", &detail.uncertainties),
    ] {
        if !list.is_empty() {
            writeln!(text, "*{label}:* {}\n", in_a_row(list))?;
        }
    }
    Ok(())
}

fn section(text: &mut String, title: &str, items: &[String], none: &str) -> std::fmt::Result {
    writeln!(text, "**{title}**\n")?;
    for item in items {
        writeln!(text, "- {item}")?;
    }
    if items.is_empty() {
        writeln!(text, "{none}")?;
    }
    writeln!(text)
}
