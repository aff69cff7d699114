//! The certainty of a share that was found in a few cases, and what a guess would have had.

use serde::Serialize;

use crate::interval::wilson;

/// A share of some cases, with a confidence interval of 95 per cent.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Proportion {
    /// The number of cases in which it was so.
    pub of: usize,
    /// The number of cases in all; 1 or more.
    pub cases: usize,
    /// The share, from 0 to 1.
    pub share: f64,
    /// The lower end of the interval, from 0 to 1.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Proportion {
    /// `of` cases in `cases`, with Wilson's interval; `None` of no cases, or of more than there are.
    pub fn of(of: usize, cases: usize) -> Option<Self> {
        let interval = wilson(of, cases)?;
        Some(Self {
            of,
            cases,
            share: interval.estimate,
            low: interval.low?,
            high: interval.high?,
        })
    }

    /// The proportion that always guessing the more frequent of two outcomes gets right in these cases; `None` of no
    /// cases.
    pub fn majority(outcomes: &[bool]) -> Option<Self> {
        let yes = outcomes.iter().filter(|one| **one).count();
        Self::of(yes.max(outcomes.len() - yes), outcomes.len())
    }

    /// "7 of 10, 70 % (40 to 89 %)".
    pub fn describe(&self) -> String {
        let percent = |x: f64| format!("{:.0}", 100.0 * x);
        format!(
            "{} of {}, {} % ({} to {} %)",
            self.of,
            self.cases,
            percent(self.share),
            percent(self.low),
            percent(self.high)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_told_with_its_interval() {
        assert_eq!(Proportion::of(0, 0), None);
        assert_eq!(Proportion::of(2, 1), None);
        assert_eq!(
            Proportion::of(7, 10).unwrap().describe(),
            "7 of 10, 70 % (40 to 89 %)"
        );
    }

    #[test]
    fn a_guess_is_as_good_as_the_larger_half() {
        let share =
            |outcomes: &[bool]| Proportion::majority(outcomes).map(|one| (one.of, one.cases));
        assert_eq!(share(&[true, false, false]), Some((2, 3)));
        assert_eq!(share(&[true, true]), Some((2, 2)));
        assert_eq!(share(&[true, false]), Some((1, 2)));
        assert_eq!(share(&[]), None);
    }
}
