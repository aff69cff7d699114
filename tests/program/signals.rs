//! How a run is stopped from outside.
#![cfg(unix)]

use std::{
    process::Stdio,
    time::{Duration, Instant},
};

use super::{
    common::{
        calls_have_one_end,
        debater::{
            Debater, Home, Manner, PATIENCE, end, records, short, short_with, signal, spoken, start,
        },
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
        let (home, debater) = (Home::new(), slow());
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
        let done = child.wait_with_output().unwrap();
        let stderr = String::from_utf8(done.stderr).unwrap();
        assert!(
            !stderr.contains("error") && !stderr.contains("panic"),
            "{stderr}"
        );
        assert!(
            matches!(done.status.code(), Some(0 | 5)),
            "{:?}",
            done.status
        );
    }
}
