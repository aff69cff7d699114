//! A named stretch of a format: how its turns relate in time, in how many rounds, under which rules.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Rule, TurnSpec};
use crate::bounds;

/// How the turns of a phase relate in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Coordination {
    /// All at once; none sees another's.
    Simultaneous,
    /// Turns one after the other.
    TurnTaking,
}

/// The order in which seats take their turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TurnOrder {
    /// Side by side of the file: all of the first side, then all of the next.
    #[default]
    Fixed,
    /// First seats of every side, then second seats, and so on.
    Alternate,
    /// As `fixed`, but each round begins one seat later.
    Rotating,
    /// A judge chooses who speaks next among those who have not spoken in the round.
    JudgeSelected,
}

impl TurnOrder {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::Fixed,
        Self::Alternate,
        Self::Rotating,
        Self::JudgeSelected,
    ];

    /// The word of files and of the command line.
    pub fn word(self) -> &'static str {
        match self {
            Self::Fixed => "fixed",
            Self::Alternate => "alternate",
            Self::Rotating => "rotating",
            Self::JudgeSelected => "judge-selected",
        }
    }

    /// The order's meaning in rounds, as a clause.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Fixed => "in the order of the seats, the same in every round",
            Self::Alternate => "a seat of each side in turn",
            Self::Rotating => "every round begins with the next seat",
            Self::JudgeSelected => {
                "a judge chooses among those who have not spoken in the round, and says why"
            }
        }
    }
}

/// How turns that run at once are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Display {
    /// As they are written: those that are spoken side by side, those that are handed in one after the other.
    Streaming,
    /// One after the other, once the last one is written (`synchronizedDisplay` of `coordination-patterns`, §1.1).
    #[default]
    Together,
}

/// What ends the rounds of a phase early. The judges look for it after every `assess_every` rounds; with several
/// judges more than half must have seen it.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum StopRule {
    /// The judge says that the debate should not go on.
    JudgeStops,
    /// Speakers repeat what they have said.
    Repetition,
    /// The debate has left its motion.
    TopicDrift,
    /// Further rounds add nothing.
    DiminishingReturns,
    /// The positions move towards agreement.
    Convergence,
    /// What divides the speakers is found, and it cannot be bridged.
    Irreconcilable,
}

impl StopRule {
    /// The word of files and of the public schema.
    pub fn word(self) -> &'static str {
        match self {
            Self::JudgeStops => "judge-stops",
            Self::Repetition => "repetition",
            Self::TopicDrift => "topic-drift",
            Self::DiminishingReturns => "diminishing-returns",
            Self::Convergence => "convergence",
            Self::Irreconcilable => "irreconcilable",
        }
    }

    /// The reason's name in a list.
    pub fn name(self) -> &'static str {
        match self {
            Self::JudgeStops => "the judge stops",
            Self::Repetition => "repetition",
            Self::TopicDrift => "topic drift",
            Self::DiminishingReturns => "diminishing returns",
            Self::Convergence => "convergence",
            Self::Irreconcilable => "irreconcilable positions",
        }
    }

    /// The reason's meaning, as the end of a sentence: "the judges find that …".
    pub fn describe(self) -> &'static str {
        match self {
            Self::JudgeStops => "a conclusion has been reached",
            Self::Repetition => "the speakers repeat themselves",
            Self::TopicDrift => "the debate has left its motion",
            Self::DiminishingReturns => "further rounds add nothing",
            Self::Convergence => "the positions move towards agreement",
            Self::Irreconcilable => "what divides the speakers cannot be bridged",
        }
    }
}

