//! The file of corpora: opened, written and forgotten. What is found in it is `find`'s.

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use rusqlite::{Connection, OptionalExtension, Transaction, params};
use tempfile::TempDir;

use super::{
    error::CorpusError,
    near::Near,
    passage::CorpusPassage,
    read::About,
    read::headings::of_place,
    schema::{CORPORA, FILE, RANGE},
    stems::Stems,
    window::under,
};
use crate::database::{self, DatabaseError};

/// The part of the file that is kept in memory, in kibibytes as the library counts it: below zero. Searches come back
/// to the same pages of the index of words.
const CACHE: i32 = -32 * 1024;

/// The corpora of all personas. Cheap to share behind an [`Arc`]; its methods block for as long as the disk does.
#[derive(Debug)]
pub struct Library {
    pub(super) file: PathBuf,
    db: Mutex<Connection>,
    // After the connection: it goes when that is closed.
    _copy: Option<TempDir>,
    pub(super) near: Mutex<VectorCache>,
    pub(super) stems: Stems,
    /// The number of passages in which each word stands, as far as anybody has asked. To count a frequent word takes a
    /// millisecond, and questions are full of them; that a count is a little old does no harm, since it only says which
    /// words tell more.
    pub(super) counts: Mutex<HashMap<String, i64>>,
}

/// Vectors in memory, by persona, and what was in the file when they were read.
#[derive(Debug, Default)]
pub(super) struct VectorCache {
    pub(super) stamp: (i64, u64),
    pub(super) model: String,
    pub(super) by_persona: HashMap<i64, Arc<Near>>,
    /// The number of times that this process has changed vectors.
    pub(super) changes: u64,
}

/// A source that is being taken in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Begun {
    /// All of it is in.
    There,
    /// A source whose passages can be put under this number. Some may be in, from a time when somebody stopped.
    Open(i64),
}

/// The outcome of taking passages in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Taken {
    /// The number of passages in the corpus now that were not before.
    pub(super) new: u64,
    /// The number of passages that were there already.
    pub(super) known: u64,
}

impl Library {
    /// Opens the corpora in the data directory, and makes or migrates the file where needed.
    ///
    /// # Errors
    /// The folder cannot be written, the disk is full, the file is damaged, is not ours, or is of a newer version.
    pub fn open(dir: &Path) -> Result<Self, CorpusError> {
        fs::create_dir_all(dir).map_err(|error| DatabaseError::from_io(dir, &error))?;
        let file = dir.join(FILE);
        let db = database::open(&file, &CORPORA)?;
        Self::of(db, file)
    }

    /// The corpora of an open file.
    fn of(db: Connection, file: PathBuf) -> Result<Self, CorpusError> {
        db.pragma_update(None, "cache_size", CACHE)
            .map_err(|error| DatabaseError::from_sql(&file, &error))?;
        Ok(Self {
            file,
            _copy: None,
            db: Mutex::new(db),
            near: Mutex::default(),
            stems: Stems::default(),
            counts: Mutex::default(),
        })
    }

