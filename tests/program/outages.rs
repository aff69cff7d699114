//! A server that goes away, and comes back or does not: what becomes of the debate, and what the shell is told.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};

use serde_json::Value;

use crate::common::{
    FORMATS, calls_have_one_end,
    debater::{Asked, Debater, Done, Home, end, records, short_with, signal, start},
    fake_server::{DONE, Reply, chunk, finish},
};

pub(super) fn args<'a>(url: &'a str, format: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    short_with(url, &[&["--format", format], more].concat())
}

/// A server that dies when it is asked for this for the nth time, once.
pub(super) fn dies(purpose: &'static str, nth: usize) -> Debater {
    let left = AtomicUsize::new(nth);
    Debater::faulty(move |asked: &Asked| {
        let is_it = asked.purpose == purpose
            && left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| {
                left.checked_sub(1)
            }) == Ok(1);
        is_it.then_some(Reply::Die)
    })
}

/// Lists its models, and lets nobody in.
pub(super) fn keeps_out(status: u16) -> Debater {
    Debater::faulty(move |_| Some(Reply::error(status, "this key is of no use")))
}

pub(super) fn closed(done: &Done) -> Value {
    done.of("debate_closed").pop().unwrap()
}

#[test]
fn a_server_that_dies_costs_no_format_anything_once_it_is_back() {
    // Where everybody is asked at once, in the middle of a speech, where the house votes and where judges sit.
    let moments = [
        ("british-parliamentary", "prepare", 3),
        ("clearside", "write", 4),
        ("exhibition", "ballot_after", 2),
        ("lincoln-douglas", "judge", 1),
        ("oxford", "speech", 7),
        ("panel", "speech", 2),
        ("roundtable", "speech", 9),
        ("socratic", "speech", 4),
        ("structured", "write", 1),
        ("world-schools", "extract", 3),
    ];
    assert!(
        FORMATS
            .iter()
            .all(|id| moments.iter().any(|(of, ..)| of == id))
    );
    std::thread::scope(|scope| {
        for (format, purpose, nth) in moments {
            scope.spawn(move || {
                let (debater, home) = (dies(purpose, nth), Home::new());
                let url = debater.server.url();
                let left = home.run(&args(&url, format, &[]));
                left.ended(5);
                assert!(
                    debater.server.is_dead(),
                    "{format}: it never came to {purpose}"
                );
                assert!(left.of("debate_closed").is_empty(), "{format}");
                assert_eq!(left.of("paused").pop().unwrap()["why"], "unreachable");
                calls_have_one_end(&records(&home));
                for part in [
                    "no connection to",
                    "nothing of it is lost",
                    "hustings resume",
                ] {
                    assert!(
                        left.stderr.contains(part),
                        "{format}: {part}: {}",
                        left.stderr
                    );
                }
                // Still gone: it can still be resumed.
                home.run(&["resume", "--headless", "--output", "jsonl"])
                    .ended(5);
                debater.server.come_back();
                let done = home.run(&["resume", "--headless", "--output", "jsonl"]);
                done.ended(0);
                assert_eq!(closed(&done)["missing"], Value::Array(vec![]), "{format}");
            });
        }
    });
}

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

/// A server that answers so to one speaker, in a stream that ends for this reason, and to all others as it should.
fn ends(text: &'static str, reason: &'static str) -> Debater {
    Debater::faulty(move |asked| {
        (asked.purpose == "speech" && asked.task.contains("speaks second for the Opposition"))
            .then(|| Reply::raw(&(chunk(text) + &finish(reason) + DONE)))
    })
}

