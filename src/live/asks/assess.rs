//! The assessments of speakers, of one or of all at once: the part of the verdict that is about them.

use std::collections::BTreeMap;

use minijinja::{Value, context};
use serde_json::Value as Json;

use super::{
    Asking, JUDGE_TEMPERATURE, Reply, Wording,
    answer::{must, said_before::OnTheCard},
    joint,
    view::{opening, view},
};
use crate::{
    debate::{DebateState, answer::SpeakerAssessment, decide::Answer, ids::Seat},
    llm::{
        Shape,
        shape::{keyed_apart, ranged, shape_of},
    },
    text::has_words,
};

/// Tokens of one assessment.
const TOKENS: u32 = 400;

/// The ask: who is assessed.
pub(super) struct Assess<'a>(pub(super) &'a Seat);

impl Asking for Assess<'_> {
    fn wording<'a>(&self, state: &'a DebateState) -> Option<Wording<'a>> {
        Some(Wording::One(("assess.md", assessed(state, self.0))))
    }

    fn max_tokens(&self, _state: &DebateState) -> u32 {
        TOKENS
    }

    fn temperature(&self, _state: &DebateState) -> Option<f64> {
        Some(JUDGE_TEMPERATURE)
    }

    fn reply(&self, state: &DebateState) -> Reply {
        let card = card(state, self.0);
        Reply::shaped(
            ranged_marks(shape_of::<SpeakerAssessment>()),
            move |mut one| {
                make_sound(card.as_ref(), &mut one)?;
                Ok(Answer::Assessment(one))
            },
        )
    }
}

/// The ask for several: who is assessed, in the order of the prompt.
pub(super) struct Assessments<'a>(pub(super) &'a [Seat]);

impl Asking for Assessments<'_> {
    fn wording<'a>(&self, state: &'a DebateState) -> Option<Wording<'a>> {
        let speakers: Vec<Value> = self.0.iter().map(|seat| assessed(state, seat)).collect();
        let asked = context! { seats => joint::keys(self.0), speakers };
        Some(Wording::One(("assessments.md", asked)))
    }

    fn max_tokens(&self, _state: &DebateState) -> u32 {
        joint::tokens(self.0, TOKENS)
    }

    fn temperature(&self, _state: &DebateState) -> Option<f64> {
        Some(JUDGE_TEMPERATURE)
    }

    fn reply(&self, state: &DebateState) -> Reply {
        let seats = self.0.to_vec();
        let cards: Vec<Option<OnTheCard>> = seats.iter().map(|seat| card(state, seat)).collect();
        let one = shape_of::<SpeakerAssessment>();
        let shape = keyed_apart("Assessments", &joint::keys(&seats), &one.schema);
        Reply::shaped(
            ranged_marks(shape),
            move |entries: BTreeMap<String, Json>| {
                let sound = |at: usize, one: &mut SpeakerAssessment| {
                    make_sound(cards.get(at).and_then(Option::as_ref), one)
                };
                joint::each(&seats, &entries, "assessment", sound).map(Answer::Assessments)
            },
        )
    }
}

/// The shape of assessments with the range of their marks.
fn ranged_marks(shape: Shape) -> Shape {
    let marks = ["effectiveness", "persona_fidelity"].into_iter();
    marks.fold(shape, |shape, mark| ranged(shape, mark, 1, 10))
}

/// The texts about a speaker on their card that a judge reads.
fn card(state: &DebateState, seat: &Seat) -> Option<OnTheCard> {
    let card = &opening(state)?.speaker(seat)?.card;
    let texts = [card.role.as_str(), &card.style.register];
    Some(OnTheCard::of(&card.name, texts))
}

/// Leaves out of an assessment what only stands on the card.
///
/// # Errors
/// Marks are out of range, or nothing is left of what the speaker gave.
fn make_sound(card: Option<&OnTheCard>, one: &mut SpeakerAssessment) -> Result<(), String> {
    let mut marks = [one.effectiveness, one.persona_fidelity].into_iter();
    must(
        marks.all(|mark| (1.0..=10.0).contains(&mark)),
        "\"effectiveness\" and \"persona_fidelity\" must be numbers from 1 to 10",
    )?;
    let Some(card) = card else {
        return Ok(());
    };
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
    Ok(())
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
