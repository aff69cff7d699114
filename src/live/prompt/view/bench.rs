//! What judges and the referee are told. Never which model anybody is.

use minijinja::Value;

use super::{IN_SHORT, Own, answers, opening, view};
use crate::{
    catalog::{Rubric, Scored, Side},
    debate::{
        DebateState,
        decide::{asked_rules, candidates},
        ids::Seat,
        opening::Speaker,
        state::Turn,
    },
    text::first_words,
};

/// So many of the last speeches of somebody who is judged stand in a question about them.
const SPEECHES: usize = 4;

fn rubric(rubric: &Rubric) -> Value {
    let dimensions: Vec<Value> = rubric
        .dimensions
        .iter()
        .map(|one| {
            view! {
                id => Own(&one.id),
                name => Own(&one.name),
                share => (one.weight * 100.0).round() as u32,
                criteria => Own(&one.criteria),
            }
        })
        .collect();
    let fallacies = rubric.fallacies.iter();
    let fallacies: Vec<Value> = fallacies
        .map(|one| view! { name => Own(&one.name), asks => Own(&one.asks) })
        .collect();
    view! {
        lowest => rubric.lowest,
        highest => rubric.highest,
        whole => rubric.whole,
        of => Own(match rubric.of {
            Scored::Arguments => "argument",
            Scored::Speakers => "speaker",
            Scored::Sides => "side",
        }),
        dimensions,
        fallacies,
    }
}

fn speakers(state: &DebateState) -> Vec<Value> {
    let all = opening(state)
        .into_iter()
        .flat_map(|opening| &opening.speakers);
    all.map(|one| view! { name => one.card.name, side => state.side_name(&one.seat) })
        .collect()
}

/// What the judges of a debate give marks to.
pub(in crate::prompt) fn scored(state: &DebateState) -> Scored {
    let rubric = opening(state).and_then(|opening| opening.format.rubric.as_ref());
    rubric.map_or(Scored::Speakers, |rubric| rubric.of)
}

/// A turn that the referee reads, and the rules that it has to keep.
pub(in crate::prompt) fn refereed(state: &DebateState, turn: &Turn) -> Value {
    let rules: Vec<Value> = asked_rules(state, turn)
        .into_iter()
        .map(|rule| view! { word => Own(rule.word()), demands => Own(rule.demands()) })
        .collect();
    let spec = state.spec_of(turn);
    let slot = state.slot_of(turn);
    view! {
        speaker => view! { name => state.name(&turn.seat), side => state.side_name(&turn.seat) },
        task => Own(spec.map(|spec| spec.title.as_str()).filter(|title| !title.is_empty())
            .unwrap_or(turn.task.name())),
        category => spec.and_then(|spec| spec.category.as_deref()).map(Own),
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

/// What was said from some seats, each speech in short.
fn said(state: &DebateState, is_theirs: impl Fn(&Seat) -> bool) -> Vec<String> {
    let theirs = state.speeches().filter(|one| is_theirs(&one.seat));
    let texts = theirs.map(|one| one.text.trim());
    let texts = texts.filter(|text| !text.is_empty());
    texts.map(|text| first_words(text, IN_SHORT)).collect()
}

/// Everybody who is judged, with the last so many of their speeches in short: the speakers, or the sides.
fn entries(state: &DebateState, of: Scored, most: usize) -> Vec<Value> {
    let Some(opening) = opening(state) else {
        return Vec::new();
    };
    let entry = |name: &str, mut said: Vec<String>| {
        said.drain(..said.len().saturating_sub(most));
        view! { name => name, said }
    };
    match of {
        Scored::Sides => {
            let of_side = |side: &Side| said(state, |seat| seat.group() == side.id);
            let sides = opening.format.sides.iter();
            sides.map(|side| entry(&side.name, of_side(side))).collect()
        }
        Scored::Arguments | Scored::Speakers => {
            let of_seat = |one: &Speaker| said(state, |seat| seat == &one.seat);
            let speakers = opening.speakers.iter();
            speakers
                .map(|one| entry(&one.card.name, of_seat(one)))
                .collect()
        }
    }
}

/// Everybody who spoke, with all that they said, for whoever sums up.
pub(in crate::prompt) fn summary(state: &DebateState) -> Value {
    view! {
        motion => opening(state).map(|opening| opening.motion.question.as_str()),
        entries => entries(state, Scored::Speakers, usize::MAX),
    }
}

/// How the debate stands after a round.
pub(in crate::prompt) fn round(state: &DebateState, phase: u32, round: u32) -> Value {
    let plan = state.plan.phases.get(phase as usize);
    view! {
        round,
        rounds => plan.map_or(1, |plan| plan.rounds),
        motion => opening(state).map(|opening| opening.motion.motion.as_str()),
        entries => entries(state, Scored::Speakers, SPEECHES),
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
            view! {
                id => row.argument.id,
                by => state.name(row.seat),
                claim => row.argument.claim,
                reasoning => row.argument.reasoning,
                evidence => row.argument.evidence,
                met => row.met_by(state),
                answers => answers(state, &row),
                reply => row.reply,
                replied => row.reply.is_some(),
            }
        })
        .collect();
    view! {
        motion => opening(state).map(|opening| opening.motion.motion.as_str()),
        arguments,
        entries => entries(state, scored(state), SPEECHES),
        speakers => speakers(state),
        sides => opening(state).map_or_else(Vec::new, |opening| {
            opening.format.sides.iter().map(|side| side.name.as_str()).collect::<Vec<_>>()
        }),
        rubric => opening(state).and_then(|opening| opening.format.rubric.as_ref()).map(rubric),
    }
}
