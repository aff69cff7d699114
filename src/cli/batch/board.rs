//! How far a batch is: one line on a terminal, and a line for each debate that failed.

use std::{collections::BTreeSet, time::Instant};

use super::{
    super::{out, rate, steps::Steps},
    hall::End,
    plan::{Plan, by_item},
    purse::Purse,
};
use crate::{
    debate::ids::DebateId,
    journal::{Closing, Summary},
    text::first_words,
};

/// So many words of a motion tell it from others.
const MOTION_WORDS: usize = 8;

/// The counts.
pub(super) struct Board {
    name: String,
    all: usize,
    /// Debates that were over before.
    before: usize,
    todo: usize,
    done: usize,
    failed: usize,
    /// Debates that reached a limit of their own.
    limited: usize,
    begun: Instant,
    steps: Steps,
}

impl Board {
    pub(super) fn new(
        plan: &Plan,
        (begun, failed): (&[Summary], &BTreeSet<DebateId>),
        todo: usize,
    ) -> Self {
        let found = by_item(begun, failed);
        let over = |id: &String| {
            found.get(id.as_str()).is_some_and(|one| {
                one.status != Closing::Unfinished && !failed.contains(&one.debate)
            })
        };
        Self {
            name: plan.name.clone(),
            all: plan.items.len(),
            before: plan.items.iter().filter(|one| over(&one.id)).count(),
            todo,
            done: 0,
            failed: 0,
            limited: 0,
            begun: Instant::now(),
            steps: Steps::new("batch"),
        }
    }

    /// Says what there is to do.
    pub(super) fn opening(&mut self, all: usize) {
        out::say(&format!(
            "{}: {all} debates, {} of them over, {} to be held",
            self.name, self.before, self.todo
        ));
    }

    /// A debate has ended, for now.
    pub(super) fn ended(&mut self, number: usize, end: &End, plan: &Plan) {
        let why = match end {
            End::Done => {
                self.done += 1;
                return;
            }
            End::Left | End::NotBegun => return,
            End::Limit(why) => {
                self.limited += 1;
                why
            }
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
        if let Some(planned) = plan.items.get(number) {
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

    /// How many debates reached a limit of their own.
    pub(super) fn limited(&self) -> usize {
        self.limited
    }

    /// Says how far it is, where that is due.
    pub(super) fn draw(&mut self, running: usize, purse: &Purse) {
        let left = rate::left(self.begun.elapsed(), self.done as u64, self.todo as u64);
        let left = left.map_or_else(String::new, |left| format!(", {left} left"));
        self.steps.line(&format!(
            "{}: {} of {} over, {running} running, {} failed, {}{left}",
            self.name,
            self.before + self.done,
            self.all,
            self.failed,
            purse.told()
        ));
    }

    /// Leaves nothing half written.
    pub(super) fn end(&mut self) {
        self.steps.end();
    }
}
