//! Paired differences of one figure between two arms: the mean with its interval, the size of the effect, and how many
//! more pairs would be needed where nothing can be told.

use serde::Serialize;

use crate::{
    bootstrap::interval,
    normal::{Z_POWER, Z_TWO_SIDED},
};

/// The seed by which pairs are drawn again.
const SEED: u64 = 19;

/// With fewer pairs than this nothing is told: even where all of five differ the same way, the two-sided sign test has
/// p = 2 · ½⁵ = 0.0625.
pub(super) const FEWEST: usize = 6;
/// More pairs than this nobody holds, and to say how many would be a precision that is not there.
const MOST: f64 = 1e6;

/// The conclusion from some pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "finding", rename_all = "snake_case")]
pub enum FindingOfPairs {
    /// There are too few pairs for any: at least so many are needed.
    TooFew {
        /// The fewest pairs of which anything can be told.
        needed: usize,
    },
    /// The arm has more than the first.
    More,
    /// The arm has less than the first.
    Less,
    /// All pairs have the same in both arms.
    Same,
    /// It cannot be told.
    NotTold {
        /// The pairs besides that a power of 80 % would need if the effect is as large as it looks; absent where no number
        /// of them that anybody holds is enough.
        more: Option<usize>,
    },
}

/// What the pairs of two arms have come to in one figure.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PairedDifference {
    /// The number of pairs.
    pub pairs: usize,
    /// The mean of the first arm, over the pairs.
    pub first: f64,
    /// The mean of the other arm.
    pub other: f64,
    /// The mean of the differences: the other arm less the first.
    pub difference: f64,
    /// The lower end of the interval of 95 %; absent of a single pair.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// The size of the effect, `effect_size`; absent where the differences do not vary.
    pub effect: Option<f64>,
    /// Of what is true or not, the probability of a split as uneven, `mcnemar`.
    pub p: Option<f64>,
    /// The conclusion.
    #[serde(flatten)]
    pub finding: FindingOfPairs,
}

impl PairedDifference {
    /// Of pairs (first arm, other arm); `None` of none. `is_share` says that each is 0 or 1.
    pub(super) fn of(pairs: &[(f64, f64)], is_share: bool) -> Option<Self> {
        let count = pairs.len() as f64;
        if pairs.is_empty() {
            return None;
        }
        let differences: Vec<f64> = pairs.iter().map(|(first, other)| other - first).collect();
        let mean = |of: fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / count;
        let difference = differences.iter().sum::<f64>() / count;
        let ends = interval(&differences, SEED);
        let effect = effect_size(&differences);
        let is_same = differences.iter().all(|one| *one == 0.0);
        let up = differences.iter().filter(|one| **one > 0.0).count();
        let down = differences.iter().filter(|one| **one < 0.0).count();
        let p = (is_share && !is_same).then(|| mcnemar(up, down));
        let is_told = match (p, ends) {
            (Some(p), _) => p < 0.05,
            (None, Some((low, high))) => low > 0.0 || high < 0.0,
            (None, None) => false,
        };
        let finding = if pairs.len() < FEWEST {
            FindingOfPairs::TooFew { needed: FEWEST }
        } else if is_same {
            FindingOfPairs::Same
        } else if is_told && difference > 0.0 {
            FindingOfPairs::More
        } else if is_told {
            FindingOfPairs::Less
        } else {
            let needed = if is_share {
                pairs_for_shares(up as f64 / count, down as f64 / count)
            } else {
                effect.and_then(pairs_needed)
            };
            let more = needed.map(|needed| needed.saturating_sub(pairs.len()).max(1));
            FindingOfPairs::NotTold { more }
        };
        Some(Self {
            pairs: pairs.len(),
            first: mean(|pair| pair.0),
            other: mean(|pair| pair.1),
            difference,
            low: ends.map(|(low, _)| low),
            high: ends.map(|(_, high)| high),
            effect,
            p,
            finding,
        })
    }
}

