//! The assessment of one speaker: the part of the verdict that is about them.

use minijinja::Value;

use super::{
    Asking, JUDGE_TEMPERATURE, Reply, Wording,
    answer::{must, said_before::OnTheCard},
    view::{opening, view},
};
use crate::{
    debate::{DebateState, answer::SpeakerAssessment, decide::Answer, ids::Seat},
    llm::shape::{ranged, shape_of},
    text::has_words,
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

    fn reply(&self, state: &DebateState) -> Reply {
        let speaker = opening(state).and_then(|opening| opening.speaker(self.0));
        let card = speaker.map(|speaker| {
            let style = &speaker.card.style;
            OnTheCard::of(
                &speaker.card.name,
                [speaker.card.role.as_str(), &style.register],
            )
        });
        let marks = ["effectiveness", "persona_fidelity"].into_iter();
        let shape = marks.fold(shape_of::<SpeakerAssessment>(), |shape, mark| {
            ranged(shape, mark, 1, 10)
        });
        Reply::shaped(shape, move |mut one: SpeakerAssessment| {
            let mut marks = [one.effectiveness, one.persona_fidelity].into_iter();
            must(
                marks.all(|mark| (1.0..=10.0).contains(&mark)),
                "\"effectiveness\" and \"persona_fidelity\" must be numbers from 1 to 10",
            )?;
            if let Some(card) = &card {
                one.key_contribution = card.left_out_of(&one.key_contribution);
                must(
                    has_words(&one.key_contribution),
                    "\"key_contribution\" must say what they gave this debate, not who they are",
                )?;
                let missed = one.missed_opportunity.take();
                let missed = missed.map(|missed| card.left_out_of(&missed));
                one.missed_opportunity = missed.filter(|missed| has_words(missed));
                let feedback = one.feedback.iter().map(|note| card.left_out_of(note));
                one.feedback = feedback.filter(|note| has_words(note)).collect();
            }
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
