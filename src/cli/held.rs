//! Debates that are over, as they are named on the command line: by an id of the journal, or by a file that people's
//! debates are imported from.

use std::{io::ErrorKind, path::Path};

use super::{args::GivenArgs, ground::Ground};
use crate::{
    bounds,
    debate::{DebateState, ids::DebateId},
    error::Failure,
    files::{self, NotRead},
    real::{self, Faults, Given, Imported, Making},
};

/// A debate, and how it was named.
#[derive(Debug)]
pub(super) struct Held {
    /// A short id, or the file's path.
    pub(super) name: String,
    /// It, whole.
    pub(super) state: DebateState,
}

impl From<&GivenArgs> for Given {
    fn from(args: &GivenArgs) -> Self {
        Self {
            motion: args.motion.clone(),
            ayes: args.ayes.clone(),
            noes: args.noes.clone(),
            floor: args.floor.clone(),
            moderator: args.moderator.clone(),
            before: args.before.clone(),
            after: args.after.clone(),
            source: args.source.clone(),
            date: args.date.clone(),
            licence: args.licence.clone(),
        }
    }
}

/// Whether a file is meant. A link that leads nowhere is one, too, and so is what may not be looked at.
fn is_file(asked: &str) -> bool {
    let about = Path::new(asked).symlink_metadata();
    about.map_or_else(|error| error.kind() != ErrorKind::NotFound, |_| true)
}

/// Refuses flags about transcripts where none of the debates is in a file.
///
/// # Errors
/// As said.
pub(super) fn heeded(given: &Given, asked: &[&str]) -> Result<(), Failure> {
    let flags = [
        ("--motion", given.motion.is_some()),
        ("--for", !given.ayes.is_empty()),
        ("--against", !given.noes.is_empty()),
        ("--floor", !given.floor.is_empty()),
        ("--moderator", given.moderator.is_some()),
        ("--before", given.before.is_some()),
        ("--after", given.after.is_some()),
        ("--source", given.source.is_some()),
        ("--date", given.date.is_some()),
        ("--licence", given.licence.is_some()),
    ];
    match flags.into_iter().find(|(_, given)| *given) {
        Some((flag, _)) if !asked.iter().any(|one| is_file(one)) => Err(Failure::input(format!(
            "{flag} would do nothing: it is about a debate in a file, and {} is in the journal",
            asked.join(", ")
        ))
        .hint(format!("leave {flag} out, or name the file"))),
        Some(_) | None => Ok(()),
    }
}

/// The debate that is meant.
///
/// # Errors
/// There is none, it is not over, nothing was said in it, or its file cannot be read.
pub(super) fn held(ground: &Ground, asked: &str, given: &Given) -> Result<Held, Failure> {
    let path = Path::new(asked);
    let held = if is_file(asked) {
        let debate = file(path, given)?.debate;
        let making = Making {
            debate: DebateId(debate.hash()),
            now_ms: 0,
            like: None,
        };
        Held {
            name: asked.to_owned(),
            state: DebateState::fold(&real::records(&debate, &making)),
        }
    } else if asked.contains(['/', '\\', '.']) {
        return Err(Failure::input(format!("there is no file {asked}"))
            .hint("a debate of the journal is named by its id: hustings list"));
    } else {
        let journal = ground.journal()?;
        let debate = journal.find(asked)?;
        Held {
            name: debate.short().to_owned(),
            state: DebateState::fold(&journal.load(&debate)?),
        }
    };
    if !held.state.is_closed() {
        return Err(
            Failure::input(format!("the debate {} is not over", held.name))
                .hint(format!("take it up first: hustings resume {}", held.name)),
        );
    }
    if held.state.speeches().next().is_none() {
        return Err(
            Failure::input(format!("nobody has spoken in the debate {}", held.name))
                .hint("see what there is of it: hustings show"),
        );
    }
    Ok(held)
}

/// The debate in a file.
///
/// # Errors
/// The file cannot be read, is no text, or something is wrong with it: all of it is said.
pub(super) fn file(path: &Path, given: &Given) -> Result<Imported, Failure> {
    let shown = path.display();
    let text = files::text(path, bounds::REAL_FILE).map_err(|error| {
        let failure = Failure::input(format!("{shown}: {error}"));
        match error {
            NotRead::Folder => failure.hint("name the files in it"),
            NotRead::NotText { .. } => failure.hint("save it as plain text, in UTF-8"),
            NotRead::TooLong { .. } => failure.hint("take it apart into several debates"),
            NotRead::NotThere | NotRead::Special(_) | NotRead::Io(_) => failure,
        }
    })?;
    real::read(&text, given).map_err(|faults| told(&shown.to_string(), &faults))
}

fn told(shown: &str, faults: &Faults) -> Failure {
    let told = match faults.0.as_slice() {
        [one] => format!("{shown}: {one}"),
        all => {
            let lines: Vec<String> = all.iter().map(|one| format!("\n  {one}")).collect();
            format!("{shown}: {} things are wrong{}", all.len(), lines.concat())
        }
    };
    let failure = Failure::input(told);
    faults.hints().into_iter().fold(failure, Failure::hint)
}
