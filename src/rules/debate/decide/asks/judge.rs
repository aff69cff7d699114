//! A judge's scores and report. They are asked for in a slot of the house's own, as the plan has it.

use std::collections::BTreeMap;

use super::{Handler, Said, judges::items, sentence};
use crate::{
    catalog::Scored,
    debate::{
        answer::Answer,
        ask::Ask,
        event::Event,
        ids::Seat,
        scores::{Judgement, Marks, Standing},
        state::DebateState,
        trace::TracedResponse,
        written::ResponseType,
    },
};

/// The ask: which judge, and whether it is the second look.
pub(super) struct Judge<'a>(pub(super) &'a Seat, pub(super) bool);

impl Handler for Judge<'_> {
    fn answered(&self, state: &DebateState, answer: Answer) -> Option<Vec<Event>> {
        let Answer::Judgement(mut judgement) = answer else {
            return None;
        };
        let mut events = upheld_if_conceded(state, self.0, &mut judgement);
        let said = Said::to(
            &Ask::Judge {
                judge: self.0.clone(),
                again: self.1,
            },
            state,
        );
        said.hold_marks(judgement.marks.values_mut());
        said.hold_all(&mut judgement.unresolved_questions);
        said.hold_all([&mut judgement.key_insight, &mut judgement.recommendation]);
        events.push(Event::JudgementGiven {
            judge: self.0.clone(),
            again: self.1,
            judgement,
        });
        Some(events)
    }

    fn given_up(&self, _state: &DebateState, reason: &str, raw: &str) -> Vec<Event> {
        vec![Event::JudgementUnusable {
            judge: self.0.clone(),
            again: self.1,
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

/// Puts right the standing of arguments that the other side has conceded and so cannot have refuted, and says so.
fn upheld_if_conceded(state: &DebateState, judge: &Seat, judgement: &mut Judgement) -> Vec<Event> {
    let mut told = Vec::new();
    for row in state.trace() {
        let id = &row.argument.id;
        // What was taken back after the last word is conceded no more.
        let concedes = |met: &&TracedResponse<'_>| {
            met.response.response_type == ResponseType::Concede && met.taken_back.is_none()
        };
        let Some(by) = row.met.iter().find(concedes).map(|met| met.by) else {
            continue;
        };
        let marks = judgement.marks.get_mut(id);
        let Some(marks) = marks.filter(|marks| marks.standing == Some(Standing::Refuted)) else {
            continue;
        };
        marks.standing = Some(Standing::Upheld);
        let text = format!(
            "{} called {id} refuted, which {} had conceded; it counts as upheld.",
            state.name(judge),
            state.name(by)
        );
        told.push(Event::Notice { text });
    }
    told
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
