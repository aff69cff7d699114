//! Reading: the list of debates, and one debate whole.

use std::path::Path;

use rusqlite::{Connection, OptionalExtension, Params, Row};
use serde::Serialize;

use super::{error::JournalError, filtered::RecordFilter, find::Name};
use crate::{
    debate::{
        DebateState,
        event::{CloseReason, Record},
        ids::DebateId,
    },
    text::{
        sanitize::{sanitize, sanitize_line},
        shown::strange,
    },
};

/// The status of a debate, as the list says it: whether it is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CompletionStatus {
    /// The debate can be resumed.
    Unfinished,
    /// The debate came to its end.
    Completed,
    /// The viewer adjourned it.
    Adjourned,
}

impl CompletionStatus {
    /// The word in the list and in the file.
    pub fn word(self) -> &'static str {
        match self {
            Self::Unfinished => "unfinished",
            Self::Completed => "completed",
            Self::Adjourned => "adjourned",
        }
    }
}

impl From<CloseReason> for CompletionStatus {
    fn from(reason: CloseReason) -> Self {
        match reason {
            CloseReason::Completed => Self::Completed,
            CloseReason::Adjourned => Self::Adjourned,
        }
    }
}

/// The result of a debate in a few words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Outcome(pub(super) String);

impl Outcome {
    /// The decision of the house or the judges: "Opposition, 9 to 4, clear" or "Affirmative, 6.20 to 5.85".
    pub(super) fn of(state: &DebateState) -> Option<Self> {
        if let Some(division) = &state.division {
            return Some(Self(division.describe()));
        }
        state.scores.as_ref()?.describe().map(Self)
    }
}

/// A debate, as a list shows it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DebateSummary {
    /// The id of the debate.
    pub debate: DebateId,
    /// The time at which the debate was opened: milliseconds since the Unix epoch.
    pub opened_ms: i64,
    /// The motion that was debated.
    pub motion: String,
    /// The name of the format.
    pub format: String,
    /// The id of the format's file.
    pub format_id: String,
    /// The names of those who speak, in the order of their seats.
    pub speakers: Vec<String>,
    /// The ids of their personas.
    pub personas: Vec<String>,
    /// Whether it is over.
    pub status: CompletionStatus,
    /// The result in a few words, where there is one: "Opposition, 9 to 4, clear".
    pub result: Option<String>,
    /// Turns that the house has heard, spoken or written, and that count.
    pub turns: u32,
    /// The number of such turns that there are to be.
    pub turns_planned: u32,
    /// Words of all turns that count.
    pub words: u32,
    /// Milliseconds that it ran, pauses and the time when no process ran it not counted.
    pub running_ms: u64,
    /// Calls to models that have ended.
    pub calls: u32,
    /// The tokens that the calls read and wrote.
    pub tokens: u64,
    /// The cost of the calls together; absent where the price of one is not known.
    pub cost: Option<f64>,
    /// Whether people held it.
    pub real: bool,
    /// The batch, where the debate is one of many.
    pub batch: Option<String>,
    /// The id of its settings in that batch.
    pub item: Option<String>,
    /// The number of parts that count and are missing from the debate, once it is over: what somebody would have heard,
    /// seen or been judged by ([`crate::debate::missing`]).
    pub missing: u32,
    /// The debate that it refines.
    pub refines: Option<DebateId>,
    /// The number of the iteration of that debate, from 2.
    pub iteration: Option<u32>,
    /// The debate that it is a branch of.
    pub branch_of: Option<DebateId>,
    /// The time of the last event that it has in common with that debate, in milliseconds of the debate.
    pub branch_at_ms: Option<u64>,
    /// The place at which it parts from that debate, for people: "in the turn of Ada Lovelace".
    pub branch_place: Option<String>,
    /// The tags that somebody has put to it, in alphabetical order.
    pub tags: Vec<String>,
    /// The note that somebody has put to it.
    pub note: Option<String>,
    /// The time at which it was deleted, in milliseconds since the Unix epoch, where it can still be restored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deleted_ms: Option<i64>,
    /// Whether a process is running it now.
    pub running: bool,
}

const COLUMNS: &str = "id, opened_ms, motion, format, speeches, closed, coalesce(last_ms, 0), coalesce(spoken, 0), \
    cost, result, coalesce(format_id, ''), coalesce(speakers, ''), coalesce(personas, ''), coalesce(words, 0), \
    coalesce(calls, 0), coalesce(tokens, 0), batch, item, real IS NOT NULL, refines, iteration, \
    coalesce(missing, 0), branch_of, branch_at_ms, parting, note, deleted_ms, \
    (SELECT group_concat(tag, char(10)) FROM tag WHERE tag.debate = debate.id)";

