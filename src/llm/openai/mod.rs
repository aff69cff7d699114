//! Any server that speaks OpenAI's chat and embeddings protocol: hosted ones, vLLM, SGLang, llama.cpp, Ollama, LM
//! Studio.
//!
//! One try for each call. What a server does not take (a parameter, a schema) is left out or said in
//! another way at once, within the same try, and remembered. Waiting and trying again is not done here.

mod answer;
mod chunk;
mod context;
pub(crate) mod embeddings;
mod ending;
mod endpoint;
mod events;
#[cfg(any(test, feature = "fixtures"))]
pub(crate) mod fixture;
pub(crate) mod json;
mod link;
mod listed;
mod quirks;
mod reading;
mod refusal;
mod unread;
mod wire;

use std::{
    fmt,
    sync::{Mutex, OnceLock, PoisonError},
    time::Duration,
};

use secrecy::SecretString;
use serde_json::Value;
use tokio::{
    sync::mpsc,
    time::{Instant, timeout},
};

pub use self::{
    endpoint::{BaseUrl, Endpoint, EndpointError, is_header},
    listed::ListedModel,
};
use self::{
    link::{Link, Trouble},
    quirks::Quirks,
    reading::{Outcome, Reading},
    refusal::Refusal,
};
use super::{
    BoxFuture, Completion, Model, ModelError, Piece, Request,
    model_error::{ANSWER, LIST as LISTED},
    secrets::Secrets,
};
use crate::{catalog::Profile, debate::event::Usage};

/// The least and the most room that is left for thinking, in tokens.
const THINKING: (u32, u32) = (1024, 8192);
/// The most times that one call may be said in another way: more than there are ways.
const SWITCHES: usize = 12;
/// The longest list of models that is read, in bytes. The longest that there are have a million.
const LIST: usize = 8 << 20;

/// Where llama.cpp's server tells its properties, and Ollama which models it has loaded.
const PROPERTIES: &str = "props";
const RUNNING: &str = "api/ps";

/// A model behind an OpenAI-compatible endpoint.
pub struct OpenAi {
    label: String,
    name: String,
    profile: Profile,
    /// The profile with the context that the server has told, where that is smaller than what was known before.
    told: OnceLock<Profile>,
    link: Link,
    quirks: Mutex<Quirks>,
}

impl fmt::Debug for OpenAi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenAi")
            .field("label", &self.label)
            .field("base_url", &self.link.base_url)
            .finish_non_exhaustive()
    }
}

impl OpenAi {
    /// The model that the server calls `name`, shown as `label`. Connects only when it is asked something.
    pub fn new(
        label: impl Into<String>,
        name: impl Into<String>,
        profile: Profile,
        endpoint: &Endpoint,
    ) -> Result<Self, EndpointError> {
        Ok(Self {
            label: label.into(),
            name: name.into(),
            profile,
            told: OnceLock::new(),
            link: Link::new(endpoint)?,
            quirks: Mutex::default(),
        })
    }

    /// The base URL, in its normal spelling.
    pub fn base_url(&self) -> &BaseUrl {
        &self.link.base_url
    }

    /// The server's name for the model.
    pub fn name(&self) -> &str {
        &self.name
    }

    fn quirks(&self) -> Quirks {
        *self.quirks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn remember(&self, quirks: Quirks) {
        *self.quirks.lock().unwrap_or_else(PoisonError::into_inner) = quirks;
    }

    /// Room for thinking that is added to the limit on an answer.
    fn room(&self, quirks: Quirks) -> u32 {
        if self.profile.thinks || quirks.thinks() {
            (self.profile().context / 4).clamp(THINKING.0, THINKING.1)
        } else {
            0
        }
    }

    async fn run(
        &self,
        request: &Request,
        pieces: &mpsc::Sender<Piece>,
    ) -> Result<Completion, ModelError> {
        let started = Instant::now();
        let mut told = Vec::new();
        // The tokens of answers in which the model has only thought.
        let mut thought = Usage::default();
        for _ in 0..SWITCHES {
            let quirks = self.quirks();
            told.push(quirks);
            let room = self.room(quirks);
            let body = quirks.body(
                &self.name,
                request,
                &self.profile,
                request.max_tokens.saturating_add(room),
            );
            let mut reading = Reading::new(request, pieces, room, &self.link, started);
            let refusal = match self.exchange(&body, &mut reading).await? {
                Outcome::Done(mut completion) => {
                    completion.usage.add(thought);
                    return Ok(completion);
                }
                Outcome::OnlyThought(spent) if quirks.thinks() || self.profile.thinks => {
                    thought.add(spent);
                    return Err(ModelError::Empty {
                        spent: Some(thought),
                    });
                }
                Outcome::OnlyThought(spent) => {
                    thought.add(spent);
                    self.remember(quirks.that_thinks());
                    continue;
                }
                Outcome::Refused(refusal) => refusal,
            };
            match quirks.learn(&refusal, &body) {
                // What has failed already would only fail again.
                Some(learnt) if !told.contains(&learnt) => {
                    tracing::debug!(model = %self.label, status = refusal.status, ?learnt, "asked in another way");
                    self.remember(learnt);
                }
                Some(_) | None => {
                    let error = self.link.refused(&refusal, &self.name);
                    if let ModelError::TooLong {
                        context: Some(context),
                        ..
                    } = error
                    {
                        self.learn_context(context);
                    }
                    return Err(error);
                }
            }
        }
        Err(ModelError::Refused {
            status: 400,
            detail: "no form of the request is taken".to_owned(),
        })
    }

    async fn exchange(
        &self,
        body: &wire::Body<'_>,
        reading: &mut Reading<'_>,
    ) -> Result<Outcome, ModelError> {
        let sent = Instant::now();
        let limit = self.link.first_byte;
        let opened = timeout(limit, self.link.complete(body)).await;
        let opened = opened.map_err(|_| ModelError::TimedOut {
            url: None,
            what: ANSWER,
            after: limit,
        })?;
        match opened {
            Ok(response) => reading.read(response, sent).await,
            Err(Trouble::Refused(refusal)) => Ok(Outcome::Refused(refusal)),
            Err(trouble) => Err(self.link.meaning(&trouble, limit)),
        }
    }
}

impl Model for OpenAi {
    fn label(&self) -> &str {
        &self.label
    }

