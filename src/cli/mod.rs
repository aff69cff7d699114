//! The command line: what can be typed, and who does it. One file a subcommand, or a family of them.

mod agreed;
mod args;
mod ask;
mod auto;
mod batch;
mod bench;
mod branch;
pub mod catalog;
#[cfg(feature = "tui")]
mod chamber;
mod check;
mod compare;
mod completion;
mod config;
mod corpus;
mod debates;
#[cfg(feature = "tui")]
mod desk_drafts;
mod divide;
mod doctor;
mod ensemble;
mod entries;
mod estimate;
mod eval;
mod filed;
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
mod making;
mod man;
#[cfg(feature = "mcp")]
mod mcp;
mod merge;
mod meter;
mod mirrored;
mod model;
mod models;
#[cfg(feature = "tui")]
mod open_debates;
#[cfg(feature = "tui")]
mod other_model;
mod out;
mod overrides;
mod preset;
mod prompt;
mod rate;
mod refine;
mod replay;
mod rerun;
mod run;
mod schema;
#[cfg(feature = "tui")]
mod screen;
mod search;
mod signals;
mod steps;
mod study;
mod table;
mod threads;
mod trial;
mod trial_sides;
mod viewer;
mod watch;
#[cfg(all(feature = "tui", feature = "embedded"))]
mod welcome;

pub use args::Cli;
pub use out::{complain, report_panics};

use std::{ffi::OsString, pin::Pin, process::ExitCode};

use crate::{
    catalog::FileKind,
    debate::opening::SpendLimits,
    error::{Exit, Failure},
    host::Host,
    panics,
    text::{mask::masked_names, shown::named},
};

use args::{Command, FormatsArgs, FormatsCommand, PersonasCommand, SchemaOf};

/// Parses the command line.
///
/// # Errors
/// The exit code, where it makes no sense, which is said, or where it asks for help, which is printed, or where a shell asks
/// what could be typed.
pub fn parse() -> Result<Cli, ExitCode> {
    if let Some(exit) = completion::answered() {
        return Err(exit.into());
    }
    Cli::of(std::env::args_os()).map_err(|error| {
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
        signals::outlive_long_files();
        let done = obey(cli).await;
        if let Some(caught) = panics::caught() {
            out::say(&logging::survived(&caught));
        }
        done
    })
}

async fn obey(cli: Cli) -> Result<Exit, Failure> {
    let Cli { command, shared } = cli;
    let threads = shared.models.threads.and_then(|threads| threads.0);
    threads::settle(threads);
    match command {
        Some(Command::Completions { shell }) => completion::script(shell),
        Some(Command::Man { folder }) => man::run(folder.as_deref()),
        Some(Command::Schema { of }) => schema::print(of),
        Some(Command::Formats(FormatsArgs {
            what: Some(FormatsCommand::Schema),
            ..
        })) => schema::print(SchemaOf::Format),
        // What is wrong with the settings is for it to say, with all the rest.
        Some(Command::Check) => check::run(&overrides::of(&shared)),
        Some(Command::Doctor { json }) => Box::pin(doctor::run(overrides::of(&shared), json)).await,
        Some(Command::Config { what }) => {
            let host = || overrides::host(&shared);
            Box::pin(config::run(what, host, threads)).await
        }
        command => {
            let host = overrides::host(&shared)?;
            let reduced = host.settings.reduced_motion;
            line::stand_still(reduced.unwrap_or(crate::config::REDUCED_MOTION));
            let _log = logging::start(&host.dirs.state);
            obey_with(host, command).await
        }
    }
}

