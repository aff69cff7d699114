//! What the loop of the chamber waits for: a task, where one is under way, and a time, where there is one; how often it
//! draws.

use std::time::{Duration, Instant};

use tokio::task::JoinHandle;

use crate::frame::Limiter;

/// The time between two frames of what comes of itself, where nothing is to move that need not.
const CALM: Duration = Duration::from_secs(1);

/// When frames are due, where nothing is to move that need not, and elsewhere.
pub(super) fn frames(is_still: bool) -> Limiter {
    if is_still {
        Limiter::calm(CALM)
    } else {
        Limiter::default()
    }
}

/// The beat of the clock.
pub(super) fn beat(is_still: bool) -> Duration {
    Duration::from_secs(if is_still { 10 } else { 1 })
}

/// The result of a task that may be under way, once the task is done; nothing where it failed altogether.
pub(super) async fn done<T>(task: &mut Option<JoinHandle<T>>) -> Option<T> {
    let Some(running) = task else {
        return std::future::pending().await;
    };
    let result = running.await.ok();
    *task = None;
    result
}

/// Waits until then; for ever where there is no time.
pub(super) async fn sleep_until(when: Option<Instant>) {
    match when {
        Some(when) => tokio::time::sleep_until(when.into()).await,
        None => std::future::pending().await,
    }
}