#[test]
fn half_a_speech_is_not_a_whole_one() {
    for (text, reason, told) in [
        ("Half a sen", "content_filter", "content filter"),
        ("Half a sen", "error", "ended the answer early: error"),
        ("Half a sen", "abort", "ended the answer early: abort"),
        (".", "stop", "the answer is empty"),
        ("!!!! ---", "stop", "the answer is empty"),
    ] {
        let (debater, home) = (ends(text, reason), Home::new());
        let url = debater.server.url();
        let done = home.run(&args(&url, "exhibition", &[]));
        done.ended(4);
        assert!(done.stderr.contains(told), "{told}: {}", done.stderr);
        let last = closed(&done);
        let missing = last["missing"].as_array().unwrap();
        assert_eq!(missing.len(), 1, "{last}");
        assert_eq!(
            (&missing[0]["what"], &missing[0]["seat"]),
            (&"speech".into(), &"opp.2".into())
        );
    }
    // A server's own limit takes nothing away that can be asked for; it is told.
    let (debater, home) = (
        ends("It is a whole sentence. And half a", "length"),
        Home::new(),
    );
    let url = debater.server.url();
    let done = home.run(&args(&url, "exhibition", &[]));
    done.ended(0);
    let cut: Vec<Value> = done.of("turn_ended");
    let cut: Vec<&Value> = cut.iter().filter(|one| one["seat"] == "opp.2").collect();
    assert!(
        cut.iter().any(|one| one["truncated_because"] == "length"),
        "{cut:?}"
    );
    assert!(
        home.run(&["show"])
            .ended(0)
            .stdout
            .contains("room for no more")
    );
}

#[test]
fn a_server_without_a_letter_or_digit_costs_no_format_anything_once_it_is_well() {
    std::thread::scope(|scope| {
        for (format, purpose, nth, wordless) in [
            ("structured", "write", 1, "---"),
            ("structured", "write", 3, "{}"),
            ("structured", "judge", 1, "😀"),
            ("exhibition", "ballot_before", 2, "```json\n```"),
            ("exhibition", "poll", 1, "\"\""),
            ("panel", "speech", 2, ". . . ."),
        ] {
            scope.spawn(move || {
                let is_ill = Arc::new(AtomicUsize::new(0));
                let illness = is_ill.clone();
                // From then on, whatever is asked, until somebody has seen to it.
                let debater = Debater::faulty(move |asked| {
                    if asked.purpose == purpose && asked.nth == nth {
                        illness.store(1, Ordering::SeqCst);
                    }
                    (illness.load(Ordering::SeqCst) == 1).then(|| Reply::text(&[wordless]))
                });
                let (url, home) = (debater.server.url(), Home::new());
                let left = home.run(&args(&url, format, &[]));
                left.ended(5);
                assert!(
                    left.stderr.contains("the answer is empty"),
                    "{}",
                    left.stderr
                );
                assert!(!left.stderr.contains("larger model"), "{}", left.stderr);
                is_ill.store(2, Ordering::SeqCst);
                let done = home.run(&["resume", "--headless", "--output", "jsonl"]);
                done.ended(0);
                assert_eq!(closed(&done)["missing"], Value::Array(vec![]), "{format}");
            });
        }
    });
}

#[test]
fn a_batch_holds_debates_again_of_which_no_word_is_left() {
    let mute = Arc::new(AtomicBool::new(true));
    let is_mute = mute.clone();
    let debater = Debater::faulty(move |asked| {
        let is_dots = asked.purpose == "speech" && is_mute.load(Ordering::SeqCst);
        is_dots.then(|| Reply::text(&["."]))
    });
    let (url, home) = (debater.server.url(), Home::new());
    let file = "motions = [\"ban-private-cars\"]\nformats = [\"exhibition\"]\nseeds = [1]\n[options]\nscale = 0.1\n";
    let file = home.write("dots.toml", file);
    let out = home.path().join("out");
    let (file, out) = (file.to_str().unwrap(), out.to_str().unwrap());
    let batch = ["batch", file, "--out", out, "--base-url", &url];
    home.run(&batch).ended(5);
    mute.store(false, Ordering::SeqCst);
    let before = debater.purposes().len();
    home.run(&batch).ended(0);
    assert!(debater.purposes().split_off(before).contains(&"speech"));
}

