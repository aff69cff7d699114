//! Marks that judges give, and the scores that are computed of them. Totals are always ours: a model is never asked for
//! one.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ids::Seat, score_looks::ScoreLooks};
use crate::catalog::{Rubric, StopRule};

/// What became of an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// It stands.
    Upheld,
    /// A part of it stands.
    PartiallyUpheld,
    /// It fell.
    Refuted,
    /// It cannot be told from what was said.
    Uncertain,
}

impl Standing {
    /// Every standing, from the best to the worst, the unknown last.
    pub const ALL: [Self; 4] = [
        Self::Upheld,
        Self::PartiallyUpheld,
        Self::Refuted,
        Self::Uncertain,
    ];

    /// The word of the public schema.
    pub fn word(self) -> &'static str {
        match self {
            Self::Upheld => "upheld",
            Self::PartiallyUpheld => "partially_upheld",
            Self::Refuted => "refuted",
            Self::Uncertain => "uncertain",
        }
    }

    /// The words on the screen.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Upheld => "upheld",
            Self::PartiallyUpheld => "partly upheld",
            Self::Refuted => "refuted",
            Self::Uncertain => "uncertain",
        }
    }
}

/// A suspicious pattern of reasoning: a hint for whoever reads the report, not a verdict.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Flag {
    /// Which pattern, of the list.
    pub fallacy: String,
    /// The words that triggered it, copied from the debate.
    pub words: String,
}

/// The marks of one judge for one argument, speaker or side.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Marks {
    /// The scores, by the id of the dimension.
    pub scores: BTreeMap<String, f64>,
    /// The standing of the argument, where arguments are judged.
    pub standing: Option<Standing>,
    /// The reason that the judge gave.
    pub reason: String,
    /// The suspicious patterns in the argument, where arguments are judged.
    pub fallacies: Vec<Flag>,
    /// Strengths, where speakers are judged.
    pub strengths: Vec<String>,
    /// Weaknesses, where speakers are judged.
    pub weaknesses: Vec<String>,
}

impl Marks {
    /// The weighted total: the sum of score × weight over the rubric's dimensions.
    pub fn total(&self, rubric: &Rubric) -> f64 {
        rubric
            .dimensions
            .iter()
            .map(|one| self.scores.get(&one.id).copied().unwrap_or(rubric.lowest) * one.weight)
            .sum()
    }
}

/// The report of a judge.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Judgement {
    /// The marks, by the id of the argument, the seat, or the id of the side.
    pub marks: BTreeMap<String, Marks>,
    /// The single most important finding.
    pub key_insight: String,
    /// The questions that the debate left open.
    pub unresolved_questions: Vec<String>,
    /// The recommendation to whoever has to decide.
    pub recommendation: String,
}

/// The observations of a judge on a debate between two rounds (`coordination-patterns`, §3.1, `JudgeObservations`).
#[expect(
    clippy::struct_excessive_bools,
    reason = "five questions with five answers, and the names are the field's"
)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Observations {
    /// Speakers repeat earlier arguments.
    pub repetition_detected: bool,
    /// The debate has strayed from its question.
    pub topic_drift: bool,
    /// New rounds add nothing of weight.
    pub diminishing_returns: bool,
    /// Positions move towards agreement.
    pub convergence_likely: bool,
    /// Fundamental disagreements were found that cannot be bridged.
    pub irreconcilable_positions: bool,
}

impl Observations {
    /// The observations that were made, as rules that end rounds.
    pub fn seen(&self) -> impl Iterator<Item = StopRule> + use<> {
        let all = [
            (self.repetition_detected, StopRule::Repetition),
            (self.topic_drift, StopRule::TopicDrift),
            (self.diminishing_returns, StopRule::DiminishingReturns),
            (self.convergence_likely, StopRule::Convergence),
            (self.irreconcilable_positions, StopRule::Irreconcilable),
        ];
        let seen = all.into_iter().filter(|(is_seen, _)| *is_seen);
        seen.map(|(_, rule)| rule)
    }
}

