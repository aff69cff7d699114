//! The answer to a question that is put after the end.

use super::{Handler, said};
use crate::{
    debate::{
        answer::Answer, event::Event, ids::FollowUpId, neutrality::Neutrality, state::DebateState,
    },
    text::has_words,
};

/// The ask: which follow-up.
pub(super) struct FollowUp(pub(super) FollowUpId);

impl Handler for FollowUp {
    /// An answer that came as a whole: a moderator's, who takes no side after the debate either. What does is withheld,
    /// and said to be.
    fn answered(&self, state: &DebateState, answer: Answer) -> Option<Vec<Event>> {
        let Answer::Text(text) = answer else {
            return None;
        };
        let item = self.0;
        let seat = state.follow_up(item).map(|one| &one.seat);
        let neutral = Neutrality::of_seat(state, seat);
        let broken = neutral.as_ref().and_then(|neutral| {
            let reason = neutral.broken(&text)?;
            Some((neutral.neutral_part(&text), reason))
        });
        let event = match broken {
            None => Event::FollowUpAnswered { item, text },
            Some((kept, reason)) if has_words(&kept) => Event::FollowUpAnswered {
                item,
                text: format!("{kept} (The rest is withheld: {reason}.)"),
            },
            Some((_, reason)) => Event::FollowUpFailed {
                item,
                reason: format!("the answer is withheld: {reason}"),
            },
        };
        Some(vec![event])
    }

    fn given_up(&self, _state: &DebateState, reason: &str, _raw: &str) -> Vec<Event> {
        vec![Event::FollowUpFailed {
            item: self.0,
            reason: reason.to_owned(),
        }]
    }

    fn rehearsed(&self, _state: &DebateState) -> Answer {
        said()
    }
}
