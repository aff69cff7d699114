//! Intervals of 95 % by drawing values again from those that there are (B. Efron, "Bootstrap methods: another look at the
//! jackknife", The Annals of Statistics 7, 1979, 1–26): of a mean, and of the difference between the means of two lists. The
//! lots come from a seed: the same values have the same interval on every machine.

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{RngCore, SeedableRng},
};

use crate::{
    interval::Interval,
    normal::{Z_TWO_SIDED, distribution, quantile},
};

/// How often all values are drawn again for the interval of a mean.
const DRAWS: usize = 10_000;
/// How often for that of a difference, of which a report has hundreds.
const DRAWS_OF_TWO: usize = 2_000;
/// The shares of the drawn differences that lie below the ends of the interval.
const ENDS: [f64; 2] = [0.025, 0.975];

/// The mean of some values with its interval. One value has no interval; none has no mean.
pub(crate) fn mean(values: &[f64], seed: u64) -> Option<Interval> {
    let ends = interval(values, seed);
    Some(around(values.len(), plain_mean(values)?, ends))
}

/// The difference of the means of two lists, the first less the second, with the percentile interval: the two were not drawn
/// in pairs. `None` where one has fewer than two values, for a difference without an interval says nothing.
pub(crate) fn difference(ones: &[f64], others: &[f64], seed: u64) -> Option<Interval> {
    if ones.len() < 2 || others.len() < 2 {
        return None;
    }
    let estimate = plain_mean(ones)? - plain_mean(others)?;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut drawn: Vec<f64> = (0..DRAWS_OF_TWO)
        .map(|_| drawn_mean(ones, &mut random) - drawn_mean(others, &mut random))
        .collect();
    drawn.sort_by(f64::total_cmp);
    let [low, high] = ENDS.map(|share| at_share(&drawn, share));
    Some(around(
        ones.len() + others.len(),
        estimate,
        Some((low, high)),
    ))
}

fn around(n: usize, estimate: f64, ends: Option<(f64, f64)>) -> Interval {
    Interval {
        n,
        estimate,
        low: ends.map(|(low, _)| low.min(estimate)),
        high: ends.map(|(_, high)| high.max(estimate)),
    }
}

fn plain_mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The mean of as many values as there are, each drawn from all of them. The high half of a product is even enough over so
/// few values, and takes no loop.
fn drawn_mean(values: &[f64], random: &mut ChaCha8Rng) -> f64 {
    let n = values.len();
    let drawn = (0..n).filter_map(|_| {
        let at = (u128::from(random.next_u64()) * n as u128) >> 64;
        values.get(at as usize)
    });
    drawn.sum::<f64>() / n as f64
}

/// The interval of 95 % of the mean, bias-corrected and accelerated (B. Efron, "Better bootstrap confidence intervals",
/// J. Am. Stat. Assoc. 82, 1987): of the means of 10,000 samples drawn with replacement the quantiles at
/// Φ(z₀ + (z₀ ± z)/(1 − a(z₀ ± z))), where z = 1.96, z₀ = Φ⁻¹ of the share of the means below that of the values (half of
/// those that are equal counted), and the acceleration a = Σ(m̄ − mᵢ)³ / 6(Σ(m̄ − mᵢ)²)^(3/2) over the means mᵢ without
/// the ith value. `None` of fewer than two values. Where all are the same, both ends are that value.
pub(crate) fn interval(values: &[f64], seed: u64) -> Option<(f64, f64)> {
    let (n, count) = (values.len(), values.len() as f64);
    let first = *values.first()?;
    if n < 2 {
        return None;
    }
    if values
        .iter()
        .all(|value| (value - first).abs() < f64::EPSILON)
    {
        return Some((first, first));
    }
    let mean = values.iter().sum::<f64>() / count;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut means: Vec<f64> = (0..DRAWS)
        .map(|_| drawn_mean(values, &mut random))
        .collect();
    means.sort_by(f64::total_cmp);
    // Sums of the same values in another order differ in their last digit.
    let near = 1e-12 * values.iter().fold(1.0_f64, |most, one| most.max(one.abs()));
    let below = means.partition_point(|one| *one < mean - near);
    let up_to = means.partition_point(|one| *one <= mean + near);
    let share = (below + up_to) as f64 / (2 * DRAWS) as f64;
    let bias = quantile(share.clamp(1.0 / DRAWS as f64, 1.0 - 1.0 / DRAWS as f64));
    let acceleration = acceleration(values, mean);
    let end = |z: f64| {
        let from = bias + z;
        let scale = 1.0 - acceleration * from;
        // Beyond that the correction has no meaning: the end is that of the samples.
        let share = if scale > 0.0 {
            distribution(bias + from / scale)
        } else {
            distribution(z.signum() * f64::INFINITY)
        };
        at_share(&means, share)
    };
    Some((end(-Z_TWO_SIDED), end(Z_TWO_SIDED)))
}

