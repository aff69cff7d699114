//! The extraction of what a speech argued, asked for beside the debate: nobody waits for it.

use super::{Decision, Handler, sentence};
use crate::debate::{
    answer::{Answer, ArgumentPoint, SpeechArguments},
    ask::Ask,
    event::Event,
    ids::TurnId,
    state::DebateState,
};

/// The first speech of which nobody writes down yet what it argued.
pub(in crate::debate::decide) fn due(state: &DebateState) -> Decision {
    let unread = state.agenda.unread.first();
    unread.map_or_else(Decision::none, |turn| {
        Decision::ask(state, Ask::Extract { turn: *turn }, None)
    })
}

/// The ask: the turn that is read.
pub(super) struct Extract(pub(super) TurnId);

impl Handler for Extract {
    fn answered(&self, _state: &DebateState, answer: Answer) -> Option<Vec<Event>> {
        let Answer::Arguments(arguments) = answer else {
            return None;
        };
        Some(vec![Event::ArgumentsExtracted {
            turn: self.0,
            arguments,
        }])
    }

    fn given_up(&self, _state: &DebateState, reason: &str, _raw: &str) -> Vec<Event> {
        vec![Event::ExtractionFailed {
            turn: self.0,
            reason: reason.to_owned(),
        }]
    }

    fn rehearsed(&self, _state: &DebateState) -> Answer {
        Answer::Arguments(SpeechArguments {
            opening: sentence("It began"),
            arguments: vec![ArgumentPoint {
                claim: sentence("Carts take room"),
                reasoning: sentence("They are wide"),
                evidence: None,
                is_rebuttal: false,
                rebuts_speaker: None,
            }],
            closing: sentence("It ended"),
            tone: sentence("Calm"),
            key_rhetorical_moves: vec![sentence("A list")],
        })
    }
}
