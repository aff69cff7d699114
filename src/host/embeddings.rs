//! The model that embeds: the one that is named by a flag or in the settings, or else the one that is in the store.

use std::sync::Arc;

use crate::{
    config::{EmbeddingModel, NO_NAME, NO_NAME_HINT, Overrides, Provider, Settings},
    error::Failure,
    find,
    llm::{
        ModelError,
        account::Account,
        embed::{
            NONE_HINT, OFF_HINT, SharedEmbedder,
            endpoint::{AT_ONCE, BATCH, Remote},
        },
        meter::Meter,
        openai::Endpoint,
        price::Price,
        probe,
        retry::{Policy, RETRY_AFTER},
        roster,
    },
    models::Store,
    text::{mask::looks_like_a_key, shown::given},
};

/// The choice of an embedder: which model embeds.
#[derive(Debug, Clone)]
pub enum EmbedderChoice {
    /// A model that was chosen.
    Model {
        /// The model, to be called.
        embedder: SharedEmbedder,
        /// The place of the model: an address or a file, for people.
        place: String,
        /// The server, and what it calls the model; absent for one that runs in this process.
        server: Option<Box<(Endpoint, String)>>,
    },
    /// None, because somebody wants none.
    Off,
    /// None, because there is none.
    Nothing,
}

impl EmbedderChoice {
    /// Finds the model. Nobody is asked anything yet, and nothing is loaded.
    ///
    /// # Errors
    /// The model that is named cannot be had.
    pub fn of(settings: &Settings, flags: &Overrides, store: &Store) -> Result<Self, Failure> {
        Self::on(settings, flags, store, None)
    }

    /// The embedder, on an account. Whoever keeps the account is told of waits.
    ///
    /// # Errors
    /// As said.
    pub fn on(
        settings: &Settings,
        flags: &Overrides,
        store: &Store,
        account: Option<Account>,
    ) -> Result<Self, Failure> {
        let named = match &flags.embeddings {
            None => settings.embeddings.model.clone(),
            Some(text) => Some(
                match (EmbeddingModel::parse(text), adhoc(settings, flags)?) {
                    (Ok(EmbeddingModel::At { provider, name }), adhoc)
                        if find::known(settings, &provider).is_some() || adhoc.is_none() =>
                    {
                        EmbeddingModel::At { provider, name }
                    }
                    // With a server named by a flag, it is that server's name of a model.
                    (Ok(EmbeddingModel::At { .. }) | Err(_), Some(server)) => {
                        return remote((settings, flags), &server, text.trim(), account);
                    }
                    (Ok(model), _) => model,
                    (Err(why), None) => {
                        return Err(Failure::input(format!("--embeddings: {why}")).hint(
                            "or name a server with --base-url, and its model with --embeddings",
                        ));
                    }
                },
            ),
        };
        match named {
            Some(EmbeddingModel::Off) => Ok(Self::Off),
            Some(EmbeddingModel::Here(name)) => here::named(store, &name),
            Some(EmbeddingModel::At { provider, name }) => {
                let found =
                    find::known(settings, &provider).ok_or_else(|| unknown(settings, &provider))?;
                remote((settings, flags), &found, &name, account)
            }
            None => Ok(here::usual(store)),
        }
    }

    /// Asks the server whether it has the model. One that does not say which it has is taken at its word; what else is
    /// in the way is told when vectors are wanted.
    ///
    /// # Errors
    /// It has no model of that name.
    pub async fn verify(&self) -> Result<(), Failure> {
        let Self::Model {
            server: Some(server),
            ..
        } = self
        else {
            return Ok(());
        };
        let (endpoint, name) = server.as_ref();
        match probe::verify(endpoint, name, roster::LIST).await {
            Err(error @ ModelError::NoSuchModel { .. }) => {
                Err(roster::failure(&error).of("--embeddings"))
            }
            Ok(_) | Err(_) => Ok(()),
        }
    }

