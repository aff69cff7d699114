//! How sure a share is that was found in a few cases, and what a guess would have had.

use serde::Serialize;

/// The 97.5th percentile of the standard normal distribution: two sides of it leave out 5 per cent.
const Z: f64 = 1.959_963_984_540_054;

/// A share of some cases, with a confidence interval of 95 per cent.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Share {
    /// In how many cases it was so.
    pub of: usize,
    /// How many cases there were; 1 or more.
    pub cases: usize,
    /// The share, from 0 to 1.
    pub share: f64,
    /// The lower end of the interval, from 0 to 1.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Share {
    /// `of` cases in `cases`; `None` of no cases, or of more than there are.
    ///
    /// The interval is Wilson's score interval: with p the share, n the cases and z = 1.96,
    /// `(p + z²/2n ± z·√(p(1−p)/n + z²/4n²)) / (1 + z²/n)`. Unlike the usual p ± z·√(p(1−p)/n) it stays between 0
    /// and 1 and is right for few cases (E. B. Wilson, "Probable inference, the law of succession, and statistical
    /// inference", Journal of the American Statistical Association 22, 1927, 209–212).
    pub fn of(of: usize, cases: usize) -> Option<Self> {
        if cases == 0 || of > cases {
            return None;
        }
        let n = cases as f64;
        let share = of as f64 / n;
        let squared = Z * Z;
        let middle = share + squared / (2.0 * n);
        let reach = Z * (share * (1.0 - share) / n + squared / (4.0 * n * n)).sqrt();
        let scale = 1.0 + squared / n;
        // Rounding must not push an end over the edge.
        let end = |x: f64| (x / scale).clamp(0.0, 1.0);
        Some(Self {
            of,
            cases,
            share,
            low: end(middle - reach),
            high: end(middle + reach),
        })
    }

    /// What always guessing the more frequent of two outcomes gets right in these cases; `None` of no cases.
    pub fn majority(outcomes: &[bool]) -> Option<Self> {
        let yes = outcomes.iter().filter(|one| **one).count();
        Self::of(yes.max(outcomes.len() - yes), outcomes.len())
    }

    /// "7 of 10, 70 % (40 to 89 %)".
    pub fn told(&self) -> String {
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
    fn the_interval_is_wilson_s() {
        // By hand: 7 of 10, z² = 3.841459. Middle 0.7 + 0.1920729 = 0.8920729; reach
        // 1.959964·√(0.021 + 0.0096036) = 1.959964·0.1749390 = 0.3428741; scale 1.3841459.
        // (0.8920729 ∓ 0.3428741) / 1.3841459 = 0.3967780 and 0.8922087.
        for (of, cases, low, high) in [
            (7, 10, 0.396_778_0, 0.892_208_7),
            // 0 of 10: upper end z²/n / (1 + z²/n) = 0.3841459 / 1.3841459.
            (0, 10, 0.0, 0.277_532_8),
            (10, 10, 0.722_467_2, 1.0),
            // 1 of 1: lower end (1 + z²/2 − z²/2) / (1 + z²) = 1 / 4.841459.
            (1, 1, 0.206_549_3, 1.0),
            // 50 of 100: (0.5192073 ∓ 1.959964·√(0.0025 + 0.000096036)) / 1.0384146.
            (50, 100, 0.403_831_5, 0.596_168_5),
        ] {
            let share = Share::of(of, cases).unwrap();
            assert!((share.low - low).abs() < 1e-5, "{of} of {cases}: {share:?}");
            assert!(
                (share.high - high).abs() < 1e-5,
                "{of} of {cases}: {share:?}"
            );
        }
        assert_eq!(Share::of(0, 0), None);
        assert_eq!(Share::of(2, 1), None);
        assert_eq!(
            Share::of(7, 10).unwrap().told(),
            "7 of 10, 70 % (40 to 89 %)"
        );
    }

    #[test]
    fn a_guess_is_as_good_as_the_larger_half() {
        let share = |outcomes: &[bool]| Share::majority(outcomes).map(|one| (one.of, one.cases));
        assert_eq!(share(&[true, false, false]), Some((2, 3)));
        assert_eq!(share(&[true, true]), Some((2, 2)));
        assert_eq!(share(&[true, false]), Some((1, 2)));
        assert_eq!(share(&[]), None);
    }
}
