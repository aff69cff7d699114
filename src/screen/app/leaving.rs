//! How the chamber is left, and what becomes of the engine of a debate that runs: it records what is under way and ends,
//! or is left open for whoever comes back to it.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use super::source::{Line, Source};
use crate::{
    debate::{command::Command, ids::CommandId},
    effect::{Meanwhile, NextStep, OtherModel},
    engine::{Handle, Order},
    error::Failure,
};

/// The time that the engine may take to record what is under way when the viewer leaves.
const FAREWELL: Duration = Duration::from_secs(2);

/// The way in which the chamber was left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChamberExit {
    /// The debate is over, or it was a replay.
    Over,
    /// The viewer left; the debate can be resumed, or goes on in another process.
    Left,
    /// The debate is over and is to be held again, taught by its verdict.
    Refine,
    /// The debate is not over, and is to be gone on with by another model.
    GoOnWith(OtherModel),
    /// The debate is over, and this comes next.
    Next(NextStep),
    /// A signal ended it; the debate can be resumed.
    Interrupted,
}

/// The place for the engine of a debate that goes on, or waits, while another one is on the screen.
#[derive(Debug, Clone, Default)]
pub struct LeftOpen(Arc<Mutex<Option<Handle>>>);

impl LeftOpen {
    /// Takes the engine out, where one was left.
    pub fn take(&self) -> Option<Handle> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn put(&self, handle: Handle) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(handle);
    }
}

/// Lets the engine record what is under way; where the viewer leaves for a branch, or for the other debate, the engine is
/// left open, paused unless it is to go on.
pub(super) async fn farewell(
    source: Source,
    left: &Result<ChamberExit, Failure>,
    left_open: Option<LeftOpen>,
) {
    let Source::Live {
        mut handle,
        line,
        state,
        ..
    } = source
    else {
        return;
    };
    let goes_on = match left {
        Ok(ChamberExit::Next(NextStep::Branch(step))) => Some(step.meanwhile == Meanwhile::GoesOn),
        Ok(ChamberExit::Next(NextStep::Other)) => Some(false),
        Ok(_) | Err(_) => None,
    };
    if let (Some(goes_on), Some(place), Line::Open) = (goes_on, left_open, line)
        && !state.is_closed()
    {
        if !goes_on && state.is_running() {
            let pause = Order {
                id: CommandId::HOUSE,
                command: Command::Pause,
            };
            // Where the engine is too busy to hear it, the debate goes on and is not lost.
            let _ = handle.orders.try_send(pause);
        }
        return place.put(*handle);
    }
    handle.stop.cancel();
    if line == Line::Closed {
        return;
    }
    let drained = async {
        while handle.updates.recv().await.is_some() {}
        let _ = (&mut handle.task).await;
    };
    let _ = tokio::time::timeout(FAREWELL, drained).await;
}
