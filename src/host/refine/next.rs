//! The first event of the next iteration: that of the first one, with what the last verdict has taught.

use tokio_util::sync::CancellationToken;

use super::{ITERATION, samples};
use crate::{
    Host,
    debate::{guidance::Guidance, ids::DebateId, opening::Opening},
    engine::Handle,
    error::Failure,
    journal::Journal,
    patience::Watched,
    unattended::Wait,
};

impl Host {
    /// Opens the next iteration, with the models of the first one unless the flags of this run say otherwise. They are
    /// waited for until `stop`.
    ///
    /// # Errors
    /// The models cannot be had, or the debate cannot be opened.
    pub(super) async fn open_iteration(
        &self,
        journal: &Journal,
        (first, mut guidance): (&Opening, Guidance),
        watched: (Watched, Wait),
        stop: &CancellationToken,
    ) -> Result<(Handle, DebateId), Failure> {
        samples::add(self, first, &mut guidance)?;
        let mut next = first.clone();
        // An iteration is of the batch, and is not the debate that the batch asks for.
        if let Some(batch) = &mut next.batch {
            batch.item = format!("{}{ITERATION}{}", batch.item, guidance.iteration);
        }
        next.guidance = Some(guidance);
        self.open_again(journal, next, watched, stop).await
    }
}
