//! A model in the process: a GGUF file of one of the families that are run, on the processor. So that somebody with
//! no key and no server can watch a debate.
//!
//! One thread owns the model (`owner`); [`Embedded`] is a handle to it. The network works over a memory of what has
//! been read that all calls share; both are of the package `hustings-transformer`, in `src/transformer`.

#![deny(clippy::wildcard_enum_match_arm)]

use hustings_base::{clock, panics, similarity, text};
use hustings_llm as llm;
use hustings_rules::{catalog, debate};

mod chat;
mod cuts;
mod embedded_error;
mod grammar;
mod likelihoods;
pub mod minilm;
mod owner;
mod pieces;
mod sequence;
mod specials;
mod vocabulary;

use std::{
    fmt,
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, OnceLock, PoisonError, Weak, mpsc::Sender},
    time::Instant,
};

pub use hustings_transformer::settle_threads;
use hustings_transformer::{GgufFile, Sampling};
use tokio::sync::{mpsc, oneshot};

pub use self::{cuts::cuts, embedded_error::EmbeddedError};
use self::{
    owner::{Ask, Job},
    sequence::Said,
};
use crate::llm::{
    BoxFuture, Completion, EMBEDDED, Likelihoods, Message, Model, ModelError, Piece, QueueTurn,
    Request, TellsLikelihoods, roster::InProcess, spoken::Spoken, think::Thinking,
};
use crate::{catalog::Profile, text::sanitize::Sanitizer};

/// Calls that one model takes at once; it writes that many answers together.
pub const TOGETHER: usize = owner::TOGETHER;

/// The room in a channel for what is told of an answer beside its tokens.
const BESIDE_TOKENS: usize = 64;

/// A model in the process.
pub struct Embedded {
    label: String,
    path: PathBuf,
    profile: Profile,
    asks: OnceLock<Mutex<Sender<Ask>>>,
}

impl fmt::Debug for Embedded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Embedded")
            .field("label", &self.label)
            .field("path", &self.path)
            .finish_non_exhaustive()
    }
}

impl Embedded {
    /// The model in that file. It is loaded when it is first asked for something, or for [`InProcess::ready`].
    pub fn new(name: &str, path: PathBuf, profile: Profile) -> Self {
        Self {
            label: format!("{EMBEDDED}:{name}"),
            path,
            profile,
            asks: OnceLock::new(),
        }
    }

