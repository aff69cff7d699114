//! Do the passages that a turn names hold what is claimed of them? Asked of the referee.

use std::collections::BTreeMap;

use minijinja::Value;

use super::{Asking, REFEREE_TEMPERATURE, Reply, Wording, answer::all_are_there, view::view};
use crate::{
    debate::{
        DebateState,
        decide::{Answer, asked_sources},
        ids::TurnId,
        scores::CitationCheck,
        sources::without_marks,
    },
    llm::shape::{keyed, shape_of},
};

/// The ask: for the turn that is checked.
pub(super) struct Sources(pub(super) TurnId);

impl Asking for Sources {
    fn wording<'a>(&self, state: &'a DebateState) -> Option<Wording<'a>> {
        Some(Wording::One(("sources.md", cited(state, self.0))))
    }

    fn max_tokens(&self, _state: &DebateState) -> u32 {
        900
    }

    fn temperature(&self, _state: &DebateState) -> Option<f64> {
        Some(REFEREE_TEMPERATURE)
    }

    fn reply(&self, state: &DebateState) -> Reply {
        let turn = state.turn(self.0);
        let asked = turn
            .map(|turn| asked_sources(state, turn))
            .unwrap_or_default();
        let keys: Vec<String> = asked.iter().map(|(number, _)| number.to_string()).collect();
        let shape = keyed("Sources", &keys, &shape_of::<CitationCheck>().schema);
        Reply::shaped(shape, move |found: BTreeMap<String, CitationCheck>| {
            all_are_there(&found, &keys)?;
            let found = found.into_iter();
            let by_number = found.filter_map(|(key, held)| Some((key.parse().ok()?, held)));
            Ok(Answer::CitationChecks(by_number.collect()))
        })
    }
}

/// The claims of a turn on passages, and the passages.
fn cited(state: &DebateState, turn: TurnId) -> Value {
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
