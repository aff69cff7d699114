//! A judge's scores and report. They are asked for in a slot of the house's own, as the plan has it.

use std::collections::BTreeMap;

use super::{Handler, bench::items, sentence};
use crate::{
    catalog::Scored,
    debate::{
        answer::Answer,
        event::Event,
        ids::Seat,
        scores::{Judgement, Marks, Standing},
        state::DebateState,
    },
};

/// The ask: which judge.
pub(super) struct Judge<'a>(pub(super) &'a Seat);

impl Handler for Judge<'_> {
    fn answered(&self, _state: &DebateState, answer: Answer) -> Option<Vec<Event>> {
        let Answer::Judgement(judgement) = answer else {
            return None;
        };
        Some(vec![Event::JudgementGiven {
            judge: self.0.clone(),
            judgement,
        }])
    }

    fn given_up(&self, _state: &DebateState, reason: &str, raw: &str) -> Vec<Event> {
        vec![Event::JudgementUnusable {
            judge: self.0.clone(),
            reason: reason.to_owned(),
            raw: raw.to_owned(),
        }]
    }

    fn rehearsed(&self, state: &DebateState) -> Answer {
        Answer::Judgement(Box::new(Judgement {
            marks: rehearsed_marks(state, None),
            key_insight: sentence("It depends"),
            unresolved_questions: vec![sentence("On what")],
            recommendation: sentence("Wait"),
        }))
    }
}

/// Marks for everything that a judge is asked about, after a round or, where no subject is given, in the end.
pub fn rehearsed_marks(state: &DebateState, subject: Option<Scored>) -> BTreeMap<String, Marks> {
    let Some(opening) = state.opening.as_deref() else {
        return BTreeMap::new();
    };
    let Some(rubric) = opening.format.rubric.as_ref() else {
        return BTreeMap::new();
    };
    let subject = subject.unwrap_or(rubric.of);
    let scores = rubric.dimensions.iter();
    let scores: BTreeMap<String, f64> = scores.map(|one| (one.id.clone(), rubric.lowest)).collect();
    items(state, opening, subject)
        .into_iter()
        .map(|(id, ..)| {
            let marks = Marks {
                scores: scores.clone(),
                standing: (subject == Scored::Arguments).then_some(Standing::ALL[0]),
                reason: sentence("So it went"),
                ..Marks::default()
            };
            (id, marks)
        })
        .collect()
}
