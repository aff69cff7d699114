//! `hustings model`: the models that the program runs by itself, listed, fetched, imported and removed.

use std::{future::Future, io, path::Path, time::Instant};

use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::{
    error::{Exit, Failure},
    models::{
        Catalogue, Hub, HubReference, Installed, MemoryFit, ModelEntry, ModelFile, ModelKind,
        PullError, PullProgress, RECOMMENDED, Store, Unfinished, human, import, plan_lines, pull,
    },
    text::{
        shown::{self, given, named},
        upper_first,
    },
};

use super::{
    Host, agreed, args::ModelCommand, bench, layout::Sheet, meter::Meter, out, signals::on_signal,
    trial,
};

/// The word for a model that has no part in a debate.
const EMBEDS: &str = "embeddings";
/// The capacity for messages that were said and not yet heard; the rest is lost, and no loss.
const MESSAGES: usize = 256;

/// `hustings model …`.
pub(super) async fn run(host: &Host, what: ModelCommand) -> Result<Exit, Failure> {
    let catalogue = Catalogue::load(&host.dirs)?;
    let store = Store::new(&host.dirs);
    match what {
        ModelCommand::List { json } => list(&catalogue, &store, json),
        ModelCommand::Show { name, json } => show(&catalogue, &store, &name, json),
        ModelCommand::Pull { name, yes } => {
            if let Some(reference) = name.as_deref().and_then(HubReference::of) {
                let hub = Hub::new(&host.settings)?;
                let entry = hub.model(&reference?).await?;
                return fetch(&entry, &hub.allowed(&store), yes).await;
            }
            let entry = match &name {
                Some(name) => catalogue.find(name)?,
                None => catalogue.default_entry(),
            };
            fetch(entry, &store, yes).await
        }
        ModelCommand::Search { words, json } => search(host, &words.join(" "), json).await,
        ModelCommand::Recommend { json } => recommend(&store, json),
        ModelCommand::Import { file, name } => {
            take(&catalogue, &store, &file, name.as_deref()).await
        }
        ModelCommand::Bench {
            name,
            against,
            server_pid,
        } => bench::run(host, name.as_deref(), against.as_deref(), server_pid).await,
        ModelCommand::Trial(args) => Box::pin(trial::run(host, &args)).await,
        ModelCommand::Remove { name } => remove(&catalogue, &store, &name),
    }
}

/// Everything that there is to say of one model: as it can be fetched, and as it is there.
struct Row<'a> {
    entry: Option<&'a ModelEntry>,
    installed: Option<Installed>,
}

impl Row<'_> {
    fn name(&self) -> &str {
        match (self.entry, &self.installed) {
            (Some(entry), _) => &entry.name,
            (None, Some(installed)) => &installed.name,
            (None, None) => "",
        }
    }

    fn line(&self, store: &Store) -> String {
        let mut marks = Vec::new();
        let mut text = String::new();
        if let Some(entry) = self.entry {
            text.clone_from(&entry.summary);
            if self.installed.is_none() {
                marks.push(human(entry.bytes()));
            }
            if entry.kind == ModelKind::Embeds {
                marks.push(EMBEDS.to_owned());
            }
            if entry.default {
                marks.push("default".to_owned());
            }
        }
        if let Some(installed) = &self.installed {
            if self.entry.is_none() {
                text = sentence(&installed.from);
            }
            marks.push(format!("installed, {}", human(installed.size())));
        } else {
            let kept = store.half_made(self.name());
            if kept > 0 {
                marks.push(format!("{} of it have come", human(kept)));
            }
        }
        format!("{text} ({})", marks.join("; "))
    }

    /// The fields of `models.toml` where it can be fetched, and `installed`, which is null where it is not there.
    fn json(&self) -> Value {
        let mut value = match self.entry {
            Some(entry) => json!(entry),
            None => json!({ "name": self.name() }),
        };
        if let Value::Object(fields) = &mut value {
            fields.insert("installed".to_owned(), json!(self.installed));
        }
        value
    }
}

/// The line of a model that is on its way, and that the catalogue does not have.
fn on_its_way(one: &Unfinished) -> String {
    let from = one.from.as_deref().unwrap_or("a source that is not known");
    format!(
        "On its way from {from}. ({} of it have come; `hustings model remove {}` throws them away)",
        human(one.bytes),
        one.name
    )
}

/// The models that can be fetched, then those that were imported.
fn rows<'a>(catalogue: &'a Catalogue, store: &Store) -> Vec<Row<'a>> {
    let mut installed = store.installed();
    let mut rows: Vec<Row<'a>> = Vec::new();
    for entry in catalogue.entries() {
        let place = installed
            .iter()
            .position(|model| model.name.eq_ignore_ascii_case(&entry.name));
        rows.push(Row {
            entry: Some(entry),
            installed: place.map(|place| installed.remove(place)),
        });
    }
    rows.extend(installed.into_iter().map(|model| Row {
        entry: None,
        installed: Some(model),
    }));
    rows
}

