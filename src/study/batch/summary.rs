//! The summary of a batch: wins by side with Wilson's intervals, means with t intervals, by motion, format and line-up.

use std::fmt::Write as _;

use serde::Serialize;

use super::measure::{BatchRow, CONTESTED, HOUSE_AGREES, ItemStatus, names};
use crate::{
    interval::{Interval, mean, wilson},
    text::counted,
};

/// The wins of a side.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Wins {
    /// The side's name.
    pub side: String,
    /// The number of debates that the side won.
    pub count: usize,
    /// The share of the debates that somebody won, with Wilson's interval of 95 %.
    pub share: Option<Interval>,
}

/// The mean of a number.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Mean {
    /// The name of the number.
    pub name: String,
    /// Whether people want to see it.
    #[serde(skip)]
    is_shown: bool,
    /// The mean over the debates that have it, with a t interval of 95 %; of what is true or not, the share, with Wilson's.
    pub interval: Interval,
}

/// Debates of one motion, format and line-up; absent is any.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Group {
    /// The motion of the debates.
    pub motion: Option<String>,
    /// The format of the debates.
    pub format: Option<String>,
    /// The line-up of the debates.
    pub line_up: Option<String>,
    /// Debates that are over.
    pub debates: usize,
    /// The number of debates that are over and that nobody won, though somebody could have.
    pub undecided: usize,
    /// The sides of which one can win, in the order of the format.
    pub wins: Vec<Wins>,
    /// The share of the debates in which the house decided as the verdict on the arguments had, with Wilson's interval
    /// of 95 %; absent where there are none of which both are known.
    pub house_agreement: Option<Interval>,
    /// The means of the numbers that people want to see.
    pub means: Vec<Mean>,
}

/// The summary of a batch, group by group and altogether.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BatchSummary {
    /// The name of the batch.
    pub batch: String,
    /// Debates in it.
    pub debates: usize,
    /// The number of debates that are over.
    pub completed: usize,
    /// The number of debates that are over and are the poorer for a model that could not be had.
    pub poorer: usize,
    /// The number of debates that came to their end without a word from anybody; they count for nothing else here but
    /// calls, tokens, cost and time.
    pub silent: usize,
    /// The number of debates that can be gone on with.
    pub unfinished: usize,
    /// The number of debates that have not been begun.
    pub pending: usize,
    /// Calls of all debates.
    pub calls: f64,
    /// Tokens of all debates, read and written together.
    pub tokens: f64,
    /// The cost of all debates, where every price is known.
    pub cost: Option<f64>,
    /// The running time of all debates, in seconds; those at the same time each for itself.
    pub seconds: f64,
    /// The groups by format; then, where there are several, by motion, format and line-up.
    pub groups: Vec<Group>,
}

/// Sums up the rows of a batch.
pub fn summary(batch: &str, rows: &[BatchRow]) -> BatchSummary {
    let over: Vec<&BatchRow> = rows.iter().filter(|row| row.status.is_over()).collect();
    let sum = |name: &str| rows.iter().filter_map(|row| row.number(name)).sum::<f64>();
    let names = names(rows);
    let mut groups: Vec<Group> = Vec::new();
    let by_format = keys(&over, |row| (None, row.format.clone(), None));
    let by_all = keys(&over, |row| {
        (
            Some(row.motion.clone()),
            row.format.clone(),
            Some(row.line_up.clone()),
        )
    });
    for (motion, format, line_up) in by_format
        .iter()
        .chain(by_all.iter().filter(|_| by_all.len() > by_format.len()))
    {
        let of_group: Vec<&BatchRow> = over
            .iter()
            .copied()
            .filter(|row| {
                row.format == *format
                    && motion.as_ref().is_none_or(|motion| *motion == row.motion)
                    && line_up
                        .as_ref()
                        .is_none_or(|line_up| *line_up == row.line_up)
            })
            .collect();
        groups.push(Group {
            motion: motion.clone(),
            format: Some(format.clone()),
            line_up: line_up.clone(),
            debates: of_group.len(),
            undecided: of_group.iter().filter(|row| is_undecided(row)).count(),
            wins: wins(&of_group),
            house_agreement: house_agreement(&of_group),
            means: names
                .iter()
                .filter_map(|(name, told)| {
                    let values: Vec<f64> =
                        of_group.iter().filter_map(|row| row.number(name)).collect();
                    let interval = if *name == CONTESTED {
                        share_of(&values)
                    } else {
                        mean(&values)
                    };
                    Some(Mean {
                        name: (*name).to_owned(),
                        is_shown: *told,
                        interval: interval?,
                    })
                })
                .collect(),
        });
    }
    let count = |status: ItemStatus| rows.iter().filter(|row| row.status == status).count();
    BatchSummary {
        batch: batch.to_owned(),
        debates: rows.len(),
        completed: over.len(),
        poorer: over.iter().filter(|row| row.poorer).count(),
        silent: count(ItemStatus::Silent),
        unfinished: count(ItemStatus::Unfinished),
        pending: count(ItemStatus::Pending),
        calls: sum("calls"),
        tokens: sum("tokens"),
        cost: (rows.iter().any(|row| row.number("cost").is_some()) && rows.iter().all(is_priced))
            .then(|| sum("cost")),
        seconds: sum("seconds"),
        groups,
    }
}

