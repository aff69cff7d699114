//! Polling together: which members of the audience are asked for their straw votes in one call. One prompt has the
//! debate once and then their cards, in an order that the seed draws for each poll, so that no place in it is
//! anybody's.
//!
//! Asked alone is whoever has a model of their own, whoever had no vote in a joint answer, and everybody where joint
//! answers cannot be had at all.

use std::cmp::Reverse;

use super::{
    ids::Seat,
    opening::{Listener, Opening},
    seed_lots,
    state::DebateState,
    votes::Poll,
};
use crate::catalog::{Profile, Steps};

/// The most members who are asked at once: of more, models lose count.
const MOST: u32 = 20;
/// Tokens of a context in which a debate has room for the cards of so many besides.
const ROOM: u32 = 16_384;
/// Tokens of a context in which there is room for several cards at all.
const ROOM_FOR_SEVERAL: u32 = 4_096;

/// Whether a model can be asked for several members at once where somebody wants it: one that is asked for one thing
/// at a time otherwise, too, where its context has room.
pub fn is_possible(audience: &Profile) -> bool {
    audience.steps == Steps::Together || audience.context >= ROOM_FOR_SEVERAL
}

/// The number of members a model is asked for at once where nobody says so.
pub fn usual(audience: &Profile) -> u32 {
    if audience.steps == Steps::Together && audience.context >= ROOM {
        MOST
    } else {
        1
    }
}

/// The members who are asked with this one, who is due, in the order of the prompt; nobody but them where they are
/// asked alone. By poll, and by place in the audience.
pub(super) fn polled_with(state: &DebateState, (poll, member): (usize, usize)) -> Vec<Seat> {
    let Some(opening) = state.opening.as_deref() else {
        return Vec::new();
    };
    let Some(of_poll) = state.polls.get(poll) else {
        return Vec::new();
    };
    let listener = |at: usize| opening.audience.get(at);
    let is_joint = |at: usize| listener(at).is_some_and(|one| is_joint(state, of_poll, one));
    if !is_joint(member) {
        return listener(member)
            .iter()
            .map(|one| one.seat.clone())
            .collect();
    }
    let due = state.agenda.votes.range((poll, 0)..=(poll, usize::MAX));
    let due = due.map(|(_, at)| *at).filter(|at| is_joint(*at));
    let lots = lots(opening, of_poll);
    let mut due: Vec<usize> = due.collect();
    due.sort_by_key(|at| Reverse(lots.get(*at).copied()));
    // Evenly: what one call fails to bring is asked for again by the same call.
    let calls = due.len().div_ceil(state.polling.together as usize).max(1);
    due.truncate(due.len().div_ceil(calls));
    let members = due.into_iter().filter_map(listener);
    members.map(|one| one.seat.clone()).collect()
}

/// Whether a member may be asked with others.
fn is_joint(state: &DebateState, poll: &Poll, member: &Listener) -> bool {
    state.polling.is_joint() && member.own_model.is_none() && !poll.is_apart(&member.seat)
}

/// The lot of each place in the audience for one poll.
fn lots(opening: &Opening, poll: &Poll) -> Vec<u64> {
    seed_lots::of_audience(opening, u64::from(poll.after.0))
}
