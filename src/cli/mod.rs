//! The command line: what can be typed, and who does it. One file a subcommand, or a family of them.

mod args;
mod auto;
mod batch;
mod bench;
mod books;
pub mod catalog;
mod check;
mod clock;
mod compare;
mod corpus;
#[cfg(feature = "tui")]
mod curtain;
mod divide;
#[cfg(feature = "tui")]
mod ears;
mod eval;
mod flags;
mod found;
mod ground;
mod held;
mod import;
pub mod journal;
mod judge;
mod kept;
mod layout;
mod line;
#[cfg(feature = "tui")]
mod lobby;
mod logging;
mod merge;
mod meter;
mod model;
mod out;
mod rate;
mod record;
mod refine;
mod rehearse;
mod run;
#[cfg(feature = "tui")]
mod screen;
mod search;
mod setup;
mod sides;
mod spend;
mod stage;
mod steps;
mod style;
mod table;
mod threads;
#[cfg(all(feature = "tui", feature = "embedded"))]
mod welcome;

pub use args::Cli;
pub use out::{complain, report_panics};

use std::{pin::Pin, process::ExitCode};

use clap::{CommandFactory, Parser};

use crate::{
    catalog::{Kind, schema},
    error::{Exit, Failure},
    headless::jsonl,
    host::find::Common,
    text::shown::for_people,
};

use args::{Command, FormatsArgs, FormatsCommand, ListArgs, SchemaOf, ShowOne};
use catalog::Output;
use ground::Ground;

/// What was typed.
///
/// # Errors
/// The exit code, where it makes no sense, which is said, or where it asks for help, which is printed.
pub fn parse() -> Result<Cli, ExitCode> {
    Cli::try_parse().map_err(|error| {
        if error.use_stderr() {
            // Not in its colours: it quotes what was typed.
            out::say(error.render().to_string().trim_end());
            return Exit::BadInput.into();
        }
        // Nobody may be there to read it.
        let _ = error.print();
        Exit::Done.into()
    })
}

/// Does what was asked for. In a box: what it is made of is then compiled here, once, and not again in every program
/// that calls it.
///
/// # Errors
/// What went wrong, for people, with the exit code.
pub fn run(cli: Cli) -> Pin<Box<dyn Future<Output = Result<Exit, Failure>>>> {
    Box::pin(obey(cli))
}

