//! Does a turn keep its rules? The referee has heard what its speaker had.

use std::collections::BTreeMap;

use minijinja::Value;

use super::{Asking, REFEREE_TEMPERATURE, Reply, Sees, Wording, answer::all_are_there, view::view};
use crate::{
    catalog::Rule,
    debate::{
        DebateState,
        decide::{Answer, asked_rules},
        ids::TurnId,
        scores::Finding,
        state::Turn,
    },
    fence::Own,
    llm::shape::{keyed, shape_of},
};

/// The ask: for the turn that is checked.
pub(super) struct Referee(pub(super) TurnId);

impl Asking for Referee {
    fn wording<'a>(&self, state: &'a DebateState) -> Option<Wording<'a>> {
        let turn = state.turn(self.0)?;
        Some(Wording::One(("referee.md", refereed(state, turn))))
    }

    fn max_tokens(&self, _state: &DebateState) -> u32 {
        500
    }

    fn temperature(&self, _state: &DebateState) -> Option<f64> {
        Some(REFEREE_TEMPERATURE)
    }

    fn sees<'a>(&self, state: &'a DebateState) -> Sees<'a> {
        let turn = state.turn(self.0);
        Sees::of(turn.map_or_else(Vec::new, |turn| state.heard_before(turn)))
    }

    fn reply(&self, state: &DebateState) -> Reply {
        let turn = state.turn(self.0);
        let rules = turn
            .map(|turn| asked_rules(state, turn))
            .unwrap_or_default();
        findings(&rules)
    }
}

/// A turn that the referee reads, and the rules that it has to keep.
fn refereed(state: &DebateState, turn: &Turn) -> Value {
    let rules = demands(&asked_rules(state, turn));
    let spec = state.spec_of(turn);
    let slot = state.slot_of(turn);
    view! {
        speaker => view! { name => state.name(&turn.seat), side => state.side_name(&turn.seat) },
        task => Own(spec.map(|spec| spec.title.as_str()).filter(|title| !title.is_empty())
            .unwrap_or(turn.task.name())),
        category => spec.and_then(|spec| spec.category.as_deref()).map(Own),
        whom => slot.and_then(|slot| slot.whom.as_ref()).map(|seat| state.name(seat)),
        text => text(turn),
        again => !turn.missed.is_empty(),
        rules,
    }
}

/// The text of a turn, or of its draft, where nobody has heard anything of it.
fn text(turn: &Turn) -> String {
    let draft = turn.whole_draft();
    draft.map_or_else(|| turn.text.clone(), |draft| draft.work.text())
}

/// The rules as they are told to the referee.
pub(super) fn demands(rules: &[Rule]) -> Vec<Value> {
    let demanded = |rule: &Rule| {
        let asks = rule.asks_for_something();
        view! { word => Own(rule.word()), demands => Own(rule.demands()), asks }
    };
    rules.iter().map(demanded).collect()
}

/// The form of the answer: a finding of each rule.
pub(super) fn findings(rules: &[Rule]) -> Reply {
    let rules: Vec<String> = rules.iter().map(|rule| rule.word().to_owned()).collect();
    let shape = keyed("Findings", &rules, &shape_of::<Finding>().schema);
    Reply::shaped(shape, move |found: BTreeMap<String, Finding>| {
        all_are_there(&found, &rules)?;
        Ok(Answer::Findings(found))
    })
}
