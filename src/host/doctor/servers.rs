//! The servers of models: each that is set up or found is asked for its list, all at once.

use std::time::{Duration, Instant};

use futures_util::future::join_all;

use super::diagnosis::{Area, Diagnosis};
use crate::{
    Host, check,
    config::{KEYS, Provider, Settings},
    error::Failure,
    find,
    llm::{
        ModelError,
        openai::{BaseUrl, EndpointError, ListedModel, list_models},
        probe::is_doubtful,
        secrets::Secrets,
    },
    text::{counted, mask::variable, shown::given},
};

/// The longest wait for a server's list.
pub(super) const LIMIT: Duration = Duration::from_secs(3);
/// The advice where a server takes a request and answers nothing.
pub(super) const HANGS: &str =
    "start that server again, or name another one with --base-url, or as a provider in config.toml";
/// So many models of a list are named.
const NAMED: usize = 4;

/// A server, and what came of asking it for its models.
#[derive(Debug)]
pub(super) struct LookedAt {
    provider: Provider,
    /// Whether somebody has named it, and not this program.
    is_set_up: bool,
    took: Duration,
    listed: Result<Vec<ListedModel>, Refusal>,
}

/// Why there is no list.
#[derive(Debug)]
enum Refusal {
    /// The server cannot be asked for anything.
    Gone { message: String, advice: String },
    /// It answers, and has no list: what it does instead.
    NoList { message: String },
}

impl LookedAt {
    /// Whether the model of that label is one of this server's: two providers at one address may have keys of their own.
    pub(super) fn has(&self, base_url: &BaseUrl, label: &str) -> bool {
        let name = label.strip_prefix(self.provider.name.as_str());
        self.provider.base_url == *base_url && name.is_some_and(|name| name.starts_with(':'))
    }

    /// What it answers, or why it does not, where nothing can be had of it.
    pub(super) fn outage(&self) -> Option<&str> {
        match &self.listed {
            Err(Refusal::Gone { message, .. }) => Some(message),
            Ok(_) | Err(Refusal::NoList { .. }) => None,
        }
    }

    /// The names of its models, where it lists any.
    pub(super) fn models(&self) -> Option<Vec<&str>> {
        let listed = self.listed.as_ref().ok().filter(|list| !list.is_empty())?;
        Some(listed.iter().map(|one| one.name.as_str()).collect())
    }

    /// What is to be said of it. `is_needed` where a model of it has a part.
    fn diagnosis(&self, is_needed: bool) -> Diagnosis {
        let area = Area::Servers;
        let provider = &self.provider;
        let place = format!("{} at {}", given(&provider.name), provider.base_url);
        let (took, key) = (spoken(self.took), key_of(provider));
        match &self.listed {
            Ok(listed) if listed.is_empty() => Diagnosis::note(
                area,
                format!("{place}: answers in {took}, and lists no model{key}"),
                "name one with --model NAME, or with `model` in config.toml",
            ),
            Ok(listed) => {
                let names: Vec<String> = listed
                    .iter()
                    .take(NAMED)
                    .map(|one| given(&one.name))
                    .collect();
                let more = if listed.len() > NAMED { ", …" } else { "" };
                let count = counted(listed.len() as u64, "model", "models");
                let names = names.join(", ");
                let message = format!("{place}: answers in {took}, {count} ({names}{more}){key}");
                Diagnosis::ok(area, message)
            }
            Err(Refusal::NoList { message }) => Diagnosis::note(
                area,
                format!("{place}: answers in {took}, and {message}{key}"),
                "check that the base URL is right (most end in /v1), and name a model",
            ),
            Err(Refusal::Gone { message, advice }) => {
                let message = format!("{place}: {message}{key}");
                if is_needed {
                    let failure = Failure::no_model(message).hint(advice);
                    Diagnosis::of_failure(area, &failure)
                } else {
                    Diagnosis::note(area, message, advice)
                }
            }
        }
    }
}

/// Asks every server that is set up, and those that may run on this machine.
///
/// # Errors
/// The flags name a server or a key that there is not.
pub(super) async fn look(host: &Host) -> Result<Vec<LookedAt>, Failure> {
    let (settings, flags) = (&host.settings, &host.overrides);
    let known = find::secrets(settings, flags)?;
    let mut places: Vec<(Provider, bool)> = Vec::new();
    let set_up = find::adhoc(settings, flags)?
        .into_iter()
        .chain(settings.providers.iter().cloned())
        .chain(find::openai_if_set(settings));
    let nearby = settings.look_nearby.unwrap_or(find::LOOK_NEARBY);
    let nearby = find::usual_places().into_iter().filter(|_| nearby);
    let nearby = nearby.map(|(name, url)| (Provider::at(name, url), false));
    for (provider, is_set_up) in set_up.map(|one| (one, true)).chain(nearby) {
        let is_same = |(other, _): &(Provider, bool)| {
            let is_here = find::one_name(&other.base_url) == find::one_name(&provider.base_url);
            // Two providers at one address may have keys of their own.
            is_here && (!is_set_up || other.name == provider.name)
        };
        if !places.iter().any(is_same) {
            places.push((provider, is_set_up));
        }
    }
    let looks = places
        .into_iter()
        .map(|(provider, is_set_up)| look_at(provider, is_set_up, &known));
    Ok(join_all(looks).await)
}

