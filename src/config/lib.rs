//! The settings: file, environment and flags, in that order, as one validated value. Knows what may be set
//! and where it comes from; what it is used for is known elsewhere.

#![deny(clippy::wildcard_enum_match_arm)]

use hustings_base::{bounds, error, files, text};
use hustings_llm as llm;
use hustings_rules::{catalog, debate};

mod dirs;
mod dotenv;
mod embeddings;
mod env;
mod exposed;
mod file;
mod lines;
pub mod presets;
mod provider_lines;
mod stored_keys;
mod template;

use std::{collections::BTreeMap, path::Path, time::Duration};

use secrecy::{ExposeSecret, SecretString};

pub use self::file::{ReadSettings, read};
pub use self::{
    dirs::Dirs,
    embeddings::{EmbeddingModel, Embeddings, NO_NAME, NO_NAME_HINT},
    env::Env,
    exposed::exposed_key,
    file::{failure_of, parse, schema},
    provider_lines::append_provider,
    stored_keys::{KEYS, StoredKeys},
    template::TEMPLATE,
};
use crate::{
    debate::{ask::Role, command::Pace, ids::Seat},
    error::Failure,
    files::NotRead,
    llm::{
        openai::BaseUrl,
        price::{Price, PriceList, Prices},
        secrets::Secrets,
    },
    text::shown,
};

/// The name of the file in the directory of the configuration.
pub const FILE: &str = "config.toml";
/// No configuration is longer; something else was put there by mistake.
const MOST_BYTES: u64 = 1 << 20;
/// The base URL of OpenAI's own service.
pub const OPENAI: &str = "https://api.openai.com/v1";
/// The environment variable with the key of OpenAI's own service, or of what is in its place.
const OPENAI_KEY: &str = "OPENAI_API_KEY";

/// A provider of models, as configured.
#[derive(Debug, Clone)]
pub struct Provider {
    /// The name by which models refer to it.
    pub name: String,
    /// The base URL, in its normal spelling.
    pub base_url: BaseUrl,
    /// The key, if it has one.
    pub key: Option<SecretString>,
    /// The longest wait for the first byte, where it is set.
    pub first_byte: Option<Duration>,
    /// The longest wait for each further byte, where it is set.
    pub between_bytes: Option<Duration>,
    /// The most calls at once, where it is set.
    pub parallel: Option<usize>,
    /// Further headers of requests, by name and value.
    pub headers: Vec<(String, SecretString)>,
    /// The models to offer; the first is the default.
    pub models: Vec<String>,
    /// The variable that is to hold the key, where one is named.
    pub key_env: Option<String>,
    /// The variable that the key comes from, or is looked for in, where that is another one.
    pub key_variable: Option<String>,
    /// Whether the key comes from the file of keys.
    pub key_is_stored: bool,
}

impl Provider {
    /// A provider with nothing but an address.
    pub fn at(name: impl Into<String>, base_url: impl Into<BaseUrl>) -> Self {
        Self {
            name: name.into(),
            base_url: base_url.into(),
            key: None,
            first_byte: None,
            between_bytes: None,
            parallel: None,
            headers: Vec::new(),
            models: Vec::new(),
            key_env: None,
            key_variable: None,
            key_is_stored: false,
        }
    }
}

impl Provider {
    /// The parts of the provider that let somebody in.
    pub fn secrets(&self) -> Secrets {
        let headers = self.headers.iter();
        let headers = headers.map(|(name, value)| (name.as_str(), value.expose_secret()));
        let key = self.key.as_ref().map(ExposeSecret::expose_secret);
        Secrets::new(key, headers).and_of_address(self.base_url.secrets())
    }
}

/// The limits at which a debate pauses of itself, and of how long it waits.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Limits {
    /// The most that a debate may cost, in the currency of the prices.
    pub max_cost: Option<f64>,
    /// The most tokens that a debate may use, read and written.
    pub max_tokens: Option<u64>,
    /// The longest wait that a server may ask for, where it is set.
    pub retry_after: Option<Duration>,
}

/// The values of OpenAI's variables in the environment.
#[derive(Debug, Clone, Default)]
pub struct OpenAiEnv {
    /// `OPENAI_BASE_URL`, in its normal spelling.
    pub base_url: Option<BaseUrl>,
    /// The key in `OPENAI_API_KEY`.
    pub key: Option<SecretString>,
}

