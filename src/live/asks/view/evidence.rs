//! The view of evidence that a speaker has not spoken to yet.

use minijinja::Value;

use super::{excerpt, origin, view};
use crate::{
    catalog::Sees,
    debate::{
        DebateState,
        acknowledged::SPOKEN_TO,
        ids::InterventionId,
        sources::handed_in,
        state::{Intervention, Matter, Turn},
    },
};

/// Words of a piece of evidence that a small model is given to speak of.
const GIST: u32 = 60;

/// Evidence that this side has not spoken to yet: the newest of it, and whether there is more. Each says whether it is
/// unseen: it stands in no record that the speaker is given, because they hear nothing of it, or because it came in an
/// attempt of theirs that was struck.
pub(in crate::asks) fn evidence_since(state: &DebateState, turn: &Turn) -> (Vec<Value>, bool) {
    let heard = state.heard_before(turn).len();
    let sees = state.spec_of(turn).map(|spec| &spec.sees);
    let sees_none = matches!(sees, Some(Sees::Motion | Sees::Own));
    let shown = |item: &Intervention| {
        let is_unseen = sees_none || item.place.is_some_and(|place| place > heard);
        evidence_of(item, is_unseen)
    };
    let mut newest = state.evidence_to_speak_to(turn).rev();
    let mut given: Vec<Value> = newest.by_ref().take(SPOKEN_TO).filter_map(shown).collect();
    given.reverse();
    (given, newest.next().is_some())
}

fn evidence_of(item: &Intervention, is_unseen: bool) -> Option<Value> {
    match &item.matter {
        Matter::Evidence { source, .. } => Some(view! {
            is_unseen,
            text => handed_in(&item.text),
            gist => excerpt(&item.text, GIST),
            source => origin(source),
        }),
        Matter::Question { .. } | Matter::Clarification | Matter::GalleryPoint => None,
    }
}

/// A piece of evidence, by its number.
pub(in crate::asks) fn evidence_item(state: &DebateState, item: InterventionId) -> Option<Value> {
    state
        .intervention(item)
        .and_then(|item| evidence_of(item, true))
}
