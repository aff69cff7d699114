//! The answers of a moderator to viewers that nobody could check.

use super::{Missing, MissingPart, calls::Calls};
use crate::debate::{
    ask::{Ask, Purpose},
    state::DebateState,
};

/// The checks of what a moderator has answered: the answers are there without them.
pub(super) fn unchecked(state: &DebateState, calls: &Calls<'_>) -> Vec<Missing> {
    let answered = state.interventions.iter();
    let lost = answered.filter_map(|item| {
        let reason = calls.failed(&[Ask::AnswerCheck { item: item.id }])?;
        Some(Missing {
            part: MissingPart::Asked(Purpose::Referee),
            seat: item.seat.clone()?,
            begun: false,
            reason: reason.to_owned(),
            counts: false,
        })
    });
    lost.collect()
}
