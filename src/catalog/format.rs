//! A format: the rules of one kind of debate, as data. The engine interprets it and knows none by name.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the debate ends with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The audience votes.
    Division,
    /// Nothing: the last word is the last word.
    None,
}

/// Where a queued clarification is taken up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Break {
    /// Between two turns.
    #[default]
    Turn,
    /// Between two phases.
    Phase,
}

/// One side of the debate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Side {
    /// Used in seats: `prop` gives `prop.1`, `prop.2` …
    pub id: String,
    /// Shown: "Proposition".
    pub name: String,
    /// How many speak for it.
    pub seats: usize,
    /// What it says of the motion.
    pub stance: Stance,
}

/// What a side says of the motion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Stance {
    /// The motion should be carried.
    For,
    /// The motion should fall.
    Against,
}

/// How words become minutes and when the bell rings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Timing {
    /// Words to the minute: what turns minutes into words.
    pub words_per_minute: f64,
    /// The share of the time at which the bell rings.
    pub wrap_up_at: f64,
    /// The share of the time at which the speaker is cut, at the end of the sentence.
    pub cut_at: f64,
}

impl Default for Timing {
    fn default() -> Self {
        Self {
            words_per_minute: 190.0,
            wrap_up_at: 0.8,
            cut_at: 1.2,
        }
    }
}

/// How the turns of a phase relate in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Coordination {
    /// All at once; none sees another's.
    Simultaneous,
    /// One after the other.
    TurnTaking,
}

/// The order in which seats take their turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// Side by side of the file: all of the first side, then all of the next.
    #[default]
    Fixed,
    /// First seats of every side, then second seats, and so on.
    Alternate,
}

/// When a point of information may be offered, and how many may be taken.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PointsOfInformation {
    /// Minutes at the beginning and at the end of a speech in which nobody may rise.
    pub protected_minutes: f64,
    /// How many a speaker may take in one speech.
    pub max_accepted: u32,
    /// How many may be offered in one speech.
    #[serde(default = "default_offers")]
    pub max_offered: u32,
    /// Words that a point may have.
    #[serde(default = "default_point_words")]
    pub max_words: u32,
}

fn default_offers() -> u32 {
    4
}

fn default_point_words() -> u32 {
    40
}

/// A piece of work in a phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    /// Private notes.
    Prepare,
    /// A main speech, in prose, from the floor.
    Speech,
    /// A short speech by a member of the audience.
    FloorSpeech,
    /// A ballot before the debate, with its reason.
    BallotBefore,
    /// A ballot after it, with its reason.
    BallotAfter,
    /// The median member's verdict with an analysis.
    Verdict,
}

impl Task {
    /// The word of files and of the public schema (with `_` there).
    pub fn word(self) -> &'static str {
        match self {
            Self::Prepare => "prepare",
            Self::Speech => "speech",
            Self::FloorSpeech => "floor_speech",
            Self::BallotBefore => "ballot_before",
            Self::BallotAfter => "ballot_after",
            Self::Verdict => "verdict",
        }
    }

    /// Whether somebody has the floor for it.
    pub fn is_spoken(self) -> bool {
        matches!(self, Self::Speech | Self::FloorSpeech)
    }

    /// Whether it is a turn at all: the others are votes.
    pub fn is_turn(self) -> bool {
        self.is_spoken() || self == Self::Prepare
    }
}

/// What the one whose turn it is has heard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Sees {
    /// The motion and who speaks.
    Motion,
    /// All that has been said, and their own notes.
    #[default]
    Everything,
}

/// Turns of one kind in a phase.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TurnSpec {
    /// Who: `speakers`, `audience`, `floor` (members of the audience drawn by the seed), `house`,
    /// the id of a side, or one seat such as `prop.1`.
    pub seats: String,
    /// What.
    pub task: Task,
    /// What they have heard.
    #[serde(default)]
    pub sees: Sees,
    /// Whether it stays out of the transcript.
    #[serde(default)]
    pub private: bool,
    /// How long, in minutes. Either this or `words` for what is spoken or written.
    #[serde(default)]
    pub minutes: Option<f64>,
    /// How long, in words.
    #[serde(default)]
    pub words: Option<u32>,
}

/// A named stretch of the debate.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Phase {
    /// Unique in the format.
    pub id: String,
    /// Shown in the header.
    pub name: String,
    /// One line for the help screen.
    #[serde(default)]
    pub summary: String,
    /// How its turns relate in time.
    pub coordination: Coordination,
    /// In which order seats take their turns.
    #[serde(default)]
    pub order: Order,
    /// Points of information, where they are allowed.
    #[serde(default)]
    pub points_of_information: Option<PointsOfInformation>,
    /// Whether the audience is polled after each of its turns.
    #[serde(default)]
    pub polls: bool,
    /// Its turns.
    pub turns: Vec<TurnSpec>,
}

/// A format as its file has it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Format {
    /// What the person choosing it reads.
    pub name: String,
    /// One line.
    pub summary: String,
    /// The rules in a paragraph or two, for the help screen.
    #[serde(default)]
    pub description: String,
    /// What it ends with.
    pub verdict: Verdict,
    /// How many members of the audience sit in the house.
    #[serde(default)]
    pub audience: usize,
    /// Where a queued clarification is taken up.
    #[serde(default)]
    pub breaks: Break,
    /// How words become minutes.
    #[serde(default)]
    pub timing: Timing,
    /// The sides.
    pub sides: Vec<Side>,
    /// The phases, in order.
    pub phases: Vec<Phase>,
}

impl Format {
    /// How many speakers it takes.
    pub fn speakers(&self) -> usize {
        self.sides.iter().map(|side| side.seats).sum()
    }

    /// The side of that id.
    pub fn side(&self, id: &str) -> Option<&Side> {
        self.sides.iter().find(|side| side.id == id)
    }
}
