//! The journal: every event of every debate, in one SQLite file. It owns the file, its schema, the one
//! connection that writes, and the locks that keep two processes off one debate. It does not know what an
//! event means beyond what a list of debates shows; that is the fold's business.
//!
//! ```text
//!  Writer::append ──▶ bounded channel ──▶ one plain thread, one transaction for all that is queued ──▶ file
//!  list, load, find ──▶ a connection of their own (WAL: readers and the writer do not wait for each other)
//! ```
//!
//! `synchronous = NORMAL` with a write-ahead log: what was appended survives the death of the process; the
//! last few transactions may be lost if the machine itself loses power, and never leave a damaged file.

mod bodies;
mod changes;
mod claim;
mod deleted;
mod digest;
mod divisions;
mod error;
mod family;
mod filed;
mod filtered;
mod find;
#[cfg(any(test, feature = "fixtures"))]
pub mod fixture;
mod foreign;
mod judged;
mod lock;
mod merge;
mod read;
mod readings;
mod refresh;
mod schema;
mod search;
mod seats;
mod tail;
mod wanted;
mod write;

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use rusqlite::Connection;
use tempfile::TempDir;

pub use changes::JournalChanges;
pub use claim::WorkLock;
pub use deleted::{RESTORABLE_DAYS, restorable_until};
pub use divisions::{HouseDivision, RepeatedDivisions};
pub use error::JournalError;
pub use family::{FamilyMember, arranged, parent_of};
pub use filed::{FiledError, Tag, TagChange, note_of};
pub use judged::{JudgedDebate, JudgedMeasure};
pub use lock::WriterPresence;
pub use merge::{Fate, Merge, Merged};
pub use read::{CompletionStatus, DebateSummary, JournalTally};
use search::AskedWords;
pub use search::{SearchHit, What};
pub use seats::{SeatNews, SeatReader, TakenSeat};
pub use tail::{DebateTail, TailNews};
pub use wanted::DebateFilter;
pub use write::Writer;

use crate::{
    database,
    debate::{event::Record, ids::DebateId, opening::Opening},
    text::shown,
};

/// The name of the file in the data directory.
pub const FILE: &str = "journal.db";
/// The folder of the locks, beside it.
const LOCKS: &str = "locks";

/// A handle on the journal. Cheap to clone; the last clone to go, writers included, ends the writing thread.
#[derive(Debug, Clone)]
pub struct Journal {
    dir: PathBuf,
    ops: write::Queue,
    copy: Option<Arc<ReadCopy>>,
}

/// The copy that is read where the journal itself cannot be written: SQLite keeps files beside what it reads.
#[derive(Debug)]
struct ReadCopy {
    /// The reason why nothing can be kept.
    refusal: JournalError,
    /// The folder of the journal itself.
    origin: PathBuf,
    // It goes with the last handle.
    _folder: TempDir,
}

impl Journal {
    /// Opens the journal in the data directory, and makes or migrates it where needed. One that is there and cannot be
    /// written is read all the same.
    ///
    /// # Errors
    /// The folder cannot be written, the disk is full, the file is damaged, is no journal, or was written by
    /// a newer version.
    pub fn open(dir: &Path) -> Result<Self, JournalError> {
        Self::or_copy(dir, Self::open_in(dir))
    }

    fn or_copy(dir: &Path, opened: Result<Self, JournalError>) -> Result<Self, JournalError> {
        match opened {
            Err(
                refusal @ (JournalError::NotWritable { .. }
                | JournalError::Full { .. }
                | JournalError::TooLong { .. }),
            ) if dir.join(FILE).is_file() => Self::open_copy(dir, refusal),
            opened => opened,
        }
    }

    /// Opens a copy of a journal that cannot be written: all of it can be read, and whoever would keep something is
    /// refused.
    fn open_copy(dir: &Path, refusal: JournalError) -> Result<Self, JournalError> {
        let open = |copy: &Path| Self::open_in(copy.parent().unwrap_or(dir));
        let (mut journal, folder) =
            database::open_copy(&dir.join(FILE), open, JournalError::is_of_file)?;
        journal.copy = Some(Arc::new(ReadCopy {
            refusal,
            origin: dir.to_owned(),
            _folder: folder,
        }));
        Ok(journal)
    }

    fn open_in(dir: &Path) -> Result<Self, JournalError> {
        let file = dir.join(FILE);
        let not_writable = |error: &std::io::Error| JournalError::from_io(dir, error);
        fs::create_dir_all(dir.join(LOCKS)).map_err(|error| not_writable(&error))?;
        database::check_file(&file)?;
        let mut db = connect(&file)?;
        schema::prepare(&mut db, &file)?;
        deleted::sweep(&db, &file)?;
        lock::sweep(&dir.join(LOCKS));
        seats::sweep(dir);
        let ops = write::spawn(db, file).map_err(|error| not_writable(&error))?;
        Ok(Self {
            dir: dir.to_owned(),
            ops,
            copy: None,
        })
    }

