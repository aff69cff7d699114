//! `config.toml`: what may stand in it, and what is said of what may not. Everything that is wrong is said at once.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use serde_json::Value;

use super::{
    EmbeddingModel, Embeddings, Env, Limits, NO_NAME, NO_NAME_HINT, Provider, Settings,
    lines::{EmbeddingLines, File, PriceLine, ProviderLines},
};
use crate::{
    catalog::{
        Field, Findings, Misshapen, Paint, Problem, TomlDocument, located, nearest, read_toml,
    },
    debate::{ask::Role, ids::Seat},
    error::Failure,
    llm::{
        openai::{BaseUrl, is_header, usable_key},
        price::{Price, Prices, Rates},
    },
    text::mask::{looks_like_a_key, variable},
};

/// The message about a key that was given as the name of a provider, which is not repeated.
const NO_PROVIDER: &str = "this is no name of a provider, and may be a key";
/// The hint where a key was given as the name of a provider.
const NO_PROVIDER_HINT: &str =
    "expected a name such as \"near\"; a key is given as `key` or `key_env` below it";

/// The JSON schema of the file.
pub fn schema() -> Value {
    schemars::schema_for!(File).to_value()
}

/// Reads a file. `path` is only for what is said of it. Keys named by `key_env` are looked up in `env`.
///
/// # Errors
/// Everything that is wrong with it, each with its place.
pub fn parse(path: &str, text: &str, env: &Env) -> Result<Settings, Failure> {
    let ReadSettings {
        first, problems, ..
    } = read(path, &text.into(), env);
    if problems.is_empty() {
        return Ok(first);
    }
    let all = "`hustings check` looks at everything in it, keys and seats as well";
    Err(failure_of(path, &problems).hint(all))
}

/// The failure of a file in which something is wrong.
pub fn failure_of(path: &str, problems: &[Problem]) -> Failure {
    let count = match problems.len() {
        0 | 1 => "something is wrong".to_owned(),
        many => format!("{many} things are wrong"),
    };
    let told: Vec<String> = problems
        .iter()
        .map(|problem| problem.render(Paint::Plain))
        .collect();
    Failure::input(format!("{count} in {path}\n{}", told.join("\n")))
        .hint("correct it, or move the file away")
}

/// The settings of a file, and what is wrong with it.
#[derive(Debug)]
pub struct ReadSettings {
    /// The settings; with problems, what could be made out.
    pub first: Settings,
    /// The same with other things in the place of what is wrong, to be asked what does not come from that.
    pub others: Vec<Settings>,
    /// The problems that were found.
    pub problems: Vec<Problem>,
}

/// Reads the settings of a file, as far as they can be made out.
pub fn read(path: &str, source: &Arc<str>, env: &Env) -> ReadSettings {
    let named = TomlDocument::recovered(source).names(&Field::of("providers"));
    let settled = |file: &File| {
        let mut reader = Reader {
            env,
            findings: Findings::default(),
        };
        let mut settings = reader.settings(file, &TomlDocument::recovered(source));
        let is_read = |name: &String| settings.providers.iter().any(|one| one.name == *name);
        let unread = named.iter().filter(|name| !is_read(name));
        settings.unread = unread.cloned().collect();
        (settings, located(path, source, reader.findings))
    };
    let (mut all, problems) = match read_toml::<File>(path, source) {
        Ok(file) => {
            let (settings, problems) = settled(&file);
            (vec![settings], problems)
        }
        Err(wrong) => {
            let wrong: Misshapen<File> = wrong;
            let all = wrong.mended.iter().map(|file| settled(file).0).collect();
            (all, wrong.all(|file| settled(file).1))
        }
    };
    let none = || Settings {
        unread: named.clone(),
        ..Settings::default()
    };
    let first = if all.is_empty() {
        none()
    } else {
        all.remove(0)
    };
    let shown = problems.into_iter().map(|problem| {
        let line = problem.line.unwrap_or(0);
        if may_show_a_secret(source, line) {
            problem.without_excerpt()
        } else if is_known(source, line) {
            problem
        } else {
            problem.without_value()
        }
    });
    ReadSettings {
        first,
        others: all,
        problems: shown.collect(),
    }
}

/// Whether a line may hold a secret, misspelt or not: only what is known to hold none is shown of a provider.
fn may_show_a_secret(source: &str, number: usize) -> bool {
    let lines: Vec<&str> = source.lines().take(number).collect();
    let line = lines.last().copied().unwrap_or_default();
    let header = lines
        .iter()
        .rfind(|line| line.trim_start().starts_with('['))
        .copied()
        .unwrap_or_default();
    let line = line.trim_start();
    let of_a_provider = ["provider", "header"]
        .iter()
        .any(|word| header.contains(word) || line.contains(word));
    of_a_provider && !HARMLESS.iter().any(|name| line.starts_with(name))
}

