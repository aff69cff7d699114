//! A mean over several debates, with the interval in which the true one is to be expected.

use serde::Serialize;

/// The 97.5 % quantiles of Student's t by degrees of freedom, from 1: those that every table has.
const QUANTILES: [f64; 30] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
    2.052, 2.048, 2.045, 2.042,
];
/// The quantile of the normal distribution, which t comes near as the degrees of freedom grow.
const NORMAL: f64 = 1.959_964;

/// A mean and its 95 % confidence interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Interval {
    /// The mean.
    pub mean: f64,
    /// How far the interval reaches to either side; absent for a single number, of which nothing can be said.
    pub half: Option<f64>,
    /// Of how many numbers.
    pub of: usize,
}

impl Interval {
    /// Student's interval: mean ± t · s ÷ √n, where s is the standard deviation of a sample (divided by n − 1) and t the
    /// 97.5 % quantile with n − 1 degrees of freedom. It needs no chance, so that it is the same each time. It is not
    /// cut at the range of the measure. `None` of no numbers.
    ///
    /// Beyond 30 degrees of freedom t is z + (z³ + z) ÷ 4 df (Abramowitz and Stegun, Handbook of Mathematical Functions,
    /// 26.7.5, its first terms), which is right to a thousandth there.
    pub fn of(numbers: &[f64]) -> Option<Self> {
        if numbers.is_empty() {
            return None;
        }
        let count = numbers.len() as f64;
        let mean = numbers.iter().sum::<f64>() / count;
        let squares: f64 = numbers.iter().map(|one| (one - mean).powi(2)).sum();
        let freedom = numbers.len() - 1;
        let half =
            (freedom > 0).then(|| quantile(freedom) * (squares / (count - 1.0) / count).sqrt());
        Some(Self {
            mean,
            half,
            of: numbers.len(),
        })
    }
}

fn quantile(freedom: usize) -> f64 {
    let known = freedom.checked_sub(1).and_then(|at| QUANTILES.get(at));
    known
        .copied()
        .unwrap_or_else(|| NORMAL + (NORMAL.powi(3) + NORMAL) / (4.0 * freedom as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_is_what_it_comes_to_by_hand() {
        assert_eq!(Interval::of(&[]), None);
        let one = Interval::of(&[0.5]).unwrap();
        assert_eq!((one.mean, one.half, one.of), (0.5, None, 1));
        // The mean is 2, s is 1, t with two degrees of freedom 4.303: 4.303 ÷ √3.
        let three = Interval::of(&[1.0, 2.0, 3.0]).unwrap();
        assert!((three.mean - 2.0).abs() < 1e-9);
        assert!((three.half.unwrap() - 4.303 / 3.0_f64.sqrt()).abs() < 1e-9);
        let same = Interval::of(&[0.2, 0.2]).unwrap();
        assert!(same.half.unwrap().abs() < 1e-9);
    }

    #[test]
    fn quantiles_go_on_where_the_table_ends() {
        for (freedom, expected) in [(1, 12.706), (30, 2.042), (40, 2.021), (120, 1.980)] {
            let found = quantile(freedom);
            assert!((found - expected).abs() < 2e-3, "{freedom}: {found}");
        }
    }
}
