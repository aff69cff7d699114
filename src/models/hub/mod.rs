//! A hub of models (the protocol of Hugging Face): what is asked of it by name, and how a file of it becomes a model to
//! fetch like any other. Nothing of a hub is believed but what the file's hash then proves.

mod labels;
mod listing;
mod reference;
pub(super) mod web;

use std::time::Duration;

use reqwest::{Client, Response, StatusCode, Url, header};
use secrecy::SecretString;
use serde::de::DeserializeOwned;
use serde_json::Value;

use self::listing::Listing;
pub use self::{listing::Found, reference::HubReference};
use crate::{
    config::{Settings, USUAL_HUB},
    entry::ModelEntry,
    error::Failure,
    network_thread::NetworkThread,
    openai::BaseUrl,
    pull_error::TOKEN,
    store::Store,
    text::sanitize::sanitize_line,
};

/// The longest that an answer may take to come whole.
const PATIENCE: Duration = Duration::from_secs(60);
/// The most bytes of an answer.
const MOST_BYTES: usize = 16 << 20;
/// The most times that a hub may say that a model has another name now.
const MOST_REDIRECTS: u32 = 3;
/// The most models that a search gives.
const MOST_FOUND: &str = "20";

/// A hub of models.
pub struct Hub {
    address: Url,
    token: Option<SecretString>,
    client: Client,
    lines: NetworkThread,
}

impl Hub {
    /// The hub that the settings name, with the token of the environment.
    ///
    /// # Errors
    /// Its address is none, or there can be no lines to it.
    pub fn new(settings: &Settings) -> Result<Self, Failure> {
        let named = settings.hub.as_ref().map_or(USUAL_HUB, BaseUrl::whole);
        let no_line = |said: &dyn std::error::Error| {
            Failure::internal(format!("there can be no line to the hub: {said}"))
        };
        let address = Url::parse(named).map_err(|error| no_line(&error))?;
        let token = settings.env.get(TOKEN).map(str::trim);
        let token: Option<SecretString> = token.filter(|token| !token.is_empty()).map(Into::into);
        if token
            .as_ref()
            .is_some_and(|token| web::authorization(token).is_none())
        {
            return Err(
                Failure::input(format!("{TOKEN} has characters in it that no token has"))
                    .hint("copy the token anew, on one line, or remove the variable"),
            );
        }
        Ok(Self {
            client: web::client(&address).map_err(|error| no_line(&error))?,
            lines: NetworkThread::new().map_err(|error| no_line(&error))?,
            token,
            address,
        })
    }

    /// A store that shows the token to this hub alone when it fetches.
    #[must_use]
    pub fn allowed(&self, store: &Store) -> Store {
        match &self.token {
            Some(token) => store.clone().with_token(&self.address, token.clone()),
            None => store.clone(),
        }
    }

    /// The model that is meant, with its file, its size and its hash as the hub says them.
    ///
    /// # Errors
    /// The hub has none such, does not answer, or has nothing of it that is run here; each with what to do next.
    pub async fn model(&self, reference: &HubReference) -> Result<ModelEntry, Failure> {
        let path = format!("api/models/{}/{}", reference.owner, reference.repository);
        let asked = self.at(&path, &[("blobs", "true")])?;
        let listing: Listing = self.ask(asked, &reference.to_string()).await?;
        let files = listing.choose(reference)?;
        let revision = listing.revision();
        let folder = files.folder();
        let at = format!(
            "{}/{}/resolve/{revision}/{folder}{{file}}",
            reference.owner, reference.repository
        );
        let hub = format!("{}/{at}", self.address.as_str().trim_end_matches('/'));
        let mut entry = listing.entry(reference, &files, hub)?;
        if listing.is_gated() {
            entry.note = match self.token {
                Some(_) => format!(
                    "It is given to those alone who have asked for it; the token in {TOKEN} is shown."
                ),
                None => format!(
                    "It is given to those alone who have asked for it: ask on its page, and set {TOKEN} to a token of yours."
                ),
            };
        }
        Ok(entry)
    }

    /// The models with GGUF files in whose names these words are, the most fetched first, and how many others there are
    /// that cannot be read or have no name to fetch them by.
    ///
    /// # Errors
    /// The hub does not answer, or with something else.
    pub async fn search(&self, words: &str) -> Result<(Vec<Found>, usize), Failure> {
        let asked = self.at(
            "api/models",
            &[
                ("search", words),
                ("filter", "gguf"),
                ("sort", "downloads"),
                ("direction", "-1"),
                ("limit", MOST_FOUND),
            ],
        )?;
        let answered: Vec<Value> = self.ask(asked, "the search").await?;
        Ok(listing::found(answered))
    }

