//! The progress of things that are done one by one: one line that is written anew on a terminal, a line now and then
//! elsewhere.

use std::{
    io::{self, Write},
    time::{Duration, Instant},
};

use super::{line::Line, rate};
use crate::host::progress::WorkProgress;

/// Without a terminal a line is not said more often.
const SELDOM: Duration = Duration::from_secs(30);
/// The time below which work says nothing.
const QUIET: Duration = Duration::from_millis(500);

/// Says how far it is.
pub(super) struct Steps<W = io::Stderr> {
    line: Line<W>,
    what: String,
    begun: Instant,
    said: Instant,
}

impl Steps {
    /// Nothing is done yet. `what` is what is being done: "merging".
    pub(super) fn new(what: impl Into<String>) -> Self {
        Self::on(Line::on_stderr(), what, Instant::now())
    }

    /// Says that so many are done, of so many.
    pub(super) fn at(&mut self, done: u64, all: u64) {
        self.count(done, all, Instant::now());
    }

    /// Says a line that the next one takes the place of, unless it is too soon.
    pub(super) fn line(&mut self, text: &str) {
        self.tell(text, Instant::now());
    }
}

impl<W: Write> Steps<W> {
    fn on(line: Line<W>, what: impl Into<String>, now: Instant) -> Self {
        Self {
            line,
            what: what.into(),
            begun: now,
            said: now,
        }
    }

    fn count(&mut self, done: u64, all: u64, now: Instant) {
        let took = now.saturating_duration_since(self.begun);
        let left = rate::left(took, done, all);
        let left = left.map_or_else(String::new, |left| format!(", {left} left"));
        self.tell(&format!("{}: {done} of {all}{left}", self.what), now);
    }

    fn tell(&mut self, text: &str, now: Instant) {
        if now.saturating_duration_since(self.begun) < QUIET {
            return;
        }
        if self.line.is_terminal() {
            self.line.renew(text, false, now);
        } else if now.saturating_duration_since(self.said) >= SELDOM {
            self.said = now;
            self.line.stay(text);
        }
    }

    /// Says a line that stays.
    pub(super) fn stay(&mut self, text: &str) {
        self.line.stay(text);
    }

    /// Leaves nothing half written.
    pub(super) fn end(&mut self) {
        self.line.end();
    }
}

/// Says on standard error how far one piece of work after the other is.
#[derive(Default)]
pub(super) struct StepsOfEach(Option<Steps>);

impl WorkProgress for StepsOfEach {
    fn begins(&mut self, what: String) {
        self.0 = Some(Steps::new(what));
    }

    fn at(&mut self, done: usize, of: usize) {
        if let Some(steps) = &mut self.0 {
            steps.at(done as u64, of as u64);
        }
    }

    fn ends(&mut self) {
        if let Some(mut steps) = self.0.take() {
            steps.end();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(terminal: bool, heard: &[(u64, u64)]) -> String {
        let mut out = Vec::new();
        let start = Instant::now();
        let mut steps = Steps::on(Line::new(&mut out, terminal, 40), "merging", start);
        for (ms, done) in heard {
            steps.count(*done, 40, start + Duration::from_millis(*ms));
        }
        steps.stay("over");
        steps.end();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn without_a_terminal_a_line_is_said_now_and_then() {
        let heard = [
            (100, 1),
            (10_000, 5),
            (30_000, 10),
            (31_000, 11),
            (61_000, 20),
        ];
        assert_eq!(
            written(false, &heard),
            "merging: 10 of 40, 1 min 30 s left\nmerging: 20 of 40, 1 min 01 s left\nover\n"
        );
    }

    #[test]
    fn on_a_terminal_one_line_is_written_anew_and_what_is_short_says_nothing() {
        assert_eq!(
            written(true, &[(100, 1), (10_000, 10), (10_050, 11), (20_000, 40)]),
            "\rmerging: 10 of 40, 30 s left\u{1b}[K\rmerging: 40 of 40\u{1b}[K\r\u{1b}[Kover\n"
        );
        assert_eq!(written(true, &[(100, 39), (400, 40)]), "over\n");
    }
}
