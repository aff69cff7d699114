//! A model that says what it was told to say: for tests, of this crate and of what is built on it. Delays
//! are in tokio's time, so that a test can pause it. It keeps every request that it was sent.

use std::{
    collections::VecDeque,
    fmt,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use tokio::{
    sync::mpsc,
    time::{Instant, sleep},
};

use super::{
    BoxFuture, Completion, Finish, Likelihoods, Model, ModelError, Piece, Request,
    TellsLikelihoods, tokens,
};
use crate::{
    catalog::Profile,
    debate::{ask::Purpose, event::Usage},
};

/// One answer, piece by piece.
#[derive(Debug, Clone, PartialEq)]
pub struct ScriptedAnswer {
    first: Duration,
    between: Duration,
    pieces: Vec<String>,
    end: Result<Finish, ModelError>,
    drags: Duration,
    usage: Option<Usage>,
}

impl ScriptedAnswer {
    /// An answer of this text, at once and in one piece.
    pub fn text(text: impl Into<String>) -> Self {
        Self::pieces([text])
    }

    /// An answer that comes in these pieces, with no delay.
    pub fn pieces<T: Into<String>>(pieces: impl IntoIterator<Item = T>) -> Self {
        Self {
            first: Duration::ZERO,
            between: Duration::ZERO,
            pieces: pieces.into_iter().map(Into::into).collect(),
            end: Ok(Finish::Stop),
            drags: Duration::ZERO,
            usage: None,
        }
    }

    /// An answer of this text, one word at a time.
    pub fn words(text: &str) -> Self {
        Self::pieces(text.split_inclusive(char::is_whitespace))
    }

    /// A structured answer.
    pub fn json(value: &impl serde::Serialize) -> Self {
        Self::text(serde_json::to_string(value).unwrap_or_default())
    }

    /// A failure instead of an answer.
    pub fn error(error: ModelError) -> Self {
        Self::pieces(Vec::<String>::new()).then(error)
    }

    /// Ends the answer with this error, after the pieces.
    #[must_use]
    pub fn then(mut self, error: ModelError) -> Self {
        self.end = Err(error);
        self
    }

    /// Ends for that reason.
    #[must_use]
    pub fn finish(mut self, finish: Finish) -> Self {
        self.end = Ok(finish);
        self
    }

    /// Says that it is whole, and lets its call go on for so long.
    #[must_use]
    pub fn drags(mut self, on: Duration) -> Self {
        self.drags = on;
        self
    }

    /// Waits so long before the first piece, and so long before each further one.
    #[must_use]
    pub fn delays(mut self, first: Duration, between: Duration) -> Self {
        self.first = first;
        self.between = between;
        self
    }

    /// Reports this usage instead of an estimate.
    #[must_use]
    pub fn usage(mut self, usage: Usage) -> Self {
        self.usage = Some(usage);
        self
    }
}

type Script = dyn Fn(&Request) -> ScriptedAnswer + Send + Sync;
/// The logarithms of the probabilities of answers.
type LogScript = dyn Fn(&Request, &[String]) -> Vec<f64> + Send + Sync;

/// A model that answers from a script.
#[derive(Clone)]
pub struct Scripted {
    label: String,
    profile: Profile,
    script: Arc<Script>,
    logs: Option<Arc<LogScript>>,
    requests: Arc<Mutex<Vec<Request>>>,
}

impl fmt::Debug for Scripted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scripted")
            .field("label", &self.label)
            .finish_non_exhaustive()
    }
}

impl Scripted {
    /// Answers each request by a function.
    pub fn new(
        label: impl Into<String>,
        script: impl Fn(&Request) -> ScriptedAnswer + Send + Sync + 'static,
    ) -> Self {
        Self {
            label: label.into(),
            profile: Profile::default(),
            script: Arc::new(script),
            logs: None,
            requests: Arc::default(),
        }
    }

