//! Private notes before the debate.

use super::{Decision, Handler, said};
use crate::debate::{
    answer::Answer,
    ask::Ask,
    event::{Event, Truncation},
    ids::TurnId,
    state::{DebateState, Turn},
};

/// Asks for the notes of a turn.
pub(in crate::debate::decide) fn due(state: &DebateState, turn: &Turn) -> Decision {
    let ask = Ask::Prepare { turn: turn.id };
    if state.is_asked(&ask) {
        Decision::none()
    } else {
        Decision::ask(state, ask, Some(turn.seat.clone()))
    }
}

/// The ask: the turn that the notes are.
pub(super) struct Prepare(pub(super) TurnId);

impl Handler for Prepare {
    fn answered(&self, _state: &DebateState, answer: Answer) -> Option<Vec<Event>> {
        let Answer::Text(text) = answer else {
            return None;
        };
        Some(vec![
            Event::Said { turn: self.0, text },
            Event::TurnEnded {
                turn: self.0,
                truncated: None,
                flagged: None,
            },
        ])
    }

    fn given_up(&self, state: &DebateState, reason: &str, _raw: &str) -> Vec<Event> {
        let name = state
            .turn(self.0)
            .map(|turn| state.name(&turn.seat))
            .unwrap_or_default();
        vec![
            Event::Notice {
                text: format!("{name} comes without notes: {reason}"),
            },
            Event::TurnEnded {
                turn: self.0,
                truncated: Some(Truncation::Unreachable {
                    reason: reason.to_owned(),
                }),
                flagged: None,
            },
        ]
    }

    fn rehearsed(&self, _state: &DebateState) -> Answer {
        said()
    }
}
