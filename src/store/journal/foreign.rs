//! A journal of somebody else: opened without writing into it, checked to be one, and read. What stands in it is text
//! from outside, and is filtered here.

use std::{
    fs,
    io::Read as _,
    path::{Path, PathBuf},
    time::Duration,
};

use rusqlite::{Connection, OpenFlags};
use serde_json::Value;

use super::{
    FILE, JudgedDebate, RepeatedDivisions, divisions,
    error::JournalError,
    filed::{self, Filed},
    filtered::RecordFilter,
    judged, schema,
};
use crate::{
    database,
    debate::{event::Event, ids::DebateId},
    files::{self, NotRead},
    text::shown,
};

/// The time that another process may keep the journal busy.
const PATIENCE: Duration = Duration::from_secs(2);
/// No id is longer.
const LONGEST_ID: usize = 64;

/// A journal that is only read.
#[derive(Debug)]
pub(super) struct Foreign {
    db: Connection,
    file: PathBuf,
    // Only held: the copy goes with it.
    copy: Option<tempfile::TempDir>,
}

/// A record as the file has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct StoredRecord {
    pub(super) seq: i64,
    pub(super) at_ms: i64,
    pub(super) wall_ms: i64,
    pub(super) body: String,
}

impl Foreign {
    /// Opens a journal: the file, or the folder that it lies in. One of an older version is read from a copy in
    /// `room`, brought to ours.
    ///
    /// # Errors
    /// There is none, it is `ours`, it is damaged or of another program, a newer one, or busy.
    pub(super) fn open(path: &Path, ours: &Path, room: &Path) -> Result<Self, JournalError> {
        let file = file_of(path)?;
        let real = |path: &Path| fs::canonicalize(path).ok();
        if real(&file) == real(ours) {
            return Err(refused(&file, "it is the journal that would take it in"));
        }
        match Self::read_in_place(&file) {
            Ok(db) => Self::of(db, file, room),
            // A folder that is read only has no room for what SQLite keeps beside a journal.
            Err(JournalError::NotWritable { .. }) => {
                let (db, copy) = copied(&file, room)?;
                let mut found = Self::of(db, file, room)?;
                found.copy.get_or_insert(copy);
                Ok(found)
            }
            Err(error) => Err(error),
        }
    }

    fn read_in_place(file: &Path) -> Result<Connection, JournalError> {
        // What blocks is told here: SQLite would wait for it, and for no signal.
        let (mut opened, _) =
            files::open(file).map_err(|error| refused(file, &error.to_string()))?;
        let mut first = [0];
        opened
            .read(&mut first)
            .map_err(|error| JournalError::from_io(file, &error))?;
        let open = || -> rusqlite::Result<Connection> {
            let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
            let db = Connection::open_with_flags(file, flags)?;
            db.busy_timeout(PATIENCE)?;
            // The file is opened only when something is read.
            db.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
            Ok(db)
        };
        open().map_err(|error| JournalError::from_sql(file, &error))
    }

    fn of(db: Connection, file: PathBuf, room: &Path) -> Result<Self, JournalError> {
        let found = schema::version(&db, &file)?;
        if found == 0 {
            return Err(refused(&file, "there is nothing in it"));
        }
        if found > schema::KNOWN {
            return Err(JournalError::Newer {
                path: shown::path(&file),
                found,
                known: schema::KNOWN,
            });
        }
        if found == schema::KNOWN {
            return Ok(Self {
                db,
                file,
                copy: None,
            });
        }
        let copy = room_in(room)?;
        let path = copy.path().join(FILE);
        // SQLite writes into a file that is empty, and would make one that everybody may read.
        files::private_file(&path).map_err(|error| JournalError::from_io(&path, &error))?;
        db.execute("VACUUM INTO ?1", [path.to_string_lossy()])
            .map_err(|error| JournalError::from_sql(&file, &error))?;
        let sql = |error: rusqlite::Error| JournalError::from_sql(&path, &error);
        let mut db = schema::connect(&path).map_err(sql)?;
        schema::prepare(&mut db, &path)?;
        Ok(Self {
            db,
            file,
            copy: Some(copy),
        })
    }

    /// The debates in it, the oldest first.
    pub(super) fn debates(&self) -> Result<Vec<DebateId>, JournalError> {
        self.db
            .prepare("SELECT id FROM debate WHERE deleted_ms IS NULL ORDER BY opened_ms, id")
            .and_then(|mut query| {
                query
                    .query_map([], |row| row.get(0).map(DebateId))?
                    .collect()
            })
            .map_err(|error| self.failed(&error))
    }

    /// The records of a debate, in order.
    pub(super) fn records(&self, debate: &DebateId) -> Result<Vec<StoredRecord>, JournalError> {
        records(&self.db, debate).map_err(|error| self.failed(&error))
    }

    /// The repeated divisions of a debate.
    pub(super) fn divisions(
        &self,
        debate: &DebateId,
    ) -> Result<Vec<RepeatedDivisions>, JournalError> {
        divisions::of(&self.db, debate).map_err(|error| self.failed(&error))
    }

