//! `--speakers auto`: people whom a model invents for the motion, and their files where they are to be kept.

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::{
    args::RunArgs,
    ground::Ground,
    setup::{self, Choice},
};
use crate::{
    assign::{self, Cast, Wanted},
    catalog::{Kind, Persona},
    debate::ask::Role,
    error::Failure,
    files::{self, Existing},
    llm::roster::Roster,
};

/// What is typed instead of names.
const AUTO: &str = "auto";

/// What becomes of the people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Keep {
    /// Each has a file afterwards.
    Files,
    /// They are for this debate, and stay in its journal.
    Nothing,
}

/// Speakers are to be found.
#[derive(Debug, Clone, Copy)]
pub(super) struct Auto(Keep);

impl Auto {
    /// Whether the arguments want that. The choice names nobody then.
    ///
    /// # Errors
    /// It is to be kept what nobody invents, or some are to be invented and others not.
    pub(super) fn of(choice: &mut Choice, args: &RunArgs) -> Result<Option<Self>, Failure> {
        let is_auto = |name: &String| name.eq_ignore_ascii_case(AUTO);
        if !choice.speakers.iter().any(is_auto) {
            return if args.save_speakers {
                Err(
                    Failure::input("--save-speakers: nobody is invented for this debate")
                        .hint("use it with --speakers auto"),
                )
            } else {
                Ok(None)
            };
        }
        if choice.speakers.len() > 1 {
            return Err(Failure::input(
                "--speakers: `auto` finds everybody and cannot stand beside names",
            )
            .hint("name all of them, or give --speakers auto alone"));
        }
        choice.speakers.clear();
        Ok(Some(Self(if args.save_speakers {
            Keep::Files
        } else {
            Keep::Nothing
        })))
    }

    /// Finds people for every seat, and keeps them where that was asked for. Gives the seed that they come from, too.
    pub(super) async fn cast(
        self,
        ground: &Ground,
        choice: &Choice,
        roster: &Roster,
        tell: &(dyn Fn(&str) + Sync),
    ) -> Result<(Vec<Cast>, u64), Failure> {
        let seed = choice.seed.unwrap_or_else(setup::fresh_seed);
        let motion = ground.catalog.choose_motion(&choice.motion)?.motion;
        let format = setup::rules(&ground.catalog, choice)?;
        let wanted = Wanted {
            motion: &motion,
            format: &format,
            seed,
        };
        let cast = find(ground, wanted, roster, tell).await?;
        if self.0 == Keep::Files {
            for (one, path) in cast.iter().zip(save_all(ground, &cast)?) {
                tell(&format!("{} is kept in {}", one.card.name, path.display()));
            }
        }
        Ok((cast, seed))
    }
}

/// Asks the speakers' model for people, of whom none has the id of a persona that is there already.
pub(super) async fn find(
    ground: &Ground,
    wanted: Wanted<'_>,
    roster: &Roster,
    tell: &(dyn Fn(&str) + Sync),
) -> Result<Vec<Cast>, Failure> {
    let prompts = ground.prompts()?;
    let folder = folder(ground);
    // A file of the name of another would take its place.
    let is_taken = |id: &str| {
        ground.catalog.personas().any(|entry| entry.id == id)
            || folder.join(format!("{id}.toml")).exists()
    };
    let model = roster.assigned(Role::Speaker, None);
    assign::propose(wanted, &prompts, model, &is_taken, tell).await
}

/// Gives each of these people a file, and says which.
pub(super) fn save_all(ground: &Ground, cast: &[Cast]) -> Result<Vec<PathBuf>, Failure> {
    let folder = folder(ground);
    let save = |one: &Cast| save(&folder, &one.id, &one.card);
    cast.iter().map(save).collect()
}

/// Where personas are that are not built in.
fn folder(ground: &Ground) -> PathBuf {
    ground.dirs.config.join(Kind::Persona.folder())
}

/// Seats people who were found, and nobody else.
pub(super) fn seat(choice: &mut Choice, cast: Vec<Cast>, seed: u64) {
    choice.sides = Vec::new();
    choice.speakers = cast.iter().map(|one| one.id.clone()).collect();
    choice.cast = cast;
    choice.seed = Some(seed);
}

/// Writes a persona into a file of its own, and never over another.
fn save(folder: &Path, id: &str, card: &Persona) -> Result<PathBuf, Failure> {
    let path = folder.join(format!("{id}.toml"));
    let failed = |why: &dyn std::fmt::Display| {
        Failure::input(format!("{} cannot be written: {why}", path.display()))
            .hint("keep nobody, or see to the folder")
    };
    let text = toml::to_string_pretty(card).map_err(|error| failed(&error))?;
    fs::create_dir_all(folder).map_err(|error| failed(&files::why(&error)))?;
    files::write(&path, Existing::Keep, |out| out.write_all(text.as_bytes()))
        .map_err(|error| failed(&error))?;
    Ok(path)
}
