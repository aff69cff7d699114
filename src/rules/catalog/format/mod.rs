//! A format: the rules of one kind of debate, as data. The engine interprets it and knows none by name.

mod phase;
mod rubric;
mod rule;
mod task;
mod turn;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::bounds;

pub use phase::{Coordination, Display, Phase, PointsOfInformation, StopRule, TurnOrder};
pub use rubric::{Dimension, Fallacy, Rubric, ScoreAnchor, Scored};
pub use rule::Rule;
pub use task::{HandsIn, Task};
pub use turn::{LEAST_ARGUMENTS, MOST_ARGUMENTS, SEAT_WORDS, Sees, TurnSpec};

/// What the debate ends with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The audience votes.
    Division,
    /// One or several judges give scores, by the format's rubric.
    Judge,
    /// The moderator says where the sides agree and differ, and picks nobody.
    Synthesis,
    /// The moderator tells in short what was said.
    Summary,
    /// Nothing: the last word is the last word.
    None,
}

/// What a division is won by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WinsBy {
    /// More votes; a tie is not carried.
    #[default]
    Votes,
    /// The larger gain in votes since the ballots before the debate; without one the motion is not carried.
    Swing,
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

/// A side of the debate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Side {
    /// Used in seats: `prop` gives `prop.1`, `prop.2` …
    pub id: String,
    /// The name that is shown: "Proposition".
    pub name: String,
    /// How many speak for it.
    #[schemars(range(min = bounds::SEATS.least, max = bounds::SEATS.most))]
    pub seats: usize,
    /// The fewest that may; as many as `seats` where absent.
    #[serde(default)]
    #[schemars(range(min = bounds::SEATS.least, max = bounds::SEATS.most))]
    pub least_seats: Option<usize>,
    /// The most that may; as many as `seats` where absent.
    #[serde(default)]
    #[schemars(range(min = bounds::SEATS.least, max = bounds::SEATS.most))]
    pub most_seats: Option<usize>,
    /// What it says of the motion.
    pub stance: Stance,
    /// What its seats say of it, one after the other and round again, where they differ.
    #[serde(default)]
    pub stances: Vec<Stance>,
    /// What the ids of its arguments begin with; the side's id in capitals where absent.
    #[serde(default)]
    pub mark: Option<String>,
    /// What who speaks for it always does, or never does: a sentence each, in every prompt.
    #[serde(default)]
    pub duties: Vec<String>,
}

impl Side {
    /// The range of how many may speak for the side.
    pub fn seats_range(&self) -> std::ops::RangeInclusive<usize> {
        self.least_seats.unwrap_or(self.seats)..=self.most_seats.unwrap_or(self.seats)
    }

    /// The stance of the seat of that number, from 1, on the motion.
    pub fn stance_of(&self, number: usize) -> Stance {
        let at = number.saturating_sub(1) % self.stances.len().max(1);
        self.stances.get(at).copied().unwrap_or(self.stance)
    }

    /// The mark that the ids of the side's arguments begin with.
    pub fn mark(&self) -> String {
        self.mark.clone().unwrap_or_else(|| self.id.to_uppercase())
    }
}

/// What a side says of the motion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Stance {
    /// The motion should be carried.
    For,
    /// The motion should fall.
    Against,
    /// Something between the two, or beside them.
    Nuanced,
    /// Everybody says what they themselves hold.
    Own,
}

impl Stance {
    /// The word of files and screens.
    pub fn word(self) -> &'static str {
        match self {
            Self::For => "for",
            Self::Against => "against",
            Self::Nuanced => "nuanced",
            Self::Own => "own",
        }
    }
}

/// How words become minutes and when the bell rings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Timing {
    /// Words to the minute: what turns minutes into words.
    #[schemars(range(min = bounds::WORDS_A_MINUTE.least, max = bounds::WORDS_A_MINUTE.most))]
    pub words_per_minute: f64,
    /// The share of the time at which the bell rings.
    #[schemars(range(min = bounds::SHARE_OF_TIME.least, max = bounds::SHARE_OF_TIME.most))]
    pub wrap_up_at: f64,
    /// The share of the time at which the speaker is cut, at the end of the sentence.
    #[schemars(range(min = bounds::SHARE_OF_TIME.least, max = bounds::SHARE_OF_TIME.most))]
    pub cut_at: f64,
}

