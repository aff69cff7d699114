//! A person in a seat without a screen.

use std::{io::Write as _, process::Stdio};

use super::common::{
    debater::{Debater, Home},
    process::{PATIENCE, end, short_with, start},
};

#[test]
fn lines_are_the_words_of_whoever_has_a_seat_and_where_they_end_the_persona_speaks() {
    let (debater, home) = (Debater::good(), Home::new());
    let lines =
        "My lords, a road is a promise.\nWho pays\u{1b}[31m for it?\n.\nI speak once more.\n";
    let lines = home.write("lines.txt", lines);
    let run = |args: &[&str]| {
        let args = short_with(&debater.server.url(), args).join("\n");
        let args: Vec<&str> = args.split('\n').collect();
        let lines = std::fs::File::open(&lines).unwrap();
        end(start(home.command(&args).stdin(Stdio::from(lines))))
    };
    let seat = [
        "--format",
        "oxford",
        "--me",
        "prop.1",
        "--as",
        "Robin Marsh",
    ];
    let held = run(&seat);
    held.ended(0);
    let said = |line: &&serde_json::Value| line["seat"] == "prop.1";
    let ended = held.of("turn_ended");
    let speeches: Vec<_> = ended
        .iter()
        .filter(said)
        .filter(|one| one["task"] == "speech")
        .collect();
    let text = |at: usize| speeches[at].to_string();
    assert!(
        text(0).contains("a road is a promise") && text(0).contains("for it?"),
        "{}",
        text(0)
    );
    assert!(!held.stdout.contains("\\u001b"), "{}", held.stdout);
    let calls = held.of("model_called");
    let by_hand: Vec<_> = calls
        .iter()
        .filter(|one| one["model"] == "person")
        .collect();
    assert!(by_hand.len() >= 2, "{by_hand:?}");
    assert!(
        by_hand
            .iter()
            .all(|one| one["prompt_tokens"] == 0 && one["cost"] == 0.0)
    );
    let notices = held
        .of("notice")
        .iter()
        .map(ToString::to_string)
        .collect::<String>();
    assert!(
        notices.contains("Robin Marsh hands the seat to its persona"),
        "{notices}"
    );
    assert!(
        held.stderr
            .contains("a line with a dot alone ends the speech"),
        "{}",
        held.stderr
    );
    let shown = home.run(&["show", "last"]);
    assert!(
        shown.ended(0).stdout.contains("Robin Marsh"),
        "{}",
        shown.stdout
    );
    // A seat that there is not, or that nobody can take, and a name without a seat.
    for (args, told) in [
        (
            &["--format", "oxford", "--me", "prop.9"][..],
            "has no seat `prop.9`",
        ),
        (
            &["--format", "clearside", "--me", "chair"],
            "nobody can take the seat `chair`",
        ),
        (
            &["--format", "oxford", "--me", "judge.1"],
            "`house`, which gives the verdict",
        ),
        (&["--as", "Robin"], "--me"),
    ] {
        let refused = run(args);
        assert!(refused.ended(2).stderr.contains(told), "{}", refused.stderr);
    }
}

#[test]
fn two_people_speak_at_two_terminals_and_whoever_is_killed_leaves_the_seat_to_its_persona() {
    let (debater, home) = (Debater::good(), Home::new());
    let url = debater.server.url();
    let args = short_with(&url, &["--format", "oxford", "--me", "prop.1"]);
    let mut host = start(home.command(&args).stdin(Stdio::piped()));
    // It waits for its own person now.
    host.says("prop.1:");
    let heard = |what: &str| {
        while !host
            .lines
            .recv_timeout(PATIENCE)
            .expect(what)
            .contains(what)
        {}
    };
    let watch = [
        "watch",
        "--headless",
        "--me",
        "opp.1",
        "--as",
        "Robin Marsh",
    ];
    let mut guest = start(home.command(&watch).stdin(Stdio::piped()));
    let mut typed = guest.child.stdin.take().unwrap();
    heard("Robin Marsh takes the seat of Opposition 1");
    for (seat, why) in [
        ("opp.1", "sits in the seat opp.1"),
        ("prop.1", "where the debate runs"),
        ("opp.9", "has no seat `opp.9`"),
    ] {
        let refused = home.run(&["watch", "--headless", "--me", seat]);
        assert!(refused.ended(2).stderr.contains(why), "{}", refused.stderr);
    }
    let mut own = host.child.stdin.take().unwrap();
    own.write_all(b"A road is a promise that the state has made.\n.\n")
        .unwrap();
    guest.says("opp.1:");
    typed
        .write_all(b"A toll\x1b[31m pays for the road that it is taken on.\n")
        .unwrap();
    heard("pays for the road that it is taken on");
    guest.child.kill().unwrap();
    guest.child.wait().unwrap();
    heard("Robin Marsh, in the seat of Opposition 1, has left the terminal.");
    drop(own);
    let held = end(host);
    held.ended(0);
    assert!(!held.stdout.contains("\\u001b"), "{}", held.stdout);
    let shown = home.run(&["show", "last"]);
    for said in [
        "A road is a promise",
        "pays for the road that it is taken on",
    ] {
        assert!(shown.ended(0).stdout.contains(said), "{}", shown.stdout);
    }
    let left = std::fs::read_dir(home.path().join("data/seats")).map(Iterator::count);
    assert_eq!(
        left.unwrap_or(0),
        0,
        "what was handed in goes with whoever handed it in"
    );
}
