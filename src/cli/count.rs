//! How far something is that is counted: one line that is written anew on a terminal, a line now and then elsewhere.

use std::{
    io::{self, IsTerminal, Write},
    time::{Duration, Instant},
};

use super::rate::time;

/// The line is not written more often.
const BETWEEN: Duration = Duration::from_millis(150);
/// Without a terminal a line is written so many times on the way.
const LINES: u64 = 10;

/// Says how many of how many are done.
pub(super) struct Count<W> {
    out: W,
    /// What is done, and of what: `embedding`, `passages`.
    what: (&'static str, &'static str),
    terminal: bool,
    begun: Instant,
    drawn: Option<Instant>,
    said: u64,
}

impl Count<io::Stderr> {
    /// One on standard error.
    pub(super) fn on_stderr(doing: &'static str, things: &'static str) -> Self {
        let out = io::stderr();
        let terminal = out.is_terminal();
        Self::new(out, (doing, things), terminal, Instant::now())
    }
}

impl<W: Write> Count<W> {
    fn new(out: W, what: (&'static str, &'static str), terminal: bool, begun: Instant) -> Self {
        Self {
            out,
            what,
            terminal,
            begun,
            drawn: None,
            said: 0,
        }
    }

    /// So many are done.
    pub(super) fn at(&mut self, done: u64, total: u64, now: Instant) {
        if total == 0 {
            return;
        }
        if self.terminal {
            let soon = self
                .drawn
                .is_some_and(|drawn| now.duration_since(drawn) < BETWEEN);
            if !soon || done >= total {
                let text = self.text(done, total, now);
                self.write(&format!("\r{text}\u{1b}[K"));
                self.drawn = Some(now);
            }
            return;
        }
        let tenths = done.saturating_mul(LINES) / total;
        if tenths > self.said {
            self.said = tenths;
            let text = self.text(done, total, now);
            self.write(&format!("{text}\n"));
        }
    }

    /// Leaves nothing half written.
    pub(super) fn end(&mut self) {
        if self.drawn.take().is_some() {
            self.write("\r\u{1b}[K");
        }
    }

    fn text(&self, done: u64, total: u64, now: Instant) -> String {
        let (doing, things) = self.what;
        let share = format!("{doing} {done} of {total} {things}");
        let seconds = now.saturating_duration_since(self.begun).as_secs_f64();
        let rate = done as f64 / seconds;
        if seconds < 1.0 || rate <= 0.0 || done >= total {
            return share;
        }
        let left = (total.saturating_sub(done) as f64 / rate).ceil() as u64;
        format!("{share}, {rate:.0}/s, {} left", time(left))
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

    #[test]
    fn it_is_told_how_long_it_takes_yet() {
        let mut out = Vec::new();
        let start = Instant::now();
        let mut count = Count::new(&mut out, ("embedding", "passages"), false, start);
        for done in 0..=40_u64 {
            count.at(done * 5, 200, start + Duration::from_secs(done));
        }
        count.at(0, 0, start);
        count.end();
        let text = String::from_utf8(out).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 10, "{text}");
        assert_eq!(lines[0], "embedding 20 of 200 passages, 5/s, 36 s left");
        assert_eq!(lines[9], "embedding 200 of 200 passages");
    }
}
