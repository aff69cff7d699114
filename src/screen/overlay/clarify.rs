//! A request to make something clear at the next break, to a speaker or to whoever spoke last.

use super::{
    Draft, Overlay,
    chooser::Chooser,
    question::{Kind, Question},
};
use crate::debate::DebateState;

/// Asks for clarification, with what was left in it.
pub fn clarify(state: &DebateState, draft: Option<Draft>) -> Box<dyn Overlay> {
    let seat = draft.as_ref().and_then(|draft| draft.seat.clone());
    let chooser = Chooser::speakers(state, None).or_nobody(seat.as_ref());
    Box::new(Question::new(Kind::Clarify, chooser, draft))
}
