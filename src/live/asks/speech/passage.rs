//! The passage that the next words of a small speaker rest on: it is given one at a time, in the question itself.

use minijinja::Value;

use super::step_number::{ARGUES, step_of};
use crate::{
    asks::{
        passages::GivenPassage,
        view::{guided, nearest_sentence, opening, origin, passages::drawn, seen, view},
    },
    catalog::Task,
    debate::{DebateState, ask::Cue, passage::Passage, state::Turn},
    fence::Own,
    text::first_words,
};

/// Words of a passage that a small model is given.
const GIST: usize = 45;

/// The words that a passage is begun with. None of them is how one is begun with in practice: what was said there is
/// not said here.
const BEGINS: [&str; 3] = [
    "I have said before that",
    "I once said that",
    "Long ago I said that",
];
const BEGINS_WITH_EVIDENCE: &str = "It lies before us that";

impl GivenPassage {
    /// A passage that was drawn.
    #[cfg(test)]
    pub(crate) fn new(number: u32, gist: &str) -> Self {
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

/// The passage that a step of a main speech rests on: only the step that argues has one.
pub(super) fn of_step(state: &DebateState, turn: &Turn, cue: Cue) -> Option<GivenPassage> {
    let is_taught = guided(state, turn).is_some_and(|given| !given.missed.is_empty());
    (step_of(turn, cue) == ARGUES && !is_taught)
        .then(|| GivenPassage::at(state, turn, 0))
        .flatten()
}

/// The passage that a short speech rests on: every second one of the speaker's has one, so that there is room for what
/// others said.
pub(super) fn of_short(state: &DebateState, turn: &Turn) -> Option<GivenPassage> {
    let prior = seen(state, turn);
    let spoken = prior.iter().filter(|one| one.seat == turn.seat).count();
    let is_taught = guided(state, turn).is_some_and(|given| given.missed.get(spoken).is_some());
    (turn.task == Task::Speech && spoken.is_multiple_of(2) && !is_taught)
        .then(|| GivenPassage::at(state, turn, spoken / 2))
        .flatten()
}
