//! What is told of a point of information: to those who may rise, and to the one who has the floor.

use minijinja::Value;

use super::{Own, POI_ANSWER_WORDS, claim, me, opening, other, view};
use crate::{
    debate::{
        DebateState,
        ids::{PoiId, Seat, TurnId},
        state::{Poi, PoiStatus, Turn},
    },
    text::{first_words, last_words},
};

/// Words of the live speech that a listener is shown once more.
const RECENT: usize = 120;
/// The same for a small model, which takes up whatever it is shown first.
const LATEST: usize = 45;

pub(super) fn inline_point(state: &DebateState, point: &Poi) -> Value {
    let answer = match &point.status {
        PoiStatus::Answered { text } if !text.is_empty() => Some(text.as_str()),
        _ => None,
    };
    let from = if point.from.is_gallery() {
        Value::from(Own(&"Someone in the gallery"))
    } else {
        Value::from(state.name(&point.from))
    };
    view! { from, to => state.name(&point.to), text => point.text, answer }
}

/// A point inside the transcript.
pub(in crate::prompt) fn inline(state: &DebateState, point: &Poi) -> Value {
    view! { point => inline_point(state, point) }
}

/// A point that its speaker has to decide on, or to answer.
pub(in crate::prompt) fn point(state: &DebateState, poi: PoiId) -> Value {
    let Some(point) = state.point(poi) else {
        return view! {};
    };
    let Some(turn) = state.turn(point.turn) else {
        return view! {};
    };
    let taken = turn
        .points
        .iter()
        .filter_map(|id| state.point(*id))
        .filter(|point| {
            matches!(
                point.status,
                PoiStatus::Answered { .. } | PoiStatus::Accepted
            )
        })
        .count();
    view! {
        me => me(state, &point.to),
        point => inline_point(state, point),
        said => turn.words,
        target => turn.target_words,
        taken,
        max_accepted => state.poi_rules(turn).map_or(0, |rules| rules.max_accepted),
        max_words => POI_ANSWER_WORDS,
    }
}

/// What those believe who do not have the floor.
fn listeners_claim<'a>(state: &'a DebateState, turn: &Turn) -> Option<&'a str> {
    let opening = opening(state)?;
    let stance = opening.stance(&turn.seat)?;
    claim(&opening.motion, other(stance)?)
}

/// Whether somebody has put a point in this turn already.
fn has_risen(state: &DebateState, turn: &Turn, by: &Seat) -> bool {
    let mut points = turn.points.iter().filter_map(|id| state.point(*id));
    points.any(|point| &point.from == by)
}

/// Whether somebody rises.
pub(in crate::prompt) fn offer(state: &DebateState, turn: TurnId) -> Value {
    let (Some(opening), Some(turn)) = (opening(state), state.turn(turn)) else {
        return view! {};
    };
    let listeners: Vec<Value> = opening
        .speakers
        .iter()
        .filter(|speaker| opening.oppose(&turn.seat, &speaker.seat))
        .map(|speaker| {
            let rose = state
                .points
                .iter()
                .filter(|point| point.from == speaker.seat)
                .count();
            view! {
                name => speaker.card.name,
                role => speaker.card.role,
                spoken => state.speeches().any(|speech| speech.seat == speaker.seat),
                rose,
                manner => first_words(&speaker.card.style.disagreement, 30),
            }
        })
        .collect();
    let challenges: Vec<Value> = opening
        .guidance
        .iter()
        .flat_map(|guidance| guidance.challenges_to(&turn.seat))
        .filter(|(by, _)| !has_risen(state, turn, by))
        .map(|(by, about)| view! { by => state.name(by), about => about })
        .collect();
    let earlier: Vec<&str> = turn
        .points
        .iter()
        .filter_map(|id| state.point(*id))
        .map(|point| point.text.as_str())
        .collect();
    view! {
        floor => view! { name => state.name(&turn.seat), side => state.side_name(&turn.seat) },
        listeners,
        earlier,
        challenges,
        claim => listeners_claim(state, turn),
        recent => last_words(&turn.text, RECENT),
        latest => last_words(&turn.text, LATEST),
        max_words => state.poi_rules(turn).map_or(40, |rules| rules.max_words),
    }
}
