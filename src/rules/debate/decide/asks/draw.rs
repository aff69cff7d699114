//! The passages of a speaker's corpus that fit what is to be said: drawn before the turn begins.

use super::{Decision, Handler, sentence};
use crate::debate::{
    answer::Answer,
    ask::Ask,
    event::Event,
    ids::TurnId,
    passage::Passage,
    state::{DebateState, Turn},
};

/// The decision that is due before the words of a turn are asked for; `None` where there is none.
pub(in crate::debate::decide) fn due(state: &DebateState, turn: &Turn) -> Option<Decision> {
    if !state.wants_passages(turn) {
        return None;
    }
    let ask = Ask::Draw { turn: turn.id };
    if state.is_asked(&ask) {
        return Some(Decision::none());
    }
    Some(Decision::ask(state, ask, Some(turn.seat.clone())))
}

/// Passages came, those that fit best first.
fn drawn(state: &DebateState, turn: TurnId, drawn: Vec<Passage>, trouble: Option<String>) -> Event {
    let mut passages: Vec<Passage> = Vec::new();
    let mut numbers = Vec::new();
    for passage in drawn {
        let new = |passages: &[Passage]| {
            let at = passages.iter().position(|known| *known == passage)?;
            u32::try_from(state.passages.len() + at + 1).ok()
        };
        let number = state.number_of(&passage).or_else(|| new(&passages));
        let number = number.or_else(|| {
            passages.push(passage);
            u32::try_from(state.passages.len() + passages.len()).ok()
        });
        numbers.extend(number.filter(|number| !numbers.contains(number)));
    }
    Event::PassagesDrawn {
        turn,
        passages,
        numbers,
        trouble,
    }
}

/// The ask: the turn that the passages are for.
pub(super) struct Draw(pub(super) TurnId);

impl Handler for Draw {
    fn answered(&self, state: &DebateState, answer: Answer) -> Option<Vec<Event>> {
        let Answer::Passages(passages, trouble) = answer else {
            return None;
        };
        Some(vec![drawn(state, self.0, passages, trouble)])
    }

    /// Goes on without passages: the turn is spoken from memory.
    fn given_up(&self, state: &DebateState, reason: &str, _raw: &str) -> Vec<Event> {
        vec![drawn(state, self.0, vec![], Some(reason.to_owned()))]
    }

    fn rehearsed(&self, _state: &DebateState) -> Answer {
        let passage = |words: &str| Passage {
            text: sentence(words),
            source: "A book of carts".to_owned(),
            evidence: None,
        };
        let drawn = ["It has to say what it says", "It says it again"].map(passage);
        Answer::Passages(drawn.to_vec(), None)
    }
}
