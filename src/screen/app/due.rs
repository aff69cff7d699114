//! What the loop of the chamber waits for: a task, where one is under way, and a time, where there is one.

use std::time::Instant;

use tokio::task::JoinHandle;

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
