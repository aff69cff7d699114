//! The agreement of judges who judged the same debate: pure arithmetic on their marks.

use serde::Serialize;

use super::scores::{Items, Marks, Standing};
use crate::catalog::{Rubric, Scored};
use std::collections::BTreeMap;

/// The spread of numbers that were given to the same thing.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Spread {
    /// The standard deviation. The judges are all there are and no sample of more, so it is divided by their number.
    pub deviation: f64,
    /// The highest less the lowest.
    pub range: f64,
}

impl Spread {
    /// The spread of some numbers; none of fewer than two.
    pub fn of(numbers: &[f64]) -> Option<Self> {
        if numbers.len() < 2 {
            return None;
        }
        let count = numbers.len() as f64;
        let mean = numbers.iter().sum::<f64>() / count;
        let squares: f64 = numbers.iter().map(|one| (one - mean).powi(2)).sum();
        let highest = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let lowest = numbers.iter().copied().fold(f64::INFINITY, f64::min);
        Some(Self {
            deviation: (squares / count).sqrt(),
            range: highest - lowest,
        })
    }

    /// The average of several spreads; none of none.
    fn mean(spreads: &[Self]) -> Option<Self> {
        let count = spreads.len() as f64;
        let sum = |of: fn(&Self) -> f64| spreads.iter().map(of).sum::<f64>() / count;
        (!spreads.is_empty()).then(|| Self {
            deviation: sum(|one| one.deviation),
            range: sum(|one| one.range),
        })
    }
}

/// The agreement of judges on what became of the arguments.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct StandingAgreement {
    /// The number of arguments to which all judges gave a standing.
    pub arguments: usize,
    /// The share, of the arguments to which all judges gave a standing, to which all gave the same.
    pub unanimous: f64,
    /// Fleiss' kappa over the four standings: 1 where all agree, 0 where they agree as often as by chance.
    pub kappa: f64,
}

/// The agreement of judges.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct JudgeAgreement {
    /// The number of judges who are compared.
    pub judges: usize,
    /// The spread over the judges, averaged over what was scored, for each dimension: by its id, in the order of the
    /// rubric.
    pub dimensions: Vec<(String, Spread)>,
    /// The spread of the weighted totals.
    pub total: Spread,
    /// The agreement on what became of the arguments, where arguments were judged.
    pub standings: Option<StandingAgreement>,
}

impl JudgeAgreement {
    /// Compares reports. `None` of fewer than two, or where nothing was scored.
    pub fn of(
        rubric: &Rubric,
        items: &Items,
        reports: &[&BTreeMap<String, Marks>],
    ) -> Option<Self> {
        let spread = |number: &dyn Fn(&Marks) -> Option<f64>| {
            let spreads: Vec<Spread> = items
                .iter()
                .filter_map(|(id, _, _)| {
                    let given = reports.iter().filter_map(|marks| marks.get(id));
                    Spread::of(&given.filter_map(number).collect::<Vec<f64>>())
                })
                .collect();
            Spread::mean(&spreads)
        };
        let total = spread(&|marks| Some(marks.total(rubric)))?;
        let dimensions = rubric
            .dimensions
            .iter()
            .filter_map(|one| {
                let spread = spread(&|marks| marks.scores.get(&one.id).copied())?;
                Some((one.id.clone(), spread))
            })
            .collect();
        Some(Self {
            judges: reports.len(),
            dimensions,
            total,
            standings: (rubric.of == Scored::Arguments)
                .then(|| standings(items, reports))
                .flatten(),
        })
    }
}

fn standings(items: &Items, reports: &[&BTreeMap<String, Marks>]) -> Option<StandingAgreement> {
    let counts: Vec<[u32; Standing::ALL.len()]> = items
        .iter()
        .filter_map(|(id, _, _)| {
            let given: Option<Vec<Standing>> = reports
                .iter()
                .map(|marks| marks.get(id)?.standing)
                .collect();
            let given = given?;
            Some(Standing::ALL.map(|one| {
                let votes = given.iter().filter(|standing| **standing == one).count();
                u32::try_from(votes).unwrap_or(u32::MAX)
            }))
        })
        .collect();
    let judges = u32::try_from(reports.len()).unwrap_or(u32::MAX);
    let unanimous = counts.iter().filter(|row| row.contains(&judges)).count();
    Some(StandingAgreement {
        arguments: counts.len(),
        unanimous: unanimous as f64 / counts.len() as f64,
        kappa: fleiss_kappa(&counts)?,
    })
}

