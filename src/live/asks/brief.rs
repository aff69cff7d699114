//! What several answers of a small model are held against, drawn from the state: for a step of a speech, and for the parts
//! of what is handed in.

use super::view::{case, opening, seen};
use crate::{
    candidates::Brief,
    catalog::{HandsIn, Stance, Steps, Task},
    debate::{DebateState, ask::Ask, state::Turn, ungiven::GivenWords, written::Work},
    text::{last_words, sentence::sentences},
};

/// The fewest words of a part of what is handed in.
const PART: usize = 14;
/// Of the words that are asked for in a step, this share is enough.
const ENOUGH: f64 = 0.6;
/// The latest texts that an answer is held to be apart from.
const LATEST: usize = 24;
/// Words of a speech that it is answered by.
const TAIL: usize = 60;

/// The turn of which several answers are written beside each other, where a model does that.
fn of_side<'a>(state: &'a DebateState, ask: &Ask) -> Option<&'a Turn> {
    let turn = state.turn(ask.writes()?)?;
    state.speaker(&turn.seat)?;
    (state.is_asked_stepwise(&turn.seat) && turn.task != Task::Summary).then_some(turn)
}

/// Whether several answers to an ask are written beside each other, where its model does that.
pub(crate) fn has_candidates(state: &DebateState, ask: &Ask) -> bool {
    of_side(state, ask).is_some()
}

/// The brief for an ask of which several answers are written beside each other: words that a speaker of a side gives, where
/// the model is asked for one thing at a time. Nothing for what checks, judges or tells, which has no side.
pub(crate) fn brief(state: &DebateState, ask: &Ask) -> Option<Brief> {
    let turn = of_side(state, ask)?;
    let opening = opening(state)?;
    let motion = &opening.motion;
    let stance = opening.stance(&turn.seat);
    let (claim, other) = match stance {
        Some(Stance::For) => (Some(&motion.claims.prop), motion.case.opp.as_slice()),
        Some(Stance::Against) => (Some(&motion.claims.opp), motion.case.prop.as_slice()),
        Some(Stance::Nuanced | Stance::Own) | None => (None, &[][..]),
    };
    let mut own: Vec<String> = claim.into_iter().cloned().collect();
    own.push(motion.question.clone());
    own.extend(case(state, &turn.seat).iter().cloned());
    Some(Brief {
        own,
        other: other.to_vec(),
        answered: answered(state, turn),
        said: said(state, turn),
        given: GivenWords::to(state, turn),
        stance,
        words: words(state, turn),
    })
}

/// The words of one answer that are enough.
fn words(state: &DebateState, turn: &Turn) -> usize {
    if turn.task.hands_in().is_some() {
        return PART;
    }
    let asked = match state.steps_of(turn) {
        Steps::OneAtATime => super::speech::step_words(turn),
        Steps::Together => turn.target_words,
    };
    (f64::from(asked) * ENOUGH) as usize
}

/// What each part answers.
fn answered(state: &DebateState, turn: &Turn) -> Vec<String> {
    match turn.task.hands_in() {
        Some(HandsIn::Responses) => {
            let all = state.arguments_against(&turn.seat).into_iter();
            all.map(|(_, one)| format!("{} {}", one.claim, one.reasoning))
                .collect()
        }
        Some(
            HandsIn::Arguments
            | HandsIn::Replies
            | HandsIn::Closing
            | HandsIn::Framing
            | HandsIn::Synthesis,
        ) => Vec::new(),
        None => {
            let prior = seen(state, turn);
            let own = turn.seat.group();
            let last = prior.iter().rev().find(|one| one.seat.group() != own);
            last.map(|one| last_words(&one.text, TAIL))
                .into_iter()
                .collect()
        }
    }
}

/// The latest that anybody has said, by sentences.
fn said(state: &DebateState, turn: &Turn) -> Vec<String> {
    let mut said = Vec::new();
    for one in state
        .turns
        .iter()
        .filter(|one| one.task.is_spoken() || one.work.is_some())
    {
        match &one.work {
            Some(_) if one.id == turn.id => {}
            Some(Work::Arguments(all)) => {
                said.extend(
                    all.iter()
                        .map(|one| format!("{} {}", one.claim, one.reasoning)),
                );
            }
            Some(work) => said.extend(work.texts().into_iter().map(str::to_owned)),
            None => said.extend(sentences(&one.text).into_iter().map(str::to_owned)),
        }
    }
    let from = said.len().saturating_sub(LATEST);
    said.split_off(from)
}
