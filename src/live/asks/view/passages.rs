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
    let passages = drawn(state, seat).into_iter().take(room(profile));
    passages
        .map(|(number, passage)| {
            view! { number, source => origin(&passage.source), text => passage.text }
        })
        .collect()
}

/// The most passages that a seat had to draw on at once, as far as its model has room for them. A small model has them
/// all to draw on, one after the other.
pub fn most_at_once(state: &DebateState, seat: &Seat) -> usize {
    let Some(speaker) = state.speaker(seat) else {
        return 0;
    };
    let most = match speaker.profile.steps {
        Steps::OneAtATime => usize::MAX,
        Steps::Together => room(&speaker.profile),
    };
    let own = state.turns.iter().filter(|turn| &turn.seat == seat);
    let drawn = own.filter_map(|turn| turn.drawn.as_ref());
    drawn.map(|drawn| drawn.len().min(most)).max().unwrap_or(0)
}

/// The number of passages that a prompt for a model of this profile has room for.
fn room(profile: &Profile) -> usize {
    match profile.steps {
        // A small model is given one at a time, in the question itself.
        Steps::OneAtATime => 0,
        Steps::Together => (profile.context / SHARE / TOKENS).max(1) as usize,
    }
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
