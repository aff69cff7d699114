//! A debate whose process is killed is taken up again by the next one: nothing that was said is lost, nothing
//! is said twice.
#![allow(clippy::unwrap_used, reason = "a test that fails may panic")]
#![cfg(unix)]

use crate::common;

use std::{
    collections::BTreeMap,
    process::Command,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use common::debater::{
    Debater, Home, Manner, PATIENCE, end, json_lines, numbers, records, short, short_with, start,
};
use hustings::debate::{DebateState, event::Record};
use rand_chacha::{
    ChaCha8Rng,
    rand_core::{RngCore, SeedableRng},
};
use serde_json::Value;

/// Moments at which a process is killed.
const KILLS: usize = 14;
/// Of those in each format.
const KILLS_OF_EACH: usize = 2;
/// Debates at a time.
const AT_ONCE: usize = 4;
/// The last of these moments, after the first line.
const LATEST_MS: u64 = 1_800;

/// So many times as many moments as in the usual run, with `HUSTINGS_KILLS`.
fn times() -> usize {
    let set = std::env::var("HUSTINGS_KILLS").ok();
    set.map_or(1, |times| times.parse().unwrap())
}

/// Slow enough that every moment of a debate is met, in pieces that end in the middle of words.
fn slow() -> Manner {
    Manner {
        latency: Duration::from_millis(10),
        piece: 17,
        between: Duration::from_millis(2),
        ..Manner::default()
    }
}

/// What was said and counts, as lines tell it.
fn ended(lines: &[Value]) -> BTreeMap<(String, String), String> {
    lines
        .iter()
        .filter(|line| line["type"] == "turn_ended")
        .map(|line| {
            let field = |name: &str| line[name].as_str().unwrap().to_owned();
            ((field("seat"), field("task")), field("text"))
        })
        .collect()
}

/// What was said and counts, as the journal tells it.
fn kept(records: &[Record]) -> BTreeMap<(String, String), String> {
    DebateState::fold(records)
        .turns
        .iter()
        .filter(|turn| turn.is_ended())
        .map(|turn| {
            let key = (turn.seat.to_string(), turn.task.word().to_owned());
            (key, turn.text.clone())
        })
        .collect()
}

fn gapless(records: &[Record], moment: u64) {
    for (place, record) in records.iter().enumerate() {
        assert_eq!(record.seq, place as u64, "killed after {moment} ms");
    }
    assert!(records.is_sorted_by_key(|record| record.at_ms));
}

/// Starts the program and kills it so many milliseconds after its first line: how long it takes to start is the
/// machine's business. Every tenth moment counts from the start, so that the opening is met as well. Gives the whole
/// lines that it had printed.
fn killed(command: &mut Command, moment: u64) -> String {
    let mut running = start(command);
    let first = if moment.is_multiple_of(10) {
        String::new()
    } else {
        running.lines.recv().unwrap_or_default()
    };
    std::thread::sleep(Duration::from_millis(moment));
    running.child.kill().unwrap();
    let mut printed = first + &end(running).stdout;
    // The last line may be half a line.
    printed.truncate(printed.rfind('\n').map_or(0, |at| at + 1));
    printed
}

/// Kills a debate at this moment and takes it up again. Whether there was something to take up.
fn kill_and_resume(moment: u64) -> bool {
    let debater = Debater::with(slow(), |_| None);
    let home = Home::new();
    let url = debater.server.url();
    let printed = json_lines(&killed(&mut home.command(&short(&url)), moment));

    let left = records(&home);
    gapless(&left, moment);
    assert!(
        printed.len() <= left.len(),
        "what is shown is in the journal"
    );
    let id = match left.first() {
        None => return false,
        Some(_) => printed.first().map_or_else(
            || "last".to_owned(),
            |line| line["debate"].as_str().unwrap().to_owned(),
        ),
    };
    if DebateState::fold(&left).is_closed() {
        return false;
    }
    let second = home.run(&["resume", &id, "--headless", "--output", "jsonl"]);
    let lines = second.ended(0).lines();
    // What was under way ends first, and half a sentence may have to be taken back.
    let before = lines.iter().take_while(|line| line["type"] != "reconvened");
    for line in before {
        let is_end = line["type"] == "model_called" && line["cut"] == true;
        let is_told = line["type"] == "notice"
            && line["text"]
                .as_str()
                .unwrap()
                .ends_with("says the unfinished sentence anew.");
        assert!(
            is_end || is_told || line["type"] == "speech_rewound",
            "killed after {moment} ms: {line}"
        );
    }
    // Lines that were recorded and never shown keep their numbers.
    let from = lines[0]["seq"].as_u64().unwrap();
    assert!(from >= printed.len() as u64, "killed after {moment} ms");
    for (line, seq) in lines.iter().zip(from..) {
        assert_eq!(line["seq"], seq, "killed after {moment} ms");
    }
    assert_eq!(lines.last().unwrap()["type"], "debate_closed");

    let all = records(&home);
    gapless(&all, moment);
    common::calls_have_one_end(&all);
    let kept = kept(&all);
    for (who, text) in ended(&printed).into_iter().chain(ended(&lines)) {
        assert_eq!(
            kept.get(&who),
            Some(&text),
            "{who:?}, killed after {moment} ms"
        );
    }
    let speeches: Vec<_> = kept
        .iter()
        .filter(|((_, task), _)| task == "speech")
        .collect();
    assert_eq!(speeches.len(), 6, "killed after {moment} ms");
    for (who, text) in speeches {
        let found = numbers(text);
        let expected: Vec<usize> = (1..=found.len()).collect();
        assert_eq!(found, expected, "{who:?}, killed after {moment} ms: {text}");
        assert!(
            text.trim_end().ends_with('.'),
            "{who:?}, killed after {moment} ms: {text}"
        );
    }
    true
}

#[test]
fn a_debate_survives_the_death_of_its_process() {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let kills = KILLS * times();
    let moments: Vec<u64> = (0..kills).map(|_| random.next_u64() % LATEST_MS).collect();
    let next = AtomicUsize::new(0);
    let resumed = Mutex::new(0);
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                while let Some(moment) = moments.get(next.fetch_add(1, Ordering::SeqCst)) {
                    if kill_and_resume(*moment) {
                        *resumed.lock().unwrap() += 1;
                    }
                }
            });
        }
    });
    let resumed = *resumed.lock().unwrap();
    assert!(
        resumed > kills / 2,
        "only {resumed} were killed in the middle"
    );
}

