//! `hustings check`: all that would stop or spoil a start, in every file of the user's, at once.

use std::sync::Arc;

use super::{catalog, ground, out, rehearse};
use crate::{
    catalog::{Catalog, Field, Finding, Paint, Problem, Profiles, located, nearest},
    config::{self, Dirs, EmbeddingModel, Env, FILE, Settings},
    debate::ids::Seat,
    error::{Exit, Failure},
    models::{Catalogue, Store},
    prompt,
};

/// Models that the program runs by itself are named so.
const HERE: &str = "embedded:";

/// Looks at everything and says what is wrong.
pub(super) fn run() -> Result<Exit, Failure> {
    let env = Env::of_process();
    let dirs = Dirs::find(&env)?;
    let (found, mut problems) = Catalog::load(Some(&dirs.config));
    problems.splice(0..0, of_settings(&dirs, &env, &found));
    problems.extend(Profiles::load(Some(&dirs.config.join(ground::PROFILES))).1);
    problems.extend(Catalogue::read(&dirs).err().unwrap_or_default());
    problems.extend(rehearse::formats(&found));
    let prompts = dirs.config.join(ground::PROMPTS);
    if prompt::are_there(&prompts) || prompts.is_file() {
        problems.extend(prompt::check(&prompts, &rehearse::views(&found)?)?);
    }
    let paint = if out::is_terminal() {
        Paint::Coloured
    } else {
        Paint::Plain
    };
    let mut exit = Exit::Done;
    let write = |out: &mut dyn std::io::Write| {
        exit = catalog::check(&found, &problems, &mut &mut *out, paint)?;
        Ok(())
    };
    // A problem is cleaned before it is painted.
    match paint {
        Paint::Coloured => out::paint(write),
        Paint::Plain => out::print(write),
    }?;
    Ok(exit)
}

/// What is wrong with the configuration, by itself and beside what there is to choose from.
fn of_settings(dirs: &Dirs, env: &Env, catalog: &Catalog) -> Vec<Problem> {
    let path = dirs.config.join(FILE);
    let shown = path.display().to_string();
    let text = match config::text_of(&path) {
        Ok(None) => return Vec::new(),
        Ok(Some(text)) => text,
        Err(failure) => {
            return vec![Problem::of_file(
                shown,
                failure.message,
                failure.hints.join("; "),
            )];
        }
    };
    let source: Arc<str> = text.into();
    let (settings, mut problems) = config::read(&shown, &source, env);
    let findings = beside(&settings, catalog, &Store::new(dirs));
    let more = located(&shown, &source, findings);
    // Of what cannot be read nothing more is said.
    let is_new = |one: &Problem| !problems.iter().any(|known| known.field == one.field);
    let more: Vec<Problem> = more.into_iter().filter(is_new).collect();
    problems.extend(more);
    problems.sort_by_key(|problem| (problem.line, problem.column));
    problems
}

/// What the settings name that is not there.
fn beside(settings: &Settings, catalog: &Catalog, store: &Store) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut add = |field: Field, message: String, expected: String| {
        findings.push(Finding {
            field,
            message,
            expected,
        });
    };
    if let Some(theme) = &settings.theme
        && let Err(unknown) = catalog.theme(theme)
    {
        add(
            Field::of("theme"),
            unknown.to_string(),
            unknown.hints().join("; "),
        );
    }
    let seats = known_seats(catalog);
    for (seat, model) in &settings.seats {
        let here = Field::of("seats").key(seat.as_str());
        if !is_known(&seats, seat) {
            let names = seats.iter().map(|(side, _)| side.as_str());
            let expected = match nearest::nearest(seat.group(), names.clone()).first() {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!(
                    "expected a number and one of {}",
                    names.collect::<Vec<_>>().join(", ")
                ),
            };
            add(
                here.clone(),
                format!("no format has a seat `{seat}`"),
                expected,
            );
        }
        if let Some((message, expected)) = not_here(model, store) {
            add(here, message, expected);
        }
    }
    for (role, model) in &settings.roles {
        let here = Field::of("roles").key(role.word());
        if let Some((message, expected)) = not_here(model, store) {
            add(here, message, expected);
        }
    }
    if let Some((message, expected)) = settings.model.as_ref().and_then(|one| not_here(one, store))
    {
        add(Field::of("model"), message, expected);
    }
    if let Some(EmbeddingModel::Here(name)) = &settings.embeddings.model
        && let Some((message, expected)) = not_here(&format!("{HERE}{name}"), store)
    {
        add(Field::of("embeddings").key("model"), message, expected);
    }
    #[cfg(feature = "tui")]
    for (action, message) in crate::tui::keymap::faults(&settings.keys) {
        let expected = "the help (`?`) and the README list the actions and their keys".to_owned();
        add(Field::of("keys").key(&action), message, expected);
    }
    findings
}

/// The sides of all formats, each with the most seats that it has in one of them.
fn known_seats(catalog: &Catalog) -> Vec<(String, usize)> {
    let mut seats: Vec<(String, usize)> = Vec::new();
    let all = catalog.formats().flat_map(|entry| &entry.value.sides);
    let mut most =
        |name: &str, number: usize| match seats.iter_mut().find(|(known, _)| known == name) {
            Some((_, most)) => *most = number.max(*most),
            None => seats.push((name.to_owned(), number)),
        };
    for side in all {
        most(&side.id, *side.seats_range().end());
    }
    most(
        "judge",
        usize::try_from(crate::bounds::JUDGES.most).unwrap_or(usize::MAX),
    );
    most(
        "audience",
        usize::try_from(crate::bounds::HOUSE.most).unwrap_or(usize::MAX),
    );
    seats
}

fn is_known(seats: &[(String, usize)], seat: &Seat) -> bool {
    if seat.is_moderator() || seat.is_chair() {
        return true;
    }
    let number = seat.number().unwrap_or(0);
    seats
        .iter()
        .any(|(side, most)| side == seat.group() && (1..=*most).contains(&number))
}

/// What is to be said of a model that would run in the program and is not there.
fn not_here(model: &str, store: &Store) -> Option<(String, String)> {
    let name = model.strip_prefix(HERE)?;
    if store.named(name).is_some() {
        return None;
    }
    Some((
        format!("there is no model `{name}` here"),
        "`hustings model list` lists those that are here and those that can be fetched".to_owned(),
    ))
}
