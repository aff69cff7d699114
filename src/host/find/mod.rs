//! The models for all parts: from the settings and the flags, or, where nothing is set, from whatever server runs on
//! this machine. Also what each costs and how many calls each provider gets at once.

#[cfg(feature = "embedded")]
mod here;
mod named;
mod servers;

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use hustings_base::{
    error::Failure,
    text::{
        mask::{looks_like_a_key, variable},
        shown::given,
    },
};
use hustings_config::{NO_NAME, NO_NAME_HINT, Overrides, Provider, Settings};
use hustings_llm::{
    gate::Gate,
    openai::{BaseUrl, Endpoint, EndpointError, OpenAi},
    retry::RETRY_AFTER,
    roster::{Assigned, LIST, Place, Roster},
    secrets::Secrets,
};
use hustings_models::Store;
use hustings_rules::catalog::Profile;

pub use self::named::{NamedModel, named, price, stranger, stranger_to_none};
pub(crate) use self::{
    named::{are_prices_known, known, usual},
    servers::{chosen_of, host_of, no_line, one_name, usual_places},
};

/// A server on this machine may have to read a whole transcript on a processor.
const LOCAL_FIRST_BYTE: Duration = Duration::from_secs(300);
/// The usual time-outs.
const FIRST_BYTE: Duration = Duration::from_secs(120);
const BETWEEN_BYTES: Duration = Duration::from_secs(60);

/// Whether a server of this machine is looked for where nobody names one, unless it is set.
pub const LOOK_NEARBY: bool = true;

/// The models that several rosters share, for debates at the same time: a model that one has found is the other's, too,
/// and their calls pass the same gates.
#[derive(Debug)]
pub struct SharedModels {
    /// Calls at once for each server; before what the configuration says.
    calls: Option<usize>,
    /// The places where a server of this machine is looked for when nobody names one: its name and its address.
    nearby: Vec<(String, String)>,
    gates: BTreeMap<BaseUrl, Gate>,
    /// By the provider, the address and the name: two providers at one address may have keys and prices of their own.
    models: BTreeMap<(String, BaseUrl, String), Arc<Assigned>>,
}

impl SharedModels {
    /// Nothing yet. Each server gets so many calls at once, or as many as the configuration says.
    pub fn new(calls: Option<usize>) -> Self {
        Self {
            calls,
            nearby: servers::usual_places(),
            gates: BTreeMap::new(),
            models: BTreeMap::new(),
        }
    }

    /// The shared models with other places at which a server of this machine is looked for.
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
        &mut SharedModels::new(None),
    )
    .await
}

/// Finds the models of one of several rosters.
///
/// # Errors
/// The same.
pub async fn roster_among(
    settings: &Settings,
    overrides: &Overrides,
    (profiles, store): (&(dyn Fn(&str) -> Profile + Sync), &Store),
    common: &mut SharedModels,
) -> Result<Roster, Failure> {
    let mut finder = Finder {
        settings,
        profiles,
        store,
        usual: None,
        adhoc: adhoc(settings, overrides)?,
        known: secrets(settings, overrides)?,
        common,
    };
    // Before anybody is asked anything.
    let of_roles = overrides.role_models.iter().map(|(_, model)| model);
    let of_seats = overrides.seat_models.iter().map(|(_, model)| model);
    for model in overrides.model.iter().chain(of_roles).chain(of_seats) {
        is_name(model)?;
    }
    let from_file = settings
        .model
        .as_deref()
        // A server named by a flag is not asked for a model that the file ties to another.
        .filter(|model| {
            finder.adhoc.is_none() || !matches!(named(settings, model), NamedModel::At(..))
        });
    let named = overrides.model.as_deref().or(from_file);
    let default = finder.assign(named).await?;
    let (mut of_roles, mut of_seats) = overrides.leave(&settings.roles, &settings.seats);
    of_roles.extend(overrides.role_models.iter().cloned());
    of_seats.extend(overrides.seat_models.iter().cloned());
    let mut roles = BTreeMap::new();
    for (role, model) in &of_roles {
        roles.insert(*role, finder.assign(Some(model)).await?);
    }
    let mut seats = BTreeMap::new();
    for (seat, model) in of_seats {
        seats.insert(seat, finder.assign(Some(&model)).await?);
    }
    Ok(Roster::new(default, roles, seats, finder.offered()))
}

/// The server that a flag names.
///
/// # Errors
/// It is no address of a server, or the variable with its key is not set.
pub fn adhoc(settings: &Settings, overrides: &Overrides) -> Result<Option<Provider>, Failure> {
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
        let mut provider = Provider::at(named::OPENAI, settings.openai.home());
        provider.key = Some(key);
        provider.key_variable.clone_from(&overrides.key_env);
        return Ok(Some(provider));
    };
    let url = url.normal().map_err(|error| {
        if let EndpointError::Masked { .. } = error {
            Failure::input(error.to_string()).hint(
                "Give the whole address again, with --base-url: what could be a key is not kept.",
            )
        } else {
            Failure::input(format!("--base-url: {error}"))
                .hint("For example: --base-url http://127.0.0.1:8080/v1")
        }
    })?;
    let configured = settings.providers.iter().find(|one| one.base_url == url);
    let mut provider = configured.cloned().unwrap_or_else(|| {
        let mut provider = Provider::at(servers::name_of(&url), url.clone());
        settings.openai.give_key(&mut provider);
        settings.stored.give_key(&mut provider);
        provider
    });
    if named_key.is_some() {
        provider.key = named_key;
        provider.key_variable.clone_from(&overrides.key_env);
        provider.key_is_stored = false;
    }
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
    /// The secrets that are in no server's text.
    known: Secrets,
    common: &'a mut SharedModels,
}

