//! The viewer's question or request for clarification.

use super::{AT_ONCE, Decision, Handler, said};
use crate::{
    debate::{
        answer::Answer, ask::Ask, event::Event, ids::InterventionId, neutrality::Neutrality,
        state::DebateState,
    },
    text::has_words,
};

/// Puts the first question that waits to be put. This goes on while the debate is paused.
pub(in crate::debate::decide) fn due(state: &DebateState) -> Decision {
    let is_busy = state.calls.len() >= 2 * AT_ONCE;
    let due = state.agenda.questions.first().filter(|_| !is_busy);
    let item = due.and_then(|item| state.intervention(*item));
    item.map_or_else(Decision::none, |item| {
        let ask = Ask::Question { item: item.id };
        Decision::ask(state, ask, item.seat.clone())
    })
}

/// The ask: which intervention.
pub(super) struct Question(pub(super) InterventionId);

impl Handler for Question {
    /// A moderator's answer takes no side: what does is withheld, and said to be.
    fn answered(&self, state: &DebateState, answer: Answer) -> Option<Vec<Event>> {
        let Answer::Text(text) = answer else {
            return None;
        };
        let item = state.intervention(self.0);
        let seat = item.and_then(|item| item.seat.as_ref());
        let broken = Neutrality::of_seat(state, seat).and_then(|neutral| {
            let reason = neutral.broken(&text)?;
            Some((reason, neutral.neutral_part(&text)))
        });
        Some(vec![match broken {
            None => Event::QuestionAnswered { item: self.0, text },
            Some((reason, kept)) if has_words(&kept) => Event::QuestionAnswered {
                item: self.0,
                text: format!("{kept} (The rest is withheld: {reason}.)"),
            },
            Some((reason, _)) => Event::QuestionFailed {
                item: self.0,
                reason: format!("the answer is withheld: {reason}"),
            },
        }])
    }

    fn given_up(&self, _state: &DebateState, reason: &str, _raw: &str) -> Vec<Event> {
        vec![Event::QuestionFailed {
            item: self.0,
            reason: reason.to_owned(),
        }]
    }

    fn rehearsed(&self, _state: &DebateState) -> Answer {
        said()
    }
}