async fn obey(cli: Cli) -> Result<Exit, Failure> {
    let Cli {
        command,
        models,
        threads,
        theme,
    } = cli;
    threads::settle(threads)?;
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
                SchemaOf::Motion => schema(Kind::Motion),
                SchemaOf::Persona => schema(Kind::Persona),
                SchemaOf::Member => schema(Kind::Member),
                SchemaOf::Format => schema(Kind::Format),
                SchemaOf::Theme => schema(Kind::Theme),
                SchemaOf::Debate => crate::real::schema(),
                SchemaOf::Batch => crate::batch::schema(),
            };
            return out::print(|out| writeln!(out, "{schema:#}"));
        }
        Some(Command::Formats(FormatsArgs {
            what: Some(FormatsCommand::Schema),
            ..
        })) => {
            let schema = schema(Kind::Format);
            return out::print(|out| writeln!(out, "{schema:#}"));
        }
        // What is wrong with the settings is for it to say, with all the rest.
        Some(Command::Check) => {
            return check::run(&ground::overrides(&models, theme.as_deref()));
        }
        command => command,
    };
    let ground = Ground::prepare(&models, theme.as_deref())?;
    let _log = logging::start(&ground.dirs.state);
    match command {
        None => Box::pin(run::lobby(&ground)).await,
        Some(Command::Run(args)) => Box::pin(run::run(ground, *args)).await,
        Some(Command::Resume {
            id,
            failure,
            pace,
            output,
        }) => {
            Box::pin(run::resume(
                &ground,
                &id,
                failure,
                pace.map(Into::into),
                &output,
            ))
            .await
        }
        Some(Command::Models) => {
            let embeddings = ground.embeddings()?;
            let mut roster = ground
                .roster_among(&ground.overrides, &mut Common::new(None))
                .await?;
            // Who plays what is told even where one of them cannot be had.
            let reached = match ground.embeddings_are_there().await {
                Ok(()) => roster.verify().await,
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
        Some(Command::Corpus { what }) => Box::pin(corpus::run(&ground, what)).await,
        Some(Command::Model { what }) => model::run(&ground, what).await,
        Some(Command::Motions(args)) => list(&ground, Kind::Motion, &args),
        Some(Command::Personas(args)) => list(&ground, Kind::Persona, &args),
        Some(Command::Formats(args)) => {
            let show = match args.what {
                Some(FormatsCommand::Show { id }) => Some(ShowOne::Show { id }),
                Some(FormatsCommand::Schema) | None => None,
            };
            let json = args.json;
            list(&ground, Kind::Format, &ListArgs { show, json })
        }
        Some(Command::Themes(args)) => list(&ground, Kind::Theme, &args),
        Some(Command::Replay { id, speed }) => run::replay(&ground, &id, &speed).await,
        Some(Command::Batch(args)) => Box::pin(batch::hold(&ground, &args)).await,
        Some(Command::List(args)) => kept::list(&ground, &args),
        Some(Command::Search(args)) => search::run(&ground, &args),
        Some(Command::Merge(args)) => merge::take_in(&ground, args).await,
        Some(Command::Show { id, calls }) => kept::show(&ground, &id, calls),
        Some(Command::Judge { id, judges, json }) => {
            Box::pin(judge::run(&ground, &id, usize::from(judges), json)).await
        }
        Some(Command::Eval(args)) => Box::pin(eval::run(&ground, &args)).await,
        Some(Command::Import(args)) => import::run(&ground, &args).await,
        Some(Command::Divide(args)) => Box::pin(divide::run(&ground, &args)).await,
        Some(Command::Compare(args)) => Box::pin(compare::run(&ground, &args)).await,
        Some(Command::Refine(args)) => Box::pin(refine::refine(&ground, &args)).await,
        Some(Command::Export(args)) => kept::export(&ground, &args),
        Some(Command::Delete { id, yes }) => kept::delete(&ground, &id, yes),
        Some(Command::Completions { .. } | Command::Schema { .. } | Command::Check) => {
            Ok(Exit::Done)
        }
    }
}

fn list(ground: &Ground, kind: Kind, args: &ListArgs) -> Result<Exit, Failure> {
    let output = if args.json {
        Output::Json
    } else {
        Output::Text
    };
    let width = out::width();
    let shelf = &ground.catalog;
    let Some(ShowOne::Show { id }) = &args.show else {
        return out::print(|mut out| match kind {
            Kind::Motion => catalog::list_motions(shelf, &mut out, width, output),
            Kind::Persona | Kind::Member => catalog::list_personas(shelf, &mut out, width, output),
            Kind::Format => catalog::list_formats(shelf, &mut out, width, output),
            Kind::Theme | Kind::Profiles => catalog::list_themes(shelf, &mut out, width, output),
        });
    };
    match kind {
        Kind::Motion => {
            let entry = shelf.motion(id)?;
            out::print(|mut out| catalog::show_motion(entry, &mut out, width, output))
        }
        Kind::Persona | Kind::Member => match (shelf.persona(id), shelf.member(id)) {
            (Err(_), Ok(entry)) => {
                out::print(|mut out| catalog::show_member(entry, &mut out, width, output))
            }
            (entry, _) => {
                let entry = entry?;
                out::print(|mut out| catalog::show_persona(entry, &mut out, width, output))
            }
        },
        Kind::Format => {
            let entry = shelf.format(id)?;
            out::print(|mut out| catalog::show_format(entry, &mut out, width, output))
        }
        Kind::Theme | Kind::Profiles => {
            let entry = shelf.theme(id)?;
            out::print(|mut out| catalog::show_theme(entry, &mut out, width, output))
        }
    }
}
