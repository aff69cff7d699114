//! `hustings corpus`: what personas wrote and said, read, listed, searched and forgotten.

use std::{sync::Arc, time::Instant};

use serde_json::json;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::{
    corpus::{
        Added, CorpusError, CorpusSummary, Hit, IngestProgress, Labels, Library, add,
        embed_missing, find_by,
    },
    error::{Exit, Failure},
    host::style,
    llm::embed::Embedder,
    models::{self, human},
    text::{counted, sanitize::sanitize_line, shown},
};

use super::{
    Host,
    args::{AddArgs, CorpusCommand, CorpusSearchArgs},
    debates,
    layout::Sheet,
    meter::Meter,
    out,
    signals::on_signal,
    steps::Steps,
    table::table,
};

/// So much that was said and not yet heard is kept.
const HEARD: usize = 256;

/// `hustings corpus …`.
pub(super) async fn run(host: &Host, what: CorpusCommand) -> Result<Exit, Failure> {
    match what {
        CorpusCommand::Add(args) => take_in(host, args).await,
        CorpusCommand::List {
            persona: None,
            json,
        }
        | CorpusCommand::Stats { json } => summaries(host, json),
        CorpusCommand::List {
            persona: Some(persona),
            json,
        } => sources(host, &persona, json),
        CorpusCommand::Search(args) => search(host, args).await,
        CorpusCommand::Remove {
            persona,
            source,
            yes,
        } => remove(host, &persona, source.as_deref(), yes),
        CorpusCommand::Embed { persona } => {
            if let Some(persona) = &persona {
                host.catalog.persona(persona)?;
            }
            host.embeddings_are_there().await?;
            let library = Arc::new(Library::open(&host.dirs.data)?);
            let embedder = host.embedder_or_why()?.map_err(|why| {
                Failure::no_model(format!("there is no model that embeds: {why}"))
            })?;
            embed(&library, persona.as_deref(), embedder.as_ref()).await
        }
        CorpusCommand::Style { persona, force } => {
            let library = Library::open(&host.dirs.data)?;
            let entry = host.catalog.persona(&persona)?;
            let file = style::draw(host, &library, &entry.id, &entry.value, force).await?;
            out::print(|out| {
                writeln!(
                    out,
                    "{} was written; edit it as you like.",
                    shown::path(&file)
                )
            })
        }
    }
}

async fn take_in(host: &Host, args: AddArgs) -> Result<Exit, Failure> {
    let entry = host.catalog.persona(&args.persona)?;
    let (persona, name) = (entry.id.clone(), entry.value.name.clone());
    let library = Arc::new(Library::open(&host.dirs.data)?);
    let before = library.passages_of(&persona)?;
    let added = read_in(&library, &persona, &args).await?;
    out::print(|out| writeln!(out, "{}", told(&name, &added)))?;
    if added.stopped {
        return Ok(stopped());
    }
    if added.passages + added.known + added.there == 0 {
        return Err(Failure::input("nothing was found that could be read")
            .hint("`hustings corpus add --help` says which files can be."));
    }
    if !args.no_embeddings {
        match host.embedder_or_why()? {
            Ok(embedder) => {
                let exit = embed(&library, Some(&persona), embedder.as_ref()).await?;
                if exit != Exit::Done {
                    return Ok(exit);
                }
            }
            Err(why) => out::say(&format!("No embeddings: {why}")),
        }
    }
    // A corpus that has just begun shows how somebody writes; later it is drawn anew when it is asked for.
    let is_new = before == 0 && added.passages > 0;
    if is_new && !args.no_style {
        let drawn = style::draw(host, &library, &persona, &entry.value, false).await;
        match drawn {
            Ok(file) => out::say(&format!(
                "The style was drawn from them: {}",
                shown::path(&file)
            )),
            Err(failure) => out::say(&format!(
                "The style was not drawn from them: {}; `hustings corpus style {persona}` does it later.",
                failure.message
            )),
        }
    }
    Ok(Exit::Done)
}

fn stopped() -> Exit {
    out::say("Stopped. What is in stays in; the same command goes on.");
    Exit::Interrupted
}

fn told(name: &str, added: &Added) -> String {
    let mut told = format!(
        "{name}: {} from {} ({})",
        counted(added.passages, "new passage", "new passages"),
        counted(added.files, "file", "files"),
        human(added.bytes)
    );
    for (count, one, several) in [
        (
            added.known,
            "passage was there already",
            "passages were there already",
        ),
        (
            added.there,
            "file was there already",
            "files were there already",
        ),
        (added.skipped, "file was skipped", "files were skipped"),
    ] {
        if count > 0 {
            told = format!("{told}; {}", counted(count, one, several));
        }
    }
    told + "."
}

