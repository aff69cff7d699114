//! The progress of a batch: one line on a terminal, and a line for each debate that failed.

use std::time::Instant;

use tokio_util::sync::CancellationToken;

use super::super::{out, rate, signals::on_signal, steps::Steps};
use crate::{
    error::Failure,
    host::{
        batch::{Batch, BatchEnding, End, Update},
        patience::Patience,
    },
    text::{counted, first_words},
};

/// The number of words of a motion that tell it from others.
const MOTION_WORDS: usize = 8;

/// Holds the debates of a batch, with a line on how far it is, and says at the end why some are not over. A signal cancels
/// `stop`, where there is one to cancel and something to be held.
///
/// # Errors
/// As [`Batch::hold`] says.
pub(in crate::cli) async fn hold(
    batch: &Batch<'_>,
    patience: Patience,
    stop: Option<CancellationToken>,
) -> Result<BatchEnding, Failure> {
    let mut board = Board::new(batch);
    board.opening();
    let signals = stop.filter(|_| batch.has_work()).map(on_signal);
    let ending = batch
        .hold(patience, &mut |update, running| {
            board.hear(&update, running);
        })
        .await;
    board.end();
    if let Some(signals) = signals {
        signals.abort();
    }
    let ending = ending?;
    if let Some(message) = &ending.message {
        out::say(message);
    }
    Ok(ending)
}

/// The counts of a batch that is held, as they are told.
struct Board<'a> {
    batch: &'a Batch<'a>,
    /// Debates that were over before.
    before: usize,
    done: usize,
    failed: usize,
    begun: Instant,
    steps: Steps,
}

impl<'a> Board<'a> {
    fn new(batch: &'a Batch<'a>) -> Self {
        Self {
            batch,
            before: batch.over(),
            done: 0,
            failed: 0,
            begun: Instant::now(),
            steps: Steps::new("batch"),
        }
    }

    /// Says what there is to do.
    fn opening(&self) {
        let (plan, before, todo) = (&self.batch.plan, self.before, self.batch.todo());
        out::say(&format!(
            "{}: {}, {before} of them over, {todo} to be held",
            plan.name,
            counted(plan.items.len(), "debate", "debates")
        ));
    }

    /// Something has happened; so many debates are under way.
    fn hear(&mut self, update: &Update<'_>, running: usize) {
        if let Update::Ended(number, end) = update {
            self.ended(*number, end);
        }
        self.draw(running);
    }

    /// A debate has ended, for now.
    fn ended(&mut self, number: usize, end: &End) {
        let why = match end {
            End::Done => {
                self.done += 1;
                return;
            }
            End::Left | End::NotBegun => return,
            End::Limit(why) => why.as_str(),
            End::Poorer(why) => {
                self.done += 1;
                self.failed += 1;
                why
            }
            End::Elsewhere => "another process has it",
            End::Failed(why) | End::NoModel(why) => {
                self.failed += 1;
                why
            }
        };
        if let Some(planned) = self.batch.plan.items.get(number) {
            let item = &planned.item;
            self.steps.stay(&format!(
                "{} ({}, {}, {}, seed {}, repeat {}): {why}",
                planned.id,
                first_words(&item.motion, MOTION_WORDS),
                item.format,
                item.line_up,
                item.seed,
                item.repeat
            ));
        }
    }

    /// Says how far it is, where that is due.
    fn draw(&mut self, running: usize) {
        let (plan, before, todo) = (&self.batch.plan, self.before, self.batch.todo());
        let left = rate::left(self.begun.elapsed(), self.done as u64, todo as u64);
        let left = left.map_or_else(String::new, |left| format!(", {left} left"));
        self.steps.line(&format!(
            "{}: {} of {} over, {running} running, {} failed, {}{left}",
            plan.name,
            before + self.done,
            plan.items.len(),
            self.failed,
            self.batch.budget.describe()
        ));
    }

    /// Leaves nothing half written.
    fn end(&mut self) {
        self.steps.end();
    }
}
