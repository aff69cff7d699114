//! Appending. One plain thread owns the connection; whoever appends is told once the transaction is committed.

use std::{
    future::Future,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{SystemTime, UNIX_EPOCH},
};

use rusqlite::{Connection, Transaction, TransactionBehavior, params};
use tokio::sync::{mpsc, oneshot};

use super::{digest::Digest, error::JournalError, lock::Lock};
use crate::debate::{
    event::{Event, Record},
    ids::DebateId,
    opening::Opening,
    plan::Plan,
};

/// The number of appends that may wait. A full channel makes the next one wait.
const QUEUE: usize = 256;

/// The state that a writer shares with its queued appends: the lock lives until the last of them is done.
#[derive(Debug)]
struct AppendState {
    debate: DebateId,
    next: AtomicU64,
    /// The digest of what has been appended, for the list and the search; absent until it is needed and after what was
    /// to be appended was not. Only the writing thread looks at it.
    digest: Mutex<Option<Digest>>,
    _lock: Lock,
}

/// Records on their way, and whom to tell.
#[derive(Debug)]
pub(super) struct Op {
    state: Arc<AppendState>,
    records: Vec<Arc<Record>>,
    done: oneshot::Sender<Result<(), JournalError>>,
}

/// The way to the writing thread. The last clone to go waits until the thread has closed the file: what SQLite keeps
/// beside it is in it then, and the file alone is the journal.
#[derive(Debug, Clone)]
pub(super) struct Queue(Arc<WritingThread>);

#[derive(Debug)]
struct WritingThread {
    /// Absent once the thread is to end.
    ops: Option<mpsc::Sender<Op>>,
    handle: Option<thread::JoinHandle<()>>,
}

impl Queue {
    async fn send(&self, op: Op) -> Result<(), JournalError> {
        let ops = self.0.ops.as_ref().ok_or(JournalError::Stopped)?;
        ops.send(op).await.map_err(|_| JournalError::Stopped)
    }
}

impl Drop for WritingThread {
    fn drop(&mut self) {
        self.ops = None;
        if let Some(handle) = self.handle.take() {
            // One that has panicked has told so, and closed the file.
            let _ = handle.join();
        }
    }
}

/// The right to append to one debate, which is given up when it is dropped.
#[derive(Debug)]
pub struct Writer {
    ops: Queue,
    state: Arc<AppendState>,
}

impl Writer {
    pub(super) fn new(ops: Queue, debate: DebateId, lock: Lock, next: u64) -> Self {
        Self {
            ops,
            state: Arc::new(AppendState {
                debate,
                next: AtomicU64::new(next),
                digest: Mutex::new(None),
                _lock: lock,
            }),
        }
    }

    /// The debate that it writes.
    pub fn debate(&self) -> &DebateId {
        &self.state.debate
    }

    /// Appends records, all of them or none. The future ends when they are committed; to drop it after it was
    /// first polled does not take them back. The first record of a debate is its opening.
    ///
    /// # Errors
    /// The records do not follow the last one, or the file cannot be written.
    pub fn append(
        &self,
        records: Vec<Arc<Record>>,
    ) -> impl Future<Output = Result<(), JournalError>> + Send + 'static {
        let ops = self.ops.clone();
        let state = Arc::clone(&self.state);
        async move {
            if records.is_empty() {
                return Ok(());
            }
            let (done, committed) = oneshot::channel();
            let op = Op {
                state,
                records,
                done,
            };
            ops.send(op).await?;
            committed.await.map_err(|_| JournalError::Stopped)?
        }
    }

    /// Gives up the right to append once everything that was appended is done.
    pub async fn close(self) {
        let Self { ops, state } = self;
        let (done, finished) = oneshot::channel();
        let barrier = Op {
            state,
            records: Vec::new(),
            done,
        };
        if ops.send(barrier).await.is_ok() {
            // A thread that has gone has let go of the lock as well.
            let _ = finished.await;
        }
    }
}

/// Starts the thread.
pub(super) fn spawn(mut db: Connection, file: PathBuf) -> std::io::Result<Queue> {
    let (sender, mut queue) = mpsc::channel(QUEUE);
    let handle = thread::Builder::new()
        .name("journal".to_owned())
        .spawn(move || {
            let mut batch = Vec::new();
            while queue.blocking_recv_many(&mut batch, QUEUE) > 0 {
                write(&mut db, &file, std::mem::take(&mut batch));
            }
        })?;
    Ok(Queue(Arc::new(WritingThread {
        ops: Some(sender),
        handle: Some(handle),
    })))
}

/// Everything that was queued in one transaction; should that fail, each append in its own, so that one that
/// cannot be written takes no other with it.
fn write(db: &mut Connection, file: &Path, batch: Vec<Op>) {
    let results = match transact(db, file, &batch) {
        Ok(results) => results,
        Err(_) if batch.len() > 1 => batch
            .chunks(1)
            .map(|op| {
                transact(db, file, op)
                    .and_then(|results| results.into_iter().next().unwrap_or(Ok(())))
            })
            .collect(),
        Err(error) => vec![Err(error)],
    };
    for (op, result) in batch.into_iter().zip(results) {
        let Op { state, done, .. } = op;
        // The lock must be free by the time that `close` returns.
        drop(state);
        let _ = done.send(result);
    }
}

