//! The right to begin a piece of work that has no debate yet, against other processes that would begin it, too.

use super::{Journal, error::JournalError, lock};
use crate::debate::ids::DebateId;

/// The right. To drop it gives it up, and leaves no file behind.
#[derive(Debug)]
pub struct WorkLock {
    // Only held.
    _lock: lock::Lock,
}

impl Journal {
    /// Claims a piece of work by its name. `None` where another process has it.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn claim(&self, work: &str) -> Result<Option<WorkLock>, JournalError> {
        // A debate's id is a UUID, and no name of work begins like one.
        let name = DebateId(format!("work-{work}"));
        match self.lock(&name) {
            Ok(lock) => Ok(Some(WorkLock { _lock: lock })),
            Err(JournalError::InUse { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }
}