/// Whether it is known what a debate cost: one in which nobody was asked cost nothing.
fn is_priced(row: &BatchRow) -> bool {
    row.number("cost").is_some() || row.number("tokens").is_none_or(|tokens| tokens <= 0.0)
}

/// Whether nobody won a debate that somebody could have won.
fn is_undecided(row: &BatchRow) -> bool {
    row.winner.is_none() && !row.sides.is_empty()
}

type Key = (Option<String>, String, Option<String>);

/// The keys that tell the rows apart, in the order in which each first comes up.
fn keys(rows: &[&BatchRow], key: impl Fn(&BatchRow) -> Key) -> Vec<Key> {
    let mut keys = Vec::new();
    for row in rows {
        let key = key(row);
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    keys
}

fn house_agreement(rows: &[&BatchRow]) -> Option<Interval> {
    let known = rows.iter().filter_map(|row| row.number(HOUSE_AGREES));
    share_of(&known.collect::<Vec<f64>>())
}

/// The share of ones among ones and zeros, with Wilson's interval of 95 %.
fn share_of(values: &[f64]) -> Option<Interval> {
    let ones = values.iter().filter(|value| **value > 0.5).count();
    wilson(ones, values.len())
}

fn wins(rows: &[&BatchRow]) -> Vec<Wins> {
    let mut sides: Vec<&String> = Vec::new();
    for side in rows.iter().flat_map(|row| &row.sides) {
        if !sides.contains(&side) {
            sides.push(side);
        }
    }
    let decided = rows.iter().filter(|row| row.winner.is_some()).count();
    let won = |side: &String| {
        rows.iter()
            .filter(|row| row.winner.as_ref() == Some(side))
            .count()
    };
    sides
        .into_iter()
        .map(|side| Wins {
            side: side.clone(),
            count: won(side),
            share: wilson(won(side), decided),
        })
        .collect()
}

impl BatchSummary {
    /// The summary for people, in lines.
    pub fn describe(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{}: {} of {} over, {} unfinished, {} not begun",
            self.batch,
            self.completed,
            counted(self.debates, "debate is", "debates are"),
            self.unfinished,
            self.pending
        );
        if self.poorer > 0 {
            let _ = writeln!(
                text,
                "{} of those that are over {} something because a model failed",
                self.poorer,
                if self.poorer == 1 { "lacks" } else { "lack" }
            );
        }
        if self.silent > 0 {
            let _ = writeln!(
                text,
                "in {} nobody said a word: the same command holds {} again",
                counted(self.silent, "debate", "debates"),
                if self.silent == 1 { "it" } else { "them" }
            );
        }
        let cost = self.cost.map_or_else(
            || "cost unknown".to_owned(),
            |cost| format!("cost {cost:.2}"),
        );
        let _ = writeln!(
            text,
            "{}, {}, {cost}, {} s of debates",
            counted(self.calls, "call", "calls"),
            counted(self.tokens, "token", "tokens"),
            self.seconds.round()
        );
        for group in &self.groups {
            let parts = [
                group.format.as_ref(),
                group.line_up.as_ref(),
                group.motion.as_ref(),
            ];
            let what: Vec<&str> = parts.into_iter().flatten().map(String::as_str).collect();
            let debates = counted(group.debates, "debate", "debates");
            let _ = writeln!(text, "\n{} ({debates})", what.join(" · "));
            for side in &group.wins {
                let share = side.share.map_or_else(String::new, |share| {
                    format!(" of {}: {}", share.n, percent(&share))
                });
                let _ = writeln!(text, "  {} won {}{share}", side.side, side.count);
            }
            if group.undecided > 0 && group.undecided < group.debates {
                let _ = writeln!(text, "  nobody won {}", group.undecided);
            }
            if let Some(share) = &group.house_agreement {
                let agree = (share.estimate * share.n as f64).round();
                let _ = writeln!(
                    text,
                    "  the House went with the verdict in {agree} of {}: {}",
                    share.n,
                    percent(share)
                );
            }
            for one in group.means.iter().filter(|one| one.is_shown) {
                let name = one.name.replace('_', " ");
                let _ = writeln!(text, "  {name}: {}", around(&one.interval));
            }
        }
        if !self.groups.is_empty() {
            text +=
                "\nIn brackets: intervals of 95 %, Wilson's for shares, Student's t for means.\n";
        }
        text
    }
}

fn percent(share: &Interval) -> String {
    let of = |share: f64| (share * 100.0).round();
    let ends = share.low.zip(share.high);
    let ends = ends.map_or_else(String::new, |(low, high)| {
        format!(" [{} to {}]", of(low), of(high))
    });
    format!("{} %{ends}", of(share.estimate))
}