/// What is true of a debate that is there: one that was deleted is out of sight until it is restored or swept.
const THERE: &str = "deleted_ms IS NULL";

/// Every debate, the newest first.
pub(super) fn list(db: &Connection, file: &Path) -> Result<Vec<DebateSummary>, JournalError> {
    let sql =
        format!("SELECT {COLUMNS} FROM debate WHERE {THERE} ORDER BY opened_ms DESC, id DESC");
    collect(db, &sql, [], summary).map_err(|error| JournalError::from_sql(file, &error))
}

/// The debates that were deleted and can be restored, the last one first.
pub(super) fn deleted(db: &Connection, file: &Path) -> Result<Vec<DebateSummary>, JournalError> {
    let sql = format!(
        "SELECT {COLUMNS} FROM debate WHERE deleted_ms IS NOT NULL ORDER BY deleted_ms DESC, id DESC"
    );
    collect(db, &sql, [], summary).map_err(|error| JournalError::from_sql(file, &error))
}

/// The debates of a batch, or of one item of it, the newest first.
pub(super) fn of_batch(
    db: &Connection,
    file: &Path,
    batch: &str,
    item: Option<&str>,
) -> Result<Vec<DebateSummary>, JournalError> {
    let one = item.map_or("", |_| " AND item = ?2");
    let sql = format!(
        "SELECT {COLUMNS} FROM debate WHERE batch = ?1{one} AND {THERE} ORDER BY opened_ms DESC, id DESC"
    );
    let given = [Some(batch), item].into_iter().flatten();
    collect(db, &sql, rusqlite::params_from_iter(given), summary)
        .map_err(|error| JournalError::from_sql(file, &error))
}

/// A debate, as a list shows it.
pub(super) fn one(
    db: &Connection,
    file: &Path,
    debate: &DebateId,
) -> Result<DebateSummary, JournalError> {
    let sql = format!("SELECT {COLUMNS} FROM debate WHERE id = ?1 AND {THERE}");
    let found = collect(db, &sql, [&debate.0], summary)
        .map_err(|error| JournalError::from_sql(file, &error))?;
    found
        .into_iter()
        .next()
        .ok_or_else(|| JournalError::unknown(&debate.0))
}

/// The debates that are not over, the newest first.
pub(super) fn unfinished(db: &Connection, file: &Path) -> Result<Vec<DebateId>, JournalError> {
    let sql = format!(
        "SELECT id FROM debate WHERE closed IS NULL AND {THERE} ORDER BY opened_ms DESC, id DESC"
    );
    collect(db, &sql, [], |row| row.get(0).map(DebateId))
        .map_err(|error| JournalError::from_sql(file, &error))
}

/// How many debates there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct JournalTally {
    /// The number of all debates.
    pub debates: u64,
    /// The number of those that are not over.
    pub unfinished: u64,
}

/// Counts the debates.
pub(super) fn tally(
    db: &Connection,
    file: &Path,
    has_marks: bool,
) -> Result<JournalTally, JournalError> {
    // Of a file that is older there may be no such column, and nothing is deleted.
    let there = if has_marks {
        " WHERE deleted_ms IS NULL"
    } else {
        ""
    };
    let sql = format!("SELECT count(*), count(*) FILTER (WHERE closed IS NULL) FROM debate{there}");
    let read = |row: &Row<'_>| {
        Ok(JournalTally {
            debates: row.get(0)?,
            unfinished: row.get(1)?,
        })
    };
    db.query_row(&sql, [], read)
        .map_err(|error| JournalError::from_sql(file, &error))
}

/// The newest debate.
pub(super) fn newest(db: &Connection, file: &Path) -> Result<Option<DebateId>, JournalError> {
    let sql =
        format!("SELECT id FROM debate WHERE {THERE} ORDER BY opened_ms DESC, id DESC LIMIT 1");
    let found = collect(db, &sql, [], |row| row.get(0).map(DebateId));
    Ok(found
        .map_err(|error| JournalError::from_sql(file, &error))?
        .into_iter()
        .next())
}

/// Whether a debate is in sight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sight {
    /// It is there.
    There,
    /// It was deleted, and can be restored.
    Deleted,
}

