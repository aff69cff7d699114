//! A debate that is over, judged again: as many judges as are wanted, all at once, each with the prompt and the sheet
//! of the debate's own. Nothing is recorded.

use std::sync::Arc;

use futures_util::future::join_all;
use tokio::sync::mpsc;

use super::{
    bench::Sheet,
    driver,
    parts::{self, Parts},
    under_way,
};
use crate::{
    catalog::Rubric,
    debate::{
        DebateState,
        ask::{Ask, Role},
        ids::{CallId, Seat},
        scores::Judgement,
    },
    llm::{ModelError, gate::Urgency, roster::Roster},
    prompt::Prompts,
};

/// Judges a debate again, by `rubric`, and gives every judge's report, or why there is none of use.
pub async fn judge_again(
    state: &DebateState,
    prompts: &Prompts,
    roster: &Roster,
    rubric: &Rubric,
    judges: usize,
) -> Vec<(Seat, Result<Judgement, ModelError>)> {
    let state = before(state, roster, rubric, judges);
    let seats = (1..=judges).map(Seat::judge);
    join_all(seats.map(|seat| {
        let state = &state;
        async move {
            let report = report(state, prompts, roster, &seat).await;
            (seat, report)
        }
    }))
    .await
}

/// The debate as these judges have it before them.
fn before(state: &DebateState, roster: &Roster, rubric: &Rubric, judges: usize) -> DebateState {
    let mut state = state.clone();
    let opening = state.opening.as_deref().cloned().map(|mut opening| {
        opening.format.rubric = Some(rubric.clone());
        opening.judges = (1..=judges)
            .map(|number| roster.bench(Role::Judge, Seat::judge(number)))
            .collect();
        Arc::new(opening)
    });
    state.opening = opening;
    state
}

async fn report(
    state: &DebateState,
    prompts: &Prompts,
    roster: &Roster,
    seat: &Seat,
) -> Result<Judgement, ModelError> {
    let assigned = roster.assigned(Role::Judge, Some(seat));
    let model = assigned.model.as_ref();
    let ask = Ask::Judge {
        judge: seat.clone(),
    };
    let unusable = |detail: String| ModelError::Shape {
        detail,
        raw: String::new(),
    };
    let sheet = Sheet::of(state, None)
        .ok_or_else(|| unusable("there is nothing to ask for in this debate".to_owned()))?;
    let mut context = model.profile().context;
    let mut shrunk = 0;
    loop {
        let prompted = prompts
            .prompt(state, &ask, context)
            .map_err(|reason| unusable(format!("the prompt could not be made: {reason}")))?;
        let chars: usize = prompted
            .request
            .messages
            .iter()
            .map(|message| message.text.chars().count())
            .sum();
        let parts = Parts::of(state, prompts, prompted.parts);
        let mut request = prompted.request;
        let number = seat.number().and_then(|number| u32::try_from(number).ok());
        request.seed = state
            .opening
            .as_ref()
            .map(|opening| under_way::seed(opening.seed, CallId(number.unwrap_or(0))));
        let _permit = assigned.gate.acquire(Urgency::from(request.purpose)).await;
        // Nobody watches a report being written.
        let (pieces, _) = mpsc::channel(1);
        let policy = assigned.policy();
        let (answer, _) =
            parts::made(&sheet.report(), parts, model, request, pieces, &policy).await;
        match answer {
            Err(ModelError::TooLong { .. }) if shrunk < driver::SHRINKS => {
                shrunk += 1;
                context = driver::shrunk(chars);
            }
            answer => return answer,
        }
    }
}
