//! Which model plays which part, and what keeps the record. The engine is handed both, so a test brings its own.

use std::{fmt, sync::Arc};

use crate::{
    debate::{
        ask::Role,
        event::{Record, Usage},
        ids::Seat,
    },
    llm::{BoxFuture, SharedModel},
};

/// Which model plays which part.
pub trait Cast: Send + Sync + fmt::Debug {
    /// The model for a part, or for one seat in it.
    fn model(&self, role: Role, seat: Option<&Seat>) -> SharedModel;

    /// What so many tokens cost with that model, where the price is known.
    fn cost(&self, model: &str, usage: &Usage) -> Option<f64>;

    /// Waits until the model may be asked: what people wait for goes before what runs beside. The permit is
    /// held as long as the call lasts.
    fn admit<'a>(&'a self, model: &'a str, urgent: Urgency) -> BoxFuture<'a, Box<dyn Send>>;
}

/// Whether people are waiting for an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Urgency {
    /// The floor stands still without it.
    Floor,
    /// It runs beside the debate.
    Beside,
}

/// A shared cast.
pub type SharedCast = Arc<dyn Cast>;

/// What keeps the record of one debate.
pub trait Recorder: Send {
    /// Keeps these records, in order. When it returns they survive the process.
    ///
    /// # Errors
    /// Why they cannot be kept, for people. Nothing more may happen in the debate then.
    fn append(&mut self, records: Vec<Arc<Record>>) -> BoxFuture<'_, Result<(), String>>;
}
