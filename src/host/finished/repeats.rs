//! The agreement of a judge with itself, over all its answers about the same debate.

use std::collections::BTreeMap;

use crate::{
    catalog::Rubric,
    debate::{
        agreement::JudgeAgreement,
        ids::Seat,
        scores::{Items, Judgement, Marks, Scores},
    },
    llm::ModelError,
};

/// A judge who was asked several times, and how far the answers agree.
#[derive(Debug, Clone, PartialEq)]
pub struct RepeatedJudge {
    /// The seat of the judge.
    pub seat: Seat,
    /// The number of answers.
    pub answered: usize,
    /// The number of answers that are reports of use.
    pub reports: usize,
    /// The sides that were first, and how often, the most frequent first; `None` where several shared the place.
    pub first: Vec<(Option<String>, usize)>,
    /// The agreement of the reports; `None` where there are not two.
    pub agreement: Option<JudgeAgreement>,
}

impl RepeatedJudge {
    /// Compares what one judge gave.
    pub(super) fn of(
        seat: Seat,
        (rubric, items): (&Rubric, &Items),
        answers: &[&Result<Judgement, ModelError>],
    ) -> Self {
        let reports = answers.iter().filter_map(|one| one.as_ref().ok());
        let marks: Vec<&BTreeMap<String, Marks>> = reports.map(|one| &one.marks).collect();
        let mut counts: BTreeMap<Option<String>, usize> = BTreeMap::new();
        for one in &marks {
            let Some(scores) = Scores::of(rubric, items, &[one]) else {
                continue;
            };
            let first = scores.leader().map(|side| side.name.clone());
            *counts.entry(first).or_default() += 1;
        }
        let mut first: Vec<(Option<String>, usize)> = counts.into_iter().collect();
        first.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        Self {
            seat,
            answered: answers.len(),
            reports: marks.len(),
            first,
            agreement: JudgeAgreement::of(rubric, items, &marks),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(rubric: &Rubric, marks: &[(&str, f64)]) -> Judgement {
        let marks = marks.iter().map(|(id, mark)| {
            let scores = rubric.dimensions.iter().map(|one| (one.id.clone(), *mark));
            let marks = Marks {
                scores: scores.collect(),
                ..Marks::default()
            };
            ((*id).to_owned(), marks)
        });
        Judgement {
            marks: marks.collect(),
            ..Judgement::default()
        }
    }

    #[test]
    fn a_judge_is_held_against_itself() {
        let rubric = Rubric::usual().unwrap();
        let item = |id: &str| (id.to_owned(), id.to_owned(), format!("Side {id}"));
        let items: Items = [item("a"), item("b")].into_iter().collect();
        let reports = [
            report(&rubric, &[("a", 8.0), ("b", 6.0)]),
            report(&rubric, &[("a", 6.0), ("b", 6.0)]),
            report(&rubric, &[("a", 7.0), ("b", 6.0)]),
        ]
        .map(Ok);
        let all: Vec<_> = reports.iter().collect();
        let judge = RepeatedJudge::of(Seat::judge(1), (&rubric, &items), &all);
        assert_eq!(judge.reports, 3);
        assert_eq!(judge.first[0], (Some("Side a".to_owned()), 2));
        assert_eq!(judge.first[1], (None, 1));
        let total = judge.agreement.unwrap().total;
        // A range of 2 in the marks of one of two sides, and none in those of the other.
        assert!((total.range - 1.0).abs() < 1e-9, "{total:?}");
        let judge = RepeatedJudge::of(Seat::judge(1), (&rubric, &items), &all[..1]);
        assert_eq!((judge.reports, judge.agreement), (1, None));
    }
}
