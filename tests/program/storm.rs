//! A storm: short debates of all formats against a server that misbehaves at random from a seed. Every one ends or says
//! why it stopped, its exit code is true, no line of the record is lost, nothing panics, and the key is in nothing.
//!
//! A debate of each format is held in the ordinary tests; `HUSTINGS_STORM=200` holds as many as it says, `HUSTINGS_STORM_SEED`
//! begins at another seed. Both are in CONTRIBUTING.md.

#[path = "storm/body.rs"]
mod body;
#[path = "storm/weather.rs"]
mod weather;

use std::{
    io::Write,
    net::TcpListener,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use hustings::debate::{
    DebateState,
    event::{Event, Record},
    scores::Judged,
};
use serde_json::Value;

use self::weather::{KEY, Lots, fault, models};
use super::common::{
    FORMATS, calls_have_one_end,
    debater::{Asked, Debater},
    fake_server::{Reply, chunk},
    process::{Done, Home, end, json_lines, records, short, short_with, start},
};

/// Where the seeds begin, where nothing else is said.
const SEED: u64 = 15;
/// Debates at once: they mostly wait.
const AT_ONCE: usize = 4;
/// No process may ever have had more memory, in kilobytes. A debate in good weather takes half of it.
const MEMORY: u64 = 256 << 10;

/// Another server, to which some answers lead. Nobody may go there: whoever does is counted.
struct Elsewhere {
    listener: TcpListener,
}

impl Elsewhere {
    fn listen() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        Self { listener }
    }

    fn url(&self) -> String {
        format!("http://{}", self.listener.local_addr().unwrap())
    }

    fn visits(&self) -> usize {
        std::iter::from_fn(|| self.listener.accept().ok()).count()
    }
}

/// One debate of the storm.
struct Held {
    seed: u64,
    format: &'static str,
    code: i32,
    took: Duration,
    faults: usize,
    memory: u64,
}

#[test]
fn whatever_a_server_does_a_debate_ends_or_says_why() {
    let number = |name: &str| std::env::var(name).ok().map(|n| n.parse::<u64>().unwrap());
    let count = number("HUSTINGS_STORM").unwrap_or(FORMATS.len() as u64);
    let first = number("HUSTINGS_STORM_SEED").unwrap_or(SEED);
    let next = AtomicU64::new(first);
    let all = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::SeqCst);
                    if seed >= first + count {
                        return;
                    }
                    let format = FORMATS[usize::try_from(seed).unwrap() % FORMATS.len()];
                    // All that are wrong are named, and not only the first.
                    let held = std::panic::catch_unwind(|| hold(seed, format));
                    let held = held.map_err(|_| format!("seed {seed}, {format}"));
                    all.lock().unwrap().push(held);
                }
            });
        }
    });
    let all = all.into_inner().unwrap();
    assert_eq!(all.len() as u64, count);
    let mut wrong = Vec::new();
    let mut all: Vec<Held> = all
        .into_iter()
        .filter_map(|held| held.map_err(|which| wrong.push(which)).ok())
        .collect();
    all.sort_by_key(|held| held.seed);
    if number("HUSTINGS_STORM").is_some() {
        report(&all);
    }
    assert!(wrong.is_empty(), "see above: {wrong:?}");
    let faults: usize = all.iter().map(|held| held.faults).sum();
    assert!(faults as u64 >= 3 * count, "a calm day: {faults} faults");
}

/// Each answer breaks in its first sentence, for good: with a word of why, or in the middle of a piece.
#[test]
fn a_server_that_breaks_off_in_every_first_sentence_is_not_asked_for_ever() {
    let held = |which: usize, on_failure: &'static str, only: fn(&Asked) -> bool| {
        let why = [
            "data: {\"error\":{\"message\":\"overloaded\"}}\n\n",
            "data: {\"choices\":[{\"del\n\n",
        ];
        let body = chunk("My friends ") + why[which];
        let debater = Debater::faulty(move |asked| only(asked).then(|| Reply::raw(&body)));
        let home = Home::new();
        let url = debater.server.url();
        let mut args = short(&url);
        args.extend(["--on-failure", on_failure]);
        let (done, _) = run(&home, &args);
        let code = done.status.code().unwrap_or(-1);
        let context = format!("{on_failure}, {}: {}", why[which], done.stderr);
        told(&home, &done, code, &context);
        (code, debater.purposes(), context)
    };
    std::thread::scope(|scope| {
        for which in [0, 1] {
            scope.spawn(move || {
                let (code, asked, context) = held(which, "stop", |_| true);
                assert_eq!(code, 5, "{context}");
                assert!(asked.len() < 60, "{} calls: {context}", asked.len());
            });
            scope.spawn(move || {
                // As often as whoever begins is asked.
                let is_lost = |asked: &Asked| asked.purpose == "speech" && asked.nth <= 3;
                let (code, asked, context) = held(which, "go-on", is_lost);
                assert_eq!(code, 4, "{context}");
                let speeches = asked.iter().filter(|purpose| **purpose == "speech");
                assert!(speeches.count() < 30, "{asked:?}: {context}");
            });
        }
    });
}