fn transact(
    db: &mut Connection,
    file: &Path,
    batch: &[Op],
) -> Result<Vec<Result<(), JournalError>>, JournalError> {
    let sql = |error: rusqlite::Error| JournalError::from_sql(file, &error);
    let before: Vec<u64> = batch
        .iter()
        .map(|op| op.state.next.load(Ordering::Relaxed))
        .collect();
    let attempt = |db: &mut Connection| {
        let change = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let results = batch
            .iter()
            .map(|op| match follows(op) {
                Ok(()) => insert(&change, op).map(Ok),
                Err(error) => Ok(Err(error)),
            })
            .collect::<rusqlite::Result<Vec<_>>>()?;
        change.commit()?;
        Ok(results)
    };
    attempt(db).map_err(|error| {
        // Nothing of it happened. In reverse: several appends of one debate count up from the first.
        for (op, next) in batch.iter().zip(before).rev() {
            op.state.next.store(next, Ordering::Relaxed);
            *op.state
                .digest
                .lock()
                .unwrap_or_else(PoisonError::into_inner) = None;
        }
        sql(error)
    })
}

/// Numbers go on without a gap, and only the first record opens the debate.
fn follows(op: &Op) -> Result<(), JournalError> {
    let next = op.state.next.load(Ordering::Relaxed);
    for (expected, record) in (next..).zip(&op.records) {
        let opens = matches!(record.event, Event::Opened(_));
        if record.seq != expected || opens != (expected == 0) {
            return Err(JournalError::Gap {
                debate: op.state.debate.clone(),
                expected,
                found: record.seq,
            });
        }
    }
    Ok(())
}

fn insert(change: &Transaction<'_>, op: &Op) -> rusqlite::Result<()> {
    if op.records.is_empty() {
        return Ok(());
    }
    let debate = &op.state.debate;
    let wall_ms = now_ms();
    let mut kept = op
        .state
        .digest
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    let mut digest = match kept.take() {
        Some(digest) => digest,
        None => Digest::of_rows(change, debate, op.state.next.load(Ordering::Relaxed))?,
    };
    for record in &op.records {
        let body = serde_json::to_string(&record.event)
            .map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))?;
        row(change, debate, record, wall_ms, &body)?;
        digest.take(record);
        op.state.next.store(record.seq + 1, Ordering::Relaxed);
    }
    digest.write_changed(change, debate)?;
    *kept = Some(digest);
    Ok(())
}

/// Writes one record, and with the first one the debate; `body` is the event as it is kept.
pub(super) fn row(
    change: &Transaction<'_>,
    debate: &DebateId,
    record: &Record,
    wall_ms: i64,
    body: &str,
) -> rusqlite::Result<()> {
    if let Event::Opened(opening) = &record.event {
        open(change, &debate.0, opening)?;
    }
    change
        .prepare_cached(
            "INSERT INTO event (debate, seq, at_ms, wall_ms, body) VALUES (?1, ?2, ?3, ?4, ?5)",
        )?
        .execute(params![
            debate.0,
            record.seq.cast_signed(),
            record.at_ms.cast_signed(),
            wall_ms,
            body
        ])?;
    if let Event::Closed { reason } = record.event {
        let closed = super::read::CompletionStatus::from(reason).word();
        change
            .prepare_cached("UPDATE debate SET closed = ?2 WHERE id = ?1")?
            .execute(params![debate.0, closed])?;
    }
    Ok(())
}

fn open(change: &Transaction<'_>, debate: &str, opening: &Opening) -> rusqlite::Result<()> {
    let turns = i64::try_from(Plan::of(opening).turns_heard()).unwrap_or(i64::MAX);
    let branch = opening.branch.as_ref();
    let guidance = opening.as_iteration();
    change
        .prepare_cached(
            "INSERT INTO debate (id, opened_ms, motion, format, seed, speeches, real, refines, taught_by, iteration, \
                 branch_of, branch_at_ms)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
        )?
        .execute(params![
            debate,
            opening.opened_ms,
            opening.motion.motion,
            opening.format.name,
            // SQLite's integers are signed.
            opening.seed.to_string(),
            turns,
            opening.real.as_ref().map(|real| &real.hash),
            guidance.map(|one| &one.of.0),
            guidance.map(|one| &one.after.0),
            guidance.map(|one| one.iteration),
            branch.map(|one| &one.of.0),
            branch.map(|one| one.at_ms.cast_signed()),
        ])?;
    Ok(())
}

/// The time at which a row is written, for people who look into the file, and at which a debate is deleted.
pub(super) fn now_ms() -> i64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .ok()
        .and_then(|since| i64::try_from(since.as_millis()).ok())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::{lock, schema};

    #[tokio::test]
    async fn a_full_disk_is_told_and_keeps_what_was_committed() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("journal.db");
        let mut db = schema::connect(&file).unwrap();
        schema::prepare(&mut db, &file).unwrap();
        db.execute(
            "INSERT INTO debate (id, opened_ms, motion, format, seed, speeches) VALUES ('d', 0, 'm', 'f', '0', 0)",
            [],
        )
        .unwrap();
        let pages: u32 = db
            .pragma_query_value(None, "page_count", |row| row.get(0))
            .unwrap();
        // The same error as a full disk gives.
        db.pragma_update_and_check(None, "max_page_count", pages + 4, |_| Ok(()))
            .unwrap();
        let debate = DebateId("d".into());
        let held = lock::take(dir.path(), &debate).unwrap();
        let writer = Writer::new(spawn(db, file.clone()).unwrap(), debate.clone(), held, 1);
        let mut committed = 1;
        let error = loop {
            let event = Event::Notice {
                text: "x".repeat(1000),
            };
            let record = Record {
                seq: committed,
                at_ms: 0,
                event,
            };
            match writer.append(vec![Arc::new(record)]).await {
                Ok(()) => committed += 1,
                Err(error) => break error,
            }
        };
        assert!(matches!(error, JournalError::Full { .. }), "{error}");
        assert!(committed > 2);
        let rows: u32 = schema::connect(&file)
            .unwrap()
            .query_row("SELECT count(*) FROM event", [], |row| row.get(0))
            .unwrap();
        assert_eq!(u64::from(rows), committed - 1);
    }
}
