//! Reports of a pull or an import on its way, and the means by which it is told to stop.

use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// A report on the work of a pull or an import. Some of these may be lost where nobody listens fast enough; none is
/// needed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PullProgress {
    /// A source is being asked.
    Asking {
        /// The source, for people.
        source: String,
    },
    /// Bytes have come.
    Bytes {
        /// The bytes that have come, those of an earlier try included.
        done: u64,
        /// The bytes of the whole file.
        total: u64,
    },
    /// A package is being opened.
    Unpacking {
        /// The name of the Python package.
        package: String,
    },
    /// The file is being read for its hash.
    Checking {
        /// The bytes that have been read.
        done: u64,
        /// The bytes of the whole file.
        total: u64,
    },
    /// The file is being converted.
    Converting {
        /// The bytes that have been converted.
        done: u64,
        /// The bytes of the whole file.
        total: u64,
    },
    /// Something that a person should know.
    Note(String),
}

/// Was told to stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stopped;

/// Tells the one side and hears the other.
#[derive(Debug, Clone)]
pub(super) struct Teller {
    progress: mpsc::Sender<PullProgress>,
    cancel: CancellationToken,
}

impl Teller {
    pub(super) fn new(progress: mpsc::Sender<PullProgress>, cancel: CancellationToken) -> Self {
        Self { progress, cancel }
    }

    /// Says it, if somebody listens.
    pub(super) fn tell(&self, progress: PullProgress) {
        let _ = self.progress.try_send(progress);
    }

    /// Whether to go on.
    pub(super) fn go_on(&self) -> Result<(), Stopped> {
        if self.cancel.is_cancelled() {
            Err(Stopped)
        } else {
            Ok(())
        }
    }

    /// Waits for the word to stop.
    pub(super) async fn stopped(&self) {
        self.cancel.cancelled().await;
    }
}
