//! A SQLite file of ours: opened, told from the files of others, and brought to the version that this program knows.
//! What stands in its tables is its owner's business.

use std::{
    fmt::Write as _,
    io,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};
use tempfile::TempDir;

use crate::{
    error::{Exit, Failure},
    files::{self, NotRead},
    text::shown,
};

/// The time that a connection waits for another one.
const PATIENCE: Duration = Duration::from_secs(5);
/// The time between two looks at what SQLite itself does not wait for.
const LOOK_AGAIN: Duration = Duration::from_millis(10);
/// What to do where the system allows no longer file.
pub const TOO_LONG: &str = "Allow longer files (`ulimit -f` says how long they may be), or keep them on another file system \
                            (HUSTINGS_HOME) and say it again; nothing that was recorded is lost.";
/// The folder for files in memory, on systems that have such a place.
const MEMORY: &str = "/dev/shm";

/// The kind of a file of ours: its mark and its schema.
#[derive(Debug, Clone, Copy)]
pub struct DatabaseKind {
    /// The mark in the file's header.
    pub application: u32,
    /// The steps that make each version of the schema of the one before; the first makes it of nothing. A step that has
    /// been released is never changed.
    pub steps: &'static [&'static str],
}

/// The reason why a file cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DatabaseError {
    /// The folder or the file cannot be read or written.
    #[error("{path} cannot be written: {detail}")]
    NotWritable {
        /// The path of the file.
        path: String,
        /// The system's message.
        detail: String,
    },
    /// The file cannot be read.
    #[error("{path} cannot be read: {detail}")]
    NotReadable {
        /// The path of the file.
        path: String,
        /// The system's message.
        detail: String,
    },
    /// No space is left.
    #[error("the disk is full: {path} cannot grow")]
    Full {
        /// The path of the file.
        path: String,
    },
    /// The system allows no longer file.
    #[error("{path} cannot grow: the system allows no longer file there")]
    TooLong {
        /// The path of the file.
        path: String,
    },
    /// The file is damaged or something else altogether.
    #[error("{path} is damaged or is not ours: {detail}")]
    Corrupt {
        /// The path of the file.
        path: String,
        /// The fault of the file.
        detail: String,
    },
    /// A newer program has written it.
    #[error("{path} has schema version {found}, and this program knows versions up to {known}")]
    Newer {
        /// The path of the file.
        path: String,
        /// The version of the schema in the file.
        found: u32,
        /// The newest version of the schema that this program knows.
        known: u32,
    },
    /// Another process holds the file for too long.
    #[error("another process keeps {path} busy")]
    Busy {
        /// The path of the file.
        path: String,
    },
    /// SQLite says something else.
    #[error("{path}: {detail}")]
    Sql {
        /// The path of the file.
        path: String,
        /// SQLite's message.
        detail: String,
    },
}

/// Whether the system allows no longer file: the database itself, or what SQLite writes beside it.
fn is_too_long(file: &Path) -> bool {
    let mut log = file.as_os_str().to_owned();
    log.push("-wal");
    files::is_at_its_longest(file) || files::is_at_its_longest(Path::new(&log))
}

impl DatabaseError {
    /// The error for what the system says of a file or a folder.
    pub(crate) fn from_io(path: &Path, error: &io::Error) -> Self {
        let path = shown::path(path);
        if files::is_full(error) {
            return Self::Full { path };
        }
        if error.kind() == io::ErrorKind::FileTooLarge {
            return Self::TooLong { path };
        }
        Self::NotWritable {
            path,
            detail: files::why(error),
        }
    }

    /// The error for what SQLite says of a file.
    pub(crate) fn from_sql(file: &Path, error: &rusqlite::Error) -> Self {
        let path = shown::path(file);
        // Of a damaged file it may repeat names.
        let detail = shown::strange(error);
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => Self::Full { path },
            // What it keeps beside the file found no room, which it calls otherwise.
            Some(ErrorCode::CannotOpen | ErrorCode::SystemIoFailure)
                if files::is_without_room(file) =>
            {
                Self::Full { path }
            }
            Some(ErrorCode::SystemIoFailure) if is_too_long(file) => Self::TooLong { path },
            Some(
                ErrorCode::ReadOnly
                | ErrorCode::CannotOpen
                | ErrorCode::PermissionDenied
                | ErrorCode::SystemIoFailure,
            ) => Self::NotWritable {
                path,
                // SQLite does not say what the system has said.
                detail: files::refusal(file).unwrap_or(detail),
            },
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                Self::Corrupt { path, detail }
            }
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy { path },
            _ => Self::Sql { path, detail },
        }
    }
}

