//! Results of a simulated house's divisions: of one, of several of the same debate, and of those of many debates held
//! against what real houses did. Arithmetic only.

use std::collections::BTreeMap;

use serde::Serialize;

use super::proportion::Proportion;
use crate::{
    catalog::WinsBy,
    debate::{
        answer::Vote,
        ids::Seat,
        real::{HouseCount, RealVotes, gaining},
    },
};

/// The two ballots of one member; absent where one could not be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Cast {
    /// The ballot before the debate.
    pub before: Option<Vote>,
    /// The ballot after the debate.
    pub after: Option<Vote>,
}

/// The ballots of one division, by member.
pub type DivisionBallots = BTreeMap<Seat, Cast>;

/// How far members who heard a debate in two orders voted the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct OrderAgreement {
    /// The votes after the debate of which both are there.
    pub asked: usize,
    /// Those that were the same in both orders.
    pub same: usize,
}

/// The ballots of a house that heard a debate in two orders: a vote after the debate is a member's where both are the same,
/// and else they are undecided; one that is missing in either order is missing. The ballots before are those of the first.
pub fn in_both_orders(
    one: &[DivisionBallots],
    other: &[DivisionBallots],
) -> (Vec<DivisionBallots>, OrderAgreement) {
    let mut agreement = OrderAgreement::default();
    let mut both = |(seat, cast): (&Seat, &Cast), second: Option<&Cast>| {
        let votes = cast.after.zip(second.and_then(|cast| cast.after));
        let after = votes.map(|(first, second)| {
            agreement.asked += 1;
            if first == second {
                agreement.same += 1;
                first
            } else {
                Vote::Undecided
            }
        });
        (seat.clone(), Cast { after, ..*cast })
    };
    let divisions = one.iter().zip(other).map(|(first, second)| {
        let cast = first.iter();
        cast.map(|(seat, cast)| both((seat, cast), second.get(seat)))
            .collect()
    });
    (divisions.collect(), agreement)
}

/// A count before and a count after.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct DivisionOutcome {
    /// The count before the debate.
    pub before: HouseCount,
    /// The count after the debate.
    pub after: HouseCount,
    /// The growth of the ayes' lead in points, from -200 to 200: with a and n the shares of ayes and noes among all
    /// members in per cent, `(a − n) after − (a − n) before`.
    pub swing: f64,
    /// Whether there are more ayes than noes after; a tie is not carried.
    pub carried: bool,
    /// Whether the lead of the ayes has grown: the rule by which a debate is won that has moved more people. Where it stays
    /// as it was, neither side has won by swing.
    pub carried_by_swing: bool,
    /// The side that the swing favours: "aye", "no", or absent where it favours neither.
    pub gaining: Option<Vote>,
}

impl DivisionOutcome {
    fn of(before: HouseCount, after: HouseCount) -> Self {
        let votes = RealVotes {
            before: Some(before),
            after: Some(after),
        };
        let carried = |wins_by| votes.carried(wins_by).unwrap_or(false);
        let swing = votes.swing().unwrap_or(0.0);
        Self {
            before,
            after,
            swing,
            carried: carried(WinsBy::Votes),
            carried_by_swing: carried(WinsBy::Swing),
            gaining: gaining(swing),
        }
    }

    /// The count of one division. Only members count who cast both ballots, so that the two counts are of the same
    /// people. `None` where there are none.
    fn counted(ballots: &DivisionBallots) -> Option<Self> {
        let both = || {
            let cast = ballots.values();
            cast.filter_map(|cast| Some((cast.before?, cast.after?)))
        };
        both().next()?;
        let before = count(both().map(|(before, _)| before));
        Some(Self::of(before, count(both().map(|(_, after)| after))))
    }

    /// The mean of several: of their counts, from which the rest follows. `None` of none.
    fn mean(all: &[Self]) -> Option<Self> {
        let n = all.len() as f64;
        let mean = |of: fn(&Self) -> HouseCount| {
            let sum =
                |part: fn(HouseCount) -> f64| all.iter().map(|one| part(of(one))).sum::<f64>();
            HouseCount {
                ayes: sum(|one| one.ayes) / n,
                noes: sum(|one| one.noes) / n,
                undecided: sum(|one| one.undecided) / n,
            }
        };
        (!all.is_empty()).then(|| Self::of(mean(|one| one.before), mean(|one| one.after)))
    }
}

fn count(votes: impl Iterator<Item = Vote>) -> HouseCount {
    let mut count = HouseCount {
        ayes: 0.0,
        noes: 0.0,
        undecided: 0.0,
    };
    for vote in votes {
        match vote {
            Vote::Aye => count.ayes += 1.0,
            Vote::No => count.noes += 1.0,
            Vote::Undecided => count.undecided += 1.0,
        }
    }
    count
}

