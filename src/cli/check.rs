//! `hustings check`: all that would stop or spoil a start, in every file of the user's, at once.

use std::sync::Arc;

use super::{
    catalog,
    flags::{self, Seats},
    ground, out, rehearse,
};
use crate::{
    catalog::{Catalog, Field, Finding, Paint, Problem, Profiles, located},
    config::{self, Dirs, EmbeddingModel, Env, FILE, Overrides, Settings},
    error::{Exit, Failure},
    llm::price::Price,
    models::{Catalogue, Store},
    prompt,
    text::mask::variable,
};

/// Models that the program runs by itself are named so.
const HERE: &str = "embedded:";

/// Looks at everything and says what is wrong.
pub(super) fn run(given: &Overrides) -> Result<Exit, Failure> {
    let env = Env::of_process();
    let dirs = Dirs::find(&env)?;
    let (found, mut problems) = Catalog::load(Some(&dirs.config));
    flags::check(&found, given)?;
    problems.splice(0..0, of_settings(&dirs, &env, &found));
    problems.extend(Profiles::load(Some(&dirs.config.join(ground::PROFILES))).1);
    problems.extend(Catalogue::read(&dirs).err().unwrap_or_default());
    problems.extend(rehearse::formats(&found));
    let prompts = dirs.config.join(ground::PROMPTS);
    if prompt::are_there(&prompts) || prompts.is_file() {
        problems.extend(prompt::check(&prompts, &rehearse::views(&found)?)?);
    }
    let paint = if out::is_terminal() {
        Paint::Coloured
    } else {
        Paint::Plain
    };
    let mut exit = Exit::Done;
    let write = |out: &mut dyn std::io::Write| {
        exit = catalog::check(&found, &problems, &mut &mut *out, paint)?;
        Ok(())
    };
    // A problem is cleaned before it is painted.
    match paint {
        Paint::Coloured => out::paint(write),
        Paint::Plain => out::print(write),
    }?;
    Ok(exit)
}

/// What is wrong with the configuration, by itself and beside what there is to choose from.
fn of_settings(dirs: &Dirs, env: &Env, catalog: &Catalog) -> Vec<Problem> {
    let path = dirs.config.join(FILE);
    let shown = path.display().to_string();
    let text = match config::text_of(&path) {
        Ok(None) => return Vec::new(),
        Ok(Some(text)) => text,
        Err(failure) => {
            return vec![Problem::of_file(shown, &failure.message, failure.advice())];
        }
    };
    let source: Arc<str> = text.into();
    let (settings, mut problems) = config::read(&shown, &source, env);
    let mut findings = beside(&settings, catalog, &Store::new(dirs));
    findings.extend(unset_keys(&source, &settings, env));
    // Of the names in a file some of whose providers cannot be read, nothing is known.
    let is_about_providers = |one: &Problem| one.field.starts_with("providers");
    if !problems.iter().any(is_about_providers) {
        findings.extend(strangers(&settings));
    }
    let more = located(&shown, &source, findings);
    // Of what cannot be read nothing more is said.
    let is_new = |one: &Problem| !problems.iter().any(|known| known.field == one.field);
    let more: Vec<Problem> = more.into_iter().filter(is_new).collect();
    problems.extend(more);
    problems.sort_by_key(|problem| (problem.line, problem.column));
    problems
}

/// What the settings name that is not there.
fn beside(settings: &Settings, catalog: &Catalog, store: &Store) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut add = |field: Field, message: String, expected: String| {
        findings.push(Finding {
            field,
            message,
            expected,
        });
    };
    if let Some(theme) = &settings.theme
        && let Err(unknown) = catalog.theme(theme)
    {
        add(
            Field::of("theme"),
            unknown.to_string(),
            unknown.hints().join("; "),
        );
    }
    let seats = Seats::of_all(catalog);
    for (seat, model) in &settings.seats {
        let here = Field::of("seats").key(seat.as_str());
        if !seats.have(seat) {
            add(
                here.clone(),
                format!("no format has a seat `{seat}`"),
                seats.expected(seat),
            );
        }
        if let Some((message, expected)) = not_here(model, store) {
            add(here, message, expected);
        }
    }
    for (role, model) in &settings.roles {
        let here = Field::of("roles").key(role.word());
        if let Some((message, expected)) = not_here(model, store) {
            add(here, message, expected);
        }
    }
    if let Some((message, expected)) = settings.model.as_ref().and_then(|one| not_here(one, store))
    {
        add(Field::of("model"), message, expected);
    }
    if let Some(EmbeddingModel::Here(name)) = &settings.embeddings.model
        && let Some((message, expected)) = not_here(&format!("{HERE}{name}"), store)
    {
        add(Field::of("embeddings").key("model"), message, expected);
    }
    let unpriced = unpriced(settings);
    let is_limited = settings.limits.max_cost.is_some();
    let is_named = !unpriced.is_empty() || !named(settings).is_empty();
    if is_limited && !is_named && settings.prices.is_empty() {
        add(
            Field::of("limits").key("max_cost"),
            "a limit on cost cannot be kept, because no price is known of whatever model is found"
                .to_owned(),
            "expected [[prices]] for it, or `max_tokens` in its place".to_owned(),
        );
    } else if is_limited && !unpriced.is_empty() {
        add(
            Field::of("limits").key("max_cost"),
            format!(
                "a limit on cost cannot be kept, because the price of {} is not known",
                unpriced.join(", ")
            ),
            "expected [[prices]] for every model, or `max_tokens` in its place".to_owned(),
        );
    }
    #[cfg(feature = "tui")]
    for (action, message) in crate::tui::keymap::faults(&settings.keys) {
        let expected = "the help (`?`) and the README list the actions and their keys".to_owned();
        add(Field::of("keys").key(&action), message, expected);
    }
    findings
}