/// Whether a line has fields that are known alone. What is called otherwise may be a key under a name of its own.
fn is_known(source: &str, number: usize) -> bool {
    let lines: Vec<&str> = source.lines().take(number).collect();
    let line = lines.last().copied().unwrap_or_default();
    let headers = lines.iter().map(|line| line.trim());
    let header = headers.rev().find(|line| line.starts_with('['));
    if header.is_some_and(|header| FREE.contains(&header)) {
        return true;
    }
    let mut known = BTreeSet::new();
    fields(&schema(), &mut known);
    let mut parts: Vec<&str> = line.split('=').collect();
    // What stands behind the last sign is a value.
    parts.pop();
    parts.iter().all(|part| {
        let end = part.trim_end().trim_end_matches(['"', '\'']);
        let name = end.rsplit(|c: char| !c.is_alphanumeric() && c != '_' && c != '-');
        name.take(1).all(|name| known.contains(name))
    })
}

/// The names of all fields in a schema.
fn fields(schema: &Value, found: &mut BTreeSet<String>) {
    match schema {
        Value::Object(inner) => {
            let names = inner.get("properties").and_then(Value::as_object);
            found.extend(names.into_iter().flat_map(|names| names.keys().cloned()));
            inner.values().for_each(|inner| fields(inner, found));
        }
        Value::Array(all) => all.iter().for_each(|inner| fields(inner, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Tables whose fields are called as somebody likes, and hold no secret.
const FREE: [&str; 3] = ["[roles]", "[seats]", "[keys]"];

/// Lines of a provider's table that hold no secret.
const HARMLESS: [&str; 7] = [
    "[",
    "base_url",
    "key_env",
    "parallel",
    "models",
    "first_byte_s",
    "between_bytes_s",
];

/// A time within its bounds.
fn seconds(value: Option<f64>) -> Option<Duration> {
    value.and_then(|value| Duration::try_from_secs_f64(value).ok())
}

/// A file whose shape is right, being made settings.
struct Reader<'a> {
    env: &'a Env,
    findings: Findings,
}

impl Reader<'_> {
    fn settings(&mut self, file: &File, document: &TomlDocument<'_>) -> Settings {
        let place = Field::of("providers");
        let mut named: Vec<(&String, &ProviderLines)> = file.providers.iter().collect();
        // The first one is the usual one.
        named.sort_by_key(|(name, _)| document.span(&place.key(name)).start);
        let providers: Vec<Provider> = named
            .into_iter()
            .filter_map(|(name, lines)| self.provider(name, lines))
            .collect();
        let known: Vec<&str> = file.providers.keys().map(String::as_str).collect();
        let prices = file
            .prices
            .iter()
            .enumerate()
            .filter_map(|(at, line)| self.price(&Field::of("prices").at(at), line))
            .collect();
        for (name, model) in &file.seats {
            self.seat(name);
            self.model(Field::of("seats").key(name), model);
        }
        let roles = self.roles(&file.roles);
        if let Some(model) = &file.model {
            self.model(Field::of("model"), model);
        }
        Settings {
            model: file.model.clone(),
            pace: file.pace,
            theme: file.theme.clone(),
            mouse: file.mouse,
            ascii: file.ascii,
            reduced_motion: file.reduced_motion,
            bell: file.bell,
            look_nearby: file.look_nearby,
            hub: self.hub(file.hub.as_deref()),
            embeddings: self.embeddings(&file.embeddings, &known),
            providers,
            roles,
            seats: file
                .seats
                .iter()
                .map(|(seat, model)| (Seat::named(seat), model.clone()))
                .collect(),
            prices: Prices::new(prices),
            keys: file.keys.clone(),
            limits: Limits {
                max_cost: file.limits.max_cost,
                max_tokens: file.limits.max_tokens,
                retry_after: seconds(file.limits.retry_after_s),
            },
            ..Settings::default()
        }
    }

    /// The address of a hub.
    fn hub(&mut self, given: Option<&str>) -> Option<BaseUrl> {
        let normal = BaseUrl::from(given?).normal();
        normal
            .map_err(|error| {
                self.findings.add(Field::of("hub"), error.to_string(), "");
            })
            .ok()
    }

    /// A name that could be that of a seat in some format.
    fn seat(&mut self, name: &str) {
        let is_one = match name.split_once('.') {
            Some((side, number)) => !side.is_empty() && number.parse().is_ok_and(|n: u32| n > 0),
            None => matches!(name, "moderator" | "chair"),
        };
        if !is_one {
            self.findings.add_name(
                Field::of("seats").key(name),
                format!("`{name}` is no seat"),
                "expected a side and a number, such as \"opp.2\", or `judge.1` or `moderator`",
            );
        }
    }

    fn model(&mut self, field: Field, model: &str) {
        if model.is_empty() {
            self.findings
                .add(field, "this is empty", "expected the name of a model");
        } else if looks_like_a_key(model) {
            self.findings.add(field, NO_NAME, NO_NAME_HINT);
        }
    }

    fn roles(&mut self, lines: &BTreeMap<String, String>) -> BTreeMap<Role, String> {
        let mut roles = BTreeMap::new();
        for (name, model) in lines {
            let field = Field::of("roles").key(name);
            let Some(role) = Role::ALL.into_iter().find(|role| role.word() == name) else {
                let words = || Role::ALL.into_iter().map(Role::word);
                let expected = match nearest::nearest(name, words()).first() {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("expected one of {}", words().collect::<Vec<_>>().join(", ")),
                };
                self.findings
                    .add_name(field, "there is no such role", expected);
                continue;
            };
            self.model(field, model);
            roles.insert(role, model.clone());
        }
        roles
    }

    fn provider(&mut self, name: &str, lines: &ProviderLines) -> Option<Provider> {
        let before = self.findings.len();
        let here = Field::of("providers").key(name);
        if name.is_empty() || name.contains(':') {
            self.findings.add_name(
                here.clone(),
                "a provider cannot have this name",
                "expected a name without \":\"",
            );
        } else if looks_like_a_key(name) {
            // It stands before the name of a model wherever that is shown and kept.
            self.findings
                .add_name(here.clone(), NO_PROVIDER, NO_PROVIDER_HINT);
        }
        let base_url = BaseUrl::from(lines.base_url.as_str())
            .normal()
            .map_err(|error| {
                self.findings
                    .add(here.key("base_url"), error.to_string(), "");
            })
            .unwrap_or_default();
        let key = match (&lines.key, &lines.key_env) {
            (Some(_), Some(_)) => {
                self.findings.add(
                    here.key("key_env"),
                    "there is a `key` already",
                    "expected a `key` or a `key_env`, not both",
                );
                None
            }
            (Some(key), None) => {
                let usable = usable_key(secrecy::ExposeSecret::expose_secret(key));
                if usable.is_none() {
                    self.findings.add(
                        here.key("key"),
                        "this cannot be sent as a key",
                        "expected visible ASCII characters",
                    );
                }
                usable
            }
            // A key in the place of a variable's name, and no such variable.
            (None, Some(key_env))
                if variable(key_env) != key_env && self.env.get(key_env).is_none() =>
            {
                self.findings.add(
                    here.key("key_env"),
                    "this is no name of a variable, and may be a key",
                    "expected a name such as EXAMPLE_API_KEY; a key itself is given as `key`",
                );
                None
            }
            (None, Some(key_env)) => self.env.key(key_env).unwrap_or_else(|failure| {
                self.findings.add(here.key("key_env"), failure.message, "");
                None
            }),
            (None, None) => None,
        };
        for (at, model) in lines.models.iter().enumerate() {
            self.model(here.key("models").at(at), model);
        }
        for (name, value) in &lines.headers {
            if !is_header(name, secrecy::ExposeSecret::expose_secret(value)) {
                self.findings.add_name(
                    here.key("headers").key(name),
                    "this cannot be sent as a header",
                    "expected a name of letters, digits and \"-\", and a value without control characters",
                );
            }
        }
        (self.findings.len() == before).then(|| Provider {
            name: name.to_owned(),
            base_url,
            key,
            first_byte: seconds(lines.first_byte_s),
            between_bytes: seconds(lines.between_bytes_s),
            parallel: lines.parallel.map(|number| number as usize),
            headers: lines.headers.clone().into_iter().collect(),
            models: lines.models.clone(),
            key_env: lines.key_env.clone(),
            key_variable: None,
            key_is_stored: false,
        })
    }

    fn embeddings(&mut self, lines: &EmbeddingLines, providers: &[&str]) -> Embeddings {
        let field = Field::of("embeddings").key("model");
        let parsed = lines.model.as_deref().map(EmbeddingModel::parse);
        let model = match parsed {
            Some(Err(why)) => {
                self.findings.add(field, "this names no model", why);
                None
            }
            Some(Ok(EmbeddingModel::At { provider, .. }))
                if provider != "openai" && !providers.contains(&provider.as_str()) =>
            {
                self.findings.add(
                    field,
                    format!("there is no provider `{provider}` in this file"),
                    format!("expected [providers.{provider}], or another name"),
                );
                None
            }
            Some(Ok(model)) => Some(model),
            None => None,
        };
        Embeddings {
            model,
            batch: lines.batch.map(|number| number as usize),
        }
    }

    fn price(&mut self, here: &Field, line: &PriceLine) -> Option<(String, Price)> {
        if line.pattern.trim().is_empty() {
            self.findings.add(
                here.key("match"),
                "this is the name of no model",
                "expected a name, in which * stands for anything",
            );
            return None;
        }
        let price = match (line.free, line.input, line.output) {
            (true, None, None) if line.cached_input.is_none() => Price::Free,
            (false, Some(input), Some(output)) => Price::PerMillion(Rates {
                input,
                cached_input: line.cached_input.unwrap_or(input),
                output,
            }),
            (true | false, ..) => {
                self.findings.add(
                    here.key("match"),
                    "it is not clear what this costs",
                    "expected `input` and `output` (a million tokens each), or `free = true`",
                );
                return None;
            }
        };
        Some((line.pattern.clone(), price))
    }
}

#[cfg(test)]
mod tests;