/// When a point of information may be offered, and how many may be taken.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PointsOfInformation {
    /// Minutes at the beginning and at the end of a speech in which nobody may rise.
    #[schemars(range(min = bounds::PROTECTED_MINUTES.least, max = bounds::PROTECTED_MINUTES.most))]
    pub protected_minutes: f64,
    /// How many a speaker may take in one speech.
    #[schemars(range(min = bounds::POINTS.least, max = bounds::POINTS.most))]
    pub max_accepted: u32,
    /// How many may be offered in one speech.
    #[serde(default = "default_offers")]
    #[schemars(range(min = bounds::POINTS.least, max = bounds::POINTS.most))]
    pub max_offered: u32,
    /// Words that a point may have.
    #[serde(default = "default_point_words")]
    #[schemars(range(min = bounds::POINT_WORDS.least, max = bounds::POINT_WORDS.most))]
    pub max_words: u32,
}

fn default_offers() -> u32 {
    4
}

fn default_point_words() -> u32 {
    40
}

impl Phase {
    /// The rules of all its turns, its own and theirs, each once.
    pub fn all_rules(&self) -> Vec<Rule> {
        let of_turns = self.turns.iter().flat_map(|turn| &turn.rules);
        let mut rules = Vec::new();
        for rule in self.rules.iter().chain(of_turns) {
            if !rules.contains(rule) {
                rules.push(*rule);
            }
        }
        rules
    }

    /// Whether who begins and who follows is open: rounds in which every speaker takes one turn, one after the other.
    pub fn is_open_in_order(&self) -> bool {
        let has_rounds = self.rounds.is_some_and(|rounds| rounds > 1) || self.most_rounds.is_some();
        let is_one_turn_each = matches!(self.turns.as_slice(), [turn] if turn.seats == "speakers");
        self.coordination == Coordination::TurnTaking && has_rounds && is_one_turn_each
    }
}

/// A named stretch of the debate.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Phase {
    /// Unique in the format.
    pub id: String,
    /// Shown in the header.
    pub name: String,
    /// A line for the help screen.
    #[serde(default)]
    pub summary: String,
    /// How its turns relate in time.
    pub coordination: Coordination,
    /// In which order seats take their turns.
    #[serde(default)]
    pub order: TurnOrder,
    /// How often its turns are gone through; once where absent.
    #[serde(default)]
    #[schemars(range(min = bounds::ROUNDS.least, max = bounds::ROUNDS.most))]
    pub rounds: Option<u32>,
    /// The most rounds that a viewer may ask for with `--rounds`; `rounds` is fixed where absent.
    #[serde(default)]
    #[schemars(range(min = bounds::ROUNDS.least, max = bounds::ROUNDS.most))]
    pub most_rounds: Option<u32>,
    /// Points of information, where they are allowed.
    #[serde(default)]
    pub points_of_information: Option<PointsOfInformation>,
    /// Whether the audience is polled after each of its turns.
    #[serde(default)]
    pub polls: bool,
    /// After how many rounds the judges assess the debate, each time. Never where absent.
    #[serde(default)]
    #[schemars(range(min = bounds::ASSESS_EVERY.least, max = bounds::ASSESS_EVERY.most))]
    pub assess_every: Option<u32>,
    /// What ends its rounds early, in the order in which it is looked for.
    #[serde(default)]
    pub stop: Vec<StopRule>,
    /// Of turns that run at once: how many are under way at the same time. All where absent.
    #[serde(default)]
    #[schemars(range(min = bounds::AT_ONCE.least, max = bounds::AT_ONCE.most))]
    pub max_concurrent: Option<u32>,
    /// Of turns that run at once: seconds after which nobody waits for the slowest. A model on this machine is given
    /// five times as long.
    #[serde(default)]
    #[schemars(range(min = bounds::SECONDS.least, max = bounds::SECONDS.most))]
    pub timeout_seconds: Option<u32>,
    /// Of turns that run at once: how they are shown.
    #[serde(default)]
    pub display: Display,
    /// What the referee checks in each of its turns.
    #[serde(default)]
    pub rules: Vec<Rule>,
    /// What speakers are told of it, a sentence each.
    #[serde(default)]
    pub guidelines: Vec<String>,
    /// The turns of the phase, in the order in which they are taken.
    #[schemars(length(max = bounds::TURNS))]
    pub turns: Vec<TurnSpec>,
}
