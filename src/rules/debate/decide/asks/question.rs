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

/// The answer as it is given. Where something in it takes sides, `broken` has the reason and what is left without that.
pub(super) fn given(item: InterventionId, text: String, broken: Option<(String, String)>) -> Event {
    match broken {
        None => Event::QuestionAnswered { item, text },
        Some((reason, kept)) if has_words(&kept) => Event::QuestionAnswered {
            item,
            text: format!("{kept} (The rest is withheld: {reason}.)"),
        },
        Some((reason, _)) => Event::QuestionFailed {
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
            Some((reason, neutral.neutral_part(&text)))
        });
        let is_anything_left = broken.as_ref().is_none_or(|(_, kept)| has_words(kept));
        let is_checked = neutral.is_some() && is_anything_left && state.has_referee_model();
        if !is_checked {
            return Some(vec![given(item, text, broken)]);
        }
        let (withheld, text) = match broken {
            Some((reason, kept)) => (Some(reason), kept),
            None => (None, text),
        };
        Some(vec![Event::AnswerDrafted {
            item,
            text,
            withheld,
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