fn report(all: &[Held]) {
    let mut err = std::io::stderr();
    for held in all {
        let line = format!(
            "seed {:>4}  {:<22} exit {}  {:>5.1} s  {:>4} faults  {:>4} MB",
            held.seed,
            held.format,
            held.code,
            held.took.as_secs_f64(),
            held.faults,
            held.memory >> 10,
        );
        writeln!(err, "{line}").unwrap();
    }
    let most = all.iter().map(|held| held.memory).max().unwrap_or(0);
    for code in [0, 3, 4, 5] {
        let of = all.iter().filter(|held| held.code == code).count();
        writeln!(err, "exit code {code}: {of} of {}", all.len()).unwrap();
    }
    writeln!(err, "the most memory of a process: {} MB", most >> 10).unwrap();
}

/// Holds one, and looks at everything that it leaves.
fn hold(seed: u64, format: &'static str) -> Held {
    let mut lots = Lots::of(seed, "debate");
    let share = lots.one(&[4, 8, 15, 30, 60, 100]);
    let on_failure = lots.one(&["stop", "stop", "pause", "go-on"]);
    let (faults, calm) = (
        Arc::new(AtomicUsize::new(0)),
        Arc::new(AtomicBool::new(false)),
    );
    let (counted, has_calmed) = (Arc::clone(&faults), Arc::clone(&calm));
    let elsewhere = Elsewhere::listen();
    let other = elsewhere.url();
    let listed = models(&other, &mut lots);
    let debater = Debater::faulty(move |asked| {
        let mut lots = Lots::of(seed, &format!("{} {}", asked.purpose, asked.nth));
        let is_faulty = !has_calmed.load(Ordering::SeqCst) && lots.happens(share);
        is_faulty.then(|| {
            counted.fetch_add(1, Ordering::SeqCst);
            fault(asked, &other, &mut lots)
        })
    });
    debater.server.set_models(listed);
    let home = Home::new();
    let config = format!(
        "[providers.storm]\nbase_url = \"{}\"\nkey_env = \"STORM_KEY\"\nfirst_byte_s = 0.4\nbetween_bytes_s = 0.3\n\
         models = [\"fake-1\"]\n[limits]\nretry_after_s = 1\n",
        debater.server.url()
    );
    home.write("config/config.toml", &config);
    let url = debater.server.url();
    let args = short_with(&url, &["--format", format, "--on-failure", on_failure]);
    let began = Instant::now();
    let (done, memory) = run(&home, &args);
    let took = began.elapsed();
    let context = format!("seed {seed}, {format}, {share} in a hundred, {on_failure}");
    let code = done
        .status
        .code()
        .unwrap_or_else(|| panic!("{context}: {:?}: {}", done.status, done.stderr));
    looked_at(&home, &done, &context);
    told(&home, &done, code, &context);
    if code == 5 && !records(&home).is_empty() {
        // What was left is taken up when the weather is fine, and comes to its end.
        calm.store(true, Ordering::SeqCst);
        debater.server.set_models(Reply::error(404, "no list"));
        let args = ["resume", "last", "--headless", "--output", "jsonl"];
        let (done, _) = run(&home, &args);
        let context = format!("{context}, resumed");
        looked_at(&home, &done, &context);
        let code = done.status.code().unwrap_or(-1);
        assert!(matches!(code, 0 | 4), "{context}: {code}: {}", done.stderr);
        told(&home, &done, code, &context);
    }
    assert_eq!(elsewhere.visits(), 0, "{context}: a redirect was followed");
    Held {
        seed,
        format,
        code,
        took,
        faults: faults.load(Ordering::SeqCst),
        memory,
    }
}

