//! Reports of several debates beside each other: what a measure is on average, and whether it was come by alike.

use super::{Measure, Measured, Report};
use crate::interval::{self, Interval};

/// The mean of a measure over the debates that have it, with its 95 % interval; `None` where none has.
pub fn mean<'a>(
    reports: impl IntoIterator<Item = &'a Report>,
    measure: Measure,
) -> Option<Interval> {
    let values = reports.into_iter();
    let values = values.filter_map(|report| report.reading(measure).total.value());
    interval::mean(&values.collect::<Vec<f64>>())
}

/// Whether a measure was come by in the same way in all debates that have it: a mean of numbers by meaning and numbers
/// by words says little.
pub fn is_alike<'a>(reports: impl IntoIterator<Item = &'a Report>, measure: Measure) -> bool {
    let ways = reports
        .into_iter()
        .filter_map(|report| match &report.reading(measure).total {
            Measured::Is { by, .. } => Some(by),
            Measured::Not { .. } => None,
        });
    let ways: Vec<_> = ways.collect();
    ways.iter()
        .zip(ways.iter().skip(1))
        .all(|(one, next)| one == next)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        debate::DebateState,
        eval::{By, Materials},
    };

    /// A report in which only the first measure has a value.
    fn report(value: f64, by: By) -> Report {
        let mut report = Report::of(&DebateState::default(), &Materials::default());
        report.readings[0].total = Measured::Is { value, of: 1, by };
        report
    }

    #[test]
    fn a_mean_is_of_the_debates_that_have_a_value() {
        let nothing = Report::of(&DebateState::default(), &Materials::default());
        let measure = nothing.readings[0].measure;
        let all = [report(0.2, By::Words), nothing, report(0.4, By::Words)];
        let found = mean(&all, measure).unwrap();
        assert_eq!(found.n, 2);
        assert!((found.estimate - 0.3).abs() < 1e-9);
        assert!(found.low.is_some());
        assert_eq!(mean(&all[1..2], measure), None);
    }

    #[test]
    fn words_and_meaning_are_not_alike() {
        let nothing = Report::of(&DebateState::default(), &Materials::default());
        let measure = nothing.readings[0].measure;
        let mut all = vec![report(0.2, By::Words), nothing, report(0.4, By::Words)];
        assert!(is_alike(&all, measure));
        all.push(report(0.4, By::Embedder("m".to_owned())));
        assert!(!is_alike(&all, measure));
    }
}
