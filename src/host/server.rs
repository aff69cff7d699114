//! A server that a person has entered: tried out, and kept with its key for the next time.

use std::time::Duration;

use secrecy::SecretString;
use tokio::time::timeout;

use crate::{
    Host,
    config::{FILE, KEYS, Provider, StoredKeys, append_provider},
    error::Failure,
    find,
    llm::{
        ModelError,
        gate::Gate,
        openai::{BaseUrl, OpenAi, list_models, usable_key},
        price::Price,
        probe::{is_doubtful, is_meant},
        roster::Assigned,
    },
    prompt::plain_question,
    text::{counted, mask::looks_like_a_key, shown},
};

/// The longest waits while a server is tried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TrialWaits {
    /// For the list of its models.
    pub listed: Duration,
    /// For a word of a model: one on this machine may have to be loaded first.
    pub answered: Duration,
}

impl Default for TrialWaits {
    fn default() -> Self {
        Self {
            listed: Duration::from_secs(10),
            answered: Duration::from_secs(90),
        }
    }
}

/// A server as it was entered, checked.
#[derive(Debug, Clone)]
pub struct EnteredServer {
    /// The address of the server, in its normal spelling.
    pub address: BaseUrl,
    /// The key, where one was entered.
    pub key: Option<SecretString>,
    /// The name of the model at the server, where one was entered.
    pub model: Option<String>,
}

/// What came of trying a server out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TriedServer {
    /// The model that has answered.
    pub model: String,
    /// The names of the models that the server lists.
    pub models: Vec<String>,
}

/// Where a server is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptServer {
    /// The name of its model, by which it is asked for from now on.
    pub model: String,
    /// What is kept where, in sentences.
    pub told: String,
}

impl EnteredServer {
    /// Reads what was entered in the three fields.
    ///
    /// # Errors
    /// One of them makes no sense; the message begins with its name.
    pub fn read(address: &str, key: &str, model: &str) -> Result<Self, Failure> {
        let given = address.trim();
        if given.is_empty() {
            return Err(Failure::input("Address: enter where the server is")
                .hint("for example https://api.openai.com/v1"));
        }
        if looks_like_a_key(given) {
            return Err(Failure::input("Address: this may be a key")
                .hint("a key is entered in the field below"));
        }
        // What is typed as in a browser is meant as such.
        let whole = if given.contains("://") {
            given.to_owned()
        } else if BaseUrl::from(format!("http://{given}")).is_loopback() {
            format!("http://{given}")
        } else {
            format!("https://{given}")
        };
        let address = BaseUrl::from(whole);
        if address.secrets().next().is_some() {
            return Err(Failure::input("Address: a part of it may be a key")
                .hint("enter the key in its own field, and the address without it"));
        }
        let address = address
            .normal()
            .map_err(|error| Failure::input(format!("Address: {error}")))?;
        let key = match key.trim() {
            "" => None,
            key => Some(usable_key(key).ok_or_else(|| {
                Failure::input("Key: it has characters that no key has")
                    .hint("copy it again, without spaces and line breaks")
            })?),
        };
        let model = model.trim();
        if looks_like_a_key(model) {
            return Err(Failure::input("Model: this may be a key")
                .hint("a key is entered in its own field"));
        }
        Ok(Self {
            address,
            key,
            model: (!model.is_empty()).then(|| model.to_owned()),
        })
    }
}

impl Host {
    /// Tries a server out: asks it for its models, and the model that was entered, or else the usual one of these, for a
    /// word. `tell` is told what is under way.
    ///
    /// # Errors
    /// It does not answer, not with that key, or not with a model: in words for whoever entered it.
    pub async fn try_server(
        &self,
        entered: &EnteredServer,
        waits: TrialWaits,
        tell: &(dyn Fn(&str) + Sync),
    ) -> Result<TriedServer, Failure> {
        let provider = self.provider_of(entered);
        let mut endpoint =
            find::endpoint(&provider, &find::secrets(&self.settings, &self.overrides)?);
        endpoint.first_byte = endpoint.first_byte.min(waits.answered);
        let address = &provider.base_url;
        tell(&format!("asking {address} for its models …"));
        let listed = match list_models(&endpoint, waits.listed).await {
            Ok(Ok(listed)) => listed,
            Ok(Err(error)) if has_no_list(&error) && entered.model.is_some() => Vec::new(),
            Ok(Err(error)) => return Err(Self::told(&error, &provider)),
            Err(error) => return Err(find::no_line(&error)),
        };
        if let Some(model) = &entered.model
            && !listed.is_empty()
            && !listed.iter().any(|one| is_meant(model, &one.name))
        {
            let absent = ModelError::NoSuchModel {
                model: model.clone(),
                url: address.to_string(),
                offers: listed.into_iter().map(|one| one.name).collect(),
            };
            return Err(Self::told(&absent, &provider));
        }
        let model = entered
            .model
            .clone()
            .or_else(|| find::chosen_of(&listed, address))
            .ok_or_else(|| {
                Failure::no_model(format!("{address} answers and lists no model that writes"))
                    .hint("enter the name of one at Model")
            })?;
        tell(&format!("asking {} for a word …", shown::given(&model)));
        let profile = self.profiles.profile_for(&model);
        let label = format!("{}:{model}", provider.name);
        let asked = OpenAi::new(label, model.clone(), profile, &endpoint)
            .map_err(|error| find::no_line(&error))?;
        let asked = Assigned::new(std::sync::Arc::new(asked), Price::Unknown, Gate::new(1));
        match timeout(waits.answered, asked.answers(&plain_question())).await {
            Ok(Ok(())) => Ok(TriedServer {
                model,
                models: listed.into_iter().map(|one| one.name).collect(),
            }),
            Ok(Err(error)) => Err(Self::told(&error, &provider)),
            Err(_) => Err(Failure::no_model(format!(
                "{address} lists its models, and {} has said nothing for {} seconds",
                shown::given(&model),
                waits.answered.as_secs()
            ))
            .hint("try once more: a model may have to be loaded first; or enter another model")),
        }
    }

