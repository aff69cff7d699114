//! Which model does what: from the settings and the flags, or, where nothing is set, from whatever server
//! runs on this machine. Also what each costs and how many calls each provider gets at once.

mod assigned;
mod find;
pub(super) use find::failure;
#[cfg(feature = "embedded")]
mod here;
mod reach;

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use super::{
    SharedModel,
    account::Account,
    gate::Gate,
    openai::{BaseUrl, Endpoint, EndpointError, OpenAi},
    price::Price,
    tries::RETRY_AFTER,
};
pub use assigned::Assigned;
use assigned::Place;
pub use reach::Gone;

use crate::{
    catalog::Profile,
    config::{Overrides, Provider, Settings},
    debate::{ask::Role, ids::Seat, scores::Bench},
    error::Failure,
    models::Store,
    text::mask::variable,
};

/// Calls at once for a server that was found and not configured: such servers queue.
const FOUND_PARALLEL: usize = 1;
/// Calls at once for any other.
const PARALLEL: usize = 16;
/// A server on this machine may have to read a whole transcript on a processor.
const LOCAL_FIRST_BYTE: Duration = Duration::from_secs(300);
/// The usual time-outs.
const FIRST_BYTE: Duration = Duration::from_secs(120);
const BETWEEN_BYTES: Duration = Duration::from_secs(60);
/// How long a list of models may take.
pub(super) const LIST: Duration = Duration::from_secs(10);

/// What the model is for that nobody has set another one for, and what it is called where nobody has set any.
const EVERYTHING_ELSE: &str = "everything else";
const EVERYTHING: &str = "everything";

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
            nearby: find::usual_places(),
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

/// Who speaks through which model.
#[derive(Debug, Clone)]
pub struct Roster {
    default: Arc<Assigned>,
    roles: BTreeMap<Role, Arc<Assigned>>,
    seats: BTreeMap<Seat, Arc<Assigned>>,
    /// What the servers offered when they were asked.
    offered: Vec<String>,
}

impl Roster {
    /// One model for everything: what tests use.
    pub fn of(model: SharedModel) -> Self {
        Self {
            default: Arc::new(Assigned::new(model, Price::Unknown, Gate::new(PARALLEL))),
            roles: BTreeMap::new(),
            seats: BTreeMap::new(),
            offered: Vec::new(),
        }
    }

    /// The same, with another model for a role.
    #[must_use]
    pub fn with_role(mut self, role: Role, assigned: Assigned) -> Self {
        self.roles.insert(role, Arc::new(assigned));
        self
    }

    /// The same, with another model for a seat.
    #[must_use]
    pub fn with_seat(mut self, seat: Seat, assigned: Assigned) -> Self {
        self.seats.insert(seat, Arc::new(assigned));
        self
    }

    /// The same, with all calls on an account.
    #[must_use]
    pub fn on(mut self, account: &Account) -> Self {
        let all = self.roles.values_mut().chain(self.seats.values_mut());
        for one in all.chain(std::iter::once(&mut self.default)) {
            Arc::make_mut(one).account = Some(account.clone());
        }
        self
    }

    /// Finds the models that the settings and the flags name, or whatever runs on this machine.
    /// `profiles` gives a model's profile by its name, `store` the models that the process can run itself.
    pub async fn resolve(
        settings: &Settings,
        overrides: &Overrides,
        profiles: &(dyn Fn(&str) -> Profile + Sync),
        store: &Store,
    ) -> Result<Self, Failure> {
        Self::resolve_among(
            settings,
            overrides,
            (profiles, store),
            &mut Common::new(None),
        )
        .await
    }

    /// The same, for one of several rosters.
    pub async fn resolve_among(
        settings: &Settings,
        overrides: &Overrides,
        (profiles, store): (&(dyn Fn(&str) -> Profile + Sync), &Store),
        common: &mut Common,
    ) -> Result<Self, Failure> {
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
        Ok(Self {
            default,
            roles,
            seats,
            offered: finder.offered(),
        })
    }

    /// The model for a role, or for a seat that has one of its own. A seat's model does what its speaker
    /// does; it does not listen, check or write down for the house.
    pub fn assigned(&self, role: Role, seat: Option<&Seat>) -> &Assigned {
        let own = match role {
            Role::Speaker | Role::Audience | Role::Judge | Role::Moderator => {
                seat.and_then(|seat| self.seats.get(seat))
            }
            Role::Poi | Role::Referee | Role::Clerk => None,
        };
        own.or_else(|| self.roles.get(&role))
            .unwrap_or(&self.default)
    }

