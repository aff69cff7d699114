//! Where the log goes: a file in the state directory, never the terminal. Off unless asked for, because a log
//! of a debate is a second copy of it.

use std::{
    io::{self, Write},
    path::Path,
};

use tracing_appender::non_blocking::NonBlocking;
use tracing_subscriber::{EnvFilter, fmt, prelude::*};

use crate::text::shown::for_people;

/// The variable that turns the log on, with `tracing`'s filter syntax: `HUSTINGS_LOG=debug`.
const VARIABLE: &str = "HUSTINGS_LOG";
/// So many days of logs are kept.
const DAYS: usize = 7;

/// Writes a log without keys in it. Each entry comes whole.
struct Masked(NonBlocking);

impl Write for Masked {
    fn write(&mut self, entry: &[u8]) -> io::Result<usize> {
        let shown = for_people(&String::from_utf8_lossy(entry));
        self.0.write_all(shown.as_bytes())?;
        Ok(entry.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Starts the log, if it is asked for. What it returns has to live as long as the program.
pub(super) fn start(folder: &Path) -> Option<tracing_appender::non_blocking::WorkerGuard> {
    let filter = std::env::var(VARIABLE).ok()?;
    // The appender complains on the terminal about a folder that is not there.
    std::fs::create_dir_all(folder).ok()?;
    let file = tracing_appender::rolling::Builder::new()
        .rotation(tracing_appender::rolling::Rotation::DAILY)
        .filename_prefix("hustings")
        .filename_suffix("log")
        .max_log_files(DAYS)
        .build(folder)
        .ok()?;
    let (writer, guard) = tracing_appender::non_blocking(file);
    // The client library logs whole payloads when it cannot read them.
    let filter = EnvFilter::new(format!("{filter},async_openai=off"));
    let layer = fmt::layer()
        .with_writer(move || Masked(writer.clone()))
        .with_ansi(false);
    tracing_subscriber::registry()
        .with(filter)
        .with(layer)
        .try_init()
        .ok()?;
    Some(guard)
}
