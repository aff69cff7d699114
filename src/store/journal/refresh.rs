//! Debates of before there were columns for the list and words for the search: counted when they are first asked for,
//! each in a transaction of its own, so that whoever stops it loses nothing.

use std::path::Path;

use rusqlite::{Connection, OptionalExtension as _, TransactionBehavior};

use super::{digest::Digest, error::JournalError};
use crate::debate::ids::DebateId;

/// Counts every debate that nobody has counted yet. `told` is told how many are done, and of how many; where it says
/// `false`, the rest is left for the next time.
pub(super) fn all(
    db: &mut Connection,
    file: &Path,
    told: &mut dyn FnMut(u64, u64) -> bool,
) -> Result<(), JournalError> {
    let sql = |error: rusqlite::Error| JournalError::from_sql(file, &error);
    let old: Vec<String> = db
        .prepare("SELECT id FROM debate WHERE records IS NULL ORDER BY id DESC")
        .and_then(|mut query| query.query_map([], |row| row.get(0))?.collect())
        .map_err(sql)?;
    let all = old.len() as u64;
    for (done, id) in (1..).zip(old) {
        count(db, &DebateId(id)).map_err(sql)?;
        if !told(done, all) {
            break;
        }
    }
    Ok(())
}

/// Counts one debate, where nobody has counted it yet.
pub(super) fn one(db: &mut Connection, file: &Path, debate: &DebateId) -> Result<(), JournalError> {
    let sql = |error: rusqlite::Error| JournalError::from_sql(file, &error);
    let uncounted: Option<bool> = db
        .query_row(
            "SELECT records IS NULL FROM debate WHERE id = ?1",
            [&debate.0],
            |row| row.get(0),
        )
        .optional()
        .map_err(sql)?;
    if uncounted == Some(true) {
        count(db, debate).map_err(sql)?;
    }
    Ok(())
}

fn count(db: &mut Connection, debate: &DebateId) -> rusqlite::Result<()> {
    // Whoever appends to it counts it, too: the write lock comes before the reading.
    let change = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
    Digest::of_rows(&change, debate, i64::MAX.cast_unsigned())?.write(&change, debate)?;
    change.commit()
}
