//! Intervals by the bootstrap: means of values drawn again and again from those that there are (B. Efron, "Bootstrap
//! methods: another look at the jackknife", The Annals of Statistics 7, 1979, 1–26). The lots come from a seed, so that
//! the interval is the same each time.

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{RngCore, SeedableRng},
};

use crate::interval::Interval;

/// The number of times that values are drawn.
const DRAWS: usize = 2_000;
/// The shares of the drawn means that lie below the ends of the interval.
const ENDS: [f64; 2] = [0.025, 0.975];

/// The mean of some values with the percentile interval of 95 %. One value has no interval; none has no mean.
pub(super) fn mean(values: &[f64], seed: u64) -> Option<Interval> {
    let estimate = plain_mean(values)?;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let ends = (values.len() > 1).then(|| {
        let drawn = (0..DRAWS).filter_map(|_| drawn_mean(values, &mut random));
        percentiles(drawn.collect())
    });
    Some(interval(values.len(), estimate, ends))
}

/// The difference of the means of two lists, the first less the second, with the percentile interval of 95 %. `None` where
/// one is empty; no interval where one has a single value.
pub(super) fn difference(ones: &[f64], others: &[f64], seed: u64) -> Option<Interval> {
    let estimate = plain_mean(ones)? - plain_mean(others)?;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let ends = (ones.len() > 1 && others.len() > 1).then(|| {
        let drawn = (0..DRAWS).filter_map(|_| {
            let one = drawn_mean(ones, &mut random)?;
            Some(one - drawn_mean(others, &mut random)?)
        });
        percentiles(drawn.collect())
    });
    Some(interval(ones.len() + others.len(), estimate, ends))
}

fn interval(n: usize, estimate: f64, ends: Option<[f64; 2]>) -> Interval {
    Interval {
        n,
        estimate,
        low: ends.map(|[low, _]| low.min(estimate)),
        high: ends.map(|[_, high]| high.max(estimate)),
    }
}

fn plain_mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

fn drawn_mean(values: &[f64], random: &mut ChaCha8Rng) -> Option<f64> {
    let count = values.len();
    let drawn = (0..count).filter_map(|_| {
        let at = random.next_u64() % count as u64;
        values.get(at as usize)
    });
    let sum: f64 = drawn.sum();
    (count > 0).then(|| sum / count as f64)
}

fn percentiles(mut drawn: Vec<f64>) -> [f64; 2] {
    drawn.sort_by(f64::total_cmp);
    let last = drawn.len().saturating_sub(1);
    ENDS.map(|share| {
        let at = (share * last as f64).round() as usize;
        drawn.get(at).copied().unwrap_or_default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_holds_the_mean_and_is_the_same_each_time() {
        let values = [0.0, 1.0, 1.0, 2.0, 1.0, 3.0, 0.0, 1.0];
        let one = mean(&values, 7).unwrap();
        assert_eq!(Some(one), mean(&values, 7));
        let (low, high) = (one.low.unwrap(), one.high.unwrap());
        assert!(low < one.estimate && one.estimate < high);
        // A standard error of 0.35 makes about 0.7 to either side.
        assert!((high - low - 1.3).abs() < 0.3, "{low} {high}");
        assert_eq!(mean(&[2.0, 2.0], 1).unwrap().low, Some(2.0));
        assert_eq!(mean(&[2.0], 1).unwrap().low, None);
        assert_eq!(mean(&[], 1), None);
    }

    #[test]
    fn a_difference_is_told_from_none_where_there_is_one() {
        let (high, low) = ([0.9, 0.8, 1.0, 0.9], [0.1, 0.2, 0.0, 0.1]);
        let found = difference(&high, &low, 3).unwrap();
        assert!((found.estimate - 0.8).abs() < 1e-9);
        assert!(found.low.unwrap() > 0.5);
        let none = difference(&high, &high, 3).unwrap();
        assert!(none.low.unwrap() < 0.0 && none.high.unwrap() > 0.0);
        assert_eq!(difference(&high, &[], 3), None);
    }
}