impl OpenAiEnv {
    /// The only base URL that the key is sent to.
    pub fn home(&self) -> BaseUrl {
        self.base_url.clone().unwrap_or_else(|| OPENAI.into())
    }

    /// Gives a provider that has no key of its own this one, if it is at the address that the key belongs to.
    pub fn give_key(&self, provider: &mut Provider) {
        if provider.base_url != self.home() || provider.key.is_some() {
            return;
        }
        provider.key.clone_from(&self.key);
        if self.key.is_some() || provider.key_env.is_none() {
            provider.key_variable = Some(OPENAI_KEY.to_owned());
        }
    }
}

/// The settings that the flags make. Everything is optional.
#[derive(Debug, Clone, Default)]
pub struct Overrides {
    /// The model for every role that has none of its own.
    pub model: Option<String>,
    /// A server to use instead of the configured ones.
    pub base_url: Option<BaseUrl>,
    /// The environment variable with the key for that server.
    pub key_env: Option<String>,
    /// Models by role.
    pub role_models: Vec<(Role, String)>,
    /// Models by seat.
    pub seat_models: Vec<(Seat, String)>,
    /// The model that embeds.
    pub embeddings: Option<String>,
    /// The pace at which text is released.
    pub pace: Option<Pace>,
    /// The id of the theme.
    pub theme: Option<String>,
    /// The limit on cost.
    pub max_cost: Option<f64>,
    /// The limit on tokens.
    pub max_tokens: Option<u64>,
}

impl Overrides {
    /// Whether the same models are found with both.
    pub fn same_models(&self, other: &Self) -> bool {
        self.model == other.model
            && self.base_url == other.base_url
            && self.key_env == other.key_env
            && self.role_models == other.role_models
            && self.seat_models == other.seat_models
    }

    /// The models of roles and seats, named with less weight than these flags, that they leave in force. A model for
    /// everything leaves none; one for a role, none of the seats of that role.
    pub fn leave(
        &self,
        roles: &BTreeMap<Role, String>,
        seats: &BTreeMap<Seat, String>,
    ) -> (BTreeMap<Role, String>, BTreeMap<Seat, String>) {
        if self.model.is_some() {
            return <_>::default();
        }
        let is_named = |role: Role| self.role_models.iter().any(|(named, _)| *named == role);
        let roles = roles.iter().filter(|(role, _)| !is_named(**role));
        let seats = seats.iter().filter(|(seat, _)| {
            let is_seat_named = self.seat_models.iter().any(|(named, _)| named == *seat);
            !is_seat_named && !is_named(Role::of_seat(seat))
        });
        (
            roles.map(|(role, model)| (*role, model.clone())).collect(),
            seats
                .map(|(seat, model)| (seat.clone(), model.clone()))
                .collect(),
        )
    }
}

/// Whether the screen takes what the mouse does, where nothing else is set.
pub const MOUSE: bool = true;
/// Whether nothing is to move that need not, where nothing else is set.
pub const REDUCED_MOTION: bool = false;

/// The hub of models that is asked where none is set.
pub const USUAL_HUB: &str = "https://huggingface.co";
/// Whether the terminal rings where something is asked of a person in a seat, where nothing else is set.
pub const BELL: bool = true;

/// Everything that can be set.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// The model for every role that has none of its own, as `provider:name` or `name`.
    pub model: Option<String>,
    /// The pace at which text is released; the usual one where absent.
    pub pace: Option<Pace>,
    /// The theme's id.
    pub theme: Option<String>,
    /// Whether the screen takes what the mouse does, where it is set.
    pub mouse: Option<bool>,
    /// Whether the screen is drawn in ASCII, where it is set.
    pub ascii: Option<bool>,
    /// Whether nothing on the screen is to move that need not, where it is set.
    pub reduced_motion: Option<bool>,
    /// Whether the terminal rings where something is asked of a person in a seat, where it is set.
    pub bell: Option<bool>,
    /// Whether a server of this machine is looked for where nobody names one, where it is set.
    pub look_nearby: Option<bool>,
    /// The address of the hub that models are fetched from by name, where it is set.
    pub hub: Option<BaseUrl>,
    /// The providers, in the order of the file.
    pub providers: Vec<Provider>,
    /// The names of providers in the file of which something is wrong, so that they are not among those.
    pub unread: Vec<String>,
    /// Models by role.
    pub roles: BTreeMap<Role, String>,
    /// Models by seat.
    pub seats: BTreeMap<Seat, String>,
    /// The settings of embeddings.
    pub embeddings: Embeddings,
    /// The prices of models.
    pub prices: Prices,
    /// Keys by action, as written.
    pub keys: BTreeMap<String, String>,
    /// The limits at which a debate pauses of itself.
    pub limits: Limits,
    /// The values of OpenAI's variables.
    pub openai: OpenAiEnv,
    /// The keys that the program keeps.
    pub stored: StoredKeys,
    /// The rest of the environment, for keys that flags name.
    pub env: Env,
}

