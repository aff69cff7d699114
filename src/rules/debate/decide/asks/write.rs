//! A turn that is handed in as a whole: arguments, responses, replies, a closing, the question, a synthesis.

use super::{super::delivery, Handler, sentence};
use crate::{
    catalog::Task,
    debate::{
        answer::Answer,
        event::Event,
        ids::TurnId,
        state::DebateState,
        written::{
            Argument, ClosingStatement, Confidence, Detail, EvidenceType, Framing, Response,
            ResponseType, Shift, Synthesis, Work,
        },
    },
};

/// The ask: the turn that is written.
pub(super) struct Write(pub(super) TurnId);

impl Handler for Write {
    fn answered(&self, state: &DebateState, answer: Answer) -> Option<Vec<Event>> {
        let Answer::Work(work) = answer else {
            return None;
        };
        let turn = state.turn(self.0).filter(|turn| turn.is_open());
        Some(turn.map_or_else(Vec::new, |turn| delivery::written(state, turn, *work)))
    }

    /// Nothing: whether it is asked for again or given up is decided by how often it has failed.
    fn given_up(&self, _state: &DebateState, _reason: &str, _raw: &str) -> Vec<Event> {
        vec![]
    }

    fn rehearsed(&self, state: &DebateState) -> Answer {
        Answer::Work(Box::new(rehearsed(state, self.0)))
    }
}

/// What is handed in by somebody who keeps every rule.
fn rehearsed(state: &DebateState, turn: TurnId) -> Work {
    let spec = state.turn(turn).and_then(|turn| state.spec_of(turn));
    let Some((turn, spec)) = state.turn(turn).zip(spec) else {
        return Work::Arguments(Vec::new());
    };
    match turn.task {
        Task::CrossExamine => {
            let respond = |id: &String| {
                let response = Response {
                    response_type: ResponseType::Challenge,
                    reasoning: sentence("Too little"),
                    follow_up_question: "Says who?".to_owned(),
                };
                (id.clone(), response)
            };
            let against = state.arguments_against(&turn.seat).into_iter();
            Work::CrossExamination(against.map(|(_, one)| respond(&one.id)).collect())
        }
        Task::Reply => {
            let asked = state.questions_to(&turn.seat).into_iter();
            Work::Replies(
                asked
                    .map(|(one, ..)| (one.id.clone(), sentence("I do")))
                    .collect(),
            )
        }
        Task::Closing => Work::Closing(ClosingStatement {
            concessions: vec![sentence("In part")],
            not_rebutted: vec![sentence("The count stands")],
            shift: Shift::Adjusted,
            final_position: "word ".repeat(spec.least_words.unwrap_or(10) as usize + 10),
        }),
        Task::Frame => Work::Framing(Framing {
            question: "Should carts be banned?".to_owned(),
        }),
        Task::Synthesis => Work::Synthesis(Synthesis {
            areas_of_agreement: vec![sentence("Streets are full")],
            core_disagreements: vec![sentence("Whether habits change")],
            evidence_gaps: vec![sentence("Counts before and after")],
            decision_hinges: vec![sentence("The decision hinges on whether boats come")],
        }),
        Task::Prepare
        | Task::Speech
        | Task::FloorSpeech
        | Task::Arguments
        | Task::Examine
        | Task::Question
        | Task::Answer
        | Task::Summary
        | Task::Judgement
        | Task::BallotBefore
        | Task::BallotAfter
        | Task::Verdict => {
            let detail = spec.detailed.then(|| Detail {
                evidence_type: EvidenceType::Fact,
                confidence: Confidence::Medium,
                assumptions: vec![sentence("That it is so")],
                uncertainties: vec![sentence("How much")],
            });
            let one = |number| Argument {
                id: String::new(),
                category: None,
                claim: format!("Claim {number} of {}.", turn.seat),
                reasoning: sentence("Because one thing leads to another"),
                evidence: sentence("A count"),
                detail: detail.clone(),
            };
            Work::Arguments((1..=spec.least_arguments.unwrap_or(3)).map(one).collect())
        }
    }
}