async fn look_at(provider: Provider, is_set_up: bool, known: &Secrets) -> LookedAt {
    let begun = Instant::now();
    let listed = match list_models(&find::endpoint(&provider, known), LIMIT).await {
        Ok(Ok(listed)) => Ok(listed),
        Ok(Err(error)) => Err(refusal(&error)),
        Err(error) => Err(no_line(&error)),
    };
    LookedAt {
        took: begun.elapsed(),
        provider,
        is_set_up,
        listed,
    }
}

fn no_line(error: &EndpointError) -> Refusal {
    let failure = find::no_line(error);
    let advice = match failure.advice() {
        none if none.is_empty() => "correct it in config.toml".to_owned(),
        advice => advice,
    };
    Refusal::Gone {
        message: failure.message,
        advice,
    }
}

fn refusal(error: &ModelError) -> Refusal {
    let is_refused = matches!(error, ModelError::Refused { .. }) && !is_doubtful(error);
    if let ModelError::NoSuchModel { .. } = error {
        return Refusal::NoList {
            message: "it lists no models (404)".to_owned(),
        };
    }
    if is_refused {
        return Refusal::NoList {
            message: format!("it lists no models: {error}"),
        };
    }
    let advice = if let ModelError::TimedOut { .. } = error {
        // Whichever of its models is named: none of them would answer.
        Some(HANGS.to_owned())
    } else {
        error.hint()
    };
    Refusal::Gone {
        message: error.to_string(),
        advice: advice.unwrap_or_else(|| "look at the server's log".to_owned()),
    }
}

/// What is to be said of all of them. `is_needed` says of one whether a model of it has a part.
pub(super) fn diagnoses(
    settings: &Settings,
    looked: &[LookedAt],
    is_needed: impl Fn(&LookedAt) -> bool,
) -> Vec<Diagnosis> {
    let mut found = Vec::new();
    // Of these it is told with the configuration.
    let missed = check::missed_keys(settings);
    let is_told = |one: &LookedAt| missed.iter().any(|told| told.name == one.provider.name);
    for one in looked {
        // Where nobody named a server, none is missed.
        if one.is_set_up || one.listed.is_ok() {
            found.push(one.diagnosis(is_needed(one)));
        }
        if !is_told(one) {
            found.extend(unset_key(settings, one));
        }
    }
    if found.is_empty() {
        let looked: Vec<String> = (looked.iter())
            .map(|one| one.provider.base_url.to_string())
            .collect();
        let message = match looked.as_slice() {
            [] => "none is set up, and none is looked for on this machine (look_nearby)".to_owned(),
            places => format!("none is set up, and none answers at {}", places.join(", ")),
        };
        found.push(Diagnosis::ok(Area::Servers, message));
    }
    found
}

/// A variable that is to hold the key of a provider, and is not set.
fn unset_key(settings: &Settings, one: &LookedAt) -> Option<Diagnosis> {
    let provider = &one.provider;
    let name = provider.key_env.as_deref()?;
    if provider.key.is_some() {
        return None;
    }
    let message = format!("{}: {} is not set", given(&provider.name), variable(name));
    let advice = settings.env.advice_to_set(name);
    Some(Diagnosis::note(Area::Servers, message, advice))
}

/// Where the key of a provider comes from, behind what else is said.
fn key_of(provider: &Provider) -> String {
    let variable = provider.key_variable.as_ref().or(provider.key_env.as_ref());
    match (&provider.key, variable) {
        (None, _) => String::new(),
        (Some(_), _) if provider.key_is_stored => format!("; its key is in {KEYS}"),
        (Some(_), Some(name)) => format!("; its key is in {}", self::variable(name)),
        (Some(_), None) => "; its key is in config.toml".to_owned(),
    }
}

/// A short time in words.
fn spoken(time: Duration) -> String {
    if time < Duration::from_secs(1) {
        format!("{} ms", time.as_millis())
    } else {
        format!("{:.1} s", time.as_secs_f64())
    }
}