impl Settings {
    /// Reads the file, if there is one, and lays the environment and the flags over it.
    pub fn load(dirs: &Dirs, env: Env, overrides: &Overrides) -> Result<Self, Failure> {
        let path = dirs.config.join(FILE);
        let shown = shown::path(&path);
        let text = text_of(&path).map_err(|error| {
            Failure::input(format!("{} cannot be read: {error}", shown::path(&path)))
                .hint("Put it right, or move it away.")
        });
        let mut settings = match text? {
            Some(text) => parse(&shown, &text, &env)?,
            None => Self::default(),
        };
        settings.stored = StoredKeys::read(&dirs.config).map_err(|problem| {
            let place = problem.place();
            Failure::input(format!("{place}: {}", problem.message)).hint(problem.expected)
        })?;
        settings.within(env, overrides)
    }

    /// The settings of a file with the environment and the flags over them.
    ///
    /// # Errors
    /// A variable of OpenAI's makes no sense.
    pub fn within(mut self, env: Env, overrides: &Overrides) -> Result<Self, Failure> {
        self.openai = read_openai(&env)?;
        for provider in &mut self.providers {
            self.openai.give_key(provider);
            self.stored.give_key(provider);
        }
        self.env = env;
        self.apply(overrides);
        Ok(self)
    }

    /// The price of a model: the user's own, or else what its provider asks of everybody.
    pub fn price(&self, provider: &Provider, model: &str) -> Price {
        match self.prices.of(&provider.name, model) {
            Price::Unknown => PriceList::built_in().price(&provider.base_url, model),
            known @ (Price::Free | Price::PerMillion(_) | Price::Listed(_)) => known,
        }
    }

    /// All that lets somebody in anywhere: no server's text may have any of it, whoever's it is.
    pub fn secrets(&self) -> Secrets {
        let key = self.openai.key.as_ref().map(ExposeSecret::expose_secret);
        let openai = Secrets::new(key, []).and_of_address(self.openai.home().secrets());
        let providers = self.providers.iter().map(Provider::secrets);
        let known = openai.and(&self.env.secrets()).and(&self.stored.secrets());
        providers.fold(known, |all, one| all.and(&one))
    }

    /// Lays the flags over what is set. Base URL and models are the roster's.
    fn apply(&mut self, overrides: &Overrides) {
        self.pace = overrides.pace.or(self.pace);
        self.theme = overrides.theme.clone().or(self.theme.take());
        self.limits.max_cost = overrides.max_cost.or(self.limits.max_cost);
        self.limits.max_tokens = overrides.max_tokens.or(self.limits.max_tokens);
    }
}

/// The text of the file, where there is one.
///
/// # Errors
/// It cannot be read.
pub fn text_of(path: &Path) -> Result<Option<String>, NotRead> {
    match files::text(path, MOST_BYTES) {
        Ok(text) => Ok(Some(text)),
        Err(NotRead::NotThere) => Ok(None),
        Err(error) => Err(error),
    }
}

