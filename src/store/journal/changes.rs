//! Whether a journal has changed: whoever keeps a list of debates on the screen asks from time to time, and reads the list
//! again only where something has.

use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::{
    FILE, LOCKS, connect,
    error::JournalError,
    lock::{self, WriterPresence},
    read,
};
use crate::debate::ids::DebateId;

/// A watch over the changes of a journal. It only reads, and nobody who writes waits for it.
#[derive(Debug)]
pub struct JournalChanges {
    dir: PathBuf,
    db: Connection,
    /// What SQLite calls the state of the file at the last look: it changes with whatever another connection commits.
    version: Option<i64>,
    /// The debates that were not over at the last look, each with who wrote it: a process that dies changes no file.
    open: Vec<(DebateId, WriterPresence)>,
}

impl JournalChanges {
    pub(super) fn new(dir: &Path) -> Result<Self, JournalError> {
        let file = dir.join(FILE);
        let db = connect(&file)?;
        db.pragma_update(None, "query_only", true)
            .map_err(|error| JournalError::from_sql(&file, &error))?;
        Ok(Self {
            dir: dir.to_owned(),
            db,
            version: None,
            open: Vec::new(),
        })
    }

    /// Whether anything has changed since the last look; at the first one, it has.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn have_come(&mut self) -> Result<bool, JournalError> {
        let file = self.dir.join(FILE);
        let version = self
            .db
            .pragma_query_value(None, "data_version", |row| row.get(0))
            .map_err(|error| JournalError::from_sql(&file, &error))?;
        let is_new = self.version != Some(version);
        if is_new {
            let open = read::unfinished(&self.db, &file)?.into_iter();
            self.open = open.map(|debate| (debate, WriterPresence::Gone)).collect();
        }
        self.version = Some(version);
        let locks = self.dir.join(LOCKS);
        let mut has_changed = is_new;
        for (debate, writer) in &mut self.open {
            let now = lock::holder(&locks, debate);
            has_changed |= std::mem::replace(writer, now) != now;
        }
        Ok(has_changed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::{Journal, schema};

    #[test]
    fn what_others_commit_and_who_comes_and_goes_are_changes_and_a_look_is_none() {
        let dir = tempfile::tempdir().unwrap();
        let journal = Journal::open(dir.path()).unwrap();
        let mut changes = journal.changes().unwrap().unwrap();
        assert_eq!(changes.have_come(), Ok(true), "nobody has looked yet");
        assert_eq!(changes.have_come(), Ok(false));
        let other = schema::connect(&dir.path().join(FILE)).unwrap();
        other
            .execute(
                "INSERT INTO debate (id, opened_ms, motion, format, seed, speeches) VALUES ('d', 0, 'm', 'f', '0', 0)",
                [],
            )
            .unwrap();
        assert_eq!(changes.have_come(), Ok(true));
        assert_eq!(changes.have_come(), Ok(false));
        // A process that takes a debate up, and one that dies, write nothing.
        let debate = DebateId("d".into());
        let writer = lock::take(&dir.path().join(LOCKS), &debate).unwrap();
        assert_eq!(changes.have_come(), Ok(true));
        assert_eq!(changes.have_come(), Ok(false));
        drop(writer);
        assert_eq!(changes.have_come(), Ok(true));
        journal.delete(&debate).unwrap();
        assert_eq!(changes.have_come(), Ok(true));
        assert_eq!(changes.have_come(), Ok(false));
    }
}