/// The assessment of a judge after some rounds.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Assessment {
    /// The marks that were given, by seat.
    pub marks: BTreeMap<String, Marks>,
    /// The observations of the judge.
    pub observations: Observations,
    /// The quality of the debate, from 0 to 10.
    pub overall_quality: f64,
    /// The recommendation: what the debate needs now.
    pub recommendation: String,
    /// Whether the debate should go on.
    pub should_continue: bool,
}

impl Assessment {
    /// Whether it says what a rule looks for.
    pub fn meets(&self, rule: StopRule) -> bool {
        if rule == StopRule::JudgeStops {
            !self.should_continue
        } else {
            self.observations.seen().any(|one| one == rule)
        }
    }
}

/// The answer of a judge, or the reason why it is of no use.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Judged<T> {
    /// The answer that the judge gave.
    Given(T),
    /// No answer of use could be had.
    Unusable {
        /// The reason, a sentence for people.
        reason: String,
        /// The last answer, as it came.
        raw: String,
    },
}

impl<T> Judged<T> {
    /// The answer, where it is of use.
    pub fn given(&self) -> Option<&T> {
        match self {
            Self::Given(given) => Some(given),
            Self::Unusable { .. } => None,
        }
    }
}

/// The distance between two sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Closeness {
    /// The sides are evenly matched.
    Even,
    /// A difference between even and significant.
    Moderate,
    /// A significant difference.
    Significant,
}

impl Closeness {
    /// The reading of a gap: under `even_under` even, over `significant_over` significant.
    pub fn of(gap: f64, rubric: &Rubric) -> Self {
        if gap < rubric.even_under {
            Self::Even
        } else if gap > rubric.significant_over {
            Self::Significant
        } else {
            Self::Moderate
        }
    }

    /// The words on the screen.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Even => "evenly matched",
            Self::Moderate => "a difference, not a large one",
            Self::Significant => "a significant difference",
        }
    }
}

/// The total of something that was scored, over all judges.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ScoreTotal {
    /// The id of the argument, the seat, or the id of the side.
    pub id: String,
    /// The side it belongs to.
    pub side: String,
    /// The mean over the judges of the weighted totals.
    pub total: f64,
    /// The mean over the judges, by dimension.
    pub dimensions: BTreeMap<String, f64>,
}

/// A side's score.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SideScore {
    /// The id of the side; of a side whose seats speak each for themselves, the seat.
    pub id: String,
    /// The name of the side.
    pub name: String,
    /// The average over what was scored of it.
    pub score: f64,
    /// The place of the side, from 1; equal scores share one.
    pub rank: u32,
}

/// The scores of a debate, computed from the judges' reports.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Scores {
    /// The number of judges who gave a report of use.
    pub judges: u32,
    /// Everything that was scored, in the order of the debate.
    pub totals: Vec<ScoreTotal>,
    /// The sides, the best first.
    pub sides: Vec<SideScore>,
    /// The distance from the first to the second. Zero where there is no second.
    pub gap: f64,
    /// The closeness as which the gap is to be read.
    pub closeness: Closeness,
    /// The looks of the judges who looked twice, side by side; absent where none did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub looks: Option<ScoreLooks>,
}

/// The items that are scored, in order: the id of each, its side's id and that side's name.
pub type Items = Vec<(String, String, String)>;

impl Scores {
    /// Whether the judges put another side first with the teams exchanged: then the result counts for neither.
    pub fn is_contested(&self) -> bool {
        self.looks.as_ref().is_some_and(ScoreLooks::is_contested)
    }

