//! A turn that is handed in as a whole: arguments, responses, replies, a closing, the question, a synthesis.

use super::{super::delivery, Handler, sentence};
use crate::{
    catalog::Task,
    debate::{
        answer::Answer,
        event::Event,
        ids::TurnId,
        state::{DebateState, Turn},
        written::{
            Argument, ClosingStatement, Confidence, Detail, EvidenceType, Framing, Response,
            ResponseType, Shift, Synthesis, Work,
        },
    },
    text::{count_words, sentence::first_end},
};

/// The ask: the turn that is written.
pub(super) struct Write(pub(super) TurnId);

impl Handler for Write {
    fn answered(&self, state: &DebateState, answer: Answer) -> Option<Vec<Event>> {
        let is_whole = !matches!(answer, Answer::Unfinished(_));
        let (Answer::Work(work) | Answer::Unfinished(work)) = answer else {
            return None;
        };
        let Some(turn) = state.turn(self.0).filter(|turn| turn.is_open()) else {
            return Some(vec![]);
        };
        let mut events = Vec::new();
        if !is_whole {
            let name = state.name(&turn.seat);
            let text = format!(
                "{name} handed in less than the form asks for; what was finished of it stands."
            );
            events.push(Event::Notice { text });
        }
        events.extend(delivery::written(state, turn, *work));
        Some(events)
    }

    /// Prose in the place of a form is kept: the referee says what it lacks. Otherwise whether it is asked for again or
    /// given up is decided by how often it has failed.
    fn given_up(&self, state: &DebateState, _reason: &str, raw: &str) -> Vec<Event> {
        let turn = state.turn(self.0).filter(|turn| turn.is_open());
        let Some((turn, (work, kept))) =
            turn.and_then(|turn| Some((turn, of_prose(state, turn, raw)?)))
        else {
            return vec![];
        };
        let name = state.name(&turn.seat);
        let mut events = vec![Event::Notice {
            text: format!(
                "{name} handed in a text without the form asked for; it stands as {kept}."
            ),
        }];
        events.extend(delivery::written(state, turn, work));
        events
    }

    fn rehearsed(&self, state: &DebateState) -> Answer {
        Answer::Work(Box::new(rehearsed(state, self.0)))
    }
}

/// A text of fewer words says nothing that could be kept.
const LEAST_WORDS: u32 = 12;

/// The work that prose without any form comes to, and as what it stands: an argument that is its first sentence and the
/// reasons behind it, or a challenge to all arguments of the other side (`structured-protocol`, `opening_statement` and
/// `cross_examine`, "fallback to free text"). A form that broke off is none.
fn of_prose(state: &DebateState, turn: &Turn, raw: &str) -> Option<(Work, &'static str)> {
    let text = raw.trim();
    if text.contains(['{', '}']) || count_words(text) < LEAST_WORDS {
        return None;
    }
    if turn.task == Task::Closing {
        let closing = ClosingStatement {
            concessions: Vec::new(),
            not_rebutted: Vec::new(),
            shift: Shift::Unchanged,
            final_position: text.to_owned(),
        };
        return Some((Work::Closing(closing), "its final position"));
    }
    if turn.task == Task::CrossExamine {
        let against = state.arguments_against(&turn.seat);
        let ids: Vec<&String> = against.iter().map(|(_, one)| &one.id).collect();
        let first = ids.first()?;
        let challenge = |id: &String| Response {
            reasoning: if id == *first {
                text.to_owned()
            } else {
                format!("As said of {first}.")
            },
            response_type: ResponseType::Challenge,
            follow_up_question: "What do you say to that?".to_owned(),
        };
        let all = ids.iter().map(|id| ((*id).clone(), challenge(id)));
        let work = Work::CrossExamination(all.collect());
        return Some((work, "a challenge to every argument"));
    }
    if turn.task != Task::Arguments {
        return None;
    }
    let end = first_end(text).unwrap_or(text.len());
    let (claim, reasoning) = text.split_at_checked(end)?;
    let argument = Argument {
        id: String::new(),
        category: None,
        claim: claim.trim().to_owned(),
        reasoning: reasoning.trim().to_owned(),
        evidence: String::new(),
        own_claims: Vec::new(),
        detail: None,
    };
    Some((Work::Arguments(vec![argument]), "one argument"))
}

/// The work of somebody who keeps every rule.
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
                own_claims: Vec::new(),
                detail: detail.clone(),
            };
            Work::Arguments((1..=spec.least_arguments.unwrap_or(3)).map(one).collect())
        }
    }
}