/// The mean and its interval, with as many digits as say something: large numbers are whole.
fn around(mean: &Interval) -> String {
    let digits = match mean.estimate.abs() {
        big if big >= 100.0 => 0,
        small if small > 0.0 && small < 0.1 => 4,
        _ => 2,
    };
    let ends = mean.low.zip(mean.high);
    let ends = ends.map_or_else(String::new, |(low, high)| {
        format!(" [{low:.digits$} to {high:.digits$}]")
    });
    format!("{:.digits$}{ends}", mean.estimate)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::measure::{Number, csv};

    fn row(motion: &str, winner: Option<&str>, swing: f64) -> BatchRow {
        BatchRow {
            item: "0f".into(),
            debate: Some("d".into()),
            motion: motion.into(),
            format: "oxford".into(),
            line_up: "by lot".into(),
            seed: 1,
            repeat: 1,
            status: ItemStatus::Completed,
            sides: vec!["Proposition".into(), "Opposition".into()],
            winner: winner.map(str::to_owned),
            missing: String::new(),
            poorer: false,
            numbers: vec![
                Number::shown("swing", Some(swing)),
                Number::table_only(
                    HOUSE_AGREES,
                    winner.map(|won| f64::from(u8::from(won == "Opposition"))),
                ),
                Number::table_only("words", 100.0),
                Number::shown("calls", Some(10.0)),
                Number::shown("tokens", Some(5_000.0)),
                Number::shown("cost", None),
                Number::shown("seconds", Some(30.0)),
            ],
        }
    }

    fn rows() -> Vec<BatchRow> {
        let mut rows = vec![
            row("Tea, \"first\"", Some("Proposition"), 2.0),
            row("Tea, \"first\"", Some("Opposition"), -1.0),
            row("Cars", Some("Opposition"), -3.0),
            row("Cars", None, 0.0),
        ];
        rows.push(BatchRow {
            status: ItemStatus::Pending,
            debate: None,
            winner: None,
            numbers: vec![],
            ..row("Cars", None, 0.0)
        });
        rows
    }

    #[test]
    fn what_many_debates_come_to_is_told_by_group() {
        insta::assert_snapshot!(summary("spring", &rows()).describe());
    }

    #[test]
    fn a_share_has_an_interval_within_0_and_1() {
        let contested = |value: f64| BatchRow {
            numbers: vec![Number::shown(CONTESTED, Some(value))],
            ..row("Cars", None, 0.0)
        };
        let rows: Vec<BatchRow> = [1.0, 0.0, 0.0, 0.0].map(contested).into();
        let found = summary("spring", &rows);
        let interval = &found.groups[0].means[0].interval;
        assert!((interval.estimate - 0.25).abs() < 1e-9);
        assert!(interval.low.unwrap() > 0.0 && interval.high.unwrap() < 1.0);
    }

    #[test]
    fn a_debate_in_which_nobody_said_a_word_counts_for_nothing() {
        let mut rows = rows();
        let whole = summary("spring", &rows);
        rows.push(BatchRow {
            status: ItemStatus::Silent,
            poorer: true,
            ..row("Cars", None, 9.0)
        });
        let found = summary("spring", &rows);
        assert_eq!((found.completed, found.silent, found.pending), (4, 1, 1));
        assert_eq!((found.groups, found.poorer), (whole.groups, whole.poorer));
        let told = summary("spring", &rows).describe();
        let line = "in 1 debate nobody said a word: the same command holds it again";
        assert!(told.contains(line), "{told}");
        assert!(told.contains("4 of 6 debates are over"), "{told}");
    }

    #[test]
    fn of_debates_that_nobody_can_win_it_is_not_told_who_did() {
        let at_a_table = |swing: f64| BatchRow {
            format: "panel".into(),
            sides: Vec::new(),
            ..row("Cars", None, swing)
        };
        let rows: Vec<BatchRow> = [1.0, 2.0].map(at_a_table).into();
        let found = summary("spring", &rows);
        let undecided = found.groups.iter().map(|group| group.undecided);
        assert_eq!(undecided.sum::<usize>(), 0);
        assert!(!found.describe().contains(" won "), "{}", found.describe());
        assert!(
            found.describe().contains("panel (2 debates)"),
            "{}",
            found.describe()
        );
        // A draw is another thing.
        let drawn = summary(
            "spring",
            &[row("Cars", None, 0.0), row("Cars", Some("Opposition"), 0.0)],
        );
        assert!(
            drawn.describe().contains("nobody won 1"),
            "{}",
            drawn.describe()
        );
    }

    #[test]
    fn the_table_has_a_line_for_each_debate() {
        let table = String::from_utf8(csv("spring", &rows()).unwrap()).unwrap();
        insta::assert_snapshot!(table);
    }

    #[test]
    fn no_debates_come_to_nothing() {
        let none = summary("spring", &[]);
        assert!(none.groups.is_empty() && none.cost.is_none());
        assert_eq!(none.describe().lines().count(), 2);
    }
}