/// Runs the program to its end, and gives the most memory that it ever had, in kilobytes; 0 where the system does not tell.
fn run(home: &Home, args: &[&str]) -> (Done, u64) {
    let mut command = home.command(args);
    command
        .env("STORM_KEY", KEY)
        .env("HUSTINGS_LOG", "hustings=debug,async_openai=trace");
    let running = start(&mut command);
    let status = format!("/proc/{}/status", running.child.id());
    let watch = std::thread::spawn(move || {
        let mut most = 0;
        while let Ok(text) = std::fs::read_to_string(&status) {
            // Until it is the program, it has the memory of this process.
            let name = text.lines().find_map(|line| line.strip_prefix("Name:"));
            if name.is_some_and(|name| name.trim() != "hustings") {
                std::thread::sleep(Duration::from_millis(2));
                continue;
            }
            let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
            // A process that has ended and was not waited for has none.
            let Some(line) = line else { break };
            let number = line.split_whitespace().next();
            most = number.and_then(|n| n.parse().ok()).unwrap_or(0).max(most);
            std::thread::sleep(Duration::from_millis(20));
        }
        most
    });
    let done = end(running);
    let memory = watch.join().unwrap();
    assert!(memory <= MEMORY, "{memory} kB: {}", done.stderr);
    (done, memory)
}

/// No panic and no key, in what it said, in what it kept, in its log.
fn looked_at(home: &Home, done: &Done, context: &str) {
    let kept = home.bytes();
    let kept = String::from_utf8_lossy(&kept);
    for (place, text) in [
        ("stdout", done.stdout.as_str()),
        ("stderr", done.stderr.as_str()),
        ("a file", &kept),
    ] {
        // A panic in a library that was caught is in the log, and nowhere else.
        let unheard = [
            "panicked",
            "a panic was caught",
            "the program itself failed",
        ];
        let unheard = unheard.iter().filter(|_| place != "a file");
        for what in [&KEY].into_iter().chain(unheard) {
            assert!(
                !text.contains(what),
                "{context}: {what} in {place}: {}",
                done.stderr
            );
        }
    }
}

/// The exit code is true to the table in the README, and the record is whole.
fn told(home: &Home, done: &Done, code: i32, context: &str) {
    let lines = json_lines(&done.stdout);
    let numbers: Vec<u64> = lines
        .iter()
        .map(|line| line["seq"].as_u64().unwrap())
        .collect();
    let first = numbers.first().copied().unwrap_or(0);
    let expected: Vec<u64> = (first..).take(numbers.len()).collect();
    assert_eq!(numbers, expected, "{context}");
    let last = lines.last().filter(|line| line["type"] == "debate_closed");
    let counts = |line: &Value| {
        let missing = line["missing"].as_array().unwrap();
        missing.iter().any(|one| one["counts"] == true)
    };
    let expected = match last {
        Some(line) if counts(line) => 4,
        Some(_) => 0,
        None if lines.is_empty() => 3,
        None => 5,
    };
    assert_eq!(code, expected, "{context}: {}", done.stderr);
    if matches!(code, 3 | 5) {
        assert!(
            !done.stderr.trim().is_empty(),
            "{context}: it does not say why it stopped"
        );
    }
    let records = records(home);
    assert_eq!(records.is_empty(), lines.is_empty(), "{context}");
    let state = whole(&records, last.is_some(), context);
    if code == 0 {
        nothing_is_lacking(&state, context);
    }
}

/// Without asking the program what it misses: everybody was heard, and every judge and the verdict are there.
fn nothing_is_lacking(state: &DebateState, context: &str) {
    let heard = state.turns.iter().filter(|turn| turn.task.is_on_record());
    for turn in heard.filter(|turn| !turn.is_struck()) {
        assert!(turn.words > 0, "{context}: {turn:?}");
    }
    assert!(state.looks.values().all(Option::is_some), "{context}");
    for (seat, judged) in &state.judgements {
        assert!(matches!(judged, Judged::Given(_)), "{context}: {seat}");
    }
}

/// The numbers leave nothing out, and each call has one end.
fn whole(records: &[Record], is_closed: bool, context: &str) -> DebateState {
    let mut state = DebateState::default();
    calls_have_one_end(records);
    for (seq, record) in (0..).zip(records) {
        assert_eq!(record.seq, seq, "{context}");
        assert!(record.at_ms >= state.at_ms, "{context}: at {seq}");
        match &record.event {
            Event::ModelCalled { report, .. } => {
                assert!(
                    report.usage.prompt_tokens < u64::MAX / 2,
                    "{context}: {report:?}"
                );
            }
            Event::ModelFailed { reason, .. } => assert!(!reason.is_empty(), "{context}"),
            _ => {}
        }
        state.apply(record);
    }
    assert_eq!(state.is_closed(), is_closed, "{context}");
    state
}
