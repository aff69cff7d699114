//! The check of settings and flags: what would stop or spoil a start, said before anything is begun. What a name means
//! is asked where a run asks it, in [`find`]; nobody else is asked anything.

use std::{collections::BTreeSet, sync::Arc};

use hustings_rules::setup::seats::Seats;

use crate::{
    catalog::{Catalog, Field, Findings, Problem, common, located},
    config::{
        self, Dirs, EmbeddingModel, Env, FILE, NO_NAME, NO_NAME_HINT, Overrides, Provider,
        ReadSettings, Settings, StoredKeys,
    },
    embeddings::EmbedderChoice,
    error::Failure,
    find::{self, NamedModel},
    host::Host,
    llm::price::Price,
    models::Store,
    text::{
        mask::{looks_like_a_key, variable},
        shown::{self, given},
    },
};

/// Refuses the name of a model that could not be had.
///
/// # Errors
/// As said.
pub fn model(
    settings: &Settings,
    given: &Overrides,
    store: &Store,
    model: &str,
) -> Result<(), Failure> {
    match wrong(settings, given, store, model) {
        Some((message, hint)) => Err(Failure::input(message).hint(hint)),
        None => Ok(()),
    }
}

/// The settings as far as their file can be read, and what is wrong with it, by itself and beside what there is to
/// choose from. `more` notes what else is wrong.
pub fn settings(
    dirs: &Dirs,
    env: &Env,
    catalog: &Catalog,
    more: impl Fn(&Settings, &mut Findings),
) -> (Settings, Vec<Problem>) {
    // What is wrong with them is told with the other files.
    let stored = StoredKeys::read(&dirs.config).unwrap_or_default();
    let none = || Settings {
        env: env.clone(),
        stored: stored.clone(),
        ..Settings::default()
    };
    let path = dirs.config.join(FILE);
    let shown = shown::path(&path);
    let text = match config::text_of(&path) {
        Ok(None) => return (none(), Vec::new()),
        Ok(Some(text)) => text,
        Err(error) => {
            let message = format!("this file cannot be read: {error}");
            let problem = Problem::of_file(shown, message, "put it right, or move it away");
            return (none(), vec![problem]);
        }
    };
    let source: Arc<str> = text.into();
    let ReadSettings {
        first,
        others,
        mut problems,
    } = config::read(&shown, &source, env);
    let within = |settings| Settings {
        env: env.clone(),
        stored: stored.clone(),
        ..settings
    };
    let store = Store::new(dirs);
    let found = |settings: &Settings| {
        let mut findings = Findings::default();
        choices(settings, catalog, &mut findings);
        models(settings, &store, &mut findings);
        costs(settings, &mut findings);
        unset_keys(settings, &mut findings);
        more(settings, &mut findings);
        located(&shown, &source, findings)
    };
    let first = within(first);
    let of_others = others.into_iter().map(|other| found(&within(other)));
    let more = common([found(&first)].into_iter().chain(of_others));
    // Of what cannot be read nothing more is said.
    let is_new = |one: &Problem| !problems.iter().any(|known| known.field == one.field);
    let more: Vec<Problem> = more.into_iter().filter(is_new).collect();
    problems.extend(more);
    problems.extend(config::exposed_key(&path, &source));
    problems.sort_by_key(|problem| (problem.line, problem.column));
    (first, problems)
}

/// The failure of what the file of the settings has in one field or table, such as `theme` or `keys`, with its place in
/// the file; `None` where nothing is wrong there. `more` notes what else is wrong.
pub fn fault_in(
    host: &Host,
    table: &str,
    more: impl Fn(&Settings, &mut Findings),
) -> Option<Failure> {
    let (_, mut problems) = settings(&host.dirs, &host.settings.env, &host.catalog, more);
    problems.retain(|problem| problem.field.split('.').next() == Some(table));
    let path = shown::path(&host.dirs.config.join(FILE));
    (!problems.is_empty()).then(|| config::failure_of(&path, &problems))
}

/// Themes and seats that there are not.
fn choices(settings: &Settings, catalog: &Catalog, findings: &mut Findings) {
    if let Some(theme) = &settings.theme
        && let Err(unknown) = catalog.theme(theme)
    {
        findings.add(
            Field::of("theme"),
            unknown.to_string(),
            unknown.hints().join("; "),
        );
    }
    let seats = Seats::of_all(catalog);
    for seat in settings.seats.keys().filter(|seat| !seats.have(seat)) {
        findings.add_name(
            Field::of("seats").key(seat.as_str()),
            format!("no format has a seat `{seat}`"),
            seats.expected(seat),
        );
    }
}