fn summary(row: &Row<'_>) -> rusqlite::Result<DebateSummary> {
    let status = match row.get::<_, Option<String>>(5)?.as_deref() {
        None => CompletionStatus::Unfinished,
        Some("adjourned") => CompletionStatus::Adjourned,
        Some(_) => CompletionStatus::Completed,
    };
    let lines = |at: usize| -> rusqlite::Result<Vec<String>> {
        let text: String = row.get(at)?;
        Ok(text.lines().map(sanitize).collect())
    };
    // Another program may have written them.
    let shown = |at: usize| row.get::<_, String>(at).map(|text| sanitize(&text));
    let shown_if_any = |at: usize| -> rusqlite::Result<Option<String>> {
        let text = row.get::<_, Option<String>>(at)?;
        Ok(text.map(|text| sanitize(&text)))
    };
    Ok(DebateSummary {
        debate: DebateId(row.get(0)?),
        opened_ms: row.get(1)?,
        motion: shown(2)?,
        format: shown(3)?,
        turns_planned: row.get(4)?,
        status,
        running_ms: row.get::<_, i64>(6)?.cast_unsigned(),
        turns: row.get(7)?,
        cost: row.get(8)?,
        result: shown_if_any(9)?,
        format_id: shown(10)?,
        speakers: lines(11)?,
        personas: lines(12)?,
        words: row.get(13)?,
        calls: row.get(14)?,
        tokens: row.get::<_, i64>(15)?.cast_unsigned(),
        batch: shown_if_any(16)?,
        item: shown_if_any(17)?,
        real: row.get(18)?,
        refines: row.get::<_, Option<String>>(19)?.map(DebateId),
        iteration: row.get(20)?,
        missing: row.get(21)?,
        branch_of: row.get::<_, Option<String>>(22)?.map(DebateId),
        branch_at_ms: row.get::<_, Option<i64>>(23)?.map(i64::cast_unsigned),
        branch_place: shown_if_any(24)?,
        note: shown_if_any(25)?,
        deleted_ms: row.get(26)?,
        tags: {
            let joined: Option<String> = row.get(27)?;
            let mut tags: Vec<String> = joined
                .unwrap_or_default()
                .lines()
                .map(sanitize_line)
                .collect();
            tags.sort();
            tags
        },
        // The lock knows, not the file.
        running: false,
    })
}

/// The names by which debates are recognised, the newest first: of those that are there, or of those that were deleted.
pub(super) fn names(db: &Connection, file: &Path, sight: Sight) -> Result<Vec<Name>, JournalError> {
    let which = match sight {
        Sight::There => THERE,
        Sight::Deleted => "deleted_ms IS NOT NULL",
    };
    let sql = format!(
        "SELECT id, opened_ms, motion FROM debate WHERE {which} ORDER BY opened_ms DESC, id DESC"
    );
    collect(db, &sql, [], |row| {
        Ok(Name {
            debate: DebateId(row.get(0)?),
            opened_ms: row.get(1)?,
            motion: sanitize(&row.get::<_, String>(2)?),
        })
    })
    .map_err(|error| JournalError::from_sql(file, &error))
}

/// The debate that people held and that is known by this hash, if it was imported.
pub(super) fn imported(
    db: &Connection,
    file: &Path,
    hash: &str,
) -> Result<Option<DebateId>, JournalError> {
    let sql = format!("SELECT id FROM debate WHERE real = ?1 AND {THERE} LIMIT 1");
    db.query_row(&sql, [hash], |row| row.get(0).map(DebateId))
        .optional()
        .map_err(|error| JournalError::from_sql(file, &error))
}

/// Whether there is such a debate, in sight or deleted: the id is taken.
pub(super) fn is_known(
    db: &Connection,
    file: &Path,
    debate: &DebateId,
) -> Result<bool, JournalError> {
    is_any(db, file, debate, "")
}

/// Whether there is such a debate.
pub(super) fn exists(
    db: &Connection,
    file: &Path,
    debate: &DebateId,
) -> Result<bool, JournalError> {
    is_any(db, file, debate, &format!(" AND {THERE}"))
}

fn is_any(
    db: &Connection,
    file: &Path,
    debate: &DebateId,
    and: &str,
) -> Result<bool, JournalError> {
    let sql = format!("SELECT EXISTS (SELECT 1 FROM debate WHERE id = ?1{and})");
    db.query_row(&sql, [&debate.0], |row| row.get(0))
        .map_err(|error| JournalError::from_sql(file, &error))
}

/// The debates that refine one, the oldest first, each with the debate whose verdict taught it.
pub(super) fn refinements(
    db: &Connection,
    file: &Path,
    of: &DebateId,
) -> Result<Vec<(DebateId, DebateId)>, JournalError> {
    let sql = format!(
        "SELECT id, coalesce(taught_by, '') FROM debate WHERE refines = ?1 AND {THERE} ORDER BY opened_ms, id"
    );
    let pair = |row: &Row<'_>| Ok((DebateId(row.get(0)?), DebateId(row.get(1)?)));
    collect(db, &sql, [&of.0], pair).map_err(|error| JournalError::from_sql(file, &error))
}