    /// The looks of a contested result in a few words, for people: "Pro at first, Con with the teams exchanged"; `None`
    /// of any other.
    pub fn describe_looks(&self) -> Option<String> {
        let looks = self.looks.as_ref().filter(|looks| looks.is_contested())?;
        let name = |id: &Option<String>| {
            let mut sides = self.sides.iter();
            let side = sides.find(|side| Some(&side.id) == id.as_ref());
            side.map_or("nobody", |side| side.name.as_str())
        };
        let (first, exchanged) = (name(&looks.first), name(&looks.exchanged));
        // Who speak each for themselves are no teams.
        let is_speaker = |side: &SideScore| Seat::named(&side.id).number().is_some();
        let how = if self.sides.iter().all(is_speaker) {
            "with the speakers in the other order"
        } else {
            "with the teams exchanged"
        };
        Some(format!("{first} at first, {exchanged} {how}"))
    }

    /// The side that has the first place for itself; none of a contested result.
    pub fn leader(&self) -> Option<&SideScore> {
        if self.is_contested() {
            return None;
        }
        let mut first = self.sides.iter().filter(|side| side.rank == 1);
        let side = first.next()?;
        first.next().is_none().then_some(side)
    }

    /// The result in a few words, for people: "Affirmative, 6.20 to 5.85". `None` where one side alone was scored, or none.
    pub fn describe(&self) -> Option<String> {
        if let Some(looks) = self.describe_looks() {
            return Some(format!("contested ({looks})"));
        }
        match self.sides.as_slice() {
            [first, second, ..] if second.rank > first.rank => Some(format!(
                "{}, {:.2} to {:.2}",
                first.name, first.score, second.score
            )),
            [first, _, ..] => Some(format!("a tie at {:.2}", first.score)),
            [_] | [] => None,
        }
    }

    /// The distance between the first two, as it is written beside their scores: what is read there must agree.
    pub fn apart(&self) -> String {
        let written = |at: usize| {
            let side = self.sides.get(at);
            let score = side.map_or_else(String::new, |side| format!("{:.2}", side.score));
            score.parse().unwrap_or(0.0)
        };
        let apart: f64 = written(0) - written(1);
        format!("{apart:.2}")
    }

    /// Computes them. `None` where no judge gave anything of use.
    ///
    /// An item's total is the mean over the judges of Σ score × weight; a side's score is the mean over its items.
    /// (`structured-protocol`, "Multi-Dimensional Scoring Rubric"; `coordination-patterns`, §3.1.)
    pub fn of(
        rubric: &Rubric,
        items: &Items,
        reports: &[&BTreeMap<String, Marks>],
    ) -> Option<Self> {
        if reports.is_empty() || items.is_empty() {
            return None;
        }
        let totals: Vec<ScoreTotal> = items
            .iter()
            .map(|(id, side, _)| total(rubric, id, side, reports))
            .collect();
        let mut sides: Vec<SideScore> = Vec::new();
        for (_, side, name) in items {
            if sides.iter().all(|one| &one.id != side) {
                let of_side = totals.iter().filter(|one| &one.side == side);
                sides.push(SideScore {
                    id: side.clone(),
                    name: name.clone(),
                    score: mean(of_side.map(|one| one.total)),
                    rank: 0,
                });
            }
        }
        // Stable: of equals the earlier in the format stands first.
        sides.sort_by(|a, b| b.score.total_cmp(&a.score));
        let scores: Vec<f64> = sides.iter().map(|one| one.score).collect();
        for side in &mut sides {
            let better = scores
                .iter()
                .filter(|one| **one > side.score + 1e-9)
                .count();
            side.rank = u32::try_from(better + 1).unwrap_or(u32::MAX);
        }
        let gap = match scores.as_slice() {
            [first, second, ..] => first - second,
            _ => 0.0,
        };
        Some(Self {
            judges: u32::try_from(reports.len()).unwrap_or(u32::MAX),
            totals,
            sides,
            gap,
            closeness: Closeness::of(gap, rubric),
            looks: None,
        })
    }
}

fn total(
    rubric: &Rubric,
    id: &str,
    side: &str,
    reports: &[&BTreeMap<String, Marks>],
) -> ScoreTotal {
    let given = || reports.iter().filter_map(|marks| marks.get(id));
    let of =
        |dimension: &str| mean(given().filter_map(|marks| marks.scores.get(dimension).copied()));
    let dimensions = rubric.dimensions.iter();
    ScoreTotal {
        id: id.to_owned(),
        side: side.to_owned(),
        total: mean(given().map(|marks| marks.total(rubric))),
        dimensions: dimensions
            .map(|one| (one.id.clone(), of(&one.id)))
            .collect(),
    }
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), one| (sum + one, count + 1.0));
    if count > 0.0 { sum / count } else { 0.0 }
}

