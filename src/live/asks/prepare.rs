//! Private notes before the debate.

use minijinja::Value;

use super::{
    Asking, Reply, Sees, Wording, tokens,
    view::{case, is_brief, me, opening, view},
};
use crate::{
    catalog::Task,
    debate::{DebateState, ids::TurnId, state::Turn},
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
    view! {
        me => me(state, &turn.seat),
        facts => case(state, &turn.seat),
        words => turn.target_words,
        format => opening(state).map(|opening| Own(opening.format.name.as_str())),
        speech_words => speech_words(state, turn),
        prepares => true,
    }
}

/// The number of words of the first speech for which somebody prepares. A question or an answer is none.
fn speech_words(state: &DebateState, turn: &Turn) -> Option<u32> {
    let mut slots = state.plan.slots.iter().skip(turn.slot as usize);
    let is_speech = |task: Task| matches!(task, Task::Speech | Task::Arguments | Task::Closing);
    let spoken = slots.find(|slot| slot.seat == turn.seat && is_speech(slot.task));
    spoken.map(|slot| slot.words).filter(|words| *words > 0)
}