fn list(catalogue: &Catalogue, store: &Store, json: bool) -> Result<Exit, Failure> {
    let rows = rows(catalogue, store);
    if json {
        let values: Vec<Value> = rows.iter().map(Row::json).collect();
        return out::print(|out| writeln!(out, "{:#}", Value::Array(values)));
    }
    let mut coming = store.unfinished();
    coming.retain(|one| {
        rows.iter()
            .all(|row| !row.name().eq_ignore_ascii_case(&one.name))
    });
    let mut sheet = Sheet::new(out::width());
    let there = rows.iter().map(|row| (row.name(), row.line(store)));
    let coming = coming
        .iter()
        .map(|one| (one.name.as_str(), on_its_way(one)));
    sheet.rows(there.chain(coming));
    sheet.footer("`hustings model pull NAME` fetches one; `hustings model show NAME` says more.");
    out::print(|out| out.write_all(sheet.into_string().as_bytes()))
}

fn show(catalogue: &Catalogue, store: &Store, name: &str, json: bool) -> Result<Exit, Failure> {
    let row = match (catalogue.find(name), store.find(name)) {
        (Ok(entry), _) => Row {
            entry: Some(entry),
            installed: store.named(&entry.name),
        },
        (Err(_), Some(installed)) => Row {
            entry: None,
            installed: Some(installed),
        },
        (Err(failure), None) => return Err(failure),
    };
    if json {
        return out::print(|out| writeln!(out, "{:#}", row.json()));
    }
    let mut sheet = Sheet::new(out::width());
    sheet.title(row.name());
    if let Some(entry) = row.entry {
        sheet.fields([
            ("summary", entry.summary.clone()),
            ("other names", entry.aliases.join(", ")),
            ("whose", entry.by.clone()),
            ("licence", entry.licence.clone()),
            ("kind", kind(entry.kind).to_owned()),
            ("size", human(entry.bytes())),
            ("sha256", entry.main.sha256.clone()),
            ("beside", names(&entry.beside)),
            ("context", format!("{} tokens", entry.context)),
            ("profile", entry.profile.clone()),
            ("note", entry.note.clone()),
        ]);
        sheet.heading("From");
        for source in &entry.sources {
            sheet.item(&source.describe());
        }
    }
    match &row.installed {
        Some(there) => {
            let original = there.original_sha256.as_ref();
            sheet.heading("Installed");
            sheet.fields([
                ("file", shown::path(&there.path)),
                ("size", human(there.size())),
                ("sha256", there.sha256.clone()),
                (
                    "converted",
                    original.map_or_else(String::new, |sha| {
                        format!("from a file with the SHA-256 {sha}")
                    }),
                ),
                ("context", format!("{} tokens", there.context)),
                ("profile", there.profile.clone()),
                ("from", there.from.clone()),
                ("since", there.since.clone()),
            ]);
        }
        None => sheet.footer(&format!(
            "Not installed: `hustings model pull {}` fetches it.",
            row.name()
        )),
    }
    out::print(|out| out.write_all(sheet.into_string().as_bytes()))
}

async fn search(host: &Host, words: &str, json: bool) -> Result<Exit, Failure> {
    let (found, skipped) = Hub::new(&host.settings)?.search(words).await?;
    if skipped > 0 {
        out::say(&format!(
            "{skipped} of what the hub answered cannot be read, or has no name to fetch it by, and is left out."
        ));
    }
    if json {
        return out::print(|out| writeln!(out, "{:#}", json!(found)));
    }
    if found.is_empty() {
        return Err(Failure::input(format!(
            "the hub has no GGUF model for \"{}\"",
            given(words)
        ))
        .hint("try fewer words, or those of the model's own name"));
    }
    let mut sheet = Sheet::new(out::width());
    sheet.rows(found.iter().map(|one| {
        let mut marks = vec![match one.licence.as_str() {
            "" => "no licence stated".to_owned(),
            licence => licence.to_owned(),
        }];
        marks.push(format!("fetched {} times of late", one.downloads));
        if one.gated {
            marks.push("for those alone who have asked for it".to_owned());
        }
        (one.name.as_str(), marks.join("; "))
    }));
    sheet.footer("`hustings model pull NAME` says the rest before it fetches one.");
    out::print(|out| out.write_all(sheet.into_string().as_bytes()))
}