/// The size of a paired effect, `d_z` = mean of the differences ÷ their standard deviation (J. Cohen, "Statistical Power
/// Analysis for the Behavioral Sciences", 2nd edition, 1988, 2.3). `None` where they do not vary, or there is one.
pub(super) fn effect_size(differences: &[f64]) -> Option<f64> {
    let count = differences.len() as f64;
    if differences.len() < 2 {
        return None;
    }
    let mean = differences.iter().sum::<f64>() / count;
    let squares: f64 = differences.iter().map(|one| (one - mean).powi(2)).sum();
    let deviation = (squares / (count - 1.0)).sqrt();
    (deviation > 1e-12).then(|| mean / deviation)
}

/// The pairs that a two-sided paired t test at 5 % needs for a power of 80 %: n = ((z₀.₉₇₅ + z₀.₈) ÷ `d_z`)² + z₀.₉₇₅² ÷ 2,
/// rounded up (W. C. Guenther, "Sample size formulas for normal theory t tests", The American Statistician 35, 1981).
/// `None` of no effect, or one so small that more than a million are needed.
pub(super) fn pairs_needed(effect: f64) -> Option<usize> {
    let needed = ((Z_TWO_SIDED + Z_POWER) / effect).powi(2) + Z_TWO_SIDED.powi(2) / 2.0;
    whole(needed)
}

/// The pairs that McNemar's test at 5 %, two-sided, needs for a power of 80 %, from the shares of pairs in which the one
/// has it and the other has not: with ψ their sum and δ their difference, n = (z₀.₉₇₅√ψ + z₀.₈√(ψ − δ²))² ÷ δ², rounded
/// up (R. J. Connor, "Sample size for testing differences in proportions for the paired-sample design", Biometrics 43,
/// 1987).
pub(super) fn pairs_for_shares(up: f64, down: f64) -> Option<usize> {
    let (sum, difference) = (up + down, up - down);
    let reach =
        Z_TWO_SIDED * sum.sqrt() + Z_POWER * (sum - difference * difference).max(0.0).sqrt();
    whole((reach / difference).powi(2))
}

fn whole(needed: f64) -> Option<usize> {
    (needed.is_finite() && needed <= MOST).then(|| needed.ceil() as usize)
}

