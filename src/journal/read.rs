//! Reading: the list of debates, and one debate whole.

use std::path::Path;

use rusqlite::{Connection, Row};
use serde::Serialize;

use super::{error::JournalError, find::Name};
use crate::debate::{
    event::{CloseReason, Event, Record},
    ids::DebateId,
};

/// Whether a debate is over, as the list says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Closing {
    /// It can be resumed.
    Unfinished,
    /// It came to its end.
    Completed,
    /// The viewer adjourned it.
    Adjourned,
}

impl Closing {
    /// The word in the list and in the file.
    pub fn word(self) -> &'static str {
        match self {
            Self::Unfinished => "unfinished",
            Self::Completed => "completed",
            Self::Adjourned => "adjourned",
        }
    }
}

impl From<CloseReason> for Closing {
    fn from(reason: CloseReason) -> Self {
        match reason {
            CloseReason::Completed => Self::Completed,
            CloseReason::Adjourned => Self::Adjourned,
        }
    }
}

/// A debate, as a list shows it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Summary {
    /// Which.
    pub debate: DebateId,
    /// When it was opened: milliseconds since the Unix epoch.
    pub opened_ms: i64,
    /// The motion.
    pub motion: String,
    /// The name of the format.
    pub format: String,
    /// Whether it is over.
    pub status: Closing,
    /// The result in a few words, where there is one: "Opposition, 4 to 9, clear".
    pub result: Option<String>,
    /// Main speeches that are over and count.
    pub speeches: u32,
    /// Main speeches that there are to be.
    pub speeches_planned: u32,
    /// Milliseconds from the opening to the last event, not counting the time when no process ran it.
    pub duration_ms: u64,
    /// What the calls with a known price cost together; absent where no price is known.
    pub cost: Option<f64>,
}

const LIST: &str = "
    SELECT id, opened_ms, motion, format, speeches, closed,
        (SELECT at_ms FROM event WHERE debate = id ORDER BY seq DESC LIMIT 1),
        (SELECT count(DISTINCT began.body ->> '$.slot') FROM event AS began
            JOIN event AS ended ON ended.debate = id AND ended.kind = 'turn_ended'
                AND ended.body ->> '$.turn' = began.body ->> '$.turn'
            WHERE began.debate = id AND began.kind = 'turn_began' AND began.body ->> '$.task' = 'speech'),
        (SELECT sum(body ->> '$.report.cost') FROM event
            WHERE debate = id AND kind IN ('model_called', 'model_failed')),
        (SELECT (body ->> '$.winner') || ', ' || (body ->> '$.ayes') || ' to ' || (body ->> '$.noes')
                || ', ' || (body ->> '$.margin')
            FROM event WHERE debate = id AND kind = 'division_declared' LIMIT 1)
    FROM debate ORDER BY opened_ms DESC, id DESC";

/// Every debate, the newest first.
pub(super) fn list(db: &Connection, file: &Path) -> Result<Vec<Summary>, JournalError> {
    collect(db, LIST, summary).map_err(|error| JournalError::from_sql(file, &error))
}

fn summary(row: &Row<'_>) -> rusqlite::Result<Summary> {
    let status = match row.get::<_, Option<String>>(5)?.as_deref() {
        None => Closing::Unfinished,
        Some("adjourned") => Closing::Adjourned,
        Some(_) => Closing::Completed,
    };
    Ok(Summary {
        debate: DebateId(row.get(0)?),
        opened_ms: row.get(1)?,
        motion: row.get(2)?,
        format: row.get(3)?,
        speeches_planned: row.get(4)?,
        status,
        duration_ms: row.get::<_, Option<i64>>(6)?.unwrap_or(0).cast_unsigned(),
        speeches: row.get(7)?,
        cost: row.get(8)?,
        result: row.get(9)?,
    })
}

/// What debates are recognised by, the newest first.
pub(super) fn names(db: &Connection, file: &Path) -> Result<Vec<Name>, JournalError> {
    let sql = "SELECT id, opened_ms, motion FROM debate ORDER BY opened_ms DESC, id DESC";
    collect(db, sql, |row| {
        Ok(Name {
            debate: DebateId(row.get(0)?),
            opened_ms: row.get(1)?,
            motion: row.get(2)?,
        })
    })
    .map_err(|error| JournalError::from_sql(file, &error))
}

/// Whether there is such a debate.
pub(super) fn exists(
    db: &Connection,
    file: &Path,
    debate: &DebateId,
) -> Result<bool, JournalError> {
    db.query_row(
        "SELECT EXISTS (SELECT 1 FROM debate WHERE id = ?1)",
        [&debate.0],
        |row| row.get(0),
    )
    .map_err(|error| JournalError::from_sql(file, &error))
}

/// The debates that refine one, the oldest first, each with the debate whose verdict taught it. They have the motion of
/// that debate, so that of a long journal only the openings on one motion are read.
pub(super) fn refinements(
    db: &Connection,
    file: &Path,
    of: &DebateId,
) -> Result<Vec<(DebateId, DebateId)>, JournalError> {
    let sql = |error: rusqlite::Error| JournalError::from_sql(file, &error);
    let mut statement = db
        .prepare(
            "SELECT debate.id, event.body ->> '$.guidance.after' FROM debate
                JOIN event ON event.debate = debate.id AND event.seq = 0
                WHERE debate.motion = (SELECT motion FROM debate WHERE id = ?1) AND debate.id <> ?1
                    AND event.body ->> '$.guidance.of' = ?1
                ORDER BY debate.opened_ms, debate.id",
        )
        .map_err(sql)?;
    let rows = statement
        .query_map([&of.0], |row| {
            Ok((
                DebateId(row.get(0)?),
                DebateId(row.get::<_, Option<String>>(1)?.unwrap_or_default()),
            ))
        })
        .map_err(sql)?;
    rows.collect::<rusqlite::Result<_>>().map_err(sql)
}

/// Every record of a debate. A row that is missing or cannot be read is an error that names it: to go on
/// without it would be another debate.
pub(super) fn load(
    db: &Connection,
    file: &Path,
    debate: &DebateId,
) -> Result<Vec<Record>, JournalError> {
    if !exists(db, file, debate)? {
        return Err(JournalError::unknown(&debate.0));
    }
    let sql = |error: rusqlite::Error| JournalError::from_sql(file, &error);
    let mut statement = db
        .prepare("SELECT seq, at_ms, body FROM event WHERE debate = ?1 ORDER BY seq")
        .map_err(sql)?;
    let mut rows = statement.query([&debate.0]).map_err(sql)?;
    let mut records = Vec::new();
    while let Some(row) = rows.next().map_err(sql)? {
        let seq = row.get::<_, i64>(0).map_err(sql)?.cast_unsigned();
        let bad = |detail: String| JournalError::BadRow {
            debate: debate.clone(),
            seq,
            detail,
        };
        let expected = records.len() as u64;
        if seq != expected {
            return Err(bad(format!("row {expected} before it is missing")));
        }
        let body = row.get_ref(2).map_err(sql)?;
        let body = body.as_str().map_err(|error| bad(error.to_string()))?;
        let event: Event = serde_json::from_str(body).map_err(|error| bad(error.to_string()))?;
        records.push(Record {
            seq,
            at_ms: row.get::<_, i64>(1).map_err(sql)?.cast_unsigned(),
            event,
        });
    }
    Ok(records)
}

fn collect<T>(
    db: &Connection,
    sql: &str,
    read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<Vec<T>> {
    db.prepare(sql)?.query_map([], read)?.collect()
}
