//! A debate that is over, judged again: as many judges as are wanted, all at once, each with the prompt and the sheet
//! of the debate's own. Nothing is recorded.

use std::sync::Arc;

use futures_util::future::join_all;

use super::standalone_calls::StandaloneCalls;
use crate::{
    catalog::Rubric,
    debate::{
        DebateState,
        ask::{Ask, Role},
        decide::Answer,
        ids::Seat,
        scores::Judgement,
    },
    llm::{ModelError, roster::Roster},
    prompt::Prompts,
};

/// Judges a debate as [`before_judges`] gives it to so many of them, and gives every judge's report, or why there is none
/// of use.
pub async fn judge_again(
    state: &DebateState,
    prompts: &Prompts,
    roster: &Roster,
    judges: usize,
) -> Vec<(Seat, Result<Judgement, ModelError>)> {
    let calls = StandaloneCalls { prompts, roster };
    let seats = (1..=judges).map(Seat::judge);
    join_all(seats.map(|seat| async move {
        let report = report(state, calls, &seat).await;
        (seat, report)
    }))
    .await
}

/// The debate as so many judges have it before them, who judge by `rubric`.
pub fn before_judges(
    state: &DebateState,
    roster: &Roster,
    rubric: &Rubric,
    judges: usize,
) -> DebateState {
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
    calls: StandaloneCalls<'_>,
    seat: &Seat,
) -> Result<Judgement, ModelError> {
    let ask = Ask::Judge {
        judge: seat.clone(),
    };
    let number = seat.number().and_then(|number| u32::try_from(number).ok());
    let (answer, _) = calls
        .ask(state, &ask, Some(seat), number.unwrap_or(0))
        .await;
    let Answer::Judgement(judgement) = answer? else {
        return Err(ModelError::Empty);
    };
    Ok(*judgement)
}