fn read_openai(env: &Env) -> Result<OpenAiEnv, Failure> {
    let base_url = env
        .get("OPENAI_BASE_URL")
        .map(|url| {
            BaseUrl::from(url).normal().map_err(|error| {
                Failure::input(format!("OPENAI_BASE_URL: {error}"))
                    .hint("Correct the variable, or unset it.")
            })
        })
        .transpose()?;
    let key = env.key(OPENAI_KEY)?;
    Ok(OpenAiEnv { base_url, key })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(file: &str, env: &[(&str, &str)], overrides: &Overrides) -> Result<Settings, Failure> {
        let home = tempfile::tempdir().unwrap();
        let place = home.path().display().to_string();
        let mut variables = env.to_vec();
        variables.push(("HUSTINGS_HOME", &place));
        let env = Env::with(variables);
        let dirs = Dirs::find(&env).unwrap();
        std::fs::create_dir_all(&dirs.config).unwrap();
        std::fs::write(dirs.config.join(FILE), file).unwrap();
        Settings::load(&dirs, env, overrides)
    }

    #[test]
    fn a_flag_for_a_model_goes_before_every_line_of_the_file_for_the_same_part() {
        let part = |name: &str| (name.to_owned(), "file".to_owned());
        let file = "[roles]\nspeaker = \"file\"\njudge = \"file\"\n\
                    [seats]\n\"prop.2\" = \"file\"\n\"judge.1\" = \"file\"\nmoderator = \"file\"";
        let settings = load(file, &[], &Overrides::default()).unwrap();
        let flag = "flag".to_owned();
        let model = Overrides {
            model: Some(flag.clone()),
            ..Overrides::default()
        };
        let role = |role| Overrides {
            role_models: vec![(role, flag.clone())],
            ..Overrides::default()
        };
        let seat = Overrides {
            seat_models: vec![(Seat::named("prop.2"), flag.clone())],
            ..Overrides::default()
        };
        let all = ["speaker", "judge", "judge.1", "moderator", "prop.2"];
        for (flags, left) in [
            (Overrides::default(), &all[..]),
            (model, &[]),
            (role(Role::Speaker), &["judge", "judge.1", "moderator"]),
            (role(Role::Judge), &["speaker", "moderator", "prop.2"]),
            (
                role(Role::Moderator),
                &["speaker", "judge", "judge.1", "prop.2"],
            ),
            (role(Role::Clerk), &all[..]),
            (seat, &["speaker", "judge", "judge.1", "moderator"]),
        ] {
            let (roles, seats) = flags.leave(&settings.roles, &settings.seats);
            let roles = roles
                .into_iter()
                .map(|(role, model)| (role.word().to_owned(), model));
            let seats = seats
                .into_iter()
                .map(|(seat, model)| (seat.to_string(), model));
            let found: Vec<_> = roles.chain(seats).collect();
            let wanted: Vec<_> = left.iter().copied().map(part).collect();
            assert_eq!(found, wanted, "{flags:?}");
        }
    }

    #[test]
    fn flags_lie_over_the_file() {
        let overrides = Overrides {
            pace: Some(Pace::Instant),
            ..Overrides::default()
        };
        let file = "pace = \"live\"\ntheme = \"dark\"";
        let settings = load(file, &[], &overrides).unwrap();
        assert_eq!(settings.pace, Some(Pace::Instant));
        assert_eq!(settings.theme.as_deref(), Some("dark"));
        let nowhere = Dirs::under(std::path::Path::new("/nonexistent"));
        let none = Settings::load(&nowhere, Env::default(), &Overrides::default()).unwrap();
        assert!(none.providers.is_empty() && none.pace.is_none());
    }

    #[test]
    fn the_key_of_the_environment_goes_to_its_own_address_only() {
        let file = "[providers.a]\nbase_url = \"https://a.example/v1/\"\n\
                    [providers.b]\nbase_url = \"https://api.openai.com/v1\"";
        let key = ("OPENAI_API_KEY", "sk-1");
        let keys = |env: &[(&str, &str)]| {
            let settings = load(file, env, &Overrides::default()).unwrap();
            let key = |p: &Provider| p.key.as_ref().map(|k| k.expose_secret().to_owned());
            settings.providers.iter().map(key).collect::<Vec<_>>()
        };
        assert_eq!(keys(&[key]), [None, Some("sk-1".to_owned())]);
        // Where there is none, it is known where it was looked for.
        for env in [&[key][..], &[]] {
            let settings = load(file, env, &Overrides::default()).unwrap();
            let variables = settings
                .providers
                .iter()
                .map(|one| one.key_variable.as_deref());
            let variables: Vec<_> = variables.collect();
            assert_eq!(variables, [None, Some("OPENAI_API_KEY")]);
        }
        let moved = ("OPENAI_BASE_URL", "https://A.example/v1");
        assert_eq!(keys(&[key, moved]), [Some("sk-1".to_owned()), None]);
        let bad = load(
            "",
            &[("OPENAI_API_KEY", "sk-\u{e9}1")],
            &Overrides::default(),
        );
        let said = bad.unwrap_err().to_string();
        assert!(
            said.contains("OPENAI_API_KEY") && !said.contains("\u{e9}1"),
            "{said}"
        );
    }
}
