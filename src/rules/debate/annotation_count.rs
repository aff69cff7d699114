//! The count of an annotation: points by arithmetic, every number of which can be made again from the lists and
//! [`POINTS`].
//!
//! A claim has points by its kind and by whether it is specific; one that the other side had no speech left to answer
//! has half of them. A rebuttal has points for each question about it that is answered with yes, and none where all
//! are answered with no. The points of a side are the sum. The side with more is ahead, unless the difference is no
//! more than a share of all points: then both are level.

use schemars::JsonSchema;
use serde::Serialize;

use super::{
    annotation::{AnnotatedClaim, AnnotatedRebuttal, Annotation, SideAnnotation},
    answer::ClaimKind,
};

/// The points of claims of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct ClaimPoints {
    /// The points of one that is specific.
    pub specific: f64,
    /// The points of one that is general.
    pub general: f64,
}

/// The numbers that the count is made with.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct PointTable {
    /// The points of a claim that rests on evidence.
    pub evidence: ClaimPoints,
    /// The points of a claim that rests on a principle.
    pub principle: ClaimPoints,
    /// The points of a claim that rests on nothing.
    pub assertion: ClaimPoints,
    /// The points of a rebuttal that meets the logic of what it answers.
    pub meets_logic: f64,
    /// The points of a rebuttal that says something new.
    pub new: f64,
    /// The points of a rebuttal that undermines what it answers.
    pub undermines: f64,
    /// The share of its points that a claim has which the other side had no speech left to answer.
    pub unanswerable: f64,
    /// The share of the points of both sides up to which they are level.
    pub level: f64,
}

/// The table. What is supported counts for more than what is not, what can be checked for more than what cannot, and an
/// answer that takes its opponent's claim away for as much as the best claim.
pub const POINTS: PointTable = PointTable {
    evidence: ClaimPoints {
        specific: 3.0,
        general: 2.0,
    },
    principle: ClaimPoints {
        specific: 2.0,
        general: 1.0,
    },
    assertion: ClaimPoints {
        specific: 1.0,
        general: 0.5,
    },
    meets_logic: 1.0,
    new: 1.0,
    undermines: 1.0,
    unanswerable: 0.5,
    level: 0.1,
};

/// A claim with its points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CountedClaim<'a> {
    /// The claim.
    pub claim: &'a AnnotatedClaim,
    /// Whether the other side had no speech left to answer it.
    pub is_unanswerable: bool,
    /// The points of the claim.
    pub points: f64,
}

/// A rebuttal with its points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CountedRebuttal<'a> {
    /// The rebuttal.
    pub rebuttal: &'a AnnotatedRebuttal,
    /// The points of the rebuttal.
    pub points: f64,
}

/// The count of a side.
#[derive(Debug, Clone, PartialEq)]
pub struct SideCount<'a> {
    /// The side, by its id.
    pub side: &'a str,
    /// The claims of the side.
    pub claims: Vec<CountedClaim<'a>>,
    /// The rebuttals of the side.
    pub rebuttals: Vec<CountedRebuttal<'a>>,
}

impl<'a> SideCount<'a> {
    fn of(
        side: &'a SideAnnotation,
        is_unanswerable: &dyn Fn(&str, &AnnotatedClaim) -> bool,
    ) -> Self {
        let claims = side.claims.iter().map(|claim| {
            let is_unanswerable = is_unanswerable(&side.side, claim);
            CountedClaim {
                claim,
                is_unanswerable,
                points: claim_points(claim, is_unanswerable),
            }
        });
        let rebuttals = side.rebuttals.iter().map(|rebuttal| CountedRebuttal {
            rebuttal,
            points: rebuttal_points(rebuttal),
        });
        Self {
            side: &side.side,
            claims: claims.collect(),
            rebuttals: rebuttals.collect(),
        }
    }

    /// The points of the claims.
    pub fn claim_points(&self) -> f64 {
        sum(self.claims.iter().map(|one| one.points))
    }

    /// The points of the rebuttals.
    pub fn rebuttal_points(&self) -> f64 {
        sum(self.rebuttals.iter().map(|one| one.points))
    }

    /// The points of the side.
    pub fn points(&self) -> f64 {
        self.claim_points() + self.rebuttal_points()
    }
}

