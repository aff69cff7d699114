//! What templates may speak of: plain values drawn from the state. No prose but the few words that a
//! template cannot choose itself. These words and the rules of a format are [`Own`]; every other text counts as
//! somebody else's, and is quoted.

mod bench;
mod house;
mod points;
pub(super) mod sources;
mod speech;
mod turn;

use std::borrow::Cow;

use minijinja::Value;

use super::{
    ANSWER_WORDS, POI_ANSWER_WORDS,
    brought::Brought,
    card::{central_for, main_sentence, nearest_sentence, positions_for, relevant_for},
    fence::{Own, own_all},
};
use crate::{
    catalog::{Motion, Persona, Profile, Sample, Sees, Stance, Steps},
    debate::{
        DebateState,
        ids::{Seat, TurnId},
        opening::Opening,
        plan::STEPS,
        sources::handed_in,
        state::Turn,
        trace::{Met, Row},
    },
    text::{count_words, first_words, quote::quoted},
};

pub(super) use bench::{choice, judged, refereed, round, scored, summary};
pub(super) use house::{assessed, call, checked, heard, house, items, member, question, verdict};
pub(super) use points::{inline, offer, point};
pub(super) use sources::cited;
pub(super) use speech::{cue, floor_speech, speaking, speech, step};
pub(super) use turn::{short, turn, written};

/// Named values for a template. Everything is read, nothing moved.
macro_rules! view {
    (@value $key:ident) => { minijinja::Value::from(minijinja::value::Serde(&$key)) };
    (@value $key:ident $value:expr) => { minijinja::Value::from(minijinja::value::Serde(&$value)) };
    ($($key:ident $(=> $value:expr)?),* $(, ..$rest:expr)? $(,)?) => {
        minijinja::context! { $($key => view!(@value $key $($value)?),)* $(..$rest)? }
    };
}

use speech::{conviction, evidence_item, evidence_since, main_claim};
use view;

/// So many times as many positions stand on the card of somebody who has drifted from it.
const REINFORCED: usize = 2;
/// Words of a speech or an argument that stands in a question about it.
const IN_SHORT: usize = 60;

/// Where a text is said to come from: in quotation marks, even where it looks like a name. Whoever hands a file in
/// chooses what it is called.
fn origin(source: &str) -> Own<String> {
    Own(match source.trim() {
        "" => String::new(),
        source => quoted(source),
    })
}

/// How an argument was met: by whom, how, why, and with which question.
fn answers(state: &DebateState, row: &Row<'_>) -> Vec<Value> {
    let answer = |met: &Met<'_>| {
        view! {
            by => state.name(met.by),
            how => Own(met.response.response_type.past()),
            why => met.response.reasoning,
            question => met.response.follow_up_question,
        }
    };
    row.met.iter().map(answer).collect()
}

fn opening(state: &DebateState) -> Option<&Opening> {
    state.opening.as_deref()
}

fn claim(motion: &Motion, stance: Stance) -> Option<&str> {
    match stance {
        Stance::For => Some(&motion.claims.prop),
        Stance::Against => Some(&motion.claims.opp),
        Stance::Nuanced | Stance::Own => None,
    }
}

/// The turns that the one whose turn it is has heard, as the format has it.
pub(super) fn seen<'a>(state: &'a DebateState, turn: &Turn) -> Vec<&'a Turn> {
    let mut heard = state.heard_before(turn);
    match state
        .spec_of(turn)
        .map(|spec| spec.sees.clone())
        .unwrap_or_default()
    {
        Sees::Everything => {}
        Sees::Motion => heard.clear(),
        Sees::Own => heard.retain(|one| one.seat.group() == turn.seat.group()),
        Sees::Last(most) => {
            let from = heard.len().saturating_sub(most as usize);
            heard.drain(..from);
        }
        Sees::Phase(id) => heard.retain(|one| {
            let plan = state.plan.phases.get(one.phase as usize);
            plan.is_some_and(|plan| plan.id == id)
        }),
    }
    heard
}