    /// Checks that something can be kept.
    ///
    /// # Errors
    /// The journal is read from a copy.
    fn is_writable(&self) -> Result<(), JournalError> {
        let refusal = self.copy.as_ref().map(|copy| copy.refusal.clone());
        refusal.map_or(Ok(()), Err)
    }

    /// Takes the lock of a debate.
    ///
    /// # Errors
    /// Another process has it, or nothing can be kept.
    fn lock(&self, debate: &DebateId) -> Result<lock::Lock, JournalError> {
        self.is_writable()?;
        lock::take(&self.dir.join(LOCKS), debate)
    }

    /// Begins a debate that is new. Nothing is in the journal until its first record is appended.
    ///
    /// # Errors
    /// There is a debate of that id already, or the file cannot be read.
    pub fn create(&self, opening: &Opening) -> Result<Writer, JournalError> {
        let lock = self.lock(&opening.debate)?;
        if read::is_known(&self.reader()?, &self.file(), &opening.debate)? {
            return Err(JournalError::Exists {
                debate: opening.debate.clone(),
            });
        }
        Ok(Writer::new(
            self.ops.clone(),
            opening.debate.clone(),
            lock,
            0,
        ))
    }

    /// Takes up a debate: what has happened so far, and where to append what follows.
    ///
    /// # Errors
    /// There is no such debate, another process has it, or one of its rows cannot be read.
    pub fn resume(&self, debate: &DebateId) -> Result<(Writer, Vec<Record>), JournalError> {
        if !read::exists(&self.reader()?, &self.file(), debate)? {
            return Err(JournalError::unknown(&debate.0));
        }
        let lock = self.lock(debate)?;
        // Read only once nobody else can append.
        let records = self.load(debate)?;
        let next = records.last().map_or(0, |record| record.seq + 1);
        let writer = Writer::new(self.ops.clone(), debate.clone(), lock, next);
        Ok((writer, records))
    }

