//! Lessons where nobody has won: gaps of the evidence, and claims that went unanswered.

use std::collections::BTreeSet;

use super::{draft::Draft, named::first_named};
use crate::debate::{
    ids::Seat,
    scores::Standing,
    state::{Extraction, Turn},
    trace::TracedArgument,
    written::Work,
};

/// The number of unanswered claims that are put to each speaker at the most.
const CLAIMS: usize = 2;

/// Everybody is told what was not known and on what the answer depends.
pub(super) fn synthesis(draft: &mut Draft<'_>) {
    let mut works = draft
        .state
        .turns
        .iter()
        .rev()
        .filter(|turn| turn.is_ended());
    let last = works.find_map(|turn| match &turn.work {
        Some(Work::Synthesis(synthesis)) => Some(synthesis),
        _ => None,
    });
    let Some(synthesis) = last else { return };
    for seat in draft.speakers() {
        for gap in &synthesis.evidence_gaps {
            draft.missed(seat, gap);
        }
        for hinge in &synthesis.decision_hinges {
            draft.missed(seat, hinge);
            draft.query(seat, hinge);
        }
    }
}

/// Claims of those whom nobody rebutted, and arguments that nobody met and no judge refuted, are put to their
/// opponents.
pub(super) fn unanswered(draft: &mut Draft<'_>) {
    let state = draft.state;
    let mut rebutted: BTreeSet<&Seat> = BTreeSet::new();
    let mut claims: Vec<(&Seat, &str)> = Vec::new();
    for turn in state.speeches() {
        for point in points(turn) {
            match &point.rebuts_speaker {
                Some(name) if point.is_rebuttal => {
                    rebutted.extend(first_named(draft.opening, name, |_| true));
                }
                _ => claims.push((&turn.seat, point.claim.as_str())),
            }
        }
    }
    claims.retain(|(seat, _)| !rebutted.contains(seat));
    let stands =
        |row: &TracedArgument<'_>| row.met.is_empty() && row.standing != Some(Standing::Refuted);
    let unmet = state.trace().into_iter().filter(stands);
    claims.extend(unmet.map(|row| (row.seat, row.argument.claim.as_str())));
    for seat in draft.speakers() {
        let against = claims
            .iter()
            .filter(|(by, _)| draft.opening.oppose(seat, by))
            .take(CLAIMS);
        for (_, claim) in against.copied().collect::<Vec<_>>() {
            draft.answer(seat, claim);
        }
    }
}

fn points(turn: &Turn) -> &[crate::debate::answer::ArgumentPoint] {
    match &turn.arguments {
        Extraction::Done(found) => &found.arguments,
        Extraction::None | Extraction::Failed => &[],
    }
}
