//! The view of a point of information.

use minijinja::{Value, context};

use super::{me, view};
use crate::{
    debate::{
        DebateState,
        ids::PoiId,
        state::{Poi, PoiStatus, Turn},
    },
    fence::Own,
};

/// The most words of an answer to a point.
pub(in crate::asks) const ANSWER_WORDS: u32 = 45;

/// The answer to a point, where anything was answered.
pub(in crate::asks) fn answer(point: &Poi) -> Option<&str> {
    point.answer().filter(|text| !text.is_empty())
}

/// A point: who put it to whom, and what came of it.
pub(in crate::asks) fn inline_point(state: &DebateState, point: &Poi) -> Value {
    let from = if point.from.is_gallery() {
        Value::from(Own(&"Someone in the gallery"))
    } else {
        Value::from(state.raiser_of(point))
    };
    let declined = matches!(point.status, PoiStatus::Declined { .. });
    view! {
        from, to => state.challenged_in(point), text => point.text, answer => answer(point), declined,
    }
}

/// A point inside the transcript.
pub(crate) fn inline(state: &DebateState, point: &Poi) -> Value {
    view! { point => inline_point(state, point) }
}

/// The turn in which a point was put.
pub(in crate::asks) fn turn_of(state: &DebateState, poi: PoiId) -> Option<&Turn> {
    state.turn(state.point(poi)?.turn)
}

/// A point that its speaker has to decide on, and to answer with that or afterwards.
pub(in crate::asks) fn decision(state: &DebateState, poi: PoiId, answers: bool) -> Value {
    context! { answers, ..point(state, poi) }
}

/// A point that its speaker has to decide on, or to answer.
pub(in crate::asks) fn point(state: &DebateState, poi: PoiId) -> Value {
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
        max_words => ANSWER_WORDS,
    }
}
