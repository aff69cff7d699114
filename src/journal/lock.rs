//! One process a debate: a lock file for each, held as long as somebody may append. The system frees it when
//! the process ends, however it ends.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{Read as _, Seek as _, Write as _},
    path::{Path, PathBuf},
};

use super::error::JournalError;
use crate::debate::ids::DebateId;

/// A lock that is held. To drop it frees it.
#[derive(Debug)]
pub(super) struct Lock {
    path: PathBuf,
    // Only held: the lock goes when the file is closed.
    _file: File,
}

impl Lock {
    /// Removes the file too. Only once the debate is gone: whoever waits for the old file must not find a
    /// debate to run with it.
    pub(super) fn remove(self) {
        // A file that stays is of no consequence: nobody holds it.
        let _ = fs::remove_file(&self.path);
    }
}

/// Takes the lock of a debate, or says who has it.
pub(super) fn take(dir: &Path, debate: &DebateId) -> Result<Lock, JournalError> {
    let path = dir.join(format!("{}.lock", file_name(debate)));
    let failed = |error: &std::io::Error| JournalError::from_io(&path, error);
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(&path)
        .map_err(|error| failed(&error))?;
    match file.try_lock() {
        Ok(()) => {}
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
    file.set_len(0)
        .and_then(|()| file.rewind())
        .and_then(|()| writeln!(file, "{}", std::process::id()))
        .map_err(|error| failed(&error))?;
    Ok(Lock { path, _file: file })
}

/// Ids are UUIDs; should a foreign one come along, it stays in the folder all the same.
fn file_name(debate: &DebateId) -> String {
    debate
        .0
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
        .collect()
}
