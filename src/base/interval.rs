//! Intervals of 95 %: of a share (Wilson) and of a mean (Student's t). They need no chance, so that they are
//! the same each time.

use serde::{Deserialize, Serialize};

/// The quantile of the normal distribution at 0.975.
const Z: f64 = 1.959_963_984_540_054;

/// An estimate with its interval of 95 %.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The number of values that the interval is drawn from.
    pub n: usize,
    /// The estimate, within the interval.
    pub estimate: f64,
    /// The lower end; absent where there is one value, which says nothing of its spread.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
}

impl Interval {
    /// Half the width of a mean's interval.
    pub fn half(&self) -> Option<f64> {
        Some(self.high? - self.estimate)
    }
}

/// The share of `hits` in `n`, from 0 to 1, with Wilson's score interval (E. B. Wilson, "Probable inference, the law
/// of succession, and statistical inference", J. Am. Stat. Assoc. 22, 1927):
/// (p + z²/2n ± z √(p(1−p)/n + z²/4n²)) / (1 + z²/n). `None` of none.
pub fn wilson(hits: usize, n: usize) -> Option<Interval> {
    if n == 0 || hits > n {
        return None;
    }
    let (count, share) = (n as f64, hits as f64 / n as f64);
    let z2 = Z * Z;
    let middle = share + z2 / (2.0 * count);
    let spread = Z * (share * (1.0 - share) / count + z2 / (4.0 * count * count)).sqrt();
    let scale = 1.0 + z2 / count;
    Some(Interval {
        n,
        estimate: share,
        // Rounding must not push an end over the edge.
        low: Some(((middle - spread) / scale).clamp(0.0, 1.0)),
        high: Some(((middle + spread) / scale).clamp(0.0, 1.0)),
    })
}

/// The mean of some values with its t interval: x̄ ± t(0.975, n − 1) · s / √n. One value has no interval; none has no
/// mean. It is not cut at the range of what is measured.
pub fn mean(values: &[f64]) -> Option<Interval> {
    let n = values.len();
    let count = n as f64;
    if n == 0 {
        return None;
    }
    let estimate = values.iter().sum::<f64>() / count;
    let ends = (n > 1).then(|| {
        let squares: f64 = values.iter().map(|one| (one - estimate).powi(2)).sum();
        let half = t(n - 1) * (squares / (count - 1.0) / count).sqrt();
        (estimate - half, estimate + half)
    });
    Some(Interval {
        n,
        estimate,
        low: ends.map(|(low, _)| low),
        high: ends.map(|(_, high)| high),
    })
}

/// The two-sided 95 % quantile of Student's t (G. W. Hill, "Algorithm 396: Student's t-quantiles", Comm. ACM 13, 1970);
/// right to four digits from three degrees of freedom on, and exact for one and two.
#[expect(clippy::many_single_char_names, reason = "the names of the paper")]
fn t(freedom: usize) -> f64 {
    const P: f64 = 0.05;
    let n = freedom as f64;
    match freedom {
        0 => f64::INFINITY,
        1 => 1.0 / (P * std::f64::consts::FRAC_PI_2).tan(),
        2 => (2.0 / (P * (2.0 - P)) - 2.0).sqrt(),
        _ => {
            let a = 1.0 / (n - 0.5);
            let b = 48.0 / (a * a);
            let mut c = ((20_700.0 * a / b - 98.0) * a - 16.0) * a + 96.36;
            let d =
                ((94.5 / (b + c) - 3.0) / b + 1.0) * (a * std::f64::consts::FRAC_PI_2).sqrt() * n;
            let mut y = (d * P).powf(2.0 / n);
            if y > 0.05 + a {
                let x = -Z;
                y = x * x;
                if freedom < 5 {
                    c += 0.3 * (n - 4.5) * (x + 0.6);
                }
                c += (((0.05 * d * x - 5.0) * x - 7.0) * x - 2.0) * x + b;
                y = (((((0.4 * y + 6.3) * y + 36.0) * y + 94.5) / c - y - 3.0) / b + 1.0) * x;
                y = (a * y * y).exp_m1();
            } else {
                y = ((1.0 / (((n + 6.0) / (n * y) - 0.089 * d - 0.822) * (n + 2.0) * 3.0)
                    + 0.5 / (n + 4.0))
                    * y
                    - 1.0)
                    * (n + 1.0)
                    / (n + 2.0)
                    + 1.0 / y;
            }
            (n * y).sqrt()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_tables() {
        for (freedom, wanted) in [
            (1, 12.706),
            (2, 4.303),
            (3, 3.182),
            (4, 2.776),
            (5, 2.571),
            (10, 2.228),
            (30, 2.042),
            (120, 1.980),
            (10_000, 1.960),
        ] {
            assert!(
                (t(freedom) - wanted).abs() < 0.002,
                "{freedom}: {}",
                t(freedom)
            );
        }
    }

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
            let share = wilson(of, cases).unwrap();
            assert!(
                (share.low.unwrap() - low).abs() < 1e-5,
                "{of} of {cases}: {share:?}"
            );
            assert!(
                (share.high.unwrap() - high).abs() < 1e-5,
                "{of} of {cases}: {share:?}"
            );
        }
        assert_eq!((wilson(0, 0), wilson(2, 1)), (None, None));
    }

    #[test]
    fn a_mean_needs_two_values_for_an_interval() {
        let three = mean(&[1.0, 2.0, 3.0]).unwrap();
        // 4.303 / √3
        assert!((three.high.unwrap() - three.estimate - 2.484).abs() < 2e-3);
        assert_eq!(mean(&[4.0]).unwrap().low, None);
        assert_eq!(mean(&[]), None);
        assert_eq!(mean(&[2.0, 2.0]).unwrap().low, Some(2.0));
    }
}
