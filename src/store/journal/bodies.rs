//! Tables of what is kept beside a debate as JSON, one row for each moment: repeated divisions, what judges have read.

use rusqlite::{Connection, params};
use serde::{Serialize, de::DeserializeOwned};

use crate::debate::ids::DebateId;

/// Writes a row of one of these tables. What is of the same moment is there already.
pub(super) fn insert(
    db: &Connection,
    table: &'static str,
    debate: &DebateId,
    (made_ms, value): (i64, &impl Serialize),
) -> rusqlite::Result<()> {
    let body = serde_json::to_string(value)
        .map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))?;
    db.prepare_cached(&format!(
        "INSERT INTO {table} (debate, made_ms, body) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING"
    ))?
    .execute(params![debate.0, made_ms, body])?;
    Ok(())
}

/// The rows of a debate in one of these tables, the oldest first, without what cannot be read.
pub(super) fn of<T: DeserializeOwned>(
    db: &Connection,
    table: &'static str,
    debate: &DebateId,
) -> rusqlite::Result<Vec<T>> {
    let mut query = db.prepare_cached(&format!(
        "SELECT body FROM {table} WHERE debate = ?1 ORDER BY made_ms"
    ))?;
    let bodies = query.query_map([&debate.0], |row| row.get::<_, String>(0))?;
    let bodies: Vec<String> = bodies.collect::<rusqlite::Result<_>>()?;
    let read = bodies.iter().map(|body| serde_json::from_str(body));
    Ok(read.filter_map(Result::ok).collect())
}