/// What the side of a seat can bring forward, as the motion's file has it.
fn case<'a>(state: &'a DebateState, seat: &Seat) -> &'a [String] {
    match (opening(state), state.stance(seat)) {
        (Some(opening), Some(Stance::For)) => &opening.motion.case.prop,
        (Some(opening), Some(Stance::Against)) => &opening.motion.case.opp,
        _ => &[],
    }
}

/// A text as it is, or the first `words` of it.
fn excerpt(text: &str, words: u32) -> Cow<'_, str> {
    if count_words(text) <= words {
        return Cow::Borrowed(text);
    }
    Cow::Owned(first_words(text, words as usize))
}

fn other(stance: Stance) -> Option<Stance> {
    match stance {
        Stance::For => Some(Stance::Against),
        Stance::Against => Some(Stance::For),
        Stance::Nuanced | Stance::Own => None,
    }
}

fn stance_word(stance: Stance) -> &'static str {
    match stance {
        Stance::For => "for",
        Stance::Against => "against",
        Stance::Nuanced => "neither simply for nor simply against",
        Stance::Own => "for a view of their own on",
    }
}

/// Whether the model of a turn's speaker is given the short card.
pub(super) fn is_brief(state: &DebateState, turn: TurnId) -> bool {
    let speaker = state.turn(turn).and_then(|turn| state.speaker(&turn.seat));
    speaker.is_some_and(|speaker| speaker.profile.steps == Steps::OneAtATime)
}

/// Words of one step.
pub(super) fn step_words(turn: &Turn) -> u32 {
    (turn.target_words / STEPS).max(25)
}

fn me(state: &DebateState, seat: &Seat) -> Value {
    let Some(opening) = opening(state) else {
        return view! {};
    };
    let Some(speaker) = opening.speaker(seat) else {
        return view! { name => state.name(seat), moderator => seat.is_moderator() };
    };
    let side = opening.format.side(seat.group());
    let stance = opening.stance(seat);
    let of = side.map_or(0, |side| side.seats);
    let guided = opening.guided(seat);
    let reinforced = guided.is_some_and(|given| given.reinforce);
    let card = persona(&speaker.card, &opening.motion, &speaker.profile, reinforced);
    let (support, vote) = match stance {
        Some(Stance::Against) => ("in opposition to", "No"),
        _ => ("in support of", "Aye"),
    };
    view! {
        side => side.map(|side| side.name.as_str()),
        stance => stance.map(stance_word).map(Own),
        claim => stance.and_then(|stance| claim(&opening.motion, stance)),
        other_claim => stance.and_then(other).and_then(|stance| claim(&opening.motion, stance)),
        own => stance == Some(Stance::Own),
        nuanced => stance == Some(Stance::Nuanced),
        motion => opening.motion.question,
        duties => own_all(side.map(|side| side.duties.as_slice()).unwrap_or_default()),
        support => Own(support),
        vote => Own(vote),
        number => seat.number(),
        of,
        passages => sources::own(state, seat, &speaker.profile),
        missed => guided.map(|given| given.missed.as_slice()).unwrap_or_default(),
        answers => guided.map(|given| given.answer.as_slice()).unwrap_or_default(),
        advice => guided.map(|given| given.notes.as_slice()).unwrap_or_default(),
        reinforced,
        ..card
    }
}

fn persona(card: &Persona, motion: &Motion, profile: &Profile, reinforced: bool) -> Value {
    let brief = profile.steps == Steps::OneAtATime;
    let more = if reinforced { REINFORCED } else { 1 };
    let count = profile.positions.saturating_mul(more);
    let positions = if brief {
        relevant_for(motion, &card.positions, count)
    } else {
        positions_for(motion, &card.positions, count)
    };
    let biography = card.biography.trim();
    let samples: &[Sample] = if brief { &[] } else { &card.samples };
    view! {
        name => card.name,
        lived => card.lived,
        role => card.role,
        biography,
        approach => card.approach,
        never => card.never,
        style => card.style,
        samples => samples,
        positions => positions,
        brief,
    }
}