/// Kendall's tau-b: how far two orders of the same things agree, from 1 (the same) to −1 (one the reverse of the other).
///
/// With `C` pairs that both put in the same order, `D` that they put in opposite ones, and `T₁` and `T₂` that only the
/// first or only the second holds equal:
///
/// ```text
/// τ = (C − D) / √((C + D + T₁) (C + D + T₂))
/// ```
///
/// `None` where one of them holds all equal, or there are not two things.
///
/// Source: M. G. Kendall, "The treatment of ties in ranking problems", Biometrika 33 (1945), pages 239 to 251.
pub fn kendall_tau(pairs: &[(f64, f64)]) -> Option<f64> {
    let (mut net, mut of_first, mut of_second) = (0.0, 0.0, 0.0);
    for (at, one) in pairs.iter().enumerate() {
        for other in pairs.iter().skip(at + 1) {
            let first = order(one.0, other.0);
            let second = order(one.1, other.1);
            net += first * second;
            of_first += first.abs();
            of_second += second.abs();
        }
    }
    let most = (of_first * of_second).sqrt();
    (most > 0.0).then(|| net / most)
}

/// 1 where the first is more, −1 where it is less, 0 where both are equal.
fn order(one: f64, other: f64) -> f64 {
    if (one - other).abs() < 1e-9 {
        0.0
    } else {
        (one - other).signum()
    }
}

