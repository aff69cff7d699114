//! The viewer's question, or request for clarification.

use minijinja::Value;

use super::{
    Asking, Reply, Sees, Wording, tokens,
    view::{me, names, view},
};
use crate::debate::{
    DebateState, ids::InterventionId, neutrality::Neutrality, sources::handed_in, state::Matter,
};

/// The most words of an answer.
const ANSWER_WORDS: u32 = 90;

/// The ask: which intervention.
pub(super) struct Question(pub(super) InterventionId);

impl Asking for Question {
    fn wording<'a>(&self, state: &'a DebateState) -> Option<Wording<'a>> {
        Some(Wording::One(("question.md", asked(state, self.0))))
    }

    fn max_tokens(&self, _state: &DebateState) -> u32 {
        tokens(ANSWER_WORDS) * 2
    }

    fn sees<'a>(&self, state: &'a DebateState) -> Sees<'a> {
        let live = state.floor();
        Sees::with(state, live.filter(|turn| !turn.text.trim().is_empty()))
    }

    fn reply(&self, state: &DebateState) -> Reply {
        let item = state.intervention(self.0);
        let seat = item.and_then(|item| item.seat.as_ref());
        Reply::Text {
            names: seat.map_or_else(Vec::new, |seat| names(state, seat)),
            words: ANSWER_WORDS + ANSWER_WORDS / 3,
            neutral: Neutrality::of_seat(state, seat),
            says_cut: true,
        }
    }
}

/// A question of the gallery.
fn asked(state: &DebateState, item: InterventionId) -> Value {
    let Some(item) = state.intervention(item) else {
        return view! {};
    };
    let me = item.seat.as_ref().map(|seat| me(state, seat));
    view! {
        me,
        question => handed_in(&item.text),
        clarification => item.matter == Matter::Clarification,
        words => ANSWER_WORDS,
    }
}
