//! Retries: when a call that failed is made again, and what is told of it. The only place that waits and
//! tries again; providers make one try.

use std::{
    borrow::Cow,
    future::Future,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use backon::{BackoffBuilder, ExponentialBuilder};
use tokio::{
    sync::{mpsc, watch},
    time::{Instant, sleep, sleep_until, timeout_at},
};

use super::{
    BoxFuture, Completion, Likelihoods, Model, ModelError, Piece, QueueTurn, Request,
    TellsLikelihoods, account::Account, meter::Meter, model_error::ANSWER, price::Price,
};
use crate::debate::{
    ask::{AnswerLength, Purpose},
    event::{CallReport, Usage},
};

/// The longest time of a call for something long, all tries and waits together.
const LONG: Duration = Duration::from_secs(30 * 60);
/// The longest time of a call for something short.
const SHORT: Duration = Duration::from_secs(10 * 60);
/// The longest time of a call for a word, to see whether the server is there.
const A_WORD: Duration = Duration::from_secs(2 * 60);
/// The longest wait that a server may ask for, where nothing else is set.
pub const RETRY_AFTER: Duration = Duration::from_secs(120);

/// The policy by which a failed call is tried again, with the price of its tokens.
#[derive(Debug, Clone)]
pub struct Policy {
    /// The number of tries in all; at least one is made.
    pub tries: u32,
    /// The wait after the first failure; it doubles, and up to as much again is added by chance.
    pub base: Duration,
    /// The longest wait of our own choosing.
    pub cap: Duration,
    /// The longest wait that a server may ask for; one that asks for more has failed.
    pub retry_after_cap: Duration,
    /// The longest time of a call is never below this: a server that may take long to begin may take long in all.
    pub at_least: Duration,
    /// The end of the call's time, where that has begun before this part of the call.
    pub deadline: Option<Deadline>,
    /// The price of the tokens.
    pub price: Price,
    /// The meter on which the call writes down what it has used.
    pub meter: Meter,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            tries: 3,
            base: Duration::from_millis(500),
            cap: Duration::from_secs(20),
            retry_after_cap: RETRY_AFTER,
            at_least: Duration::ZERO,
            deadline: None,
            price: Price::Unknown,
            meter: Meter::default(),
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

    /// The wait before something is asked for again that has failed so often in a row, by itself or in tries that were
    /// given up.
    pub fn wait_after(&self, failures: u32) -> Duration {
        let last = failures.min(self.tries.saturating_sub(1)).max(1);
        self.waits().nth(last as usize - 1).unwrap_or(self.cap)
    }

    /// The longest time that a call for a purpose may take in all.
    pub fn longest(&self, purpose: Purpose) -> Duration {
        longest(purpose).max(self.at_least)
    }

    /// The policy for the parts of a call that begins now.
    #[must_use]
    pub fn from_now(&self, purpose: Purpose) -> Self {
        let mut policy = self.clone();
        policy.deadline = Some(policy.ends(purpose));
        policy
    }

    /// The policy for one of several answers that are written beside each other for the same call.
    #[must_use]
    pub fn beside(&self, lane: u32) -> Self {
        Self {
            meter: self.meter.beside(lane),
            ..self.clone()
        }
    }

    fn ends(&self, purpose: Purpose) -> Deadline {
        let given = self.deadline.clone();
        given.unwrap_or_else(|| Deadline::at(Instant::now() + self.longest(purpose)))
    }

    /// Tells whoever keeps the account that a call waits.
    fn tell(&self, label: &str, error: &ModelError, wait: Duration) {
        if let Some(account) = self.meter.account() {
            account.waits(label, error, wait);
        }
    }

    /// The error that a failure comes to: a server that asks for a longer wait than is waited has failed, whether it
    /// would have been asked again or not.
    fn weighed(&self, error: ModelError) -> ModelError {
        match error.retry_after() {
            Some(asked) if asked > self.retry_after_cap => ModelError::Later {
                asked,
                most: self.retry_after_cap,
                detail: if let ModelError::Busy { detail, .. } = error {
                    detail
                } else {
                    error.to_string()
                },
            },
            Some(_) | None => error,
        }
    }
}

/// The end of the time of a call. All its parts share it.
#[derive(Debug, Clone)]
pub struct Deadline(Arc<Mutex<Instant>>);

impl Deadline {
    fn at(when: Instant) -> Self {
        Self(Arc::new(Mutex::new(when)))
    }

    fn get(&self) -> Instant {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn put_off(&self, by: Duration) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) += by;
    }

    /// Waits until the time is over. It stands while others have their turn.
    async fn passes(&self, mut turn: watch::Receiver<QueueTurn>) {
        loop {
            let since = Instant::now();
            let now = *turn.borrow_and_update();
            let gone = match now {
                QueueTurn::Own => tokio::select! {
                    () = sleep_until(self.get()) => return,
                    changed = turn.changed() => changed.is_err(),
                },
                QueueTurn::Others => {
                    let gone = turn.changed().await.is_err();
                    self.put_off(since.elapsed());
                    gone
                }
            };
            if gone {
                // Nobody will say any more whose turn it is: the answer is there.
                return std::future::pending().await;
            }
        }
    }
}

