//! Passages that a speaker is given to draw on.

use minijinja::Value;

use super::{origin, view};
use crate::{
    catalog::{Profile, Steps},
    debate::{DebateState, ids::Seat, passage::Passage},
};

/// Tokens of a passage in a prompt, with its source: two hundred words and some.
const TOKENS: u32 = 330;
/// Passages have at most this share of a model's context.
const SHARE: u32 = 4;

/// The passages that were drawn for a speaker last, as many as its model has room for.
pub(super) fn own(state: &DebateState, seat: &Seat, profile: &Profile) -> Vec<Value> {
    let room = match profile.steps {
        // A small model is given one at a time, in the question itself.
        Steps::OneAtATime => 0,
        Steps::Together => (profile.context / SHARE / TOKENS).max(1) as usize,
    };
    let passages = drawn(state, seat).into_iter().take(room);
    passages
        .map(|(number, passage)| {
            view! { number, source => origin(&passage.source), text => passage.text }
        })
        .collect()
}

/// The passages that were drawn for a seat last, with their numbers.
pub(in crate::asks) fn drawn<'a>(state: &'a DebateState, seat: &Seat) -> Vec<(u32, &'a Passage)> {
    let own = state.turns.iter().rev().filter(|turn| &turn.seat == seat);
    let last = own
        .filter_map(|turn| turn.drawn.as_ref())
        .find(|drawn| !drawn.is_empty());
    let numbers = last.into_iter().flatten();
    numbers
        .filter_map(|number| Some((*number, state.passage(*number)?)))
        .collect()
}