/// Kills a debate in this format at this moment and takes it up again. Whether there was something to take up.
fn survives(format: &str, moment: u64) -> bool {
    let debater = Debater::with(slow(), |_| None);
    let home = Home::new();
    let url = debater.server.url();
    let args = short_with(&url, &["--format", format]);
    let whole = killed(&mut home.command(&args), moment);
    let left = records(&home);
    let state = DebateState::fold(&left);
    if left.is_empty() || state.is_closed() {
        return false;
    }
    let second = home.run(&["resume", "last", "--headless", "--output", "jsonl"]);
    let lines = second.ended(0).lines();
    let last = lines.last().unwrap();
    assert_eq!(
        last["reason"], "completed",
        "{format}, killed after {moment} ms"
    );
    let all = records(&home);
    gapless(&all, moment);
    common::calls_have_one_end(&all);
    let state = DebateState::fold(&all);
    let counts: Vec<(&str, &str)> = state
        .turns
        .iter()
        .filter(|turn| turn.is_ended())
        .map(|turn| (turn.seat.as_str(), turn.text.as_str()))
        .collect();
    let told = json_lines(&whole).into_iter().chain(lines);
    for line in told.filter(|line| line["type"] == "turn_ended") {
        let (seat, text) = (
            line["seat"].as_str().unwrap(),
            line["text"].as_str().unwrap(),
        );
        assert!(
            counts.contains(&(seat, text)),
            "{format}, killed after {moment} ms: {seat} lost {text}"
        );
    }
    let owed = state
        .plan
        .slots
        .iter()
        .filter(|slot| slot.task.is_turn())
        .count();
    assert_eq!(
        counts.len(),
        owed,
        "{format}, killed after {moment} ms: every turn, once"
    );
    true
}

#[test]
fn every_format_survives_the_death_of_its_process() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let cases: Vec<(&str, u64)> = common::FORMATS
        .iter()
        .flat_map(|format| std::iter::repeat_n(*format, KILLS_OF_EACH * times()))
        .map(|format| (format, 100 + random.next_u64() % 900))
        .collect();
    let next = AtomicUsize::new(0);
    let resumed = Mutex::new(0);
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                while let Some((format, moment)) = cases.get(next.fetch_add(1, Ordering::SeqCst)) {
                    if survives(format, *moment) {
                        *resumed.lock().unwrap() += 1;
                    }
                }
            });
        }
    });
    let resumed = *resumed.lock().unwrap();
    assert!(
        resumed > cases.len() / 2,
        "only {resumed} were killed in the middle"
    );
}

#[test]
fn two_processes_cannot_run_one_debate() {
    let debater = Debater::with(slow(), |_| None);
    let home = Home::new();
    let url = debater.server.url();
    let running = start(&mut home.command(&short(&url)));
    let line = running.lines.recv_timeout(PATIENCE).unwrap();
    let id = json_lines(&line)[0]["debate"].as_str().unwrap().to_owned();
    let process = running.child.id().to_string();

    let began = Instant::now();
    let second = home.run(&["resume", &id, "--headless", "--output", "jsonl"]);
    assert_eq!(second.ended(2).stdout, "");
    for part in ["is running in another process", &process, "hint: "] {
        assert!(second.stderr.contains(part), "{part}: {}", second.stderr);
    }
    assert!(began.elapsed() < PATIENCE / 5, "it does not wait");
    end(running).ended(0);

    let third = home.run(&["resume", &id, "--headless"]);
    assert_eq!(third.ended(2).stdout, "");
    for part in ["is over", "hint: ", "hustings replay", "hustings show"] {
        assert!(third.stderr.contains(part), "{part}: {}", third.stderr);
    }
}
