//! The settings in force: each with its value and with where it comes from. A key is not among the values: only that there
//! is one is told.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};

use crate::{
    Host,
    catalog::{Field, TomlDocument},
    config::{self, FILE, KEYS, Provider},
    debate::{ask::Role, ids::Seat},
    embeddings::EmbedderChoice,
    error::Failure,
    find::{self, NamedModel},
    llm::{embed::endpoint::BATCH, price::Price, retry::RETRY_AFTER, secrets::Secrets},
    patience::Watched,
    text::{
        mask::variable,
        shown::{self, given},
    },
};

/// What is told of a secret in the place of its value.
const HIDDEN: &str = "set, and not shown";

/// The origin of a setting.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "from")]
pub enum SettingOrigin {
    /// Nobody has said anything.
    Default,
    /// The file of the configuration.
    File {
        /// The path of the file, as it is shown.
        file: String,
        /// The line, from 1.
        line: Option<usize>,
    },
    /// A variable of the environment.
    Environment {
        /// The name of the variable.
        variable: String,
        /// Whether it stands in the file of variables beside the configuration.
        dotenv: bool,
    },
    /// A flag of this command.
    Flag {
        /// The flag.
        flag: &'static str,
    },
}

/// A setting in force.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SettingInForce {
    /// The name of the setting: its place in the file, or that of a variable or a flag.
    pub setting: String,
    /// The value; null where there is none, or where it is a secret.
    pub value: Value,
    /// What else is to be said of it, for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The origin of the value.
    pub origin: SettingOrigin,
}

/// Every setting in force. `keys` are the actions of the chamber with the keys that they have by default.
///
/// # Errors
/// The file of the configuration cannot be read any more.
pub fn in_force(host: &Host, keys: &[(&str, String)]) -> Result<Vec<SettingInForce>, Failure> {
    let path = host.dirs.config.join(FILE);
    let shown = shown::path(&path);
    let text = config::text_of(&path)
        .map_err(|error| Failure::input(format!("{shown} cannot be read: {error}")))?
        .unwrap_or_default();
    let mut all = Listing {
        host,
        source: &text,
        document: TomlDocument::recovered(&text),
        file: shown,
        rows: Vec::new(),
    };
    all.usual_model();
    all.variables();
    all.looks();
    for provider in &host.settings.providers {
        all.provider(provider);
    }
    all.parts();
    all.embeddings();
    all.prices();
    all.limits();
    all.keys(keys);
    Ok(all.rows)
}

/// The settings so far, and what they are read from.
struct Listing<'a> {
    host: &'a Host,
    source: &'a str,
    document: TomlDocument<'a>,
    file: String,
    rows: Vec<SettingInForce>,
}

