//! The view of a turn that the format describes: its task in the format's own words, and its rules.

use minijinja::Value;

use super::{opening, view};
use crate::{
    catalog::{LEAST_ARGUMENTS, MOST_ARGUMENTS, Rule},
    debate::{
        DebateState,
        state::{Turn, TurnStatus},
    },
    fence::{Own, own_all},
};

/// The task of the turn as the format has it, and what was wrong with the last attempt.
pub(in crate::asks) fn task(state: &DebateState, turn: &Turn) -> Value {
    let spec = state.spec_of(turn);
    let slot = state.slot_of(turn);
    let phase = opening(state).and_then(|opening| opening.format.phases.get(turn.phase as usize));
    let plan = state.plan.phases.get(turn.phase as usize);
    let rules: Vec<&str> = state
        .rules_of(turn)
        .into_iter()
        .map(Rule::demands)
        .collect();
    let exchanges = spec.and_then(|spec| spec.exchanges).unwrap_or(1);
    view! {
        kind => turn.task.word(),
        title => Own(title(state, turn)),
        phase => phase.map(|phase| phase.name.as_str()),
        instructions => Own(spec.map(|spec| spec.instructions.trim()).unwrap_or_default()),
        brief => Own(spec.map(|spec| spec.brief.trim()).unwrap_or_default()),
        guidelines => own_all(phase.map(|phase| phase.guidelines.as_slice()).unwrap_or_default()),
        rules => own_all(&rules),
        category => spec.and_then(|spec| spec.category.as_deref()).map(Own),
        detailed => spec.is_some_and(|spec| spec.detailed),
        least => spec.and_then(|spec| spec.least_arguments).unwrap_or(LEAST_ARGUMENTS),
        most => spec.and_then(|spec| spec.most_arguments).unwrap_or(MOST_ARGUMENTS),
        least_words => state.least_words(turn),
        words => turn.target_words,
        round => slot.map_or(1, |slot| slot.round),
        rounds => plan.map_or(1, |plan| plan.rounds),
        exchange => slot.map_or(0, |slot| slot.exchange),
        exchanges,
        whom => slot.and_then(|slot| slot.whom.as_ref()).map(|seat| state.name(seat)),
        simultaneous => state.is_simultaneous(turn),
        struck => struck(state, turn),
    }
}

/// The title of a turn.
fn title(state: &DebateState, turn: &Turn) -> String {
    let title = state
        .spec_of(turn)
        .map(|spec| spec.title.as_str())
        .unwrap_or_default();
    if title.is_empty() {
        turn.task.name().to_owned()
    } else {
        title.to_owned()
    }
}

/// The rule and the reason for which the last attempt at this turn was struck.
fn struck(state: &DebateState, turn: &Turn) -> Option<Value> {
    let before = state
        .turns
        .iter()
        .rfind(|one| one.slot == turn.slot && one.id != turn.id)?;
    let TurnStatus::Struck { rule, reason } = &before.status else {
        return None;
    };
    Some(view! { rule => rule, reason => reason })
}