/// The count of an annotation.
#[derive(Debug, Clone, PartialEq)]
pub struct AnnotationCount<'a> {
    /// The sides, in the order of the format.
    pub sides: Vec<SideCount<'a>>,
    /// The number of entries that were left out of the lists.
    pub left_out: u32,
}

impl<'a> AnnotationCount<'a> {
    /// The count of an annotation. `is_unanswerable` says of a claim of a side whether the other one had no speech left
    /// to answer it.
    pub fn of(
        annotation: &'a Annotation,
        is_unanswerable: &dyn Fn(&str, &AnnotatedClaim) -> bool,
    ) -> Self {
        let sides = annotation.sides.iter();
        Self {
            sides: sides
                .map(|side| SideCount::of(side, is_unanswerable))
                .collect(),
            left_out: annotation.left_out,
        }
    }

    /// Whether nothing was counted at all.
    pub fn is_empty(&self) -> bool {
        let mut sides = self.sides.iter();
        sides.all(|side| side.claims.is_empty() && side.rebuttals.is_empty())
    }

    /// The difference up to which the sides are level.
    pub fn margin(&self) -> f64 {
        sum(self.sides.iter().map(SideCount::points)) * POINTS.level
    }

    /// The number of points by which the side with more has more than the other; 0 where there is no other.
    pub fn lead(&self) -> f64 {
        let [one, other] = self.sides.as_slice() else {
            return 0.0;
        };
        (one.points() - other.points()).abs()
    }

    /// The side that is ahead, by its id; `None` where both are level.
    pub fn ahead(&self) -> Option<&'a str> {
        let [one, other] = self.sides.as_slice() else {
            return None;
        };
        if self.lead() <= self.margin() {
            return None;
        }
        let is_first = one.points() > other.points();
        Some(if is_first { one.side } else { other.side })
    }
}

/// The sum of some points; of none it is nought, without a sign.
fn sum(points: impl Iterator<Item = f64>) -> f64 {
    points.fold(0.0, |sum, one| sum + one)
}

fn claim_points(claim: &AnnotatedClaim, is_unanswerable: bool) -> f64 {
    let of_kind = match claim.listed.kind {
        ClaimKind::Evidence => POINTS.evidence,
        ClaimKind::Principle => POINTS.principle,
        ClaimKind::Assertion => POINTS.assertion,
    };
    let points = if claim.listed.specific {
        of_kind.specific
    } else {
        of_kind.general
    };
    if is_unanswerable {
        points * POINTS.unanswerable
    } else {
        points
    }
}

