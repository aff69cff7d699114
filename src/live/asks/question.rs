//! The viewer's question, or request for clarification.

use minijinja::Value;

use super::{
    Asking, Reply, Sees, Wording, tokens,
    view::{me, member, names, view},
};
use crate::{
    debate::{
        DebateState,
        ids::{InterventionId, Seat},
        neutrality::Neutrality,
        sources::handed_in,
        state::Matter,
    },
    fence::Own,
};

/// The most words of an answer.
const ANSWER_WORDS: u32 = 90;

/// The ask: which intervention.
pub(super) struct Question(pub(super) InterventionId);

impl Asking for Question {
    fn wording<'a>(&self, state: &'a DebateState) -> Option<Wording<'a>> {
        Some(Wording::One(("question.md", asked(state, self.0))))
    }

    fn max_tokens(&self, _state: &DebateState) -> u32 {
        tokens(ANSWER_WORDS) * 2
    }

    fn sees<'a>(&self, state: &'a DebateState) -> Sees<'a> {
        let live = state.floor();
        Sees::with(state, live.filter(|turn| !turn.text.trim().is_empty()))
    }

    fn reply(&self, state: &DebateState) -> Reply {
        let item = state.intervention(self.0);
        let seat = item.and_then(|item| item.seat.as_ref());
        Reply::Text {
            names: match seat {
                Some(seat) if seat.is_audience() => vec![state.name(seat)],
                Some(seat) => names(state, seat),
                None => Vec::new(),
            },
            words: ANSWER_WORDS + ANSWER_WORDS / 3,
            neutral: Neutrality::of_seat(state, seat),
            says_cut: true,
        }
    }
}

/// A question of the gallery.
fn asked(state: &DebateState, item: InterventionId) -> Value {
    let Some(item) = state.intervention(item) else {
        return view! {};
    };
    let seat = item.seat.as_ref();
    let of_house = seat.filter(|_| item.is_to_member());
    let who = match (of_house, seat) {
        (Some(seat), _) => member(state, seat),
        (None, Some(seat)) => view! { me => me(state, seat) },
        (None, None) => view! {},
    };
    view! {
        of_house => of_house.is_some(),
        polled => of_house.and_then(|seat| last_polled(state, seat)),
        question => handed_in(&item.text),
        clarification => item.matter == Matter::Clarification,
        words => ANSWER_WORDS,
        ..who
    }
}

/// The word for how a member voted in the last poll in which they did.
fn last_polled(state: &DebateState, seat: &Seat) -> Option<Own<&'static str>> {
    let mut polls = state.polls.iter().rev();
    let vote = polls.find_map(|poll| poll.votes().get(seat).copied().flatten())?;
    Some(Own(vote.word()))
}
