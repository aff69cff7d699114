//! Several answers to one part, written beside each other, of which the best is taken.

use serde_json::Value;
use tokio::sync::mpsc;

use super::own_words;
use crate::{
    candidates::{Choosing, Weighed},
    debate::event::CallReport,
    llm::{Model, Request, Shape, retry::Policy},
    practice::FromPractice,
};

/// What of an answer is weighed.
pub(super) type Weighing<'a> = &'a (dyn Fn(&Value) -> Weighed + Sync);

/// The best answer to a part at this position, of those that are sound; `None` where none is.
pub(super) async fn best(
    (choosing, at, weighed): (&Choosing, usize, Weighing<'_>),
    practice: Option<&FromPractice>,
    (shape, request): (Shape, Request),
    model: &dyn Model,
    policy: &Policy,
) -> (Option<Value>, CallReport) {
    let one = |_, request: Request, policy: Policy| {
        let shape = shape.clone();
        async move {
            // Nobody hears of it before it is chosen.
            let (pieces, _) = mpsc::channel(1);
            let any = |value: Value| Ok(value);
            own_words::ask_for(practice, shape, model, request, any, pieces, &policy).await
        }
    };
    let (answers, report) = choosing.written(&request, policy, one).await;
    let all: Vec<Weighed> = answers
        .iter()
        .map(|answer| answer.as_ref().map_or_else(|_| Weighed::default(), weighed))
        .collect();
    let (taken, report) = choosing.choose(at, &all, policy, report).await;
    let best = taken.and_then(|taken| answers.into_iter().nth(taken)?.ok());
    (best, report)
}
