//! The progress of a download: one line that is written anew on a terminal, a line now and then elsewhere.

use std::{
    io::{self, Write},
    time::Instant,
};

use super::{line::Line, rate::Rate};
use crate::models::PullProgress;

/// Without a terminal a line is written so many times on the way.
const LINES: u64 = 10;

/// The step of a pull that is under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PullStep {
    /// Bytes come, in whatever way.
    Coming(&'static str),
    Checking,
    Converting,
}

impl PullStep {
    fn word(self) -> &'static str {
        match self {
            Self::Coming(word) => word,
            Self::Checking => "checking its hash",
            Self::Converting => "converting it",
        }
    }
}

/// A step since it began.
#[derive(Debug, Clone, Copy)]
struct Since {
    step: PullStep,
    rate: Rate,
    /// The number of the line that was said last, of [`LINES`].
    said: u64,
}

/// Says how far it is.
pub(super) struct Meter<W = io::Stderr> {
    line: Line<W>,
    coming: &'static str,
    since: Option<Since>,
}

impl Meter {
    /// A meter on standard error. `coming` says in which way bytes come: `fetching`, `copying`.
    pub(super) fn on_stderr(coming: &'static str) -> Self {
        Self::on(Line::on_stderr(), coming)
    }
}

impl<W: Write> Meter<W> {
    fn on(line: Line<W>, coming: &'static str) -> Self {
        Self {
            line,
            coming,
            since: None,
        }
    }

    /// Takes in what is said.
    pub(super) fn hear(&mut self, progress: PullProgress, now: Instant) {
        match progress {
            PullProgress::Asking { source } => self.line.stay(&format!("asking {source}")),
            PullProgress::Note(note) => self.line.stay(&note),
            PullProgress::Bytes { done, total } => {
                self.at(PullStep::Coming(self.coming), done, total, now);
            }
            PullProgress::Checking { done, total } => self.at(PullStep::Checking, done, total, now),
            PullProgress::Converting { done, total } => {
                self.at(PullStep::Converting, done, total, now);
            }
            PullProgress::Unpacking { .. } => {}
        }
    }

    /// Leaves nothing half written.
    pub(super) fn end(&mut self) {
        self.line.end();
    }

    fn at(&mut self, step: PullStep, done: u64, total: u64, now: Instant) {
        let since = match self.since {
            Some(since) if since.step == step && since.rate.from <= done => since,
            _ => Since {
                step,
                rate: Rate::begin(now, done),
                said: if matches!(step, PullStep::Coming(_)) {
                    tenths(done, total)
                } else {
                    u64::MAX
                },
            },
        };
        let text = || {
            let amount = since.rate.describe(done, total, now);
            format!("{} {amount}", step.word())
        };
        let is_new = self.since.is_none_or(|old| old.step != step);
        self.since = Some(since);
        if self.line.is_terminal() {
            self.line.renew(&text(), is_new || done >= total, now);
        } else if matches!(step, PullStep::Coming(_)) {
            let tenths = tenths(done, total);
            if tenths > since.said {
                self.since = Some(Since {
                    said: tenths,
                    ..since
                });
                self.line.stay(&text());
            }
        } else if is_new {
            self.line.stay(step.word());
        }
    }
}

fn tenths(done: u64, total: u64) -> u64 {
    done.saturating_mul(LINES) / total.max(1)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn written(terminal: bool, heard: &[(u64, PullProgress)]) -> String {
        let mut out = Vec::new();
        let mut meter = Meter::on(Line::new(&mut out, terminal, 60), "fetching");
        let start = Instant::now();
        for (ms, progress) in heard {
            meter.hear(progress.clone(), start + Duration::from_millis(*ms));
        }
        meter.end();
        String::from_utf8(out).unwrap()
    }

    fn bytes(done: u64) -> PullProgress {
        PullProgress::Bytes {
            done: done * 1_000_000,
            total: 1_000_000_000,
        }
    }

    #[test]
    fn without_a_terminal_a_tenth_is_a_line() {
        let mut heard: Vec<(u64, PullProgress)> =
            (250..=1_000).map(|n| ((n - 250) * 10, bytes(n))).collect();
        heard.insert(
            0,
            (
                0,
                PullProgress::Asking {
                    source: "there".to_owned(),
                },
            ),
        );
        heard.push((8_000, PullProgress::Checking { done: 1, total: 2 }));
        heard.push((8_001, PullProgress::Checking { done: 2, total: 2 }));
        let text = written(false, &heard);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 10, "{text}");
        assert_eq!(lines[0], "asking there");
        assert_eq!(lines[1], "fetching 300 MB of 1.0 GB, 30 %");
        assert_eq!(
            lines[2],
            "fetching 400 MB of 1.0 GB, 40 %, 100 MB/s, 6 s left"
        );
        assert_eq!(lines[9], "checking its hash");
        assert!(!text.contains('\r'));
    }

    #[test]
    fn on_a_terminal_one_line_is_written_anew() {
        let text = written(
            true,
            &[
                (0, bytes(0)),
                (10, bytes(1)),
                (2_000, bytes(20)),
                (2_050, PullProgress::Note("x".into())),
            ],
        );
        assert_eq!(
            text,
            "\rfetching 0 bytes of 1.0 GB, 0 %\u{1b}[K\
             \rfetching 20 MB of 1.0 GB, 2 %, 10 MB/s, 1 min 38 s left\u{1b}[K\
             \r\u{1b}[Kx\n"
        );
    }
}
