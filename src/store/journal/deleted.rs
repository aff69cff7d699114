//! Deletion: a debate that is deleted is out of sight at once, can be restored for thirty days, and is swept when the
//! journal is opened after that. One that a process is running is never deleted.

use std::path::Path;

use rusqlite::{Connection, params};

use super::{
    Journal,
    error::JournalError,
    find,
    read::{self, DebateSummary, Sight},
    write::now_ms,
};
use crate::debate::ids::DebateId;

/// The days for which a deleted debate can be restored.
pub const RESTORABLE_DAYS: i64 = 30;
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

impl Journal {
    /// Deletes a debate: it can be restored for [`RESTORABLE_DAYS`].
    ///
    /// # Errors
    /// There is no such debate, or a process is running it.
    pub fn delete(&self, debate: &DebateId) -> Result<(), JournalError> {
        let db = self.reader()?;
        if !read::exists(&db, &self.file(), debate)? {
            return Err(JournalError::unknown(&debate.0));
        }
        // Nobody can be appending to it, and whoever takes it up after this finds it no more.
        let lock = self.lock(debate)?;
        let marked = db.execute(
            "UPDATE debate SET deleted_ms = ?2 WHERE id = ?1",
            params![debate.0, now_ms()],
        );
        drop(lock);
        marked
            .map(drop)
            .map_err(|error| JournalError::from_sql(&self.file(), &error))
    }

    /// Deletes a debate for good, whether it was deleted before or not.
    ///
    /// # Errors
    /// There is no such debate, or a process is running it.
    pub fn erase(&self, debate: &DebateId) -> Result<(), JournalError> {
        let db = self.reader()?;
        if !read::is_known(&db, &self.file(), debate)? {
            return Err(JournalError::unknown(&debate.0));
        }
        let lock = self.lock(debate)?;
        let erased = db.execute("DELETE FROM debate WHERE id = ?1", [&debate.0]);
        drop(lock);
        erased
            .map(drop)
            .map_err(|error| JournalError::from_sql(&self.file(), &error))
    }

    /// Restores a debate that was deleted; one that is there stays as it is.
    ///
    /// # Errors
    /// There is no such debate any more, or nothing can be kept.
    pub fn restore(&self, debate: &DebateId) -> Result<(), JournalError> {
        self.is_writable()?;
        let db = self.reader()?;
        if !read::is_known(&db, &self.file(), debate)? {
            return Err(JournalError::unknown(&debate.0));
        }
        restore(&db, debate).map_err(|error| JournalError::from_sql(&self.file(), &error))
    }

    /// The debates that were deleted and can be restored, the last one first.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn deleted(&self) -> Result<Vec<DebateSummary>, JournalError> {
        read::deleted(&self.reader()?, &self.file())
    }

    /// The deleted debate that is meant, as [`Journal::find`] finds one that is there; `last` is the one that was opened
    /// last.
    ///
    /// # Errors
    /// None is meant, or more than one; the candidates are listed.
    pub fn find_deleted(&self, asked: &str) -> Result<DebateId, JournalError> {
        let names = read::names(&self.reader()?, &self.file(), Sight::Deleted)?;
        if names.is_empty() {
            return Err(JournalError::NoneDeleted);
        }
        find::find(asked, &names)
    }
}

/// The time until which a debate that was deleted then can be restored, in milliseconds since the Unix epoch.
pub fn restorable_until(deleted_ms: i64) -> i64 {
    deleted_ms.saturating_add(RESTORABLE_DAYS * DAY_MS)
}

/// Whether a debate was deleted.
pub(super) fn is_deleted(db: &Connection, debate: &DebateId) -> rusqlite::Result<bool> {
    db.query_row(
        "SELECT EXISTS (SELECT 1 FROM debate WHERE id = ?1 AND deleted_ms IS NOT NULL)",
        [&debate.0],
        |row| row.get(0),
    )
}

/// Takes the mark of a deletion away.
pub(super) fn restore(db: &Connection, debate: &DebateId) -> rusqlite::Result<()> {
    db.execute(
        "UPDATE debate SET deleted_ms = NULL WHERE id = ?1",
        [&debate.0],
    )
    .map(drop)
}

/// Deletes for good what was deleted too long ago. Where the file is busy or cannot grow it is done another time.
///
/// # Errors
/// The file cannot be read.
pub(super) fn sweep(db: &Connection, file: &Path) -> Result<(), JournalError> {
    sweep_at(db, file, now_ms())
}

