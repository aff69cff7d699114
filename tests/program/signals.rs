//! How a run is stopped from outside.
#![cfg(unix)]

use std::{
    process::Stdio,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use hustings::debate::{
    DebateState,
    event::{Event, Record},
};

use super::{
    common::{
        calls_have_one_end,
        debater::{
            Debater, Home, Manner, PATIENCE, end, proper, records, short, short_with, signal,
            spoken, start,
        },
        fake_server::{Happened, Reply, Step},
    },
    debates::{rising, whole},
};

fn slow() -> Debater {
    let manner = Manner {
        between: Duration::from_millis(8),
        ..Manner::default()
    };
    Debater::with(manner, |_| None)
}

#[test]
fn a_signal_leaves_a_debate_that_can_be_resumed() {
    for name in ["-INT", "-TERM", "-HUP"] {
        let (home, debater) = (Home::new(), slow());
        let url = debater.server.url();
        let running = start(&mut home.command(&short(&url)));
        let mut before = String::new();
        while !before.contains("speech_delta") {
            before += &running.lines.recv_timeout(PATIENCE).unwrap();
        }
        signal(&running.child, name);
        let first = end(running);
        first.ended(5);
        assert!(
            first.stderr.contains("go on with: hustings resume"),
            "{}",
            first.stderr
        );
        assert!(!first.stdout.contains("debate_closed"));
        calls_have_one_end(&records(&home));
        let second = home.run(&["resume", "--headless", "--output", "jsonl"]);
        let stdout = before + &first.stdout + &second.ended(0).stdout;
        let lines = super::common::debater::json_lines(&stdout);
        rising(&lines);
        whole(&lines);
        assert_eq!(lines.last().unwrap()["type"], "debate_closed");
    }
}

/// A server that answers one question of a purpose only after a long while, `which` says of which.
fn slow_to(
    purpose: &'static str,
    which: impl Fn(usize) -> bool + Send + Sync + 'static,
) -> Debater {
    let late = Manner {
        latency: PATIENCE,
        ..Manner::default()
    };
    Debater::faulty(move |asked| {
        let is_late = asked.purpose == purpose && which(asked.nth);
        is_late.then(|| spoken("Nobody waits for this.", late))
    })
}

/// Waits until so many questions of a purpose have come.
fn comes(debater: &Debater, purpose: &str, count: usize) {
    let begun = Instant::now();
    let asked = || {
        debater
            .purposes()
            .iter()
            .filter(|one| **one == purpose)
            .count()
    };
    while asked() < count {
        assert!(begun.elapsed() < PATIENCE, "{:?}", debater.purposes());
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn judges_who_have_answered_are_kept_when_a_signal_comes() {
    let (home, debater) = (Home::new(), slow_to("judge", |nth| nth == 2));
    home.debate(&debater.server, &[]).ended(0);
    for (name, judges, kept) in [("-INT", "3", 2), ("-TERM", "1", 0)] {
        let json = ["judge", "last", "--judges", judges, "--json"];
        let late = slow_to("judge", move |nth| nth == 2 || kept == 0);
        let url = late.server.url();
        let args = [json.as_slice(), &["--base-url", &url]].concat();
        let running = start(&mut home.command(&args));
        comes(&late, "judge", judges.parse().unwrap());
        // What the others say arrives meanwhile.
        std::thread::sleep(Duration::from_secs(1));
        signal(&running.child, name);
        let done = end(running);
        done.ended(5);
        assert!(done.stderr.contains("Stopped"), "{}", done.stderr);
        if kept == 0 {
            assert_eq!(done.stdout, "");
        } else {
            let judged: serde_json::Value = serde_json::from_str(&done.stdout).unwrap();
            assert_eq!(judged["judges"].as_array().unwrap().len(), kept);
            assert_eq!(judged["agreement"]["judges"], kept);
            assert!(done.stderr.contains("2 of 3 judges"), "{}", done.stderr);
        }
    }
}

#[test]
fn a_signal_while_speakers_are_invented_is_an_interruption() {
    for (purpose, name) in [("assign", "-INT"), ("assign_card", "-TERM")] {
        let (home, debater) = (Home::new(), slow_to(purpose, |_| true));
        let url = debater.server.url();
        let args = short_with(&url, &["--speakers", "auto", "--save-speakers"]);
        let running = start(&mut home.command(&args));
        comes(&debater, purpose, 1);
        signal(&running.child, name);
        let done = end(running);
        done.ended(5);
        assert!(done.stderr.contains("nothing was begun"), "{}", done.stderr);
        assert_eq!(done.stdout, "");
        assert!(records(&home).is_empty(), "no debate was opened");
        assert!(!home.path().join("config/personas").exists(), "no file");
    }
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    for output in ["jsonl", "text"] {
        // Nobody's first speech comes to its end before the reader has gone, so that the debate is not over.
        let (gone, is_gone) = flag();
        let debater = Debater::faulty(move |asked| {
            let is_first = asked.purpose == "speech" && asked.nth == 1;
            let Reply::Stream(mut steps) = spoken(&proper(asked), Manner::default()) else {
                return None;
            };
            let until = Step::Until(is_gone.clone());
            steps.insert(steps.len() / 2, until);
            is_first.then_some(Reply::Stream(steps))
        });
        let home = Home::new();
        let url = debater.server.url();
        let mut args = short(&url);
        args[4] = output;
        let mut child = home
            .command(&args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // What `head -1` does: it reads a little and goes.
        let mut stdout = child.stdout.take().unwrap();
        std::io::Read::read_exact(&mut stdout, &mut [0; 40]).unwrap();
        drop(stdout);
        gone.store(true, Ordering::SeqCst);
        let done = child.wait_with_output().unwrap();
        let stderr = String::from_utf8(done.stderr).unwrap();
        assert!(
            !stderr.contains("error") && !stderr.contains("panic"),
            "{stderr}"
        );
        assert_eq!(done.status.code(), Some(5), "{output}: {stderr}");
        let left = records(&home);
        assert!(!left.is_empty() && !is_over(&left), "{output}");
        calls_have_one_end(&left);
        // Nothing that was on record is held again, and the rest is.
        home.run(&["resume", "--headless"]).ended(0);
        let held = records(&home);
        assert!(is_over(&held), "{output}");
        assert_eq!(held[..left.len()], left[..], "{output}");
        let state = DebateState::fold(&held);
        assert_eq!(state.speeches().count(), 6, "{output}");
    }
}

/// Something that happens in a test, and how the server is told of it.
fn flag() -> (Arc<AtomicBool>, Happened) {
    let flag = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&flag);
    (
        flag,
        Happened(Arc::new(move || seen.load(Ordering::SeqCst))),
    )
}

fn is_over(records: &[Record]) -> bool {
    let mut events = records.iter().map(|record| &record.event);
    events.any(|event| matches!(event, Event::Closed { .. }))
}