/// Where all calls for some purposes are refused: the exit code, the last line of the text, and what the lines name.
#[test]
fn what_could_not_be_had_is_told_by_every_witness() {
    let cases: [(&str, &[&str], &[&str]); 9] = [
        (
            "structured",
            &["write"],
            &["arguments", "cross_examine", "reply", "closing"],
        ),
        ("structured", &["judge"], &["judge", "scores"]),
        ("panel", &["judge", "round"], &["round", "judge", "scores"]),
        ("british-parliamentary", &["judge"], &["judge", "scores"]),
        ("lincoln-douglas", &["judge"], &["judge", "scores"]),
        ("world-schools", &["judge"], &["judge", "scores"]),
        ("clearside", &["write"], &["frame", "arguments"]),
        (
            "oxford",
            &["poll", "ballot_before"],
            &["poll", "ballot_before"],
        ),
        ("roundtable", &["speech"], &["speech"]),
    ];
    std::thread::scope(|scope| {
        for (format, lost, named) in cases {
            scope.spawn(move || {
                let lost: Vec<String> = lost.iter().map(|one| (*one).to_owned()).collect();
                let debater = Debater::faulty(move |asked| {
                    lost.iter()
                        .any(|one| one == asked.purpose)
                        .then(|| Reply::error(402, "no credit left"))
                });
                let home = Home::new();
                let url = debater.server.url();
                let rounds: &[&str] = if format == "panel" {
                    &["--rounds", "2"]
                } else {
                    &[]
                };
                let go_on = [rounds, &["--on-failure", "go-on"]].concat();
                let done = home.run(&args(&url, format, &go_on));
                done.ended(4);
                assert!(done.stderr.contains("no credit left"), "{}", done.stderr);
                let end = closed(&done);
                let missing = end["missing"].as_array().unwrap();
                for what in named {
                    let found = missing.iter().find(|one| one["what"] == *what);
                    let found = found.unwrap_or_else(|| panic!("{format} without {what}: {end}"));
                    assert_eq!(found["counts"], true, "{found}");
                }
                let told = |text: &str| {
                    let words: Vec<&str> = text.split_whitespace().collect();
                    let text = words.join(" ");
                    assert!(
                        text.contains("Missing: the ") && text.contains("no credit left"),
                        "{format}: {text}"
                    );
                };
                let shown = home.run(&["show"]);
                let shown = &shown.ended(0).stdout;
                told(shown.split("The debate is completed.").last().unwrap());
                told(&home.run(&["export"]).ended(0).stdout);
                let counted = missing.iter().filter(|one| one["counts"] == true).count();
                let listed = home.run(&["list"]);
                let in_brief = format!("{counted} missing)");
                for stdout in [shown, &listed.ended(0).stdout] {
                    assert!(stdout.contains(&in_brief), "{format}: {in_brief}: {stdout}");
                }
                let line = home.run(&["list", "--json"]);
                let line: Value = serde_json::from_str(&line.ended(0).stdout).unwrap();
                assert_eq!(line["missing"], counted, "{format}");
                let json = home.run(&["export", "--to", "json"]);
                let json: Value = serde_json::from_str(&json.ended(0).stdout).unwrap();
                assert_eq!(
                    json["missing"].as_array().unwrap().len(),
                    missing.len(),
                    "{format}"
                );
            });
        }
    });
}

#[test]
fn points_that_could_not_be_had_are_told_where_a_plain_question_is_answered() {
    std::thread::scope(|scope| {
        for lost in ["poi_offer", "poi_accept"] {
            scope.spawn(move || {
                let debater = Debater::heard(move |asked| {
                    (asked.purpose == lost).then(|| Reply::error(503, "overloaded"))
                });
                let (url, home) = (debater.server.url(), Home::new());
                let done = home.run(&args(&url, "exhibition", &[]));
                assert!(debater.purposes().contains(&lost), "{lost} is not asked");
                done.ended(4);
                let end = closed(&done);
                let missing = end["missing"].as_array().unwrap();
                assert!(
                    !missing.is_empty()
                        && missing
                            .iter()
                            .all(|one| one["what"] == lost && one["counts"] == true),
                    "{end}"
                );
            });
        }
    });
}