impl Listing<'_> {
    fn put(
        &mut self,
        setting: &impl ToString,
        value: Value,
        note: Option<&str>,
        origin: SettingOrigin,
    ) {
        self.rows.push(SettingInForce {
            setting: setting.to_string(),
            value,
            note: note.map(str::to_owned),
            origin,
        });
    }

    fn of_file(&self, field: &Field) -> SettingOrigin {
        let before = self.source.get(..self.document.span(field).start);
        SettingOrigin::File {
            file: self.file.clone(),
            line: before.map(|before| before.matches('\n').count() + 1),
        }
    }

    fn of_environment(&self, name: &str) -> SettingOrigin {
        SettingOrigin::Environment {
            variable: variable(name).to_owned(),
            dotenv: self.host.settings.env.is_of_file(name),
        }
    }

    /// A setting of the file, or what holds without it.
    fn put_set(&mut self, field: &Field, set: Option<Value>, otherwise: (Value, Option<&str>)) {
        match set {
            Some(value) => self.put(field, value, None, self.of_file(field)),
            None => self.put(field, otherwise.0, otherwise.1, SettingOrigin::Default),
        }
    }

    fn usual_model(&mut self) {
        let (settings, flags) = (&self.host.settings, &self.host.overrides);
        let field = Field::of("model");
        // A server named by a flag is not asked for a model that the file ties to another.
        let is_elsewhere = |model: &&String| {
            flags.base_url.is_some() && matches!(find::named(settings, model), NamedModel::At(..))
        };
        let of_file = settings.model.as_ref();
        let of_file = of_file.filter(|model| !is_elsewhere(model));
        match (&flags.model, of_file) {
            (Some(model), _) => {
                let origin = SettingOrigin::Flag { flag: "--model" };
                self.put(&field, json!(given(model)), None, origin);
            }
            (None, Some(model)) => {
                self.put(&field, json!(given(model)), None, self.of_file(&field));
            }
            (None, None) => {
                let note = "none is named: `hustings models` says which are found";
                self.put(&field, Value::Null, Some(note), SettingOrigin::Default);
            }
        }
        if let Some(url) = &flags.base_url {
            let origin = SettingOrigin::Flag { flag: "--base-url" };
            self.put(&"base_url", json!(url.to_string()), None, origin);
        }
        if let Some(name) = &flags.key_env {
            let origin = SettingOrigin::Flag { flag: "--key-env" };
            self.put(&"key_env", json!(variable(name)), None, origin);
        }
    }

    /// The variables of OpenAI's.
    fn variables(&mut self) {
        let openai = &self.host.settings.openai;
        if let Some(url) = &openai.base_url {
            let name = "OPENAI_BASE_URL";
            let origin = self.of_environment(name);
            self.put(&name, json!(url.to_string()), None, origin);
        }
        if openai.key.is_some() {
            let name = "OPENAI_API_KEY";
            let origin = self.of_environment(name);
            self.put(&name, Value::Null, Some(HIDDEN), origin);
        }
    }

    fn looks(&mut self) {
        let (settings, flags) = (&self.host.settings, &self.host.overrides);
        let usual = json!(Watched::ByViewer.pace());
        let unwatched = "\"instant\" where nobody watches";
        self.put_set(
            &Field::of("pace"),
            settings.pace.map(|pace| json!(pace)),
            (usual, Some(unwatched)),
        );
        let field = Field::of("theme");
        let theme = settings.theme.as_ref().map(|theme| json!(theme));
        if flags.theme.is_some() {
            let origin = SettingOrigin::Flag { flag: "--theme" };
            self.put(&field, theme.unwrap_or_default(), None, origin);
        } else {
            let note = "a dark or a light one, as the terminal is";
            self.put_set(&field, theme, (Value::Null, Some(note)));
        }
        self.put_set(
            &Field::of("mouse"),
            settings.mouse.map(|mouse| json!(mouse)),
            (json!(config::MOUSE), None),
        );
        self.put_set(
            &Field::of("ascii"),
            settings.ascii.map(|ascii| json!(ascii)),
            (Value::Null, Some("as the locale is")),
        );
        self.put_set(
            &Field::of("reduced_motion"),
            settings.reduced_motion.map(|reduced| json!(reduced)),
            (json!(config::REDUCED_MOTION), None),
        );
        self.put_set(
            &Field::of("bell"),
            settings.bell.map(|bell| json!(bell)),
            (json!(config::BELL), None),
        );
        self.put_set(
            &Field::of("look_nearby"),
            settings.look_nearby.map(|looks| json!(looks)),
            (json!(find::LOOK_NEARBY), None),
        );
        self.put_set(
            &Field::of("hub"),
            settings.hub.as_ref().map(|hub| json!(hub.to_string())),
            (json!(config::USUAL_HUB), None),
        );
    }

    fn provider(&mut self, provider: &Provider) {
        let here = Field::of("providers").key(&provider.name);
        let field = |name: &str| here.key(name);
        let url = json!(provider.base_url.to_string());
        self.put_set(&field("base_url"), Some(url), (Value::Null, None));
        self.key(provider, &here);
        for (name, _) in &provider.headers {
            let field = field("headers").key(name);
            self.put(&field, Value::Null, Some(HIDDEN), self.of_file(&field));
        }
        let models = &provider.models;
        self.put_set(
            &field("models"),
            (!models.is_empty()).then(|| models.iter().map(|model| json!(given(model))).collect()),
            (Value::Null, Some("those that its server lists")),
        );
        self.put_set(
            &field("parallel"),
            provider.parallel.map(|calls| json!(calls)),
            (
                json!(find::calls_at_once(&provider.base_url)),
                Some("or as many as its server says"),
            ),
        );
        let waits = find::endpoint(provider, Secrets::none());
        for (name, is_set, wait) in [
            (
                "first_byte_s",
                provider.first_byte.is_some(),
                waits.first_byte,
            ),
            (
                "between_bytes_s",
                provider.between_bytes.is_some(),
                waits.between_bytes,
            ),
        ] {
            let seconds = number(wait.as_secs_f64());
            let set = is_set.then(|| seconds.clone());
            self.put_set(&field(name), set, (seconds, None));
        }
    }

    /// The key of a provider, or where it is looked for.
    fn key(&mut self, provider: &Provider, here: &Field) {
        if let Some(name) = &provider.key_env {
            let field = here.key("key_env");
            let env = &self.host.settings.env;
            let note = match env.get(name) {
                Some(_) if env.is_of_file(name) => "which is set in .env",
                Some(_) => "which is set in the environment",
                None => "which is not set",
            };
            // What is no name of a variable may be a key.
            let name = json!(variable(name));
            self.put(&field, name, Some(note), self.of_file(&field));
        }
        if provider.key.is_some() {
            let field = here.key("key");
            let origin = match provider.key_variable.as_ref().or(provider.key_env.as_ref()) {
                Some(name) => self.of_environment(name),
                None if self.document.string(&field).is_some() => self.of_file(&field),
                None => SettingOrigin::File {
                    file: shown::path(&self.host.dirs.config.join(KEYS)),
                    line: None,
                },
            };
            self.put(&field, Value::Null, Some(HIDDEN), origin);
        }
    }

    /// The models of roles and seats, the flags' before those of the file.
    fn parts(&mut self) {
        let (settings, flags) = (&self.host.settings, &self.host.overrides);
        let (roles, seats) = (Field::of("roles"), Field::of("seats"));
        let role = |(role, model): (&Role, &String)| (roles.key(role.word()), json!(given(model)));
        let seat =
            |(seat, model): (&Seat, &String)| (seats.key(seat.as_str()), json!(given(model)));
        let (of_roles, of_seats) = flags.leave(&settings.roles, &settings.seats);
        let of_roles = of_roles.iter().map(role);
        let of_file: Vec<_> = of_roles.chain(of_seats.iter().map(seat)).collect();
        for (field, value) in of_file {
            let origin = self.of_file(&field);
            self.put(&field, value, None, origin);
        }
        // Of two for the same the last one counts.
        let by_role: BTreeMap<_, _> = flags.role_models.iter().map(|(r, m)| (r, m)).collect();
        for (field, value) in by_role.into_iter().map(role) {
            self.put(&field, value, None, SettingOrigin::Flag { flag: "--role" });
        }
        let by_seat: BTreeMap<_, _> = flags.seat_models.iter().map(|(s, m)| (s, m)).collect();
        for (field, value) in by_seat.into_iter().map(seat) {
            self.put(&field, value, None, SettingOrigin::Flag { flag: "--seat" });
        }
    }

    fn embeddings(&mut self) {
        let (settings, flags) = (&self.host.settings, &self.host.overrides);
        let field = Field::of("embeddings").key("model");
        if let Some(model) = &flags.embeddings {
            let origin = SettingOrigin::Flag {
                flag: "--embeddings",
            };
            self.put(&field, json!(given(model)), None, origin);
        } else {
            let set = settings.embeddings.model.as_ref();
            let set = set.map(|model| json!(given(&model.to_string())));
            // Which one is there is asked only where none is named, and then nothing can be wrong with it.
            let usual = match self.host.embeddings() {
                Ok(EmbedderChoice::Model { embedder, .. }) => json!(given(embedder.label())),
                Ok(EmbedderChoice::Off | EmbedderChoice::Nothing) | Err(_) => Value::Null,
            };
            let note = usual
                .is_null()
                .then_some("none is there; `hustings model pull minilm` fetches one");
            self.put_set(&field, set, (usual, note));
        }
        self.put_set(
            &Field::of("embeddings").key("batch"),
            settings.embeddings.batch.map(|batch| json!(batch)),
            (json!(BATCH), None),
        );
    }

    fn prices(&mut self) {
        for (at, (pattern, price)) in self.host.settings.prices.iter().enumerate() {
            let pattern = given(pattern);
            let value = match price {
                Price::PerMillion(rates) | Price::Listed(rates) => json!({
                    "match": pattern,
                    "input": number(rates.input),
                    "cached_input": number(rates.cached_input),
                    "output": number(rates.output),
                }),
                Price::Free | Price::Unknown => json!({ "match": pattern, "free": true }),
            };
            let field = Field::of("prices").at(at);
            self.put(&field, value, None, self.of_file(&field));
        }
    }

    fn limits(&mut self) {
        let limits = self.host.settings.limits;
        let field = |name: &str| Field::of("limits").key(name);
        let none = || (Value::Null, Some("no limit"));
        self.put_set(&field("max_cost"), limits.max_cost.map(number), none());
        let tokens = limits.max_tokens.map(|tokens| json!(tokens));
        self.put_set(&field("max_tokens"), tokens, none());
        let wait = limits.retry_after.map(|wait| number(wait.as_secs_f64()));
        let usual = number(RETRY_AFTER.as_secs_f64());
        self.put_set(&field("retry_after_s"), wait, (usual, None));
    }

    fn keys(&mut self, usual: &[(&str, String)]) {
        for (action, keys) in usual {
            let own = self.host.settings.keys.get(*action).map(|keys| json!(keys));
            self.put_set(&Field::of("keys").key(action), own, (json!(keys), None));
        }
    }
}

/// A number as a person would write it: a whole one without a point.
fn number(number: f64) -> Value {
    let is_whole = number.fract() == 0.0 && (0.0..1e15).contains(&number);
    if is_whole {
        json!(number as u64)
    } else {
        json!(number)
    }
}