    /// The model, where there is one.
    pub fn embedder(self) -> Option<SharedEmbedder> {
        self.or_why().ok()
    }

    /// The model; where there is none, why, and what to do.
    ///
    /// # Errors
    /// As said.
    pub(crate) fn or_why(self) -> Result<SharedEmbedder, &'static str> {
        match self {
            Self::Model { embedder, .. } => Ok(embedder),
            Self::Off => Err(OFF_HINT),
            Self::Nothing => Err(NONE_HINT),
        }
    }

    /// The choice in one line, for people.
    pub fn describe(&self) -> String {
        match self {
            Self::Model {
                embedder, place, ..
            } => format!("{}, {place}", given(embedder.label())),
            Self::Off => "off, as it is set; search goes by words alone".to_owned(),
            Self::Nothing => format!("none; {NONE_HINT}"),
        }
    }
}

fn unknown(settings: &Settings, name: &str) -> Failure {
    let mut all: Vec<String> = settings
        .providers
        .iter()
        .map(|one| format!("`{}`", given(&one.name)))
        .collect();
    all.extend(["`openai`".to_owned(), "`embedded`".to_owned()]);
    let name = given(name);
    Failure::input(format!("embeddings: there is no provider `{name}`"))
        .hint(format!("there are {}", all.join(", ")))
        .hint("a server is given its name in config.toml: [providers.NAME], with base_url")
}

fn adhoc(settings: &Settings, flags: &Overrides) -> Result<Option<Provider>, Failure> {
    if flags.base_url.is_none() {
        return Ok(None);
    }
    find::adhoc(settings, flags)
}

fn remote(
    (settings, flags): (&Settings, &Overrides),
    provider: &Provider,
    name: &str,
    account: Option<Account>,
) -> Result<EmbedderChoice, Failure> {
    // A server on this machine computes one thing at a time.
    let usual = if provider.base_url.is_loopback() {
        1
    } else {
        AT_ONCE
    };
    let label = format!("{}:{name}", provider.name);
    if looks_like_a_key(name) {
        return Err(Failure::input(NO_NAME)
            .of("--embeddings")
            .hint(NO_NAME_HINT));
    }
    let endpoint = find::endpoint(provider, &find::secrets(settings, flags)?);
    let remote = Remote::new(label, name, &endpoint)
        .map_err(|error| Failure::input(error.to_string()))?
        .with_batch(settings.embeddings.batch.unwrap_or(BATCH))
        .with_at_once(provider.parallel.unwrap_or(usual).min(AT_ONCE))
        .with_policy(Policy {
            retry_after_cap: settings.limits.retry_after.unwrap_or(RETRY_AFTER),
            at_least: endpoint.first_byte.saturating_mul(2),
            meter: account
                .map_or_else(Meter::default, |account| Meter::on(account, Price::Unknown)),
            ..Policy::default()
        });
    Ok(EmbedderChoice::Model {
        place: format!("at {}", remote.base_url()),
        server: Some(Box::new((endpoint, name.to_owned()))),
        embedder: Arc::new(remote),
    })
}

/// Models that run in this process.
#[cfg(feature = "embedded")]
mod here {
    use std::sync::Arc;

    use super::EmbedderChoice;
    use hustings_embedded::minilm::MiniLm;

    use crate::{
        error::Failure,
        models::{Installed, ModelKind, Store},
        text::shown,
    };

    pub(super) fn named(store: &Store, name: &str) -> Result<EmbedderChoice, Failure> {
        let Some(found) = store.find(name) else {
            return Err(store.absent(name));
        };
        if found.kind != ModelKind::Embeds {
            return Err(Failure::input(format!(
                "the model \"{}\" writes, and makes no embeddings",
                found.name
            ))
            .hint("one that does: hustings model pull minilm"));
        }
        Ok(run(&found))
    }