impl Timing {
    /// The length at which a turn is cut, in words, where so many are its time.
    pub fn limit(&self, target_words: u32) -> f64 {
        f64::from(target_words) * self.cut_at
    }
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

/// A format as its file has it.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a setting of its own in the file"
)]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Format {
    /// What the person choosing it reads.
    pub name: String,
    /// A line about the format, for lists.
    pub summary: String,
    /// The rules in a paragraph or two, for the help screen.
    #[serde(default)]
    pub description: String,
    /// What it ends with.
    pub verdict: Verdict,
    /// What a division is won by.
    #[serde(default)]
    pub wins_by: WinsBy,
    /// Whether the claims and rebuttals of both sides are listed and counted beside the verdict: one or two calls more.
    /// Only where two sides have a verdict of a judge.
    #[serde(default = "yes")]
    pub annotation: bool,
    /// Whether judges look twice, the second time with the teams exchanged: at a direct verdict, and for their reports.
    #[serde(default = "yes")]
    pub second_look: bool,
    /// Whether judges rank everything of a kind side by side, beside their marks: arguments, or speakers. A call for each
    /// judge, where three or more can be ranked.
    #[serde(default = "yes")]
    pub ranking: bool,
    /// Whether it is asked before a word is said which way the judges lean on the motion, and the members of the house,
    /// where they cast no ballots then: a call for each judge, and one for the house. Only where a judge gives a verdict
    /// or scores, and seats argue for the motion and against it.
    #[serde(default = "yes")]
    pub lean: bool,
    /// How many members of the audience sit in the house.
    #[serde(default)]
    #[schemars(range(min = bounds::AUDIENCE.least, max = bounds::AUDIENCE.most))]
    pub audience: usize,
    /// How many judges there are.
    #[serde(default)]
    #[schemars(range(min = bounds::JUDGES.least, max = bounds::JUDGES.most))]
    pub judges: usize,
    /// What the moderator is called, where there is one: "The moderator".
    #[serde(default)]
    pub moderator: Option<String>,
    /// Whether the moderator takes questions from the gallery once all is said, before the debate is closed.
    #[serde(default)]
    pub questions_after: bool,
    /// Who speaks where nobody is named: ids of personas in the order of the seats. Empty: drawn by lot.
    #[serde(default)]
    pub speakers: Vec<String>,
    /// What is debated where no motion is named: a sentence or a question.
    #[serde(default)]
    pub motion: Option<String>,
    /// Rules of this house in a sentence each, told to everybody.
    #[serde(default)]
    pub house_rules: Vec<String>,
    /// What judges score.
    #[serde(default)]
    pub rubric: Option<Rubric>,
    /// Where a queued clarification is taken up.
    #[serde(default)]
    pub breaks: Break,
    /// How words become minutes.
    #[serde(default)]
    pub timing: Timing,
    /// The sides. A round table is one side whose seats each hold their own.
    #[schemars(length(max = bounds::SIDES))]
    pub sides: Vec<Side>,
    /// The phases, in order.
    #[schemars(length(max = bounds::PHASES))]
    pub phases: Vec<Phase>,
}

fn yes() -> bool {
    true
}

impl Format {
    /// The number of speakers that the format takes.
    pub fn seats(&self) -> usize {
        self.sides.iter().map(|side| side.seats).sum()
    }

    /// Whether an audience would have anything to do: to be polled, to vote or to speak from the floor.
    pub fn needs_audience(&self) -> bool {
        let mut turns = self.phases.iter().flat_map(|phase| &phase.turns);
        self.verdict == Verdict::Division
            || self.phases.iter().any(|phase| phase.polls)
            || self.has_floor_speeches()
            || turns.any(|turn| turn.seats == "audience")
    }

    /// Whether members of the audience speak from the floor.
    pub fn has_floor_speeches(&self) -> bool {
        let mut turns = self.phases.iter().flat_map(|phase| &phase.turns);
        turns.any(|turn| turn.seats == "floor")
    }

    /// Whether somebody sits in the moderator's or the Chair's place.
    pub(crate) fn needs_moderator(&self) -> bool {
        let mut turns = self.phases.iter().flat_map(|phase| &phase.turns);
        self.moderator.is_some()
            || turns.any(|turn| turn.seats == "chair" || turn.seats == "moderator")
    }