fn sweep_at(db: &Connection, file: &Path, now_ms: i64) -> Result<(), JournalError> {
    let before = now_ms.saturating_sub(RESTORABLE_DAYS * DAY_MS);
    let due = "FROM debate WHERE deleted_ms IS NOT NULL AND deleted_ms < ?1";
    // Looked at first: most of the time nothing is due, and whoever opens the journal waits for nobody who writes.
    let swept = db
        .query_row(
            &format!("SELECT EXISTS (SELECT 1 {due})"),
            [before],
            |row| row.get(0),
        )
        .and_then(|is_due: bool| {
            if is_due {
                db.execute(&format!("DELETE {due}"), [before])?;
            }
            Ok(())
        });
    match swept.map_err(|error| JournalError::from_sql(file, &error)) {
        Err(
            JournalError::Busy { .. } | JournalError::Full { .. } | JournalError::TooLong { .. },
        ) => Ok(()),
        done => done,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::{FILE, schema};

    fn ids(db: &Connection) -> Vec<String> {
        let mut query = db.prepare("SELECT id FROM debate ORDER BY id").unwrap();
        let ids = query.query_map([], |row| row.get(0)).unwrap();
        ids.map(Result::unwrap).collect()
    }

    fn with(debates: &[(&str, Option<i64>)]) -> (tempfile::TempDir, Journal) {
        let dir = tempfile::tempdir().unwrap();
        let journal = Journal::open(dir.path()).unwrap();
        let db = schema::connect(&dir.path().join(FILE)).unwrap();
        for (id, deleted) in debates {
            db.execute(
                "INSERT INTO debate (id, opened_ms, motion, format, seed, speeches, records, deleted_ms)
                    VALUES (?1, 1, 'm', 'f', '7', 6, 0, ?2)",
                params![id, deleted],
            )
            .unwrap();
        }
        (dir, journal)
    }

    #[test]
    fn what_was_deleted_is_out_of_sight_can_be_restored_and_its_id_stays_taken() {
        let (_dir, journal) = with(&[("a", None), ("b", None)]);
        let id = DebateId("a".into());
        journal.delete(&id).unwrap();
        let listed = |journal: &Journal| -> Vec<String> {
            let all = journal.list().unwrap();
            all.into_iter().map(|one| one.debate.0).collect()
        };
        assert_eq!(listed(&journal), ["b"]);
        assert!(journal.find("a").is_err());
        assert!(journal.summary(&id).is_err());
        assert!(journal.load(&id).is_err());
        assert!(journal.resume(&id).is_err());
        assert_eq!(journal.unfinished().unwrap(), [DebateId("b".into())]);
        assert!(journal.delete(&id).is_err(), "it is deleted already");
        assert_eq!(journal.deleted().unwrap().len(), 1);
        assert_eq!(journal.find_deleted("a").unwrap(), id);
        journal.restore(&id).unwrap();
        assert_eq!(listed(&journal).len(), 2);
        assert_eq!(journal.find_deleted("a"), Err(JournalError::NoneDeleted));
        // For good, there and when it was deleted before.
        journal.delete(&id).unwrap();
        journal.erase(&id).unwrap();
        assert!(journal.restore(&id).is_err());
        assert!(journal.deleted().unwrap().is_empty());
    }

    #[test]
    fn a_debate_that_is_running_is_not_deleted() {
        let (_dir, journal) = with(&[("a", None)]);
        let id = DebateId("a".into());
        let held = journal.lock(&id).unwrap();
        for refused in [journal.delete(&id), journal.erase(&id)] {
            assert!(
                matches!(refused, Err(JournalError::InUse { .. })),
                "{refused:?}"
            );
        }
        drop(held);
        assert_eq!(journal.list().unwrap().len(), 1);
    }

    #[test]
    fn what_was_deleted_is_swept_after_thirty_days_and_not_before() {
        let now = 100 * DAY_MS;
        let (dir, journal) = with(&[
            ("there", None),
            ("old", Some(now - RESTORABLE_DAYS * DAY_MS - 1)),
            ("young", Some(now - RESTORABLE_DAYS * DAY_MS + 1)),
        ]);
        let file = dir.path().join(FILE);
        let db = journal.reader().unwrap();
        sweep_at(&db, &file, now).unwrap();
        assert_eq!(ids(&db), ["there", "young"]);
        // And when the journal is opened: by now, both are long gone.
        drop(Journal::open(dir.path()).unwrap());
        assert_eq!(ids(&db), ["there"]);
    }
}
