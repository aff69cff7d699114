//! The assessment of one speaker: the part of the verdict that is about them, asked for beside it.

use super::{Handler, Said, sentence};
use crate::debate::{
    answer::{Answer, SpeakerAssessment},
    event::Event,
    ids::Seat,
    state::DebateState,
};

/// The ask: who is assessed.
pub(super) struct Assess<'a>(pub(super) &'a Seat);

impl Handler for Assess<'_> {
    fn answered(&self, state: &DebateState, answer: Answer) -> Option<Vec<Event>> {
        let Answer::Assessment(mut assessment) = answer else {
            return None;
        };
        assessment.speaker_name = state.name(self.0);
        let said = Said::in_debate(state);
        said.hold(&mut assessment.key_contribution);
        said.hold_all(
            assessment
                .missed_opportunity
                .iter_mut()
                .chain(&mut assessment.feedback),
        );
        Some(vec![Event::SpeakerAssessed {
            seat: self.0.clone(),
            assessment,
        }])
    }

    fn given_up(&self, _state: &DebateState, reason: &str, _raw: &str) -> Vec<Event> {
        vec![Event::AssessmentFailed {
            seat: self.0.clone(),
            reason: reason.to_owned(),
        }]
    }

    fn rehearsed(&self, _state: &DebateState) -> Answer {
        Answer::Assessment(SpeakerAssessment {
            speaker_name: String::new(),
            key_contribution: sentence("The count"),
            missed_opportunity: Some(sentence("The night")),
            effectiveness: 5.0,
            persona_fidelity: 5.0,
            feedback: vec![sentence("Be brief")],
        })
    }
}
