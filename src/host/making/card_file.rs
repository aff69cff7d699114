//! The file of a card that was made, and the card as it was made, which is kept beside it: what differs was edited.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{
    catalog::{self, FileKind, Persona, Problem},
    config::Dirs,
    error::Failure,
    files::{self, Existing},
    text::shown,
};

/// The folder, beside the cards, of the cards as they were made. Nobody takes what is in a hidden folder for a card.
const MADE: &str = ".made";
/// Bytes that a card may have.
const MOST: u64 = 4 << 20;

/// The files of one card.
pub(super) struct CardFile {
    id: String,
    path: PathBuf,
    made: PathBuf,
}

/// A card as it is on the disk.
pub(super) struct CardThere {
    /// The card.
    pub(super) card: Persona,
    /// The card as it was made last; none where somebody wrote the file by hand.
    pub(super) made: Option<Persona>,
}

impl CardFile {
    pub(super) fn of(dirs: &Dirs, id: &str) -> Self {
        let folder = dirs.config.join(FileKind::Persona.folder());
        let name = format!("{id}.toml");
        Self {
            id: id.to_owned(),
            path: folder.join(&name),
            made: folder.join(MADE).join(&name),
        }
    }

    /// The card, where there is one.
    ///
    /// # Errors
    /// The file cannot be read, or is no card.
    pub(super) fn read(&self) -> Result<Option<CardThere>, Failure> {
        if !self.path.exists() {
            return Ok(None);
        }
        let text = files::text(&self.path, MOST)
            .map_err(|error| Failure::input(format!("{}: {error}", shown::path(&self.path))))?;
        let wrong = |problems: Vec<Problem>| {
            let first = problems.first().map(ToString::to_string);
            Failure::input(format!(
                "{} has a fault: {}",
                shown::path(&self.path),
                first.unwrap_or_default()
            ))
            .hint("`hustings check` shows all of it; put it right, or add --force to have the card written anew")
        };
        let card = catalog::persona_of(&self.id, &text).map_err(wrong)?;
        let made = files::text(&self.made, MOST).ok();
        let made = made.and_then(|text| catalog::persona_of(&self.id, &text).ok());
        Ok(Some(CardThere { card, made }))
    }

    /// Writes the card, and beside it how it was made. Gives the file and, where it was there before, the one that has it
    /// as it was.
    ///
    /// # Errors
    /// They cannot be written.
    pub(super) fn write(
        &self,
        (card, made): (&Persona, &Persona),
        about: &str,
    ) -> Result<(PathBuf, Option<PathBuf>), Failure> {
        let backup = if self.path.exists() {
            let backup = self.path.with_extension("toml.bak");
            fs::copy(&self.path, &backup).map_err(|error| failed(&backup, &files::why(&error)))?;
            Some(backup)
        } else {
            None
        };
        // First what it is held against: a card beside an older one would look edited.
        put(
            &self.made,
            "# As it was made. What differs from this in the card beside it was edited, and stays.\n\n",
            made,
        )?;
        put(&self.path, about, card)?;
        Ok((self.path.clone(), backup))
    }

    /// The file, as people see it.
    pub(super) fn shown(&self) -> String {
        shown::path(&self.path)
    }
}

fn put(path: &Path, about: &str, card: &Persona) -> Result<(), Failure> {
    let text = toml::to_string_pretty(card).map_err(|error| failed(path, &error))?;
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| failed(path, &files::why(&error)))?;
    }
    let text = format!("{about}{text}");
    files::write(path, Existing::Replace, |out| {
        out.write_all(text.as_bytes())
    })
    .map_err(|error| error.failure(path))
}

fn failed(path: &Path, why: &dyn std::fmt::Display) -> Failure {
    Failure::internal(format!("{} cannot be written: {why}", shown::path(path)))
}
