//! The report of a trial: every measure over all debates, beside that of another trial.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{TrialFindings, TrialMeasure};
use crate::interval;

/// Examples that are kept of what a measure counts.
const EXAMPLES: usize = 5;

/// A measure over all debates of a trial.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TrialRow {
    /// The measure.
    pub measure: TrialMeasure,
    /// The number of those that count …
    pub found: usize,
    /// … among so many that were looked at.
    pub of: usize,
    /// The share, from 0 to 1; absent where there was nothing to look at.
    pub share: Option<f64>,
    /// The ends of its interval of 95 % (Wilson).
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// Some of what counts.
    #[serde(default)]
    pub examples: Vec<String>,
}

/// The report of a trial.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TrialReport {
    /// The model on trial.
    pub model: String,
    /// The number of debates that are over, of `wanted`.
    pub debates: usize,
    /// The number of debates that were wanted.
    pub wanted: usize,
    /// How paragraphs on something else were found.
    pub nearness: String,
    /// The measures, in the order of the table.
    pub rows: Vec<TrialRow>,
    /// The minutes that a debate took, on average; absent where none is over.
    pub minutes: Option<f64>,
}

impl TrialReport {
    /// The report of these debates: the findings of each, and its minutes.
    pub fn of(
        model: String,
        wanted: usize,
        nearness: String,
        debates: &[(BTreeMap<TrialMeasure, TrialFindings>, f64)],
    ) -> Self {
        let row = |measure: TrialMeasure| {
            let all = debates
                .iter()
                .filter_map(|(findings, _)| findings.get(&measure));
            let all: Vec<&TrialFindings> = all.collect();
            let found = all.iter().map(|one| one.found.len()).sum();
            let of = all.iter().map(|one| one.of).sum();
            let share = interval::wilson(found, of);
            let examples = all.iter().flat_map(|one| one.found.iter().take(1));
            TrialRow {
                measure,
                found,
                of,
                share: share.map(|one| one.estimate),
                low: share.and_then(|one| one.low),
                high: share.and_then(|one| one.high),
                examples: examples.take(EXAMPLES).cloned().collect(),
            }
        };
        let minutes: Vec<f64> = debates.iter().map(|(_, minutes)| *minutes).collect();
        Self {
            model,
            debates: debates.len(),
            wanted,
            nearness,
            rows: TrialMeasure::ALL.map(row).to_vec(),
            minutes: interval::mean(&minutes).map(|mean| mean.estimate),
        }
    }

    /// The row of a measure; `None` in a report of a version that did not have it.
    pub fn row(&self, measure: TrialMeasure) -> Option<&TrialRow> {
        self.rows.iter().find(|row| row.measure == measure)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debates_are_added_up_and_come_back_as_they_were_written() {
        let findings = |found: &[&str], of| {
            let found = found.iter().map(|one| (*one).to_owned()).collect();
            BTreeMap::from([(TrialMeasure::Drift, TrialFindings { found, of })])
        };
        let debates = [
            (findings(&["a horse", "an oven"], 4), 3.0),
            (findings(&["a mill"], 2), 5.0),
        ];
        let report = TrialReport::of("small".to_owned(), 24, "by words".to_owned(), &debates);
        let row = report.row(TrialMeasure::Drift).unwrap();
        assert_eq!((row.found, row.of, row.share), (3, 6, Some(0.5)));
        assert_eq!(row.examples, ["a horse", "a mill"]);
        assert!(row.low < row.share && row.share < row.high);
        assert_eq!(report.minutes, Some(4.0));
        let none = report.row(TrialMeasure::Quotes).unwrap();
        assert_eq!((none.of, none.share), (0, None));
        let written = serde_json::to_string(&report).unwrap();
        assert_eq!(
            serde_json::from_str::<TrialReport>(&written).unwrap(),
            report
        );
    }
}