    pub(super) fn usual(store: &Store) -> EmbedderChoice {
        store
            .usual_embedder()
            .map_or(EmbedderChoice::Nothing, |found| run(&found))
    }

    fn run(found: &Installed) -> EmbedderChoice {
        EmbedderChoice::Model {
            embedder: Arc::new(MiniLm::new(&found.name, found.path.clone())),
            place: format!("from {}", shown::path(&found.path)),
            server: None,
        }
    }
}

/// Nothing is run here.
#[cfg(not(feature = "embedded"))]
mod here {
    use super::EmbedderChoice;
    use crate::{error::Failure, models::Store, text::shown::given};

    pub(super) fn named(_: &Store, name: &str) -> Result<EmbedderChoice, Failure> {
        let name = given(name);
        Err(Failure::no_model(format!(
            "this program was built without models of its own, and cannot run \"{name}\""
        ))
        .hint("name a model on a server: --embeddings PROVIDER:NAME"))
    }

    pub(super) fn usual(_: &Store) -> EmbedderChoice {
        EmbedderChoice::Nothing
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Dirs, Env, parse};

    fn chosen(
        file: &str,
        flag: Option<&str>,
        base_url: Option<&str>,
    ) -> Result<EmbedderChoice, String> {
        let settings = parse("config.toml", file, &Env::default()).map_err(|f| f.to_string())?;
        let flags = Overrides {
            embeddings: flag.map(str::to_owned),
            base_url: base_url.map(Into::into),
            ..Overrides::default()
        };
        let store = Store::new(&Dirs::under(std::path::Path::new("/nonexistent")));
        EmbedderChoice::of(&settings, &flags, &store).map_err(|failure| failure.to_string())
    }

    #[test]
    fn what_is_named_is_chosen_and_the_flag_comes_first() {
        const NEAR: &str = "[providers.near]\nbase_url = \"http://127.0.0.1:9/v1\"\n";
        let set = format!("{NEAR}[embeddings]\nmodel = \"near:vec\"\nbatch = 8");
        let here = Some("http://127.0.0.1:7/v1");
        let table = [
            ("", None, None, "none; "),
            (&*set, None, None, "near:vec, at http://127.0.0.1:9/v1"),
            (&*set, Some("off"), None, "off"),
            (
                &*set,
                Some("openai:big"),
                None,
                "openai:big, at https://api.openai.com/v1",
            ),
            ("[embeddings]\nmodel = \"off\"", None, None, "off"),
            (
                "",
                Some("vec"),
                here,
                "127.0.0.1:7:vec, at http://127.0.0.1:7/v1",
            ),
            ("", Some("vec:latest"), here, "127.0.0.1:7:vec:latest, at"),
            (
                NEAR,
                Some("near:vec"),
                here,
                "near:vec, at http://127.0.0.1:9/v1",
            ),
            (NEAR, Some("off"), here, "off"),
        ];
        for (file, flag, base_url, expected) in table {
            let said = chosen(file, flag, base_url).unwrap().describe();
            assert!(said.starts_with(expected), "{flag:?} {base_url:?}: {said}");
        }
        assert!(
            chosen("", None, None)
                .unwrap()
                .describe()
                .contains("hustings model pull minilm")
        );
        assert!(chosen("", None, None).unwrap().embedder().is_none());
    }

    #[test]
    fn what_cannot_be_had_is_said() {
        let table = [
            ("vec", "--embeddings: expected \"PROVIDER:NAME\""),
            ("far:vec", "there is no provider `far`"),
            #[cfg(feature = "embedded")]
            ("embedded:minilm", "hustings model pull minilm"),
            #[cfg(not(feature = "embedded"))]
            ("embedded:minilm", "without models of its own"),
        ];
        for (flag, expected) in table {
            let said = chosen("", Some(flag), None).unwrap_err();
            assert!(said.contains(expected), "{flag}: {said}");
        }
    }
}
