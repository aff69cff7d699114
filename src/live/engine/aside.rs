//! A piece of work that is asked for beside any running debate: of one that is over, with the prompts, the shapes and
//! the checks of the debate's own. Nothing is recorded.

use std::time::Duration;

use tokio::sync::mpsc;

use super::{
    calls::{self, Call, Job, Note},
    parts::Parts,
    room, under_way,
};
use crate::{
    debate::{
        DebateState,
        ask::{Ask, When},
        decide::Answer,
        event::CallReport,
        ids::{CallId, Seat},
    },
    llm::{
        ModelError, Request,
        roster::{Assigned, Roster},
        tries,
    },
    prompt::{FromPractice, Prompts},
};

/// Notes of one call that may wait.
const NOTES: usize = 16;

/// Where answers come from.
#[derive(Debug, Clone, Copy)]
pub struct Aside<'a> {
    /// The words.
    pub prompts: &'a Prompts,
    /// The models.
    pub roster: &'a Roster,
}

/// A request, its parts, and what comes from practice in the answer.
type Made = (Request, Option<Parts>, Option<FromPractice>);

/// An answer or why there is none, and how the calls for it went.
pub type Answered<T> = (Result<T, ModelError>, CallReport);

impl Aside<'_> {
    /// Asks for a piece of work that is not for the floor, from `seat` where it is somebody's. Choices of words come from
    /// the debate's seed and `number`. A prompt that is too long for the model is made shorter.
    pub async fn ask(
        &self,
        state: &DebateState,
        ask: &Ask,
        seat: Option<&Seat>,
        number: u32,
    ) -> Answered<Answer> {
        let make = |context| {
            let prompted = self.prompts.prompt(state, ask, context)?;
            let parts = Parts::of(state, self.prompts, prompted.parts);
            let practice = under_way::practised(state, ask, (self.prompts, &prompted.request));
            Ok((prompted.request, parts, practice))
        };
        let assigned = self.roster.assigned(ask.role(seat), seat);
        let job = Job::of(state, ask);
        Self::asked(state, assigned, (job, number), make).await
    }

    /// Asks one model for the ballots of several members at once.
    pub async fn ballots(
        &self,
        state: &DebateState,
        members: &[Seat],
        when: When,
        number: u32,
    ) -> Answered<Answer> {
        let make = |context| {
            Ok((
                self.prompts.ballots(state, members, when, context)?,
                None,
                None,
            ))
        };
        let role = crate::debate::ask::Role::Audience;
        let assigned = self.roster.assigned(role, None);
        let job = Job::Ballots(members.to_vec(), when);
        Self::asked(state, assigned, (job, number), make).await
    }

    async fn asked(
        state: &DebateState,
        assigned: &Assigned,
        (job, number): (Job, u32),
        make: impl Fn(u32) -> Result<Made, String>,
    ) -> Answered<Answer> {
        let mut context = assigned.model.profile().context;
        let (mut shrunk, mut sum) = (0, None);
        loop {
            let (mut request, parts, practice) = match make(context) {
                Ok(ready) => ready,
                Err(reason) => {
                    let detail = format!("the prompt could not be made: {reason}");
                    let raw = String::new();
                    return (
                        Err(ModelError::Shape { detail, raw }),
                        sum.unwrap_or_default(),
                    );
                }
            };
            let chars = request
                .messages
                .iter()
                .map(|message| message.text.chars().count())
                .sum();
            let id = CallId(number);
            let opening = state.opening.as_deref();
            request.seed = opening.map(|opening| under_way::seed(opening.seed, id));
            let call = Call {
                id,
                model: assigned.model.clone(),
                request,
                parts,
                practice,
                job: job.clone(),
                gate: assigned.gate.clone(),
                policy: assigned.policy(),
                wait: Duration::ZERO,
                patience: None,
            };
            let (answer, report) = run(call).await;
            let report = tries::joined(sum.take(), report);
            match answer {
                Err(ModelError::TooLong { .. }) if shrunk < room::SHRINKS => {
                    shrunk += 1;
                    context = room::shrunk(chars);
                    sum = Some(report);
                }
                answer => return (answer, report),
            }
        }
    }
}

/// Runs a call to its end.
async fn run(call: Call) -> Answered<Answer> {
    let (notes, mut told) = mpsc::channel(NOTES);
    let end = async {
        let mut end = None;
        while let Some(note) = told.recv().await {
            match note {
                Note::Answered(_, answer, report) => end = Some((Ok(answer), report)),
                Note::Failed(_, error, report) => end = Some((Err(error), report)),
                // Nobody watches it being written.
                Note::Piece(..) | Note::Written(..) => {}
            }
        }
        end
    };
    let ((), end) = tokio::join!(calls::run(call, notes), end);
    end.unwrap_or((Err(ModelError::Empty), CallReport::default()))
}
