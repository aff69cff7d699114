//! The looks of judges for their reports, and what they come to. Who looks twice has the teams exchanged the second time.
//! The report counts with the mean of both marks; where the looks put different sides first, the result is contested, and
//! counts for neither.

use std::collections::BTreeMap;

use super::{
    score_looks::ScoreLooks,
    scores::{Items, Judged, Judgement, Marks, Scores, common_standing},
};
use crate::catalog::Rubric;

/// The looks of one judge, as far as they have come.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ReportLooks {
    first: Option<Judged<Judgement>>,
    again: Option<Judged<Judgement>>,
}

impl ReportLooks {
    /// The first look, or the one again, once it is in or was given up.
    pub fn look(&self, again: bool) -> Option<&Judged<Judgement>> {
        if again { &self.again } else { &self.first }.as_ref()
    }

    /// Both reports, where both are of use.
    pub fn both(&self) -> Option<[&Judgement; 2]> {
        let look = |again| self.look(again)?.given();
        Some([look(false)?, look(true)?])
    }

    /// Whether one of two looks is of use and the other is not.
    pub(super) fn lacks_one(&self) -> bool {
        let is_given = |again| self.look(again).map(|look| look.given().is_some());
        matches!(
            (is_given(false), is_given(true)),
            (Some(true), Some(false)) | (Some(false), Some(true))
        )
    }

    pub(super) fn take_in(&mut self, again: bool, judged: Judged<Judgement>) {
        if again {
            self.again = Some(judged);
        } else {
            self.first = Some(judged);
        }
    }

    /// The report, once every look is in: of two that are of use the mean, else the one that is.
    pub(super) fn report(&self, is_twice: bool) -> Option<Judged<Judgement>> {
        let first = self.first.as_ref()?;
        if !is_twice {
            return Some(first.clone());
        }
        let again = self.again.as_ref()?;
        Some(match (first, again) {
            (Judged::Given(first), Judged::Given(again)) => Judged::Given(mean(first, again)),
            (Judged::Unusable { .. }, Judged::Given(again)) => Judged::Given(again.clone()),
            (first, Judged::Unusable { .. }) => first.clone(),
        })
    }
}

/// The mean of two reports: of the marks; its words are those of the first.
fn mean(first: &Judgement, again: &Judgement) -> Judgement {
    let marks = first.marks.iter().map(|(id, one)| {
        let other = again.marks.get(id);
        let both = other.map_or_else(|| one.clone(), |other| mean_marks(one, other));
        (id.clone(), both)
    });
    Judgement {
        marks: marks.collect(),
        ..first.clone()
    }
}

fn mean_marks(one: &Marks, other: &Marks) -> Marks {
    let scores = one.scores.iter().map(|(id, score)| {
        let again = other.scores.get(id).copied().unwrap_or(*score);
        (id.clone(), f64::midpoint(*score, again))
    });
    let mut both = Marks {
        scores: scores.collect(),
        standing: common_standing(one.standing.into_iter().chain(other.standing)),
        ..one.clone()
    };
    for flag in &other.fallacies {
        if !both.fallacies.contains(flag) {
            both.fallacies.push(flag.clone());
        }
    }
    // A standing that the looks do not agree on has the reasons of both.
    if one.standing != other.standing {
        both.reason = format!(
            "{} With the teams exchanged: {}",
            one.reason.trim(),
            other.reason.trim()
        );
    }
    both
}

