//! Calls that belong to no running debate: what is asked about one that is over, with the prompts, the shapes and the
//! checks of the debate's own. Nothing is recorded.

use std::time::Duration;

use tokio::sync::mpsc;

use super::{
    calls::{self, Call},
    note::Note,
    rating::Rating,
    running,
};
use crate::{
    asks::{self, Asking, Ballots, Parts, Reply},
    debate::{
        DebateState,
        ask::{Ask, Role, When},
        blind::BlindLabels,
        decide::Answer,
        event::CallReport,
        ids::{CallId, Seat},
    },
    llm::{
        ModelError, Request,
        roster::{Assigned, Roster},
    },
    practice::FromPractice,
    prompt::Prompts,
};

/// Notes of one call that may wait.
const NOTES: usize = 16;

/// Makes calls about debates that are over.
#[derive(Debug, Clone, Copy)]
pub struct StandaloneCalls<'a> {
    /// The templates of the prompts.
    pub prompts: &'a Prompts,
    /// The models by role and seat.
    pub roster: &'a Roster,
}

/// A request, its parts, and what comes from practice in the answer.
type Made = (Request, Option<Parts>, Option<FromPractice>);

/// An answer or why there is none, and how the calls for it went.
pub type Answered<T> = (Result<T, ModelError>, CallReport);

impl StandaloneCalls<'_> {
    /// Asks for a piece of work that is not for the floor, from `seat` where it is somebody's. Choices of words come from
    /// the debate's seed and `number`.
    pub async fn ask(
        &self,
        state: &DebateState,
        ask: &Ask,
        seat: Option<&Seat>,
        number: u32,
    ) -> Answered<Answer> {
        let assigned = self.roster.assigned(ask.role(seat), seat);
        let rating = Rating::of(state, ask, (self.prompts, &*assigned.model));
        let rated = rating.as_ref().map(|one| one.request(ask.purpose()));
        let make = |context| {
            if let Some(request) = rated {
                return Ok((request, None, None));
            }
            let mut prompted = self.prompts.prompt(state, ask, context)?;
            let (parts, practice) = running::practised(state, self.prompts, (ask, &mut prompted));
            Ok((prompted.request, parts, practice))
        };
        let reply = asks::reply(state, ask);
        Self::asked((state, number), assigned, (reply, rating), make).await
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
        let assigned = self.roster.assigned(Role::Audience, None);
        let reply = Ballots { members, when }.reply(state);
        Self::asked((state, number), assigned, ((reply, None), None), make).await
    }

    async fn asked(
        (state, number): (&DebateState, u32),
        assigned: &Assigned,
        ((reply, labels), rating): ((Reply, Option<BlindLabels>), Option<Rating>),
        make: impl FnOnce(u32) -> Result<Made, String>,
    ) -> Answered<Answer> {
        let (mut request, parts, practice) = match make(assigned.model.profile().context) {
            Ok(ready) => ready,
            Err(reason) => {
                let detail = format!("the prompt could not be made: {reason}");
                let raw = String::new();
                return (
                    Err(ModelError::Shape { detail, raw }),
                    CallReport::default(),
                );
            }
        };
        let id = CallId(number);
        let opening = state.opening.as_deref();
        request.seed = opening.map(|opening| running::seed(opening.seed, id));
        let call = Call {
            id,
            model: assigned.model.clone(),
            request,
            parts,
            practice,
            choosing: None,
            rating,
            reply,
            labels,
            gate: assigned.gate.clone(),
            policy: assigned.policy(),
            wait: Duration::ZERO,
            patience: None,
        };
        // What turns out to be too long is not shortened: nobody would know of what they were given.
        run(call).await
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
                Note::Piece(..) | Note::Drafted(..) | Note::Written(..) | Note::Over(_) => {}
            }
        }
        end
    };
    let ((), end) = tokio::join!(calls::run(call, notes), end);
    end.unwrap_or((Err(ModelError::EMPTY), CallReport::default()))
}