    fn profile(&self) -> &Profile {
        self.told.get().unwrap_or(&self.profile)
    }

    fn learn_context(&self, tokens: u32) {
        if tokens < self.profile.context {
            let profile = Profile {
                context: tokens,
                ..self.profile.clone()
            };
            // What was told first stands.
            let _ = self.told.set(profile);
        }
    }

    fn secrets(&self) -> &Secrets {
        &self.link.secrets
    }

    fn complete<'a>(
        &'a self,
        request: &'a Request,
        pieces: mpsc::Sender<Piece>,
    ) -> BoxFuture<'a, Result<Completion, ModelError>> {
        Box::pin(async move { self.run(request, &pieces).await })
    }
}

/// The models that an endpoint offers, within `limit`. A server that has no such list is [`ModelError::NoSuchModel`].
pub async fn list_models(
    endpoint: &Endpoint,
    limit: Duration,
) -> Result<Result<Vec<ListedModel>, ModelError>, EndpointError> {
    let link = Link::new(endpoint)?;
    let list = list(&link, limit).await;
    Ok(list.map(|list| listed::models(&list, &link.secrets)))
}

/// The models of a server, and how many calls it takes at once, where it says that.
#[derive(Debug, Clone, Default)]
pub struct Served {
    /// The models, with the context of each where the server says it.
    pub models: Vec<ListedModel>,
    /// The calls at once.
    pub slots: Option<usize>,
}

/// The models that an endpoint offers, with which context each is served, and how many calls are taken at once,
/// wherever its server says that: the list within `limit`, and what stands elsewhere within as much again.
pub async fn served_models(
    endpoint: &Endpoint,
    limit: Duration,
) -> Result<Result<Served, ModelError>, EndpointError> {
    let link = Link::new(endpoint)?;
    let list = match list(&link, limit).await {
        Ok(list) => list,
        Err(error) => return Ok(Err(error)),
    };
    let mut served = Served {
        models: listed::models(&list, &link.secrets),
        slots: None,
    };
    if listed::is_of_llama_cpp(&list) {
        let told = timeout(limit, Box::pin(link.beside(PROPERTIES, LIST))).await;
        // Who does not answer is taken for what the profile says.
        let told = told.ok().and_then(Result::ok);
        served.slots = told.as_ref().and_then(listed::slots_of_properties);
        let context = told.as_ref().and_then(listed::context_of_properties);
        if served.models.iter().all(|one| one.context.is_none()) {
            for model in &mut served.models {
                model.context = context;
            }
        }
    }
    if listed::is_of_ollama(&list) && served.models.iter().any(|one| one.context.is_none()) {
        let running = timeout(limit, Box::pin(link.beside(RUNNING, LIST))).await;
        let running = running.ok().and_then(Result::ok).unwrap_or_default();
        for model in &mut served.models {
            let context = || listed::context_of_running(&running, &model.name);
            model.context = model.context.or_else(context);
        }
    }
    Ok(Ok(served))
}

/// The list of models as a server gives it, within `limit`.
async fn list(link: &Link, limit: Duration) -> Result<Value, ModelError> {
    let client = link.client(LIST);
    let models = client.models();
    match timeout(limit, models.list_byot::<Value>()).await {
        Err(_) => Err(ModelError::TimedOut {
            url: Some(link.base_url.to_string()),
            what: LISTED,
            after: limit,
        }),
        Ok(Ok(list)) => Ok(list),
        Ok(Err(error)) => Err(match Trouble::within(error) {
            Trouble::Refused(refusal) => link.refused(&refusal, "the list of models"),
            Trouble::TooLong(bytes) => ModelError::Server {
                status: 200,
                retry_after: None,
                detail: format!("its list of models does not end within {bytes} bytes"),
            },
            trouble @ (Trouble::Http(_)
            | Trouble::Failed(_)
            | Trouble::Stalled(_)
            | Trouble::NoJson(_)
            | Trouble::Compressed(_)) => link.meaning(&trouble, limit),
        }),
    }
}

/// A key that may be sent: trimmed, of visible ASCII and not empty.
pub fn usable_key(text: &str) -> Option<SecretString> {
    let key = text.trim();
    (!key.is_empty() && key.bytes().all(|byte| byte.is_ascii_graphic()))
        .then(|| SecretString::from(key))
}