/// Models of providers that are not there.
fn strangers(settings: &Settings) -> Vec<Finding> {
    let found = named(settings).into_iter().filter_map(|(field, model)| {
        let provider = nobodys(model, settings)?;
        Some(Finding {
            field,
            message: format!("there is no provider `{provider}` in this file"),
            expected: format!(
                "expected [providers.{provider}], or another name; a model that is itself called `{model}` is named with \
                 its provider, PROVIDER:{model}"
            ),
        })
    });
    found.collect()
}

/// The models that the settings name, each with where.
fn named(settings: &Settings) -> Vec<(Field, &str)> {
    let usual = settings
        .model
        .iter()
        .map(|model| (Field::of("model"), model));
    let roles = settings
        .roles
        .iter()
        .map(|(role, model)| (Field::of("roles").key(role.word()), model));
    let seats = settings
        .seats
        .iter()
        .map(|(seat, model)| (Field::of("seats").key(seat.as_str()), model));
    let all = usual.chain(roles).chain(seats);
    all.map(|(field, model)| (field, model.as_str())).collect()
}

/// The provider that a name seems to begin with, and that is not there. A model's own name may have a colon, with what is
/// called a tag behind it: `qwen2.5:3b`, `llama3.2:latest`. Where no provider is set up, whatever is found is asked, and
/// nothing is known of its names.
fn nobodys<'m>(model: &'m str, settings: &Settings) -> Option<&'m str> {
    let (provider, name) = model.split_once(':')?;
    let providers = &settings.providers;
    let is_known = provider == "openai"
        || model.starts_with(HERE)
        || providers.iter().any(|one| one.name == provider);
    let is_listed = providers
        .iter()
        .flat_map(|one| &one.models)
        .any(|known| known == model);
    let is_tag = name == "latest" || name.chars().any(|c| c.is_ascii_digit());
    (!providers.is_empty() && !is_known && !is_listed && !is_tag).then_some(provider)
}

/// The models of which nobody has said what they cost, as far as the settings name them.
fn unpriced(settings: &Settings) -> Vec<String> {
    let first = settings.providers.first();
    let usual = first.and_then(|one| Some(one.models.first()?.as_str()));
    let mut models: Vec<&str> = named(settings).iter().map(|(_, model)| *model).collect();
    if settings.model.is_none() {
        models.extend(usual);
    }
    models.retain(|model| !model.starts_with(HERE));
    let is_unknown = |model: &&str| {
        let (provider, name) = match model.split_once(':') {
            Some((provider, name))
                if provider == "openai"
                    || settings.providers.iter().any(|one| one.name == provider) =>
            {
                (provider, name)
            }
            _ => (first.map_or("", |one| one.name.as_str()), *model),
        };
        settings.prices.of(provider, name) == Price::Unknown
    };
    let mut unknown: Vec<String> = models
        .into_iter()
        .filter(is_unknown)
        .map(|model| format!("`{model}`"))
        .collect();
    unknown.sort();
    unknown.dedup();
    unknown
}

/// Variables that are to hold keys and are not set, of providers whose models are to be asked: their servers would refuse.
/// Of a provider that nobody is to ask, nothing is said.
fn unset_keys(source: &str, settings: &Settings, env: &Env) -> Vec<Finding> {
    let document: toml::Table = toml::from_str(source).unwrap_or_default();
    let providers = document.get("providers").and_then(toml::Value::as_table);
    let models = settings.model.iter();
    let models = models.chain(settings.roles.values().chain(settings.seats.values()));
    let mut asked: Vec<&str> = models
        .filter_map(|model| Some(model.split_once(':')?.0))
        .collect();
    if let Some(EmbeddingModel::At { provider, .. }) = &settings.embeddings.model {
        asked.push(provider);
    }
    // Where no model is named, the first one's are asked.
    let first = settings.providers.first().map(|one| one.name.as_str());
    asked.extend(first.filter(|_| settings.model.is_none()));
    let mut findings = Vec::new();
    for (name, lines) in providers.into_iter().flatten() {
        let key_env = lines.get("key_env").and_then(toml::Value::as_str);
        let Some(key_env) = key_env.filter(|_| asked.contains(&name.as_str())) else {
            continue;
        };
        if env.get(key_env).is_none() {
            let variable = variable(key_env);
            findings.push(Finding {
                field: Field::of("providers").key(name).key("key_env"),
                message: format!(
                    "{variable} is not set, and a model of this provider is to be asked"
                ),
                expected: format!(
                    "set {variable} to the key, or leave `key_env` out where none is wanted"
                ),
            });
        }
    }
    findings
}

/// What is to be said of a model that would run in the program and is not there.
fn not_here(model: &str, store: &Store) -> Option<(String, String)> {
    let name = model.strip_prefix(HERE)?;
    if store.named(name).is_some() {
        return None;
    }
    Some((
        format!("there is no model `{name}` here"),
        "`hustings model list` lists those that are here and those that can be fetched".to_owned(),
    ))
}
