//! What a speaker is told: before the debate, at the beginning of a speech, and at every cue.

use minijinja::Value;

use super::{
    case, central_for, excerpt, handed_in, main_sentence, me, member, opening, origin,
    points::inline_point, view,
};
use crate::{
    catalog::Task,
    debate::{
        DebateState,
        ask::Cue,
        ids::{InterventionId, TurnId},
        state::{Intervention, Matter, PoiStatus, Turn},
    },
    text::{first_words, last_words, sentence::sentences},
};

/// Words of an opponent's claim that a small model is given to answer.
const CLAIM: usize = 40;

/// Words of a piece of evidence that a small model is given to speak of.
const GIST: u32 = 60;

/// So many pieces of evidence are given to a speaker to speak to, at most: the newest.
const AT_ONCE: usize = 6;

/// A speaker who prepares.
pub(in crate::prompt) fn speaking(state: &DebateState, turn: TurnId) -> Value {
    let Some(turn) = state.turn(turn) else {
        return view! {};
    };
    view! {
        me => me(state, &turn.seat),
        facts => case(state, &turn.seat),
        words => turn.target_words,
        prepares => true,
    }
}

/// What the one whose turn it is has heard, as the format has it.
fn prior<'a>(state: &'a DebateState, turn: &Turn) -> Vec<&'a Turn> {
    super::seen(state, turn)
}

fn kind(prior: &[&Turn], turn: &Turn) -> &'static str {
    if prior.is_empty() {
        "opens"
    } else if prior
        .iter()
        .any(|speech| speech.seat.group() == turn.seat.group())
    {
        "engages"
    } else {
        "answers"
    }
}

fn names(state: &DebateState, turns: &[&Turn], of: impl Fn(&Turn) -> bool) -> Vec<String> {
    let turns = turns.iter().filter(|turn| of(turn));
    turns.map(|turn| state.name(&turn.seat)).collect()
}

fn is_final(state: &DebateState, turn: &Turn) -> bool {
    state.slot_of(turn).is_some_and(|own| {
        !state.plan.slots.iter().any(|slot| {
            slot.task == Task::Speech
                && slot.index > own.index
                && slot.seat.group() == own.seat.group()
        })
    })
}

/// Evidence that this side has not spoken to yet: the newest of it, and whether there is more.
pub(super) fn evidence_since(
    state: &DebateState,
    turn: &Turn,
    prior: &[&Turn],
) -> (Vec<Value>, bool) {
    let own = |speech: &&Turn| speech.seat.group() == turn.seat.group();
    let since = prior.iter().rposition(own).map_or(0, |at| at + 1);
    let mut newest = state.evidence(since..=prior.len()).rev();
    let mut given: Vec<Value> = newest.by_ref().take(AT_ONCE).filter_map(evidence).collect();
    given.reverse();
    (given, newest.next().is_some())
}

fn evidence(item: &Intervention) -> Option<Value> {
    match &item.matter {
        Matter::Evidence { source, .. } => Some(view! {
            text => handed_in(&item.text),
            gist => excerpt(&item.text, GIST),
            source => origin(source),
        }),
        Matter::Question { .. } | Matter::Clarification | Matter::GalleryPoint => None,
    }
}

/// A piece of evidence, by its number.
pub(super) fn evidence_item(state: &DebateState, item: InterventionId) -> Option<Value> {
    state.intervention(item).and_then(evidence)
}

fn own_points(state: &DebateState, turn: &Turn) -> Vec<Value> {
    state
        .points
        .iter()
        .filter(|point| point.from == turn.seat && point.turn < turn.id)
        .map(|point| {
            let answer = match &point.status {
                PoiStatus::Answered { text } if !text.is_empty() => Some(text.as_str()),
                _ => None,
            };
            view! { to => state.name(&point.to), text => point.text, answer }
        })
        .collect()
}