    /// The model in a file, shared with whoever else in this process has it: it is in memory once. Also says whether
    /// nobody else has.
    pub fn shared(name: &str, path: &Path, profile: Profile) -> (Arc<Self>, bool) {
        static SHARED: Mutex<Vec<Weak<Embedded>>> = Mutex::new(Vec::new());
        let mut all = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|one| one.strong_count() > 0);
        let same = |one: &Arc<Self>| one.path == path && one.profile == profile;
        if let Some(known) = all.iter().filter_map(Weak::upgrade).find(same) {
            return (known, false);
        }
        let fresh = Arc::new(Self::new(name, path.to_owned(), profile));
        all.push(Arc::downgrade(&fresh));
        (fresh, true)
    }

    fn gone(&self) -> EmbeddedError {
        EmbeddedError::Gone(format!("the thread of {} has ended", self.label))
    }

    /// Sends to the owner; one that has gone answers nothing.
    fn ask(&self, ask: Ask) {
        let sender = self.asks.get_or_init(|| {
            let (sender, receiver) = std::sync::mpsc::channel();
            let (label, path) = (self.label.clone(), self.path.clone());
            let context = usize::try_from(self.profile.context).unwrap_or(usize::MAX);
            let thread = std::thread::Builder::new().name("model".to_owned());
            if let Err(error) = thread.spawn(move || owner::run(&label, &path, context, &receiver))
            {
                tracing::error!(%error, "no thread for the model");
            }
            Mutex::new(sender)
        });
        let _ = sender
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .send(ask);
    }

    fn sampling(&self, request: &Request) -> Sampling {
        let usual = Sampling::default();
        let prose = request.shape.is_none();
        let number = |set: Option<f64>, usual: f32| set.map_or(usual, |set| set as f32);
        let for_prose = |set: Option<f64>, usual: f32| number(set.filter(|_| prose), usual);
        Sampling {
            temperature: number(
                request.temperature.or(self.profile.temperature),
                usual.temperature,
            ),
            frequency: for_prose(self.profile.frequency_penalty, usual.frequency),
            presence: for_prose(self.profile.presence_penalty, usual.presence),
            repetition: for_prose(self.profile.repetition_penalty, usual.repetition),
            top_k: self.profile.top_k.map_or(usual.top_k, |most| {
                usize::try_from(most).unwrap_or(usual.top_k)
            }),
            top_p: number(self.profile.top_p, usual.top_p),
            seed: request.seed.unwrap_or_else(|| seed_of(request)),
            ..usual
        }
    }

    async fn answer(
        &self,
        request: &Request,
        pieces: mpsc::Sender<Piece>,
    ) -> Result<Completion, ModelError> {
        let started = Instant::now();
        // Each token is told once, and there cannot be more than the context holds: the owner never waits.
        let room = usize::try_from(self.profile.context).unwrap_or(usize::MAX / 4);
        let (told, mut said) = mpsc::channel(room.min(1 << 20) + BESIDE_TOKENS);
        let thinking_room = if self.profile.thinks { 4096 } else { 0 };
        let most = request.max_tokens.saturating_add(thinking_room);
        // The owner says when it begins.
        let _ = pieces.send(Piece::Turn(QueueTurn::Others)).await;
        self.ask(Ask::Answer(Box::new(Job {
            messages: request.messages.clone(),
            schema: request.shape.as_ref().map(|shape| shape.schema.clone()),
            thinks: self.profile.thinks,
            most: usize::try_from(most).unwrap_or(usize::MAX),
            sampling: self.sampling(request),
            urgency: request.purpose.urgency(),
            given: None,
            told,
        })));
        let mut sanitizer = Sanitizer::new();
        let mut thinking = Thinking::default();
        let mut spoken = Spoken::default();
        let mut first_token = None;
        while let Some(one) = said.recv().await {
            match one {
                Said::Turn(turn) => {
                    let _ = pieces.send(Piece::Turn(turn)).await;
                }
                Said::Text(more) => {
                    first_token.get_or_insert_with(|| started.elapsed());
                    let sifted = thinking.push(&sanitizer.push(&more));
                    if sifted.thought > 0 {
                        let _ = pieces.send(Piece::Thinking).await;
                    }
                    pass_on(sifted.text, &mut spoken, &pieces).await;
                }
                Said::Done(finish, usage) => {
                    let sifted = thinking.push(&sanitizer.finish());
                    pass_on(sifted.text + &thinking.finish(), &mut spoken, &pieces).await;
                    if !spoken.has_begun() {
                        return Err(ModelError::EMPTY);
                    }
                    return Ok(Completion {
                        text: spoken.take(),
                        finish,
                        usage,
                        first_token,
                    });
                }
                // It was not asked for any.
                Said::Likelihoods(..) => {}
                Said::Failed(error) => return Err(error.into_model_error(&self.label)),
            }
        }
        Err(self.gone().into_model_error(&self.label))
    }

    /// The likelihoods of answers that are given.
    async fn rate(
        &self,
        request: &Request,
        answers: &[String],
        pieces: mpsc::Sender<Piece>,
    ) -> Result<Likelihoods, ModelError> {
        let (told, mut said) = mpsc::channel(BESIDE_TOKENS);
        // The owner says when it begins.
        let _ = pieces.send(Piece::Turn(QueueTurn::Others)).await;
        self.ask(Ask::Answer(Box::new(Job {
            messages: request.messages.clone(),
            schema: None,
            // An answer that is given stands where the model would begin to think.
            thinks: false,
            most: 0,
            sampling: self.sampling(request),
            urgency: request.purpose.urgency(),
            given: Some(answers.to_vec()),
            told,
        })));
        while let Some(one) = said.recv().await {
            match one {
                Said::Turn(turn) => {
                    let _ = pieces.send(Piece::Turn(turn)).await;
                }
                Said::Likelihoods(logs, usage) => return Ok(Likelihoods { logs, usage }),
                // Nothing is written.
                Said::Text(_) | Said::Done(..) => {}
                Said::Failed(error) => return Err(error.into_model_error(&self.label)),
            }
        }
        Err(self.gone().into_model_error(&self.label))
    }
}

/// The tokenizer of a model's file: gives the tokens of a text, in which nothing counts as a control token and
/// before which nothing is put.
///
/// # Errors
/// What is wrong with the file.
pub fn tokenizer(
    path: &Path,
) -> Result<impl Fn(&str) -> Result<Vec<u32>, EmbeddedError> + use<>, EmbeddedError> {
    let file = GgufFile::open(path)?;
    let mut vocabulary = vocabulary::Vocabulary::load(&file, None)?;
    vocabulary.take_literally();
    Ok(move |text: &str| vocabulary.plain(text))
}

