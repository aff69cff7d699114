//! The assessment of the debate after a round, asked for at once, whether or not the debate waits for it.

use super::{Decision, Handler, Said, judge::rehearsed_marks, sentence};
use crate::{
    catalog::Scored,
    debate::{
        answer::Answer,
        ask::Ask,
        event::Event,
        ids::Seat,
        scores::{Assessment, Observations},
        state::DebateState,
    },
};

/// The first assessment that is due and not asked for.
pub(in crate::debate::decide) fn due(state: &DebateState) -> Decision {
    let due = state.agenda.assessments.first();
    due.and_then(|&(phase, round, judge)| {
        let judge = &state.opening.as_deref()?.judges.get(judge)?.seat;
        let ask = Ask::Round {
            phase,
            round,
            judge: judge.clone(),
        };
        Some(Decision::ask(state, ask, Some(judge.clone())))
    })
    .unwrap_or_default()
}

/// The ask: after which round of which phase, and which judge.
pub(super) struct Round<'a>(pub(super) u32, pub(super) u32, pub(super) &'a Seat);

impl Handler for Round<'_> {
    fn answered(&self, state: &DebateState, answer: Answer) -> Option<Vec<Event>> {
        let Answer::Round(mut assessment) = answer else {
            return None;
        };
        let ask = Ask::Round {
            phase: self.0,
            round: self.1,
            judge: self.2.clone(),
        };
        let said = Said::to(&ask, state);
        said.hold_marks(assessment.marks.values_mut());
        said.hold(&mut assessment.recommendation);
        Some(vec![Event::AssessmentMade {
            phase: self.0,
            round: self.1,
            judge: self.2.clone(),
            assessment,
        }])
    }

    fn given_up(&self, _state: &DebateState, reason: &str, raw: &str) -> Vec<Event> {
        vec![Event::AssessmentUnusable {
            phase: self.0,
            round: self.1,
            judge: self.2.clone(),
            reason: reason.to_owned(),
            raw: raw.to_owned(),
        }]
    }

    fn rehearsed(&self, state: &DebateState) -> Answer {
        Answer::Round(Box::new(Assessment {
            marks: rehearsed_marks(state, Some(Scored::Speakers)),
            observations: Observations::default(),
            overall_quality: 6.0,
            recommendation: sentence("Go on"),
            should_continue: true,
        }))
    }
}