/// McNemar's exact test (Q. McNemar, "Note on the sampling error of the difference between correlated proportions or
/// percentages", Psychometrika 12, 1947; exact by the binomial distribution): of the pairs that differ, `up` one way and
/// `down` the other, twice the probability of a split at least as uneven, at the most 1.
pub(super) fn mcnemar(up: usize, down: usize) -> f64 {
    let (fewer, all) = (up.min(down), up + down);
    // The logarithm of each binomial term from that before it: no factorial is made.
    let mut term = -(all as f64) * std::f64::consts::LN_2;
    let mut sum = term.exp();
    for k in 1..=fewer {
        term += ((all - k + 1) as f64).ln() - (k as f64).ln();
        sum += term.exp();
    }
    (2.0 * sum).min(1.0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_pairs_needed_are_those_of_the_tables() {
        // A paired t test, two-sided 5 %, power 80 %: 199, 34 and 15 pairs for a small, a medium and a large effect.
        for (effect, needed) in [(0.2, 199), (0.5, 34), (0.8, 15), (-0.5, 34)] {
            assert_eq!(pairs_needed(effect), Some(needed), "{effect}");
        }
        assert_eq!(pairs_needed(0.0), None);
        assert_eq!(pairs_needed(1e-4), None);
        // By hand: ψ = 0.3, δ = 0.1: (1.95996·0.547723 + 0.841621·0.538516)² ÷ 0.01 = 1.526739² ÷ 0.01 = 233.09.
        assert_eq!(pairs_for_shares(0.2, 0.1), Some(234));
        assert_eq!(pairs_for_shares(0.1, 0.2), Some(234));
        assert_eq!(pairs_for_shares(0.2, 0.2), None);
    }

    #[test]
    fn an_effect_is_the_mean_in_standard_deviations() {
        assert!((effect_size(&[1.0, 2.0, 3.0]).unwrap() - 2.0).abs() < 1e-12);
        assert!((effect_size(&[-1.0, -2.0, -3.0]).unwrap() + 2.0).abs() < 1e-12);
        assert_eq!(effect_size(&[2.0, 2.0]), None);
        assert_eq!(effect_size(&[2.0]), None);
    }

    #[test]
    fn an_uneven_split_is_as_likely_as_the_binomial_says() {
        // 2 · (1 + 10) ÷ 2¹⁰, 2 ÷ 2⁶, and an even split.
        for (up, down, p) in [
            (9, 1, 0.021_484),
            (0, 6, 0.031_25),
            (3, 3, 1.0),
            (0, 0, 1.0),
        ] {
            assert!((mcnemar(up, down) - p).abs() < 1e-6, "{up} {down}");
            assert!((mcnemar(up, down) - mcnemar(down, up)).abs() < 1e-15);
        }
        assert!(mcnemar(2_000, 1_000) < 1e-50);
    }

    fn finding(differences: &[f64]) -> FindingOfPairs {
        let pairs: Vec<(f64, f64)> = differences.iter().map(|one| (1.0, 1.0 + one)).collect();
        PairedDifference::of(&pairs, false).unwrap().finding
    }

    #[test]
    fn what_cannot_be_told_is_not_told_and_how_many_more_would_do_it_is() {
        assert_eq!(finding(&[3.0; 5]), FindingOfPairs::TooFew { needed: 6 });
        assert_eq!(finding(&[0.0; 9]), FindingOfPairs::Same);
        assert_eq!(
            finding(&[1.0, 1.2, 0.8, 1.1, 0.9, 1.3]),
            FindingOfPairs::More
        );
        assert_eq!(finding(&[-1.0; 6]), FindingOfPairs::Less);
        let wide = [3.0, -2.0, 1.0, -1.5, 2.0, -1.0, 2.0, -2.0];
        let FindingOfPairs::NotTold { more: Some(more) } = finding(&wide) else {
            panic!("{:?}", finding(&wide));
        };
        let needed = pairs_needed(effect_size(&wide).unwrap()).unwrap();
        assert_eq!(more, needed - wide.len());
        let even = [1.0, -1.0, 2.0, -2.0, 1.0, -1.0];
        assert_eq!(finding(&even), FindingOfPairs::NotTold { more: None });
    }

    #[test]
    fn of_what_is_true_or_not_the_pairs_that_differ_count() {
        let pairs = |up: usize, down: usize, same: usize| {
            let mut all = vec![(0.0, 1.0); up];
            all.extend(vec![(1.0, 0.0); down]);
            all.extend(vec![(1.0, 1.0); same]);
            PairedDifference::of(&all, true).unwrap()
        };
        let told = pairs(9, 1, 10);
        assert_eq!(told.finding, FindingOfPairs::More);
        assert!((told.difference - 0.4).abs() < 1e-12 && told.p.unwrap() < 0.03);
        // Five of five differ, and p is still 0.0625.
        assert!(matches!(
            pairs(5, 0, 15).finding,
            FindingOfPairs::NotTold { more: Some(_) }
        ));
        assert_eq!(pairs(0, 0, 8).finding, FindingOfPairs::Same);
        assert_eq!(PairedDifference::of(&[], true), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4))]
        #[test]
        fn with_the_arms_exchanged_everything_changes_its_sign(
            pairs in prop::collection::vec((-9_i32..9, -9_i32..9), 6..14),
        ) {
            let pairs: Vec<(f64, f64)> =
                pairs.into_iter().map(|(one, other)| (f64::from(one), f64::from(other))).collect();
            let turned: Vec<(f64, f64)> = pairs.iter().map(|(one, other)| (*other, *one)).collect();
            let (one, other) = (
                PairedDifference::of(&pairs, false).unwrap(),
                PairedDifference::of(&turned, false).unwrap(),
            );
            prop_assert!((one.difference + other.difference).abs() < 1e-9);
            prop_assert!((one.low.unwrap() + other.high.unwrap()).abs() < 1e-6);
            prop_assert_eq!(one.effect.is_some(), other.effect.is_some());
            // On the edge of the interval the last digit decides.
            let ends = [one.low.unwrap(), one.high.unwrap()];
            prop_assume!(ends.iter().all(|end| end.abs() > 1e-6));
            let turns = match one.finding {
                FindingOfPairs::More => FindingOfPairs::Less,
                FindingOfPairs::Less => FindingOfPairs::More,
                same @ (FindingOfPairs::TooFew { .. } | FindingOfPairs::Same | FindingOfPairs::NotTold { .. }) => same,
            };
            prop_assert_eq!(other.finding, turns);
        }
    }
}
