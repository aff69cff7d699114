//! The command line: what can be typed, and who does it. One file a subcommand, or a family of them.

mod args;
mod auto;
mod batch;
mod bench;
pub mod catalog;
#[cfg(feature = "tui")]
mod chamber;
mod check;
mod compare;
mod corpus;
mod debates;
mod divide;
mod estimate;
mod eval;
mod flags;
mod headless;
mod import;
#[cfg(feature = "tui")]
mod input;
pub mod journal;
mod judge;
mod layout;
mod line;
#[cfg(feature = "tui")]
mod loading;
#[cfg(feature = "tui")]
mod lobby;
mod logging;
mod merge;
mod meter;
mod mirrored;
mod model;
mod out;
mod overrides;
mod prompt;
mod rate;
mod refine;
mod run;
#[cfg(feature = "tui")]
mod screen;
mod search;
mod signals;
mod steps;
mod table;
mod threads;
mod viewer;
#[cfg(all(feature = "tui", feature = "embedded"))]
mod welcome;

pub use args::Cli;
pub use out::{complain, report_panics};

use std::{ffi::OsString, pin::Pin, process::ExitCode};

use clap::{CommandFactory, Parser};

use crate::{
    catalog::{FileKind, schema},
    error::{Exit, Failure},
    headless::jsonl,
    host::{Host, find::SharedModels},
    panics,
    prompt::plain_question,
    text::{
        mask::masked_names,
        shown::{for_people, named},
    },
};

use args::{Command, FormatsArgs, FormatsCommand, ListArgs, SchemaOf, ShowOne};
use catalog::Output;

/// Parses the command line.
///
/// # Errors
/// The exit code, where it makes no sense, which is said, or where it asks for help, which is printed.
pub fn parse() -> Result<Cli, ExitCode> {
    Cli::try_parse().map_err(|error| {
        if error.use_stderr() {
            // Not in its colours: it quotes what was typed, which may be a key in the wrong place.
            let told = error.render().to_string();
            out::say(&masked_names(&with_names_shown(
                told.trim_end(),
                std::env::args_os().skip(1),
            )));
            return Exit::BadInput.into();
        }
        match out::printed(error.print()) {
            Ok(exit) => exit.into(),
            Err(failure) => out::complain(&failure.to_string(), failure.exit),
        }
    })
}

/// Rewrites a complaint about the arguments so that those with line breaks stand in one line: the parser quotes them as
/// they are, and what follows the break would look like a line of ours.
fn with_names_shown(told: &str, typed: impl Iterator<Item = OsString>) -> String {
    let typed: Vec<String> = typed
        .map(|arg| arg.to_string_lossy().into_owned())
        .filter(|arg| arg.contains(['\n', '\t']))
        .collect();
    // Of `--flag=value` one half may be quoted alone.
    let halves = typed.iter().filter_map(|arg| arg.split_once('='));
    let halves = halves.flat_map(|(flag, value)| [flag, value]);
    let mut quoted: Vec<&str> = typed.iter().map(String::as_str).chain(halves).collect();
    quoted.sort_unstable_by_key(|one| std::cmp::Reverse(one.len()));
    let mut told = told.to_owned();
    for one in quoted.into_iter().filter(|one| one.contains(['\n', '\t'])) {
        told = told.replace(one, &named(one));
    }
    told
}

/// Does what was asked for. In a box: what it is made of is then compiled here, once, and not again in every program
/// that calls it.
///
/// # Errors
/// What went wrong, for people, with the exit code.
pub fn run(cli: Cli) -> Pin<Box<dyn Future<Output = Result<Exit, Failure>>>> {
    Box::pin(async {
        let done = obey(cli).await;
        if let Some(caught) = panics::caught() {
            out::say(&logging::survived(&caught));
        }
        done
    })
}

