//! How one speaker did: the part of the verdict that is about them.

use minijinja::Value;

use super::{
    Asking, JUDGE_TEMPERATURE, Reply, Wording,
    answer::must,
    view::{opening, view},
};
use crate::{
    debate::{DebateState, answer::SpeakerAssessment, decide::Answer, ids::Seat},
    llm::shape::{ranged, shape_of},
};

/// The ask: who is assessed.
pub(super) struct Assess<'a>(pub(super) &'a Seat);

impl Asking for Assess<'_> {
    fn wording<'a>(&self, state: &'a DebateState) -> Option<Wording<'a>> {
        Some(Wording::One(("assess.md", assessed(state, self.0))))
    }

    fn max_tokens(&self, _state: &DebateState) -> u32 {
        400
    }

    fn temperature(&self, _state: &DebateState) -> Option<f64> {
        Some(JUDGE_TEMPERATURE)
    }

    fn reply(&self, _state: &DebateState) -> Reply {
        let marks = ["effectiveness", "persona_fidelity"].into_iter();
        let shape = marks.fold(shape_of::<SpeakerAssessment>(), |shape, mark| {
            ranged(shape, mark, 1, 10)
        });
        Reply::shaped(shape, |mut one: SpeakerAssessment| {
            must(
                one.effectiveness.is_finite() && one.persona_fidelity.is_finite(),
                "\"effectiveness\" and \"persona_fidelity\" must be numbers from 1 to 10",
            )?;
            one.effectiveness = one.effectiveness.clamp(1.0, 10.0);
            one.persona_fidelity = one.persona_fidelity.clamp(1.0, 10.0);
            Ok(Answer::Assessment(one))
        })
    }
}

/// A speaker who is assessed.
fn assessed(state: &DebateState, seat: &Seat) -> Value {
    let Some(speaker) = opening(state).and_then(|opening| opening.speaker(seat)) else {
        return view! {};
    };
    let side = state.side_name(seat);
    let card = &speaker.card;
    view! { speaker => view! { name => card.name, role => card.role, style => card.style, side } }
}
