//! Lessons from judges' reports: weaknesses, arguments that fell, what was left open.

use super::{draft::Draft, is_about_style};
use crate::{
    catalog::{Rubric, Scored},
    debate::{
        ids::Seat,
        scores::{Marks, Standing},
    },
};

pub(super) fn draw(draft: &mut Draft<'_>) {
    let own = draft.opening.format.rubric.clone();
    let Some(rubric) = own.or_else(Rubric::usual) else {
        return;
    };
    let reports: Vec<_> = draft.state.reports().collect();
    match rubric.of {
        Scored::Arguments => arguments(draft),
        Scored::Speakers | Scored::Sides => {
            for report in &reports {
                for (id, marks) in &report.marks {
                    for seat in seats(draft, id) {
                        weaknesses(draft, seat, marks);
                    }
                }
            }
            best(draft);
        }
    }
    if reports.is_empty() {
        // No report could be had: what was found between rounds is all that is known.
        let found = draft.state.rounds.iter().rev();
        for assessment in found.filter_map(|round| round.assessment.given()) {
            for (id, marks) in &assessment.marks {
                for seat in seats(draft, id) {
                    weaknesses(draft, seat, marks);
                }
            }
        }
    }
    for question in reports
        .iter()
        .flat_map(|report| &report.unresolved_questions)
    {
        for seat in draft.speakers() {
            draft.missed(seat, question);
        }
    }
}

/// The seats whose marks stand under an id: one speaker's, or those of a side.
fn seats<'a>(draft: &Draft<'a>, id: &str) -> Vec<&'a Seat> {
    let is_meant = |seat: &&Seat| seat.as_str() == id || seat.group() == id;
    draft.speakers().filter(is_meant).collect()
}

fn weaknesses(draft: &mut Draft<'_>, seat: &Seat, marks: &Marks) {
    for weakness in &marks.weaknesses {
        if is_about_style(weakness) {
            draft.note(seat, weakness);
        } else {
            draft.missed(seat, weakness);
        }
    }
}

/// Puts to each speaker what the best of their opponents did well, to be answered.
fn best(draft: &mut Draft<'_>) {
    let state = draft.state;
    let Some(scores) = &state.scores else { return };
    for seat in draft.speakers() {
        let opponents = draft.opponents(seat);
        let against = scores.totals.iter().filter(|total| {
            let is_meant = |other: &&Seat| other.as_str() == total.id || other.group() == total.id;
            opponents.iter().any(is_meant)
        });
        let Some(best) = against.max_by(|a, b| a.total.total_cmp(&b.total)) else {
            continue;
        };
        let marks = state
            .reports()
            .filter_map(|report| report.marks.get(&best.id));
        for strength in marks.flat_map(|marks| &marks.strengths) {
            draft.answer(seat, strength);
        }
    }
}

/// Draws on the arguments: what fell is missed by its author, what stands is to be answered by the others, and a
/// suspicious pattern is a note.
fn arguments(draft: &mut Draft<'_>) {
    let state = draft.state;
    for row in state.trace() {
        let (seat, argument) = (row.seat, row.argument);
        match row.standing {
            Some(Standing::Refuted | Standing::PartiallyUpheld | Standing::Uncertain) => {
                let claim = argument.claim.trim().trim_end_matches('.');
                let told = [claim, row.reason];
                let told: Vec<&str> = told.into_iter().filter(|text| !text.is_empty()).collect();
                draft.missed(seat, &told.join(": "));
            }
            Some(Standing::Upheld) => {
                for other in draft.opponents(seat) {
                    draft.answer(other, &argument.claim);
                }
            }
            None => {}
        }
        let marks = state
            .reports()
            .filter_map(|report| report.marks.get(&argument.id));
        for flag in marks.flat_map(|marks| &marks.fallacies) {
            draft.note(seat, &format!("{}: {}", flag.fallacy, flag.words));
        }
    }
}
