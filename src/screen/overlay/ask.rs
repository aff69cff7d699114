//! A question to a speaker, answered now; the debate halts for it or goes on.

use super::{
    Draft, Overlay,
    chooser::Chooser,
    question::{Kind, Question},
};
use crate::debate::DebateState;

/// Asks a speaker of this debate, with what was left in it.
pub fn ask(state: &DebateState, draft: Option<Draft>) -> Box<dyn Overlay> {
    let seat = draft.as_ref().and_then(|draft| draft.seat.clone());
    let chooser = Chooser::speakers(state, seat.as_ref());
    Box::new(Question::new(Kind::Ask, chooser, draft))
}
