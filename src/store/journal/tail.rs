//! A debate that another process writes, as it is written. It is only read: no lock is taken that a writer waits for, and
//! nothing is asked of the file but whether it has changed until it has.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, SystemTime},
};

use rusqlite::Connection;
use tempfile::TempDir;
use tokio::sync::mpsc;

use super::{
    FILE, LOCKS, connect, deleted,
    error::JournalError,
    filtered::RecordFilter,
    lock::{self, WriterPresence},
    read,
    write::now_ms,
};
use crate::{
    database,
    debate::{
        event::{Event, Record},
        ids::DebateId,
    },
};

/// The time between two looks while a process writes the debate.
const LIVE: Duration = Duration::from_millis(250);
/// The same, where none does and somebody may yet resume it.
const LEFT: Duration = Duration::from_secs(1);
/// Nothing is longer under way than this; a clock that says so was set.
const LONGEST_CALL: Duration = Duration::from_secs(60 * 60);
/// The number of looks of which the news may wait to be taken.
const QUEUE: usize = 8;

/// A debate that another process writes. To drop it ends the reading.
#[derive(Debug)]
pub struct DebateTail {
    /// The records that there were at first.
    pub known: Vec<Record>,
    /// The process that wrote the debate then.
    pub writer: WriterPresence,
    /// Whether the debate was deleted, and can be restored.
    pub deleted: bool,
    /// The time since the last record was written then; none where that is unknown, or longer than anything takes.
    pub quiet: Duration,
    /// The news since. It ends when the debate is over and nobody writes it any more, and after a failure.
    pub news: mpsc::Receiver<TailNews>,
}

/// A piece of news of a debate that another process writes.
#[derive(Debug, Clone, PartialEq)]
pub enum TailNews {
    /// Records were appended: all of them since the last look, in order.
    Records(Vec<Arc<Record>>),
    /// The process that wrote it has gone, or one has taken it up. Its last records come before.
    Writer(WriterPresence),
    /// It was deleted, or restored.
    Deleted(bool),
    /// It cannot be read any more.
    Failed(JournalError),
}

/// Begins to read a debate of the journal in that folder, in the journal itself or, where that `is_writable` is false, as
/// well as can be had.
///
/// # Errors
/// There is no such debate, or one of its rows cannot be read.
pub(super) fn begin(
    dir: &Path,
    debate: &DebateId,
    is_writable: bool,
) -> Result<DebateTail, JournalError> {
    let mut reader = TailReader::new(dir, debate, is_writable)?;
    let Look {
        records,
        writer,
        deleted,
    } = reader.look()?;
    let (sender, news) = mpsc::channel(QUEUE);
    let (over, quiet) = (is_over(&records), reader.quiet());
    tokio::spawn(read_on(reader, (writer, deleted), over, sender));
    Ok(DebateTail {
        known: records,
        writer,
        deleted,
        quiet,
        news,
    })
}

fn is_over(records: &[Record]) -> bool {
    let mut events = records.iter().rev().map(|record| &record.event);
    events.any(|event| matches!(event, Event::Closed { .. }))
}

/// Looks again and again, beside whatever else is done, and tells what is new.
async fn read_on(
    mut reader: TailReader,
    (mut writer, mut deleted): (WriterPresence, bool),
    mut over: bool,
    news: mpsc::Sender<TailNews>,
) {
    while !over || matches!(writer, WriterPresence::There(_)) {
        let wait = if writer == WriterPresence::Gone {
            LEFT
        } else {
            LIVE
        };
        tokio::select! {
            () = news.closed() => return,
            () = tokio::time::sleep(wait) => {}
        }
        let looked = tokio::task::spawn_blocking(move || {
            let looked = reader.look();
            (reader, looked)
        });
        // It ends with the program.
        let Ok((again, looked)) = looked.await else {
            return;
        };
        reader = again;
        let told = match looked {
            Ok(look) => {
                over |= is_over(&look.records);
                let records: Vec<_> = look.records.into_iter().map(Arc::new).collect();
                let appended = (!records.is_empty()).then_some(TailNews::Records(records));
                let changed = (look.writer != writer).then_some(TailNews::Writer(look.writer));
                writer = look.writer;
                let out_of_sight =
                    (look.deleted != deleted).then_some(TailNews::Deleted(look.deleted));
                deleted = look.deleted;
                [appended, changed, out_of_sight]
            }
            // Whoever keeps it busy will let go.
            Err(JournalError::Busy { .. }) => [None, None, None],
            Err(error) => {
                let _ = news.send(TailNews::Failed(error)).await;
                return;
            }
        };
        for one in told.into_iter().flatten() {
            if news.send(one).await.is_err() {
                return;
            }
        }
    }
}

