//! Where the log goes: a file in the state directory, never the terminal. Off unless asked for, because a log
//! of a debate is a second copy of it.

use std::{
    io::{self, Write},
    path::Path,
};

use tracing_appender::non_blocking::NonBlocking;
use tracing_subscriber::{EnvFilter, fmt, prelude::*};

use super::out;
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
    let asked = std::env::var(VARIABLE).ok()?;
    // The client library logs whole payloads when it cannot read them. What is wrong with the filter is not quoted: the
    // filter's own words would be printed as they are.
    let Ok(filter) = EnvFilter::try_new(format!("{asked},async_openai=off")) else {
        out::say(&format!(
            "{VARIABLE} is not a log filter, so no log is written.\n  hint: Try {VARIABLE}=debug, or \
             {VARIABLE}=hustings=debug to leave libraries out."
        ));
        return None;
    };
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
