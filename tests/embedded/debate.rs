//! Whole debates, from the command line to the exit code, with no server anywhere.
//!
//! What a model says differs with the processor, the number of threads and what is read together with it, so nothing
//! here depends on what is said. The network of most of these tests has weights by chance: its words are as wild as
//! words can be, and a debate with it takes seconds.

use std::collections::BTreeSet;

use hustings::debate::event::{Event, Record};

use super::{
    common::debater::{Done, Home, end, json_lines, records, start},
    home, smollm2, turn,
    wild::write_wild,
};

/// A profile under which the model is asked for one thing at a time, or for all at once.
fn profile(steps: &str) -> String {
    format!(
        "[[profiles]]\nmatch = [\"*\"]\ncontext = 8192\nspeech_scale = 0.1\nsteps = \"{steps}\"\n\
         side_check = \"each-speech\"\ntemperature = 0.8\naudience = 3\npositions = 2\n"
    )
}

/// A home with a model of weights by chance.
fn with_model(seed: u64, steps: &str) -> Home {
    let home = Home::new();
    let file = home.path().join("wild.gguf");
    write_wild(&file, seed);
    home.write("config/profiles.toml", &profile(steps));
    let file = file.display().to_string();
    home.run(&["model", "import", &file]).ended(0);
    home
}

fn debate(home: &Home, format: &str, more: &[&str]) -> Done {
    let usual = [
        "run",
        "ban-private-cars",
        "--format",
        format,
        "--model",
        "embedded:wild",
        "--headless",
        "--output",
        "jsonl",
        "--pace",
        "instant",
        "--seed",
        "7",
        "--scale",
        "0.2",
        "--polls",
        "off",
        // Where none of its words are of use, nobody can be heard, and it would be left.
        "--on-failure",
        "go-on",
    ];
    home.run(&[usual.as_slice(), more].concat())
}

/// What holds of every debate, whatever was said in it.
fn is_whole(done: &Done, records: &[Record]) {
    let code = done.status.code();
    let lines = json_lines(&done.stdout);
    assert!(matches!(code, Some(0 | 4)), "{code:?}: {}", done.stderr);
    assert!(matches!(
        records.last().map(|record| &record.event),
        Some(Event::Closed { .. })
    ));
    let numbers: Vec<u64> = records.iter().map(|record| record.seq).collect();
    assert_eq!(numbers, (0..records.len() as u64).collect::<Vec<_>>());
    let mut calls = BTreeSet::new();
    let mut turns = BTreeSet::new();
    let mut failed = 0;
    for record in records {
        match &record.event {
            Event::CallBegan { call, .. } => assert!(calls.insert(*call), "{call:?} began twice"),
            Event::ModelCalled { call, report } | Event::CallCut { call, report } => {
                assert!(calls.remove(call), "{call:?} ended and never began");
                // One for whom nothing is asked of a model (passages) says by what it was done.
                assert!(!report.model.is_empty());
            }
            Event::ModelFailed { call, reason, .. } => {
                assert!(calls.remove(call), "{call:?} failed and never began");
                assert!(!reason.trim().is_empty());
                failed += 1;
            }
            Event::TurnBegan { turn, .. } => assert!(turns.insert(*turn)),
            Event::TurnEnded { turn, .. } | Event::TurnStruck { turn, .. } => {
                assert!(turns.remove(turn), "{turn:?} ended and never began");
            }
            _ => {}
        }
    }
    assert!(calls.is_empty(), "calls without an end: {calls:?}");
    assert!(turns.is_empty(), "turns without an end: {turns:?}");
    let of = |kind: &str| lines.iter().filter(|line| line["type"] == kind).count();
    assert_eq!(of("model_failed"), failed);
    assert_eq!(of("debate_closed"), 1);
    if code == Some(4) {
        assert!(failed > 0, "no failure is named for exit code 4");
    }
}

#[test]
fn a_debate_is_held_without_a_server_whatever_the_model_says() {
    let _turn = turn();
    // The exhibition with a third of its speakers: everything that happens in it, in a third of the time.
    let duel = include_str!("../../formats/exhibition.toml").replace("seats = 3", "seats = 1");
    for (seed, steps, threads) in [(1, "one-at-a-time", "1"), (2, "together", "3")] {
        let home = with_model(seed, steps);
        home.write("config/formats/duel.toml", &duel);
        let done = debate(&home, "duel", &["--audience", "1", "--threads", threads]);
        is_whole(&done, &records(&home));
        // Hardly anything is read twice.
        let shown = home.run(&["show", "last", "--calls"]);
        let again = shown
            .ended(0)
            .stdout
            .lines()
            .find_map(|line| line.strip_prefix("Read again: ")?.split_once(" %"))
            .map(|(share, _)| share.trim().parse::<f64>().unwrap());
        assert!(again.is_some_and(|share| share < 5.0), "{}", shown.stdout);
    }
}

#[test]
fn work_is_handed_in_and_judged_without_a_server_whatever_the_model_says() {
    let _turn = turn();
    for (seed, steps) in [(3, "one-at-a-time"), (4, "together")] {
        let home = with_model(seed, steps);
        let done = debate(&home, "structured", &[]);
        is_whole(&done, &records(&home));
    }
}

/// A debate of SmolLM2. It takes minutes where nothing else is done: `cargo test --test embedded -- --ignored`.
#[test]
#[ignore = "a whole debate of a real model takes minutes"]
fn a_real_model_holds_a_debate() {
    let _turn = turn();
    smollm2();
    let run = std::process::Command::new(env!("CARGO_BIN_EXE_hustings"))
        .args(["run", "ban-private-cars", "--model", "embedded:smollm2"])
        .args(["--headless", "--output", "jsonl", "--pace", "instant"])
        .args(["--seed", "7", "--polls", "off", "--audience", "1"])
        .args(["--scale", "0.5", "--prop", "mill", "--opp", "napoleon"])
        .env("HUSTINGS_HOME", home())
        .output()
        .unwrap();
    assert!(matches!(run.status.code(), Some(0 | 4)));
}

#[test]
fn more_threads_than_cores_are_not_waited_for() {
    let _turn = turn();
    let home = Home::new();
    let said = |run: Done| run.ended(0).stderr.contains("instead of 512");
    let mut command = home.command(&["config", "show", "--threads", "512"]);
    assert!(said(end(start(&mut command))));
    let mut command = home.command(&["config", "show"]);
    command.env("HUSTINGS_THREADS", "512");
    assert!(said(end(start(&mut command))));
    assert!(!said(home.run(&["config", "show", "--threads", "1"])));
}

#[test]
fn a_model_that_is_not_there_is_named_with_the_command_that_fetches_it() {
    let _turn = turn();
    let home = Home::new();
    let run = home.run(&[
        "run",
        "ban-private-cars",
        "--headless",
        "--model",
        "embedded:qwen",
    ]);
    let said = &run.ended(3).stderr;
    assert!(said.contains("hustings model pull qwen"), "{said}");
}