/// What one look has found.
#[derive(Debug)]
struct Look {
    /// The records since the last look.
    records: Vec<Record>,
    writer: WriterPresence,
    deleted: bool,
}

/// A place in a debate, and the connection that reads on from there.
#[derive(Debug)]
struct TailReader {
    dir: PathBuf,
    debate: DebateId,
    access: Access,
    filter: RecordFilter,
    next: u64,
    /// What SQLite calls the state of the file at the last reading: it changes with whatever another connection commits.
    version: Option<i64>,
    /// Whether it was deleted then.
    deleted: bool,
}

/// The way in which the journal is read.
#[derive(Debug)]
enum Access {
    /// It may be written, so that SQLite can keep beside it what it needs.
    Own(Connection),
    /// It may only be read, and whoever writes it keeps beside it what SQLite needs.
    ReadOnly(Connection),
    /// A copy is read, as old as these stamps of the file and of what has not been written back into it.
    Copy {
        db: Connection,
        copied: [Option<Stamp>; 2],
        // It goes with the connection.
        _folder: TempDir,
    },
}

/// The length of a file and the time at which it was written last.
type Stamp = (u64, Option<SystemTime>);

impl Access {
    fn open(dir: &Path, is_writable: bool) -> Result<Self, JournalError> {
        let file = dir.join(FILE);
        if !is_writable {
            return Self::open_to_read(dir);
        }
        let db = connect(&file)?;
        db.pragma_update(None, "query_only", true)
            .map_err(|error| JournalError::from_sql(&file, &error))?;
        Ok(Self::Own(db))
    }

    fn open_to_read(dir: &Path) -> Result<Self, JournalError> {
        let file = dir.join(FILE);
        if let Ok(db) = database::connect_to_read(&file) {
            return Ok(Self::ReadOnly(db));
        }
        // Taken before the copy: what is written meanwhile is copied again.
        let copied = stamps(dir);
        let (db, folder) = database::open_copy(&file, connect, JournalError::is_of_file)?;
        Ok(Self::Copy {
            db,
            copied,
            _folder: folder,
        })
    }

    fn db(&self) -> &Connection {
        match self {
            Self::Own(db) | Self::ReadOnly(db) | Self::Copy { db, .. } => db,
        }
    }

    /// Whether what is read is the file as it is now, or as it was when it was copied last.
    fn is_current(&self, dir: &Path) -> bool {
        match self {
            Self::Own(_) | Self::ReadOnly(_) => true,
            Self::Copy { copied, .. } => *copied == stamps(dir),
        }
    }
}

/// The stamps of a journal and of what has not been written back into it.
fn stamps(dir: &Path) -> [Option<Stamp>; 2] {
    [FILE.to_owned(), format!("{FILE}-wal")].map(|name| {
        let there = fs::metadata(dir.join(name)).ok()?;
        Some((there.len(), there.modified().ok()))
    })
}

impl TailReader {
    fn new(dir: &Path, debate: &DebateId, is_writable: bool) -> Result<Self, JournalError> {
        Ok(Self {
            dir: dir.to_owned(),
            debate: debate.clone(),
            access: Access::open(dir, is_writable)?,
            filter: RecordFilter::default(),
            next: 0,
            version: None,
            deleted: false,
        })
    }

    fn look(&mut self) -> Result<Look, JournalError> {
        // First: whatever a writer has appended that is gone by now is read after.
        let writer = lock::holder(&self.dir.join(LOCKS), &self.debate);
        let records = match self.appended() {
            // What was kept beside the file is gone with whoever kept it there.
            Err(JournalError::NotWritable { .. })
                if !matches!(self.access, Access::Copy { .. }) =>
            {
                self.open_again()?;
                self.appended()?
            }
            // It was written while it was copied.
            Err(JournalError::Corrupt { .. }) if matches!(self.access, Access::Copy { .. }) => {
                self.open_again()?;
                Vec::new()
            }
            appended => appended?,
        };
        Ok(Look {
            records,
            writer,
            deleted: self.deleted,
        })
    }

