//! Is the model of a call there at all? `decide::outage` says when it is asked, and what a failure of it means.

use super::{Handler, of, said};
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
    let lost = state.outage.given_up();
    lost.flat_map(|(ask, one)| of(ask).given_up(state, &one.reason, ""))
        .collect()
}