impl Finder<'_> {
    async fn assign(&mut self, model: Option<&str>) -> Result<Arc<Assigned>, Failure> {
        model.map_or(Ok(()), is_name)?;
        let model_named = model.map(str::to_owned);
        let (provider, name) = match model.map(|model| named(self.settings, model)) {
            Some(NamedModel::At(provider, name)) => (*provider, name.to_owned()),
            #[cfg(feature = "embedded")]
            Some(NamedModel::Here(name)) => return self.here(name),
            #[cfg(not(feature = "embedded"))]
            Some(NamedModel::Here(name)) => return Err(no_models_here(name)),
            Some(NamedModel::Usual(_)) | None => {
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
                    (None, None) => {
                        servers::first_model(&endpoint(&provider, &self.known), LIST).await?
                    }
                };
                (provider, name)
            }
        };
        let id = (
            provider.name.clone(),
            provider.base_url.clone(),
            name.clone(),
        );
        if let Some(known) = self.common.models.get(&id) {
            return Ok(Arc::clone(known));
        }
        let endpoint = endpoint(&provider, &self.known);
        let label = format!("{}:{name}", provider.name);
        let model = OpenAi::new(label, name.clone(), (self.profiles)(&name), &endpoint)
            .map_err(|error| servers::no_line(&error))?;
        let chosen = self.common.calls.or(provider.parallel);
        let gate = (self.common.gates)
            .entry(servers::one_name(&provider.base_url))
            .or_insert_with(|| {
                let guess = servers::calls_at_once(&provider.base_url, &self.common.nearby);
                chosen.map_or_else(|| Gate::guessed(guess), Gate::new)
            });
        let assigned = Assigned::new(
            Arc::new(model),
            self.settings.price(&provider, &name),
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
        let found = if let Some(adhoc) = &self.adhoc {
            adhoc.clone()
        } else if let Some(usual) = named::usual(self.settings) {
            usual
        } else {
            let looks = self.settings.look_nearby.unwrap_or(LOOK_NEARBY);
            let places = Some(&self.common.nearby).filter(|_| looks);
            let nearby = servers::nearby(places.map_or(&[], Vec::as_slice), &self.known).await;
            nearby.ok_or_else(|| servers::no_model(looks))?
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

/// Refuses a key in the place of a model's name: as a name it would be shown and kept.
fn is_name(model: &str) -> Result<(), Failure> {
    if looks_like_a_key(model) {
        return Err(
            Failure::input(format!("the model \"{}\": {NO_NAME}", given(model))).hint(NO_NAME_HINT),
        );
    }
    Ok(())
}

/// Whether the model of that name runs in this process and can speak.
///
/// # Errors
/// Why not.
pub(crate) fn speaks_here(store: &Store, name: &str) -> Result<(), Failure> {
    #[cfg(feature = "embedded")]
    return here::writer(store, name).map(drop);
    #[cfg(not(feature = "embedded"))]
    {
        let _ = store;
        Err(no_models_here(name))
    }
}

#[cfg(not(feature = "embedded"))]
fn no_models_here(name: &str) -> Failure {
    let name = given(name);
    Failure::no_model(format!(
        "this program was built without models of its own, and cannot run \"{name}\""
    ))
    .hint("name a model on a server: --model PROVIDER:NAME")
}

/// OpenAI, or what the environment says is in its place.
pub(crate) fn openai_provider(settings: &Settings) -> Provider {
    let mut provider = Provider::at(named::OPENAI, settings.openai.home());
    settings.openai.give_key(&mut provider);
    settings.stored.give_key(&mut provider);
    provider
}

/// The calls that a server is taken to answer at once until it says how many.
pub(crate) fn calls_at_once(base_url: &BaseUrl) -> usize {
    servers::calls_at_once(base_url, &servers::usual_places())
}

/// OpenAI, or what is in its place, where the environment names the server, or a key for it is there.
pub(crate) fn openai_if_set(settings: &Settings) -> Option<Provider> {
    let provider = openai_provider(settings);
    let is_set = settings.openai.base_url.is_some() || provider.key.is_some();
    is_set.then_some(provider)
}

/// All that lets somebody in anywhere, with these settings and flags.
///
/// # Errors
/// The flags name a server or a key that there is not.
pub(crate) fn secrets(settings: &Settings, overrides: &Overrides) -> Result<Secrets, Failure> {
    let all = settings.secrets();
    Ok(match adhoc(settings, overrides)? {
        Some(adhoc) => all.and(&adhoc.secrets()),
        None => all,
    })
}

/// The endpoint of a provider, with the times to wait for bytes of its server, in whose texts nothing is of what else
/// is known here.
pub(crate) fn endpoint(provider: &Provider, known: &Secrets) -> Endpoint {
    let usual = if provider.base_url.is_loopback() {
        LOCAL_FIRST_BYTE
    } else {
        FIRST_BYTE
    };
    Endpoint {
        base_url: provider.base_url.clone(),
        key: provider.key.clone(),
        // What is no name of a variable may be a key.
        key_variable: (provider.key_variable.clone())
            .or_else(|| provider.key_env.clone())
            .filter(|name| variable(name) == name),
        headers: provider.headers.clone(),
        known: known.clone(),
        first_byte: provider.first_byte.unwrap_or(usual),
        between_bytes: provider.between_bytes.unwrap_or(BETWEEN_BYTES),
    }
}