impl ScoreLooks {
    /// The looks, where a judge has two reports of use; `None` where no judge has.
    pub fn of(rubric: &Rubric, items: &Items, reports: &[[&Judgement; 2]]) -> Option<Self> {
        let pass = |at: usize| -> Vec<&BTreeMap<String, Marks>> {
            let of_pass = reports.iter().filter_map(|both| both.get(at));
            of_pass.map(|report| &report.marks).collect()
        };
        let first = Scores::of(rubric, items, &pass(0))?;
        let exchanged = Scores::of(rubric, items, &pass(1))?;
        let differences = items.iter().flat_map(|(id, ..)| {
            reports.iter().filter_map(move |[one, other]| {
                let total = |report: &Judgement| Some(report.marks.get(id)?.total(rubric));
                Some((total(one)? - total(other)?).abs())
            })
        });
        let differences: Vec<f64> = differences.collect();
        let count = differences.len().max(1) as f64;
        let leader = |scores: &Scores| scores.leader().map(|side| side.id.clone());
        Some(Self {
            first: leader(&first),
            exchanged: leader(&exchanged),
            difference: differences.iter().sum::<f64>() / count,
            most: differences.iter().copied().fold(0.0, f64::max),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::debate::scores::{Flag, Standing};

    fn judgement(all: [(&str, f64, Standing); 2]) -> Judgement {
        let marks = all.into_iter().map(|(id, score, standing)| {
            let scores = Rubric::usual().unwrap().dimensions;
            let marks = Marks {
                scores: scores.into_iter().map(|one| (one.id, score)).collect(),
                standing: Some(standing),
                reason: format!("{id} has {score}."),
                ..Marks::default()
            };
            (id.to_owned(), marks)
        });
        Judgement {
            marks: marks.collect(),
            key_insight: "It depends.".to_owned(),
            ..Judgement::default()
        }
    }

    fn looks(first: Judged<Judgement>, again: Judged<Judgement>) -> ReportLooks {
        let mut looks = ReportLooks::default();
        looks.take_in(false, first);
        assert_eq!(looks.report(true), None, "the other look is awaited");
        looks.take_in(true, again);
        looks
    }

    fn unusable() -> Judged<Judgement> {
        Judged::Unusable {
            reason: "it is empty".to_owned(),
            raw: String::new(),
        }
    }

    #[test]
    fn marks_of_two_looks_are_the_mean_of_both() {
        use Standing::{Refuted, Uncertain, Upheld};
        let first = judgement([("A", 8.0, Upheld), ("B", 6.0, Refuted)]);
        let mut again = judgement([("A", 6.0, Upheld), ("B", 7.0, Upheld)]);
        let flag = Flag {
            fallacy: "Straw man".to_owned(),
            words: "they say".to_owned(),
        };
        again.marks.get_mut("A").unwrap().fallacies = vec![flag.clone()];
        let both = looks(Judged::Given(first.clone()), Judged::Given(again.clone()));
        let report = both.report(true).unwrap();
        let marks = &report.given().unwrap().marks;
        let rubric = Rubric::usual().unwrap();
        let totals: Vec<f64> = marks.values().map(|one| one.total(&rubric)).collect();
        assert!((totals[0] - 7.0).abs() < 1e-9 && (totals[1] - 6.5).abs() < 1e-9);
        assert_eq!(marks["A"].standing, Some(Upheld));
        assert_eq!(marks["A"].fallacies, [flag]);
        assert_eq!(marks["B"].standing, Some(Uncertain));
        assert_eq!(
            marks["B"].reason,
            "B has 6. With the teams exchanged: B has 7."
        );
        assert!(!both.lacks_one());
    }

    #[test]
    fn of_one_look_that_is_of_use_the_report_is_that() {
        let one = judgement([("A", 8.0, Standing::Upheld), ("B", 6.0, Standing::Upheld)]);
        for (first, again) in [
            (Judged::Given(one.clone()), unusable()),
            (unusable(), Judged::Given(one.clone())),
        ] {
            let looks = looks(first, again);
            assert_eq!(looks.report(true).unwrap().given(), Some(&one));
            assert!(looks.lacks_one() && looks.both().is_none());
        }
        let none = looks(unusable(), unusable());
        assert_eq!(none.report(true).unwrap().given(), None);
        assert!(!none.lacks_one());
        let mut single = ReportLooks::default();
        single.take_in(false, Judged::Given(one.clone()));
        assert_eq!(single.report(false).unwrap().given(), Some(&one));
    }

    #[test]
    fn looks_that_put_different_sides_first_are_contested() {
        let rubric = Rubric::usual().unwrap();
        let item = |id: &str| (id.to_owned(), format!("side of {id}"), id.to_owned());
        let items = vec![item("A"), item("B")];
        let of = |first: [f64; 2], again: [f64; 2]| {
            let report = |[a, b]: [f64; 2]| {
                judgement([("A", a, Standing::Upheld), ("B", b, Standing::Upheld)])
            };
            let (first, again) = (report(first), report(again));
            ScoreLooks::of(&rubric, &items, &[[&first, &again]]).unwrap()
        };
        let same = of([8.0, 6.0], [7.0, 6.5]);
        assert!(!same.is_contested());
        assert!((same.difference - 0.75).abs() < 1e-9 && (same.most - 1.0).abs() < 1e-9);
        let other = of([8.0, 6.0], [6.0, 8.0]);
        assert!(other.is_contested());
        assert_eq!(other.first.as_deref(), Some("side of A"));
        assert_eq!(other.exchanged.as_deref(), Some("side of B"));
        // Whether there is a winner at all depends on the look.
        assert!(of([8.0, 6.0], [7.0, 7.0]).is_contested());
        assert_eq!(ScoreLooks::of(&rubric, &items, &[]), None);
    }
}
