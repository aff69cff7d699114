//! A question to a speaker, answered now; the debate halts for it or goes on. Once it is over, a question to anybody who
//! took part.

use super::{
    Draft, Overlay,
    chooser::Chooser,
    question::{Kind, Question},
};
use crate::debate::{DebateState, state::DebateStatus};

/// Asks a speaker of this debate, or whoever took part in one that is over, with what was left in it.
pub fn ask(state: &DebateState, draft: Option<Draft>) -> Box<dyn Overlay> {
    let seat = draft.as_ref().and_then(|draft| draft.seat.clone());
    if let DebateStatus::Closed(_) = state.status {
        let chooser = Chooser::participants(state, seat.as_ref());
        return Box::new(Question::new(Kind::FollowUp, chooser, draft));
    }
    let chooser = Chooser::speakers(state, seat.as_ref());
    let question = Question::new(Kind::Ask, chooser, draft);
    Box::new(match state.status {
        // It waits already.
        DebateStatus::Paused(_) => question.without_halt(),
        DebateStatus::Unopened | DebateStatus::Running | DebateStatus::Closed(_) => question,
    })
}