    /// Gives these answers in order, and [`ModelError::EMPTY`] when they are used up.
    pub fn in_order(
        label: impl Into<String>,
        answers: impl IntoIterator<Item = ScriptedAnswer>,
    ) -> Self {
        let left = Mutex::new(answers.into_iter().collect::<VecDeque<_>>());
        Self::new(label, move |_| {
            let next = left
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .pop_front();
            next.unwrap_or_else(|| ScriptedAnswer::error(ModelError::EMPTY))
        })
    }

    /// Answers by purpose, and [`ModelError::EMPTY`] where no rule fits. The first rule that fits counts.
    pub fn by_purpose(
        label: impl Into<String>,
        rules: impl IntoIterator<Item = (Purpose, ScriptedAnswer)>,
    ) -> Self {
        let rules: Vec<_> = rules.into_iter().collect();
        Self::new(label, move |request| {
            rules
                .iter()
                .find(|(purpose, _)| *purpose == request.purpose)
                .map_or_else(
                    || ScriptedAnswer::error(ModelError::EMPTY),
                    |(_, answer)| answer.clone(),
                )
        })
    }

    /// The model with another profile.
    #[must_use]
    pub fn with_profile(mut self, profile: Profile) -> Self {
        self.profile = profile;
        self
    }

    /// The model as one that tells how likely answers are: by a function.
    #[must_use]
    pub fn with_likelihoods(
        mut self,
        logs: impl Fn(&Request, &[String]) -> Vec<f64> + Send + Sync + 'static,
    ) -> Self {
        self.logs = Some(Arc::new(logs));
        self
    }

    /// Every request so far, in the order in which they came.
    pub fn requests(&self) -> Vec<Request> {
        self.requests
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    async fn say(
        &self,
        request: &Request,
        pieces: mpsc::Sender<Piece>,
    ) -> Result<Completion, ModelError> {
        self.requests
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(request.clone());
        let answer = (self.script)(request);
        let started = Instant::now();
        let mut first_token = None;
        let mut text = String::new();
        let mut wait = answer.first;
        let last = answer.pieces.len();
        for (number, piece) in (1..).zip(answer.pieces) {
            if !wait.is_zero() {
                sleep(wait).await;
            }
            wait = answer.between;
            first_token.get_or_insert_with(|| started.elapsed());
            text.push_str(&piece);
            if number == last && !answer.drags.is_zero() {
                let _ = pieces.send(Piece::Ended).await;
            }
            let _ = pieces.send(Piece::Text(piece)).await;
        }
        if text.is_empty() && !answer.first.is_zero() {
            sleep(answer.first).await;
        }
        if !answer.drags.is_zero() {
            sleep(answer.drags).await;
        }
        let finish = answer.end?;
        let usage = answer
            .usage
            .unwrap_or_else(|| tokens::estimated(&request.messages, &text));
        Ok(Completion {
            text,
            finish,
            usage,
            first_token,
        })
    }
}

impl TellsLikelihoods for Scripted {
    fn likelihoods<'a>(
        &'a self,
        request: &'a Request,
        answers: &'a [String],
        _pieces: mpsc::Sender<Piece>,
    ) -> BoxFuture<'a, Result<Likelihoods, ModelError>> {
        Box::pin(async {
            let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
            requests.push(request.clone());
            drop(requests);
            let logs = self.logs.as_ref().ok_or(ModelError::EMPTY)?;
            Ok(Likelihoods {
                logs: logs(request, answers),
                usage: tokens::estimated(&request.messages, ""),
            })
        })
    }
}

impl Model for Scripted {
    fn label(&self) -> &str {
        &self.label
    }

    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn beside(&self) -> u32 {
        self.profile.candidates
    }

    fn as_telling_likelihoods(&self) -> Option<&dyn TellsLikelihoods> {
        self.logs.as_ref().map(|_| self as &dyn TellsLikelihoods)
    }

    fn complete<'a>(
        &'a self,
        request: &'a Request,
        pieces: mpsc::Sender<Piece>,
    ) -> BoxFuture<'a, Result<Completion, ModelError>> {
        Box::pin(self.say(request, pieces))
    }
}
