//! Passages: what a speaker is given to draw on, and what a referee is given to check.

use minijinja::Value;

use super::{
    Own, nearest_sentence, opening, origin, seen,
    speech::{ARGUES, step_of},
    turn::guided,
    view,
};
use crate::{
    catalog::{Profile, Steps, Task},
    debate::{
        DebateState,
        ask::Cue,
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
            view! { number, source => origin(&passage.source), text => passage.text }
        })
        .collect()
}

/// The passage that the next words of a small model rest on: it is given one at a time, in the question itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rest {
    /// Its number.
    pub number: u32,
    /// What the speaker is to say of it: one sentence.
    pub gist: String,
    /// How the speaker is to begin.
    begins: &'static str,
    /// Where it comes from, where it was handed in tonight.
    handed_in: Option<String>,
}

/// How a passage is begun with. None of them is how one is begun with in practice: what was said there is not said here.
const BEGINS: [&str; 3] = [
    "I have said before that",
    "I once said that",
    "Long ago I said that",
];
const BEGINS_WITH_EVIDENCE: &str = "It lies before us that";

impl Rest {
    /// A passage that was drawn.
    #[cfg(test)]
    pub fn new(number: u32, gist: &str) -> Self {
        Self {
            number,
            gist: gist.to_owned(),
            begins: BEGINS_WITH_EVIDENCE,
            handed_in: None,
        }
    }

    /// The passage of those drawn last that has this place, counted round and round. Only a sentence of it is shown, so
    /// those come first of which one sentence has most to do with the motion, and among them those that fit best.
    fn at(state: &DebateState, turn: &Turn, place: usize) -> Option<Self> {
        let motion = &opening(state)?.motion;
        let mut passages: Vec<(usize, &str, u32, &Passage)> = drawn(state, &turn.seat)
            .into_iter()
            .map(|(number, passage)| {
                let nearest = nearest_sentence(motion, &passage.text);
                let (shared, gist) = nearest.unwrap_or((0, &passage.text));
                (shared, gist, number, passage)
            })
            .collect();
        passages.sort_by_key(|(shared, ..)| std::cmp::Reverse(*shared));
        let (_, gist, number, passage) = passages.get(place % passages.len().max(1))?;
        let handed_in = passage.evidence.is_some().then(|| passage.source.clone());
        Some(Self {
            number: *number,
            gist: first_words(gist, GIST),
            begins: match handed_in {
                None => BEGINS[*number as usize % BEGINS.len()],
                Some(_) => BEGINS_WITH_EVIDENCE,
            },
            handed_in,
        })
    }

    /// For the words of a prompt.
    pub(super) fn view(&self) -> Value {
        view! {
            number => self.number, gist => self.gist, begins => Own(self.begins),
            handed_in => self.handed_in.as_deref().map(origin),
        }
    }
}

/// What a step of a main speech rests on: the one that argues.
pub(in crate::prompt) fn of_step(state: &DebateState, turn: &Turn, cue: Cue) -> Option<Rest> {
    let is_taught = guided(state, turn).is_some_and(|given| !given.missed.is_empty());
    (step_of(turn, cue) == ARGUES && !is_taught)
        .then(|| Rest::at(state, turn, 0))
        .flatten()
}

/// What a short speech rests on: every second one of the speaker's, so that there is room for what others said.
pub(in crate::prompt) fn of_short(state: &DebateState, turn: &Turn) -> Option<Rest> {
    let prior = seen(state, turn);
    let spoken = prior.iter().filter(|one| one.seat == turn.seat).count();
    let is_taught = guided(state, turn).is_some_and(|given| given.missed.get(spoken).is_some());
    (turn.task == Task::Speech && spoken.is_multiple_of(2) && !is_taught)
        .then(|| Rest::at(state, turn, spoken / 2))
        .flatten()
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