/// The prompt that a model's file makes of messages, as text and as tokens. `thinks` tells a model that can think first
/// and need not whether it shall.
///
/// # Errors
/// What is wrong with the file.
pub fn prompt(
    path: &Path,
    messages: &[Message],
    thinks: bool,
) -> Result<(String, Vec<u32>), EmbeddedError> {
    let file = GgufFile::open(path)?;
    let vocabulary = vocabulary::Vocabulary::load(&file, None)?;
    let text = chat::Chat::load(&file, &vocabulary)?.render(messages, thinks, &vocabulary)?;
    let tokens = vocabulary.encode(&text)?;
    Ok((text, tokens))
}

async fn pass_on(more: String, spoken: &mut Spoken, pieces: &mpsc::Sender<Piece>) {
    if let Some(more) = spoken.push(more) {
        // A receiver that has gone away is no error.
        let _ = pieces.send(Piece::Text(more)).await;
    }
}

/// A seed for a request that brings none: the same request gets the same answer.
fn seed_of(request: &Request) -> u64 {
    let mut hasher = DefaultHasher::new();
    for message in &request.messages {
        message.text.hash(&mut hasher);
    }
    hasher.finish()
}

impl InProcess for Embedded {
    fn path(&self) -> &Path {
        &self.path
    }

    fn ready(&self) -> BoxFuture<'_, Result<(), ModelError>> {
        Box::pin(async {
            let (told, answer) = oneshot::channel();
            self.ask(Ask::Ready(told));
            answer
                .await
                .unwrap_or_else(|_| Err(self.gone()))
                .map_err(|error| error.into_model_error(&self.label))
        })
    }
}

impl TellsLikelihoods for Embedded {
    fn likelihoods<'a>(
        &'a self,
        request: &'a Request,
        answers: &'a [String],
        pieces: mpsc::Sender<Piece>,
    ) -> BoxFuture<'a, Result<Likelihoods, ModelError>> {
        Box::pin(self.rate(request, answers, pieces))
    }
}

impl Model for Embedded {
    fn label(&self) -> &str {
        &self.label
    }

    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn beside(&self) -> u32 {
        let together = u32::try_from(TOGETHER).unwrap_or(u32::MAX);
        self.profile.candidates.clamp(1, together)
    }

    fn as_telling_likelihoods(&self) -> Option<&dyn TellsLikelihoods> {
        Some(self)
    }

    fn complete<'a>(
        &'a self,
        request: &'a Request,
        pieces: mpsc::Sender<Piece>,
    ) -> BoxFuture<'a, Result<Completion, ModelError>> {
        Box::pin(self.answer(request, pieces))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{debate::ask::Purpose, llm::Shape};

    #[test]
    fn a_profile_says_how_words_are_chosen_and_a_request_may_say_otherwise() {
        let profile = Profile {
            temperature: Some(0.6),
            top_k: Some(20),
            top_p: Some(0.7),
            repetition_penalty: Some(1.1),
            frequency_penalty: Some(0.2),
            presence_penalty: Some(0.3),
            ..Profile::default()
        };
        let usual = Embedded::new("a", PathBuf::new(), Profile::default());
        let chosen = Embedded::new("b", PathBuf::new(), profile);
        let request = Request {
            purpose: Purpose::Speech,
            messages: Vec::new(),
            max_tokens: 10,
            shape: None,
            temperature: None,
            seed: Some(7),
        };
        let prose = Sampling {
            temperature: 0.6,
            top_k: 20,
            top_p: 0.7,
            repetition: 1.1,
            frequency: 0.2,
            presence: 0.3,
            seed: 7,
            ..Sampling::default()
        };
        assert_eq!(chosen.sampling(&request), prose);
        let plain = Sampling {
            seed: 7,
            ..Sampling::default()
        };
        assert_eq!(usual.sampling(&request), plain);
        // Penalties would spoil the marks that JSON is made of.
        let shaped = Request {
            shape: Some(Shape {
                name: "ballot",
                schema: json!({}),
            }),
            temperature: Some(0.0),
            ..request
        };
        let cold = Sampling {
            temperature: 0.0,
            top_k: 20,
            top_p: 0.7,
            ..plain
        };
        assert_eq!(chosen.sampling(&shaped), cold);
        let unseeded = Request {
            seed: None,
            ..shaped
        };
        assert_eq!(chosen.sampling(&unseeded), chosen.sampling(&unseeded));
    }
}
