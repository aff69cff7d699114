//! Does a moderator's answer to the viewer take a side? The referee reads it by itself.

use minijinja::Value;

use super::{
    Asking, REFEREE_TEMPERATURE, Reply, Sees, Wording,
    referee::{demands, findings},
    view::view,
};
use crate::{
    catalog::Rule,
    debate::{DebateState, ids::InterventionId},
    fence::Own,
};

/// The ask: which intervention.
pub(super) struct AnswerCheck(pub(super) InterventionId);

impl Asking for AnswerCheck {
    fn wording<'a>(&self, state: &'a DebateState) -> Option<Wording<'a>> {
        Some(Wording::One(("referee.md", answered(state, self.0)?)))
    }

    fn max_tokens(&self, _state: &DebateState) -> u32 {
        400
    }

    fn temperature(&self, _state: &DebateState) -> Option<f64> {
        Some(REFEREE_TEMPERATURE)
    }

    fn sees<'a>(&self, _state: &'a DebateState) -> Sees<'a> {
        Sees::House
    }

    fn reply(&self, _state: &DebateState) -> Reply {
        findings(&Rule::NEUTRALITY)
    }
}

/// An answer that the referee reads, and the rules that it has to keep.
fn answered(state: &DebateState, item: InterventionId) -> Option<Value> {
    let item = state.intervention(item)?;
    let seat = item.seat.as_ref()?;
    Some(view! {
        speaker => view! { name => state.name(seat), side => state.side_name(seat) },
        task => Own("an answer to a question of the gallery"),
        text => item.drafted.as_ref().map_or("", |drafted| &*drafted.text),
        again => false,
        rules => demands(&Rule::NEUTRALITY),
    })
}
