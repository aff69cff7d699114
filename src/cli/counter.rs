//! How many of many are done: one line that is written anew on a terminal, a line now and then elsewhere.

use std::{
    io::{self, IsTerminal, Write},
    time::{Duration, Instant},
};

/// The line is not written more often.
const BETWEEN: Duration = Duration::from_millis(100);
/// Without a terminal a line is written so many times on the way.
const LINES: usize = 10;

/// Says how many are done.
pub(super) struct Counter<W> {
    out: W,
    what: String,
    terminal: bool,
    drawn: Option<Instant>,
    /// What was said last, of [`LINES`].
    said: usize,
}

impl Counter<io::Stderr> {
    /// One on standard error. `what` completes "3 of 8 …".
    pub(super) fn on_stderr(what: impl Into<String>) -> Self {
        let out = io::stderr();
        let terminal = out.is_terminal();
        Self::new(out, what, terminal)
    }
}

impl<W: Write> Counter<W> {
    fn new(out: W, what: impl Into<String>, terminal: bool) -> Self {
        Self {
            out,
            what: what.into(),
            terminal,
            drawn: None,
            said: 0,
        }
    }

    /// Takes in that so many are done.
    pub(super) fn hear(&mut self, done: usize, all: usize, now: Instant) {
        let text = format!("{done} of {all} {}", self.what);
        if self.terminal {
            let soon = self
                .drawn
                .is_some_and(|drawn| now.duration_since(drawn) < BETWEEN);
            if !soon || done >= all {
                self.write(&format!("\r{text}\u{1b}[K"));
                self.drawn = Some(now);
            }
        } else {
            let tenths = done.saturating_mul(LINES) / all.max(1);
            if tenths > self.said {
                self.said = tenths;
                self.write(&format!("{text}\n"));
            }
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn written(terminal: bool, all: usize) -> String {
        let mut out = Vec::new();
        let mut counter = Counter::new(&mut out, "votes", terminal);
        let start = Instant::now();
        for done in 0..=all {
            counter.hear(done, all, start + Duration::from_millis(30 * done as u64));
        }
        counter.end();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn without_a_terminal_a_tenth_is_a_line() {
        let text = written(false, 200);
        assert_eq!(text.lines().count(), 10);
        assert!(text.starts_with("20 of 200 votes\n") && text.ends_with("200 of 200 votes\n"));
        assert_eq!(written(false, 2), "1 of 2 votes\n2 of 2 votes\n");
    }

    #[test]
    fn on_a_terminal_one_line_is_written_anew() {
        let text = written(true, 5);
        assert_eq!(
            text,
            "\r0 of 5 votes\u{1b}[K\r4 of 5 votes\u{1b}[K\r5 of 5 votes\u{1b}[K\r\u{1b}[K"
        );
    }
}
