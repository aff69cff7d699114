//! The interval of a mean paired difference, by drawing pairs again with the same seed every time: the same pairs have
//! the same interval on every machine.

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{RngCore, SeedableRng},
};

use super::normal::{Z_TWO_SIDED, distribution, quantile};

/// How often all pairs are drawn again.
const DRAWS: usize = 10_000;
/// The seed of the draws.
const SEED: u64 = 19;

/// The interval of 95 % of the mean, bias-corrected and accelerated (B. Efron, "Better bootstrap confidence intervals",
/// J. Am. Stat. Assoc. 82, 1987): of the means of 10,000 samples drawn with replacement the quantiles at
/// Φ(z₀ + (z₀ ± z)/(1 − a(z₀ ± z))), where z = 1.96, z₀ = Φ⁻¹ of the share of the means below that of the values (half of
/// those that are equal counted), and the acceleration a = Σ(m̄ − mᵢ)³ / 6(Σ(m̄ − mᵢ)²)^(3/2) over the means mᵢ without
/// the ith value. `None` of fewer than two values. Where all are the same, both ends are that value.
pub(super) fn interval(values: &[f64]) -> Option<(f64, f64)> {
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
    let mut random = ChaCha8Rng::seed_from_u64(SEED);
    let mut draw = || {
        // The high half of a product is even enough over so few values, and takes no loop.
        let at = (u128::from(random.next_u64()) * n as u128) >> 64;
        values.get(at as usize).copied().unwrap_or(first)
    };
    let mut means: Vec<f64> = (0..DRAWS)
        .map(|_| (0..n).map(|_| draw()).sum::<f64>() / count)
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
        let (low, high) = interval(&even).unwrap();
        assert!(
            (low + 2.53).abs() < 0.12 && (high - 2.53).abs() < 0.12,
            "{low} {high}"
        );
        // One large value: the interval reaches further on its side.
        let skewed = [0.0, 0.1, 0.2, 0.1, 0.0, 0.3, 0.2, 5.0];
        let mean = skewed.iter().sum::<f64>() / 8.0;
        let (low, high) = interval(&skewed).unwrap();
        assert!(high - mean > 1.5 * (mean - low), "{low} {mean} {high}");
        assert_eq!(interval(&skewed), interval(&skewed));
    }

    #[test]
    fn one_value_has_none_and_equal_ones_have_no_width() {
        assert_eq!(interval(&[]), None);
        assert_eq!(interval(&[1.0]), None);
        assert_eq!(interval(&[0.5; 9]), Some((0.5, 0.5)));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4))]
        #[test]
        fn it_lies_within_the_values_moves_with_them_and_turns_with_their_sign(
            values in prop::collection::vec(-9_i32..9, 6..16),
            moved in -50_i32..50,
        ) {
            let values: Vec<f64> = values.into_iter().map(f64::from).collect();
            let (low, high) = interval(&values).unwrap();
            let least = values.iter().copied().fold(f64::INFINITY, f64::min);
            let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            prop_assert!(least <= low && low <= high && high <= most);
            let moved = f64::from(moved);
            let shifted: Vec<f64> = values.iter().map(|one| one + moved).collect();
            let (other_low, other_high) = interval(&shifted).unwrap();
            prop_assert!((other_low - low - moved).abs() < 1e-6);
            prop_assert!((other_high - high - moved).abs() < 1e-6);
            let turned: Vec<f64> = values.iter().map(|one| -one).collect();
            let (turned_low, turned_high) = interval(&turned).unwrap();
            prop_assert!((turned_low + high).abs() < 1e-6 && (turned_high + low).abs() < 1e-6);
        }
    }
}
