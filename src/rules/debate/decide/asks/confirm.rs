//! Whether what was granted is agreed: asked of whoever has granted something or was granted something, once each, after
//! the last word and before anybody judges it. Who cannot be had is not waited for.

use std::collections::BTreeSet;

use super::{Decision, Handler, Said, sentence};
use crate::{
    debate::{
        answer::{Answer, GrantReply},
        ask::Ask,
        event::Event,
        grants::GrantAnswer,
        ids::Seat,
        state::DebateState,
    },
    text::has_words,
};

/// The decision to ask everybody who has not answered, where the speakers have had their last word; `None` where nobody
/// is to be asked any more.
pub(in crate::debate::decide) fn due(state: &DebateState) -> Option<Decision> {
    if !state.is_after_last_word() {
        return None;
    }
    let awaited = state.unconfirmed_by();
    if awaited.is_empty() {
        return None;
    }
    let asks = awaited.into_iter().map(|seat| {
        let ask = Ask::Confirm { seat: seat.clone() };
        (ask, seat.clone())
    });
    let next = asks.into_iter().find(|(ask, _)| !state.is_asked(ask));
    Some(next.map_or_else(Decision::none, |(ask, seat)| {
        Decision::ask(state, ask, Some(seat))
    }))
}

/// The ask: whose word it is.
pub(super) struct Confirm<'a>(pub(super) &'a Seat);

impl Handler for Confirm<'_> {
    fn answered(&self, state: &DebateState, answer: Answer) -> Option<Vec<Event>> {
        let Answer::Grants(said) = answer else {
            return None;
        };
        Some(vec![Event::GrantsConfirmed {
            seat: self.0.clone(),
            answers: held(state, self.0, said),
        }])
    }

    fn given_up(&self, _state: &DebateState, reason: &str, _raw: &str) -> Vec<Event> {
        vec![Event::ConfirmationFailed {
            seat: self.0.clone(),
            reason: reason.to_owned(),
        }]
    }

    /// The last point is taken back by whoever has granted it, so that not all stand alike.
    fn rehearsed(&self, state: &DebateState) -> Answer {
        let grants = state.grants();
        let last = grants.len();
        let own = grants.iter().filter(|grant| grant.concerns(self.0));
        let replies = own.map(|grant| {
            let is_last = grant.number as usize == last;
            let agreed = !is_last || grant.by != self.0;
            let dispute = sentence("It was a courtesy");
            GrantReply {
                number: grant.number,
                dispute: if agreed { String::new() } else { dispute },
                agreed,
            }
        });
        Answer::Grants(replies.collect())
    }
}

/// The answers to the grants that concern a seat, each once. What is not agreed has a reason, and quotes nobody with words
/// that were not said.
fn held(state: &DebateState, seat: &Seat, said: Vec<GrantReply>) -> Vec<GrantAnswer> {
    let grants = state.grants_concerning(seat);
    let record = Said::in_debate(state);
    let mut known = BTreeSet::new();
    let answers = said.into_iter().filter_map(|one| {
        let grant = grants.iter().find(|grant| grant.number == one.number)?;
        let mut dispute = one.dispute.trim().to_owned();
        let is_answered = one.agreed || has_words(&dispute);
        if !is_answered || !known.insert(one.number) {
            return None;
        }
        record.hold(&mut dispute);
        Some(GrantAnswer {
            grant: grant.place.clone(),
            dispute: (!one.agreed).then_some(dispute),
        })
    });
    answers.collect()
}