async fn obey(cli: Cli) -> Result<Exit, Failure> {
    let Cli {
        command,
        models,
        threads,
        theme,
    } = cli;
    threads::settle(threads.and_then(|threads| threads.0))?;
    let command = match command {
        Some(Command::Completions { shell }) => {
            // The generator panics when nobody reads; a buffer does not mind.
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "hustings", &mut script);
            return out::print(|out| out.write_all(&script));
        }
        Some(Command::Schema { of }) => {
            let schema = match of {
                SchemaOf::Jsonl => jsonl::schema(),
                SchemaOf::Motion => schema(FileKind::Motion),
                SchemaOf::Persona => schema(FileKind::Persona),
                SchemaOf::Member => schema(FileKind::Member),
                SchemaOf::Format => schema(FileKind::Format),
                SchemaOf::Theme => schema(FileKind::Theme),
                SchemaOf::Debate => crate::real::schema(),
                SchemaOf::Batch => crate::batch::schema(),
            };
            return out::print(|out| writeln!(out, "{schema:#}"));
        }
        Some(Command::Formats(FormatsArgs {
            what: Some(FormatsCommand::Schema),
            ..
        })) => {
            let schema = schema(FileKind::Format);
            return out::print(|out| writeln!(out, "{schema:#}"));
        }
        // What is wrong with the settings is for it to say, with all the rest.
        Some(Command::Check) => {
            return check::run(&overrides::of(&models, theme.as_deref()));
        }
        command => command,
    };
    let host = overrides::host(&models, theme.as_deref())?;
    let _log = logging::start(&host.dirs.state);
    match command {
        None => {
            #[cfg(feature = "tui")]
            return Box::pin(lobby::lobby(&host)).await;
            #[cfg(not(feature = "tui"))]
            Err(headless::no_screen())
        }
        Some(Command::Run(args)) => Box::pin(run::run(host, *args)).await,
        Some(Command::Resume {
            id,
            failure,
            pace,
            output,
        }) => {
            Box::pin(run::resume(
                &host,
                &id,
                failure,
                pace.map(Into::into),
                &output,
            ))
            .await
        }
        Some(Command::Models) => {
            let embeddings = host.embeddings()?;
            let mut roster = host
                .roster_among(&host.overrides, &mut SharedModels::new(None))
                .await?;
            // Who plays what is told even where one of them cannot be had.
            let reached = match host.embeddings_are_there().await {
                Ok(()) => roster.verify(&plain_question()).await,
                Err(failure) => Err(failure),
            };
            let printed = out::print(|out| {
                let mut lines = roster.describe();
                lines.push(format!("embeddings: {}", embeddings.describe()));
                let mut lines = lines.iter();
                lines.try_for_each(|line| writeln!(out, "{}", for_people(line)))
            })?;
            reached.map(|()| printed)
        }
        Some(Command::Corpus { what }) => Box::pin(corpus::run(&host, what)).await,
        Some(Command::Model { what }) => model::run(&host, what).await,
        Some(Command::Motions(args)) => list(&host, FileKind::Motion, &args),
        Some(Command::Personas(args)) => list(&host, FileKind::Persona, &args),
        Some(Command::Formats(args)) => {
            let show = match args.what {
                Some(FormatsCommand::Show { id }) => Some(ShowOne::Show { id }),
                Some(FormatsCommand::Schema) | None => None,
            };
            let json = args.json;
            list(&host, FileKind::Format, &ListArgs { show, json })
        }
        Some(Command::Themes(args)) => list(&host, FileKind::Theme, &args),
        Some(Command::Replay { id, speed }) => {
            let journal = host.journal()?;
            let debate = journal.find(&id)?;
            #[cfg(feature = "tui")]
            return chamber::replay(&host, &journal, &debate, &speed).await;
            #[cfg(not(feature = "tui"))]
            {
                let _ = (debate, speed);
                Err(headless::no_screen())
            }
        }
        Some(Command::Batch(args)) => Box::pin(batch::hold(&host, &args)).await,
        Some(Command::List(args)) => debates::list(&host, &args),
        Some(Command::Search(args)) => search::run(&host, &args),
        Some(Command::Merge(args)) => merge::take_in(&host, args).await,
        Some(Command::Show { id, calls, notes }) => debates::show(&host, &id, calls, notes),
        Some(Command::Judge {
            id,
            judges,
            repeat,
            json,
        }) => {
            let asked = (usize::from(judges), usize::from(repeat));
            Box::pin(judge::run(&host, &id, asked, json)).await
        }
        Some(Command::Eval(args)) => Box::pin(eval::run(&host, &args)).await,
        Some(Command::Import(args)) => import::run(&host, &args).await,
        Some(Command::Divide(args)) => Box::pin(divide::run(&host, &args)).await,
        Some(Command::Compare(args)) => Box::pin(compare::run(&host, &args)).await,
        Some(Command::Refine(args)) => Box::pin(refine::refine(&host, &args)).await,
        Some(Command::Export(args)) => debates::export(&host, &args),
        Some(Command::Delete { id, yes }) => debates::delete(&host, &id, yes),
        Some(Command::Completions { .. } | Command::Schema { .. } | Command::Check) => {
            Ok(Exit::Done)
        }
    }
}

fn list(host: &Host, kind: FileKind, args: &ListArgs) -> Result<Exit, Failure> {
    let output = if args.json {
        Output::Json
    } else {
        Output::Text
    };
    let width = out::width();
    let entries = &host.catalog;
    let Some(ShowOne::Show { id }) = &args.show else {
        return out::print(|mut out| match kind {
            FileKind::Motion => catalog::list_motions(entries, &mut out, width, output),
            FileKind::Persona | FileKind::Member => {
                catalog::list_personas(entries, &mut out, width, output)
            }
            FileKind::Format => catalog::list_formats(entries, &mut out, width, output),
            FileKind::Theme | FileKind::Profiles => {
                catalog::list_themes(entries, &mut out, width, output)
            }
        });
    };
    match kind {
        FileKind::Motion => {
            let entry = entries.motion(id)?;
            out::print(|mut out| catalog::show_motion(entry, &mut out, width, output))
        }
        FileKind::Persona | FileKind::Member => match (entries.persona(id), entries.member(id)) {
            (Err(_), Ok(entry)) => {
                out::print(|mut out| catalog::show_member(entry, &mut out, width, output))
            }
            (entry, _) => {
                let entry = entry?;
                out::print(|mut out| catalog::show_persona(entry, &mut out, width, output))
            }
        },
        FileKind::Format => {
            let entry = entries.format(id)?;
            out::print(|mut out| catalog::show_format(entry, &mut out, width, output))
        }
        FileKind::Theme | FileKind::Profiles => {
            let entry = entries.theme(id)?;
            out::print(|mut out| catalog::show_theme(entry, &mut out, width, output))
        }
    }
}