impl From<DatabaseError> for Failure {
    fn from(error: DatabaseError) -> Self {
        let failure = Self::new(Exit::Internal, error.to_string());
        match error {
            DatabaseError::NotWritable { .. } => failure
                .hint("Check that the folder exists and that you may write in it.")
                .hint("HUSTINGS_HOME names another folder for everything that is kept."),
            DatabaseError::NotReadable { .. } => {
                failure.hint("Check that it is a regular file, and that you may read it.")
            }
            DatabaseError::Full { .. } => {
                failure.hint("Free some space and say it again; nothing that was in is lost.")
            }
            DatabaseError::TooLong { .. } => failure.hint(TOO_LONG),
            DatabaseError::Corrupt { path, .. } => failure.hint(format!(
                "Move {path} away (with its -wal and -shm files) to begin a new one; \
                 `sqlite3 FILE .recover` may save what is in it."
            )),
            DatabaseError::Newer { .. } => failure
                .hint("Use the newer program that wrote it, or another folder (HUSTINGS_HOME)."),
            DatabaseError::Busy { .. } => {
                failure.hint("Wait for the other process to end, and try again.")
            }
            DatabaseError::Sql { .. } => failure,
        }
    }
}

/// Opens a file, made where there is none, and brings it to the version that this program knows.
///
/// # Errors
/// It cannot be written, is not ours, is damaged, or was written by a newer program; it stays as it is then.
pub fn open(file: &Path, kind: &DatabaseKind) -> Result<Connection, DatabaseError> {
    check_file(file)?;
    let mut db = connect(file).map_err(|error| DatabaseError::from_sql(file, &error))?;
    prepare(&mut db, file, kind)?;
    Ok(db)
}

/// Refuses what is there and no regular file, which SQLite would wait for or call a broken disk.
///
/// # Errors
/// What it is instead.
pub(crate) fn check_file(file: &Path) -> Result<(), DatabaseError> {
    match files::regular(file) {
        Err(refused @ (NotRead::Special(_) | NotRead::Folder)) => Err(DatabaseError::NotReadable {
            path: shown::path(file),
            detail: refused.to_string(),
        }),
        // What else is the matter is told by whoever opens it.
        Ok(())
        | Err(
            NotRead::NotThere | NotRead::TooLong { .. } | NotRead::NotText { .. } | NotRead::Io(_),
        ) => Ok(()),
    }
}

/// Copies a file that may only be read, with what has not been written back into it. SQLite keeps files beside what it
/// reads, which cannot be made there, and gives them the permissions of the copy, which is for its owner alone.
///
/// # Errors
/// It cannot be read, or the copy cannot be written.
pub fn copy(file: &Path, path: &Path) -> Result<(), DatabaseError> {
    let not_readable = |error: io::Error| {
        if files::is_full(&error) {
            return DatabaseError::from_io(file, &error);
        }
        DatabaseError::NotReadable {
            path: shown::path(file),
            detail: files::why(&error),
        }
    };
    let beside = |path: &Path| {
        let mut name = path.as_os_str().to_owned();
        name.push("-wal");
        PathBuf::from(name)
    };
    for (file, path) in [
        (file.to_owned(), path.to_owned()),
        (beside(file), beside(path)),
    ] {
        if file.is_file() {
            // Not `fs::copy`: a copy of what may only be read could only be read, too.
            let from = files::open(&file).map_err(files::NotRead::into_io);
            let (mut from, _) = from.map_err(not_readable)?;
            let mut to = files::private_file(&path)
                .map_err(|error| DatabaseError::from_io(&path, &error))?;
            io::copy(&mut from, &mut to).map_err(not_readable)?;
        }
    }
    Ok(())
}

