//! Tries: when a call that failed is made again, and what is told of it. The only place that waits and
//! tries again; providers make one try.

use std::{borrow::Cow, future::Future, time::Duration};

use backon::{BackoffBuilder, ExponentialBuilder};
use tokio::{
    sync::mpsc,
    time::{Instant, sleep},
};

use super::{Completion, Model, ModelError, Piece, Request, price::Price, tokens};
use crate::debate::event::{CallReport, Usage};

/// How a failed call is tried again, and what its tokens cost.
#[derive(Debug, Clone, PartialEq)]
pub struct Policy {
    /// How many tries there are in all; at least one is made.
    pub tries: u32,
    /// The wait after the first failure; it doubles, and up to as much again is added by chance.
    pub base: Duration,
    /// The longest wait of our own choosing.
    pub cap: Duration,
    /// The longest wait that a server may ask for.
    pub retry_after_cap: Duration,
    /// What the tokens cost.
    pub price: Price,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            tries: 3,
            base: Duration::from_millis(500),
            cap: Duration::from_secs(20),
            retry_after_cap: Duration::from_secs(60),
            price: Price::Unknown,
        }
    }
}

impl Policy {
    /// The usual policy with that price.
    pub fn at(price: Price) -> Self {
        Self {
            price,
            ..Self::default()
        }
    }

    fn waits(&self) -> impl Iterator<Item = Duration> {
        let cap = self.cap;
        ExponentialBuilder::default()
            .with_min_delay(self.base)
            .with_max_delay(cap)
            .with_max_times(self.tries.saturating_sub(1) as usize)
            .with_jitter()
            .build()
            .map(move |wait| wait.min(cap))
    }

    /// How long to wait after this failure, given our own choice.
    fn wait(&self, own: Duration, error: &ModelError) -> Duration {
        error
            .retry_after()
            .map_or(own, |asked| own.max(asked.min(self.retry_after_cap)))
    }
}

/// Completes a prompt, trying again where that may help. Each failure that is followed by another try is
/// told as [`Piece::Retrying`] before the wait.
///
/// Prose that broke off after some text is not tried again here: those words have gone out, and whoever
/// holds them can go on from them.
pub async fn complete(
    model: &dyn Model,
    request: &Request,
    pieces: mpsc::Sender<Piece>,
    policy: &Policy,
) -> (Result<Completion, ModelError>, CallReport) {
    let started = Instant::now();
    let mut report = CallReport {
        model: model.label().to_owned(),
        ..CallReport::default()
    };
    let mut waits = policy.waits();
    let mut request = Cow::Borrowed(request);
    let result = loop {
        report.tries += 1;
        let result = model.complete(&request, pieces.clone()).await;
        let error = match result {
            Ok(completion) => {
                report.first_token_ms = completion.first_token.map(millis);
                add(&mut report.usage, completion.usage);
                break Ok(completion);
            }
            Err(error) => error,
        };
        if error.had_text() {
            // The server read the prompt; what it wrote is not known here.
            add(&mut report.usage, tokens::estimated(&request.messages, ""));
        }
        let lost = request.shape.is_none() && error.had_text();
        let own = waits.next().filter(|_| error.retryable() && !lost);
        let Some(own) = own else { break Err(error) };
        let wait = policy.wait(own, &error);
        tracing::debug!(model = model.label(), purpose = request.purpose.word(), %error, ?wait, "trying again");
        let told = Piece::Retrying {
            attempt: report.tries,
            reason: error.to_string(),
            wait,
        };
        let _ = pieces.send(told).await;
        sleep(wait).await;
        // From the same seed the same words would come.
        if let Some(seed) = request.seed {
            request.to_mut().seed = Some(seed.wrapping_add(1));
        }
    };
    report.duration_ms = millis(started.elapsed());
    report.cost = policy.price.cost(&report.usage);
    (result, report)
}

/// Does something without words, such as to make vectors, and tries again where that may help.
///
/// # Errors
/// The last failure.
pub async fn again<T, F: Future<Output = Result<T, ModelError>>>(
    policy: &Policy,
    label: &str,
    mut one: impl FnMut() -> F,
) -> Result<T, ModelError> {
    let mut waits = policy.waits();
    loop {
        let error = match one().await {
            Ok(done) => return Ok(done),
            Err(error) => error,
        };
        let Some(own) = waits.next().filter(|_| error.retryable()) else {
            return Err(error);
        };
        let wait = policy.wait(own, &error);
        tracing::debug!(model = label, %error, ?wait, "trying again");
        sleep(wait).await;
    }
}