/// The agreement of repeated divisions of one debate, as shares from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct DivisionAgreement {
    /// The share of divisions in which the side won by votes that won in the mean.
    pub winner: f64,
    /// The share of divisions with the usual outcome where it is won by swing, from 0 to 1.
    pub winner_by_swing: f64,
    /// The agreement of two ballots that the same member cast after the debate: with r ballots of a member, `n_v` of
    /// them for v, the mean over members of `(Σ n_v² − r) / (r(r−1))` (the observed agreement of J. L. Fleiss,
    /// "Measuring nominal scale agreement among many raters", Psychological Bulletin 76, 1971, 378–382). Absent where
    /// nobody cast two.
    pub members: Option<f64>,
}

/// A simulated house held against the real one. Errors are absolute and in points; what the real counts do not say is
/// absent.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct HouseComparison {
    /// The votes of the real house.
    pub votes: RealVotes,
    /// Whether the same side won by votes.
    pub direction: Option<bool>,
    /// Whether the same side gained votes, or neither did in both: a house that never moves foretells nothing.
    pub direction_by_swing: Option<bool>,
    /// The difference of the swings.
    pub swing_error: Option<f64>,
    /// The difference of the shares of the ayes among those who took a side after the debate. The undecided are left
    /// out because the simulated house has two doors after the debate.
    pub share_error: Option<f64>,
}

/// All divisions of one debate.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Divided {
    /// Each, in order; without those of which no member cast both ballots.
    pub repeats: Vec<DivisionOutcome>,
    /// The number of ballots that were wanted and could not be had, or were not waited for.
    pub missing: usize,
    /// The mean of the counts over all divisions.
    pub mean: DivisionOutcome,
    /// The agreement of the divisions; absent where there is one.
    pub agreement: Option<DivisionAgreement>,
    /// Held against the real house, where its votes are known.
    pub against: Option<HouseComparison>,
}

impl Divided {
    /// Sums up the divisions; `None` where none of them has a member who cast both ballots.
    pub fn of(divisions: &[DivisionBallots], real: Option<&RealVotes>) -> Option<Self> {
        let repeats: Vec<DivisionOutcome> = divisions
            .iter()
            .filter_map(DivisionOutcome::counted)
            .collect();
        let mean = DivisionOutcome::mean(&repeats)?;
        let cast = divisions.iter().flat_map(DivisionBallots::values);
        let missing = cast
            .map(|cast| usize::from(cast.before.is_none()) + usize::from(cast.after.is_none()))
            .sum();
        let share = |same: &dyn Fn(&DivisionOutcome) -> bool| {
            repeats.iter().filter(|one| same(one)).count() as f64 / repeats.len() as f64
        };
        let agreement = (repeats.len() > 1).then(|| DivisionAgreement {
            winner: share(&|one| one.carried == mean.carried),
            winner_by_swing: share(&|one| one.gaining == mean.gaining),
            members: members(divisions),
        });
        let against = real
            .filter(|votes| votes.before.is_some() || votes.after.is_some())
            .map(|votes| against(&mean, *votes));
        Some(Self {
            repeats,
            missing,
            mean,
            agreement,
            against,
        })
    }
}

fn members(divisions: &[DivisionBallots]) -> Option<f64> {
    let mut votes: BTreeMap<&Seat, Vec<Vote>> = BTreeMap::new();
    for (seat, cast) in divisions.iter().flatten() {
        votes.entry(seat).or_default().extend(cast.after);
    }
    let shares: Vec<f64> = votes
        .values()
        .filter(|votes| votes.len() > 1)
        .map(|votes| {
            let r = votes.len() as f64;
            let squares: f64 = [Vote::Aye, Vote::No, Vote::Undecided]
                .map(|vote| votes.iter().filter(|one| **one == vote).count() as f64)
                .map(|n| n * n)
                .iter()
                .sum();
            (squares - r) / (r * (r - 1.0))
        })
        .collect();
    mean(&shares)
}

fn mean(all: &[f64]) -> Option<f64> {
    (!all.is_empty()).then(|| all.iter().sum::<f64>() / all.len() as f64)
}

fn against(mean: &DivisionOutcome, votes: RealVotes) -> HouseComparison {
    let decided = votes.after.and_then(HouseCount::decided);
    HouseComparison {
        votes,
        direction: votes
            .carried(WinsBy::Votes)
            .map(|carried| carried == mean.carried),
        direction_by_swing: votes.swing().map(|swing| gaining(swing) == mean.gaining),
        swing_error: votes.swing().map(|swing| (swing - mean.swing).abs()),
        share_error: decided
            .zip(mean.after.decided())
            .map(|(real, simulated)| (real - simulated).abs()),
    }
}

