//! The question whether anybody on the other side rises, and with what; `decide::points` says when it is asked, and
//! whether they may.

use super::{Handler, points, sentence};
use crate::debate::{
    answer::{self, Answer},
    event::Event,
    ids::TurnId,
    state::DebateState,
};

/// The ask: the turn that is listened to.
pub(super) struct PoiOffer(pub(super) TurnId);

impl Handler for PoiOffer {
    fn answered(&self, state: &DebateState, answer: Answer) -> Option<Vec<Event>> {
        let Answer::Offer(offer) = answer else {
            return None;
        };
        Some(points::offered(state, self.0, offer))
    }

    /// Lets nobody rise, for want of an answer.
    fn given_up(&self, _state: &DebateState, _reason: &str, _raw: &str) -> Vec<Event> {
        vec![]
    }

    /// Has somebody of another side rise, in a rehearsal.
    fn rehearsed(&self, state: &DebateState) -> Answer {
        let floor = state.turn(self.0).map(|turn| turn.seat.group());
        let speakers = state.speakers().iter();
        let mut others = speakers.filter(|speaker| Some(speaker.seat.group()) != floor);
        let other = others.next().map(|speaker| speaker.card.name.clone());
        Answer::Offer(answer::PoiOffer {
            weakness: sentence("All of it"),
            rises: other.is_some(),
            speaker: other.unwrap_or_default(),
            point: "And who pays?".to_owned(),
        })
    }
}