/// A main speech asked for as a whole.
pub(in crate::prompt) fn speech(state: &DebateState, turn: &Turn) -> Value {
    let prior = prior(state, turn);
    let own = turn.seat.group();
    view! {
        me => me(state, &turn.seat),
        notes => state.notes(&turn.seat).map(|notes| notes.text.trim()).unwrap_or_default(),
        points => own_points(state, turn),
        kind => kind(&prior, turn),
        alone => prior.is_empty(),
        answered => prior.last().map(|speech| state.name(&speech.seat)),
        opponents => names(state, &prior, |speech| speech.seat.group() != own),
        allies => names(state, &prior, |speech| speech.seat.group() == own),
        is_final => is_final(state, turn),
        last => state.slot_of(turn).is_some_and(|slot| slot.last),
        evidence => evidence_since(state, turn, &prior).0,
        words => turn.target_words,
    }
}

/// What one step of a main speech does, when it is asked for one thing at a time.
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

/// The step that argues.
pub(super) const ARGUES: u32 = 1;

/// Which step of a main speech a cue is for.
pub(super) fn step_of(turn: &Turn, cue: Cue) -> u32 {
    match cue {
        Cue::Step { step } => step,
        Cue::Begin => 0,
        // Nobody begins twice: what was interrupted is taken up with an argument.
        Cue::AfterPoint { .. } | Cue::Bell | Cue::Evidence { .. } | Cue::Resume => {
            turn.steps.max(ARGUES)
        }
    }
}

/// One step of a main speech that is asked for one thing at a time.
pub(in crate::prompt) fn step(state: &DebateState, turn: &Turn, cue: Cue) -> Value {
    let step = step_of(turn, cue);
    let prior = prior(state, turn);
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
    let (evidence, more) = match cue {
        Cue::Begin => evidence_since(state, turn, &prior),
        Cue::Evidence { item } => {
            let item = state.intervention(item).and_then(evidence);
            (item.into_iter().collect(), false)
        }
        _ => (Vec::new(), false),
    };
    view! {
        me => me(state, &turn.seat),
        kind => does(step, target.is_some(), conviction.is_some()),
        target,
        fact => facts(state, turn, step),
        passage => super::sources::of_step(state, turn, cue).map(|rest| rest.view()),
        conviction,
        point => just_answered,
        evidence,
        more,
        is_final => is_final(state, turn),
    }
}

/// What a speaker has always held that touches the motion itself: one thing in each turn.
pub(super) fn conviction<'a>(state: &'a DebateState, turn: &Turn) -> Option<&'a str> {
    let speaker = state.speaker(&turn.seat)?;
    let motion = &opening(state)?.motion;
    let central = central_for(motion, &speaker.card.positions);
    // Another one each time, as long as there is another.
    let before = super::seen(state, turn);
    let spoken = before.iter().filter(|one| one.seat == turn.seat).count();
    let at = spoken % central.len().max(1);
    central.get(at).map(|position| position.position.as_str())
}

/// What a step is about: from the motion's own file, where it says what a side can bring forward (no two
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

pub(super) fn main_claim(state: &DebateState, speech: &Turn) -> String {
    let sentence = opening(state).and_then(|opening| main_sentence(&opening.motion, &speech.text));
    sentence.map_or_else(|| first_words(&speech.text, CLAIM), str::to_owned)
}

/// A speech from the floor.
pub(in crate::prompt) fn floor_speech(state: &DebateState, turn: &Turn) -> Value {
    view! { words => turn.target_words, ..member(state, &turn.seat) }
}

/// Why and how a speech is taken up again.
pub(in crate::prompt) fn cue(state: &DebateState, turn: &Turn, cue: Cue) -> Value {
    let (name, poi, item) = match cue {
        Cue::AfterPoint { poi } => ("after_point", Some(poi), None),
        Cue::Bell => ("bell", None, None),
        Cue::Evidence { item } => ("evidence", None, Some(item)),
        Cue::Begin | Cue::Step { .. } | Cue::Resume => ("resume", None, None),
    };
    let item = item
        .and_then(|item| state.intervention(item))
        .and_then(evidence);
    view! {
        me => me(state, &turn.seat),
        cue => name,
        point => poi.and_then(|poi| state.point(poi)).map(|poi| inline_point(state, poi)),
        item,
        tail => last_words(&turn.text, 12),
        left => turn.target_words.saturating_sub(turn.words).max(30),
        rung => turn.bell.is_some(),
    }
}