/// Opens a copy of a file that cannot be written, in a folder of its own that goes with the handle. `open` gets the
/// path of the copy; where the place has no room, `is_of_file` is false of its error, and another place is tried.
///
/// # Errors
/// The file cannot be read or is wrong itself, or no place has room: what was the matter with the first.
pub(crate) fn open_copy<T, E: From<DatabaseError>>(
    file: &Path,
    open: impl Fn(&Path) -> Result<T, E>,
    is_of_file: impl Fn(&E) -> bool,
) -> Result<(T, TempDir), E> {
    let name = file.file_name().unwrap_or_default();
    let opened_in = |place: &Path| {
        let folder = files::private_folder("hustings-", place)
            .map_err(|error| DatabaseError::from_io(place, &error))?;
        let path = folder.path().join(name);
        copy(file, &path)?;
        Ok((open(&path)?, folder))
    };
    opened_in(&std::env::temp_dir()).or_else(|first: E| {
        // The folder for what is temporary may lie on the same full disk; memory does not.
        let memory = Path::new(MEMORY);
        if is_of_file(&first) || !memory.is_dir() {
            return Err(first);
        }
        opened_in(memory).map_err(|second| if is_of_file(&second) { second } else { first })
    })
}

/// Opens a connection to a file that is prepared already.
///
/// # Errors
/// It cannot be opened.
pub(crate) fn connect(file: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let db = Connection::open_with_flags(file, flags)?;
    db.busy_timeout(PATIENCE)?;
    db.pragma_update(None, "foreign_keys", true)?;
    db.pragma_update(None, "synchronous", "NORMAL")?;
    Ok(db)
}

/// Opens a connection to a file that another process writes and this one may only read. What SQLite keeps beside the file
/// has to be there, as it is while that process has the file open.
///
/// # Errors
/// It cannot be opened or read.
pub(crate) fn connect_to_read(file: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let db = Connection::open_with_flags(file, flags)?;
    db.busy_timeout(PATIENCE)?;
    // SQLite looks at the file only when it is asked something.
    db.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
    Ok(db)
}

/// Opens a file to look at it and writes nothing, neither in it nor beside it; where that cannot be had of the file itself,
/// a copy of it, whose folder goes with the handle. It is of any version, and may be empty.
///
/// # Errors
/// It is no regular file, or cannot be read.
pub(crate) fn open_to_look(file: &Path) -> Result<(Connection, Option<TempDir>), DatabaseError> {
    check_file(file)?;
    files::open(file).map_err(|error| DatabaseError::NotReadable {
        path: shown::path(file),
        detail: files::why(&error.into_io()),
    })?;
    let is_there = |end: &str| {
        let mut name = file.as_os_str().to_owned();
        name.push(end);
        Path::new(&name).exists()
    };
    let looked = match (is_there("-wal"), is_there("-shm")) {
        // Nobody has it open, and SQLite would make both.
        (false, _) if cfg!(unix) => connect_unlocked(file).ok(),
        (true, true) => connect_to_read(file).ok(),
        (false, _) | (true, false) => None,
    };
    if let Some(db) = looked {
        return Ok((db, None));
    }
    let open = |copy: &Path| connect(copy).map_err(|error| DatabaseError::from_sql(copy, &error));
    let is_of_file = |error: &DatabaseError| {
        matches!(
            error,
            DatabaseError::Corrupt { .. } | DatabaseError::NotReadable { .. }
        )
    };
    let (db, folder) = open_copy(file, open, is_of_file)?;
    Ok((db, Some(folder)))
}

