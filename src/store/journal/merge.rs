//! Taking in the debates of another journal: each whole or not at all, by its id, in a transaction of its own, so that
//! whoever stops it loses nothing and may do it again.

use std::path::Path;

use rusqlite::{Transaction, TransactionBehavior};

use super::{
    Journal, deleted,
    digest::Digest,
    divisions,
    error::JournalError,
    filed::{self, Filed},
    filtered::RecordFilter,
    foreign::{self, Foreign, StoredRecord},
    judged, write,
};
use crate::{
    debate::{event::Record, ids::DebateId},
    text::shown::strange,
};

/// The mode of a merge: whether anything is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Merge {
    /// The debates and records that are missing are taken in.
    Take,
    /// Nothing is written; it is only said what would be done.
    Try,
}

/// The fate of a debate of the other journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// The debate was not here, and is now.
    Added,
    /// The debate went on there after it was last taken in.
    Extended {
        /// The number of records that came.
        records: u64,
    },
    /// The debate is here already, as long as there or longer.
    Known,
    /// The debate went on here and there after a common beginning; ours is left as it is.
    Differs {
        /// The number of the first record in which they differ.
        at: u64,
    },
    /// The debate cannot be read whole.
    Broken {
        /// The fault of the debate.
        detail: String,
    },
    /// A process here is running it.
    InUse,
}

/// The result of a merge.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Merged {
    /// Debates that were not here.
    pub added: u64,
    /// Debates that went on there.
    pub extended: u64,
    /// Debates that are here already.
    pub known: u64,
    /// Records that were taken in.
    pub records: u64,
    /// Debates that were left, with the reason.
    pub left: Vec<(DebateId, Fate)>,
    /// The reason why the other journal could not be read to its end, or at all.
    pub stopped: Option<JournalError>,
}

impl Merged {
    fn count(&mut self, debate: DebateId, fate: Fate, records: u64) {
        match fate {
            Fate::Added => self.added += 1,
            Fate::Extended { .. } => self.extended += 1,
            Fate::Known => self.known += 1,
            Fate::Differs { .. } | Fate::Broken { .. } | Fate::InUse => {
                self.left.push((debate, fate));
                return;
            }
        }
        self.records += records;
    }
}

/// A debate of the other journal, read and checked.
struct Whole {
    records: Vec<(Record, StoredRecord)>,
}

impl Journal {
    /// Takes in what another journal has: its file, or the folder that it lies in. `told` is told how many of its
    /// debates were looked at, and of how many, and says whether to go on.
    ///
    /// # Errors
    /// Ours cannot be read or written. What is wrong with the other one is in [`Merged::stopped`].
    pub fn merge(
        &self,
        from: &Path,
        how: Merge,
        told: &mut dyn FnMut(u64, u64) -> bool,
    ) -> Result<Merged, JournalError> {
        if how == Merge::Take {
            self.is_writable()?;
        }
        let mut merged = Merged::default();
        let theirs = Foreign::open(from, &self.file(), &self.dir);
        let read = theirs.and_then(|theirs| theirs.debates().map(|debates| (theirs, debates)));
        let (theirs, debates) = match read {
            Ok(read) => read,
            Err(error) => {
                merged.stopped = Some(error);
                return Ok(merged);
            }
        };
        let mut db = self.reader()?;
        let sql = |error: rusqlite::Error| JournalError::from_sql(&self.file(), &error);
        let all = debates.len() as u64;
        for (done, debate) in (1..).zip(debates) {
            let rows = match theirs.records(&debate) {
                Ok(rows) => rows,
                Err(error) => {
                    merged.stopped = Some(error);
                    return Ok(merged);
                }
            };
            let whole = match checked(&debate, rows) {
                Ok(whole) => whole,
                Err(detail) => {
                    merged.count(debate, Fate::Broken { detail }, 0);
                    continue;
                }
            };
            let behavior = match how {
                Merge::Take => TransactionBehavior::Immediate,
                Merge::Try => TransactionBehavior::Deferred,
            };
            let change = db.transaction_with_behavior(behavior).map_err(sql)?;
            let ours = foreign::records(&change, &debate).map_err(sql)?;
            let (fate, new) = compared(&ours, &whole);
            let is_deleted = deleted::is_deleted(&change, &debate).map_err(sql)?;
            // Nobody can be running a debate that is not here; one that is may be run.
            let lock = if matches!(fate, Fate::Extended { .. }) {
                match self.lock(&debate) {
                    Ok(lock) => Some(lock),
                    Err(JournalError::InUse { .. }) => {
                        merged.count(debate, Fate::InUse, 0);
                        continue;
                    }
                    Err(error) => return Err(error),
                }
            } else {
                None
            };
            let is_same = !matches!(fate, Fate::Differs { .. });
            let divided = match theirs.divisions(&debate) {
                Ok(divided) if is_same => divided,
                Ok(_) => Vec::new(),
                Err(error) => {
                    merged.stopped = Some(error);
                    return Ok(merged);
                }
            };
            let read = match theirs.judged(&debate) {
                Ok(read) if is_same => read,
                Ok(_) => Vec::new(),
                Err(error) => {
                    merged.stopped = Some(error);
                    return Ok(merged);
                }
            };
            let filed = match theirs.filed(&debate) {
                Ok(filed) if is_same => filed.beyond(&filed::of(&change, &debate).map_err(sql)?),
                Ok(_) => Filed::default(),
                Err(error) => {
                    merged.stopped = Some(error);
                    return Ok(merged);
                }
            };
            // Whoever takes a debate in wants it back, although it was deleted here.
            let comes_back = is_deleted && is_same;
            let is_known =
                new.is_empty() && divided.is_empty() && read.is_empty() && filed.is_empty();
            if how == Merge::Take && (comes_back || !is_known) {
                if !new.is_empty() {
                    take(&change, &debate, ours.len() as u64, new).map_err(sql)?;
                }
                for one in &divided {
                    divisions::insert(&change, &debate, one).map_err(sql)?;
                }
                for one in &read {
                    judged::insert(&change, &debate, one).map_err(sql)?;
                }
                filed.add_to(&change, &debate).map_err(sql)?;
                if comes_back {
                    deleted::restore(&change, &debate).map_err(sql)?;
                }
                change.commit().map_err(sql)?;
            }
            drop(lock);
            let records = new.len() as u64;
            let fate = if comes_back { Fate::Added } else { fate };
            merged.count(debate, fate, records);
            if !told(done, all) {
                break;
            }
        }
        Ok(merged)
    }
}

