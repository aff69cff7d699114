//! Passages: what a speaker is given to draw on, and what a referee is given to check.

use minijinja::Value;

use super::{main_sentence, opening, view};
use crate::{
    catalog::{Profile, Steps},
    debate::{
        DebateState,
        decide::asked_sources,
        ids::{Seat, TurnId},
        sources::{Passage, without_marks},
        state::Turn,
    },
    text::first_words,
};

/// Tokens of a passage in a prompt, with its source: two hundred words and some.
const TOKENS: u32 = 330;
/// Passages have at most this share of a model's context.
const SHARE: u32 = 4;
/// Words of a passage that a small model is given.
const GIST: usize = 45;

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
            view! { number, source => passage.source, text => passage.text }
        })
        .collect()
}

/// One passage for a step of a small model's speech: another one for each.
pub(super) fn for_step(state: &DebateState, turn: &Turn, step: u32) -> Option<Value> {
    let passages = drawn(state, &turn.seat);
    let (number, passage) = passages.get(step as usize % passages.len().max(1))?;
    let motion = &opening(state)?.motion;
    let gist = main_sentence(motion, &passage.text).map_or_else(
        || first_words(&passage.text, GIST),
        |one| first_words(one, GIST),
    );
    Some(view! { number, source => passage.source, gist })
}

fn drawn<'a>(state: &'a DebateState, seat: &Seat) -> Vec<(u32, &'a Passage)> {
    let own = state.turns.iter().rev().filter(|turn| &turn.seat == seat);
    let last = own
        .filter_map(|turn| turn.drawn.as_ref())
        .find(|drawn| !drawn.is_empty());
    let numbers = last.into_iter().flatten();
    numbers
        .filter_map(|number| Some((*number, state.passage(*number)?)))
        .collect()
}

/// What a turn has claimed of passages, and the passages.
pub(in crate::prompt) fn cited(state: &DebateState, turn: TurnId) -> Value {
    let Some(turn) = state.turn(turn) else {
        return view! {};
    };
    let claims: Vec<Value> = asked_sources(state, turn)
        .into_iter()
        .filter_map(|(number, sentence)| {
            let text = &state.passage(number)?.text;
            Some(view! { number, text, claim => without_marks(sentence) })
        })
        .collect();
    view! { speaker => state.name(&turn.seat), claims }
}