    /// What judges have read of a debate.
    pub(super) fn judged(&self, debate: &DebateId) -> Result<Vec<JudgedDebate>, JournalError> {
        judged::of(&self.db, debate).map_err(|error| self.failed(&error))
    }

    /// The tags and the note of a debate.
    pub(super) fn filed(&self, debate: &DebateId) -> Result<Filed, JournalError> {
        filed::of(&self.db, debate).map_err(|error| self.failed(&error))
    }

    fn failed(&self, error: &rusqlite::Error) -> JournalError {
        JournalError::from_sql(&self.file, error)
    }
}

/// The records of a debate, in order.
pub(super) fn records(db: &Connection, debate: &DebateId) -> rusqlite::Result<Vec<StoredRecord>> {
    db.prepare_cached("SELECT seq, at_ms, wall_ms, body FROM event WHERE debate = ?1 ORDER BY seq")?
        .query_map([&debate.0], |row| {
            Ok(StoredRecord {
                seq: row.get(0)?,
                at_ms: row.get(1)?,
                wall_ms: row.get(2)?,
                body: row.get(3)?,
            })
        })?
        .collect()
}

fn file_of(path: &Path) -> Result<PathBuf, JournalError> {
    let candidates = [
        path.to_owned(),
        path.join(FILE),
        path.join("data").join(FILE),
    ];
    let found = candidates.into_iter().find(|file| file.is_file());
    found.ok_or_else(|| {
        let detail = if path.is_dir() {
            format!("there is no {FILE} in it")
        } else {
            let said = files::open(path).err();
            said.unwrap_or(NotRead::NotThere).to_string()
        };
        refused(path, &detail)
    })
}

fn refused(path: &Path, detail: &str) -> JournalError {
    JournalError::Foreign {
        path: shown::path(path),
        detail: detail.to_owned(),
    }
}

fn room_in(room: &Path) -> Result<tempfile::TempDir, JournalError> {
    files::private_folder("merge-", room).map_err(|error| JournalError::from_io(room, &error))
}

/// A copy of the file and of what has not been written back into it.
fn copied(file: &Path, room: &Path) -> Result<(Connection, tempfile::TempDir), JournalError> {
    let copy = room_in(room)?;
    let path = copy.path().join(FILE);
    database::copy(file, &path)?;
    let db = schema::connect(&path).map_err(|error| JournalError::from_sql(file, &error))?;
    Ok((db, copy))
}

/// Whether an id is one: it names a file, and is shown.
pub(super) fn is_id(debate: &DebateId) -> bool {
    let fine = |c: char| c.is_ascii_alphanumeric() || c == '-';
    (1..=LONGEST_ID).contains(&debate.0.len()) && debate.0.chars().all(fine)
}

/// A record's body with every text filtered, and without the name of the variable that held a key: a journal from
/// elsewhere must not say which of this machine's secrets goes to which server.
pub(super) fn cleaned(
    filter: &mut RecordFilter,
    body: &str,
) -> serde_json::Result<(Event, String)> {
    let mut value: Value = serde_json::from_str(body)?;
    if let Some(launch) = value.get_mut("launch").and_then(Value::as_object_mut)
        && let Some(key) = launch.get_mut("key_env")
    {
        *key = Value::Null;
    }
    filter.clean(&mut value);
    let cleaned = serde_json::to_string(&value)?;
    let event = serde_json::from_value(value)?;
    filter.remember(&event);
    Ok((event, cleaned))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_is_filtered_and_names_no_key() {
        let body = "{\"event\":\"notice\",\"text\":\"a\\u001b[2Jb\\u202e\"}";
        let clean = |body: &str| super::cleaned(&mut RecordFilter::default(), body);
        let (event, cleaned) = clean(body).unwrap();
        assert_eq!(event, Event::Notice { text: "ab".into() });
        assert_eq!(cleaned, "{\"event\":\"notice\",\"text\":\"ab\"}");
        // What is clean stays as it is, and cleaning twice changes nothing.
        assert_eq!(clean(&cleaned).unwrap().1, cleaned);
        assert!(clean("{\"event\":\"moonrise\"}").is_err());
    }

    #[test]
    #[cfg(unix)]
    fn a_copy_is_for_its_owner_alone() {
        use std::os::unix::fs::PermissionsExt as _;
        let (theirs, room) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let file = theirs.path().join(FILE);
        drop(schema::older(&file));
        let found = Foreign::open(&file, &room.path().join(FILE), room.path()).unwrap();
        let copied = found.copy.unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(copied.path()), 0o700);
        assert_eq!(mode(&copied.path().join(FILE)), 0o600);
    }

    #[test]
    fn ids_are_plain() {
        let is = |id: &str| is_id(&DebateId(id.into()));
        assert!(is("0190a5e2-7b1c-7def-8abc-0123456789ab"));
        assert!(!is("") && !is("../x") && !is("a b") && !is(&"a".repeat(65)));
    }
}
