//! Marks beside rankings: how far apart the marks of a judge are, and whether they put things in the order in which the
//! judge ranks them side by side. A judge who gives everything nearly the same says little by it.

use super::{
    agreement::{Spread, kendall_tau},
    ids::Seat,
    state::DebateState,
};
use crate::catalog::{Scored, Verdict};

/// The marks of a judge beside the ranking.
#[derive(Debug, Clone, PartialEq)]
pub struct SideBySide<'a> {
    /// The seat of the judge; the house's for whoever gives the direct verdict.
    pub judge: &'a Seat,
    /// The ids of what was ranked, the best first.
    pub ranking: &'a [String],
    /// The spread of the marks; `None` where there are not two.
    pub spread: Option<Spread>,
    /// Kendall's tau-b between the marks and the ranking; `None` where all marks are the same.
    pub agreement: Option<f64>,
}

impl DebateState {
    /// The kind of things that judges rank: what their reports give marks to; where the house divides, speakers.
    pub fn ranked_kind(&self) -> Scored {
        let format = self.opening.as_deref().map(|opening| &opening.format);
        let rubric = format
            .filter(|format| format.verdict == Verdict::Judge)
            .and_then(|format| format.rubric.as_ref());
        rubric.map_or(Scored::Speakers, |rubric| rubric.of)
    }

    /// The rankings that could be had, each beside the marks of the same judge.
    pub fn side_by_side(&self) -> Vec<SideBySide<'_>> {
        let given = self.rankings.iter();
        let given = given.filter_map(|(judge, ranking)| Some((judge, ranking.as_deref()?)));
        let beside = given.map(|(judge, ranking)| {
            let marks = ranking.iter().enumerate().filter_map(|(place, id)| {
                // The first of a ranking is what deserves most.
                Some((self.mark_of(judge, id)?, -(place as f64)))
            });
            let marks: Vec<(f64, f64)> = marks.collect();
            let numbers: Vec<f64> = marks.iter().map(|(mark, _)| *mark).collect();
            SideBySide {
                judge,
                ranking,
                spread: Spread::of(&numbers),
                agreement: kendall_tau(&marks),
            }
        });
        beside.collect()
    }

    /// The mark that a judge gave something: in the report, or in the assessment of the speaker.
    fn mark_of(&self, judge: &Seat, id: &str) -> Option<f64> {
        if *judge == Seat::house() {
            let assessment = self.assessments.get(&Seat::named(id))?.as_ref()?;
            return Some(assessment.effectiveness);
        }
        let rubric = self.opening.as_deref()?.format.rubric.as_ref()?;
        let mut reports = self.judgements.iter().filter(|(seat, _)| seat == judge);
        let report = reports.find_map(|(_, judged)| judged.given())?;
        Some(report.marks.get(id)?.total(rubric))
    }
}