/// Does what was asked for, where that takes the settings, the catalog and the journal.
async fn obey_with(host: Host, command: Option<Command>) -> Result<Exit, Failure> {
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
            max_cost,
            max_tokens,
            output,
        }) => {
            let limits = SpendLimits {
                max_cost,
                max_tokens,
            };
            let how = (pace.map(Into::into), limits);
            Box::pin(run::resume(&host, &id, failure, how, &output)).await
        }
        Some(Command::Branch {
            id,
            at,
            what_if,
            failure,
            pace,
            output,
        }) => {
            let pace = pace.map(Into::into);
            Box::pin(branch::branch(
                &host,
                (&id, at, what_if),
                failure,
                pace,
                &output,
            ))
            .await
        }
        Some(Command::Ask(args)) => Box::pin(ask::ask(&host, &args)).await,
        Some(Command::Models) => models::run(&host).await,
        #[cfg(feature = "mcp")]
        Some(Command::Mcp(args)) => Box::pin(mcp::serve(host, args)).await,
        Some(Command::Corpus { what }) => Box::pin(corpus::run(&host, what)).await,
        Some(Command::Model { what }) => model::run(&host, what).await,
        Some(Command::Motions(args)) => entries::list(&host, FileKind::Motion, &args),
        Some(Command::Personas(args)) => match args.what {
            Some(PersonasCommand::Make(make)) => Box::pin(making::run(&host, *make)).await,
            Some(PersonasCommand::Show { id }) => entries::personas(&host, Some(id), args.json),
            None => entries::personas(&host, None, args.json),
        },
        Some(Command::Formats(args)) => entries::formats(&host, args),
        Some(Command::Themes(args)) => entries::list(&host, FileKind::Theme, &args),
        Some(Command::Watch {
            id,
            me,
            name,
            lines,
        }) => Box::pin(watch::watch(&host, id.as_deref(), (me, name), lines)).await,
        Some(Command::Replay {
            id,
            speed,
            rhythm,
            lines,
        }) => {
            let how = (speed.as_deref(), rhythm.as_deref());
            Box::pin(replay::replay(&host, &id, how, lines)).await
        }
        Some(Command::Batch(args)) => Box::pin(batch::hold(&host, &args)).await,
        Some(Command::Study(args)) => Box::pin(study::hold(&host, &args)).await,
        Some(Command::Ensemble(args)) => Box::pin(ensemble::ensemble(&host, &args)).await,
        Some(Command::List(args)) => debates::list(&host, &args),
        Some(Command::Search(args)) => search::run(&host, &args),
        Some(Command::Tag { id, tags, remove }) => filed::tag(&host, &id, tags, remove),
        Some(Command::Note { id, text, clear }) => filed::note(&host, &id, &text, clear),
        Some(Command::Library) => {
            #[cfg(feature = "tui")]
            return Box::pin(lobby::library(&host)).await;
            #[cfg(not(feature = "tui"))]
            Err(headless::no_screen().hint("`hustings list` lists the debates"))
        }
        Some(Command::Merge(args)) => merge::take_in(&host, args).await,
        Some(Command::Show {
            id,
            beside: Some(other),
            map: _,
            calls: _,
            notes: _,
            house: _,
        }) => debates::beside(&host, &id, &other),
        Some(Command::Show {
            id,
            map: true,
            calls: _,
            notes: _,
            house: _,
            beside: None,
        }) => debates::map(&host, &id),
        Some(Command::Show {
            id,
            calls,
            notes,
            house,
            map: false,
            beside: None,
        }) => debates::show(&host, &id, calls, (notes, house)),
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
        Some(Command::Import(args)) => Box::pin(import::run(&host, &args)).await,
        Some(Command::Divide(args)) => Box::pin(divide::run(&host, &args)).await,
        Some(Command::Compare(args)) => Box::pin(compare::run(&host, &args)).await,
        Some(Command::Rerun(args)) => Box::pin(rerun::run(host, *args)).await,
        Some(Command::Refine(args)) => Box::pin(refine::refine(&host, &args)).await,
        Some(Command::Export(args)) => debates::export(&host, &args),
        Some(Command::Delete { id, for_good, yes }) => debates::delete(&host, &id, for_good, yes),
        Some(Command::Restore { id }) => debates::restore(&host, &id),
        Some(
            Command::Completions { .. }
            | Command::Man { .. }
            | Command::Schema { .. }
            | Command::Check
            | Command::Doctor { .. }
            | Command::Config { .. },
        ) => Ok(Exit::Done),
    }
}