    /// The time since the last record was written.
    fn quiet(&self) -> Duration {
        let last = self.access.db().query_row(
            "SELECT wall_ms FROM event WHERE debate = ?1 ORDER BY seq DESC LIMIT 1",
            [&self.debate.0],
            |row| row.get::<_, i64>(0),
        );
        let quiet = last.ok().and_then(|last| now_ms().checked_sub(last));
        let quiet = quiet.and_then(|quiet| u64::try_from(quiet).ok());
        let quiet = quiet.map(Duration::from_millis);
        quiet
            .filter(|quiet| *quiet < LONGEST_CALL)
            .unwrap_or_default()
    }

    fn open_again(&mut self) -> Result<(), JournalError> {
        self.access = Access::open_to_read(&self.dir)?;
        self.version = None;
        Ok(())
    }

    /// The records since the last look.
    fn appended(&mut self) -> Result<Vec<Record>, JournalError> {
        if !self.access.is_current(&self.dir) {
            self.open_again()?;
        }
        let file = self.dir.join(FILE);
        let db = self.access.db();
        // Before the reading: what is committed meanwhile is read once more.
        let version = db
            .pragma_query_value(None, "data_version", |row| row.get(0))
            .map_err(|error| JournalError::from_sql(&file, &error))?;
        if self.version == Some(version) {
            return Ok(Vec::new());
        }
        let from = (self.next, &mut self.filter);
        // One that is deleted meanwhile is followed to its end.
        let read = if self.version.is_none() && self.next == 0 {
            read::load_from
        } else {
            read::read_on_from
        };
        let records = read(db, &file, &self.debate, from)?;
        self.deleted = deleted::is_deleted(db, &self.debate)
            .map_err(|error| JournalError::from_sql(&file, &error))?;
        self.version = Some(version);
        self.next += records.len() as u64;
        Ok(records)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::{Journal, schema};

    /// A journal with a debate of one record, and a connection of another process.
    fn journal() -> (TempDir, Connection, DebateId) {
        let dir = tempfile::tempdir().unwrap();
        drop(Journal::open(dir.path()).unwrap());
        let db = schema::connect(&dir.path().join(FILE)).unwrap();
        db.execute(
            "INSERT INTO debate (id, opened_ms, motion, format, seed, speeches) VALUES ('d', 0, 'm', 'f', '0', 0)",
            [],
        )
        .unwrap();
        append(&db, 0..1);
        (dir, db, DebateId("d".into()))
    }

    fn append(db: &Connection, numbers: std::ops::Range<u64>) {
        let change = db.unchecked_transaction().unwrap();
        for number in numbers {
            insert(
                &change,
                number,
                &format!(r#"{{"event":"notice","text":"{number}"}}"#),
            );
        }
        change.commit().unwrap();
    }

    fn insert(db: &Connection, number: u64, body: &str) {
        db.execute(
            "INSERT INTO event (debate, seq, at_ms, wall_ms, body) VALUES ('d', ?1, 0, 0, ?2)",
            rusqlite::params![number.cast_signed(), body],
        )
        .unwrap();
    }

    fn close(db: &Connection, number: u64) {
        insert(db, number, r#"{"event":"closed","reason":"completed"}"#);
    }

    fn numbers<'a>(records: impl IntoIterator<Item = &'a Record>) -> Vec<u64> {
        records.into_iter().map(|record| record.seq).collect()
    }

    async fn appended(tail: &mut DebateTail) -> Vec<u64> {
        match tail.news.recv().await.unwrap() {
            TailNews::Records(records) => numbers(records.iter().map(AsRef::as_ref)),
            other @ (TailNews::Writer(_) | TailNews::Deleted(_) | TailNews::Failed(_)) => {
                panic!("{other:?}")
            }
        }
    }

    fn held(dir: &TempDir, debate: &DebateId) -> lock::Lock {
        lock::take(&dir.path().join(LOCKS), debate).unwrap()
    }

    #[tokio::test(start_paused = true)]
    async fn what_another_connection_appends_comes_and_a_burst_comes_at_once() {
        let (dir, db, debate) = journal();
        let writer = held(&dir, &debate);
        let mut tail = begin(dir.path(), &debate, true).unwrap();
        assert_eq!(numbers(&tail.known), [0]);
        assert_eq!(tail.writer, WriterPresence::There(Some(std::process::id())));
        append(&db, 1..2);
        assert_eq!(appended(&mut tail).await, [1]);
        append(&db, 2..500);
        assert_eq!(appended(&mut tail).await, (2..500).collect::<Vec<_>>());
        // Nothing is told while nothing happens.
        let quiet = tokio::time::timeout(LIVE * 20, tail.news.recv()).await;
        assert!(quiet.is_err(), "{quiet:?}");
        // The last words come before the news that nobody goes on.
        append(&db, 500..501);
        close(&db, 501);
        drop(writer);
        assert_eq!(appended(&mut tail).await, [500, 501]);
        let gone = TailNews::Writer(WriterPresence::Gone);
        assert_eq!(tail.news.recv().await, Some(gone));
        assert_eq!(tail.news.recv().await, None, "it is over");
    }

    #[tokio::test(start_paused = true)]
    async fn a_debate_that_is_deleted_meanwhile_is_told() {
        let (dir, db, debate) = journal();
        let mut tail = begin(dir.path(), &debate, true).unwrap();
        assert!(!tail.deleted);
        db.execute("UPDATE debate SET deleted_ms = 1 WHERE id = 'd'", [])
            .unwrap();
        assert_eq!(tail.news.recv().await, Some(TailNews::Deleted(true)));
    }

    #[tokio::test(start_paused = true)]
    async fn a_writer_that_goes_is_told_and_another_one_is_waited_for() {
        let (dir, db, debate) = journal();
        let writer = held(&dir, &debate);
        let mut tail = begin(dir.path(), &debate, true).unwrap();
        drop(writer);
        let gone = TailNews::Writer(WriterPresence::Gone);
        assert_eq!(tail.news.recv().await, Some(gone));
        let _again = held(&dir, &debate);
        let there = WriterPresence::There(Some(std::process::id()));
        assert_eq!(tail.news.recv().await, Some(TailNews::Writer(there)));
        append(&db, 1..3);
        assert_eq!(appended(&mut tail).await, [1, 2]);
        // Who deletes it while it is watched.
        db.execute("DELETE FROM debate", []).unwrap();
        assert!(matches!(
            tail.news.recv().await,
            Some(TailNews::Failed(JournalError::Unknown { .. }))
        ));
        assert_eq!(tail.news.recv().await, None);
    }

    #[test]
    fn nobody_who_writes_waits_for_whoever_reads() {
        let (dir, db, debate) = journal();
        let mut reader = TailReader::new(dir.path(), &debate, true).unwrap();
        assert_eq!(reader.look().unwrap().records.len(), 1);
        db.busy_timeout(Duration::ZERO).unwrap();
        db.execute_batch("BEGIN IMMEDIATE").unwrap();
        insert(&db, 1, r#"{"event":"notice","text":"1"}"#);
        // What is not committed is not there, and to look is not to wait.
        assert_eq!(reader.look().unwrap().records, []);
        db.execute_batch("COMMIT").unwrap();
        assert_eq!(numbers(&reader.look().unwrap().records), [1]);
        let refused = reader.access.db().execute("DELETE FROM debate", []);
        assert!(refused.is_err(), "it only reads");
    }

    /// A journal that cannot be written, and somebody who writes it all the same: another user.
    #[test]
    fn a_journal_that_may_only_be_read_is_read_on() {
        let (dir, db, debate) = journal();
        let mut reader = TailReader::new(dir.path(), &debate, false).unwrap();
        assert!(matches!(reader.access, Access::ReadOnly(_)));
        assert_eq!(numbers(&reader.look().unwrap().records), [0]);
        append(&db, 1..3);
        assert_eq!(numbers(&reader.look().unwrap().records), [1, 2]);
        // Where not even that can be had, it is copied again when it has changed, and only then.
        let copied = stamps(dir.path());
        let (db_copy, folder) =
            database::open_copy(&dir.path().join(FILE), connect, JournalError::is_of_file).unwrap();
        reader.access = Access::Copy {
            db: db_copy,
            copied,
            _folder: folder,
        };
        reader.version = None;
        assert_eq!(reader.look().unwrap().records, []);
        assert!(reader.access.is_current(dir.path()));
        append(&db, 3..4);
        assert!(!reader.access.is_current(dir.path()));
        assert_eq!(numbers(&reader.look().unwrap().records), [3]);
    }
}
