//! Answers that are the debate's own. A small model is shown rounds of practice before its task, and likes them: what
//! comes from them is dropped from every field of every answer, here. An answer of which nothing else is left is asked
//! for once more with the reason, and then without the practice, which is where it came from.

use std::sync::atomic::{AtomicU32, Ordering};

use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::sync::mpsc;

use crate::{
    debate::event::CallReport,
    llm::{
        Message, Model, ModelError, Piece, Request, Shape,
        retry::{self, Policy},
        shape, structured,
    },
    practice::FromPractice,
};

use super::echo::Described;

/// The number of times that an answer out of practice is asked for again before it is asked for without.
const SENT_BACK: u32 = 1;

/// [`structured::ask_for`] of a task that may stand behind practice.
pub(super) async fn ask_for<V: DeserializeOwned, T>(
    practice: Option<&FromPractice>,
    shape: Shape,
    model: &dyn Model,
    request: Request,
    make: impl Fn(V) -> Result<T, String> + Sync,
    pieces: mpsc::Sender<Piece>,
    policy: &Policy,
) -> (Result<T, ModelError>, CallReport) {
    let described = Described::of(&request, &shape);
    let typed = |mut value: Value| {
        described.leave_out(&mut value);
        described.check(&value)?;
        structured::of_type::<V>(&value).and_then(&make)
    };
    let Some(practice) = practice else {
        return structured::ask_for(shape, model, request, typed, pieces, policy).await;
    };
    ask_behind(practice, shape, model, request, &typed, pieces, policy).await
}

/// The same of a task that does. `typed` makes what is asked for of an answer out of which all practice is taken.
async fn ask_behind<T>(
    practice: &FromPractice,
    shape: Shape,
    model: &dyn Model,
    request: Request,
    typed: &(dyn Fn(Value) -> Result<T, String> + Sync),
    pieces: mpsc::Sender<Piece>,
    policy: &Policy,
) -> (Result<T, ModelError>, CallReport) {
    let described = shape::descriptions(&shape);
    let practice = &practice.for_fields(described.iter().map(String::as_str));
    let copied = |said: String| {
        format!("this comes from an example or from the task, not from this debate: {said}")
    };
    let met = AtomicU32::new(0);
    let rehearsed = |mut value: Value| match practice.own_value(&mut value) {
        Ok(()) => typed(value).map(Some),
        Err(said) if met.fetch_add(1, Ordering::Relaxed) < SENT_BACK => Err(copied(said)),
        Err(_) => Ok(None),
    };
    let bare = without(&request);
    let asked = structured::ask_for(
        shape.clone(),
        model,
        request,
        rehearsed,
        pieces.clone(),
        policy,
    );
    let report = match asked.await {
        (Ok(Some(answer)), report) => return (Ok(answer), report),
        (Err(ModelError::Shape { .. }) | Ok(None), report) if met.load(Ordering::Relaxed) > 0 => {
            report
        }
        (Err(error), report) => return (Err(error), report),
        (Ok(None), report) => report,
    };
    let own = |mut value: Value| {
        practice.own_value(&mut value).map_err(copied)?;
        typed(value)
    };
    let (result, more) = structured::ask_for(shape, model, bare, own, pieces, policy).await;
    (result, retry::joined(Some(report), more))
}

/// The request without the rounds of practice: who the model is, and the task.
pub(crate) fn without(request: &Request) -> Request {
    Request {
        messages: unpractised(&request.messages),
        ..request.clone()
    }
}

fn unpractised(messages: &[Message]) -> Vec<Message> {
    match messages {
        [first, .., last] => vec![first.clone(), last.clone()],
        few => few.to_vec(),
    }
}
