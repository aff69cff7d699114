//! The choice of who speaks next. Asked of a judge.

use super::{Asking, ROUND_TEMPERATURE, Reply, Wording, view::view};
use crate::{
    debate::{
        DebateState,
        decide::{Answer, candidates},
        scores::NextSpeaker,
    },
    llm::shape::{shape_of, with_choices},
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

impl Asking for Choose {
    fn wording<'a>(&self, state: &'a DebateState) -> Option<Wording<'a>> {
        let names = self.names(state);
        Some(Wording::One(("choose.md", view! { names })))
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
