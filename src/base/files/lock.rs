//! File lock: one process at a time does what the lock stands for. The system frees it when the process ends,
//! however it ends.

use std::{
    fs::{File, OpenOptions},
    io,
    path::Path,
};

/// A file lock that is held. To drop it frees it; the file stays, for whoever removed it would let two in at once.
#[derive(Debug)]
pub struct FileLock {
    file: File,
}

impl FileLock {
    /// Takes the lock that is the file at `path`; the file is made where there is none.
    ///
    /// # Errors
    /// Why it cannot be had: of the kind [`io::ErrorKind::WouldBlock`] where somebody else holds it.
    pub fn take(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)?;
        file.try_lock()?;
        Ok(Self { file })
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        // Said outright, not left to the closing of the file: a program that another thread is just starting has the open
        // file too, for as long as its beginning takes, and would keep the lock until then.
        let _ = self.file.unlock();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_that_is_dropped_is_free_at_once_whoever_else_has_the_file_open() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("one.lock");
        let held = FileLock::take(&path).unwrap();
        let refused = FileLock::take(&path).unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::WouldBlock);
        // The same open file, as a program that is being started has it.
        let _copy = held.file.try_clone().unwrap();
        drop(held);
        FileLock::take(&path).unwrap();
        assert!(path.exists());
    }
}