/// Models that could not be had.
fn models(settings: &Settings, store: &Store, findings: &mut Findings) {
    // A server that the environment names is asked for whatever it may have.
    let is_alone = settings.providers.is_empty() && settings.env.get("OPENAI_BASE_URL").is_none();
    for (field, model) in set(settings) {
        let strange = || find::stranger_to_none(settings, model).filter(|_| is_alone);
        if let Some((message, expected)) =
            wrong(settings, &Overrides::default(), store, model).or_else(strange)
        {
            findings.add(field, message, expected);
        }
    }
    if let Some(EmbeddingModel::Here(_)) = &settings.embeddings.model
        && let Err(failure) = EmbedderChoice::of(settings, &Overrides::default(), store)
    {
        let field = Field::of("embeddings").key("model");
        findings.add(field, &failure.message, failure.advice());
    }
}

/// The fault in the name of a model: the message, and what to do.
pub(crate) fn wrong(
    settings: &Settings,
    flags: &Overrides,
    store: &Store,
    model: &str,
) -> Option<(String, String)> {
    if looks_like_a_key(model) {
        return Some((NO_NAME.to_owned(), NO_NAME_HINT.to_owned()));
    }
    match find::named(settings, model) {
        NamedModel::Here(name) => {
            let failure = find::speaks_here(store, name).err()?;
            Some((failure.message.clone(), failure.advice()))
        }
        NamedModel::At(..) => None,
        NamedModel::Usual(_) => find::stranger(settings, flags, model),
    }
}

/// The models that are set, each with where.
fn set(settings: &Settings) -> Vec<(Field, &str)> {
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

/// A limit on cost that could not be kept.
fn costs(settings: &Settings, findings: &mut Findings) {
    if settings.limits.max_cost.is_none() {
        return;
    }
    let first = settings.providers.first();
    let usual = first.and_then(|one| Some(one.models.first()?.as_str()));
    let usual = usual.filter(|_| settings.model.is_none());
    let asked: BTreeSet<&str> = set(settings)
        .into_iter()
        .map(|(_, model)| model)
        .chain(usual)
        .collect();
    let unpriced: Vec<String> = asked
        .iter()
        .filter(|model| find::price(settings, model) == Price::Unknown)
        .map(|model| format!("`{}`", given(model)))
        .collect();
    let (message, expected) = if !unpriced.is_empty() {
        let of = unpriced.join(", ");
        (
            format!("a limit on cost cannot be kept, because the price of {of} is not known"),
            "expected [[prices]] for every model, or `max_tokens` in its place",
        )
    } else if asked.is_empty() && !find::are_prices_known(settings) {
        (
            "a limit on cost cannot be kept, because no price is known of whatever model is found"
                .to_owned(),
            "expected [[prices]] for it, or `max_tokens` in its place",
        )
    } else {
        return;
    };
    findings.add(Field::of("limits").key("max_cost"), message, expected);
}

/// The variables that are to hold keys and are not set, of providers whose models are to be asked: their servers would
/// refuse. Of a provider that nobody is to ask, nothing is said.
fn unset_keys(settings: &Settings, findings: &mut Findings) {
    for provider in missed_keys(settings) {
        let name = provider.key_env.as_deref().unwrap_or_default();
        let variable = variable(name);
        findings.add(
            Field::of("providers").key(&provider.name).key("key_env"),
            format!("{variable} is not set, and a model of this provider is to be asked"),
            settings.env.advice_to_set(name),
        );
    }
}

/// The providers whose models are to be asked, and whose keys are to be in variables that are not set.
pub(crate) fn missed_keys(settings: &Settings) -> Vec<&Provider> {
    let mut asked = BTreeSet::new();
    // Where no model is named, the first one's are asked, and under a name of none, too.
    let usual = settings.providers.first().map(|one| one.name.clone());
    let models = set(settings).into_iter().map(|(_, model)| model);
    for model in models {
        match find::named(settings, model) {
            NamedModel::At(provider, _) => asked.extend([provider.name]),
            NamedModel::Usual(_) => asked.extend(usual.clone()),
            NamedModel::Here(_) => {}
        }
    }
    if settings.model.is_none() {
        asked.extend(usual);
    }
    if let Some(EmbeddingModel::At { provider, .. }) = &settings.embeddings.model {
        asked.insert(provider.clone());
    }
    let is_unset = |name: &str| settings.env.get(name).is_none();
    let all = settings.providers.iter();
    all.filter(|one| asked.contains(&one.name))
        .filter(|one| one.key_env.as_deref().is_some_and(is_unset) && !settings.stored.has(one))
        .collect()
}
