//! Which model would play which part, what it costs, and the models that run in the program.

use std::time::Duration;

use tokio::time::timeout;

use super::{
    diagnosis::{Area, Diagnosis},
    servers::{self, LookedAt},
};
use crate::{
    Host,
    config::Provider,
    embeddings::EmbedderChoice,
    error::Failure,
    find::{self, SharedModels},
    llm::{
        ModelError,
        embed::{NONE_HINT, OFF_HINT},
        openai::BaseUrl,
        price::Price,
        probe::is_meant,
        roster::{self, Roster, RosterPart},
    },
    models::{Catalogue, ModelKind, Store, human, memory_needed},
    text::shown::given,
};

/// The longest time in which it is found out which model plays which part: servers may be asked for that.
const LIMIT: Duration = Duration::from_secs(4);

/// Looks at the servers, and at the models for all parts.
///
/// # Errors
/// The flags name a server or a key that there is not.
pub async fn servers_and_models(host: &Host) -> Result<Vec<Diagnosis>, Failure> {
    let mut shared = SharedModels::new(None);
    let found = host.roster_among(&host.overrides, &mut shared);
    let (looked, roster) = tokio::join!(servers::look(host), timeout(LIMIT, found));
    let looked = looked?;
    let roster = roster.unwrap_or_else(|_| {
        let secs = LIMIT.as_secs();
        Err(Failure::no_model(format!(
            "which model plays which part is not known after {secs} seconds: a server does not say which it has"
        ))
        .hint(servers::HANGS))
    });
    let embeddings = host.embeddings();
    let needed = needed(host, &roster);
    let mut all = servers::diagnoses(&host.settings, &looked, |server| {
        needed.iter().any(|(url, label)| server.has(url, label))
    });
    all.extend(match &roster {
        Ok(roster) => parts(host, roster, &looked),
        Err(failure) => vec![Diagnosis::of_failure(Area::Models, failure)],
    });
    all.push(embedder(&embeddings, &looked));
    all.extend(here(host));
    Ok(all)
}

/// The models that have a part and are a server's: its address, and their labels. Where that is not known, one of the
/// server that is asked first.
fn needed(host: &Host, roster: &Result<Roster, Failure>) -> Vec<(BaseUrl, String)> {
    if let Ok(roster) = roster {
        let parts = roster.parts();
        let of_server = |part: &RosterPart<'_>| {
            let (url, _) = part.server()?;
            Some((url.clone(), part.label().to_owned()))
        };
        return parts.iter().filter_map(of_server).collect();
    }
    let given = find::adhoc(&host.settings, &host.overrides).ok().flatten();
    let first = given.or_else(|| find::usual(&host.settings));
    let any = |provider: Provider| (provider.base_url, format!("{}:", provider.name));
    first.map(any).into_iter().collect()
}

/// The models of a roster, with what its servers say of each, and the prices.
fn parts(host: &Host, roster: &Roster, looked: &[LookedAt]) -> Vec<Diagnosis> {
    let area = Area::Models;
    let mut found = Vec::new();
    let parts = roster.parts();
    for part in &parts {
        let server = part.server().and_then(|(url, _)| {
            let mut all = looked.iter();
            all.find(|one| one.has(url, part.label()))
        });
        let missing = part
            .server()
            .and_then(|(url, name)| missing(server?, url, name));
        let outage = server.and_then(LookedAt::outage);
        found.push(match (missing, outage) {
            (Some(failure), _) => {
                let message = format!("{}: {}", part.describe(), failure.message);
                Diagnosis::of_failure(area, &Failure { message, ..failure })
            }
            // Of the same weight as where no model is named, and the server is asked which it has.
            (None, Some(outage)) => {
                let failure = Failure::no_model(format!("{}: {outage}", part.describe()))
                    .hint("see to the server, or choose another model: --model, --role, --seat");
                Diagnosis::of_failure(area, &failure)
            }
            (None, None) => Diagnosis::ok(area, part.describe()),
        });
    }
    let unpriced = parts.iter().filter(|part| part.price() == Price::Unknown);
    let unpriced: Vec<String> = unpriced.map(|part| given(part.label())).collect();
    if !unpriced.is_empty() {
        let message = format!("it is not known what {} costs", unpriced.join(", "));
        let advice = "give its price under [[prices]] in config.toml, or `free = true` there where it costs nothing";
        found.push(match host.settings.limits.max_cost {
            Some(_) => {
                let message = format!("{message}, so that `max_cost` cannot be kept");
                Diagnosis::fault(area, message, advice)
            }
            None => Diagnosis::note(area, message, advice),
        });
    }
    found
}

