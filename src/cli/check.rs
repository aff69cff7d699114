//! `hustings check`: all that would stop or spoil a start, in every file of the user's, at once.

use super::{catalog, flags, out};
use crate::{
    catalog::{Catalog, Findings, Paint, Profiles},
    config::{Dirs, Env, Overrides, Settings},
    error::{Exit, Failure},
    host::{
        check, find,
        host::{PROFILES, PROMPTS},
        rehearsal,
    },
    models::{Catalogue, Store},
    prompt,
    text::shown,
};

/// Looks at everything and says what is wrong.
pub(super) fn run(given: &Overrides) -> Result<Exit, Failure> {
    let env = Env::of_process();
    let dirs = Dirs::find(&env)?;
    let (env, of_env) = match env.clone().and_beside(&dirs.config) {
        Ok(env) => (env, None),
        Err(problem) => (env, Some(*problem)),
    };
    let (found, mut problems) = Catalog::load(Some(&dirs.config));
    flags::check(&found, given)?;
    let (settings, of_file) = check::settings(&dirs, &env, &found, keys);
    check_models(&settings, given, &Store::new(&dirs))?;
    problems.splice(0..0, of_env.into_iter().chain(of_file));
    problems.extend(Profiles::load(Some(&dirs.config.join(PROFILES))).1);
    problems.extend(Catalogue::read(&dirs).err().unwrap_or_default());
    problems.extend(rehearsal::formats(&found));
    let prompts = dirs.config.join(PROMPTS);
    if prompt::are_there(&prompts) || prompts.is_file() {
        problems.extend(prompt::check(&prompts, || {
            rehearsal::views(&found, rehearsal::Circumstances::All)
        })?);
    }
    let paint = if out::is_terminal() {
        Paint::Coloured
    } else {
        Paint::Plain
    };
    let mut exit = Exit::Done;
    let write = |out: &mut dyn std::io::Write| {
        exit = catalog::check(&found, &problems, &mut &mut *out, paint)?;
        // Where anything is wrong, the file is named beside it.
        if exit == Exit::Done {
            writeln!(out, "{}", place(&dirs))?;
        }
        Ok(())
    };
    // A problem is cleaned before it is painted.
    match paint {
        Paint::Coloured => out::paint(write),
        Paint::Plain => out::print(write),
    }?;
    Ok(exit)
}

/// The sentence on where files of the user's own are looked for.
fn place(dirs: &Dirs) -> String {
    let is_there = dirs.config.join(crate::config::FILE).exists();
    let file = if is_there {
        "is there"
    } else {
        "is not there yet"
    };
    format!(
        "Your own files are looked for in {}; config.toml {file}.",
        shown::path(&dirs.config)
    )
}

/// Refuses flags with which no model could be had.
fn check_models(settings: &Settings, given: &Overrides, store: &Store) -> Result<(), Failure> {
    find::adhoc(settings, given)?;
    let whole = given.model.iter().map(|model| ("--model", model));
    let of_roles = given.role_models.iter().map(|(_, model)| ("--role", model));
    let of_seats = given.seat_models.iter().map(|(_, model)| ("--seat", model));
    for (flag, model) in whole.chain(of_roles).chain(of_seats) {
        check::model(settings, given, store, model).map_err(|failure| failure.of(flag))?;
    }
    Ok(())
}

/// Notes the faults in the keys of the screen.
#[cfg(feature = "tui")]
pub(super) fn keys(settings: &Settings, findings: &mut Findings) {
    use crate::{
        catalog::Field,
        tui::keymap::{KeyError, faults, names_by_likeness},
    };

    let expected = "the help (`?`) and the README list the actions and their keys";
    for (action, error) in faults(&settings.keys) {
        let field = Field::of("keys").key(&action);
        match &error {
            KeyError::NoSuchAction { .. } => {
                let names = names_by_likeness(&action).join(", ");
                findings.add_name(field, error.to_string(), format!("expected one of {names}"));
            }
            KeyError::NoKey { .. } | KeyError::Conflict { .. } => {
                findings.add(field, error.to_string(), expected);
            }
        }
    }
}

/// There is no screen, and so there are no keys.
#[cfg(not(feature = "tui"))]
fn keys(_: &Settings, _: &mut Findings) {}
