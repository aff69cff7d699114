//! The destination of the log: a file in the state directory, never the terminal. Off unless asked for, because a log
//! of a debate is a second copy of it.

use std::{
    fs::File,
    io::{self, Write},
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use tracing_appender::{
    non_blocking::NonBlocking,
    rolling::{RollingFileAppender, Rotation},
};
use tracing_subscriber::{EnvFilter, fmt, prelude::*};

use super::out;
use crate::{
    files,
    host::doctor::{Area, Diagnosis},
    panics::{self, CaughtPanics},
    text::shown::{self, for_people},
};

/// The variable that turns the log on, with `tracing`'s filter syntax: `HUSTINGS_LOG=debug`.
pub(super) const VARIABLE: &str = "HUSTINGS_LOG";
/// The number of days for which logs are kept.
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

/// The years from 1970 whose days the appender can name, both ends a year within what it reaches: beyond that it
/// panics.
const DAYS_FROM: Duration = Duration::from_secs(366 * 86_400);
const DAYS_TO: Duration = Duration::from_secs(253_402_300_800 - 366 * 86_400);

/// The log of a day in a file of that day; where the clock is set to a year that has no such days, all of it in one
/// file.
struct Daily {
    folder: PathBuf,
    clock: fn() -> SystemTime,
    days: Option<RollingFileAppender>,
    plain: Option<File>,
}

impl Daily {
    fn new(folder: &Path, clock: fn() -> SystemTime) -> Self {
        Self {
            folder: folder.to_owned(),
            clock,
            days: None,
            plain: None,
        }
    }

    /// The file that the next entry goes to.
    fn file(&mut self) -> io::Result<&mut dyn Write> {
        let since = (self.clock)().duration_since(SystemTime::UNIX_EPOCH);
        if since.is_ok_and(|since| (DAYS_FROM..DAYS_TO).contains(&since)) {
            if self.days.is_none() {
                let days = RollingFileAppender::builder()
                    .rotation(Rotation::DAILY)
                    .filename_prefix("hustings")
                    .filename_suffix("log")
                    .max_log_files(DAYS)
                    .build(&self.folder);
                self.days = Some(days.map_err(io::Error::other)?);
            }
            if let Some(days) = &mut self.days {
                return Ok(days);
            }
        }
        if self.plain.is_none() {
            let path = self.folder.join("hustings.log");
            self.plain = Some(File::options().append(true).create(true).open(path)?);
        }
        let plain = self.plain.as_mut().map(|file| file as &mut dyn Write);
        plain.ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

impl Write for Daily {
    fn write(&mut self, entry: &[u8]) -> io::Result<usize> {
        self.file()?.write(entry)
    }

    fn flush(&mut self) -> io::Result<()> {
        let days = self.days.as_mut().map_or(Ok(()), Write::flush);
        days.and(self.plain.as_mut().map_or(Ok(()), Write::flush))
    }
}

/// Starts the log, if it is asked for. What it returns has to live as long as the program.
pub(super) fn start(folder: &Path) -> Option<tracing_appender::non_blocking::WorkerGuard> {
    let log = begun(folder);
    panics::set_log(whereabouts(folder, log.is_some()));
    log
}

/// The hint for people on where the log has what failed, or how to have a log written.
fn whereabouts(folder: &Path, is_kept: bool) -> String {
    let folder = shown::path(folder);
    if is_kept {
        format!("The log in {folder} has it.")
    } else {
        format!("{VARIABLE}=debug writes a log into {folder}.")
    }
}

/// The closing message on panics that the program has survived: on the screen a panic may have been missed, and without
/// a screen a call that failed by one is told as any other.
pub(super) fn survived(caught: &CaughtPanics) -> String {
    let more = match caught.count {
        0 | 1 => String::new(),
        count => format!(", and {} more", count - 1),
    };
    let first = shown::line(&caught.first);
    format!("{}\n  It said: {first}{more}", caught.describe())
}

/// What is said of a filter that is none, and what to do.
const NO_FILTER: &str = "HUSTINGS_LOG is not a log filter, so no log is written.";
const FILTER_HINT: &str =
    "Try HUSTINGS_LOG=debug, or HUSTINGS_LOG=hustings=debug to leave libraries out.";

/// The filter that was asked for, if it is one.
fn filter(asked: &str) -> Option<EnvFilter> {
    EnvFilter::try_new(format!("{asked},async_openai=off")).ok()
}

/// Looks whether a log is written, and whether it can be. Nothing is written.
pub(super) fn diagnosis(folder: &Path) -> Diagnosis {
    examined(std::env::var(VARIABLE).ok().as_deref(), folder)
}

fn examined(asked: Option<&str>, folder: &Path) -> Diagnosis {
    let shown = shown::path(folder);
    let Some(asked) = asked else {
        let message = format!("none is written; {VARIABLE}=debug writes one into {shown}");
        return Diagnosis::ok(Area::Log, message);
    };
    if filter(asked).is_none() {
        return Diagnosis::fault(Area::Log, NO_FILTER, FILTER_HINT);
    }
    match files::refusal_of_new(&folder.join("hustings.log")) {
        Some(why) => Diagnosis::fault(
            Area::Log,
            format!("no log can be written into {shown}: {why}"),
            "make the folder writable, or name another one for everything that is kept: HUSTINGS_HOME",
        ),
        None => Diagnosis::ok(
            Area::Log,
            format!("written into {shown}, a file a day, kept for {DAYS} days"),
        ),
    }
}

fn begun(folder: &Path) -> Option<tracing_appender::non_blocking::WorkerGuard> {
    let asked = std::env::var(VARIABLE).ok()?;
    // The client library logs whole payloads when it cannot read them. What is wrong with the filter is not quoted: the
    // filter's own words would be printed as they are.
    let Some(filter) = filter(&asked) else {
        out::say(&format!("{NO_FILTER}\n  hint: {FILTER_HINT}"));
        return None;
    };
    // The appender complains on the terminal about a folder that is not there.
    std::fs::create_dir_all(folder).ok()?;
    let mut file = Daily::new(folder, SystemTime::now);
    file.file().ok()?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::doctor::Health;

    #[test]
    fn people_are_told_where_the_log_is_or_would_be() {
        let folder = Path::new("/home/me/state");
        let kept = whereabouts(folder, true);
        assert_eq!(kept, "The log in /home/me/state has it.");
        let missed = whereabouts(folder, false);
        assert_eq!(
            missed,
            "HUSTINGS_LOG=debug writes a log into /home/me/state."
        );
        panics::set_log(missed);
        for (count, more) in [(1, ""), (3, ", and 2 more")] {
            let caught = CaughtPanics {
                first: "one\nerror: two (a.rs:7)".to_owned(),
                count,
            };
            assert_eq!(
                survived(&caught),
                format!(
                    "Part of the program has failed, and the rest goes on. HUSTINGS_LOG=debug writes a log into \
                     /home/me/state.\n  It said: one error: two (a.rs:7){more}"
                )
            );
        }
    }

    #[test]
    fn whether_a_log_can_be_written_is_told_and_nothing_is_made_for_it() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("state");
        let health = |asked| examined(asked, &folder).health;
        assert_eq!(health(None), Health::Ok);
        assert_eq!(health(Some("debug")), Health::Ok);
        assert_eq!(health(Some("=?=")), Health::Fault);
        assert!(!folder.exists());
        std::fs::write(&folder, "a file in its place").unwrap();
        assert_eq!(health(Some("debug")), Health::Fault);
    }

    #[test]
    fn a_clock_that_is_set_to_any_year_is_logged_by() {
        fn far() -> SystemTime {
            SystemTime::UNIX_EPOCH + Duration::from_secs(400_000_000_000)
        }
        fn early() -> SystemTime {
            SystemTime::UNIX_EPOCH - Duration::from_secs(400_000_000_000)
        }
        fn now() -> SystemTime {
            SystemTime::UNIX_EPOCH + Duration::from_secs(1_790_000_000)
        }
        let folder = tempfile::tempdir().unwrap();
        let mut log = Daily::new(folder.path(), far);
        for clock in [far as fn() -> SystemTime, early, now, far] {
            log.clock = clock;
            log.write_all(b"so it was\n").unwrap();
        }
        log.flush().unwrap();
        let mut files: Vec<(String, usize)> = std::fs::read_dir(folder.path())
            .unwrap()
            .map(Result::unwrap)
            .map(|one| {
                let text = std::fs::read_to_string(one.path()).unwrap();
                (one.file_name().into_string().unwrap(), text.lines().count())
            })
            .collect();
        files.sort_by_key(|(name, _)| name.len());
        let lines: Vec<usize> = files.iter().map(|(_, lines)| *lines).collect();
        assert_eq!(files[0].0, "hustings.log");
        assert_eq!(lines, [3, 1]);
    }
}