    /// Every debate, the newest first.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn list(&self) -> Result<Vec<DebateSummary>, JournalError> {
        self.counted(&mut |_, _| true)?;
        let debates = read::list(&self.reader()?, &self.file())?;
        Ok(debates
            .into_iter()
            .map(|one| self.with_writer(one))
            .collect())
    }

    /// The debates that are not over, the newest first.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn unfinished(&self) -> Result<Vec<DebateId>, JournalError> {
        read::unfinished(&self.reader()?, &self.file())
    }

    /// The process that writes a debate, this one included.
    pub fn writer_of(&self, debate: &DebateId) -> WriterPresence {
        lock::holder(&self.origin().join(LOCKS), debate)
    }

    /// A debate as another process writes it: what there is, and what comes. It is read on by a task of the runtime that
    /// this is called in.
    ///
    /// # Errors
    /// There is no such debate, or one of its rows cannot be read.
    pub fn tail(&self, debate: &DebateId) -> Result<DebateTail, JournalError> {
        tail::begin(self.origin(), debate, self.copy.is_none())
    }

    /// A watch over what others change in the journal; `None` where a copy of it is read, which nobody changes.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn changes(&self) -> Result<Option<JournalChanges>, JournalError> {
        match self.copy {
            Some(_) => Ok(None),
            None => JournalChanges::new(&self.dir).map(Some),
        }
    }

    /// The folder of the journal itself, also where a copy of it is read.
    fn origin(&self) -> &Path {
        self.copy.as_ref().map_or(&self.dir, |copy| &copy.origin)
    }

    /// Marks a debate that a process is running now.
    fn with_writer(&self, mut debate: DebateSummary) -> DebateSummary {
        debate.running = debate.status == CompletionStatus::Unfinished
            && matches!(self.writer_of(&debate.debate), WriterPresence::There(_));
        debate
    }

    /// How many debates the journal in a folder has, and how many of them are not over. Nothing is written, neither in the
    /// file nor beside it; in a file that is empty there are none.
    ///
    /// # Errors
    /// The file cannot be read, is damaged, is no journal, or was written by a newer version.
    pub fn tally(dir: &Path) -> Result<JournalTally, JournalError> {
        let file = dir.join(FILE);
        let (db, _copy) = database::open_to_look(&file)?;
        match schema::version(&db, &file)? {
            0 => Ok(JournalTally::default()),
            found if found > schema::KNOWN => Err(JournalError::Newer {
                path: shown::path(&file),
                found,
                known: schema::KNOWN,
            }),
            found => read::tally(&db, &file, found >= schema::MARKS_DELETED),
        }
    }

    /// The debates of a batch, or of one item of it, the newest first.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn of_batch(
        &self,
        batch: &str,
        item: Option<&str>,
    ) -> Result<Vec<DebateSummary>, JournalError> {
        let debates = read::of_batch(&self.reader()?, &self.file(), batch, item)?;
        Ok(debates
            .into_iter()
            .map(|one| self.with_writer(one))
            .collect())
    }

    /// Counts what an older program has kept, for the list and the search; both do it where nobody else has. `told`
    /// is told how many debates are done, and of how many, and says whether to go on. Done once for each debate.
    ///
    /// # Errors
    /// The file cannot be read or written. That another process keeps it busy is none: the next one does it.
    pub fn counted(&self, told: &mut dyn FnMut(u64, u64) -> bool) -> Result<(), JournalError> {
        match refresh::all(&mut self.reader()?, &self.file(), told) {
            // Without room it is done another time, and what can be read is read.
            Err(JournalError::Busy { .. } | JournalError::Full { .. }) => Ok(()),
            done => done,
        }
    }

    /// The places where all the words of `asked` were said, the best first, `limit` at the most. Case, accents and
    /// everything that is no word do not count.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn search(&self, asked: &str, limit: u32) -> Result<Vec<SearchHit>, JournalError> {
        self.counted(&mut |_, _| true)?;
        let asked = (asked, AskedWords::Whole);
        search::search(&self.reader()?, &self.file(), asked, limit)
    }

    /// As [`Self::search`], while the last word of `asked` is still being typed: words that begin so are found, too.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn search_typed(&self, asked: &str, limit: u32) -> Result<Vec<SearchHit>, JournalError> {
        let asked = (asked, AskedWords::Typing);
        search::search(&self.reader()?, &self.file(), asked, limit)
    }

    /// A debate as the list shows it.
    ///
    /// # Errors
    /// There is no such debate, or the file cannot be read.
    pub fn summary(&self, debate: &DebateId) -> Result<DebateSummary, JournalError> {
        let mut db = self.reader()?;
        refresh::one(&mut db, &self.file(), debate)?;
        Ok(self.with_writer(read::one(&db, &self.file(), debate)?))
    }

    /// Every record of a debate, in order.
    ///
    /// # Errors
    /// There is no such debate, or a row cannot be read: its number is named.
    pub fn load(&self, debate: &DebateId) -> Result<Vec<Record>, JournalError> {
        read::load(&self.reader()?, &self.file(), debate)
    }

    /// The records of a debate in order, up to the first row that is missing or cannot be read, and the error that names
    /// that row, where there is one: for whoever reads what there is. Nothing goes on from half a debate.
    ///
    /// # Errors
    /// There is no such debate, or not even its first row can be read.
    pub fn load_readable(
        &self,
        debate: &DebateId,
    ) -> Result<(Vec<Record>, Option<JournalError>), JournalError> {
        read::load_readable(&self.reader()?, &self.file(), debate)
    }

    /// The debate that is meant: `last`, a whole id, or a beginning or an end that only one id has.
    ///
    /// # Errors
    /// None is meant, or more than one; the candidates are listed.
    pub fn find(&self, asked: &str) -> Result<DebateId, JournalError> {
        let db = self.reader()?;
        if asked.trim().eq_ignore_ascii_case(find::LAST) {
            return read::newest(&db, &self.file())?.ok_or(JournalError::Empty);
        }
        find::find(asked, &read::names(&db, &self.file(), read::Sight::There)?)
    }

    /// The debate that people held and that is known by this hash ([`crate::debate::real::Real::hash`]), if it was
    /// imported.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn imported(&self, hash: &str) -> Result<Option<DebateId>, JournalError> {
        read::imported(&self.reader()?, &self.file(), hash)
    }

    /// The debates that refine this one, directly or by way of others, the oldest first; with each the debate whose
    /// verdict taught it.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn refinements(&self, of: &DebateId) -> Result<Vec<(DebateId, DebateId)>, JournalError> {
        read::refinements(&self.reader()?, &self.file(), of)
    }

    /// The branches of a debate, the oldest first.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn branches(&self, of: &DebateId) -> Result<Vec<DebateId>, JournalError> {
        read::branches(&self.reader()?, &self.file(), of)
    }

    fn file(&self) -> PathBuf {
        self.dir.join(FILE)
    }

    fn reader(&self) -> Result<Connection, JournalError> {
        connect(&self.file())
    }
}

fn connect(file: &Path) -> Result<Connection, JournalError> {
    schema::connect(file).map_err(|error| JournalError::from_sql(file, &error))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A full disk cannot be had everywhere; what SQLite and the system say of one can.
    #[test]
    fn what_is_on_a_full_disk_is_read_from_a_copy_and_nothing_is_kept() {
        let dir = tempfile::tempdir().unwrap();
        drop(Journal::open(dir.path()).unwrap());
        let full = JournalError::Full {
            path: dir.path().join(FILE).display().to_string(),
        };
        let journal = Journal::or_copy(dir.path(), Err(full.clone())).unwrap();
        assert_eq!(journal.list(), Ok(vec![]));
        assert_ne!(journal.dir, dir.path());
        assert_eq!(journal.claim("a batch").err(), Some(full.clone()));
        // Where there is none yet, there is nothing to read.
        let empty = tempfile::tempdir().unwrap();
        assert_eq!(
            Journal::or_copy(empty.path(), Err(full.clone())).err(),
            Some(full)
        );
    }
}