/// Many debates, by one rule of winning.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Accuracy {
    /// The share of the debates in which the simulated house had the winner of the real one.
    pub simulated: Proportion,
    /// The share of the debates that always guessing the side that wins more of them gets right.
    pub majority: Proportion,
}

/// The result of the divisions of many debates.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Overall {
    /// The number of debates that were divided on.
    pub debates: usize,
    /// The accuracy by votes; absent where no real count after is known.
    pub by_votes: Option<Accuracy>,
    /// The accuracy by swing; absent where no real swing is known.
    pub by_swing: Option<Accuracy>,
    /// The mean of the swing errors, in points.
    pub swing_error: Option<f64>,
    /// The mean of the share errors, in points.
    pub share_error: Option<f64>,
}

impl Overall {
    /// Sums up the divisions of these debates.
    pub fn of(all: &[Divided]) -> Self {
        let known: Vec<HouseComparison> = all.iter().filter_map(|one| one.against).collect();
        let accuracy = |right: fn(&HouseComparison) -> Option<bool>,
                        majority: Option<Proportion>| {
            let right: Vec<bool> = known.iter().filter_map(right).collect();
            Some(Accuracy {
                simulated: Proportion::of(right.iter().filter(|one| **one).count(), right.len())?,
                majority: majority?,
            })
        };
        let carried = known
            .iter()
            .filter_map(|one| one.votes.carried(WinsBy::Votes));
        let carried: Vec<bool> = carried.collect();
        let gained = known.iter().filter_map(|one| one.votes.swing());
        let gained: Vec<Option<Vote>> = gained.map(gaining).collect();
        // Whoever always guesses the same side is wrong where neither gained.
        let by = |side: Vote| gained.iter().filter(|one| **one == Some(side)).count();
        let most = by(Vote::Aye).max(by(Vote::No));
        let error = |of: fn(&HouseComparison) -> Option<f64>| {
            mean(&known.iter().filter_map(of).collect::<Vec<f64>>())
        };
        Self {
            debates: all.len(),
            by_votes: accuracy(|one| one.direction, Proportion::majority(&carried)),
            by_swing: accuracy(
                |one| one.direction_by_swing,
                Proportion::of(most, gained.len()),
            ),
            swing_error: error(|one| one.swing_error),
            share_error: error(|one| one.share_error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Vote::{Aye, No, Undecided};

    fn ballots(cast: &[(Vote, Vote)]) -> DivisionBallots {
        let one = |(at, (before, after)): (usize, &(Vote, Vote))| {
            let cast = Cast {
                before: Some(*before),
                after: Some(*after),
            };
            (Seat::audience(at + 1), cast)
        };
        cast.iter().enumerate().map(one).collect()
    }

    fn votes(before: (f64, f64, f64), after: (f64, f64, f64)) -> RealVotes {
        let count = |(ayes, noes, undecided)| HouseCount {
            ayes,
            noes,
            undecided,
        };
        RealVotes {
            before: Some(count(before)),
            after: Some(count(after)),
        }
    }

    fn near(found: Option<f64>, expected: f64) {
        assert!(
            (found.unwrap() - expected).abs() < 1e-9,
            "{found:?} {expected}"
        );
    }

    #[test]
    fn in_both_orders_a_vote_counts_where_the_two_are_the_same() {
        let house = |votes: [Option<Vote>; 3]| -> DivisionBallots {
            let cast = |after| Cast {
                before: Some(Vote::Undecided),
                after,
            };
            let seats = (1..).map(Seat::audience);
            seats.zip(votes.map(cast)).collect()
        };
        let (aye, no) = (Some(Vote::Aye), Some(Vote::No));
        let (both, agreement) = in_both_orders(&[house([aye, no, no])], &[house([aye, aye, None])]);
        assert_eq!(both, [house([aye, Some(Vote::Undecided), None])]);
        assert_eq!((agreement.asked, agreement.same), (2, 1));
    }

    #[test]
    fn repeats_are_counted_averaged_and_compared() {
        // 1 aye, 2 noes, 1 undecided before; then 3 to 1, and 1 to 3.
        let before = [Aye, No, No, Undecided];
        let division =
            |after: [Vote; 4]| ballots(&before.iter().copied().zip(after).collect::<Vec<_>>());
        let all = [
            division([Aye, Aye, Aye, No]),
            division([Aye, No, No, No]),
            division([Aye, Aye, Aye, No]),
        ];
        let real = votes((30.0, 50.0, 20.0), (60.0, 30.0, 10.0));
        let divided = Divided::of(&all, Some(&real)).unwrap();
        // Lead before -25 points; after +50, -50, +50.
        let swings: Vec<f64> = divided.repeats.iter().map(|one| one.swing).collect();
        assert_eq!(swings, [75.0, -25.0, 75.0]);
        // Mean after: 7/3 to 5/3 of 4, a lead of 16.67 points.
        near(Some(divided.mean.swing), 50.0 / 3.0 + 25.0);
        assert!(divided.mean.carried && divided.mean.carried_by_swing);
        let agreement = divided.agreement.unwrap();
        near(Some(agreement.winner), 2.0 / 3.0);
        near(Some(agreement.winner_by_swing), 2.0 / 3.0);
        // Members 1 and 4 always agree; 2 and 3 agree in one pair of three.
        near(agreement.members, (1.0 + 1.0 / 3.0 + 1.0 / 3.0 + 1.0) / 4.0);
        let against = divided.against.unwrap();
        assert_eq!(
            (against.direction, against.direction_by_swing),
            (Some(true), Some(true))
        );
        // The real swing is 30 − (−20) = 50; the real share 60/90, the simulated one 7/12.
        near(against.swing_error, 50.0 - (50.0 / 3.0 + 25.0));
        near(against.share_error, 100.0 * (2.0 / 3.0 - 7.0 / 12.0));
    }

    #[test]
    fn who_cast_one_ballot_only_does_not_count_and_is_told_of() {
        let mut all = ballots(&[(Undecided, Aye), (No, No), (Aye, Aye)]);
        all.get_mut(&Seat::audience(3)).unwrap().after = None;
        let divided = Divided::of(std::slice::from_ref(&all), None).unwrap();
        assert_eq!(divided.missing, 1);
        assert_eq!(
            divided.mean.before.describe(),
            "for 0, against 1, undecided 1"
        );
        assert_eq!((divided.agreement, divided.against), (None, None));
        for cast in all.values_mut() {
            cast.before = None;
        }
        assert_eq!(Divided::of(&[all], None), None);
    }

    #[test]
    fn a_house_that_never_moves_foretells_no_swing() {
        let still = ballots(&[(Aye, Aye), (No, No), (No, No)]);
        for (real, right) in [
            (votes((40.0, 40.0, 20.0), (60.0, 40.0, 0.0)), false),
            (votes((40.0, 40.0, 20.0), (40.0, 60.0, 0.0)), false),
            (votes((40.0, 40.0, 20.0), (45.0, 45.0, 10.0)), true),
        ] {
            let divided = Divided::of(std::slice::from_ref(&still), Some(&real)).unwrap();
            assert_eq!(divided.mean.gaining, None);
            let told = serde_json::to_value(divided.mean).unwrap();
            assert_eq!(told.get("gaining"), Some(&serde_json::Value::Null));
            let against = divided.against.unwrap();
            assert_eq!(against.direction_by_swing, Some(right));
        }
        // Nor is whoever guesses the same side each time right about a house that did not.
        let reals = [
            votes((40.0, 40.0, 20.0), (40.0, 60.0, 0.0)),
            votes((40.0, 40.0, 20.0), (45.0, 45.0, 10.0)),
        ];
        let all = reals.map(|real| Divided::of(std::slice::from_ref(&still), Some(&real)).unwrap());
        let by_swing = Overall::of(&all).by_swing.unwrap();
        assert_eq!((by_swing.simulated.of, by_swing.majority.of), (1, 1));
        // Nor does one that moves foretell that a house will not.
        let moved = ballots(&[(No, Aye), (No, No)]);
        let real = votes((40.0, 40.0, 20.0), (45.0, 45.0, 10.0));
        let divided = Divided::of(&[moved], Some(&real)).unwrap();
        assert_eq!(divided.mean.gaining, Some(Aye));
        assert_eq!(divided.against.unwrap().direction_by_swing, Some(false));
    }

    #[test]
    fn many_debates_are_held_against_a_guess() {
        let won = ballots(&[(Undecided, Aye), (Undecided, Aye), (No, No)]);
        let lost = ballots(&[(Undecided, No), (Undecided, No), (Aye, Aye)]);
        let carried = votes((40.0, 40.0, 20.0), (60.0, 40.0, 0.0));
        let fell = votes((40.0, 40.0, 20.0), (40.0, 60.0, 0.0));
        let all: Vec<Divided> = [(&won, carried), (&won, fell), (&lost, fell), (&lost, fell)]
            .into_iter()
            .map(|(one, real)| Divided::of(std::slice::from_ref(one), Some(&real)).unwrap())
            .chain(Divided::of(std::slice::from_ref(&won), None))
            .collect();
        let overall = Overall::of(&all);
        assert_eq!(overall.debates, 5);
        let by_votes = overall.by_votes.unwrap();
        assert_eq!((by_votes.simulated.of, by_votes.simulated.cases), (3, 4));
        assert_eq!((by_votes.majority.of, by_votes.majority.cases), (3, 4));
        let none = Overall::of(&all[4..]);
        assert_eq!((none.by_votes, none.swing_error), (None, None));
    }
}
