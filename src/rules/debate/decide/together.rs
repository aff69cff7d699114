//! The things of the house that are asked for in one call: ballots of several members whom one model plays, and the
//! assessments of all speakers by a judge who can lay everything side by side. What an answer for several did not bring
//! is asked for alone.

use std::cmp::Reverse;

use crate::debate::{
    ask::{Ask, When},
    ids::Seat,
    seed_lots,
    state::DebateState,
};

/// The most ballots in one call: each has a reason of the member's own.
const BALLOTS: usize = 5;
/// The streams of the seed from which the orders of the ballots are drawn; polls have those of their turns.
const BEFORE: u64 = (1 << 32) + 1;
const AFTER: u64 = BEFORE + 1;

/// The ask with the others of its kind that are due, as many as go with it; by itself where none does.
pub(super) fn with_others(state: &DebateState, first: &Ask) -> Ask {
    let alone = || first.clone();
    if !is_joint(state, first) {
        return alone();
    }
    let due = state.agenda.house.iter();
    let due = due.filter_map(|at| state.plan.owed.get(*at).map(|owed| &owed.ask));
    let due = due.filter(|ask| is_joint(state, ask));
    if let Ask::Ballot { when, .. } = first {
        let members = due.filter_map(|ask| ballot_of(ask, *when)).cloned();
        let members = drawn(state, members.collect(), *when);
        return match members.len() {
            0 | 1 => alone(),
            _several => Ask::Ballots {
                members,
                when: *when,
            },
        };
    }
    let seats: Vec<Seat> = due.filter_map(assessed).cloned().collect();
    match seats.len() {
        0 | 1 => alone(),
        _several => Ask::Assessments { seats },
    }
}

/// Whether something may be asked for together with others.
fn is_joint(state: &DebateState, ask: &Ask) -> bool {
    let Some(opening) = state
        .opening
        .as_deref()
        .filter(|_| !state.apart.contains(ask))
    else {
        return false;
    };
    if let Ask::Ballot { member, .. } = ask {
        let listener = opening.listener(member);
        return state.polling.is_joint() && listener.is_some_and(|one| one.own_model.is_none());
    }
    // Whoever ranks everything side by side has room for it, and can.
    let house = Seat::house();
    assessed(ask).is_some() && opening.options.ranking_judges.contains(&house)
}

fn ballot_of(ask: &Ask, when: When) -> Option<&Seat> {
    if let Ask::Ballot { member, when: then } = ask {
        (*then == when).then_some(member)
    } else {
        None
    }
}

fn assessed(ask: &Ask) -> Option<&Seat> {
    if let Ask::Assess { seat } = ask {
        Some(seat)
    } else {
        None
    }
}

/// The members of the next call, in an order that the seed draws: no place in a prompt is anybody's. Evenly, where there
/// are several calls.
fn drawn(state: &DebateState, mut members: Vec<Seat>, when: When) -> Vec<Seat> {
    let Some(opening) = state.opening.as_deref() else {
        return Vec::new();
    };
    let stream = match when {
        When::Before => BEFORE,
        When::After => AFTER,
    };
    let lots = seed_lots::of_audience(opening, stream);
    let lot = |seat: &Seat| lots.get(opening.place_in_audience(seat)?).copied();
    members.sort_by_key(|seat| Reverse(lot(seat)));
    let most = (state.polling.together as usize).clamp(1, BALLOTS);
    let calls = members.len().div_ceil(most).max(1);
    members.truncate(members.len().div_ceil(calls));
    members
}