    /// The library of a folder, where there is a file; a debate without corpora makes none. One that cannot be written
    /// is read all the same, from a copy; whoever would keep something is refused.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn find_in(dir: &Path) -> Result<Option<Self>, CorpusError> {
        let file = dir.join(FILE);
        if !file.exists() {
            return Ok(None);
        }
        match Self::open(dir) {
            Err(CorpusError::Database(
                DatabaseError::NotWritable { .. }
                | DatabaseError::Full { .. }
                | DatabaseError::TooLong { .. },
            )) if file.is_file() => Self::open_copy(&file).map(Some),
            opened => opened.map(Some),
        }
    }

    /// The library of a folder, to look at it: nothing is written, neither in the file nor beside it. In a file that is
    /// empty there is none.
    ///
    /// # Errors
    /// The file cannot be read, is damaged, is not ours, or is of a newer version.
    pub fn look_in(dir: &Path) -> Result<Option<Self>, CorpusError> {
        let file = dir.join(FILE);
        if !file.exists() {
            return Ok(None);
        }
        let (db, copy) = database::open_to_look(&file)?;
        match database::version(&db, &file, &CORPORA)? {
            0 => Ok(None),
            found if found as usize == CORPORA.steps.len() => Ok(Some(Self {
                _copy: copy,
                ..Self::of(db, file)?
            })),
            // An older one is made newer in a copy, and a newer one refused.
            _ => Self::open_copy(&file).map(Some),
        }
    }

    fn open_copy(file: &Path) -> Result<Self, CorpusError> {
        let open = |copy: &Path| {
            let db = database::open(copy, &CORPORA)?;
            // What is written into a copy would be lost.
            db.pragma_update(None, "query_only", true)
                .map_err(|error| DatabaseError::from_sql(file, &error))?;
            Self::of(db, file.to_owned())
        };
        let is_of_file = |error: &CorpusError| {
            matches!(
                error,
                CorpusError::Database(
                    DatabaseError::Corrupt { .. }
                        | DatabaseError::Newer { .. }
                        | DatabaseError::NotReadable { .. }
                )
            )
        };
        let (library, copy) = database::open_copy(file, open, is_of_file)?;
        Ok(Self {
            _copy: Some(copy),
            ..library
        })
    }

    pub(super) fn db(&self) -> MutexGuard<'_, Connection> {
        self.db.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn wrong(&self, error: &rusqlite::Error) -> CorpusError {
        DatabaseError::from_sql(&self.file, error).into()
    }

    /// The number of a persona; made where there is none.
    pub(super) fn persona(&self, name: &str) -> Result<i64, CorpusError> {
        let db = self.db();
        let number = || -> rusqlite::Result<i64> {
            db.execute(
                "INSERT INTO persona (name) VALUES (?1) ON CONFLICT DO NOTHING",
                [name],
            )?;
            db.query_row("SELECT id FROM persona WHERE name = ?1", [name], |row| {
                row.get(0)
            })
        };
        number().map_err(|error| self.wrong(&error))
    }

    /// The number of a persona that has a corpus.
    pub(super) fn known_persona(&self, name: &str) -> Result<Option<i64>, CorpusError> {
        self.db()
            .query_row("SELECT id FROM persona WHERE name = ?1", [name], |row| {
                row.get(0)
            })
            .optional()
            .map_err(|error| self.wrong(&error))
    }

    /// Begins a source: one document of a file with that hash, of which `about` is known by now.
    pub(super) fn begin(
        &self,
        persona: i64,
        (name, hash, part): (&str, &[u8], u32),
        about: &About,
        now_ms: i64,
    ) -> Result<Begun, CorpusError> {
        let db = self.db();
        let begin = || -> rusqlite::Result<Begun> {
            let there = db
                .query_row(
                    "SELECT id, whole FROM source WHERE persona = ?1 AND hash = ?2 AND part = ?3",
                    params![persona, hash, part],
                    |row| Ok((row.get::<_, i64>(0)?, row.get::<_, bool>(1)?)),
                )
                .optional()?;
            match there {
                Some((_, true)) => return Ok(Begun::There),
                Some((id, false)) => return Ok(Begun::Open(id)),
                None => {}
            }
            db.execute(
                "INSERT INTO source (persona, name, hash, title, source_type, date, speaker, tags, part, added_ms, whole)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, 0)",
                params![
                    persona,
                    name,
                    hash,
                    about.title,
                    about.source_type,
                    about.date,
                    about.speaker,
                    tags(about),
                    part,
                    now_ms
                ],
            )?;
            Ok(Begun::Open(db.last_insert_rowid()))
        };
        begin().map_err(|error| self.wrong(&error))
    }

    /// Puts passages into a source, all or none of them. Those that the corpus has already are left out.
    pub(super) fn put(
        &self,
        persona: i64,
        source: i64,
        passages: &[(&CorpusPassage, [u8; 32])],
    ) -> Result<Taken, CorpusError> {
        let mut db = self.db();
        let mut put = || -> rusqlite::Result<Taken> {
            let change = db.transaction()?;
            let taken = put_all(&change, &self.stems, persona, source, passages)?;
            change.commit()?;
            Ok(taken)
        };
        put().map_err(|error| self.wrong(&error))
    }

    /// Says that all of a source is in, and what it has turned out to be.
    pub(super) fn finish(&self, source: i64, about: &About) -> Result<(), CorpusError> {
        self.db()
            .execute(
                "UPDATE source SET whole = 1, title = ?2, source_type = ?3, date = ?4, speaker = ?5, tags = ?6
                 WHERE id = ?1",
                params![
                    source,
                    about.title,
                    about.source_type,
                    about.date,
                    about.speaker,
                    tags(about)
                ],
            )
            .map(|_| ())
            .map_err(|error| self.wrong(&error))
    }

    /// Forgets a source of a persona (by the name of its file or its title), or all of them. Gives how many passages
    /// are gone.
    ///
    /// # Errors
    /// There is no such persona or source here.
    pub fn remove(&self, persona: &str, source: Option<&str>) -> Result<u64, CorpusError> {
        let none = || CorpusError::NoCorpus {
            persona: persona.to_owned(),
        };
        let number = self.known_persona(persona)?.ok_or_else(none)?;
        let mut db = self.db();
        let mut gone = || -> rusqlite::Result<(u64, u64)> {
            let change = db.transaction()?;
            let count = |change: &Transaction<'_>| -> rusqlite::Result<u64> {
                change.query_row(
                    "SELECT count(*) FROM passage WHERE id BETWEEN ?1 AND ?2",
                    params![number * RANGE, (number + 1) * RANGE - 1],
                    |row| row.get(0),
                )
            };
            let before = count(&change)?;
            let sources = match source {
                Some(source) => change.execute(
                    "DELETE FROM source WHERE persona = ?1 AND (name = ?2 OR title = ?2)",
                    params![number, source],
                )?,
                None => change.execute("DELETE FROM persona WHERE id = ?1", [number])?,
            };
            let after = count(&change)?;
            change.commit()?;
            Ok((sources as u64, before - after))
        };
        let (sources, passages) = gone().map_err(|error| self.wrong(&error))?;
        drop(db);
        self.near
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .changes += 1;
        if sources == 0 {
            return Err(CorpusError::NoSource {
                persona: persona.to_owned(),
                source_name: source.unwrap_or_default().to_owned(),
            });
        }
        Ok(passages)
    }
}

