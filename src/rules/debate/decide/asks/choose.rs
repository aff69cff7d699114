//! The choice of the next speaker; `decide::judges` says when it is asked for.

use super::{Handler, judges::candidates, sentence};
use crate::debate::{
    answer::Answer, event::Event, ids::Seat, scores::NextSpeaker, state::DebateState,
};

/// The ask: in which phase and round.
pub(super) struct Choose(pub(super) u32, pub(super) u32);

impl Choose {
    /// Chooses whom the judge named, or else whoever is first.
    fn chosen(&self, state: &DebateState, next: NextSpeaker) -> Event {
        let candidates = candidates(state, self.0, self.1);
        let named = candidates
            .iter()
            .find(|seat| state.name(seat) == next.speaker);
        let reason = if named.is_some() {
            next.reason
        } else {
            String::new()
        };
        let seat = named.or(candidates.first()).cloned();
        Event::SpeakerChosen {
            phase: self.0,
            round: self.1,
            seat: seat.unwrap_or_else(Seat::house),
            reason,
        }
    }
}

impl Handler for Choose {
    fn answered(&self, state: &DebateState, answer: Answer) -> Option<Vec<Event>> {
        let Answer::Next(next) = answer else {
            return None;
        };
        Some(vec![self.chosen(state, next)])
    }

    fn given_up(&self, state: &DebateState, reason: &str, _raw: &str) -> Vec<Event> {
        let nobody = NextSpeaker {
            reason: String::new(),
            speaker: String::new(),
        };
        vec![
            Event::Notice {
                text: format!("The judge did not choose who speaks next: {reason}"),
            },
            self.chosen(state, nobody),
        ]
    }

    fn rehearsed(&self, state: &DebateState) -> Answer {
        let next = candidates(state, self.0, self.1);
        Answer::Next(NextSpeaker {
            reason: sentence("Most to answer"),
            speaker: next
                .first()
                .map_or_else(String::new, |seat| state.name(seat)),
        })
    }
}
