//! `hustings corpus`: what personas wrote and said, read, listed, searched and forgotten.

pub(super) mod display;
mod pull;

use std::sync::Arc;

use serde_json::json;

use crate::{
    corpus::{CorpusError, CorpusSummary, Hit, Labels, Library, TagFilter, find_by},
    error::{Exit, Failure},
    files::Existing,
    host::{
        corpora::{CorpusAddition, CorpusWishes},
        corpus_kinds::check_kind,
        style,
    },
    text::{counted, sanitize::sanitize_line, shown, upper_first},
};

use super::{
    Host,
    args::{AddArgs, CorpusCommand, CorpusSearchArgs, LabelArgs, WishArgs},
    debates,
    layout::Sheet,
    out,
    signals::until_signal,
    table::table,
};
use display::CorpusDisplay;

/// `hustings corpus …`.
pub(super) async fn run(host: &Host, what: CorpusCommand) -> Result<Exit, Failure> {
    match what {
        CorpusCommand::Add(args) => take_in(host, args).await,
        CorpusCommand::Pull(args) => pull::run(host, args).await,
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
            until_signal(async |stop| {
                let mut told = CorpusDisplay::default();
                let mut tell = |progress| told.hear(progress);
                let end = host
                    .embed_corpora(persona.as_deref(), stop, &mut tell)
                    .await;
                told.ended(end)
            })
            .await
        }
        CorpusCommand::Style { persona, force } => {
            let library = Library::open(&host.dirs.data)?;
            let entry = host.catalog.persona(&persona)?;
            let existing = if force {
                Existing::Replace
            } else {
                let again = "Add --force to have it drawn anew and the file overwritten.";
                style::check_absent(&style::path(host, &entry.id))
                    .map_err(|there| there.hint(again))?;
                Existing::Keep
            };
            let file = style::draw(host, &library, &entry.id, &entry.value, existing).await?;
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
    let addition = CorpusAddition {
        persona: &entry.id,
        labels: labels(&args.labels),
        paths: args.paths,
        addresses: args.from,
        wishes: wishes(args.wishes),
    };
    until_signal(async |stop| {
        let mut told = CorpusDisplay::of(&entry.id, &entry.value.name);
        let mut tell = |progress| told.hear(progress);
        let end = host.add_to_corpus(addition, stop, &mut tell).await;
        told.ended(end)
    })
    .await
}

fn wishes(args: WishArgs) -> CorpusWishes {
    CorpusWishes {
        embeds: !args.no_embeddings,
        draws_style: !args.no_style,
    }
}

/// The labels that somebody typed.
pub(super) fn labels(args: &LabelArgs) -> Labels {
    let clean = |text: &Option<String>| text.as_deref().map(sanitize_line);
    Labels {
        title: clean(&args.title),
        source_type: clean(&args.source_type),
        date: clean(&args.date),
        speaker: clean(&args.speaker),
        tags: args.tags.iter().map(|tag| sanitize_line(tag)).collect(),
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
    let persona = &host.persona_with_corpus(persona)?;
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
        Some(persona) => Some(host.persona_with_corpus(persona)?),
        None => None,
    };
    let Some(library) = Library::find_in(&host.dirs.data)? else {
        return Err(Failure::input("there are no corpora yet")
            .hint("`hustings corpus add PERSONA PATH…` begins one."));
    };
    if let Some(kind) = &args.kind {
        check_kind(&library, persona.as_deref(), kind)?;
    }
    let (embedder, why) = if args.words {
        (None, None)
    } else {
        match host.embedder_or_why()? {
            Ok(embedder) => (Some(embedder), None),
            Err(why) => (None, Some(why)),
        }
    };
    let questions = [args.question.join(" ")];
    let filter = TagFilter {
        kind: args.kind,
        topic: args.topic,
        before: args.before,
        after: args.after,
    };
    let limit = usize::from(args.limit);
    let library = Arc::new(library);
    let (hits, trouble) = find_by(
        &library,
        embedder.as_ref(),
        (persona.as_deref(), filter),
        &questions,
        limit,
    )
    .await?;
    match (trouble, why) {
        (Some(trouble), _) => out::say(&format!("By words alone: {trouble}")),
        (None, Some(why)) => out::say(&upper_first(why)),
        (None, None) => {}
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
