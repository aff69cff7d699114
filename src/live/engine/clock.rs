//! The time of a debate, and waiting for it.

use std::time::Duration;

use tokio::time::Instant;

/// The debate's clock: it goes on where the last record stopped.
#[derive(Debug, Clone, Copy)]
pub(super) struct Clock {
    base: Instant,
    offset_ms: u64,
}

impl Clock {
    /// A clock that stands at `offset_ms` now.
    pub(super) fn from(offset_ms: u64) -> Self {
        Self {
            base: Instant::now(),
            offset_ms,
        }
    }

    pub(super) fn now_ms(self) -> u64 {
        self.offset_ms + u64::try_from(self.base.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    pub(super) fn instant(self, at_ms: u64) -> Instant {
        self.base + Duration::from_millis(at_ms.saturating_sub(self.offset_ms))
    }
}

/// Waits until then; for ever where there is nothing to wait for.
pub(super) async fn sleep_until(at: Option<Instant>) {
    match at {
        Some(at) => tokio::time::sleep_until(at).await,
        None => std::future::pending().await,
    }
}
