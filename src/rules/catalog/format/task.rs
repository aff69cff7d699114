//! The tasks of turns: what is spoken, written, voted or judged in one.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A piece of work in a phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    /// Private notes before the debate.
    Prepare,
    /// A main speech, in prose, from the floor.
    Speech,
    /// A short speech by a member of the audience.
    FloorSpeech,
    /// Numbered arguments: claim, reasoning, evidence.
    Arguments,
    /// One response to every argument of the other side, with a question.
    CrossExamine,
    /// Answers to the questions that were put to one's own arguments.
    Reply,
    /// What was conceded, what stands, and the final position.
    Closing,
    /// Questions and answers between two seats. In a plan each is a turn of its own.
    Examine,
    /// One question of an examination. Only in plans.
    #[schemars(skip)]
    Question,
    /// One answer of an examination. Only in plans.
    #[schemars(skip)]
    Answer,
    /// The motion as a neutral question, by the Chair.
    Frame,
    /// Where the sides agree and differ, by the moderator.
    Synthesis,
    /// What was said, in short, by the moderator.
    Summary,
    /// The scores and the report of each judge.
    Judgement,
    /// A ballot before the debate, with its reason.
    BallotBefore,
    /// A ballot after it, with its reason.
    BallotAfter,
    /// The median member's verdict with an analysis.
    Verdict,
}

/// The kind of work that a written turn hands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HandsIn {
    /// Arguments with their numbers.
    Arguments,
    /// Responses to the arguments of the other side.
    Responses,
    /// Answers to the questions about one's own.
    Replies,
    /// A closing statement.
    Closing,
    /// The question of the debate.
    Framing,
    /// A synthesis: where the sides agree and differ.
    Synthesis,
}

impl Task {
    /// The word of the public schema.
    pub fn word(self) -> &'static str {
        match self {
            Self::Prepare => "prepare",
            Self::Speech => "speech",
            Self::FloorSpeech => "floor_speech",
            Self::Arguments => "arguments",
            Self::CrossExamine => "cross_examine",
            Self::Reply => "reply",
            Self::Closing => "closing",
            Self::Examine => "examine",
            Self::Question => "question",
            Self::Answer => "answer",
            Self::Frame => "frame",
            Self::Synthesis => "synthesis",
            Self::Summary => "summary",
            Self::Judgement => "judgement",
            Self::BallotBefore => "ballot_before",
            Self::BallotAfter => "ballot_after",
            Self::Verdict => "verdict",
        }
    }

    /// The task's name on the screen.
    pub fn name(self) -> &'static str {
        match self {
            Self::Prepare => "notes",
            Self::Speech => "speech",
            Self::FloorSpeech => "floor speech",
            Self::Arguments => "arguments",
            Self::CrossExamine => "cross-examination",
            Self::Reply => "replies",
            Self::Closing => "closing statement",
            Self::Examine => "examination",
            Self::Question => "question",
            Self::Answer => "answer",
            Self::Frame => "question of the debate",
            Self::Synthesis => "synthesis",
            Self::Summary => "summary",
            Self::Judgement => "judgement",
            Self::BallotBefore | Self::BallotAfter => "ballot",
            Self::Verdict => "verdict",
        }
    }

    /// Whether it is prose that streams from the floor.
    pub fn is_spoken(self) -> bool {
        matches!(
            self,
            Self::Speech | Self::FloorSpeech | Self::Question | Self::Answer | Self::Summary
        )
    }

    /// Whether it is handed in as a whole, in a fixed form, and read out.
    pub fn is_written(self) -> bool {
        self.hands_in().is_some()
    }

    /// The kind of work that the task hands in as a whole, where it is written.
    pub fn hands_in(self) -> Option<HandsIn> {
        match self {
            Self::Arguments => Some(HandsIn::Arguments),
            Self::CrossExamine => Some(HandsIn::Responses),
            Self::Reply => Some(HandsIn::Replies),
            Self::Closing => Some(HandsIn::Closing),
            Self::Frame => Some(HandsIn::Framing),
            Self::Synthesis => Some(HandsIn::Synthesis),
            Self::Prepare
            | Self::Speech
            | Self::FloorSpeech
            | Self::Examine
            | Self::Question
            | Self::Answer
            | Self::Summary
            | Self::Judgement
            | Self::BallotBefore
            | Self::BallotAfter
            | Self::Verdict => None,
        }
    }

    /// Whether the house hears it: it stands in the transcript.
    pub fn is_on_record(self) -> bool {
        self.is_spoken() || self.is_written()
    }

    /// Whether it is a turn at all: the others are votes and judgements.
    pub fn is_turn(self) -> bool {
        self.is_on_record() || self == Self::Prepare
    }

    /// Whether a speaker does it, and not the Chair, the moderator, a judge or the audience.
    pub(crate) fn is_a_speakers(self) -> bool {
        matches!(
            self,
            Self::Prepare
                | Self::Speech
                | Self::Arguments
                | Self::CrossExamine
                | Self::Reply
                | Self::Closing
                | Self::Examine
                | Self::Question
                | Self::Answer
        )
    }
}
