//! Seats that people take from other terminals: what they hand in goes to the engine of the debate, and a terminal that has
//! gone is told to it.

use std::time::Duration;

use tokio::{sync::mpsc, task::spawn_blocking, time::sleep};

use crate::{
    clock,
    debate::{command::Command, ids::CommandId},
    engine::{Handle, Order},
    journal::SeatReader,
};

/// Between two looks for people at other terminals: a person who has handed something in waits for its answer.
const BETWEEN: Duration = Duration::from_millis(150);

/// The first id of the commands of a terminal, of which each has its own: behind those of whoever steers the debate where
/// it runs, and far from those of the others; small enough for every reader of JSON to keep it exactly.
pub fn first_command(terminal: u64) -> CommandId {
    CommandId((terminal % (1 << 20) + 1) << 32)
}

/// A number for a terminal that no other has.
pub fn new_terminal() -> u64 {
    clock::random()
}

/// Hears those who sit at other terminals for as long as the engine runs. The reader is older than the engine: what it
/// finds at first was handed in before anything was recorded that could be answered.
pub(crate) fn hear(reader: SeatReader, handle: &Handle) {
    tokio::spawn(heard(reader, handle.orders.downgrade()));
}

async fn heard(mut reader: SeatReader, orders: mpsc::WeakSender<Order>) {
    let mut next = first_command(new_terminal());
    loop {
        sleep(BETWEEN).await;
        let looked = spawn_blocking(move || {
            let news = reader.look();
            (reader, news)
        });
        // It ends with the program.
        let Ok((again, news)) = looked.await else {
            return;
        };
        reader = again;
        let left = news.gone.into_iter().map(|seat| {
            next.0 += 1;
            (next, Command::LeaveSeat { seat })
        });
        let commands: Vec<(CommandId, Command)> = news.commands.into_iter().chain(left).collect();
        // Not held while it sleeps: whoever lets go of the handle ends the debate.
        let Some(orders) = orders.upgrade().filter(|orders| !orders.is_closed()) else {
            return;
        };
        for (id, command) in commands {
            if orders.send(Order { id, command }).await.is_err() {
                return;
            }
        }
    }
}
