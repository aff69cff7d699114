//! The assessments of speakers, of one or of all at once: the part of the verdict that is about them, asked for beside
//! it. Of whom there is none in an answer for several, it is asked for alone.

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
        let Answer::Assessment(assessment) = answer else {
            return None;
        };
        let said = Said::in_debate(state);
        Some(vec![assessed(state, &said, self.0, assessment)])
    }

    fn given_up(&self, _state: &DebateState, reason: &str, _raw: &str) -> Vec<Event> {
        vec![Event::AssessmentFailed {
            seat: self.0.clone(),
            reason: reason.to_owned(),
        }]
    }

    fn rehearsed(&self, _state: &DebateState) -> Answer {
        Answer::Assessment(rehearsed())
    }
}

/// The ask for several: who is assessed.
pub(super) struct Assessments<'a>(pub(super) &'a [Seat]);

impl Handler for Assessments<'_> {
    fn answered(&self, state: &DebateState, answer: Answer) -> Option<Vec<Event>> {
        let Answer::Assessments(mut all) = answer else {
            return None;
        };
        let said = Said::in_debate(state);
        let given = self.0.iter().filter_map(|seat| {
            let assessment = all.remove(seat)?;
            Some(assessed(state, &said, seat, assessment))
        });
        Some(given.collect())
    }

    fn given_up(&self, _state: &DebateState, _reason: &str, _raw: &str) -> Vec<Event> {
        // No assessment is lost by it.
        vec![]
    }

    fn rehearsed(&self, _state: &DebateState) -> Answer {
        let all = self.0.iter().map(|seat| (seat.clone(), rehearsed()));
        Answer::Assessments(all.collect())
    }
}

fn assessed(
    state: &DebateState,
    said: &Said,
    seat: &Seat,
    mut assessment: SpeakerAssessment,
) -> Event {
    assessment.speaker_name = state.name(seat);
    said.hold(&mut assessment.key_contribution);
    said.hold_all(
        assessment
            .missed_opportunity
            .iter_mut()
            .chain(&mut assessment.feedback),
    );
    Event::SpeakerAssessed {
        seat: seat.clone(),
        assessment,
    }
}

fn rehearsed() -> SpeakerAssessment {
    SpeakerAssessment {
        speaker_name: String::new(),
        key_contribution: sentence("The count"),
        missed_opportunity: Some(sentence("The night")),
        effectiveness: 5.0,
        persona_fidelity: 5.0,
        feedback: vec![sentence("Be brief")],
    }
}
