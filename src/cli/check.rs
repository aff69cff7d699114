//! `hustings check`: all that would stop or spoil a start, in every file of the user's, at once.

use super::{catalog, flags, out};
use crate::{
    catalog::{Findings, Paint},
    config::{Dirs, Env, Overrides, Settings},
    error::{Exit, Failure},
    host::{check, find, own_files::OwnFiles},
    models::Store,
    text::shown,
};

/// Looks at everything and says what is wrong.
pub(super) fn run(given: &Overrides) -> Result<Exit, Failure> {
    let env = Env::of_process();
    let own = OwnFiles::read(Dirs::find(&env)?, env, keys);
    flags::check(&own.catalog, given)?;
    check_models(&own.settings, given, &Store::new(&own.dirs))?;
    let rehearsed = own.rehearse()?;
    let OwnFiles {
        dirs,
        catalog: found,
        of_settings: mut problems,
        of_catalog,
        ..
    } = own;
    problems.extend(of_catalog.into_iter().chain(rehearsed));
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

    let expected = "the help (`?`) lists the actions and their keys";
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
pub(super) fn keys(_: &Settings, _: &mut Findings) {}