/// Opens a connection to a file that nobody writes meanwhile: SQLite takes no lock of it and keeps nothing beside it.
fn connect_unlocked(file: &Path) -> rusqlite::Result<Connection> {
    // With an authority that is empty, so that no part of the path is taken for one.
    let mut uri = if file.is_absolute() {
        "file://".to_owned()
    } else {
        "file:".to_owned()
    };
    for byte in file.as_os_str().as_encoded_bytes() {
        if byte.is_ascii_alphanumeric() || b"/._-".contains(byte) {
            uri.push(char::from(*byte));
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri += "?immutable=1";
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_URI;
    Connection::open_with_flags(uri, flags)
}

/// Brings a file to the version that this program knows, or leaves it as it is.
///
/// # Errors
/// As [`open`].
pub fn prepare(db: &mut Connection, file: &Path, kind: &DatabaseKind) -> Result<(), DatabaseError> {
    let sql = |error: &rusqlite::Error| DatabaseError::from_sql(file, error);
    let known = u32::try_from(kind.steps.len()).unwrap_or(u32::MAX);
    // Looked at before anything is written: a file that is not ours stays as it is.
    let found = version(db, file, kind)?;
    if found > known {
        return Err(DatabaseError::Newer {
            path: shown::path(file),
            found,
            known,
        });
    }
    write_ahead(db).map_err(|error| sql(&error))?;
    if found == known {
        return Ok(());
    }
    let change = db
        .transaction_with_behavior(TransactionBehavior::Immediate)
        .map_err(|error| sql(&error))?;
    // Another process may have done it in the meantime.
    let found = version(&change, file, kind)?;
    for step in kind.steps.iter().skip(found as usize) {
        change.execute_batch(step).map_err(|error| sql(&error))?;
    }
    change
        .pragma_update(None, "application_id", kind.application)
        .and_then(|()| change.pragma_update(None, "user_version", known.max(found)))
        .and_then(|()| change.commit())
        .map_err(|error| sql(&error))
}

/// Gives a file its write-ahead log, where it has none yet.
///
/// # Errors
/// Another connection keeps the file busy for too long, or it cannot be written.
fn write_ahead(db: &Connection) -> rusqlite::Result<()> {
    let begun = Instant::now();
    loop {
        match db.pragma_update(None, "journal_mode", "WAL") {
            // SQLite reads the file first, and whoever reads is not kept waiting for those who write, but refused: two
            // processes that make the same file at the same time.
            Err(error)
                if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
                    && begun.elapsed() < PATIENCE =>
            {
                std::thread::sleep(LOOK_AGAIN);
            }
            done => return done,
        }
    }
}

/// The version of a file, which must be one of ours or empty.
///
/// # Errors
/// It is not ours, or cannot be read.
pub fn version(db: &Connection, file: &Path, kind: &DatabaseKind) -> Result<u32, DatabaseError> {
    let read = || -> rusqlite::Result<(u32, u32, u32)> {
        Ok((
            db.pragma_query_value(None, "user_version", |row| row.get(0))?,
            db.pragma_query_value(None, "application_id", |row| row.get(0))?,
            db.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?,
        ))
    };
    let (version, application, tables) =
        read().map_err(|error| DatabaseError::from_sql(file, &error))?;
    if tables > 0 && application != kind.application {
        return Err(DatabaseError::Corrupt {
            path: shown::path(file),
            detail: "it is a database of another program".to_owned(),
        });
    }
    Ok(version)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: DatabaseKind = DatabaseKind {
        application: 7,
        steps: &["CREATE TABLE a (x)"],
    };
    const SECOND: DatabaseKind = DatabaseKind {
        steps: &["CREATE TABLE a (x)", "CREATE TABLE b (x)"],
        ..FIRST
    };

    fn file() -> (tempfile::TempDir, std::path::PathBuf) {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("some.db");
        (dir, file)
    }

    #[test]
    fn why_a_file_cannot_be_written_is_told_as_the_system_says_it() {
        let (dir, _) = file();
        let nowhere = dir.path().join("gone").join("some.db");
        let told = open(&nowhere, &FIRST).unwrap_err().to_string();
        assert!(
            told.ends_with("cannot be written: there is no such file or folder"),
            "{told}"
        );
    }

    #[test]
    fn an_older_file_keeps_what_is_in_it() {
        let (_dir, file) = file();
        let db = open(&file, &FIRST).unwrap();
        db.execute("INSERT INTO a VALUES (1)", []).unwrap();
        drop(db);
        let db = open(&file, &SECOND).unwrap();
        let kept: i64 = db
            .query_row("SELECT x FROM a", [], |row| row.get(0))
            .unwrap();
        assert_eq!(kept, 1);
        assert!(db.execute("INSERT INTO b VALUES (1)", []).is_ok());
        drop(db);
        let error = open(&file, &FIRST).unwrap_err().to_string();
        assert!(
            error.contains("version 2") && error.contains("up to 1"),
            "{error}"
        );
    }

    #[test]
    fn whoever_opens_a_file_that_another_one_is_making_waits_for_that() {
        let (_dir, file) = file();
        // It has no write-ahead log yet, and somebody writes in it.
        let mut other = connect(&file).unwrap();
        let change = other
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .unwrap();
        change.execute_batch("CREATE TABLE a (x)").unwrap();
        std::thread::scope(|scope| {
            let opening = scope.spawn(|| open(&file, &FIRST).map(drop));
            // Long enough for whoever would not wait.
            let begun = Instant::now();
            while !opening.is_finished() && begun.elapsed() < Duration::from_millis(200) {
                std::thread::sleep(LOOK_AGAIN);
            }
            change.pragma_update(None, "application_id", 7).unwrap();
            change.pragma_update(None, "user_version", 1).unwrap();
            change.commit().unwrap();
            opening.join().unwrap().unwrap();
        });
    }

    #[test]
    #[cfg(unix)]
    fn a_copy_is_for_its_owner_alone() {
        use std::os::unix::fs::PermissionsExt as _;
        let (_dir, file) = file();
        let db = open(&file, &FIRST).unwrap();
        // Whatever the file itself allows.
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).unwrap();
        db.execute("INSERT INTO a VALUES (1)", []).unwrap();
        let opened = |path: &Path| open(path, &FIRST);
        let (copied, folder) = open_copy(&file, opened, |_| false).unwrap();
        copied.execute("INSERT INTO a VALUES (2)", []).unwrap();
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(folder.path()), 0o700);
        let all: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
        assert!(all.len() > 1, "what SQLite keeps beside it");
        for entry in all {
            let path = entry.unwrap().path();
            assert_eq!(mode(&path), 0o600, "{}", path.display());
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_file_that_cannot_be_read_is_not_said_to_be_one_that_cannot_be_written() {
        let dir = tempfile::tempdir().unwrap();
        // It can be opened, and there is nothing at its beginning that could be read.
        let unreadable = Path::new("/proc/self/mem");
        let refused = copy(unreadable, &dir.path().join("copy")).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "/proc/self/mem cannot be read: input/output error"
        );
    }

    #[test]
    fn a_file_that_is_looked_at_stays_as_it_is_with_nothing_beside_it() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("some #1? 100%é.db");
        let names = || std::fs::read_dir(dir.path()).unwrap().count();
        let tables = |file: &Path| {
            let (db, _copy) = open_to_look(file).unwrap();
            db.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
                .unwrap()
        };
        std::fs::write(&file, "").unwrap();
        assert_eq!((tables(&file), names()), (0, 1));
        assert_eq!(std::fs::metadata(&file).unwrap().len(), 0);
        let writer = open(&file, &SECOND).unwrap();
        // What has not been written back is seen, too, also where a process has died over it.
        assert_eq!((tables(&file), names()), (2, 3));
        let left = tempfile::tempdir().unwrap();
        let killed = left.path().join("some.db");
        copy(&file, &killed).unwrap();
        assert_eq!(tables(&killed), 2);
        assert_eq!(std::fs::read_dir(left.path()).unwrap().count(), 2);
        drop(writer);
        assert_eq!((tables(&file), names()), (2, 1));
        assert!(matches!(
            open_to_look(dir.path()),
            Err(DatabaseError::NotReadable { .. })
        ));
    }

    #[test]
    fn the_files_of_others_are_left_alone() {
        let (_dir, file) = file();
        std::fs::write(
            &file,
            b"no database at all, but long enough to look like a file",
        )
        .unwrap();
        assert!(matches!(
            open(&file, &FIRST),
            Err(DatabaseError::Corrupt { .. })
        ));
        std::fs::remove_file(&file).unwrap();
        let theirs = connect(&file).unwrap();
        theirs.execute_batch("CREATE TABLE theirs (x)").unwrap();
        assert!(matches!(
            open(&file, &FIRST),
            Err(DatabaseError::Corrupt { .. })
        ));
        let failed = DatabaseKind {
            steps: &["CREATE TABLE a (x)", "CREATE nonsense"],
            ..FIRST
        };
        drop(theirs);
        std::fs::remove_file(&file).unwrap();
        assert!(open(&file, &failed).is_err());
        let db = open(&file, &FIRST).unwrap();
        assert_eq!(version(&db, &file, &FIRST).unwrap(), 1);
    }
}
