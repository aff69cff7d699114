//! The recorder, which keeps the record of one debate. The engine is handed one, so a test brings its own.

use std::sync::Arc;

use crate::{debate::event::Record, llm::BoxFuture};

/// A keeper of the record of one debate.
pub trait Recorder: Send {
    /// Keeps these records, in order. When it returns they survive the process.
    ///
    /// # Errors
    /// Why they cannot be kept, for people. Nothing more may happen in the debate then.
    fn append(&mut self, records: Vec<Arc<Record>>) -> BoxFuture<'_, Result<(), String>>;
}
