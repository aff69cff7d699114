//! The task of a small speaker: one step of a speech at a time, with one thing to say in it.

use minijinja::Value;

use super::{
    is_final, passage,
    step_number::{ARGUES, step_of},
};
use crate::{
    asks::view::{
        IN_SHORT, case, central_for, evidence_come, evidence_since, guided, main_sentence, me,
        opening, points::inline_point, seen, turn::task, view,
    },
    catalog::Task,
    debate::{
        DebateState,
        ask::Cue,
        plan::STEPS,
        state::{PoiStatus, Turn},
    },
    text::{first_words, sentence::sentences},
};

/// Words of an opponent's claim that a small model is given to answer.
const CLAIM: usize = 40;

/// Words of one step.
pub(in crate::asks) fn step_words(turn: &Turn) -> u32 {
    (turn.target_words / STEPS).max(25)
}

/// The kind of one step of a main speech, when the speech is asked for one thing at a time.
fn does(step: u32, answers: bool, recalls: bool) -> &'static str {
    match step {
        0 if answers => "answers",
        0 => "opens",
        ARGUES => "argues",
        2 if recalls => "recalls",
        2 => "sees",
        _ => "closes",
    }
}

/// One step of a main speech that is asked for one thing at a time.
pub(super) fn step(state: &DebateState, turn: &Turn, cue: Cue) -> Value {
    let step = step_of(turn, cue);
    let prior = seen(state, turn);
    let own = turn.seat.group();
    let target = prior
        .iter()
        .rev()
        .find(|speech| speech.seat.group() != own)
        .map(
            |speech| view! { name => state.name(&speech.seat), claim => main_claim(state, speech) },
        );
    let conviction = conviction(state, turn);
    let just_answered = state
        .points
        .iter()
        .rfind(|point| point.turn == turn.id && point.at == turn.position())
        .filter(|point| matches!(point.status, PoiStatus::Answered { .. }))
        .map(|point| inline_point(state, point));
    let (evidence, more) = if turn.is_unbegun() {
        evidence_since(state, turn)
    } else {
        evidence_come(state, turn, cue)
    };
    view! {
        me => me(state, &turn.seat),
        kind => does(step, target.is_some(), conviction.is_some()),
        target,
        fact => facts(state, turn, step),
        passage => passage::of_step(state, turn, cue).map(|rest| rest.view()),
        conviction,
        point => just_answered,
        evidence,
        more,
        is_final => is_final(state, turn),
    }
}

/// The conviction of a speaker that touches the motion itself: one thing in each turn.
fn conviction<'a>(state: &'a DebateState, turn: &Turn) -> Option<&'a str> {
    let speaker = state.speaker(&turn.seat)?;
    let motion = &opening(state)?.motion;
    let guided = guided(state, turn);
    // What the speaker's correction sets forth comes before all else.
    let set_forth = guided.map_or(&[][..], |given| given.correction.positions.as_slice());
    let mut central = central_for(motion, set_forth);
    let card = opening(state)?.card_for_model(speaker);
    let others = central_for(motion, &card.positions).into_iter();
    central.extend(others.filter(|one| !set_forth.contains(one)));
    // Another one each time, as long as there is another.
    let before = seen(state, turn);
    let spoken = before.iter().filter(|one| one.seat == turn.seat).count();
    let at = spoken % central.len().max(1);
    central.get(at).map(|position| position.position.as_str())
}

/// The fact that a step is about: from the motion's own file, where it says what a side can bring forward (no two
/// speakers of a side begin with the same), or else from the speaker's notes.
fn facts(state: &DebateState, turn: &Turn, step: u32) -> Option<String> {
    let case = case(state, &turn.seat);
    if case.is_empty() {
        let notes = state.notes(&turn.seat)?;
        let sentences = sentences(&notes.text);
        return sentences
            .get(step as usize)
            .map(|sentence| sentence.trim().to_owned());
    }
    let before = turn.seat.number().unwrap_or(1).saturating_sub(1) * 2;
    let at = before.saturating_add(step as usize) % case.len();
    case.get(at).cloned()
}

/// The main claim of a speech, in a sentence.
fn main_claim(state: &DebateState, speech: &Turn) -> String {
    let sentence = opening(state).and_then(|opening| main_sentence(&opening.motion, &speech.text));
    sentence.map_or_else(|| first_words(&speech.text, CLAIM), str::to_owned)
}

/// A turn that is short enough for one step: one instruction, and one thing to answer.
pub(super) fn short(state: &DebateState, turn: &Turn, cue: Cue) -> Value {
    let prior = seen(state, turn);
    let opposes =
        |one: &&&Turn| opening(state).is_some_and(|opening| opening.oppose(&turn.seat, &one.seat));
    // A question is answered, an answer is followed up; otherwise the last of the others is.
    let target = prior.iter().rev().find(opposes);
    let own = prior.iter().rev().find(|one| one.seat == turn.seat);
    let case = case(state, &turn.seat);
    // A side brings up one thing after another, whoever speaks for it.
    let before = state.turns.iter().filter(|one| {
        let counts = one.task.is_spoken() && !one.is_struck();
        counts && one.id < turn.id && one.seat.group() == turn.seat.group()
    });
    let fact = case.get(before.count() % case.len().max(1));
    // What was missed before is said once, one thing in each turn.
    let spoken = prior.iter().filter(|one| one.seat == turn.seat).count();
    let missed = guided(state, turn).and_then(|given| given.missed.get(spoken));
    let (mut evidence, mut more) = evidence_come(state, turn, cue);
    // Whoever is stopped for evidence is given nothing else.
    let is_stopped = matches!(cue, Cue::Evidence { .. }) && !turn.is_unbegun();
    if !is_stopped {
        let (since, more_since) = evidence_since(state, turn);
        evidence.splice(0..0, since);
        more |= more_since;
    }
    view! {
        me => me(state, &turn.seat),
        task => task(state, turn),
        target => target.map(|one| view! {
            name => state.name(&one.seat),
            claim => if matches!(one.task, Task::Question | Task::Answer) {
                first_words(&one.text, IN_SHORT)
            } else {
                main_claim(state, one)
            },
        }),
        own => own.map(|one| main_claim(state, one)),
        missed => missed,
        passage => passage::of_short(state, turn).map(|rest| rest.view()),
        fact,
        conviction => conviction(state, turn),
        evidence,
        more,
        goes_on => !turn.is_unbegun(),
    }
}
