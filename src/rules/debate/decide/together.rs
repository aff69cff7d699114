//! The assessments of all speakers, which a judge who can lay everything side by side is asked for in one call. Of whom
//! there is none in the answer, it is asked for alone.

use crate::debate::{ask::Ask, ids::Seat, state::DebateState};

/// The ask with the others of its kind that are due; by itself where none goes with it.
pub(super) fn with_others(state: &DebateState, first: &Ask) -> Ask {
    let due = state.agenda.house.iter();
    let due = due.filter_map(|at| state.plan.owed.get(*at).map(|owed| &owed.ask));
    let seats: Vec<Seat> = match assessed(state, first) {
        Some(_) => due
            .filter_map(|ask| assessed(state, ask))
            .cloned()
            .collect(),
        None => Vec::new(),
    };
    if seats.len() > 1 {
        Ask::Assessments { seats }
    } else {
        first.clone()
    }
}

/// The speaker of whom an assessment is asked for, where it may be asked for with others: by whoever ranks everything side
/// by side, who has room for it and can.
fn assessed<'a>(state: &DebateState, ask: &'a Ask) -> Option<&'a Seat> {
    let opening = state.opening.as_deref()?;
    let is_joint = || {
        let ranks = opening.options.ranking_judges.contains(&Seat::house());
        ranks && !state.apart.contains(ask)
    };
    if let Ask::Assess { seat } = ask {
        is_joint().then_some(seat)
    } else {
        None
    }
}
