//! One process a debate: a lock file for each, held as long as somebody may append. The system frees it when
//! the process ends, however it ends. The file goes with the lock; one that a killed process has left goes when the
//! journal is opened next.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{ErrorKind, Read as _, Seek as _, Write as _},
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use super::error::JournalError;
use crate::{debate::ids::DebateId, files, text::shown};

/// Another process may be looking whether a lock was left behind: so often, and so long each time, it is waited for.
const LOOKS: u32 = 5;
const LOOK: Duration = Duration::from_millis(10);

/// A lock that is held. To drop it frees it, and removes its file.
#[derive(Debug)]
pub(super) struct Lock {
    path: PathBuf,
    file: File,
}

impl Drop for Lock {
    fn drop(&mut self) {
        // While it is still locked: whoever opens the file before it goes finds that it is no longer the one in the folder,
        // and whoever opens one after has made it. One that stays is of no consequence: nobody holds it.
        if is_in_place(&self.file, &self.path) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Takes the lock of a debate, or says who has it.
pub(super) fn take(dir: &Path, debate: &DebateId) -> Result<Lock, JournalError> {
    let path = dir.join(format!("{}.lock", file_name(debate)));
    let failed = |error: &std::io::Error| {
        if files::is_full(error) {
            // It lies beside the journal, and that is what cannot grow.
            return JournalError::from_io(dir.parent().unwrap_or(dir), error);
        }
        JournalError::NoLock {
            path: shown::path(&path),
            detail: files::why(error),
        }
    };
    let mut looks = 0;
    let mut file = loop {
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(|error| failed(&error))?;
        match file.try_lock() {
            Ok(()) if is_in_place(&file, &path) => break file,
            // It was removed between the opening and the locking: another file is there now, or none.
            Ok(()) => {}
            Err(TryLockError::WouldBlock) if looks < LOOKS => {
                looks += 1;
                thread::sleep(LOOK);
            }
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                // Where locked files cannot be read, the process stays unnamed.
                let _ = file.read_to_string(&mut holder);
                return Err(JournalError::InUse {
                    debate: debate.clone(),
                    process: holder.trim().parse().ok(),
                });
            }
            Err(TryLockError::Error(error)) => return Err(failed(&error)),
        }
    };
    file.set_len(0)
        .and_then(|()| file.rewind())
        .and_then(|()| writeln!(file, "{}", std::process::id()))
        .map_err(|error| failed(&error))?;
    Ok(Lock { path, file })
}

/// The process that writes a debate, as its lock tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WriterPresence {
    /// A process writes it: the id of the process, where it could be told.
    There(Option<u32>),
    /// No process writes it.
    Gone,
    /// It could not be told.
    Unknown,
}

/// Looks whether somebody holds the lock of a debate. The lock is not taken, nor is the file changed: it is shared for as
/// long as the look takes, which whoever takes it waits for.
pub(super) fn holder(dir: &Path, debate: &DebateId) -> WriterPresence {
    let path = dir.join(format!("{}.lock", file_name(debate)));
    for _ in 0..LOOKS {
        let mut file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return WriterPresence::Gone,
            Err(_) => return WriterPresence::Unknown,
        };
        match file.try_lock_shared() {
            Ok(()) if is_in_place(&file, &path) => return WriterPresence::Gone,
            // It was removed between the opening and the locking: another file is there now, or none.
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                // Where locked files cannot be read, the process stays unnamed.
                let _ = file.read_to_string(&mut holder);
                return WriterPresence::There(holder.trim().parse().ok());
            }
            Err(TryLockError::Error(_)) => return WriterPresence::Unknown,
        }
    }
    WriterPresence::Unknown
}

/// Removes what nobody holds: the locks of processes that were killed.
pub(super) fn sweep(dir: &Path) {
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()) {
        let is_lock = path.extension().is_some_and(|ending| ending == "lock");
        let file = OpenOptions::new().read(true).write(true).open(&path);
        if let Ok(file) = file
            && is_lock
            && file.try_lock().is_ok()
        {
            drop(Lock { path, file });
        }
    }
}

/// Whether an open file is the one that has this name. Where that cannot be told, files of that system cannot be
/// removed while they are open either.
fn is_in_place(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        let same = |one: &fs::Metadata, other: &fs::Metadata| {
            (one.dev(), one.ino()) == (other.dev(), other.ino())
        };
        match (file.metadata(), fs::metadata(path)) {
            (Ok(one), Ok(other)) => same(&one, &other),
            _ => false,
        }
    }
    #[cfg(not(unix))]
    {
        file.metadata().is_ok() && path.exists()
    }
}

/// Ids are UUIDs; should a foreign one come along, it stays in the folder all the same.
pub(super) fn file_name(debate: &DebateId) -> String {
    debate
        .0
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn a_lock_that_cannot_be_had_is_not_called_the_journal() {
        let dir = tempfile::tempdir().unwrap();
        fs::create_dir(dir.path().join("d.lock")).unwrap();
        let refused = take(dir.path(), &DebateId("d".into()))
            .unwrap_err()
            .to_string();
        assert!(refused.contains("d.lock, which keeps others"), "{refused}");
        assert!(!refused.contains("journal"), "{refused}");
    }

    #[test]
    fn a_lock_leaves_no_file_and_what_was_left_behind_is_removed() {
        let dir = tempfile::tempdir().unwrap();
        let count = || fs::read_dir(dir.path()).unwrap().count();
        for debate in 0..20 {
            drop(take(dir.path(), &DebateId(format!("d{debate}"))).unwrap());
        }
        assert_eq!(count(), 0);
        // A process that was killed leaves its file; one that runs keeps it.
        fs::write(dir.path().join("killed.lock"), "1").unwrap();
        let held = take(dir.path(), &DebateId("held".into())).unwrap();
        sweep(dir.path());
        assert_eq!(count(), 1);
        let refused = take(dir.path(), &DebateId("held".into())).unwrap_err();
        assert!(matches!(refused, JournalError::InUse { .. }), "{refused}");
        drop(held);
        assert_eq!(count(), 0);
    }

    #[test]
    fn who_looks_for_a_holder_takes_nothing_from_anybody() {
        let dir = tempfile::tempdir().unwrap();
        let debate = DebateId("d".into());
        assert_eq!(holder(dir.path(), &debate), WriterPresence::Gone);
        let held = take(dir.path(), &debate).unwrap();
        let there = WriterPresence::There(Some(std::process::id()));
        assert_eq!(holder(dir.path(), &debate), there);
        drop(held);
        assert_eq!(holder(dir.path(), &debate), WriterPresence::Gone);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
        // One that a killed process has left is held by nobody.
        fs::write(dir.path().join("d.lock"), "1").unwrap();
        assert_eq!(holder(dir.path(), &debate), WriterPresence::Gone);
    }

    #[test]
    fn never_two_at_one_debate_while_files_come_and_go() {
        let dir = tempfile::tempdir().unwrap();
        let (inside, had) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let debate = DebateId("d".into());
        thread::scope(|scope| {
            for worker in 0..6 {
                let (inside, had, debate, dir) = (&inside, &had, &debate, dir.path());
                scope.spawn(move || {
                    for _ in 0..150 {
                        if worker == 0 {
                            sweep(dir);
                        } else if let Ok(lock) = take(dir, debate) {
                            assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0, "two hold it");
                            had.fetch_add(1, Ordering::SeqCst);
                            inside.fetch_sub(1, Ordering::SeqCst);
                            drop(lock);
                        }
                    }
                });
            }
        });
        assert!(had.into_inner() > 0);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
    }
}
