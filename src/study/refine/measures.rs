//! Counts of each iteration, to set the iterations side by side: a list of names with a value for each, so that more
//! measures are more rows.

use serde::Serialize;

use crate::debate::{
    DebateState,
    answer::SpeakerAssessment,
    state::{Extraction, PoiStatus},
};

/// A measure over the iterations of a chain.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MeasureSeries {
    /// The name of the measure, in a word or two.
    pub name: String,
    /// The values, one for each iteration, in order; absent where it could not be measured.
    pub values: Vec<Option<f64>>,
    /// The number of digits after the point with which a value is shown.
    pub digits: usize,
}

impl MeasureSeries {
    /// A value as it is shown.
    pub fn shown(&self, at: usize) -> String {
        let value = self.values.get(at).copied().flatten();
        let digits = self.digits;
        value.map_or_else(|| "–".to_owned(), |value| format!("{value:.digits$}"))
    }

    /// The change of a value from the one before it, as both are shown, so that whoever looks can add it up; `None` where
    /// that is not known.
    pub fn change(&self, at: usize) -> Option<String> {
        let of = |at: usize| self.shown(at).parse::<f64>().ok();
        let change = of(at)? - of(at.checked_sub(1)?)?;
        let digits = self.digits;
        Some(format!("{change:+.digits$}"))
    }
}

/// The measures that need no model: claims and rebuttals (where a clerk or the format found any), words spoken, points
/// of information taken, and the means of what the house said of the speakers, from 1 to 10, or of the judges' scores.
/// Measures of which no iteration has a value are left out.
pub fn simple(iterations: &[&DebateState]) -> Vec<MeasureSeries> {
    type Count = fn(&DebateState) -> Option<f64>;
    let all: [(&str, usize, Count); 7] = [
        ("claims", 0, claims),
        ("rebuttals", 0, rebuttals),
        ("words spoken", 0, words),
        ("points taken", 0, points),
        ("effectiveness", 1, |state| {
            mean(state, |one| one.effectiveness)
        }),
        ("fidelity", 1, |state| {
            mean(state, |one| one.persona_fidelity)
        }),
        ("judges' score", 2, score),
    ];
    let measures = all.into_iter().map(|(name, digits, count)| MeasureSeries {
        name: name.to_owned(),
        values: iterations.iter().map(|state| count(state)).collect(),
        digits,
    });
    measures
        .filter(|one| one.values.iter().any(Option::is_some))
        .collect()
}

fn claims(state: &DebateState) -> Option<f64> {
    let count = super::rules::claims(state).len();
    (count > 0).then_some(count as f64)
}

fn rebuttals(state: &DebateState) -> Option<f64> {
    let found = state.speeches().filter_map(|turn| match &turn.arguments {
        Extraction::Done(found) => Some(&found.arguments),
        Extraction::None | Extraction::Failed => None,
    });
    let counts: Vec<usize> = found
        .map(|all| all.iter().filter(|point| point.is_rebuttal).count())
        .collect();
    (!counts.is_empty()).then(|| counts.iter().sum::<usize>() as f64)
}

fn words(state: &DebateState) -> Option<f64> {
    let words = state.speeches().map(|turn| u64::from(turn.words)).sum();
    Some(words)
        .filter(|words: &u64| *words > 0)
        .map(|words| words as f64)
}

fn points(state: &DebateState) -> Option<f64> {
    let phases = &state.opening.as_deref()?.format.phases;
    if phases
        .iter()
        .all(|phase| phase.points_of_information.is_none())
    {
        return None;
    }
    let taken = |status: &PoiStatus| matches!(status, PoiStatus::Answered { .. });
    Some(
        state
            .points
            .iter()
            .filter(|point| taken(&point.status))
            .count() as f64,
    )
}

fn mean(state: &DebateState, of: impl Fn(&SpeakerAssessment) -> f64) -> Option<f64> {
    average(state.assessments.values().flatten().map(of))
}

fn score(state: &DebateState) -> Option<f64> {
    average(state.scores.as_ref()?.totals.iter().map(|one| one.total))
}

fn average(values: impl Iterator<Item = f64>) -> Option<f64> {
    let values: Vec<f64> = values.collect();
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_the_difference_of_what_is_shown() {
        let series = MeasureSeries {
            name: "distance".to_owned(),
            values: vec![Some(0.6851), Some(0.8349), None],
            digits: 2,
        };
        assert_eq!([series.shown(0), series.shown(1)], ["0.69", "0.83"]);
        assert_eq!(series.change(1).as_deref(), Some("+0.14"));
        assert_eq!((series.change(0), series.change(2)), (None, None));
    }
}
