//! A server that goes away, and comes back or does not: what becomes of the debate, and what the shell is told.

#[path = "outages/missing.rs"]
mod missing;
#[path = "outages/waiting.rs"]
mod waiting;

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};

use serde_json::Value;

use crate::common::{
    FORMATS, calls_have_one_end,
    debater::{Asked, Debater, Done, Home, records, short_with},
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
        ("assembly", "choose", 2),
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

#[test]
fn a_command_that_needs_a_terminal_says_what_does_the_same_without() {
    let (debater, home) = (Debater::good(), Home::new());
    let url = debater.server.url();
    home.run(&args(&url, "exhibition", &["--max-tokens", "500"]))
        .ended(5);
    for command in ["resume", "watch", "replay"] {
        let said = home.run(&[command]).ended(2).stderr.clone();
        assert!(
            said.contains("this is not one")
                && said.contains(&format!("hustings {command}"))
                && said.contains("--headless")
                && !said.contains("MOTION"),
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
