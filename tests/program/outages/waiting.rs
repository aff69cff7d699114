//! Waiting for a server: how long, who may end it, and where nobody waits.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use serde_json::Value;

use super::{args, closed, dies};
use crate::common::{
    debater::{Debater, Home, end, signal, start},
    fake_server::Reply,
};

#[test]
fn a_server_that_comes_back_in_time_is_waited_for() {
    for (format, purpose, nth) in [("exhibition", "speech", 4), ("structured", "judge", 1)] {
        let (debater, home) = (dies(purpose, nth), Home::new());
        let url = debater.server.url();
        let running = start(&mut home.command(&args(&url, format, &["--wait", "2"])));
        running.says("Waiting for the model");
        debater.server.come_back();
        let done = end(running);
        done.ended(0);
        assert_eq!(closed(&done)["missing"], Value::Array(vec![]), "{format}");
        for part in [
            "Waiting for the model, 2 minutes at most: no connection",
            "The model is back",
        ] {
            assert!(done.stderr.contains(part), "{part}: {}", done.stderr);
        }
        assert!(!done.of("resumed").is_empty());
    }
}

#[test]
fn whoever_waits_can_be_interrupted_and_a_wait_has_an_end() {
    let (debater, home) = (dies("speech", 3), Home::new());
    let url = debater.server.url();
    let running = start(&mut home.command(&args(&url, "exhibition", &["--wait", "60"])));
    running.says("Waiting for the model");
    signal(&running.child, "-INT");
    let left = end(running);
    left.ended(5);
    assert!(left.stderr.contains("hustings resume"), "{}", left.stderr);
    // The server is there again, and dies for good.
    debater.server.come_back();
    home.run(&["resume", "--headless"]).ended(0);

    let (debater, home) = (dies("speech", 3), Home::new());
    let url = debater.server.url();
    let left = home.run(&args(&url, "exhibition", &["--wait", "0.05"]));
    left.ended(5);
    assert!(
        left.stderr.contains("Waiting for the model"),
        "{}",
        left.stderr
    );
}

#[test]
fn a_wait_for_one_model_ends_though_others_of_its_server_answer() {
    for (format, own) in [
        ("exhibition", ["--seat", "prop.2=fake-2"]),
        ("structured", ["--role", "judge=fake-2"]),
    ] {
        let debater = Debater::faulty(|asked| {
            (asked.model == "fake-2").then(|| Reply::error(503, "not this model"))
        });
        let home = Home::new();
        let url = debater.server.url();
        let more = [own.as_slice(), &["--wait", "0.05"]].concat();
        let left = home.run(&args(&url, format, &more));
        let told = &left.ended(5).stderr;
        assert!(told.contains("Waiting for the model"), "{told}");
        assert!(!told.contains("is back"), "{told}");
    }
}

#[test]
fn whoever_wants_the_end_gets_it_and_is_told_what_is_missing() {
    let (debater, home) = (dies("speech", 3), Home::new());
    let url = debater.server.url();
    let done = home.run(&args(&url, "exhibition", &["--on-failure", "go-on"]));
    done.ended(4);
    let last = closed(&done);
    let missing = last["missing"].as_array().unwrap();
    assert!(missing.len() > 5, "{last}");
    assert!(done.stderr.contains("Missing: "), "{}", done.stderr);
}

#[test]
fn a_server_that_lets_nobody_speak_holds_no_debate() {
    let debater = Debater::faulty(|asked| {
        ["speech", "write"].contains(&asked.purpose).then(|| {
            Reply::error(429, "too long for this plan").with_header("retry-after", "432000")
        })
    });
    let url = debater.server.url();
    for format in ["exhibition", "structured", "oxford"] {
        let home = Home::new();
        let left = home.run(&args(&url, format, &[]));
        left.ended(5);
        assert!(left.of("debate_closed").is_empty(), "{format}");
        assert!(
            left.stderr.contains("obody could be heard")
                && left.stderr.contains("begin it anew")
                && !left.stderr.contains("nothing of it is lost"),
            "{format}: {}",
            left.stderr
        );
        home.run(&["resume", "--headless"]).ended(5);
    }
}

#[test]
fn with_pause_nobody_is_left_out() {
    let debater = Debater::faulty(|asked| {
        (asked.purpose == "speech" && asked.task.contains("speaks second for the Opposition"))
            .then(|| Reply::error(402, "no credit"))
    });
    let home = Home::new();
    let url = debater.server.url();
    let left = home.run(&args(&url, "exhibition", &["--on-failure", "pause"]));
    left.ended(5);
    assert!(left.stderr.contains("no credit"), "{}", left.stderr);
    // Without it, the debate goes on without them.
    let on = home.run(&["resume", "--headless", "--output", "jsonl"]);
    on.ended(4);
    let last = closed(&on);
    assert_eq!(last["missing"][0]["what"], "speech", "{last}");
    assert_eq!(last["missing"][0]["seat"], "opp.2");
}

#[test]
fn with_pause_what_a_speaker_or_judge_owes_is_asked_for_again() {
    for (format, purpose) in [
        ("exhibition", "prepare"),
        ("exhibition", "assess"),
        ("exhibition", "verdict"),
        ("panel", "round"),
        ("assembly", "choose"),
        ("structured", "judge"),
    ] {
        let is_ill = Arc::new(AtomicBool::new(true));
        let ill = Arc::clone(&is_ill);
        let debater = Debater::faulty(move |asked| {
            let is_of_one = asked.task.contains("\"persona_fidelity\"");
            let is_it = match purpose {
                "assess" => is_of_one,
                _ => asked.purpose == purpose && !is_of_one,
            };
            (is_it && ill.load(Ordering::SeqCst)).then(|| Reply::error(402, "no credit"))
        });
        let home = Home::new();
        let url = debater.server.url();
        let left = home.run(&args(&url, format, &["--on-failure", "pause"]));
        left.ended(5);
        assert!(
            left.stderr.contains("no credit"),
            "{purpose}: {}",
            left.stderr
        );
        is_ill.store(false, Ordering::SeqCst);
        let on = home.run(&["resume", "--headless", "--output", "jsonl"]);
        on.ended(0);
        assert_eq!(closed(&on)["missing"], Value::Array(vec![]), "{purpose}");
    }
}

#[test]
fn flags_that_would_do_nothing_are_refused() {
    let home = Home::new();
    for (args, part) in [
        (
            vec!["run", "x", "--wait", "5"],
            "--wait is for debates without a screen",
        ),
        (
            vec!["resume", "--on-failure", "stop"],
            "--on-failure is for debates without",
        ),
        (
            vec![
                "run",
                "x",
                "--headless",
                "--on-failure",
                "go-on",
                "--wait",
                "5",
            ],
            "go-on goes on without",
        ),
        (
            vec!["run", "x", "--headless", "--wait", "nan"],
            "expected a number from",
        ),
    ] {
        let refused = home.run(&args);
        assert!(refused.ended(2).stderr.contains(part), "{}", refused.stderr);
    }
}
