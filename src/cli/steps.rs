//! How far something is that is done one by one: one line that is written anew on a terminal, a line now and then
//! elsewhere.

use std::{
    io::{self, IsTerminal, Write},
    time::{Duration, Instant},
};

use super::{out, rate};

/// The line is not written more often on a terminal.
const OFTEN: Duration = Duration::from_millis(200);
/// And elsewhere.
const SELDOM: Duration = Duration::from_secs(30);
/// What takes less time than this says nothing.
const QUIET: Duration = Duration::from_millis(500);

/// Says how far it is.
pub(super) struct Steps {
    what: &'static str,
    terminal: bool,
    begun: Instant,
    said: Instant,
    drawn: bool,
}

impl Steps {
    /// Nothing is done yet.
    pub(super) fn new(what: &'static str) -> Self {
        let now = Instant::now();
        Self {
            what,
            terminal: io::stderr().is_terminal(),
            begun: now,
            said: now,
            drawn: false,
        }
    }

    /// So many are done, of so many.
    pub(super) fn at(&mut self, done: u64, all: u64) {
        let left = rate::left(self.begun.elapsed(), done, all);
        let left = left.map_or_else(String::new, |left| format!(", {left} left"));
        self.line(&format!("{}: {done} of {all}{left}", self.what));
    }

    /// Says a line that the next one takes the place of, unless it is too soon.
    pub(super) fn line(&mut self, text: &str) {
        let between = if self.terminal { OFTEN } else { SELDOM };
        if self.begun.elapsed() < QUIET || self.said.elapsed() < between {
            return;
        }
        self.said = Instant::now();
        if self.terminal {
            let text: String = text.chars().take(out::width().saturating_sub(1)).collect();
            Self::write(&format!("\r{text}\u{1b}[K"));
            self.drawn = true;
        } else {
            Self::write(&format!("{text}\n"));
        }
    }

    /// Says a line that stays.
    pub(super) fn stay(&mut self, text: &str) {
        self.end();
        Self::write(&format!("{text}\n"));
    }

    /// Leaves nothing half written.
    pub(super) fn end(&mut self) {
        if std::mem::take(&mut self.drawn) {
            Self::write("\r\u{1b}[K");
        }
    }

    /// Nobody may be there to read it.
    fn write(text: &str) {
        let mut err = io::stderr().lock();
        let _ = err.write_all(text.as_bytes());
        let _ = err.flush();
    }
}
