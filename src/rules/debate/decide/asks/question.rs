//! The viewer's question or request for clarification.

use super::{AT_ONCE, Decision, Handler, said};
use crate::{
    debate::{
        answer::Answer, ask::Ask, event::Event, ids::InterventionId, neutrality::Neutrality,
        state::DebateState,
    },
    text::has_words,
};

/// Puts the first question that waits to be put, or has its answer checked. This goes on while the debate is paused.
pub(in crate::debate::decide) fn due(state: &DebateState) -> Decision {
    let is_busy = state.calls.len() >= 2 * AT_ONCE;
    let due = state.agenda.questions.first().filter(|_| !is_busy);
    let item = due.and_then(|item| state.intervention(*item));
    item.map_or_else(Decision::none, |item| {
        if item.drafted.is_some() {
            Decision::ask(state, Ask::AnswerCheck { item: item.id }, None)
        } else {
            let ask = Ask::Question { item: item.id };
            Decision::ask(state, ask, item.seat.clone())
        }
    })
}

/// The answer as it is given: what takes no side of it, with the reason why the rest is withheld, where something is.
pub(super) fn given(item: InterventionId, text: String, withheld: Option<String>) -> Event {
    match withheld {
        None => Event::QuestionAnswered { item, text },
        Some(reason) if has_words(&text) => Event::QuestionAnswered {
            item,
            text: format!("{text} (The rest is withheld: {reason}.)"),
        },
        Some(reason) => Event::QuestionFailed {
            item,
            reason: format!("the answer is withheld: {reason}"),
        },
    }
}

/// The ask: which intervention.
pub(super) struct Question(pub(super) InterventionId);

impl Handler for Question {
    /// A moderator's answer takes no side: what does is withheld, and said to be. What code finds is withheld at once;
    /// of what is left the referee is asked, where there is one.
    fn answered(&self, state: &DebateState, answer: Answer) -> Option<Vec<Event>> {
        let Answer::Text(text) = answer else {
            return None;
        };
        let item = self.0;
        let seat = state.intervention(item).and_then(|one| one.seat.as_ref());
        let neutral = Neutrality::of_seat(state, seat);
        let broken = neutral.as_ref().and_then(|neutral| {
            let reason = neutral.broken(&text)?;
            Some((neutral.neutral_part(&text), reason))
        });
        let (text, withheld) = match broken {
            Some((kept, reason)) => (kept, Some(reason)),
            None => (text, None),
        };
        let is_anything_left = withheld.is_none() || has_words(&text);
        let is_checked = neutral.is_some() && is_anything_left && state.has_referee_model();
        Some(vec![if is_checked {
            Event::AnswerDrafted {
                item,
                text,
                withheld,
            }
        } else {
            given(item, text, withheld)
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
