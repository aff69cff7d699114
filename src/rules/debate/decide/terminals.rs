//! Seats that are taken from other terminals than the one where the debate runs.

use super::{Decision, people};
use crate::debate::{
    event::Event,
    ids::{CommandId, Seat},
    opening::OnFailure,
    person::HandoverSpan,
    state::DebateState,
};

/// Somebody sits down in a seat at another terminal. Whatever its persona is asked at this moment it goes on with.
pub(super) fn taken(state: &DebateState, id: CommandId, seat: Seat, name: &str) -> Decision {
    match state.may_take(&seat, name) {
        Ok(()) => Decision::event(Event::SeatTaken {
            command: id,
            seat,
            name: name.trim().to_owned(),
        }),
        Err(why) => Decision::refused(id, &why),
    }
}

/// The terminal of a seat has gone. Where nobody watches who could hand the seat over, its persona has it from now on.
pub(super) fn left(state: &DebateState, id: CommandId, seat: Seat) -> Decision {
    if !state.is_elsewhere(&seat) {
        return Decision::refused(id, "Nobody sits there at another terminal.");
    }
    let nobody_watches = state.on_failure != OnFailure::Pause;
    let mut decision = if nobody_watches && state.is_held_by_person(&seat) {
        people::handed_over(state, id, &seat, HandoverSpan::Open)
    } else {
        Decision::none()
    };
    decision
        .events
        .insert(0, Event::SeatLeft { command: id, seat });
    decision
}
