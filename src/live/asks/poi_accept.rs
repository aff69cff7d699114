//! Does the speaker take a point of information?

use super::{Asking, Reply, Sees, Wording, view::points};
use crate::debate::{DebateState, answer::PoiDecision, decide::Answer, ids::PoiId};

/// The ask: which point.
pub(super) struct PoiAccept(pub(super) PoiId);

impl Asking for PoiAccept {
    fn wording<'a>(&self, state: &'a DebateState) -> Option<Wording<'a>> {
        Some(Wording::One((
            "poi_accept.md",
            points::point(state, self.0),
        )))
    }

    fn max_tokens(&self, _state: &DebateState) -> u32 {
        140
    }

    fn sees<'a>(&self, state: &'a DebateState) -> Sees<'a> {
        Sees::with(state, points::turn_of(state, self.0))
    }

    fn reply(&self, _state: &DebateState) -> Reply {
        Reply::of(|decision: PoiDecision| Ok(Answer::Decision(decision)))
    }
}