/// Reads on a thread of its own, shows how far it is, and stops it on Ctrl-C.
async fn read_in(library: &Arc<Library>, persona: &str, args: &AddArgs) -> Result<Added, Failure> {
    let (sender, mut heard) = mpsc::channel(HEARD);
    let cancel = CancellationToken::new();
    let signals = tokio::spawn(on_signal(cancel.clone()));
    let clean = |text: &Option<String>| text.as_deref().map(sanitize_line);
    let labels = Labels {
        title: clean(&args.title),
        source_type: clean(&args.source_type),
        date: clean(&args.date),
        speaker: clean(&args.speaker),
        tags: args.tags.iter().map(|tag| sanitize_line(tag)).collect(),
    };
    let (library, persona, paths) = (Arc::clone(library), persona.to_owned(), args.paths.clone());
    let mut work = tokio::task::spawn_blocking(move || {
        let mut tell = |progress: IngestProgress| {
            // What is skipped is told in any case, how far it is when somebody has time to hear it.
            match progress {
                IngestProgress::Skipped { .. } => drop(sender.blocking_send(progress)),
                IngestProgress::Bytes { .. } => drop(sender.try_send(progress)),
            }
        };
        let now = crate::clock::now().as_millisecond();
        add(&library, &persona, &paths, &labels, now, &mut tell, &|| {
            !cancel.is_cancelled()
        })
    });
    let mut meter = Meter::on_stderr("reading");
    let mut hear = |progress| {
        let progress = match progress {
            IngestProgress::Bytes { done, total } => models::PullProgress::Bytes { done, total },
            IngestProgress::Skipped { what } => {
                models::PullProgress::Note(format!("skipped {what}"))
            }
        };
        meter.hear(progress, Instant::now());
    };
    let done = loop {
        tokio::select! {
            Some(progress) = heard.recv() => hear(progress),
            done = &mut work => break done,
        }
    };
    while let Ok(progress) = heard.try_recv() {
        hear(progress);
    }
    meter.end();
    signals.abort();
    let added =
        done.map_err(|error| Failure::internal(format!("the reading broke off: {error}")))?;
    Ok(added?)
}

async fn embed(
    library: &Arc<Library>,
    persona: Option<&str>,
    embedder: &dyn Embedder,
) -> Result<Exit, Failure> {
    let cancel = CancellationToken::new();
    let signals = tokio::spawn(on_signal(cancel.clone()));
    let mut steps = Steps::new("embedding passages");
    let done = {
        let mut tell = |done, total| steps.at(done, total);
        let work = embed_missing(library, persona, embedder, &mut tell);
        tokio::select! {
            done = work => Some(done),
            () = cancel.cancelled() => None,
        }
    };
    steps.end();
    signals.abort();
    match done {
        None => {
            out::say("Stopped. What was embedded is kept; `hustings corpus embed` goes on.");
            Ok(Exit::Interrupted)
        }
        Some(done) => {
            let done = done?;
            out::print(|out| {
                writeln!(
                    out,
                    "{} embedded by {}.",
                    counted(done, "passage was", "passages were"),
                    embedder.label()
                )
            })
        }
    }
}

fn summaries(host: &Host, json: bool) -> Result<Exit, Failure> {
    let summaries = match Library::find_in(&host.dirs.data)? {
        Some(library) => library.summaries()?,
        None => Vec::new(),
    };
    if json {
        return out::print(|out| writeln!(out, "{:#}", json!(summaries)));
    }
    if summaries.is_empty() {
        return out::print(|out| {
            writeln!(
                out,
                "There are no corpora yet; `hustings corpus add PERSONA PATH…` begins one."
            )
        });
    }
    let mut rows = vec![
        ["", "sources", "passages", "words", "embedded"]
            .map(str::to_owned)
            .to_vec(),
    ];
    rows.extend(summaries.iter().map(row));
    out::print(|out| write!(out, "{}", table(&rows)))
}

fn row(summary: &CorpusSummary) -> Vec<String> {
    let embedded = match summary.embedded.as_slice() {
        [] => "-".to_owned(),
        models => models
            .iter()
            .map(|(label, count)| format!("{} % {label}", count * 100 / summary.passages.max(1)))
            .collect::<Vec<_>>()
            .join(", "),
    };
    let unfinished = match summary.unfinished {
        0 => String::new(),
        count => format!(" ({count} unfinished)"),
    };
    vec![
        summary.persona.clone(),
        format!("{}{unfinished}", summary.sources),
        summary.passages.to_string(),
        summary.words.to_string(),
        embedded,
    ]
}

