//! One debate of a batch as a row of the table: what it is, and the numbers that are drawn from it. What is measured is
//! open: whoever has further numbers implements [`Measures`], and they stand in the table and in the summary.

use serde::Serialize;

use super::item::BatchItem;
use crate::debate::{
    DebateState, answer::Vote, house_agreement::HouseAgreement, looks, missing, state::PoiStatus,
};

/// The column that says whether the house has decided as the verdict on the arguments has: 1 or 0.
pub(super) const HOUSE_AGREES: &str = "house_agrees";
/// The column that says whether the two looks at the verdict name different winners: 1 or 0.
pub(super) const CONTESTED: &str = "contested";

/// A number of one debate.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Number {
    /// The name of its column.
    pub name: String,
    /// The number; absent where it cannot be had.
    pub value: Option<f64>,
    /// Whether the summary on the screen shows its mean. The JSON one shows all.
    pub told: bool,
}

impl Number {
    /// A number whose mean people want to see.
    pub fn shown(name: impl Into<String>, value: Option<f64>) -> Self {
        Self {
            name: name.into(),
            value,
            told: true,
        }
    }

    /// A number for the table alone.
    pub fn table_only(name: impl Into<String>, value: impl Into<Option<f64>>) -> Self {
        Self {
            name: name.into(),
            value: value.into(),
            told: false,
        }
    }
}

/// A source of numbers about a debate.
pub trait Measures: Send + Sync {
    /// The numbers, always in the same order.
    fn of(&self, state: &DebateState) -> Vec<Number>;
}

/// The numbers that every debate has: votes, scores, words, calls, tokens, cost and time.
#[derive(Debug, Clone, Copy, Default)]
pub struct Usual;

impl Measures for Usual {
    fn of(&self, state: &DebateState) -> Vec<Number> {
        let division = state.division.as_ref();
        let lead = |ayes: u32, noes: u32| f64::from(ayes) - f64::from(noes);
        let mut numbers = vec![
            Number::shown(
                "swing",
                division.and_then(|one| Some(f64::from(one.swing?))),
            ),
            Number::table_only(
                "lead_before",
                division.map(|one| f64::from(one.before.lead())),
            ),
            Number::table_only("lead_after", division.map(|one| lead(one.ayes, one.noes))),
            Number::table_only("ayes", division.map(|one| f64::from(one.ayes))),
            Number::table_only("noes", division.map(|one| f64::from(one.noes))),
            Number::table_only(
                "abstentions",
                division.map(|one| f64::from(one.abstentions)),
            ),
        ];
        // A contested verdict counts for neither side.
        let looks = state.verdict_votes();
        let lead_of = |vote| match vote {
            Vote::Aye => 1.0,
            Vote::No => -1.0,
            Vote::Undecided => 0.0,
        };
        let verdict = looks::agreed(&looks).map_or(0.0, lead_of);
        let is_contested = f64::from(u8::from(looks::is_contested(&looks)));
        numbers.extend([
            Number::table_only("verdict_lead", (!looks.is_empty()).then_some(verdict)),
            Number::shown(CONTESTED, (looks.len() > 1).then_some(is_contested)),
        ]);
        let agreement = division.and_then(HouseAgreement::of);
        let agrees = agreement.and_then(|one| one.agrees());
        numbers.extend([
            Number::table_only(
                HOUSE_AGREES,
                agrees.map(|agrees| f64::from(u8::from(agrees))),
            ),
            Number::shown("with_verdict", agreement.and_then(|one| one.share())),
        ]);
        if let Some(scores) = &state.scores {
            let mut sides: Vec<_> = scores.sides.iter().collect();
            sides.sort_by(|a, b| a.id.cmp(&b.id));
            numbers.extend(
                sides
                    .into_iter()
                    .map(|side| Number::shown(format!("score_{}", side.id), Some(side.score))),
            );
            numbers.push(Number::table_only("score_gap", scores.gap));
        }
        let taken = state
            .points
            .iter()
            .filter(|point| matches!(point.status, PoiStatus::Answered { .. }));
        let ledger = &state.ledger;
        let count = |count: usize| count as f64;
        numbers.extend([
            Number::table_only("turns", count(state.speeches().count())),
            Number::table_only(
                "struck",
                count(state.turns.iter().filter(|turn| turn.is_struck()).count()),
            ),
            Number::table_only(
                "words",
                f64::from(state.speeches().map(|turn| turn.words).sum::<u32>()),
            ),
            Number::table_only("points_offered", count(state.points.len())),
            Number::table_only("points_taken", count(taken.count())),
            Number::shown("calls", Some(f64::from(ledger.calls))),
            Number::table_only("calls_failed", f64::from(ledger.failed)),
            Number::table_only("prompt_tokens", ledger.prompt_tokens as f64),
            Number::table_only("cached_tokens", ledger.cached_tokens as f64),
            Number::table_only("completion_tokens", ledger.completion_tokens as f64),
            Number::shown("tokens", Some(ledger.tokens() as f64)),
            Number::shown("cost", ledger.costs.total()),
            Number::shown("seconds", Some(state.running_ms() as f64 / 1000.0)),
        ]);
        numbers
    }
}