/// The acceleration, from the means without each value: with n values, mᵢ − m̄ = (x̄ − xᵢ)/(n − 1).
fn acceleration(values: &[f64], mean: f64) -> f64 {
    let sum = |power: i32| {
        values
            .iter()
            .map(|one| (one - mean).powi(power))
            .sum::<f64>()
    };
    let squares = sum(2);
    if squares > 0.0 {
        sum(3) / (6.0 * squares.powf(1.5))
    } else {
        0.0
    }
}

/// The value below which that share of sorted values lies, in a straight line between two.
fn at_share(sorted: &[f64], share: f64) -> f64 {
    let place = share.clamp(0.0, 1.0) * sorted.len().saturating_sub(1) as f64;
    let (low, part) = (place.floor() as usize, place.fract());
    let at = |at: usize| sorted.get(at).or(sorted.last()).copied().unwrap_or(0.0);
    at(low) + part * (at(low + 1) - at(low))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_interval_of_an_even_spread_is_near_that_of_student_and_skewed_ones_lean() {
        // Mean 0, s = 5.916…, n = 20: by the normal approximation ± 1.96 · s√(19/20)/√20 = ± 2.527.
        let even: Vec<f64> = (0..20).map(|at| f64::from(at) - 9.5).collect();
        let (low, high) = interval(&even, 19).unwrap();
        assert!(
            (low + 2.53).abs() < 0.12 && (high - 2.53).abs() < 0.12,
            "{low} {high}"
        );
        // One large value: the interval reaches further on its side.
        let skewed = [0.0, 0.1, 0.2, 0.1, 0.0, 0.3, 0.2, 5.0];
        let mean = skewed.iter().sum::<f64>() / 8.0;
        let (low, high) = interval(&skewed, 19).unwrap();
        assert!(high - mean > 1.5 * (mean - low), "{low} {mean} {high}");
        assert_eq!(interval(&skewed, 19), interval(&skewed, 19));
    }

    #[test]
    fn one_value_has_none_and_equal_ones_have_no_width() {
        assert_eq!(interval(&[], 19), None);
        assert_eq!(interval(&[1.0], 19), None);
        assert_eq!(interval(&[0.5; 9], 19), Some((0.5, 0.5)));
    }

    #[test]
    fn the_interval_holds_the_mean_and_is_the_same_each_time() {
        let values = [0.0, 1.0, 1.0, 2.0, 1.0, 3.0, 0.0, 1.0];
        let one = mean(&values, 7).unwrap();
        assert_eq!(Some(one), mean(&values, 7));
        let (low, high) = (one.low.unwrap(), one.high.unwrap());
        assert!(low < one.estimate && one.estimate < high);
        // A standard error of 0.35 makes about 0.7 to either side.
        assert!((high - low - 1.3).abs() < 0.35, "{low} {high}");
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
        assert_eq!(difference(&high, &[0.2], 3), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4))]
        #[test]
        fn it_lies_within_the_values_moves_with_them_and_turns_with_their_sign(
            values in prop::collection::vec(-9_i32..9, 6..16),
            moved in -50_i32..50,
        ) {
            let values: Vec<f64> = values.into_iter().map(f64::from).collect();
            let (low, high) = interval(&values, 19).unwrap();
            let least = values.iter().copied().fold(f64::INFINITY, f64::min);
            let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            prop_assert!(least <= low && low <= high && high <= most);
            let moved = f64::from(moved);
            let shifted: Vec<f64> = values.iter().map(|one| one + moved).collect();
            let (other_low, other_high) = interval(&shifted, 19).unwrap();
            prop_assert!((other_low - low - moved).abs() < 1e-6);
            prop_assert!((other_high - high - moved).abs() < 1e-6);
            let turned: Vec<f64> = values.iter().map(|one| -one).collect();
            let (turned_low, turned_high) = interval(&turned, 19).unwrap();
            prop_assert!((turned_low + high).abs() < 1e-6 && (turned_high + low).abs() < 1e-6);
        }
    }
}
