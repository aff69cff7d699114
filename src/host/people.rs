//! People whom a model invents for a motion, and their files where they are to be kept.

use std::{
    fs,
    path::{Path, PathBuf},
};

use hustings_rules::setup::{DebateChoice, InventedSpeaker};

use crate::{
    Host,
    assign::{self, AssignmentRequest},
    catalog::{FileKind, Persona},
    clock,
    debate::ask::Role,
    error::Failure,
    files::{self, Existing},
    llm::roster::Roster,
    text::shown,
};

/// The place where invented people are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeepPeople {
    /// Each has a file afterwards.
    InFiles,
    /// The people are for this debate, and stay in its journal.
    InTheDebate,
}

/// Finds people for every seat of a choice, and keeps them. Gives the seed that they come from, too.
///
/// # Errors
/// As [`invent_for`]; a file cannot be written.
pub async fn invent_and_keep(
    host: &Host,
    (choice, keep): (&DebateChoice, KeepPeople),
    roster: &Roster,
    tell: &(dyn Fn(&str) + Sync),
) -> Result<(Vec<InventedSpeaker>, u64), Failure> {
    let (found, seed) = invent_for(host, (choice, &[]), roster, tell).await?;
    if keep == KeepPeople::InFiles {
        for (one, path) in found.iter().zip(save_all(host, &found)?) {
            tell(&format!(
                "{} is kept in {}",
                one.card.name,
                shown::path(&path)
            ));
        }
    }
    Ok((found, seed))
}

/// Finds people for every seat of a choice, whose sides have so many seats where somebody says so. Gives the seed that
/// they come from, too.
///
/// # Errors
/// The model cannot be had, or what it proposes is of no use.
pub async fn invent_for(
    host: &Host,
    (choice, seats): (&DebateChoice, &[usize]),
    roster: &Roster,
    tell: &(dyn Fn(&str) + Sync),
) -> Result<(Vec<InventedSpeaker>, u64), Failure> {
    let seed = choice.seed.unwrap_or_else(clock::fresh_seed);
    let motion = host.catalog.choose_motion(&choice.motion)?.motion;
    let mut format = host.format_of(choice)?;
    for (side, seats) in format.sides.iter_mut().zip(seats) {
        side.seats = *seats;
    }
    let wanted = AssignmentRequest {
        motion: &motion,
        format: &format,
        seed,
    };
    let people = invent(host, wanted, roster, tell).await?;
    Ok((people, seed))
}

/// Asks the speakers' model for people, of whom none has the id of a persona that is there already.
async fn invent(
    host: &Host,
    wanted: AssignmentRequest<'_>,
    roster: &Roster,
    tell: &(dyn Fn(&str) + Sync),
) -> Result<Vec<InventedSpeaker>, Failure> {
    let prompts = host.prompts()?;
    let folder = folder(host);
    // A file of the name of another would take its place.
    let is_taken = |id: &str| {
        host.catalog.personas().any(|entry| entry.id == id)
            || folder.join(format!("{id}.toml")).exists()
    };
    let model = roster.assigned(Role::Speaker, None);
    assign::propose(wanted, &prompts, model, &is_taken, tell).await
}

/// Gives each of these people a file, and says which.
///
/// # Errors
/// A file cannot be written.
pub fn save_all(host: &Host, people: &[InventedSpeaker]) -> Result<Vec<PathBuf>, Failure> {
    let folder = folder(host);
    let save = |one: &InventedSpeaker| save(&folder, &one.id, &one.card);
    people.iter().map(save).collect()
}

/// The folder of the personas that are not built in.
fn folder(host: &Host) -> PathBuf {
    host.dirs.config.join(FileKind::Persona.folder())
}

/// Seats people who were found, and nobody else.
pub fn seat(choice: &mut DebateChoice, people: Vec<InventedSpeaker>, seed: u64) {
    choice.sides = Vec::new();
    choice.speakers = people.iter().map(|one| one.id.clone()).collect();
    choice.invented = people;
    choice.seed = Some(seed);
}

/// Writes a persona into a file of its own, and never over another.
fn save(folder: &Path, id: &str, card: &Persona) -> Result<PathBuf, Failure> {
    let path = folder.join(format!("{id}.toml"));
    let failed = |why: &dyn std::fmt::Display| {
        Failure::input(format!("{} cannot be written: {why}", shown::path(&path)))
            .hint("keep nobody, or see to the folder")
    };
    let text = toml::to_string_pretty(card).map_err(|error| failed(&error))?;
    fs::create_dir_all(folder).map_err(|error| failed(&files::why(&error)))?;
    files::write(&path, Existing::Keep, |out| out.write_all(text.as_bytes()))
        .map_err(|error| failed(&error))?;
    Ok(path)
}