/// The longest time that a call may take in all, by what it is for.
fn longest(purpose: Purpose) -> Duration {
    match purpose.answer_length() {
        AnswerLength::Long => LONG,
        AnswerLength::Short => SHORT,
        AnswerLength::Word => A_WORD,
    }
}

/// The holder of the words of an answer before it is complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Words {
    /// Nobody: an answer that broke off is asked for again.
    Kept,
    /// Whoever listens: they have gone out, and are gone on from.
    Passed,
}

/// Something that is asked of a model, in one try.
trait Attempt: Send + Sync {
    /// What comes of it.
    type Done: Send;

    /// The label of the model that is asked.
    fn label(&self) -> &str;

    fn make<'a>(
        &'a self,
        request: &'a Request,
        pieces: mpsc::Sender<Piece>,
    ) -> BoxFuture<'a, Result<Self::Done, ModelError>>;

    /// The tokens that it took, and the time to the first word.
    fn used(done: &Self::Done) -> (Usage, Option<Duration>);
}

/// An answer in a model's own words.
struct OwnWords<'m>(&'m dyn Model);

impl Attempt for OwnWords<'_> {
    type Done = Completion;

    fn label(&self) -> &str {
        self.0.label()
    }

    fn make<'a>(
        &'a self,
        request: &'a Request,
        pieces: mpsc::Sender<Piece>,
    ) -> BoxFuture<'a, Result<Completion, ModelError>> {
        self.0.complete(request, pieces)
    }

    fn used(done: &Completion) -> (Usage, Option<Duration>) {
        (done.usage, done.first_token)
    }
}

/// The likelihoods of answers that are given.
struct GivenAnswers<'m> {
    label: &'m str,
    model: &'m dyn TellsLikelihoods,
    answers: &'m [String],
}

impl Attempt for GivenAnswers<'_> {
    type Done = Likelihoods;

    fn label(&self) -> &str {
        self.label
    }

    fn make<'a>(
        &'a self,
        request: &'a Request,
        pieces: mpsc::Sender<Piece>,
    ) -> BoxFuture<'a, Result<Likelihoods, ModelError>> {
        self.model.likelihoods(request, self.answers, pieces)
    }

    fn used(done: &Likelihoods) -> (Usage, Option<Duration>) {
        (done.usage, None)
    }
}

/// Completes a prompt, trying again where that may help. Each failure that is followed by another try is
/// told as [`Piece::Retrying`] before the wait. An answer that broke off is asked for again as a whole.
pub async fn complete(
    model: &dyn Model,
    request: &Request,
    pieces: mpsc::Sender<Piece>,
    policy: &Policy,
) -> (Result<Completion, ModelError>, CallReport) {
    run(&OwnWords(model), request, pieces, policy, Words::Kept).await
}

/// Completes a prompt for prose that is heard while it is written. What broke off after some text is not tried again
/// here: those words have gone out, and whoever holds them can go on from them.
pub async fn stream(
    model: &dyn Model,
    request: &Request,
    pieces: mpsc::Sender<Piece>,
    policy: &Policy,
) -> (Result<Completion, ModelError>, CallReport) {
    run(&OwnWords(model), request, pieces, policy, Words::Passed).await
}

/// Has a model tell how likely each of these answers to a prompt is, trying again where that may help. `label` is the
/// model's.
pub async fn likelihoods(
    (label, model): (&str, &dyn TellsLikelihoods),
    (request, answers): (&Request, &[String]),
    pieces: mpsc::Sender<Piece>,
    policy: &Policy,
) -> (Result<Likelihoods, ModelError>, CallReport) {
    let asked = GivenAnswers {
        label,
        model,
        answers,
    };
    run(&asked, request, pieces, policy, Words::Kept).await
}

