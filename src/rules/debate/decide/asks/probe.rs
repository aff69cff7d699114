//! The probe of whether the model of a call is there at all; `decide::outage` says when it is asked for, and what a
//! failure of it means.

use super::{
    super::waited_for::{is_waited_for, paused, seat_of},
    Handler, of, said,
};
use crate::debate::{answer::Answer, event::Event, state::DebateState};

/// The ask whether a model is there.
pub(super) struct Probe;

impl Handler for Probe {
    fn answered(&self, state: &DebateState, answer: Answer) -> Option<Vec<Event>> {
        let Answer::Text(_) = answer else {
            return None;
        };
        Some(server_is_there(state))
    }

    fn given_up(&self, _state: &DebateState, _reason: &str, _raw: &str) -> Vec<Event> {
        vec![]
    }

    fn rehearsed(&self, _state: &DebateState) -> Answer {
        said()
    }
}

/// The server is there after all: what has failed often enough by itself is given up.
pub(in crate::debate::decide) fn server_is_there(state: &DebateState) -> Vec<Event> {
    let (waited_for, lost): (Vec<_>, Vec<_>) = state
        .outage
        .given_up()
        .partition(|(ask, _)| is_waited_for(state, ask, ""));
    let lost = lost.into_iter();
    let mut events: Vec<Event> = lost
        .flat_map(|(ask, one)| of(ask).given_up(state, &one.reason, ""))
        .collect();
    if let Some((ask, one)) = waited_for.first().filter(|_| state.is_running()) {
        events.push(paused(seat_of(state, ask), &one.reason));
    }
    events
}
