//! The handle by which a front end holds a running debate.

use std::sync::Arc;

use tokio::{sync::mpsc, task::JoinHandle};
use tokio_util::sync::CancellationToken;

use crate::debate::{command::Command, event::Record, ids::CommandId};

/// The most commands that may wait for the engine. A full channel means that it does not keep up: say so.
pub(super) const COMMANDS: usize = 32;
/// The most records that may wait for a front end. The engine waits for a slow one.
pub(super) const UPDATES: usize = 256;

/// A command on its way, with the id by which its answer will be known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// Chosen by the front end, from 1, never twice in one process.
    pub id: CommandId,
    /// The command itself.
    pub command: Command,
}

/// The end of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// The debate is closed.
    Closed,
    /// The front end has gone or asked to stop: the debate can be resumed.
    Left,
    /// A limit was reached with nobody there to go on: the debate can be resumed.
    Limit(String),
    /// A model cannot be had, with nobody there to wait for it: the debate can be resumed.
    Unreachable(String),
    /// The journal cannot be written, so nothing more may happen.
    Journal(String),
}

/// A running debate. To drop it stops the engine after what is under way has been recorded.
#[derive(Debug)]
pub struct Handle {
    /// Commands go in here. Use `try_send`: a front end never waits for the engine.
    pub orders: mpsc::Sender<Order>,
    /// Every record, in order, each already in the journal.
    pub updates: mpsc::Receiver<Arc<Record>>,
    /// Stops the run; the debate can be resumed.
    pub stop: CancellationToken,
    /// Ends when the run has ended.
    pub task: JoinHandle<Ending>,
}
