//! Agreement of several divisions of one debate: whether the same debate is won by the same side again.

use super::{
    by::By,
    definition::Measure,
    materials::Division,
    measured::{MeasureResult, Measured},
};
use crate::debate::{
    agreement::{Spread, fleiss_kappa},
    answer::Vote,
    ids::Seat,
};

/// The reason why there is nothing to compare.
const ONE: &str = "the house has not divided more than once (hustings divide --repeat)";

/// The share with the usual outcome, the spread of the aye share, the agreement of members with themselves.
pub(super) fn readings(divisions: &[Division]) -> [MeasureResult; 3] {
    [
        MeasureResult::whole(Measure::VoteMajority, majority(divisions)),
        MeasureResult::whole(Measure::VoteSpread, spread(divisions)),
        MeasureResult::whole(Measure::VoteKappa, kappa(divisions)),
    ]
}

/// The share of divisions with the outcome that most of them have; a half where there are as many of either.
pub fn majority(divisions: &[Division]) -> Measured {
    let carried = divisions.iter().filter(|one| one.ayes > one.noes).count();
    let most = carried.max(divisions.len() - carried);
    let of = divisions.len();
    Measured::share(most, if of < 2 { 0 } else { of }, By::Count, ONE)
}

/// The standard deviation of the aye share. Divisions in which nobody voted have none.
pub fn spread(divisions: &[Division]) -> Measured {
    let shares: Vec<f64> = divisions
        .iter()
        .filter(|one| one.ayes + one.noes > 0)
        .map(|one| f64::from(one.ayes) / f64::from(one.ayes + one.noes))
        .collect();
    Spread::of(&shares).map_or_else(
        || Measured::not(ONE),
        |spread| Measured::Is {
            value: spread.deviation,
            of: shares.len(),
            by: By::Count,
        },
    )
}

/// Fleiss' kappa over the members who voted every time.
pub fn kappa(divisions: &[Division]) -> Measured {
    let [first, _, ..] = divisions else {
        return Measured::not(ONE);
    };
    let counts: Vec<[u32; 3]> = first
        .ballots
        .keys()
        .filter_map(|member| counted(divisions, member))
        .collect();
    fleiss_kappa(&counts).map_or_else(
        || Measured::not("no member's ballot is known in every division"),
        |value| Measured::Is {
            value,
            of: counts.len(),
            by: By::Count,
        },
    )
}

/// The number of times that a member voted aye, no and undecided; `None` where a ballot is missing.
fn counted(divisions: &[Division], member: &Seat) -> Option<[u32; 3]> {
    let mut counts = [0; 3];
    let [ayes, noes, undecided] = &mut counts;
    for division in divisions {
        *match division.ballots.get(member)? {
            Vote::Aye => &mut *ayes,
            Vote::No => &mut *noes,
            Vote::Undecided => &mut *undecided,
        } += 1;
    }
    Some(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn division(ayes: u32, noes: u32, ballots: &[Vote]) -> Division {
        let ballots = ballots.iter().enumerate();
        Division {
            ayes,
            noes,
            ballots: ballots
                .map(|(at, vote)| (Seat::audience(at + 1), *vote))
                .collect(),
        }
    }

    fn is(value: f64, of: usize) -> Measured {
        Measured::Is {
            value,
            of,
            by: By::Count,
        }
    }

    #[test]
    fn divisions_are_compared_by_outcome_share_and_member() {
        use Vote::{Aye, No};
        let all = [
            division(2, 0, &[Aye, Aye]),
            division(1, 1, &[Aye, No]),
            division(1, 1, &[Aye, No]),
        ];
        // A tie is not carried: two of three have that outcome.
        assert_eq!(majority(&all), is(2.0 / 3.0, 3));
        // 1, ½, ½: mean ⅔, squares 1/9 + 1/36 + 1/36 = 1/6, divided by three 1/18.
        let Measured::Is { value, of: 3, .. } = spread(&all) else {
            panic!("{:?}", spread(&all));
        };
        assert!((value - (1.0_f64 / 18.0).sqrt()).abs() < 1e-9);
        // The rows are [3, 0] and [1, 2]: 0.25, as in `debate::agreement`.
        let Measured::Is { value, of: 2, .. } = kappa(&all) else {
            panic!("{:?}", kappa(&all));
        };
        assert!((value - 0.25).abs() < 1e-9);
    }

    #[test]
    fn one_division_agrees_with_nothing() {
        let one = [division(2, 0, &[])];
        for measured in [majority(&one), spread(&one), kappa(&one)] {
            assert_eq!(measured, Measured::not(ONE));
        }
        assert!(majority(&[]).value().is_none());
        let two = [division(2, 0, &[]), division(0, 2, &[Vote::No])];
        assert_eq!(majority(&two), is(0.5, 2));
        assert!(kappa(&two).value().is_none(), "{:?}", kappa(&two));
        assert_eq!(spread(&two), is(0.5, 2));
    }
}