fn recommend(store: &Store, json: bool) -> Result<Exit, Failure> {
    if json {
        let all = RECOMMENDED.iter().map(|one| {
            let mut value = json!(one);
            if let Value::Object(fields) = &mut value {
                fields.insert("memory".to_owned(), json!(one.memory()));
                fields.insert("fits".to_owned(), json!(one.fit(store)));
            }
            value
        });
        let all: Vec<Value> = all.collect();
        return out::print(|out| writeln!(out, "{:#}", Value::Array(all)));
    }
    let mut sheet = Sheet::new(out::width());
    sheet.rows(RECOMMENDED.iter().map(|one| {
        let fits = match one.fit(store) {
            MemoryFit::Now => "fits this machine",
            MemoryFit::Later => "fits this machine when other programs are closed",
            MemoryFit::Never => "too large for this machine",
            MemoryFit::Unknown => "what memory there is here is not known",
        };
        let tried = if one.is_tried {
            "debates were held with it here"
        } else {
            "not tried here"
        };
        let sizes = format!(
            "{} billion weights, {} to fetch, {} of memory",
            one.billions,
            human(one.bytes),
            human(one.memory())
        );
        (
            one.name,
            format!("{sizes}; {}; {fits}; {tried}", one.licence),
        )
    }));
    sheet.footer("The larger the better, and the slower. `hustings model pull NAME` fetches one.");
    out::print(|out| out.write_all(sheet.into_string().as_bytes()))
}

async fn fetch(entry: &ModelEntry, store: &Store, yes: bool) -> Result<Exit, Failure> {
    if let Some(there) = store.named(&entry.name)
        && there.is(entry)
    {
        return tell(&format!("{} is there already", entry.name), &there);
    }
    out::print(|out| {
        plan_lines(entry, store)
            .iter()
            .try_for_each(|line| writeln!(out, "{line}"))
    })?;
    if !yes && !agreed::to_fetch("it")? {
        out::say("Nothing was fetched.");
        return Ok(Exit::Done);
    }
    let installed = watched("fetching", |progress, cancel| {
        pull(entry, store, progress, cancel)
    })
    .await?;
    tell(&format!("{} is there", entry.name), &installed)
}

async fn take(
    catalogue: &Catalogue,
    store: &Store,
    file: &Path,
    name: Option<&str>,
) -> Result<Exit, Failure> {
    let work = |progress, cancel| import(file, name, catalogue, store, progress, cancel);
    let installed = watched("copying", work).await?;
    tell(&format!("{} is there", installed.name), &installed)
}

fn tell(what: &str, model: &Installed) -> Result<Exit, Failure> {
    let (size, path) = (human(model.size()), shown::path(&model.path));
    out::print(|out| writeln!(out, "{what}: {size}, {path}"))
}

/// The name of the only model on its way that is meant by a name on a hub.
fn half_made(store: &Store, name: &str) -> Option<String> {
    let reference = HubReference::of(name)?.ok()?;
    let mut all = store.unfinished();
    all.retain(|one| one.is_of(&reference));
    match all.as_slice() {
        [one] => Some(one.name.clone()),
        _ => None,
    }
}

fn remove(catalogue: &Catalogue, store: &Store, name: &str) -> Result<Exit, Failure> {
    let known = catalogue.find(name);
    let plain = match (&known, store.find(name)) {
        (_, Some(there)) => there.name,
        (Ok(entry), None) => entry.name.clone(),
        (Err(_), None) => half_made(store, name).unwrap_or_else(|| named(name)),
    };
    match store.remove(&plain) {
        Ok(Some(freed)) => {
            out::print(|out| writeln!(out, "{plain} was removed; {} are free again", human(freed)))
        }
        Ok(None) => Err(match known {
            Ok(_) => Failure::input(format!("the model `{plain}` is not there")),
            Err(_) => Failure::input(format!("there is no model `{}`", given(&plain))),
        }
        .hint("`hustings model list` says which are")),
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
            Err(PullError::Busy { name: plain }.into())
        }
        Err(error) => Err(
            Failure::internal(format!("`{plain}` cannot be removed: {error}"))
                .hint(format!("it is in {}", shown::path(&store.folder()))),
        ),
    }
}

/// Does something long, shows how far it is, and stops it on Ctrl-C.
async fn watched<F: Future<Output = Result<Installed, PullError>>>(
    coming: &'static str,
    work: impl FnOnce(mpsc::Sender<PullProgress>, CancellationToken) -> F,
) -> Result<Installed, Failure> {
    let (sender, mut heard) = mpsc::channel(MESSAGES);
    let cancel = CancellationToken::new();
    let signals = on_signal(cancel.clone());
    let mut meter = Meter::on_stderr(coming);
    let mut work = Box::pin(work(sender, cancel));
    let done = loop {
        tokio::select! {
            Some(progress) = heard.recv() => meter.hear(progress, Instant::now()),
            done = &mut work => break done,
        }
    };
    while let Ok(progress) = heard.try_recv() {
        meter.hear(progress, Instant::now());
    }
    meter.end();
    signals.abort();
    Ok(done?)
}

fn kind(kind: ModelKind) -> &'static str {
    match kind {
        ModelKind::Writes => "writes",
        ModelKind::Embeds => "embeddings: it makes vectors of texts and has no part in a debate",
    }
}

fn names(files: &[ModelFile]) -> String {
    let names: Vec<&str> = files.iter().map(|file| file.file.as_str()).collect();
    names.join(", ")
}

/// With a capital and a full stop.
fn sentence(text: &str) -> String {
    format!("{}.", upper_first(text))
}