    /// Keeps a server with this model: the provider in `config.toml`, unless it is there already, and the key in a file
    /// that its user alone can read.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn keep_server(&self, entered: &EnteredServer, model: &str) -> Result<KeptServer, Failure> {
        let provider = self.provider_of(entered);
        let address = &provider.base_url;
        let mut told = Vec::new();
        // The key comes first: without it the provider is of no use.
        if let Some(key) = &entered.key {
            StoredKeys::keep(&self.dirs, address, key)?;
            let path = shown::path(&self.dirs.config.join(KEYS));
            told.push(format!(
                "The key is in {path}, as plain text that only you can read."
            ));
        }
        if !self.is_set_up(&provider) {
            append_provider(&self.dirs, &provider.name, (address, model))?;
            let path = shown::path(&self.dirs.config.join(FILE));
            told.push(format!(
                "The server is in {path}, as [providers.{}].",
                provider.name
            ));
        }
        if told.is_empty() {
            told.push("The server was known already.".to_owned());
        }
        Ok(KeptServer {
            model: format!("{}:{model}", provider.name),
            told: told.join(" "),
        })
    }

    /// The provider that was entered: one that is set up at that address, with the key that was entered or else its own.
    fn provider_of(&self, entered: &EnteredServer) -> Provider {
        let settings = &self.settings;
        let address = &entered.address;
        let openai = find::openai_provider(settings);
        let mut known = settings.providers.iter().chain([&openai]);
        let known = known.find(|one| one.base_url == *address).cloned();
        let mut provider = known.unwrap_or_else(|| {
            let mut provider = Provider::at(self.name_for(address), address.clone());
            settings.stored.give_key(&mut provider);
            provider
        });
        if entered.key.is_some() {
            provider.key.clone_from(&entered.key);
            provider.key_variable = None;
            provider.key_env = None;
        }
        provider
    }

    /// Whether a provider needs no lines in the configuration: it has some, or it is OpenAI's own.
    fn is_set_up(&self, provider: &Provider) -> bool {
        let providers = &self.settings.providers;
        let is_there = providers.iter().any(|one| one.name == provider.name);
        is_there || find::openai_provider(&self.settings).base_url == provider.base_url
    }

    /// A name for a server, by its machine, that no other provider has.
    fn name_for(&self, address: &BaseUrl) -> String {
        let host = find::host_of(address);
        let is_number = host.starts_with('[') || host.parse::<std::net::IpAddr>().is_ok();
        let own = if address.is_loopback() || is_number {
            "local".to_owned()
        } else {
            // The part that tells it from others: `groq` of `api.groq.com`.
            let mut parts = host.rsplit('.').skip(1);
            let part = parts.find(|part| part.len() > 3);
            let part = part.unwrap_or_else(|| host.split('.').next().unwrap_or_default());
            let clean = part.chars().filter(char::is_ascii_alphanumeric);
            clean.collect::<String>().to_lowercase()
        };
        let own = if own.is_empty() || looks_like_a_key(&own) {
            "server".to_owned()
        } else {
            own
        };
        let is_taken = |name: &str| {
            matches!(name, "openai" | crate::llm::EMBEDDED)
                || find::known(&self.settings, name).is_some()
                || self.settings.unread.iter().any(|one| one == name)
        };
        let mut names = (1..).map(|number| match number {
            1 => own.clone(),
            number => format!("{own}-{number}"),
        });
        names.find(|name| !is_taken(name)).unwrap_or(own.clone())
    }

    /// What is wrong, for whoever entered the server, in words that name the fields of the form.
    fn told(error: &ModelError, provider: &Provider) -> Failure {
        let address = &provider.base_url;
        let failure = Failure::no_model(error.to_string());
        if let ModelError::Key { sent, .. } = error {
            let has_key = provider.key.is_some() && *sent;
            return if has_key {
                Failure::no_model(format!("{address} refuses the key"))
                    .hint("copy it again, whole, and check that it is for this server")
            } else {
                Failure::no_model(format!("{address} wants a key")).hint("enter it at Key")
            };
        }
        if let ModelError::Unreachable { .. } = error {
            return failure.hint("check the address, and that the server is running");
        }
        if let ModelError::TimedOut { .. } = error {
            return failure.hint("check the address; a server that hangs has to be started again");
        }
        if let ModelError::NoSuchModel { model, offers, .. } = error {
            if offers.is_empty() {
                return Failure::no_model(format!("{address} answers, and lists no models"))
                    .hint("check the address: most end in /v1; or enter a model");
            }
            let there = counted(offers.len() as u64, "model", "models");
            let model = shown::given(model);
            return Failure::no_model(format!("{address} has {there}, and none called {model}"))
                .hint("leave Model empty to have one chosen, or enter another");
        }
        if has_no_list(error) {
            return failure.hint("check the address: most end in /v1; or enter a model");
        }
        // A web page, or what else there is at an address that somebody mistook.
        if let ModelError::Server { status: 200, .. } = error {
            return Failure::no_model(format!(
                "{address} answers, and not as a server of models does ({error})"
            ))
            .hint("check the address: most end in /v1");
        }
        failure.hint("try once more, or look at the server's log")
    }
}