fn sources(host: &Host, persona: &str, json: bool) -> Result<Exit, Failure> {
    let persona = &host.catalog.persona(persona)?.id;
    let none = || CorpusError::NoCorpus {
        persona: persona.clone(),
    };
    let library = Library::find_in(&host.dirs.data)?.ok_or_else(none)?;
    let sources = library.sources(persona)?;
    if json {
        return out::print(|out| writeln!(out, "{:#}", json!(sources)));
    }
    let mut sheet = Sheet::new(out::width());
    let rows = sources.iter().map(|source| {
        let mut about = vec![source.source_type.clone()];
        about.extend(source.date.clone());
        about.extend(source.speaker.clone());
        about.push(format!(
            "{}, {}",
            counted(source.passages, "passage", "passages"),
            counted(source.words, "word", "words")
        ));
        if !source.tags.is_empty() {
            about.push(source.tags.join(", "));
        }
        if !source.whole {
            about.push("unfinished: add it again to go on".to_owned());
        }
        let title = source.title.as_deref().unwrap_or(&source.name);
        (
            source.name.as_str(),
            format!("{title} ({})", about.join("; ")),
        )
    });
    sheet.rows(rows);
    out::print(|out| out.write_all(sheet.into_string().as_bytes()))
}

async fn search(host: &Host, args: CorpusSearchArgs) -> Result<Exit, Failure> {
    let persona = match &args.persona {
        Some(persona) => Some(host.catalog.persona(persona)?.id.clone()),
        None => None,
    };
    let Some(library) = Library::find_in(&host.dirs.data)? else {
        return Err(Failure::input("there are no corpora yet")
            .hint("`hustings corpus add PERSONA PATH…` begins one."));
    };
    let (embedder, why) = if args.words {
        (None, None)
    } else {
        match host.embedder_or_why()? {
            Ok(embedder) => (Some(embedder), None),
            Err(why) => (None, Some(why)),
        }
    };
    let questions = [args.question.join(" ")];
    let limit = usize::from(args.limit);
    let library = Arc::new(library);
    let (hits, trouble) = find_by(
        &library,
        embedder.as_ref(),
        persona.as_deref(),
        &questions,
        limit,
    )
    .await?;
    if let Some(trouble) = trouble.as_deref().or(why) {
        out::say(&format!("By words alone: {trouble}"));
    }
    if args.json {
        return out::print(|out| writeln!(out, "{:#}", json!(hits)));
    }
    if hits.is_empty() {
        return out::print(|out| writeln!(out, "Nothing fits."));
    }
    let mut sheet = Sheet::new(out::width());
    for (number, hit) in (1..).zip(&hits) {
        sheet.heading(&format!("{number}. {}", hit.source()));
        sheet.paragraphs(&hit.text);
        sheet.paragraphs(&found_by(hit));
    }
    out::print(|out| out.write_all(sheet.into_string().as_bytes()))
}

/// How a passage was found, for people who want to know.
fn found_by(hit: &Hit) -> String {
    let mut by = Vec::new();
    by.extend(hit.by_words.map(|place| format!("by words {place}.")));
    by.extend(hit.by_meaning.map(|place| format!("by meaning {place}.")));
    by.extend(hit.cosine.map(|cosine| format!("cosine {cosine:.2}")));
    format!("({}; {})", hit.persona, by.join(", "))
}

fn remove(host: &Host, persona: &str, source: Option<&str>, yes: bool) -> Result<Exit, Failure> {
    // As it is shown, or as it is.
    let source = source.map(shown::named);
    let source = source.as_deref();
    let persona = host.persona_with_corpus(persona)?;
    let library = Library::open(&host.dirs.data)?;
    if !yes && !agrees(&persona, source)? {
        out::say("Nothing was removed.");
        return Ok(Exit::Done);
    }
    let gone = library.remove(&persona, source)?;
    let gone = counted(gone, "passage was", "passages were");
    out::print(|out| writeln!(out, "{gone} removed."))
}

fn agrees(persona: &str, source: Option<&str>) -> Result<bool, Failure> {
    let what = match source {
        Some(source) => format!("\"{source}\" of {persona}"),
        None => format!("everything of {persona}"),
    };
    debates::ask(&format!(
        "Remove {what} from the library? The files themselves stay."
    ))
    .map_err(|error| Failure::input(error.to_string()).hint("add --yes to remove it"))
}
