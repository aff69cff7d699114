//! The choice of who speaks next. Asked of a judge.

use minijinja::Value;

use super::{Asking, ROUND_TEMPERATURE, Reply, Wording, view::view};
use crate::{
    debate::{
        DebateState,
        decide::{Answer, candidates},
        scores::{Judged, NextSpeaker},
    },
    llm::shape::{shape_of, with_choices},
    text::has_words,
};

/// The ask: in which phase, by position in the format, and in which round, from 1.
pub(super) struct Choose(pub(super) u32, pub(super) u32);

impl Choose {
    /// The names of those who may speak next.
    fn names(&self, state: &DebateState) -> Vec<String> {
        let seats = candidates(state, self.0, self.1);
        seats.iter().map(|seat| state.name(seat)).collect()
    }
}

/// The last assessment between rounds: what the debate needs, as the judge who made it sees it.
fn assessed(state: &DebateState) -> Option<Value> {
    let given = state.rounds.iter().rev().find_map(|round| {
        let Judged::Given(assessment) = &round.assessment else {
            return None;
        };
        Some((round.round, &assessment.recommendation))
    });
    let (round, needs) = given.filter(|(_, needs)| has_words(needs))?;
    Some(view! { round, needs })
}

impl Asking for Choose {
    fn wording<'a>(&self, state: &'a DebateState) -> Option<Wording<'a>> {
        let names = self.names(state);
        let read = view! { names, assessed => assessed(state) };
        Some(Wording::One(("choose.md", read)))
    }

    fn max_tokens(&self, _state: &DebateState) -> u32 {
        120
    }

    fn temperature(&self, _state: &DebateState) -> Option<f64> {
        Some(ROUND_TEMPERATURE)
    }

    fn reply(&self, state: &DebateState) -> Reply {
        let names = self.names(state);
        let may: Vec<&str> = names.iter().map(String::as_str).collect();
        let shape = with_choices(shape_of::<NextSpeaker>(), "speaker", &may);
        Reply::shaped(shape, move |next: NextSpeaker| {
            if names.contains(&next.speaker) {
                return Ok(Answer::Next(next));
            }
            Err(format!("\"speaker\" must be one of: {}", names.join(", ")))
        })
    }
}