/// The progress of a debate of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ItemStatus {
    /// The debate has not been begun.
    Pending,
    /// The debate can be gone on with.
    Unfinished,
    /// The debate is over.
    Completed,
    /// The debate came to its end without a word from anybody: it counts for nothing, and is held again.
    Silent,
    /// The debate was adjourned.
    Adjourned,
}

impl ItemStatus {
    /// The word in the table.
    pub fn word(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Unfinished => "unfinished",
            Self::Completed => "completed",
            Self::Silent => "silent",
            Self::Adjourned => "adjourned",
        }
    }

    /// Whether it is over, and counts.
    pub fn is_over(self) -> bool {
        matches!(self, Self::Completed | Self::Adjourned)
    }
}

/// A debate of a batch.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BatchRow {
    /// The id of its settings.
    pub item: String,
    /// The id of the debate, once it has been begun.
    pub debate: Option<String>,
    /// The motion of the debate.
    pub motion: String,
    /// The id of the format.
    pub format: String,
    /// The name of the line-up.
    pub line_up: String,
    /// The seed of the debate.
    pub seed: u64,
    /// The number of the repeat, from 1.
    pub repeat: u32,
    /// The progress of the debate.
    pub status: ItemStatus,
    /// The names of the sides of which one can win; none where nobody can.
    pub sides: Vec<String>,
    /// The name of the side that won; absent where none did.
    pub winner: Option<String>,
    /// The parts that are missing because a model could not be had, in one line; empty where nothing is.
    pub missing: String,
    /// Whether the debate is the poorer for it.
    pub poorer: bool,
    /// The numbers that were measured.
    pub numbers: Vec<Number>,
}

impl BatchRow {
    /// The row of an item, with the debate that was held of it, if one was.
    pub fn of(item: &BatchItem, state: Option<&DebateState>, measures: &[&dyn Measures]) -> Self {
        use crate::debate::{event::CloseReason, state::DebateStatus as Debate};
        let opening = state.and_then(|state| state.opening.as_deref());
        let status = match state.map(|state| &state.status) {
            None => ItemStatus::Pending,
            Some(Debate::Closed(CloseReason::Completed)) => {
                if state.is_some_and(DebateState::is_wordless) {
                    ItemStatus::Silent
                } else {
                    ItemStatus::Completed
                }
            }
            Some(Debate::Closed(CloseReason::Adjourned)) => ItemStatus::Adjourned,
            Some(Debate::Unopened | Debate::Running | Debate::Paused(_)) => ItemStatus::Unfinished,
        };
        let over = state.filter(|state| state.is_closed());
        let lost = over.map(missing::missing).unwrap_or_default();
        let numbers = |state| measures.iter().flat_map(|one| one.of(state)).collect();
        Self {
            item: item.id(),
            debate: opening.map(|opening| opening.debate.0.clone()),
            motion: opening.map_or_else(
                || item.motion.clone(),
                |opening| opening.motion.motion.clone(),
            ),
            format: item.format.clone(),
            line_up: item.line_up.clone(),
            seed: item.seed,
            repeat: item.repeat,
            status,
            sides: opening.map_or_else(Vec::new, |opening| {
                let sides = opening.format.contenders().iter();
                sides.map(|side| side.name.clone()).collect()
            }),
            winner: state.and_then(winner),
            missing: state
                .and_then(|state| missing::describe(state, &lost))
                .unwrap_or_default(),
            poorer: lost.iter().any(|one| one.counts),
            numbers: state.map_or_else(Vec::new, numbers),
        }
    }

