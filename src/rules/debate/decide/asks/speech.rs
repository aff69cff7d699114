//! Prose for the floor. Its words come in as they are released, and the floor decides what follows from them.

use super::{Handler, said};
use crate::debate::{answer::Answer, event::Event, state::DebateState};

/// The ask for the words of a speech.
pub(super) struct Speech;

impl Handler for Speech {
    fn answered(&self, _state: &DebateState, _answer: Answer) -> Option<Vec<Event>> {
        None
    }

    /// Nothing: whether it is taken up again or given up is decided by how often it has failed.
    fn given_up(&self, _state: &DebateState, _reason: &str, _raw: &str) -> Vec<Event> {
        vec![]
    }

    fn rehearsed(&self, _state: &DebateState) -> Answer {
        said()
    }
}
