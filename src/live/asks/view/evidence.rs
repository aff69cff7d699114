//! The view of evidence that a speaker has not spoken to yet.

use minijinja::Value;

use super::{excerpt, origin, view};
use crate::debate::{
    DebateState,
    acknowledged::SPOKEN_TO,
    ids::InterventionId,
    sources::handed_in,
    state::{Intervention, Matter, Turn},
};

/// Words of a piece of evidence that a small model is given to speak of.
const GIST: u32 = 60;

/// Evidence that this side has not spoken to yet: the newest of it, and whether there is more.
pub(in crate::asks) fn evidence_since(state: &DebateState, turn: &Turn) -> (Vec<Value>, bool) {
    let mut newest = state.evidence_to_speak_to(turn).rev();
    let mut given: Vec<Value> = newest
        .by_ref()
        .take(SPOKEN_TO)
        .filter_map(evidence)
        .collect();
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
pub(in crate::asks) fn evidence_item(state: &DebateState, item: InterventionId) -> Option<Value> {
    state.intervention(item).and_then(evidence)
}
