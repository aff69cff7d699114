//! A line on standard error that tells how far something is: written anew in its place on a terminal, and never half
//! written when something else is said.

use std::{
    io::{self, IsTerminal, Write},
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use super::out;
use crate::text::shown::for_people;

/// The line is not written more often.
const BETWEEN: Duration = Duration::from_millis(100);

/// Whether no line is written anew in its place: each that is told stays.
static STILL: AtomicBool = AtomicBool::new(false);

/// Writes no line anew in its place from now on, where that is wanted.
pub(super) fn stand_still(is_wanted: bool) {
    STILL.store(is_wanted, Ordering::SeqCst);
}

/// The line of progress.
pub(super) struct Line<W = io::Stderr> {
    out: W,
    terminal: bool,
    width: usize,
    drawn: Option<Instant>,
}

impl Line {
    /// A line on standard error.
    pub(super) fn on_stderr() -> Self {
        let err = out::stderr();
        let terminal = err.is_terminal() && !STILL.load(Ordering::SeqCst);
        Self::new(err, terminal, out::width())
    }
}

impl<W: Write> Line<W> {
    pub(super) fn new(out: W, terminal: bool, width: usize) -> Self {
        Self {
            out,
            terminal,
            width,
            drawn: None,
        }
    }

    /// Whether a line can be written anew.
    pub(super) fn is_terminal(&self) -> bool {
        self.terminal
    }

    /// Writes it in the place of the last one, unless that stands there for a moment only; `at_once` does not wait for
    /// that. For a terminal.
    pub(super) fn renew(&mut self, text: &str, at_once: bool, now: Instant) {
        let soon = |drawn| now.saturating_duration_since(drawn) < BETWEEN;
        if self.drawn.is_some_and(soon) && !at_once {
            return;
        }
        let text = for_people(text);
        let text: String = text.chars().take(self.width.saturating_sub(1)).collect();
        self.write(&format!("\r{text}\u{1b}[K"));
        self.drawn = Some(now);
    }

    /// Writes a line that stays.
    pub(super) fn stay(&mut self, text: &str) {
        self.end();
        self.write(&format!("{}\n", for_people(text)));
    }

    /// Leaves nothing half written.
    pub(super) fn end(&mut self) {
        if self.drawn.take().is_some() {
            self.write("\r\u{1b}[K");
        }
    }

    /// Nobody may be there to read it.
    fn write(&mut self, text: &str) {
        let _ = self.out.write_all(text.as_bytes());
        let _ = self.out.flush();
    }
}
