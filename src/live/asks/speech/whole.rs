//! The task of a speaker whose speech is asked for as a whole: at its beginning, and where it is taken up again.

use minijinja::Value;

use super::is_final;
use crate::{
    asks::view::{
        evidence_come, evidence_since, evidence_told, is_reminded, judged, me, member, opening,
        points::{answer, inline_point},
        seen,
        turn::task,
        view,
    },
    catalog::Scored,
    debate::{DebateState, ask::Cue, state::Turn},
    fence::Sentence,
    text::last_words,
};

/// A spoken turn that the format describes.
pub(super) fn turn(state: &DebateState, turn: &Turn) -> Value {
    let prior = seen(state, turn);
    view! {
        me => me(state, &turn.seat),
        task => task(state, turn),
        notes => state.notes(&turn.seat).map(|notes| notes.text.trim()).unwrap_or_default(),
        evidence => evidence_since(state, turn).0,
        has_spoken => prior.iter().any(|one| one.seat == turn.seat),
        alone => prior.is_empty(),
    }
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

fn own_points(state: &DebateState, turn: &Turn) -> Vec<Value> {
    state
        .points
        .iter()
        .filter(|point| point.from == turn.seat && point.turn < turn.id)
        .map(|point| {
            view! { to => state.challenged_in(point), text => point.text, answer => answer(point) }
        })
        .collect()
}

/// A main speech asked for as a whole.
pub(super) fn speech(state: &DebateState, turn: &Turn) -> Value {
    let prior = seen(state, turn);
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
        evidence => evidence_since(state, turn).0,
        words => turn.target_words,
    }
}

/// A speech from the floor.
pub(super) fn floor_speech(state: &DebateState, turn: &Turn) -> Value {
    view! { words => turn.target_words, ..member(state, &turn.seat) }
}

/// The cue at which a speech is taken up again: why and how.
pub(super) fn cue(state: &DebateState, turn: &Turn, cue: Cue) -> Value {
    let (name, poi) = match cue {
        Cue::AfterPoint { poi } => ("after_point", Some(poi)),
        Cue::Bell => ("bell", None),
        Cue::Evidence { .. } => ("evidence", None),
        Cue::Begin | Cue::Step { .. } | Cue::Resume => ("resume", None),
    };
    let (evidence, more) = evidence_come(state, turn, cue);
    view! {
        me => me(state, &turn.seat),
        cue => name,
        point => poi.and_then(|poi| state.point(poi)).map(|poi| inline_point(state, poi)),
        evidence,
        more,
        // Who was told of evidence and went on without a word is reminded of it at the end.
        reminded => is_reminded(turn, cue),
        told => evidence_told(state, turn, cue),
        tail => last_words(&turn.text, 12),
        left => turn.target_words.saturating_sub(turn.words).max(30),
        rung => turn.bell.is_some(),
    }
}

/// Everybody who spoke, with all that they said, for whoever sums up.
pub(super) fn summary(state: &DebateState) -> Value {
    view! {
        motion => opening(state).map(|opening| Sentence(&opening.motion.question)),
        entries => judged::entries(state, Scored::Speakers, usize::MAX),
    }
}
