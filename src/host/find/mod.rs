//! Which model does what: from the settings and the flags, or, where nothing is set, from whatever server
//! runs on this machine. Also what each costs and how many calls each provider gets at once.

#[cfg(feature = "embedded")]
mod here;
mod servers;

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use hustings_base::{error::Failure, text::mask::variable};
use hustings_config::{Overrides, Provider, Settings};
use hustings_llm::{
    gate::Gate,
    openai::{BaseUrl, Endpoint, EndpointError, OpenAi},
    roster::{Assigned, LIST, PARALLEL, Place, Roster},
    tries::RETRY_AFTER,
};
use hustings_models::Store;
use hustings_rules::catalog::Profile;

/// Calls at once for a server that was found and not configured: such servers queue.
const FOUND_PARALLEL: usize = 1;
/// A server on this machine may have to read a whole transcript on a processor.
const LOCAL_FIRST_BYTE: Duration = Duration::from_secs(300);
/// The usual time-outs.
const FIRST_BYTE: Duration = Duration::from_secs(120);
const BETWEEN_BYTES: Duration = Duration::from_secs(60);

/// What several rosters have in common, for debates at the same time: a model that one has found is the other's, too,
/// and their calls pass the same gates.
#[derive(Debug)]
pub struct Common {
    /// Calls at once for each server; before what the configuration says.
    calls: Option<usize>,
    /// Where a server of this machine is looked for when nobody names one: its name and its address.
    nearby: Vec<(String, String)>,
    gates: BTreeMap<BaseUrl, Gate>,
    models: BTreeMap<(BaseUrl, String), Arc<Assigned>>,
}

impl Common {
    /// Nothing yet. Each server gets so many calls at once, or as many as the configuration says.
    pub fn new(calls: Option<usize>) -> Self {
        Self {
            calls,
            nearby: servers::usual_places(),
            gates: BTreeMap::new(),
            models: BTreeMap::new(),
        }
    }

    /// The same, with other places at which a server of this machine is looked for.
    #[must_use]
    pub fn looking_at(mut self, nearby: impl IntoIterator<Item = (String, String)>) -> Self {
        self.nearby = nearby.into_iter().collect();
        self
    }
}

/// Finds the models that the settings and the flags name, or whatever runs on this machine.
/// `profiles` gives a model's profile by its name, `store` the models that the process can run itself.
///
/// # Errors
/// A model that is named cannot be had, or there is none.
pub async fn roster(
    settings: &Settings,
    overrides: &Overrides,
    profiles: &(dyn Fn(&str) -> Profile + Sync),
    store: &Store,
) -> Result<Roster, Failure> {
    roster_among(
        settings,
        overrides,
        (profiles, store),
        &mut Common::new(None),
    )
    .await
}

/// The same, for one of several rosters.
///
/// # Errors
/// The same.
pub async fn roster_among(
    settings: &Settings,
    overrides: &Overrides,
    (profiles, store): (&(dyn Fn(&str) -> Profile + Sync), &Store),
    common: &mut Common,
) -> Result<Roster, Failure> {
    let mut finder = Finder {
        settings,
        profiles,
        store,
        usual: None,
        adhoc: adhoc(settings, overrides)?,
        common,
    };
    let from_file = settings
        .model
        .as_deref()
        // A server named by a flag is not asked for a model that the file ties to another.
        .filter(|model| finder.adhoc.is_none() || finder.named(model).is_none());
    let named = overrides.model.as_deref().or(from_file);
    let default = finder.assign(named).await?;
    let mut roles = BTreeMap::new();
    let flags = overrides
        .role_models
        .iter()
        .map(|(role, model)| (role, model));
    for (role, model) in settings.roles.iter().chain(flags) {
        roles.insert(*role, finder.assign(Some(model)).await?);
    }
    let mut seats = BTreeMap::new();
    let flags = overrides
        .seat_models
        .iter()
        .map(|(seat, model)| (seat, model));
    for (seat, model) in settings.seats.iter().chain(flags) {
        seats.insert(seat.clone(), finder.assign(Some(model)).await?);
    }
    Ok(Roster::new(default, roles, seats, finder.offered()))
}

/// The server that a flag names.
pub(crate) fn adhoc(
    settings: &Settings,
    overrides: &Overrides,
) -> Result<Option<Provider>, Failure> {
    let named_key = overrides
        .key_env
        .as_deref()
        .map(|name| {
            settings.env.key(name)?.ok_or_else(|| {
                if variable(name) == name {
                    Failure::input(format!("--key-env: {name} is not set"))
                        .hint(format!("Set {name} to the key, or leave --key-env out."))
                } else {
                    Failure::input("--key-env: the variable that it names is not set").hint(
                        "Name a variable that has the key, in capitals, such as EXAMPLE_API_KEY; what is not is not \
                         repeated, because it could be the key.",
                    )
                }
            })
        })
        .transpose()?;
    let Some(url) = &overrides.base_url else {
        let Some(key) = named_key else {
            return Ok(None);
        };
        // A key alone is for the place where OpenAI's key would go.
        let mut provider = Provider::at("openai", settings.openai.home());
        provider.key = Some(key);
        return Ok(Some(provider));
    };
    let url = url.normal().map_err(|error| match error {
        EndpointError::Masked { .. } => Failure::input(error.to_string()).hint(
            "Give the whole address again, with --base-url: what could be a key is not kept.",
        ),
        error => Failure::input(format!("--base-url: {error}"))
            .hint("For example: --base-url http://127.0.0.1:8080/v1"),
    })?;
    let configured = settings.providers.iter().find(|one| one.base_url == url);
    let mut provider = configured.cloned().unwrap_or_else(|| {
        let mut provider = Provider::at(servers::name_of(&url), url.clone());
        provider.key = settings.openai.key_for(&url).cloned();
        provider
    });
    provider.key = named_key.or(provider.key);
    Ok(Some(provider))
}