/// Every record filtered and understood, without a gap, from the opening on.
fn checked(debate: &DebateId, rows: Vec<StoredRecord>) -> Result<Whole, String> {
    if !foreign::is_id(debate) {
        return Err("its id is none of ours".to_owned());
    }
    let mut records = Vec::with_capacity(rows.len());
    let mut filter = RecordFilter::default();
    for (expected, mut kept) in (0_i64..).zip(rows) {
        if kept.seq != expected {
            return Err(format!("record {expected} is missing"));
        }
        let (event, body) = foreign::cleaned(&mut filter, &kept.body)
            .map_err(|error| format!("record {expected}: {}", strange(error)))?;
        let opening = event.opening();
        if opening.is_some_and(|opening| &opening.debate != debate) {
            return Err("its opening is another debate's".to_owned());
        }
        if opening.is_some() != (expected == 0) {
            return Err(format!("record {expected} is no part of a debate"));
        }
        kept.body = body;
        let record = Record {
            seq: kept.seq.cast_unsigned(),
            at_ms: kept.at_ms.cast_unsigned(),
            event,
        };
        records.push((record, kept));
    }
    if records.is_empty() {
        return Err("it has no records".to_owned());
    }
    Ok(Whole { records })
}

/// The fate of a debate held against theirs, and the records that are missing here.
fn compared<'w>(ours: &[StoredRecord], theirs: &'w Whole) -> (Fate, &'w [(Record, StoredRecord)]) {
    let mut filter = RecordFilter::default();
    let mut same = |(ours, (_, theirs)): (&StoredRecord, &(Record, StoredRecord))| {
        let cleaned = foreign::cleaned(&mut filter, &ours.body);
        ours.seq == theirs.seq
            && ours.at_ms == theirs.at_ms
            // Ours may be of before a text was filtered, or name its key.
            && (ours.body == theirs.body
                || cleaned.is_ok_and(|(_, body)| body == theirs.body))
    };
    let common = ours
        .iter()
        .zip(&theirs.records)
        .take_while(|pair| same(*pair))
        .count();
    let rest = theirs.records.get(common..).unwrap_or_default();
    if common < ours.len() && !rest.is_empty() {
        return (Fate::Differs { at: common as u64 }, &[]);
    }
    let fate = match (ours.len(), rest.len()) {
        (0, _) => Fate::Added,
        (_, 0) => Fate::Known,
        (_, more) => Fate::Extended {
            records: more as u64,
        },
    };
    (fate, rest)
}

fn take(
    change: &Transaction<'_>,
    debate: &DebateId,
    next: u64,
    new: &[(Record, StoredRecord)],
) -> rusqlite::Result<()> {
    let mut digest = Digest::of_rows(change, debate, next)?;
    for (record, kept) in new {
        write::row(change, debate, record, kept.wall_ms, &kept.body)?;
        digest.take(record);
    }
    digest.write(change, debate)
}