    /// A seat of the bench, with the model that sits there in that role.
    pub fn bench(&self, role: Role, seat: Seat) -> Bench {
        let model = &self.assigned(role, Some(&seat)).model;
        Bench {
            model: model.label().to_owned(),
            profile: model.profile().clone(),
            seat,
        }
    }

    /// Every model once, with what it is for.
    fn distinct(&self) -> Vec<(&Assigned, Vec<String>)> {
        let mut all: Vec<(&Assigned, Vec<String>)> = Vec::new();
        let everything = std::iter::once((EVERYTHING_ELSE.to_owned(), &self.default));
        let roles = self
            .roles
            .iter()
            .map(|(role, one)| (role.word().to_owned(), one));
        let seats = self.seats.iter().map(|(seat, one)| (seat.to_string(), one));
        for (what, one) in everything.chain(roles).chain(seats) {
            match all
                .iter_mut()
                .find(|(known, _)| known.model.label() == one.model.label())
            {
                Some((_, what_for)) => what_for.push(what),
                None => all.push((one, vec![what])),
            }
        }
        all
    }

    /// The labels of the models that may be asked and whose price nobody has said.
    pub fn unpriced(&self) -> Vec<&str> {
        let is_asked = |one: &Assigned| {
            let everything_else = one.model.label() == self.default.model.label();
            !everything_else
                || Role::ALL
                    .into_iter()
                    .any(|role| !self.roles.contains_key(&role))
        };
        self.distinct()
            .into_iter()
            .map(|(one, _)| one)
            .filter(|one| one.price == Price::Unknown && is_asked(one))
            .map(|one| one.model.label())
            .collect()
    }

    /// The names of the models, and after them what else their servers offered to [`Self::verify`].
    pub fn labels(&self) -> Vec<String> {
        let assigned = self.distinct().into_iter();
        let mut labels: Vec<String> = assigned
            .map(|(one, _)| one.model.label().to_owned())
            .collect();
        for label in &self.offered {
            if !labels.contains(label) {
                labels.push(label.clone());
            }
        }
        labels
    }

    /// One line for each model: what it is for, its name, where it is, what it costs. Last is the one for everything else.
    pub fn describe(&self) -> Vec<String> {
        let mut all = self.distinct();
        all.rotate_left(1);
        if let Some((_, what_for)) = all.last_mut() {
            what_for.rotate_left(1);
        }
        // It does everything where it is the only one.
        if let [(_, what_for)] = all.as_mut_slice() {
            *what_for = vec![EVERYTHING.to_owned()];
        }
        all.into_iter()
            .map(|(one, what)| {
                let place = match &one.place {
                    Place::Server(endpoint, _) => format!(" at {}", endpoint.base_url),
                    #[cfg(feature = "embedded")]
                    Place::Here(model) => format!(" from {}", model.path().display()),
                    Place::Elsewhere => String::new(),
                };
                let price = match one.price {
                    Price::Unknown => "price unknown".to_owned(),
                    Price::Free => "free".to_owned(),
                    Price::PerMillion {
                        input,
                        cached_input,
                        output,
                    } => format!(
                        "{input} in, {cached_input} cached, {output} out per million tokens"
                    ),
                };
                format!("{}: {}{place}, {price}", what.join(", "), one.model.label())
            })
            .collect()
    }
}

/// The server that a flag names.
pub(super) fn adhoc(
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
        let mut provider = Provider::at(find::name_of(&url), url.clone());
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
                (None, None) => find::first_model(&endpoint(&provider), LIST).await?,
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
        let assigned = Arc::new(Assigned {
            model: Arc::new(model),
            price: self.settings.prices.of(&provider.name, &name),
            gate: gate.clone(),
            // A bare name is looked for where it was found: with the usual provider.
            asked_as: model_named.unwrap_or_else(|| name.clone()),
            retry_after: self.settings.limits.retry_after.unwrap_or(RETRY_AFTER),
            account: None,
            place: Place::Server(Box::new(endpoint), name),
        });
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
            let nearby = find::nearby(&self.common.nearby).await;
            let mut found = nearby.ok_or_else(find::no_model)?;
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
pub(super) fn openai_provider(settings: &Settings) -> Provider {
    let mut provider = Provider::at("openai", settings.openai.home());
    provider.key.clone_from(&settings.openai.key);
    provider
}

/// Where a provider is, and how long to wait for it.
pub(super) fn endpoint(provider: &Provider) -> Endpoint {
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
