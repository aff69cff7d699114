//! Reversals: what a judged debate's first place hangs on. Each argument and each judge is left out once and the scores
//! are computed anew (a leave-one-out analysis of sensitivity). Pure arithmetic; no model is asked.

use std::collections::BTreeMap;

use super::{
    DebateState, decide,
    ids::Seat,
    scores::{Items, Judged, Marks, Scores},
};
use crate::catalog::{Rubric, Scored};

/// The argument or the report that is left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LeftOut {
    /// An argument, by its id.
    Argument(String),
    /// A judge's report.
    Judge(Seat),
}

/// Something without which another side leads, or none does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reversal {
    /// The argument or the report that is left out.
    pub without: LeftOut,
    /// The name of the side that leads then; none where two share the first place.
    pub leader: Option<String>,
}

/// The sensitivity of a debate's scores to one change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sensitivity {
    /// The number of arguments that were left out, one at a time.
    pub arguments: usize,
    /// The number of judges who were left out, one at a time.
    pub judges: usize,
    /// The arguments and judges without which the first place is another's.
    pub reversals: Vec<Reversal>,
}

impl DebateState {
    /// The sensitivity of the first place: what it hangs on; `None` where nobody was scored, or there is one side.
    pub fn sensitivity(&self) -> Option<Sensitivity> {
        let opening = self.opening.as_deref()?;
        let rubric = opening.format.rubric.as_ref()?;
        let items = decide::items(self, opening, rubric.of);
        let reports = self.judgements.iter().filter_map(|(judge, judged)| {
            let Judged::Given(given) = judged else {
                return None;
            };
            Some((judge, &given.marks))
        });
        sensitivity(rubric, &items, &reports.collect::<Vec<_>>())
    }
}

fn sensitivity(
    rubric: &Rubric,
    items: &Items,
    reports: &[(&Seat, &BTreeMap<String, Marks>)],
) -> Option<Sensitivity> {
    let marks = |but: Option<&Seat>| -> Vec<&BTreeMap<String, Marks>> {
        let kept = reports.iter().filter(|(judge, _)| Some(*judge) != but);
        kept.map(|(_, marks)| *marks).collect()
    };
    let all = Scores::of(rubric, items, &marks(None))?;
    if all.sides.len() < 2 {
        return None;
    }
    let first = leader(&all);
    let turned = |without: LeftOut, scores: &Scores| {
        let leader = leader(scores);
        (leader != first).then_some(Reversal { without, leader })
    };
    let mut found = Sensitivity {
        arguments: 0,
        judges: 0,
        reversals: Vec::new(),
    };
    if rubric.of == Scored::Arguments {
        for (id, ..) in items {
            let rest: Items = items.iter().filter(|one| one.0 != *id).cloned().collect();
            // A side's only argument: without it there would be nobody to compare.
            let without = Scores::of(rubric, &rest, &marks(None));
            let without = without.filter(|scores| scores.sides.len() == all.sides.len());
            let Some(scores) = without else { continue };
            found.arguments += 1;
            let argument = LeftOut::Argument(id.clone());
            found.reversals.extend(turned(argument, &scores));
        }
    }
    if reports.len() > 1 {
        for (judge, _) in reports {
            let Some(scores) = Scores::of(rubric, items, &marks(Some(*judge))) else {
                continue;
            };
            found.judges += 1;
            let judge = LeftOut::Judge((*judge).clone());
            found.reversals.extend(turned(judge, &scores));
        }
    }
    Some(found)
}

/// The name of the side that leads another; none where two share the first place.
fn leader(scores: &Scores) -> Option<String> {
    let leader = scores.leader().filter(|_| scores.sides.len() > 1);
    leader.map(|side| side.name.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marks(all: &[(&str, f64)]) -> BTreeMap<String, Marks> {
        let one = |(id, score): &(&str, f64)| {
            let rubric = Rubric::usual().unwrap();
            let scores = rubric.dimensions.iter();
            let scores = scores.map(|one| (one.id.clone(), *score)).collect();
            let marks = Marks {
                scores,
                ..Marks::default()
            };
            ((*id).to_owned(), marks)
        };
        all.iter().map(one).collect()
    }

    fn rubric() -> Rubric {
        Rubric {
            of: Scored::Arguments,
            ..Rubric::usual().unwrap()
        }
    }

    fn items(ids: &[&str]) -> Items {
        let one = |id: &&str| {
            let side = id.split('-').next().unwrap_or_default();
            ((*id).to_owned(), side.to_owned(), side.to_owned())
        };
        ids.iter().map(one).collect()
    }

    #[test]
    fn an_argument_is_a_reversal_where_another_side_leads_without_it() {
        // Pro 7, Con 6; without PRO-1 it is 5 to 6, and without CON-2 it is 7 to 8.
        let given = marks(&[
            ("PRO-1", 9.0),
            ("PRO-2", 5.0),
            ("CON-1", 8.0),
            ("CON-2", 4.0),
        ]);
        let items = items(&["PRO-1", "PRO-2", "CON-1", "CON-2"]);
        let judge = Seat::judge(1);
        let found = sensitivity(&rubric(), &items, &[(&judge, &given)]).unwrap();
        assert_eq!((found.arguments, found.judges), (4, 0));
        let turned = |id: &str| Reversal {
            without: LeftOut::Argument(id.to_owned()),
            leader: Some("CON".to_owned()),
        };
        assert_eq!(found.reversals, [turned("PRO-1"), turned("CON-2")]);
    }

    #[test]
    fn a_judge_is_a_reversal_where_nobody_leads_without_them() {
        let (one, two) = (
            marks(&[("PRO-1", 9.0), ("CON-1", 6.0)]),
            marks(&[("PRO-1", 7.0), ("CON-1", 7.0)]),
        );
        let items = items(&["PRO-1", "CON-1"]);
        let seats = [Seat::judge(1), Seat::judge(2)];
        let reports = [(&seats[0], &one), (&seats[1], &two)];
        let found = sensitivity(&rubric(), &items, &reports).unwrap();
        // Without its only argument a side is not compared.
        assert_eq!((found.arguments, found.judges), (0, 2));
        let expected = Reversal {
            without: LeftOut::Judge(Seat::judge(1)),
            leader: None,
        };
        assert_eq!(found.reversals, [expected]);
    }

    #[test]
    fn a_clear_result_has_no_reversal_and_one_side_none_to_have() {
        let given = marks(&[("PRO-1", 9.0), ("PRO-2", 9.0), ("CON-1", 3.0)]);
        let judge = Seat::judge(1);
        let both = items(&["PRO-1", "PRO-2", "CON-1"]);
        let found = sensitivity(&rubric(), &both, &[(&judge, &given)]).unwrap();
        assert!(found.reversals.is_empty(), "{found:?}");
        let one = items(&["PRO-1", "PRO-2"]);
        assert_eq!(sensitivity(&rubric(), &one, &[(&judge, &given)]), None);
        assert_eq!(sensitivity(&rubric(), &both, &[]), None);
    }
}
