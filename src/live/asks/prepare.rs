//! Private notes before the debate.

use minijinja::Value;

use super::{
    Asking, Reply, Sees, Wording, tokens,
    view::{case, is_brief, me, opening, view},
};
use crate::{
    catalog::{Task, TurnSpec},
    debate::{DebateState, ids::TurnId, plan::Slot, state::Turn},
    fence::Own,
};

/// The ask: for the turn that the notes are.
pub(super) struct Prepare(pub(super) TurnId);

/// Words of a turn that is not there.
const USUAL_WORDS: u32 = 400;

impl Asking for Prepare {
    fn wording<'a>(&self, state: &'a DebateState) -> Option<Wording<'a>> {
        let template = if is_brief(state, self.0) {
            "prepare_step.md"
        } else {
            "prepare.md"
        };
        Some(Wording::One((template, speaking(state, self.0))))
    }

    fn max_tokens(&self, state: &DebateState) -> u32 {
        state
            .turn(self.0)
            .map_or(400, |turn| tokens(turn.target_words) * 3 / 2 + 60)
    }

    /// Nothing has been said yet.
    fn sees<'a>(&self, _state: &'a DebateState) -> Sees<'a> {
        Sees::House
    }

    fn reply(&self, state: &DebateState) -> Reply {
        let words = state
            .turn(self.0)
            .map_or(USUAL_WORDS, |turn| turn.target_words * 2);
        Reply::Text {
            names: vec![],
            words,
            neutral: None,
            says_cut: false,
        }
    }
}

/// A speaker who prepares.
fn speaking(state: &DebateState, turn: TurnId) -> Value {
    let Some(turn) = state.turn(turn) else {
        return view! {};
    };
    let speech = first_speech(state, turn);
    let spec = speech.and_then(|slot| spec_of(state, slot));
    view! {
        me => me(state, &turn.seat),
        facts => case(state, &turn.seat),
        words => turn.target_words,
        format => opening(state).map(|opening| Own(opening.format.name.as_str())),
        speech_words => speech.map(|slot| slot.words).filter(|words| *words > 0),
        speech_title => Own(spec.map(|spec| spec.title.trim()).unwrap_or_default()),
        speech_task => Own(spec.map(|spec| spec.instructions.trim()).unwrap_or_default()),
        prepares => true,
    }
}

/// The first speech for which somebody prepares. A question or an answer is none.
fn first_speech<'a>(state: &'a DebateState, turn: &Turn) -> Option<&'a Slot> {
    let mut slots = state.plan.slots.iter().skip(turn.slot as usize);
    let is_speech = |task: Task| matches!(task, Task::Speech | Task::Arguments | Task::Closing);
    slots.find(|slot| slot.seat == turn.seat && is_speech(slot.task))
}

/// What the format says of it.
fn spec_of<'a>(state: &'a DebateState, slot: &Slot) -> Option<&'a TurnSpec> {
    let phases = &opening(state)?.format.phases;
    let phase = phases.get(slot.phase as usize)?;
    phase.turns.get(slot.spec as usize)
}