/// What is to be said of a model that its server does not list.
fn missing(server: &LookedAt, url: &BaseUrl, name: &str) -> Option<Failure> {
    let offers = server.models()?;
    if offers.iter().any(|listed| is_meant(name, listed)) {
        return None;
    }
    Some(roster::failure(&ModelError::NoSuchModel {
        model: name.to_owned(),
        url: url.to_string(),
        offers: offers.into_iter().map(str::to_owned).collect(),
    }))
}

/// The model that embeds. Debates are held without it, too.
fn embedder(choice: &Result<EmbedderChoice, Failure>, looked: &[LookedAt]) -> Diagnosis {
    let area = Area::Models;
    let (choice, server, embedder) = match choice {
        Err(failure) => return Diagnosis::of_failure(area, failure),
        Ok(EmbedderChoice::Off) => return Diagnosis::note(area, "embeddings: off", OFF_HINT),
        Ok(EmbedderChoice::Nothing) => {
            return Diagnosis::note(area, "embeddings: no model is there", NONE_HINT);
        }
        Ok(
            choice @ EmbedderChoice::Model {
                server, embedder, ..
            },
        ) => (choice, server, embedder),
    };
    let message = format!("embeddings: {}", choice.describe());
    let asked = server.as_deref().and_then(|(endpoint, name)| {
        let url = &endpoint.base_url;
        let mut all = looked.iter();
        let server = all.find(|one| one.has(url, embedder.label()))?;
        Some((server, missing(server, url, name)))
    });
    match asked {
        Some((_, Some(failure))) => {
            let message = format!("{message}: {}", failure.message);
            Diagnosis::note(area, message, failure.advice())
        }
        Some((server, None)) => match server.outage() {
            Some(outage) => {
                let message = format!("{message}: {outage}");
                let advice = "see to the server, or choose another model: `model` under [embeddings] in config.toml";
                Diagnosis::note(area, message, advice)
            }
            None => Diagnosis::ok(area, message),
        },
        None => Diagnosis::ok(area, message),
    }
}

/// The models that run in the program.
fn here(host: &Host) -> Vec<Diagnosis> {
    let store = host.store();
    let mut found = installed(&store);
    // Of a list that cannot be read it is told with the catalog.
    let list = Catalogue::read(&host.dirs).ok();
    for entry in list.iter().flat_map(Catalogue::entries) {
        let come = store.half_made(&entry.name);
        if come > 0 && store.named(&entry.name).is_none() {
            let (come, all) = (human(come), human(entry.bytes()));
            let message = format!("embedded:{}: {come} of {all} have come", entry.name);
            let advice = format!(
                "`hustings model pull {}` goes on, `hustings model remove {}` throws it away",
                entry.name, entry.name
            );
            found.push(Diagnosis::note(Area::Models, message, advice));
        }
    }
    found
}

fn installed(store: &Store) -> Vec<Diagnosis> {
    let area = Area::Models;
    let mut found = Vec::new();
    for model in store.installed() {
        let (name, size) = (&model.name, human(model.size()));
        let message = format!("embedded:{name}: in the program, {size}");
        let needed = memory_needed(model.bytes);
        let free = store.free_memory().filter(|free| *free < needed);
        found.push(match free {
            Some(free) if model.kind == ModelKind::Writes => {
                let (needed, free) = (human(needed), human(free));
                let message =
                    format!("{message}; it needs {needed} of memory, and {free} are free");
                let advice = "close other programs, or choose a smaller model: hustings model list";
                Diagnosis::note(area, message, advice)
            }
            Some(_) | None => Diagnosis::ok(area, message),
        });
    }
    if found.is_empty() {
        let message = if cfg!(feature = "embedded") {
            "none runs in the program yet; `hustings model list` says which can be fetched"
        } else {
            "this program was built without models of its own"
        };
        found.push(Diagnosis::ok(area, message));
    }
    found
}
