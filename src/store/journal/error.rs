//! Errors of the journal, and what a person can do about them.

use std::{io, path::Path};

use crate::{
    database::{DatabaseError, TOO_LONG},
    debate::ids::{DebateId, Seat},
    error::{Exit, Failure},
    text::shown::named,
};

/// The reason why the journal cannot do what it was asked to.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum JournalError {
    /// The folder or the file cannot be read or written.
    #[error("the journal in {path} cannot be written: {detail}")]
    NotWritable {
        /// The path of the folder or file.
        path: String,
        /// The system's message.
        detail: String,
    },
    /// The file that keeps others from the same debate cannot be written.
    #[error("{path}, which keeps others from the same debate, cannot be written: {detail}")]
    NoLock {
        /// The path of the file.
        path: String,
        /// The system's message.
        detail: String,
    },
    /// The file cannot be read.
    #[error("the journal in {path} cannot be read: {detail}")]
    NotReadable {
        /// The path of the file.
        path: String,
        /// The system's message.
        detail: String,
    },
    /// No space is left.
    #[error("the disk is full: the journal in {path} cannot grow")]
    Full {
        /// The path of the file.
        path: String,
    },
    /// The system allows no longer file.
    #[error("the journal in {path} cannot grow: the system allows no longer file there")]
    TooLong {
        /// The path of the file.
        path: String,
    },
    /// The file is damaged or something else altogether.
    #[error("{path} is damaged or is no journal: {detail}")]
    Corrupt {
        /// The path of the file.
        path: String,
        /// SQLite's message.
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
    /// A journal that cannot be taken in.
    #[error("{path} cannot be taken in: {detail}")]
    Foreign {
        /// The path of the file or folder.
        path: String,
        /// The reason, for people.
        detail: String,
    },
    /// Another process holds the file for too long.
    #[error("another process keeps {path} busy")]
    Busy {
        /// The path of the file.
        path: String,
    },
    /// Another process runs that debate.
    #[error("debate {debate} is running in another process{}", .process.map(|id| format!(" (process {id})")).unwrap_or_default())]
    InUse {
        /// The id of the debate.
        debate: DebateId,
        /// The id of the process, where it could be told.
        process: Option<u32>,
    },
    /// Somebody at another terminal has the seat.
    #[error("somebody sits in the seat {seat} at another terminal{}", .process.map(|id| format!(" (process {id})")).unwrap_or_default())]
    SeatTaken {
        /// The seat.
        seat: Seat,
        /// The id of their process, where it could be told.
        process: Option<u32>,
    },
    /// What is said from a seat cannot be handed in.
    #[error("{path}, by which a seat is spoken from, cannot be written: {detail}")]
    NoSeat {
        /// The path of the file.
        path: String,
        /// The system's message.
        detail: String,
    },
    /// No debate is meant.
    #[error("there is no debate \"{}\" in the journal", named(asked))]
    Unknown {
        /// The name that was asked for.
        asked: String,
    },
    /// No debate is in the journal.
    #[error("the journal has no debates yet")]
    Empty,
    /// No debate was deleted that could be restored.
    #[error("no debate was deleted that could be restored")]
    NoneDeleted,
    /// More than one debate is meant.
    #[error("\"{}\" may be any of {} debates", named(asked), candidates.len())]
    Ambiguous {
        /// The name that was asked for.
        asked: String,
        /// The debates that are meant, a line each: id, date, motion.
        candidates: Vec<String>,
    },
    /// A new debate has the id of one that is there.
    #[error("there is a debate {debate} already")]
    Exists {
        /// The id of the debate.
        debate: DebateId,
    },
    /// A record that does not follow the last one.
    #[error("debate {debate}: record {found} was to be appended where {expected} follows")]
    Gap {
        /// The id of the debate.
        debate: DebateId,
        /// The number that follows.
        expected: u64,
        /// The number that came.
        found: u64,
    },
    /// A row that cannot be read.
    #[error("debate {debate}: row {seq} of the journal cannot be read: {detail}")]
    BadRow {
        /// The id of the debate.
        debate: DebateId,
        /// The number of the row.
        seq: u64,
        /// The fault of the row.
        detail: String,
    },
    /// The writing thread has ended.
    #[error("the journal is closed")]
    Stopped,
    /// SQLite says something else.
    #[error("the journal {path}: {detail}")]
    Sql {
        /// The path of the file.
        path: String,
        /// SQLite's message.
        detail: String,
    },
}

