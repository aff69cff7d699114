//! Waiting for models that cannot be had.

use std::{collections::BTreeSet, time::Duration};

use tokio::time::Instant;

use super::PersonLines;
use crate::debate::{DebateState, ask::Ask, event::Event};

/// The time to wait for a model that cannot be had, and what to do meanwhile.
#[derive(Debug, Clone, Copy)]
pub struct Wait {
    /// The longest wait, from when the model went; zero ends the run at once.
    pub most: Duration,
    /// Is told, while it is waited for, what for and how long.
    pub tell: fn(&str),
    /// The lines of whoever sits in a seat, listened to where somebody does.
    pub listen: fn() -> PersonLines,
}

impl Default for Wait {
    fn default() -> Self {
        Self {
            most: Duration::ZERO,
            tell: |_| {},
            listen: PersonLines::default,
        }
    }
}

/// Between two looks whether a model is back: at first, and at most. It doubles.
const FIRST_LOOK: Duration = Duration::from_secs(1);
const LAST_LOOK: Duration = Duration::from_secs(30);

/// Waits for a model that is gone.
#[derive(Debug)]
pub struct Waiting {
    wait: Wait,
    /// The words for what Ctrl-C does meanwhile.
    interrupted: &'static str,
    /// The beginning of the wait, and how long until the next look; `None` while all can be had.
    since: Option<(Instant, Duration)>,
    /// The minutes left that were told last.
    told: Option<u64>,
    /// What was asked of models that could not be had, since they all could.
    failed: BTreeSet<Ask>,
}

impl Waiting {
    /// Nobody is waited for yet. `interrupted` says what Ctrl-C does meanwhile.
    pub fn new(wait: Wait, interrupted: &'static str) -> Self {
        Self {
            wait,
            interrupted,
            since: None,
            told: None,
            failed: BTreeSet::new(),
        }
    }

    /// A model cannot be had: when to look again, or `None` where nobody waits any longer.
    pub fn next(&mut self, reason: &str) -> Option<Instant> {
        let now = Instant::now();
        let (since, pause) = self.since.unwrap_or((now, FIRST_LOOK));
        let left = self.wait.most.saturating_sub(now - since);
        if left.is_zero() {
            return None;
        }
        let minutes = left.as_secs().div_ceil(60);
        if self.told != Some(minutes) {
            self.told = Some(minutes);
            let (many, unit) = if left.as_secs() < 60 {
                (left.as_secs().max(1), "second")
            } else {
                (minutes, "minute")
            };
            let plural = if many == 1 { "" } else { "s" };
            let reason = reason.trim_end_matches('.');
            (self.wait.tell)(&format!(
                "Waiting for the model, {many} {unit}{plural} at most: {reason}. {}",
                self.interrupted
            ));
        }
        self.since = Some((since, (pause * 2).min(LAST_LOOK)));
        Some(now + pause.min(left))
    }

    /// What has happened in a debate: the wait is over once something is had that was waited for. That others answer, or
    /// that the same model answers something else, does not end it.
    pub(super) fn heard(&mut self, state: &DebateState, event: &Event) {
        let ended = || state.finished.last().map(|call| call.ask.work());
        let is_had = if let Event::ModelFailed { .. } = event {
            let failed = ended().filter(|ask| !matches!(ask, Ask::Probe { .. }));
            self.failed.extend(failed);
            false
        } else if let Event::ModelCalled { .. } = event {
            ended().is_some_and(|had| {
                let mut failed = self.failed.iter();
                failed.any(|one| *one == had || one.each().contains(&had))
            })
        } else if let Event::Said { turn, .. } | Event::Drafted { turn, .. } = event {
            let mut failed = self.failed.iter();
            failed.any(|one| one.writes() == Some(*turn))
        } else {
            false
        };
        if is_had && state.is_running() {
            self.is_over();
        }
    }

    /// A model has answered.
    pub fn is_over(&mut self) {
        self.failed.clear();
        if self.since.take().is_some() {
            self.told = None;
            (self.wait.tell)("The model is back.");
        }
    }
}