/// Fleiss' kappa: how far raters agree beyond what chance would have it.
///
/// A row for each subject, in it how many raters chose each of the categories. With `N` subjects, `n` raters of each,
/// and `nᵢⱼ` of them choosing category `j` for subject `i`:
///
/// ```text
/// Pᵢ = (Σⱼ nᵢⱼ² − n) / (n (n − 1))     how far the raters of one subject agree
/// P̄  = Σᵢ Pᵢ / N                       and on average
/// pⱼ = Σᵢ nᵢⱼ / (N n)                  how common a category is
/// P̄ₑ = Σⱼ pⱼ²                          how far they would agree by chance
/// κ  = (P̄ − P̄ₑ) / (1 − P̄ₑ)
/// ```
///
/// Where all raters chose one and the same category for everything, 1 − P̄ₑ is 0 and the fraction says nothing; they
/// agree, so it is 1. `None` where there is no subject, fewer than two raters, or not the same number everywhere.
///
/// Source: J. L. Fleiss, "Measuring nominal scale agreement among many raters", Psychological Bulletin 76 (1971),
/// pages 378 to 382.
pub fn fleiss_kappa<const K: usize>(counts: &[[u32; K]]) -> Option<f64> {
    let raters = |row: &[u32; K]| row.iter().sum::<u32>();
    let n = counts.first().map(raters).filter(|n| *n >= 2)?;
    if counts.iter().any(|row| raters(row) != n) {
        return None;
    }
    let (subjects, n) = (counts.len() as f64, f64::from(n));
    let square = |count: &u32| f64::from(*count).powi(2);
    let agreed: f64 = counts
        .iter()
        .map(|row| (row.iter().map(square).sum::<f64>() - n) / (n * (n - 1.0)))
        .sum();
    let agreed = agreed / subjects;
    let mut sums = [0.0; K];
    for row in counts {
        for (sum, count) in sums.iter_mut().zip(row) {
            *sum += f64::from(*count);
        }
    }
    let chance: f64 = sums.iter().map(|sum| (sum / (subjects * n)).powi(2)).sum();
    if 1.0 - chance < 1e-12 {
        return Some(1.0);
    }
    Some((agreed - chance) / (1.0 - chance))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Dimension;

    fn near(one: f64, other: f64) {
        assert!((one - other).abs() < 5e-4, "{one} {other}");
    }

    #[test]
    fn a_spread_is_that_of_all_judges_there_are() {
        type Row<'a> = (&'a [f64], Option<(f64, f64)>);
        let table: [Row<'_>; 5] = [
            (&[], None),
            (&[7.0], None),
            (&[5.0, 5.0, 5.0], Some((0.0, 0.0))),
            (&[2.0, 4.0], Some((1.0, 2.0))),
            // The mean is 5, the squares of the distances come to 32.
            (&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0], Some((2.0, 7.0))),
        ];
        for (numbers, expected) in table {
            let found = Spread::of(numbers).map(|one| (one.deviation, one.range));
            assert_eq!(found, expected, "{numbers:?}");
        }
    }

    #[test]
    fn tau_is_what_books_say_it_is() {
        let of = |first: &[f64], second: &[f64]| {
            let pairs = first.iter().copied().zip(second.iter().copied());
            kendall_tau(&pairs.collect::<Vec<_>>())
        };
        near(of(&[1.0, 2.0, 3.0], &[4.0, 5.0, 6.0]).unwrap(), 1.0);
        near(of(&[1.0, 2.0, 3.0], &[6.0, 5.0, 4.0]).unwrap(), -1.0);
        // Of ten pairs eight agree and two do not.
        let (first, second) = ([1.0, 2.0, 3.0, 4.0, 5.0], [2.0, 1.0, 3.0, 5.0, 4.0]);
        near(of(&first, &second).unwrap(), 0.6);
        // Five pairs agree, and the first holds one equal: 5 / √(5 · 6).
        let tied = of(&[1.0, 2.0, 2.0, 3.0], &[1.0, 2.0, 3.0, 4.0]).unwrap();
        near(tied, 5.0 / 30.0_f64.sqrt());
        assert_eq!(of(&[5.0, 5.0], &[1.0, 2.0]), None, "all equal");
        assert_eq!(of(&[5.0], &[1.0]), None);
    }

    #[test]
    fn kappa_is_what_books_say_it_is() {
        // Ten subjects, fourteen raters, five categories: the example that statistics books share.
        let known = [
            [0, 0, 0, 0, 14],
            [0, 2, 6, 4, 2],
            [0, 0, 3, 5, 6],
            [0, 3, 9, 2, 0],
            [2, 2, 8, 1, 1],
            [7, 7, 0, 0, 0],
            [3, 2, 6, 3, 0],
            [2, 5, 3, 2, 2],
            [6, 5, 2, 1, 0],
            [0, 2, 2, 3, 7],
        ];
        near(fleiss_kappa(&known).unwrap(), 0.2099);
        // P̄ is (1 + 1/3) / 2 = 2/3; of six votes four are for the first: P̄ₑ = 16/36 + 4/36 = 5/9; κ = (1/9)/(4/9).
        near(fleiss_kappa(&[[3, 0], [1, 2]]).unwrap(), 0.25);
        // They agree on everything, and not always on the same.
        near(fleiss_kappa(&[[3, 0], [0, 3]]).unwrap(), 1.0);
        // Less than by chance: P̄ = 0, P̄ₑ = 1/2.
        near(fleiss_kappa(&[[1, 1], [1, 1]]).unwrap(), -1.0);
    }

    #[test]
    fn kappa_is_one_where_all_agree_on_one_category_and_nothing_where_it_has_no_meaning() {
        assert_eq!(fleiss_kappa(&[[3, 0], [3, 0]]), Some(1.0));
        assert_eq!(fleiss_kappa::<2>(&[]), None);
        assert_eq!(fleiss_kappa(&[[1, 0], [0, 1]]), None, "one rater");
        assert_eq!(
            fleiss_kappa(&[[2, 0], [1, 2]]),
            None,
            "two raters, then three"
        );
    }

    fn rubric(of: Scored) -> Rubric {
        let dimension = |id: &str, weight| Dimension {
            id: id.into(),
            name: id.into(),
            weight,
            criteria: "c".into(),
            anchors: vec![],
        };
        Rubric {
            of,
            lowest: 0.0,
            highest: 10.0,
            whole: false,
            dimensions: vec![dimension("logic", 0.75), dimension("style", 0.25)],
            even_under: 1.0,
            significant_over: 3.0,
            fallacies: vec![],
        }
    }

    fn report(all: [(&str, f64, f64, Standing); 2]) -> BTreeMap<String, Marks> {
        all.into_iter()
            .map(|(id, logic, style, standing)| {
                let scores = [("logic".to_owned(), logic), ("style".to_owned(), style)];
                let marks = Marks {
                    scores: scores.into(),
                    standing: Some(standing),
                    ..Marks::default()
                };
                (id.to_owned(), marks)
            })
            .collect()
    }

    fn items() -> Items {
        let item = |id: &str| (id.to_owned(), "s".to_owned(), "S".to_owned());
        vec![item("P1"), item("P2")]
    }

    #[test]
    fn spreads_are_averaged_over_what_was_scored() {
        use Standing::{Refuted, Upheld};
        let one = report([("P1", 4.0, 8.0, Upheld), ("P2", 6.0, 6.0, Upheld)]);
        let two = report([("P1", 8.0, 8.0, Upheld), ("P2", 6.0, 2.0, Refuted)]);
        let found =
            JudgeAgreement::of(&rubric(Scored::Arguments), &items(), &[&one, &two]).unwrap();
        assert_eq!(found.judges, 2);
        let spread = |deviation, range| Spread { deviation, range };
        assert_eq!(
            found.dimensions,
            [
                // 4 apart on the one argument, 0 on the other.
                ("logic".to_owned(), spread(1.0, 2.0)),
                ("style".to_owned(), spread(1.0, 2.0)),
            ]
        );
        // The totals are 5 and 8, then 6 and 5.
        assert_eq!(found.total, spread(1.0, 2.0));
        let standings = found.standings.unwrap();
        assert_eq!((standings.arguments, standings.unanimous), (2, 0.5));
        // P̄ = 1/2, P̄ₑ = 9/16 + 1/16.
        near(standings.kappa, -1.0 / 3.0);
    }

    #[test]
    fn one_judge_agrees_with_nobody_and_speakers_have_no_standing() {
        let one = report([
            ("P1", 4.0, 8.0, Standing::Upheld),
            ("P2", 6.0, 6.0, Standing::Upheld),
        ]);
        assert_eq!(
            JudgeAgreement::of(&rubric(Scored::Speakers), &items(), &[&one]),
            None
        );
        let both = JudgeAgreement::of(&rubric(Scored::Speakers), &items(), &[&one, &one]).unwrap();
        assert_eq!((both.total, both.standings), (Spread::default(), None));
        assert_eq!(
            JudgeAgreement::of(&rubric(Scored::Speakers), &vec![], &[&one, &one]),
            None
        );
    }
}