impl JournalError {
    pub(super) fn unknown(asked: &str) -> Self {
        Self::Unknown {
            asked: asked.to_owned(),
        }
    }

    /// Whether the file itself is at fault, so that a copy of it would be no better.
    pub(super) fn is_of_file(&self) -> bool {
        matches!(
            self,
            Self::Corrupt { .. }
                | Self::Newer { .. }
                | Self::NotReadable { .. }
                | Self::Foreign { .. }
        )
    }

    pub(super) fn from_io(path: &Path, error: &io::Error) -> Self {
        DatabaseError::from_io(path, error).into()
    }

    pub(super) fn from_sql(file: &Path, error: &rusqlite::Error) -> Self {
        DatabaseError::from_sql(file, error).into()
    }
}

impl From<DatabaseError> for JournalError {
    fn from(error: DatabaseError) -> Self {
        match error {
            DatabaseError::NotWritable { path, detail } => Self::NotWritable { path, detail },
            DatabaseError::NotReadable { path, detail } => Self::NotReadable { path, detail },
            DatabaseError::Full { path } => Self::Full { path },
            DatabaseError::TooLong { path } => Self::TooLong { path },
            DatabaseError::Corrupt { path, detail } => Self::Corrupt { path, detail },
            DatabaseError::Newer { path, found, known } => Self::Newer { path, found, known },
            DatabaseError::Busy { path } => Self::Busy { path },
            DatabaseError::Sql { path, detail } => Self::Sql { path, detail },
        }
    }
}

impl From<JournalError> for Failure {
    fn from(error: JournalError) -> Self {
        let message = error.to_string();
        let internal = Self::new(Exit::Internal, &message);
        let input = Self::new(Exit::BadInput, &message);
        match error {
            JournalError::NotWritable { .. } | JournalError::NoLock { .. } => internal
                .hint("Check that the folder exists and that you may write in it.")
                .hint("HUSTINGS_HOME names another folder for everything that is kept."),
            JournalError::NotReadable { .. } => {
                internal.hint("Check that it is a regular file, and that you may read it.")
            }
            JournalError::Full { .. } => internal
                .hint("Free some space and say it again; nothing that was recorded is lost."),
            JournalError::TooLong { .. } => internal.hint(TOO_LONG),
            JournalError::Corrupt { path, .. } => internal.hint(format!(
                "Move {path} away (with its -wal and -shm files) to begin a new journal; \
                 `sqlite3 FILE .recover` may save what is in it."
            )),
            JournalError::Newer { .. } => internal
                .hint("Use the newer program that wrote it, or another folder (HUSTINGS_HOME)."),
            JournalError::Busy { .. } => {
                internal.hint("Wait for the other process to end, and try again.")
            }
            JournalError::Foreign { .. } => {
                input.hint("Name a journal.db, or the folder that it lies in.")
            }
            JournalError::InUse { debate, .. } => input
                .hint("Let it end, or stop that process; the debate can then be resumed here.")
                .hint(format!(
                    "`hustings watch {}` shows it meanwhile.",
                    debate.short()
                )),
            JournalError::SeatTaken { .. } => {
                input.hint("Take another seat, or wait until they have left it.")
            }
            JournalError::NoSeat { .. } => {
                internal.hint("Check that the folder exists and that you may write in it.")
            }
            JournalError::Unknown { .. } => input.hint("`hustings list` shows every debate."),
            JournalError::NoneDeleted => {
                input.hint("`hustings list` shows the debates that are there.")
            }
            JournalError::Empty => input.hint("`hustings run \"MOTION\"` holds one."),
            JournalError::Ambiguous { candidates, .. } => candidates
                .into_iter()
                .fold(input.hint("Give more of the id:"), Self::hint),
            JournalError::BadRow { .. } => internal
                .hint(
                    "What stands before that row is shown by `hustings show`, `replay` and `export`; it cannot be gone on from.",
                )
                .hint("Other debates are not affected; `hustings delete ID` removes this one."),
            JournalError::Exists { .. }
            | JournalError::Gap { .. }
            | JournalError::Stopped
            | JournalError::Sql { .. } => internal,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_full_disk_nothing_is_said_that_need_not_be_there() {
        // It may be found out before a debate is begun.
        let full = JournalError::Full {
            path: "/somewhere/journal.db".to_owned(),
        };
        let hints = Failure::from(full).hints.join(" ");
        assert!(!hints.contains("debate"), "{hints}");
    }
}
