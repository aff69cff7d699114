//! What the program as a whole costs, in a real pseudo-terminal: how long until the first frame stands, what a
//! paused debate writes and uses, and how much memory three hundred speeches take. Linux only: it reads `/proc`.

#[expect(dead_code, reason = "the tests use the rest of it")]
#[path = "../src/screen/tests/fixture.rs"]
mod fixture;
#[expect(dead_code, reason = "the tests use the rest of it")]
#[path = "../tests/common/pty.rs"]
mod pty;
#[path = "../tests/common/surroundings.rs"]
mod surroundings;

use std::{
    fs,
    io::{self, Write},
    path::Path,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use hustings::{debate::event::Event, journal::Journal};
use pty::{Term, hustings, run, server};

/// The end of a frame that is drawn in one piece.
const FRAME_ENDS: &str = "\u{1b}[?2026l";
/// How often the start is measured.
const STARTS: usize = 10;
/// How long a paused debate is watched.
const WATCHED: Duration = Duration::from_secs(20);
const SPEECHES: u32 = 300;
/// Ticks of the processor's clock in a second, as `/proc` counts them.
const TICKS: f64 = 100.0;

fn main() -> io::Result<()> {
    let home = tempfile::tempdir()?;
    let url = server(Duration::from_millis(20));
    let run = run(&url);
    first_frame("the lobby", home.path(), &["--base-url", &url])?;
    first_frame("a debate", home.path(), &run)?;
    paused(home.path(), &run)?;
    three_hundred_speeches(home.path())
}

fn say(line: &str) -> io::Result<()> {
    writeln!(io::stdout(), "{line}")
}

fn first_frame(what: &str, home: &Path, args: &[&str]) -> io::Result<()> {
    let mut times: Vec<f64> = (0..STARTS)
        .map(|_| {
            let begun = Instant::now();
            let term = Term::start(hustings(home, args), 120, 40);
            while !term.output().contains(FRAME_ENDS) {
                thread::sleep(Duration::from_micros(200));
            }
            begun.elapsed().as_secs_f64() * 1000.0
        })
        .collect();
    times.sort_by(f64::total_cmp);
    say(&format!(
        "first frame of {what}: median {:.1} ms, slowest of {STARTS} {:.1} ms",
        times[STARTS / 2],
        times[STARTS - 1]
    ))
}

fn paused(home: &Path, args: &[&str]) -> io::Result<()> {
    let mut term = Term::start(hustings(home, args), 120, 40);
    term.wait("Sentence 3 ");
    term.send(" ");
    term.wait("Paused");
    // What was under way when the pause began still ends.
    thread::sleep(Duration::from_secs(2));
    let (bytes, ticks) = (term.output().len(), ticks(term.process())?);
    thread::sleep(WATCHED);
    let used = (self::ticks(term.process())? - ticks) / TICKS / WATCHED.as_secs_f64();
    say(&format!(
        "paused for {} s: {} bytes written, {:.2} % of a core, {:.1} MB resident at most",
        WATCHED.as_secs(),
        term.output().len() - bytes,
        100.0 * used,
        resident(term.process())?
    ))
}

/// A debate of so many speeches is played again to its end, and scrolled through from there.
fn three_hundred_speeches(home: &Path) -> io::Result<()> {
    let records = fixture::DebateFixture::long(SPEECHES).log;
    let Some(Event::Opened(opening)) = records.first().map(|record| &record.event) else {
        return Err(io::Error::other("the debate has no opening"));
    };
    let journal = Journal::open(&home.join("data")).map_err(io::Error::other)?;
    let writer = journal.create(opening).map_err(io::Error::other)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().build()?;
    let kept = records.iter().cloned().map(Arc::new).collect();
    runtime.block_on(async {
        writer.append(kept).await.map_err(io::Error::other)?;
        writer.close().await;
        io::Result::Ok(())
    })?;
    let id = opening.debate.0.clone();
    let mut term = Term::start(hustings(home, &["replay", &id]), 120, 40);
    term.wait("Transcript");
    for _ in 0..SPEECHES {
        term.send("]");
        thread::sleep(Duration::from_millis(5));
    }
    term.send("g");
    thread::sleep(Duration::from_secs(1));
    term.send("G");
    thread::sleep(Duration::from_secs(1));
    say(&format!(
        "{SPEECHES} speeches, played to the end and scrolled through: {:.1} MB resident at most",
        resident(term.process())?
    ))
}

/// Processor time of a process, in ticks.
fn ticks(process: u32) -> io::Result<f64> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat"))?;
    // The name of the program stands in brackets and may have spaces in it.
    let fields: Vec<&str> = stat
        .rsplit(") ")
        .next()
        .unwrap_or_default()
        .split(' ')
        .collect();
    let of = |at: usize| {
        fields
            .get(at)
            .and_then(|n| n.parse::<f64>().ok())
            .unwrap_or(0.0)
    };
    Ok(of(11) + of(12))
}

/// The most memory that a process had resident, in megabytes.
fn resident(process: u32) -> io::Result<f64> {
    let status = fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|rest| rest.trim().split(' ').next()?.parse::<f64>().ok());
    Ok(kilobytes.unwrap_or(0.0) / 1024.0)
}