/// Tags as they are kept.
fn tags(about: &About) -> String {
    serde_json::Value::from(about.tags.clone()).to_string()
}

/// The text that a passage is found by: the headings that it stands under, and what it says. A chapter on coins need
/// not have the word in every passage.
fn sought(place: &str, text: &str) -> String {
    under(of_place(place), text)
}

fn put_all(
    change: &Transaction<'_>,
    stems: &Stems,
    persona: i64,
    source: i64,
    passages: &[(&CorpusPassage, [u8; 32])],
) -> rusqlite::Result<Taken> {
    let mut taken = Taken::default();
    let last: Option<i64> = change.query_row(
        "SELECT max(id) FROM passage WHERE id BETWEEN ?1 AND ?2",
        params![persona * RANGE, (persona + 1) * RANGE - 1],
        |row| row.get(0),
    )?;
    let mut next = last.map_or(persona * RANGE, |last| last + 1);
    let mut known =
        change.prepare_cached("SELECT 1 FROM known WHERE persona = ?1 AND hash = ?2")?;
    let mut insert = change.prepare_cached(
        "INSERT INTO passage (id, source, place, speaker, words, text) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    let mut remember =
        change.prepare_cached("INSERT INTO known (persona, hash, passage) VALUES (?1, ?2, ?3)")?;
    let mut index = change.prepare_cached("INSERT INTO word (rowid, stems) VALUES (?1, ?2)")?;
    for (passage, hash) in passages {
        if known.exists(params![persona, hash])? {
            taken.known += 1;
            continue;
        }
        insert.execute(params![
            next,
            source,
            passage.place,
            passage.speaker,
            i64::try_from(passage.words).unwrap_or(i64::MAX),
            passage.text
        ])?;
        remember.execute(params![persona, hash, next])?;
        index.execute(params![
            next,
            stems.line(&sought(&passage.place, &passage.text))
        ])?;
        next += 1;
        taken.new += 1;
    }
    Ok(taken)
}
