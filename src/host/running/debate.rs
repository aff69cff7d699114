//! A debate that runs in this process: looked at, and given orders.

use std::{
    collections::BTreeMap,
    io,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use tokio::sync::{
    mpsc::{self, error::TrySendError},
    watch,
};

use super::progress::DebateProgress;
use crate::{
    debate::{
        DebateState,
        command::Command,
        event::{Event, Record},
        ids::{CommandId, DebateId},
        sink::Sink,
    },
    engine::Order,
    error::Failure,
};

/// The id of the first order. Those below are of whoever runs the debate unattended.
const FIRST: u64 = 1 << 32;

/// A debate that runs in this process.
#[derive(Debug)]
pub struct RunningDebate {
    /// The id of the debate.
    pub id: DebateId,
    orders: mpsc::Sender<Order>,
    given: AtomicU64,
    seen: Mutex<Seen>,
    /// Counts what has happened, so that whoever waits wakes.
    changes: watch::Sender<u64>,
}

/// What has been seen of a debate.
#[derive(Debug, Default)]
struct Seen {
    state: DebateState,
    /// The answers to orders, until those who gave them have read them.
    answers: BTreeMap<CommandId, Event>,
    /// Whether this process does not run it any more.
    is_left: bool,
}

impl RunningDebate {
    /// A debate of which nothing has been seen.
    pub(super) fn new(id: DebateId, orders: mpsc::Sender<Order>) -> Self {
        Self {
            id,
            orders,
            given: AtomicU64::new(FIRST),
            seen: Mutex::default(),
            changes: watch::Sender::new(0),
        }
    }

    /// How far it is.
    pub fn progress(&self) -> DebateProgress {
        let seen = self.seen();
        DebateProgress::of(&seen.state, !seen.is_left)
    }

    /// Reads something of its state.
    pub fn look<T>(&self, read: impl FnOnce(&DebateState) -> T) -> T {
        read(&self.seen().state)
    }

    /// Hears of every change from now on.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Whether this process does not run it any more.
    pub fn is_left(&self) -> bool {
        self.seen().is_left
    }

    /// Waits until `read` finds something, or the debate is not run here any more.
    pub async fn until<T>(&self, read: impl Fn(&DebateState) -> Option<T>) -> Option<T> {
        let mut changes = self.changes();
        loop {
            if let Some(found) = self.look(&read) {
                return Some(found);
            }
            if self.is_left() || changes.changed().await.is_err() {
                return self.look(&read);
            }
        }
    }

    /// Gives an order, and waits for the event that answers it; an adjournment is answered by the end of the debate, and by
    /// no event.
    ///
    /// # Errors
    /// The house refuses it, for the reason that it gives; or the debate is over, or does not keep up.
    pub async fn give(&self, command: Command) -> Result<Option<Event>, Failure> {
        let is_last = matches!(command, Command::Adjourn);
        let id = CommandId(self.given.fetch_add(1, Relaxed));
        let mut changes = self.changes();
        let order = Order { id, command };
        self.orders.try_send(order).map_err(|error| match error {
            TrySendError::Full(_) => Failure::input("the debate has too many orders to answer")
                .hint("give this one again in a moment"),
            TrySendError::Closed(_) => self.not_run(),
        })?;
        loop {
            {
                let mut seen = self.seen();
                match seen.answers.remove(&id) {
                    Some(Event::CommandRefused { reason, .. }) => {
                        return Err(Failure::input(reason));
                    }
                    Some(answer) => return Ok(Some(answer)),
                    None if is_last && seen.state.is_closed() => return Ok(None),
                    None if seen.is_left => return Err(self.not_run()),
                    None => {}
                }
            }
            if changes.changed().await.is_err() {
                return Err(self.not_run());
            }
        }
    }

    fn not_run(&self) -> Failure {
        let id = self.id.short();
        if self.look(DebateState::is_closed) {
            Failure::input(format!("the debate {id} is over"))
        } else {
            Failure::input(format!("the debate {id} was left")).hint("take it up again first")
        }
    }

    /// This process does not run it any more.
    pub(super) fn leave(&self) {
        self.seen().is_left = true;
        self.changes.send_modify(|count| *count += 1);
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The sink by which a debate is seen.
pub(super) struct Eyes<'a>(pub(super) &'a RunningDebate);

impl Sink for Eyes<'_> {
    fn catch_up(&mut self, record: &Record) {
        self.0.seen().state.apply(record);
    }

    fn record(&mut self, record: &Record) -> io::Result<()> {
        let mut seen = self.0.seen();
        seen.state.apply(record);
        if let Some(id) = record.event.answers().filter(|id| id.0 >= FIRST) {
            seen.answers.insert(id, record.event.clone());
        }
        drop(seen);
        self.0.changes.send_modify(|count| *count += 1);
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        Ok(())
    }
}