struct Finder<'a> {
    settings: &'a Settings,
    profiles: &'a (dyn Fn(&str) -> Profile + Sync),
    #[cfg_attr(
        not(feature = "embedded"),
        expect(dead_code, reason = "nothing is run here")
    )]
    store: &'a Store,
    /// The provider of models that name none; found at most once.
    usual: Option<Provider>,
    adhoc: Option<Provider>,
    common: &'a mut Common,
}

impl Finder<'_> {
    /// The provider that a model's name begins with, and the rest. A model's own name may have a colon too.
    fn named<'m>(&self, model: &'m str) -> Option<(Provider, &'m str)> {
        let (provider, name) = model.split_once(':')?;
        let mut known = self.settings.providers.iter();
        if let Some(found) = known.find(|one| one.name == provider) {
            return Some((found.clone(), name));
        }
        (provider == "openai").then(|| (openai_provider(self.settings), name))
    }

    async fn assign(&mut self, model: Option<&str>) -> Result<Arc<Assigned>, Failure> {
        let named = model.and_then(|model| self.named(model));
        let model_named = model.map(str::to_owned);
        #[cfg(feature = "embedded")]
        if named.is_none()
            && let Some(name) = model.and_then(here::name)
        {
            return self.here(name);
        }
        let (provider, name) = if let Some((provider, name)) = named {
            (provider, name.to_owned())
        } else {
            let provider = match self.usual().await {
                Ok(provider) => provider,
                #[cfg(feature = "embedded")]
                Err(none) => return self.usual_here(model).unwrap_or(Err(none)),
                #[cfg(not(feature = "embedded"))]
                Err(none) => return Err(none),
            };
            let name = match (model, provider.models.first()) {
                (Some(name), _) => name.to_owned(),
                (None, Some(first)) => first.clone(),
                (None, None) => servers::first_model(&endpoint(&provider), LIST).await?,
            };
            (provider, name)
        };
        let id = (provider.base_url.clone(), name.clone());
        if let Some(known) = self.common.models.get(&id) {
            return Ok(Arc::clone(known));
        }
        let endpoint = endpoint(&provider);
        let label = format!("{}:{name}", provider.name);
        let model = OpenAi::new(label, name.clone(), (self.profiles)(&name), &endpoint)
            .map_err(|error| Failure::input(error.to_string()))?;
        let most = self.common.calls.or(provider.parallel);
        let most = most.unwrap_or(PARALLEL);
        let gate = self
            .common
            .gates
            .entry(provider.base_url.clone())
            .or_insert_with(|| Gate::new(most));
        let assigned = Assigned::new(
            Arc::new(model),
            self.settings.prices.of(&provider.name, &name),
            gate.clone(),
        )
        // A bare name is looked for where it was found: with the usual provider.
        .found_as(model_named.unwrap_or_else(|| name.clone()))
        .waiting(self.settings.limits.retry_after.unwrap_or(RETRY_AFTER))
        .at(Place::Server(Box::new(endpoint), name));
        let assigned = Arc::new(assigned);
        self.common.models.insert(id, Arc::clone(&assigned));
        Ok(assigned)
    }

    /// A flag's server; the first in the file; that of OPENAI_BASE_URL, or OpenAI, with a key; a local one.
    async fn usual(&mut self) -> Result<Provider, Failure> {
        if let Some(known) = &self.usual {
            return Ok(known.clone());
        }
        let openai = &self.settings.openai;
        let found = if let Some(adhoc) = &self.adhoc {
            adhoc.clone()
        } else if let Some(first) = self.settings.providers.first() {
            first.clone()
        } else if openai.base_url.is_some() || openai.key.is_some() {
            openai_provider(self.settings)
        } else {
            let nearby = servers::nearby(&self.common.nearby).await;
            let mut found = nearby.ok_or_else(servers::no_model)?;
            found.parallel = Some(FOUND_PARALLEL);
            found
        };
        self.usual = Some(found.clone());
        Ok(found)
    }

    /// The models in the store, as names to choose from.
    fn offered(&self) -> Vec<String> {
        #[cfg(feature = "embedded")]
        return here::offered(self.store);
        #[cfg(not(feature = "embedded"))]
        Vec::new()
    }
}

/// OpenAI, or what the environment says is in its place.
pub(crate) fn openai_provider(settings: &Settings) -> Provider {
    let mut provider = Provider::at("openai", settings.openai.home());
    provider.key.clone_from(&settings.openai.key);
    provider
}

/// Where a provider is, and how long to wait for it.
pub(crate) fn endpoint(provider: &Provider) -> Endpoint {
    let usual = if provider.base_url.is_loopback() {
        LOCAL_FIRST_BYTE
    } else {
        FIRST_BYTE
    };
    Endpoint {
        base_url: provider.base_url.clone(),
        key: provider.key.clone(),
        headers: provider.headers.clone(),
        first_byte: provider.first_byte.unwrap_or(usual),
        between_bytes: provider.between_bytes.unwrap_or(BETWEEN_BYTES),
    }
}