async fn run<A: Attempt>(
    model: &A,
    request: &Request,
    pieces: mpsc::Sender<Piece>,
    policy: &Policy,
    words: Words,
) -> (Result<A::Done, ModelError>, CallReport) {
    let started = Instant::now();
    let deadline = policy.ends(request.purpose);
    let mut report = CallReport {
        model: model.label().to_owned(),
        ..CallReport::default()
    };
    let mut waits = policy.waits();
    let mut request = Cow::Borrowed(request);
    let result = loop {
        if let Err(limit) = policy.meter.account().map_or(Ok(()), Account::allows) {
            break Err(limit);
        }
        report.tries += 1;
        policy.meter.begins(&request.messages);
        let error = match one_try(model, &request, &pieces, (&deadline, policy)).await {
            Ok(done) => {
                let (usage, first_token) = A::used(&done);
                report.first_token_ms = first_token.map(millis);
                report.usage.add(usage);
                policy.meter.ends(usage);
                break Ok(done);
            }
            Err(error) => policy.weighed(error),
        };
        if let ModelError::Empty { spent: Some(spent) } = error {
            report.usage.add(spent);
            policy.meter.ends(spent);
        } else if error.was_read() {
            // What the server has read is paid for, and what was heard of its answer.
            report.usage.add(policy.meter.breaks_off());
        } else {
            policy.meter.ends(Usage::default());
        }
        let lost = words == Words::Passed && error.had_text();
        let own = waits.next().filter(|_| error.retryable() && !lost);
        let Some(own) = own else { break Err(error) };
        let wait = own.max(error.retry_after().unwrap_or_default());
        if Instant::now() + wait >= deadline.get() {
            break Err(error);
        }
        tracing::debug!(model = model.label(), purpose = request.purpose.word(), %error, ?wait, "trying again");
        let told = Piece::Retrying {
            attempt: report.tries,
            reason: error.to_string(),
            wait,
        };
        let _ = pieces.send(told).await;
        policy.tell(model.label(), &error, wait);
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

/// One try, which ends when the time of the call is over.
async fn one_try<A: Attempt>(
    model: &A,
    request: &Request,
    pieces: &mpsc::Sender<Piece>,
    (deadline, policy): (&Deadline, &Policy),
) -> Result<A::Done, ModelError> {
    // Whether words have gone out must be known where the try itself cannot say so any more.
    let (own, mut passing) = mpsc::channel(1);
    let (turn, turns) = watch::channel(QueueTurn::Own);
    let pass_on = async {
        let mut spoke = false;
        while let Some(piece) = passing.recv().await {
            match &piece {
                Piece::Text(text) => {
                    policy.meter.writes(text);
                    spoke = true;
                }
                Piece::Turn(now) => {
                    turn.send_replace(*now);
                    continue;
                }
                Piece::Thinking | Piece::Ended | Piece::Refused | Piece::Retrying { .. } => {}
            }
            let _ = pieces.send(piece).await;
        }
        spoke
    };
    let in_time = async {
        tokio::select! {
            biased;
            done = model.make(request, own) => Some(done),
            () = deadline.passes(turns) => None,
        }
    };
    let (done, spoke) = tokio::join!(in_time, pass_on);
    done.unwrap_or_else(|| {
        Err(ModelError::Overdue {
            after: policy.longest(request.purpose),
            spoke,
        })
    })
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
    let longest = SHORT.max(policy.at_least);
    let deadline = Instant::now() + longest;
    let mut waits = policy.waits();
    loop {
        let error = match timeout_at(deadline, one()).await {
            Ok(Ok(done)) => return Ok(done),
            Ok(Err(error)) => policy.weighed(error),
            Err(_) => {
                return Err(ModelError::TimedOut {
                    url: None,
                    what: ANSWER,
                    after: longest,
                });
            }
        };
        let Some(own) = waits.next().filter(|_| error.retryable()) else {
            return Err(error);
        };
        let wait = own.max(error.retry_after().unwrap_or_default());
        if Instant::now() + wait >= deadline {
            return Err(error);
        }
        tracing::debug!(model = label, %error, ?wait, "trying again");
        policy.tell(label, &error, wait);
        sleep(wait).await;
    }
}

/// The reports of two calls for the same thing, as one.
pub fn joined(sum: Option<CallReport>, more: CallReport) -> CallReport {
    let Some(mut sum) = sum else { return more };
    sum.usage.add(more.usage);
    sum.first_token_ms = more.first_token_ms;
    sum.duration_ms = sum.duration_ms.saturating_add(more.duration_ms);
    sum.tries = sum.tries.saturating_add(more.tries);
    sum.cost = sum.cost.zip(more.cost).map(|(a, b)| a + b);
    sum.candidates.extend(more.candidates);
    sum.likelihoods.extend(more.likelihoods);
    sum
}

/// The reports of answers that were written beside each other for one thing, as one: they have used all that they used, and
/// took as long as the longest.
pub fn beside(reports: impl IntoIterator<Item = CallReport>) -> CallReport {
    let joined = reports.into_iter().reduce(|sum, one| CallReport {
        first_token_ms: sum
            .first_token_ms
            .into_iter()
            .chain(one.first_token_ms)
            .min(),
        duration_ms: sum.duration_ms.max(one.duration_ms),
        tries: sum.tries.max(one.tries),
        ..joined(Some(sum), one)
    });
    joined.unwrap_or_default()
}

/// A time in milliseconds.
pub fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests;