/// The standing that most judges give an argument; `Uncertain` where they do not agree.
pub fn common_standing(given: impl IntoIterator<Item = Standing>) -> Option<Standing> {
    let mut counts = [0_u32; 4];
    for standing in given {
        if let Some(at) = Standing::ALL.iter().position(|one| *one == standing)
            && let Some(count) = counts.get_mut(at)
        {
            *count += 1;
        }
    }
    let most = counts.iter().copied().max().filter(|most| *most > 0)?;
    let mut first = Standing::ALL
        .iter()
        .zip(counts)
        .filter(|(_, count)| *count == most);
    match (first.next(), first.next()) {
        (Some((standing, _)), None) => Some(*standing),
        _ => Some(Standing::Uncertain),
    }
}

/// Whether a passage holds what a speaker has claimed of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CitationCheck {
    /// What the passage says of it, in one sentence.
    pub reason: String,
    /// The words of the passage that hold the claim, copied; empty where none do.
    #[schemars(extend("mayBeEmpty" = true))]
    pub words: String,
    /// Whether the passage holds the claim.
    pub held: bool,
}

/// What a referee found of one rule.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Finding {
    /// The words that break the rule, copied from the turn; empty if none do.
    #[schemars(extend("mayBeEmpty" = true))]
    pub words: String,
    /// Why they break it; empty if none do.
    #[schemars(extend("mayBeEmpty" = true))]
    pub reason: String,
    /// Whether the rule is broken.
    pub broken: bool,
}

/// Whom a judge lets speak next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NextSpeaker {
    /// Why this one, in a sentence.
    pub reason: String,
    /// The name of who speaks next, as in the list.
    pub speaker: String,
}

/// A seat of a judge or the moderator, with its model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SeatedModel {
    /// The seat: `judge.1`, `moderator`.
    pub seat: Seat,
    /// The model that sits there, as it is shown to the viewer. Never in a prompt.
    pub model: String,
    /// The profile of the model: what can be asked of it at once.
    pub profile: crate::catalog::Profile,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_adds_up() {
        let side = |name: &str, score: f64| SideScore {
            id: name.to_owned(),
            name: name.to_owned(),
            score,
            rank: 1,
        };
        // To the third place it is 1.116, and rounded 1.12.
        let scores = Scores {
            judges: 1,
            totals: Vec::new(),
            sides: vec![side("Pro", 6.034), side("Con", 4.918)],
            gap: 6.034 - 4.918,
            closeness: Closeness::Moderate,
            looks: None,
        };
        assert_eq!(scores.apart(), "1.11", "6.03 and 4.92 are written");
    }

    #[test]
    fn who_speak_each_for_themselves_are_called_no_teams() {
        let contested = |ids: [&str; 2]| {
            let side = |id: &str| SideScore {
                id: id.to_owned(),
                name: id.to_uppercase(),
                score: 6.0,
                rank: 1,
            };
            let scores = Scores {
                judges: 1,
                totals: Vec::new(),
                sides: ids.map(side).into(),
                gap: 0.0,
                closeness: Closeness::Even,
                looks: Some(ScoreLooks {
                    first: Some(ids[0].to_owned()),
                    exchanged: Some(ids[1].to_owned()),
                    difference: 0.5,
                    most: 1.0,
                }),
            };
            scores.describe_looks().unwrap()
        };
        assert_eq!(
            contested(["debater.1", "debater.2"]),
            "DEBATER.1 at first, DEBATER.2 with the speakers in the other order"
        );
        assert_eq!(
            contested(["pro", "con"]),
            "PRO at first, CON with the teams exchanged"
        );
    }
}