    /// Whether a turn of the format has this task.
    pub fn has_task(&self, task: Task) -> bool {
        let mut turns = self.phases.iter().flat_map(|phase| &phase.turns);
        turns.any(|turn| turn.task == task)
    }

    /// The sides of which one can win: two or more that are voted for or given scores. There are none where the verdict
    /// picks nobody, or all sit at one table.
    pub fn contenders(&self) -> &[Side] {
        match self.verdict {
            Verdict::Division | Verdict::Judge if self.sides.len() > 1 => &self.sides,
            Verdict::Division
            | Verdict::Judge
            | Verdict::Synthesis
            | Verdict::Summary
            | Verdict::None => &[],
        }
    }

    /// The two sides whose claims and rebuttals are listed and counted; `None` where the format does without, where no
    /// judge says who has won, or it is not two of which one can win.
    pub fn annotated_sides(&self) -> Option<[&Side; 2]> {
        let mut turns = self.phases.iter().flat_map(|phase| &phase.turns);
        let is_judged = turns.any(|turn| matches!(turn.task, Task::Verdict | Task::Judgement));
        let [one, other] = self.contenders() else {
            return None;
        };
        (self.annotation && is_judged).then_some([one, other])
    }

    /// Whether it is asked before a word is said which way the judges lean: where the format does not do without, a
    /// judge says who has argued better, and some argue for the motion and some against it.
    pub fn asks_for_lean(&self) -> bool {
        let mut turns = self.phases.iter().flat_map(|phase| &phase.turns);
        let is_judged = turns.any(|turn| matches!(turn.task, Task::Verdict | Task::Judgement));
        let argues = |stance| {
            let mut sides = self.sides.iter();
            sides.any(|side| side.stance == stance || side.stances.contains(&stance))
        };
        self.lean && is_judged && argues(Stance::For) && argues(Stance::Against)
    }

    /// Whether the members of the house cast ballots before a word is said.
    pub fn has_ballots_before(&self) -> bool {
        let mut turns = self.phases.iter().flat_map(|phase| &phase.turns);
        turns.any(|turn| turn.task == Task::BallotBefore)
    }

    /// The side of that id.
    pub fn side(&self, id: &str) -> Option<&Side> {
        self.sides.iter().find(|side| side.id == id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_can_win_where_the_verdict_picks_one_and_there_is_another() {
        for (text, sides) in [
            (include_str!("../../../../formats/exhibition.toml"), 2),
            (include_str!("../../../../formats/structured.toml"), 2),
            (
                include_str!("../../../../formats/british-parliamentary.toml"),
                4,
            ),
            (include_str!("../../../../formats/panel.toml"), 0),
            (include_str!("../../../../formats/roundtable.toml"), 0),
            (include_str!("../../../../formats/socratic.toml"), 0),
            (include_str!("../../../../formats/clearside.toml"), 0),
        ] {
            let format: Format = toml::from_str(text).unwrap();
            assert_eq!(format.contenders().len(), sides, "{}", format.name);
            // In these a judge says who has won, whom the house has not to follow.
            let annotated = format.annotated_sides().map_or(0, |sides| sides.len());
            assert_eq!(annotated, if sides == 2 { 2 } else { 0 }, "{}", format.name);
            let without = Format {
                annotation: false,
                ..format
            };
            assert_eq!(without.annotated_sides(), None);
        }
    }

    #[test]
    fn a_lean_is_asked_for_where_a_judge_decides_between_for_and_against() {
        for (text, is_asked) in [
            (include_str!("../../../../formats/exhibition.toml"), true),
            (include_str!("../../../../formats/structured.toml"), true),
            (include_str!("../../../../formats/panel.toml"), true),
            (include_str!("../../../../formats/roundtable.toml"), false),
            (include_str!("../../../../formats/clearside.toml"), false),
        ] {
            let format: Format = toml::from_str(text).unwrap();
            assert_eq!(format.asks_for_lean(), is_asked, "{}", format.name);
            let without = Format {
                lean: false,
                ..format
            };
            assert!(!without.asks_for_lean());
        }
    }
}