    fn at(&self, path: &str, query: &[(&str, &str)]) -> Result<Url, Failure> {
        let base = format!("{}/{path}", self.address.as_str().trim_end_matches('/'));
        Url::parse_with_params(&base, query)
            .map_err(|error| Failure::internal(format!("no address for the hub: {error}")))
    }

    async fn ask<T: DeserializeOwned>(&self, url: Url, what: &str) -> Result<T, Failure> {
        let client = self.client.clone();
        let token = self.token.as_ref().and_then(web::authorization);
        let host = self.address.host_str().unwrap_or_default().to_owned();
        let silent = |why: &str| {
            Failure::no_model(format!("the hub at {host} {why}"))
                .hint("see whether the network is there, then try again")
                .hint("a GGUF file fetched in another way: `hustings model import FILE.gguf`")
        };
        let strange = |said: &str| {
            Failure::no_model(format!("the hub at {host} {said}")).hint(
                "see whether `hub` in config.toml is the address of a hub; if it is, try again later",
            )
        };
        let has_token = token.is_some();
        let answer = self.lines.run(async move {
            let mut at = url;
            let mut response = asked(&client, &at, token.as_ref()).await?;
            for _ in 0..MOST_REDIRECTS {
                let Some(next) = moved(&at, &response) else {
                    break;
                };
                at = next;
                response = asked(&client, &at, token.as_ref()).await?;
            }
            let status = response.status();
            let announced = response.content_length().unwrap_or_default();
            if !status.is_success() {
                return Ok((status, Some(Vec::new())));
            }
            if announced > MOST_BYTES as u64 {
                return Ok((status, None));
            }
            let mut body = Vec::new();
            while let Some(some) = response.chunk().await? {
                body.extend_from_slice(&some);
                if body.len() > MOST_BYTES {
                    return Ok((status, None));
                }
            }
            Ok::<_, reqwest::Error>((status, Some(body)))
        });
        let (status, body) = match answer.await {
            Ok(Ok(answer)) => answer,
            Ok(Err(error)) => {
                let reason = web::reason(&error);
                return Err(silent(&format!("cannot be reached ({reason})")));
            }
            Err(panic) => return Err(silent(&panic)),
        };
        let Some(body) = body else {
            return Err(strange(&format!(
                "answers with more than {} MB, which is too large",
                MOST_BYTES >> 20
            )));
        };
        match status {
            StatusCode::OK => serde_json::from_slice(&body).map_err(|error| {
                strange(&format!(
                    "answers in a way that is not understood: {}",
                    sanitize_line(&error.to_string())
                ))
            }),
            StatusCode::NOT_FOUND => Err(Failure::input(format!("the hub has no {what}"))
                .hint("`hustings model search WORDS` lists what it has")),
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN if has_token => {
                Err(Failure::no_model(format!(
                    "the hub does not give {what} to whoever has the token in {TOKEN} ({status})"
                ))
                .hint(format!(
                    "see on its page whether it is there and you may have it, and whether the token in {TOKEN} still holds"
                )))
            }
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => {
                Err(Failure::no_model(format!(
                    "the hub does not give {what} to everybody ({status}): it is not there, or for those alone who have asked for it"
                ))
                .hint(format!(
                    "ask for it on its page, then set {TOKEN} to a token of yours, in the environment or in .env beside config.toml"
                ))
                .hint("`hustings model search WORDS` lists what it has"))
            }
            status if status.is_redirection() => Err(strange(
                "sends us elsewhere, to a place that is not its own or without end",
            )),
            status => Err(strange(&format!("says {status}"))),
        }
    }
}

async fn asked(
    client: &Client,
    at: &Url,
    token: Option<&header::HeaderValue>,
) -> Result<Response, reqwest::Error> {
    let mut request = client.get(at.clone()).timeout(PATIENCE);
    if let Some(token) = token {
        request = request.header(header::AUTHORIZATION, token.clone());
    }
    request.send().await
}

/// Where a model that has another name now is found, on the same hub.
fn moved(at: &Url, response: &Response) -> Option<Url> {
    let target = response.headers().get(header::LOCATION)?.to_str().ok()?;
    let target = at.join(target).ok()?;
    let is_moved = response.status().is_redirection() && target.origin() == at.origin();
    is_moved.then_some(target)
}