fn rebuttal_points(rebuttal: &AnnotatedRebuttal) -> f64 {
    let listed = &rebuttal.listed;
    let yes = [
        (listed.meets_logic, POINTS.meets_logic),
        (listed.new, POINTS.new),
        (listed.undermines, POINTS.undermines),
    ];
    let counted = yes.into_iter().filter(|(is, _)| *is);
    sum(counted.map(|(_, points)| points))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::debate::{
        answer::{ListedClaim, ListedRebuttal},
        ids::TurnId,
    };
    use ClaimKind::{Assertion, Evidence, Principle};

    /// The last speech of the debate in these tests.
    const LAST: TurnId = TurnId(3);

    fn claim(turn: TurnId, kind: ClaimKind, specific: bool) -> AnnotatedClaim {
        AnnotatedClaim {
            turn,
            listed: ListedClaim {
                words: format!("{kind:?} {specific} {turn}"),
                kind,
                specific,
            },
        }
    }

    fn rebuttal([meets_logic, new, undermines]: [bool; 3]) -> AnnotatedRebuttal {
        AnnotatedRebuttal {
            turn: TurnId(2),
            answered_turn: TurnId(1),
            listed: ListedRebuttal {
                answers: "they said so".to_owned(),
                words: format!("{meets_logic} {new} {undermines}"),
                meets_logic,
                new,
                undermines,
            },
        }
    }

    fn side(
        id: &str,
        claims: Vec<AnnotatedClaim>,
        rebuttals: Vec<AnnotatedRebuttal>,
    ) -> SideAnnotation {
        SideAnnotation {
            side: id.to_owned(),
            claims,
            rebuttals,
        }
    }

    fn count(annotation: &Annotation) -> AnnotationCount<'_> {
        AnnotationCount::of(annotation, &|_, claim| claim.turn == LAST)
    }

    #[test]
    fn every_claim_and_every_rebuttal_has_the_points_of_the_table() {
        let early = TurnId(0);
        for (kind, specific, points) in [
            (Evidence, true, 3.0),
            (Evidence, false, 2.0),
            (Principle, true, 2.0),
            (Principle, false, 1.0),
            (Assertion, true, 1.0),
            (Assertion, false, 0.5),
        ] {
            for (turn, share) in [(early, 1.0), (LAST, 0.5)] {
                let annotation = Annotation {
                    sides: vec![side("prop", vec![claim(turn, kind, specific)], vec![])],
                    left_out: 0,
                };
                let counted = count(&annotation);
                let counted = &counted.sides[0].claims[0];
                let is_right = (counted.points - points * share).abs() < 1e-9;
                assert!(is_right, "{kind:?} {specific}: {}", counted.points);
                assert_eq!(counted.is_unanswerable, turn == LAST);
            }
        }
        for (answers, points) in [
            ([false, false, false], 0.0),
            ([true, false, false], 1.0),
            ([false, true, false], 1.0),
            ([false, false, true], 1.0),
            ([true, true, false], 2.0),
            ([true, true, true], 3.0),
        ] {
            let counted = rebuttal_points(&rebuttal(answers));
            assert!((counted - points).abs() < 1e-9, "{answers:?}: {counted}");
        }
    }

    #[test]
    fn the_side_with_more_points_is_ahead_unless_the_difference_is_within_the_margin() {
        let evidence = |many: usize| vec![claim(TurnId(0), Evidence, true); many];
        let all = [true; 3];
        for (ours, theirs, ahead, lead, margin) in [
            (
                side("prop", evidence(2), vec![rebuttal(all)]),
                side("opp", evidence(1), vec![]),
                Some("prop"),
                6.0,
                1.2,
            ),
            (
                side("prop", evidence(1), vec![]),
                side("opp", evidence(2), vec![rebuttal(all)]),
                Some("opp"),
                6.0,
                1.2,
            ),
            // One of nineteen.
            (
                side("prop", evidence(3), vec![]),
                side("opp", evidence(3), vec![rebuttal([true, false, false])]),
                None,
                1.0,
                1.9,
            ),
            // A fifth of the whole is more than a tenth.
            (
                side("prop", evidence(1), vec![]),
                side("opp", vec![claim(TurnId(0), Principle, true)], vec![]),
                Some("prop"),
                1.0,
                0.5,
            ),
            (
                side("prop", vec![], vec![]),
                side("opp", vec![], vec![]),
                None,
                0.0,
                0.0,
            ),
        ] {
            let annotation = Annotation {
                sides: vec![ours, theirs],
                left_out: 0,
            };
            let counted = count(&annotation);
            assert_eq!(
                (counted.ahead(), counted.lead()),
                (ahead, lead),
                "{annotation:?}"
            );
            assert!((counted.margin() - margin).abs() < 1e-9, "{annotation:?}");
        }
    }

    #[test]
    fn what_is_listed_twice_is_counted_once_and_said_to_be_left_out() {
        let twice = || claim(TurnId(0), Evidence, true);
        let mut annotation = Annotation {
            sides: vec![
                side("prop", vec![twice(), twice()], vec![]),
                side("opp", vec![], vec![rebuttal([true; 3])]),
            ],
            left_out: 2,
        };
        annotation.leave_out_repeated();
        assert_eq!(annotation.left_out, 3);
        assert_eq!(annotation.without_rebuttals().collect::<Vec<_>>(), ["prop"]);
        let later = Annotation {
            sides: vec![
                side("prop", vec![], vec![rebuttal([true, false, false])]),
                side("opp", vec![], vec![rebuttal([true; 3])]),
            ],
            left_out: 1,
        };
        annotation.add_rebuttals(&later);
        assert_eq!(annotation.without_rebuttals().next(), None);
        assert_eq!(annotation.left_out, 5);
        let counted = count(&annotation);
        let points: Vec<f64> = counted.sides.iter().map(SideCount::points).collect();
        assert_eq!(points, [4.0, 3.0]);
    }
}