/// The branches of a debate, the oldest first.
pub(super) fn branches(
    db: &Connection,
    file: &Path,
    of: &DebateId,
) -> Result<Vec<DebateId>, JournalError> {
    let sql =
        format!("SELECT id FROM debate WHERE branch_of = ?1 AND {THERE} ORDER BY opened_ms, id");
    collect(db, &sql, [&of.0], |row| row.get(0).map(DebateId))
        .map_err(|error| JournalError::from_sql(file, &error))
}

/// Every record of a debate. A row that is missing or cannot be read is an error that names it: to go on
/// without it would be another debate.
pub(super) fn load(
    db: &Connection,
    file: &Path,
    debate: &DebateId,
) -> Result<Vec<Record>, JournalError> {
    load_from(db, file, debate, (0, &mut RecordFilter::default()))
}

/// The records of a debate up to the first row that is missing or cannot be read, and the error that names it where there
/// is one. A debate of which not even the first row can be read is an error.
pub(super) fn load_readable(
    db: &Connection,
    file: &Path,
    debate: &DebateId,
) -> Result<(Vec<Record>, Option<JournalError>), JournalError> {
    if !exists(db, file, debate)? {
        return Err(JournalError::unknown(&debate.0));
    }
    let mut records = Vec::new();
    let from = (0, &mut RecordFilter::default());
    match read_into(&mut records, db, file, debate, from) {
        Ok(()) => Ok((records, None)),
        Err(fault @ JournalError::BadRow { .. }) if !records.is_empty() => {
            Ok((records, Some(fault)))
        }
        Err(error) => Err(error),
    }
}

/// The records of a debate from that number on, read on with the filter that has read those before.
pub(super) fn load_from(
    db: &Connection,
    file: &Path,
    debate: &DebateId,
    (from, filter): (u64, &mut RecordFilter),
) -> Result<Vec<Record>, JournalError> {
    if !exists(db, file, debate)? {
        return Err(JournalError::unknown(&debate.0));
    }
    read_from(db, file, debate, (from, filter))
}

/// The same, of a debate that may have been deleted since it was begun to be read.
pub(super) fn read_on_from(
    db: &Connection,
    file: &Path,
    debate: &DebateId,
    place: (u64, &mut RecordFilter),
) -> Result<Vec<Record>, JournalError> {
    if !is_known(db, file, debate)? {
        return Err(JournalError::unknown(&debate.0));
    }
    read_from(db, file, debate, place)
}

fn read_from(
    db: &Connection,
    file: &Path,
    debate: &DebateId,
    place: (u64, &mut RecordFilter),
) -> Result<Vec<Record>, JournalError> {
    let mut records = Vec::new();
    read_into(&mut records, db, file, debate, place)?;
    Ok(records)
}

/// Reads the records from that number on, until the first that is missing or cannot be read.
fn read_into(
    records: &mut Vec<Record>,
    db: &Connection,
    file: &Path,
    debate: &DebateId,
    (from, filter): (u64, &mut RecordFilter),
) -> Result<(), JournalError> {
    let sql = |error: rusqlite::Error| JournalError::from_sql(file, &error);
    let mut statement = db
        .prepare_cached(
            "SELECT seq, at_ms, body FROM event WHERE debate = ?1 AND seq >= ?2 ORDER BY seq",
        )
        .map_err(sql)?;
    let mut rows = statement
        .query(rusqlite::params![debate.0, from.cast_signed()])
        .map_err(sql)?;
    while let Some(row) = rows.next().map_err(sql)? {
        let seq = row.get::<_, i64>(0).map_err(sql)?.cast_unsigned();
        let bad = |detail: String| JournalError::BadRow {
            debate: debate.clone(),
            seq,
            detail,
        };
        let expected = from + records.len() as u64;
        if seq != expected {
            return Err(bad(format!("row {expected} before it is missing")));
        }
        let body = row.get_ref(2).map_err(sql)?;
        let body = body.as_str().map_err(|error| bad(strange(error)))?;
        let event = filter.event(body).map_err(|error| bad(strange(error)))?;
        records.push(Record {
            seq,
            at_ms: row.get::<_, i64>(1).map_err(sql)?.cast_unsigned(),
            event,
        });
    }
    Ok(())
}

fn collect<T>(
    db: &Connection,
    sql: &str,
    given: impl Params,
    read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<Vec<T>> {
    db.prepare(sql)?.query_map(given, read)?.collect()
}
