//! What judges and the referee are told. Never which model anybody is.

use minijinja::Value;

use super::{opening, view};
use crate::{
    catalog::{Rubric, Scored},
    debate::{
        DebateState,
        decide::{asked_rules, candidates},
        state::Turn,
    },
};

fn rubric(rubric: &Rubric) -> Value {
    let dimensions: Vec<Value> = rubric
        .dimensions
        .iter()
        .map(|one| {
            view! {
                id => one.id,
                name => one.name,
                share => (one.weight * 100.0).round() as u32,
                criteria => one.criteria,
            }
        })
        .collect();
    view! {
        lowest => rubric.lowest,
        highest => rubric.highest,
        whole => rubric.whole,
        of => match rubric.of {
            Scored::Arguments => "argument",
            Scored::Speakers => "speaker",
            Scored::Sides => "side",
        },
        dimensions,
        fallacies => rubric.fallacies,
    }
}

fn speakers(state: &DebateState) -> Vec<Value> {
    let all = opening(state)
        .into_iter()
        .flat_map(|opening| &opening.speakers);
    all.map(|one| view! { name => one.card.name, side => state.side_name(&one.seat) })
        .collect()
}

/// A turn that the referee reads, and the rules that it has to keep.
pub(in crate::prompt) fn refereed(state: &DebateState, turn: &Turn) -> Value {
    let rules: Vec<Value> = asked_rules(state, turn)
        .into_iter()
        .map(|rule| view! { word => rule.word(), demands => rule.demands() })
        .collect();
    let spec = state.spec_of(turn);
    let slot = state.slot_of(turn);
    view! {
        speaker => view! { name => state.name(&turn.seat), side => state.side_name(&turn.seat) },
        task => spec.map(|spec| spec.title.as_str()).filter(|title| !title.is_empty())
            .unwrap_or(turn.task.name()),
        category => spec.and_then(|spec| spec.category.as_deref()),
        whom => slot.and_then(|slot| slot.whom.as_ref()).map(|seat| state.name(seat)),
        text => turn.text,
        rules,
    }
}

/// Who may speak next.
pub(in crate::prompt) fn choice(state: &DebateState, phase: u32, round: u32) -> Value {
    let names: Vec<String> = candidates(state, phase, round)
        .iter()
        .map(|seat| state.name(seat))
        .collect();
    view! { names }
}

/// How the debate stands after a round.
pub(in crate::prompt) fn round(state: &DebateState, phase: u32, round: u32) -> Value {
    let plan = state.plan.phases.get(phase as usize);
    view! {
        round,
        rounds => plan.map_or(1, |plan| plan.rounds),
        speakers => speakers(state),
        rubric => opening(state).and_then(|opening| opening.format.rubric.as_ref()).map(rubric),
    }
}

/// The whole debate, for a report.
pub(in crate::prompt) fn judged(state: &DebateState) -> Value {
    let arguments: Vec<Value> = state
        .trace()
        .into_iter()
        .map(|row| {
            let answers: Vec<Value> = row
                .met
                .iter()
                .map(|met| {
                    view! {
                        by => state.name(met.by),
                        how => met.response.response_type.past(),
                        why => met.response.reasoning,
                    }
                })
                .collect();
            view! {
                id => row.argument.id,
                by => state.name(row.seat),
                claim => row.argument.claim,
                reasoning => row.argument.reasoning,
                evidence => row.argument.evidence,
                met => row.met_by(state),
                answers,
                reply => row.reply,
                replied => row.reply.is_some(),
            }
        })
        .collect();
    view! {
        motion => opening(state).map(|opening| opening.motion.motion.as_str()),
        arguments,
        speakers => speakers(state),
        sides => opening(state).map_or_else(Vec::new, |opening| {
            opening.format.sides.iter().map(|side| side.name.as_str()).collect::<Vec<_>>()
        }),
        rubric => opening(state).and_then(|opening| opening.format.rubric.as_ref()).map(rubric),
    }
}
