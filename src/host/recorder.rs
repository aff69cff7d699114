//! The journal as the engine's recorder. Neither knows the other; this is where they meet.

use std::sync::Arc;

use crate::{
    debate::event::Record, engine::Recorder, error::Failure, journal::Writer, llm::BoxFuture,
};

/// Keeps records in the journal.
#[derive(Debug)]
pub(crate) struct JournalRecorder(pub(crate) Writer);

impl JournalRecorder {
    /// Keeps records, all of them or none.
    pub(crate) async fn keep(&self, records: Vec<Arc<Record>>) -> Result<(), Failure> {
        Ok(self.0.append(records).await?)
    }
}

impl Recorder for JournalRecorder {
    fn append(&mut self, records: Vec<Arc<Record>>) -> BoxFuture<'_, Result<(), String>> {
        let kept = self.0.append(records);
        Box::pin(async move { kept.await.map_err(|error| Failure::from(error).to_string()) })
    }
}