    /// The number of that name.
    pub fn number(&self, name: &str) -> Option<f64> {
        self.numbers.iter().find(|one| one.name == name)?.value
    }
}

/// The side that the house has voted for, or else the one that the judges have placed first and no other beside it.
fn winner(state: &DebateState) -> Option<String> {
    if let Some(division) = &state.division {
        return Some(division.outcome().ok()?.0.to_owned());
    }
    let scores = state.scores.as_ref().filter(|one| one.sides.len() > 1)?;
    scores.leader().map(|side| side.name.clone())
}

/// The names of all columns of numbers, in the order in which they first come up.
pub(super) fn names(rows: &[BatchRow]) -> Vec<(&str, bool)> {
    let mut names: Vec<(&str, bool)> = Vec::new();
    for number in rows.iter().flat_map(|row| &row.numbers) {
        if names.iter().all(|(name, _)| *name != number.name) {
            names.push((&number.name, number.told));
        }
    }
    names
}

/// A number in a cell: with four digits behind the point at the most, and none that tell nothing.
fn cell(value: f64) -> String {
    let cell = format!("{value:.4}");
    let cell = cell.trim_end_matches('0').trim_end_matches('.');
    let is_nothing = cell.trim_start_matches('-') == "0";
    if is_nothing { "0" } else { cell }.to_owned()
}

/// The table: a head and a line for each debate, as RFC 4180 has it.
///
/// # Errors
/// A cell cannot be written; there is none such.
pub fn csv(batch: &str, rows: &[BatchRow]) -> Result<Vec<u8>, csv::Error> {
    let names = names(rows);
    let mut table = csv::Writer::from_writer(Vec::new());
    let head = [
        "batch", "item", "debate", "motion", "format", "line_up", "seed", "repeat", "status",
        "winner", "missing",
    ];
    table.write_record(head.into_iter().chain(names.iter().map(|(name, _)| *name)))?;
    for row in rows {
        let mut cells = vec![
            batch.to_owned(),
            row.item.clone(),
            row.debate.clone().unwrap_or_default(),
            row.motion.clone(),
            row.format.clone(),
            row.line_up.clone(),
            row.seed.to_string(),
            row.repeat.to_string(),
            row.status.word().to_owned(),
            row.winner.clone().unwrap_or_default(),
            row.missing.clone(),
        ];
        cells.extend(
            names
                .iter()
                .map(|(name, _)| row.number(name).map_or_else(String::new, cell)),
        );
        table.write_record(cells)?;
    }
    table
        .into_inner()
        .map_err(|error| error.into_error().into())
}

#[cfg(test)]
mod tests {
    use super::cell;

    #[test]
    fn a_cell_has_no_digits_that_tell_nothing() {
        for (value, shown) in [
            (6.4 - 4e-16, "6.4"),
            (2.0, "2"),
            (0.0, "0"),
            (-0.000_01, "0"),
            (100.0, "100"),
            (1.0 / 3.0, "0.3333"),
            (-1.5, "-1.5"),
        ] {
            assert_eq!(cell(value), shown);
        }
    }
}
