//! Tries: when a call that failed is made again, and what is told of it. The only place that waits and
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
    Completion, Model, ModelError, Piece, Request, Turn, account::Account, meter::Meter,
    model_error::ANSWER, price::Price,
};
use crate::debate::{
    ask::Purpose,
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

/// How a failed call is tried again, and what its tokens cost.
#[derive(Debug, Clone)]
pub struct Policy {
    /// How many tries there are in all; at least one is made.
    pub tries: u32,
    /// The wait after the first failure; it doubles, and up to as much again is added by chance.
    pub base: Duration,
    /// The longest wait of our own choosing.
    pub cap: Duration,
    /// The longest wait that a server may ask for; one that asks for more has failed.
    pub retry_after_cap: Duration,
    /// The longest time of a call is never below this: a server that may take long to begin may take long in all.
    pub at_least: Duration,
    /// When the time of the call is over, where it has begun before this part of it.
    pub deadline: Option<Deadline>,
    /// What the tokens cost.
    pub price: Price,
    /// Where the call writes down what it has used.
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

    /// How long is waited before something is asked for again that has failed so often in a row, by itself or in tries
    /// that were given up.
    pub fn wait_after(&self, failures: u32) -> Duration {
        let last = failures.min(self.tries.saturating_sub(1)).max(1);
        self.waits().nth(last as usize - 1).unwrap_or(self.cap)
    }

    /// How long a call for this may take in all.
    pub fn longest(&self, purpose: Purpose) -> Duration {
        longest(purpose).max(self.at_least)
    }

    /// The same for the parts of a call that begins now.
    #[must_use]
    pub fn from_now(&self, purpose: Purpose) -> Self {
        let mut policy = self.clone();
        policy.deadline = Some(policy.ends(purpose));
        policy
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

    /// How long to wait after this failure, given our own choice.
    ///
    /// # Errors
    /// The server asks for more than is waited.
    fn wait(&self, own: Duration, error: &ModelError) -> Result<Duration, ModelError> {
        match error.retry_after() {
            Some(asked) if asked > self.retry_after_cap => Err(ModelError::Later {
                asked,
                most: self.retry_after_cap,
                detail: match error {
                    ModelError::Busy { detail, .. } => detail.clone(),
                    error => error.to_string(),
                },
            }),
            asked => Ok(own.max(asked.unwrap_or_default())),
        }
    }
}

/// When the time of a call is over. All its parts share it.
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
    async fn passes(&self, mut turn: watch::Receiver<Turn>) {
        loop {
            let since = Instant::now();
            let now = *turn.borrow_and_update();
            let gone = match now {
                Turn::Own => tokio::select! {
                    () = sleep_until(self.get()) => return,
                    changed = turn.changed() => changed.is_err(),
                },
                Turn::Others => {
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

/// How long a call may take in all, by what it is for.
fn longest(purpose: Purpose) -> Duration {
    match purpose {
        Purpose::Prepare
        | Purpose::Speech
        | Purpose::Write
        | Purpose::Extract
        | Purpose::Verdict
        | Purpose::Round
        | Purpose::Judge
        | Purpose::Assign => LONG,
        Purpose::PoiOffer
        | Purpose::PoiAccept
        | Purpose::PoiAnswer
        | Purpose::SideCheck
        | Purpose::Poll
        | Purpose::BallotBefore
        | Purpose::BallotAfter
        | Purpose::Question
        | Purpose::Referee
        | Purpose::Choose
        | Purpose::Draw
        | Purpose::Sources => SHORT,
        Purpose::Probe => A_WORD,
    }
}

/// Who has the words of an answer before it is complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Words {
    /// Nobody: an answer that broke off is asked for again.
    Kept,
    /// Whoever listens: they have gone out, and are gone on from.
    Passed,
}

/// Completes a prompt, trying again where that may help. Each failure that is followed by another try is
/// told as [`Piece::Retrying`] before the wait. An answer that broke off is asked for again as a whole.
pub async fn complete(
    model: &dyn Model,
    request: &Request,
    pieces: mpsc::Sender<Piece>,
    policy: &Policy,
) -> (Result<Completion, ModelError>, CallReport) {
    run(model, request, pieces, policy, Words::Kept).await
}

/// The same for prose that is heard while it is written. What broke off after some text is not tried again here: those
/// words have gone out, and whoever holds them can go on from them.
pub async fn stream(
    model: &dyn Model,
    request: &Request,
    pieces: mpsc::Sender<Piece>,
    policy: &Policy,
) -> (Result<Completion, ModelError>, CallReport) {
    run(model, request, pieces, policy, Words::Passed).await
}

async fn run(
    model: &dyn Model,
    request: &Request,
    pieces: mpsc::Sender<Piece>,
    policy: &Policy,
    words: Words,
) -> (Result<Completion, ModelError>, CallReport) {
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
            Ok(completion) => {
                report.first_token_ms = completion.first_token.map(millis);
                report.usage.add(completion.usage);
                policy.meter.ends(completion.usage);
                break Ok(completion);
            }
            Err(error) => error,
        };
        if error.had_text() {
            // The server has read the prompt, and written what was heard of it.
            report.usage.add(policy.meter.breaks_off());
        } else {
            policy.meter.ends(Usage::default());
        }
        let lost = words == Words::Passed && error.had_text();
        let own = waits.next().filter(|_| error.retryable() && !lost);
        let Some(own) = own else { break Err(error) };
        let wait = match policy.wait(own, &error) {
            Ok(wait) if Instant::now() + wait < deadline.get() => wait,
            Ok(_) => break Err(error),
            Err(error) => break Err(error),
        };
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
async fn one_try(
    model: &dyn Model,
    request: &Request,
    pieces: &mpsc::Sender<Piece>,
    (deadline, policy): (&Deadline, &Policy),
) -> Result<Completion, ModelError> {
    // Whether words have gone out must be known where the try itself cannot say so any more.
    let (own, mut passing) = mpsc::channel(1);
    let (turn, turns) = watch::channel(Turn::Own);
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
                Piece::Thinking | Piece::Retrying { .. } => {}
            }
            let _ = pieces.send(piece).await;
        }
        spoke
    };
    let in_time = async {
        tokio::select! {
            biased;
            done = model.complete(request, own) => Some(done),
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
            Ok(Err(error)) => error,
            Err(_) => {
                return Err(ModelError::TimedOut {
                    what: ANSWER,
                    after: longest,
                });
            }
        };
        let Some(own) = waits.next().filter(|_| error.retryable()) else {
            return Err(error);
        };
        let wait = policy.wait(own, &error)?;
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
    sum
}

pub fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        BoxFuture, Finish,
        catalog::Profile,
        debate::{ask::Purpose, event::Usage},
        scripted::{Answer, Scripted},
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
        model: &dyn Model,
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
        for (asked, least, most) in [(7, 7, 8), (120, 120, 121), (0, 0, 2)] {
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
    async fn a_server_that_asks_to_wait_for_longer_has_failed_and_it_is_said() {
        for (asked, said) in [
            (
                121,
                "the server asks to wait 2 min 1 s, longer than the 2 min allowed: slow down",
            ),
            (3 * 86_400 + 7200 + 5, "asks to wait 3 d 2 h, longer"),
            (u64::MAX, " d"),
        ] {
            let model = Scripted::in_order("m", [Answer::error(busy(asked)), Answer::text("Yes.")]);
            let began = Instant::now();
            let (result, report, pieces) = run(&model, &request()).await;
            let error = result.unwrap_err();
            assert!(matches!(error, ModelError::Later { .. }), "{error:?}");
            assert!(error.to_string().contains(said), "{error}");
            assert_eq!(
                error.to_string().matches("asks to wait").count(),
                1,
                "{error}"
            );
            assert!(error.hint().unwrap().contains("retry_after_s"));
            assert_eq!((report.tries, pieces.len()), (1, 0));
            assert_eq!(began.elapsed(), Duration::ZERO);
            let once = || async { Err::<(), _>(busy(asked)) };
            let again = again(&Policy::default(), "m", once).await;
            assert!(matches!(again, Err(ModelError::Later { .. })));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_call_that_goes_on_for_ever_ends_at_its_longest_time() {
        let minutes = |minutes: u64| Duration::from_secs(60 * minutes);
        let trickle = || Answer::pieces(vec!["word "; 10_000]).delays(minutes(1), minutes(1));
        let cut = || {
            Answer::pieces(["word "])
                .delays(minutes(9), Duration::ZERO)
                .then(ModelError::Broke {
                    detail: "cut".into(),
                })
        };
        let policy = |at_least: u64| Policy {
            at_least: minutes(at_least),
            ..Policy::default()
        };
        for (purpose, at_least, longest) in [
            (Purpose::Speech, 0, 30),
            (Purpose::PoiOffer, 0, 10),
            (Purpose::PoiOffer, 20, 20),
        ] {
            let mut request = request();
            request.purpose = purpose;
            for (answers, tries) in [(vec![trickle()], 1), (vec![cut(), trickle()], 2)] {
                let model = Scripted::in_order("m", answers);
                let (sender, mut receiver) = mpsc::channel(4);
                let heard = tokio::spawn(async move { while receiver.recv().await.is_some() {} });
                let began = Instant::now();
                let (result, report) = complete(&model, &request, sender, &policy(at_least)).await;
                heard.await.unwrap();
                let error = result.unwrap_err();
                let expected = ModelError::Overdue {
                    after: minutes(longest),
                    spoke: longest > 10 || tries == 1,
                };
                assert_eq!((&error, began.elapsed()), (&expected, minutes(longest)));
                assert!(
                    error.to_string().contains(&format!("within {longest} min")),
                    "{error}"
                );
                assert_eq!((report.tries, error.retryable()), (tries, false));
            }
        }
    }

    /// A model that has others to see to first.
    #[derive(Debug)]
    struct Queue {
        profile: Profile,
        others: Duration,
        own: Duration,
    }

    impl Model for Queue {
        fn label(&self) -> &'static str {
            "queue"
        }

        fn profile(&self) -> &Profile {
            &self.profile
        }

        fn complete<'a>(
            &'a self,
            _: &'a Request,
            pieces: mpsc::Sender<Piece>,
        ) -> BoxFuture<'a, Result<Completion, ModelError>> {
            Box::pin(async move {
                for (turn, time) in [(Turn::Others, self.others), (Turn::Own, self.own)] {
                    let _ = pieces.send(Piece::Turn(turn)).await;
                    sleep(time).await;
                }
                Ok(Completion {
                    text: "Yes.".into(),
                    finish: Finish::Stop,
                    usage: Usage::default(),
                    first_token: None,
                })
            })
        }
    }

    #[tokio::test(start_paused = true)]
    async fn the_time_of_others_is_none_of_a_call() {
        let minutes = |minutes: u64| Duration::from_secs(60 * minutes);
        for (others, own, ends) in [(45, 9, 54), (45, 11, 55), (0, 11, 10)] {
            let model = Queue {
                profile: Profile::default(),
                others: minutes(others),
                own: minutes(own),
            };
            let mut request = request();
            request.purpose = Purpose::BallotBefore;
            let began = Instant::now();
            let (result, _, pieces) = run(&model, &request).await;
            assert_eq!(began.elapsed(), minutes(ends), "{others} and {own} minutes");
            assert_eq!(result.is_ok(), own < 10);
            assert!(pieces.is_empty(), "whose turn it is concerns nobody else");
        }
        // Its parts share what is left of it.
        let policy = Policy::default().from_now(Purpose::BallotBefore);
        for is_in_time in [true, false] {
            let model = Queue {
                profile: Profile::default(),
                others: minutes(20),
                own: minutes(6),
            };
            let (sender, _receiver) = mpsc::channel(4);
            let (result, _) = complete(&model, &request(), sender, &policy).await;
            assert_eq!(result.is_ok(), is_in_time);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn the_parts_of_a_call_share_its_time() {
        let policy = Policy::default().from_now(Purpose::PoiOffer);
        sleep(Duration::from_secs(9 * 60)).await;
        let slow = Answer::text("Yes.").delays(Duration::from_secs(120), Duration::ZERO);
        let model = Scripted::in_order("m", [slow]);
        let (sender, _receiver) = mpsc::channel(4);
        let (result, _) = complete(&model, &request(), sender, &policy).await;
        assert!(
            matches!(result, Err(ModelError::Overdue { spoke: false, .. })),
            "{result:?}"
        );
    }

    #[test]
    fn counts_are_added_up_to_the_largest_there_is() {
        let most = Usage {
            prompt_tokens: u64::MAX,
            cached_tokens: u64::MAX,
            completion_tokens: u64::MAX,
            repeated_tokens: u64::MAX,
            estimated: false,
        };
        let mut sum = most;
        sum.add(most);
        assert_eq!((sum, sum.tokens()), (most, u64::MAX));
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
            sent: true,
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
        let model = Scripted::in_order("m", script());
        let (sender, _receiver) = mpsc::channel(4);
        let (result, report) = stream(&model, &request(), sender, &Policy::default()).await;
        assert_eq!((result.unwrap_err(), report.tries), (broke(), 1));
        assert!(report.usage.estimated);

        let (result, report, _) = run(&Scripted::in_order("m", script()), &request()).await;
        assert_eq!(result.unwrap().text, "Madam Speaker.");
        assert_eq!(report.tries, 2);
    }
}