/// Whether a server answers, and does not say which models it has.
fn has_no_list(error: &ModelError) -> bool {
    let is_refusal = matches!(error, ModelError::Refused { .. }) && !is_doubtful(error);
    is_refusal || matches!(error, ModelError::NoSuchModel { .. })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(address: &str, key: &str, model: &str) -> Result<EnteredServer, Failure> {
        EnteredServer::read(address, key, model)
    }

    #[test]
    fn an_address_is_taken_as_it_is_typed_in_a_browser() {
        for (typed, address) in [
            ("https://api.example.com/v1/", "https://api.example.com/v1"),
            (" api.example.com/v1", "https://api.example.com/v1"),
            ("localhost:8080/v1", "http://localhost:8080/v1"),
            ("127.0.0.1:8080/v1", "http://127.0.0.1:8080/v1"),
        ] {
            let entered = read(typed, "", " ").unwrap();
            assert_eq!(entered.address.whole(), address, "{typed}");
            assert!(entered.key.is_none() && entered.model.is_none());
        }
    }

    #[test]
    fn what_makes_no_sense_is_told_by_its_field_and_a_key_is_not_repeated() {
        let key = "sk-proj-8f14e45fceea467fa0e61234567890ab";
        for (fields, told) in [
            (["", "", ""], "Address: enter"),
            ([key, "", ""], "Address: this may be a key"),
            (
                ["https://me:hunter2@h.example/v1", "", ""],
                "Address: a part",
            ),
            (["https://h.example/v1", "two words", ""], "Key: it has"),
            (
                ["https://h.example/v1", "", key],
                "Model: this may be a key",
            ),
        ] {
            let [address, typed, model] = fields;
            let failure = read(address, typed, model).unwrap_err().to_string();
            assert!(failure.starts_with(told), "{failure}");
            assert!(!failure.contains("8f14e45f") && !failure.contains("hunter2"));
        }
        let entered = read("https://h.example/v1", key, "").unwrap();
        assert!(!format!("{entered:?}").contains("8f14e45f"));
    }

    #[test]
    fn a_server_is_kept_once_with_a_name_of_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let kept = |address: &str, key: &str| {
            // Read anew each time, as the program does it.
            let host = Host::in_folder(folder.path()).unwrap();
            let entered = read(address, key, "").unwrap();
            host.keep_server(&entered, "small").unwrap()
        };
        let first = kept("https://api.groq.com/openai/v1", "sk-hunter2");
        assert_eq!(first.model, "groq:small");
        assert!(first.told.contains("keys.toml") && first.told.contains("config.toml"));
        assert!(!first.told.contains("hunter2"));
        let again = kept("https://api.groq.com/openai/v1", "");
        assert_eq!(
            (again.model, again.told.as_str()),
            (first.model, "The server was known already.")
        );
        assert_eq!(kept("https://eu.groq.com/v1", "").model, "groq-2:small");
        assert_eq!(kept("127.0.0.1:9/v1", "").model, "local:small");
        // OpenAI's own needs no lines.
        let own = kept("https://api.openai.com/v1", "sk-hunter3");
        assert_eq!(own.model, "openai:small");
        assert!(!own.told.contains("config.toml"), "{}", own.told);
        let host = Host::in_folder(folder.path()).unwrap();
        assert_eq!(host.settings.providers.len(), 3);
        assert!(host.settings.providers[0].key_is_stored);
        assert!(find::openai_if_set(&host.settings).is_some());
    }
}