/// The reports of two calls for the same thing, as one.
pub(crate) fn joined(sum: Option<CallReport>, more: CallReport) -> CallReport {
    let Some(mut sum) = sum else { return more };
    add(&mut sum.usage, more.usage);
    sum.first_token_ms = more.first_token_ms;
    sum.duration_ms += more.duration_ms;
    sum.tries += more.tries;
    sum.cost = sum.cost.zip(more.cost).map(|(a, b)| a + b);
    sum
}

/// Adds what a further call used.
pub(super) fn add(sum: &mut Usage, more: Usage) {
    sum.prompt_tokens += more.prompt_tokens;
    sum.cached_tokens += more.cached_tokens;
    sum.completion_tokens += more.completion_tokens;
    sum.repeated_tokens += more.repeated_tokens;
    sum.estimated |= more.estimated;
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        debate::ask::Purpose,
        llm::{
            Finish, Shape,
            scripted::{Answer, Scripted},
        },
    };

    fn request() -> Request {
        Request {
            purpose: Purpose::Speech,
            messages: Vec::new(),
            max_tokens: 100,
            shape: None,
            temperature: None,
            seed: None,
        }
    }

    fn busy(seconds: u64) -> ModelError {
        ModelError::Busy {
            retry_after: Some(Duration::from_secs(seconds)),
            detail: "slow down".into(),
        }
    }

    async fn run(
        model: &Scripted,
        request: &Request,
    ) -> (Result<Completion, ModelError>, CallReport, Vec<Piece>) {
        let (sender, mut receiver) = mpsc::channel(64);
        let (result, report) = complete(model, request, sender, &Policy::default()).await;
        let mut pieces = Vec::new();
        while let Some(piece) = receiver.recv().await {
            pieces.push(piece);
        }
        (result, report, pieces)
    }

    #[tokio::test(start_paused = true)]
    async fn a_server_that_asks_to_wait_is_obeyed_up_to_the_cap() {
        for (asked, least, most) in [(7, 7, 8), (3600, 60, 61), (0, 0, 2)] {
            let model = Scripted::in_order("m", [Answer::error(busy(asked)), Answer::text("Yes.")]);
            let began = Instant::now();
            let (result, report, pieces) = run(&model, &request()).await;
            assert_eq!(result.unwrap().finish, Finish::Stop);
            assert_eq!(report.tries, 2);
            let waited = began.elapsed();
            assert!(waited >= Duration::from_secs(least) && waited < Duration::from_secs(most));
            assert!(
                matches!(&pieces[0], Piece::Retrying { attempt: 1, wait, .. } if *wait <= waited)
            );
        }
    }

    #[tokio::test(start_paused = true)]
    async fn three_failures_are_enough_and_some_are_one_too_many() {
        let down = || ModelError::Server {
            status: 500,
            retry_after: None,
            detail: "down".into(),
        };
        let model = Scripted::in_order("m", (0..9).map(|_| Answer::error(down())));
        let (result, report, pieces) = run(&model, &request()).await;
        assert_eq!((result.unwrap_err(), report.tries), (down(), 3));
        assert_eq!(pieces.len(), 2);
        assert_eq!(report.cost, None);

        let wrong = ModelError::Key {
            url: "u".into(),
            status: 401,
        };
        let model = Scripted::in_order("m", [Answer::error(wrong.clone())]);
        let (result, report, _) = run(&model, &request()).await;
        assert_eq!((result.unwrap_err(), report.tries), (wrong, 1));
    }

    #[tokio::test(start_paused = true)]
    async fn words_that_went_out_are_not_asked_for_again() {
        let broke = || ModelError::Broke {
            detail: "cut".into(),
        };
        let script = || {
            [
                Answer::text("Madam").then(broke()),
                Answer::text("Madam Speaker."),
            ]
        };
        let (result, report, _) = run(&Scripted::in_order("m", script()), &request()).await;
        assert_eq!((result.unwrap_err(), report.tries), (broke(), 1));
        assert!(report.usage.estimated);

        let mut shaped = request();
        shaped.shape = Some(Shape {
            name: "x",
            schema: serde_json::json!({}),
        });
        let (result, report, _) = run(&Scripted::in_order("m", script()), &shaped).await;
        assert_eq!(result.unwrap().text, "Madam Speaker.");
        assert_eq!(report.tries, 2);
    }
}