#[test]
fn nobody_wins_without_a_ballot_and_nothing_is_judged_that_was_not_said() {
    let (debater, home) = (
        Debater::faulty(|asked| {
            asked
                .purpose
                .starts_with("ballot")
                .then(|| Reply::error(402, "this key is of no use"))
        }),
        Home::new(),
    );
    let url = debater.server.url();
    let done = home.run(&args(&url, "exhibition", &["--on-failure", "go-on"]));
    done.ended(4);
    let division = &done.of("division_declared")[0];
    for (field, value) in [
        ("winner", Value::Null),
        ("margin", Value::Null),
        ("swing", Value::Null),
        ("undecided", "no ballot came in".into()),
        ("abstentions", 0.into()),
    ] {
        assert_eq!(division[field], value, "{field}: {division}");
    }
    for command in ["list", "show", "export"] {
        let told = home.run(&[command]).ended(0).stdout.to_lowercase();
        assert!(told.contains("undecided: no ballot came in"), "{told}");
        for wrong in ["wins", "narrow", "swing"] {
            assert!(!told.contains(wrong), "{command}: {wrong}: {told}");
        }
    }
    let (debater, home) = (keeps_out(402), Home::new());
    let url = debater.server.url();
    let done = home.run(&args(&url, "exhibition", &["--on-failure", "go-on"]));
    done.ended(4);
    assert!(done.of("division_declared").is_empty());
    for command in ["list", "show", "export"] {
        let told = home.run(&[command]).ended(0).stdout.to_lowercase();
        for wrong in ["wins", "narrow", "swing"] {
            assert!(!told.contains(wrong), "{command}: {wrong}: {told}");
        }
    }
    let judged = home.run(&["judge", "last", "--base-url", &url]);
    assert!(
        judged
            .ended(2)
            .stderr
            .contains("every speech of it is empty"),
        "{}",
        judged.stderr
    );
    let measured = home.run(&["eval", "last", "--no-models", "--json"]);
    let measured: Value = serde_json::from_str(&measured.ended(0).stdout).unwrap();
    let text = measured.to_string();
    assert!(text.contains("said nothing"), "{text}");
}

#[test]
fn a_command_that_needs_a_terminal_says_what_does_the_same_without() {
    let (debater, home) = (Debater::good(), Home::new());
    let url = debater.server.url();
    home.run(&args(&url, "exhibition", &["--max-tokens", "500"]))
        .ended(5);
    for (command, instead) in [("resume", "--headless"), ("replay", "hustings show")] {
        let said = home.run(&[command]).ended(2).stderr.clone();
        assert!(
            said.contains("this is not one") && said.contains(instead) && !said.contains("MOTION"),
            "{said}"
        );
    }
    home.run(&args(&url, "exhibition", &[])).ended(0);
    let shown = home.run(&["refine", "--show"]);
    assert!(
        shown.ended(0).stdout.contains("iteration"),
        "{}",
        shown.stdout
    );
}

/// There is nothing to score in what was never said.
#[test]
fn whoever_has_not_said_a_word_is_not_ranked() {
    let debater = Debater::faulty(|asked| {
        (asked.model == "fake-2").then(|| Reply::error(402, "no credit left"))
    });
    let url = debater.server.url();
    for format in ["lincoln-douglas", "world-schools", "panel"] {
        let home = Home::new();
        let seats: &[&str] = if format == "panel" {
            &["--seat", "debater.2=fake-2", "--rounds", "2"]
        } else {
            &["--opp-model", "fake-2"]
        };
        let flags = [seats, &["--model", "fake-1"]].concat();
        let done = home.run(&args(&url, format, &flags));
        done.ended(4);
        let ranked: Vec<String> = done.of("scores_given")[0]["sides"]
            .as_array()
            .unwrap()
            .iter()
            .map(|side| side["id"].as_str().unwrap().to_owned())
            .collect();
        let expected: &[&str] = match format {
            "lincoln-douglas" => &["aff"],
            "world-schools" => &["prop"],
            _ => &["debater.1", "debater.3", "debater.4"],
        };
        let sorted: std::collections::BTreeSet<&str> = ranked.iter().map(String::as_str).collect();
        assert_eq!(
            sorted,
            expected.iter().copied().collect(),
            "{format}: {ranked:?}"
        );
    }
}
