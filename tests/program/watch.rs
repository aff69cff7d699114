//! Debates that are watched and replayed as lines.

use super::common::debater::{Debater, Home};

#[test]
fn a_debate_is_watched_and_replayed_as_the_lines_that_it_was_held_in() {
    let (debater, home) = (Debater::good(), Home::new());
    let none = home.run(&["watch", "--headless"]);
    assert!(
        none.ended(2).stderr.contains("none is unfinished"),
        "{}",
        none.stderr
    );
    let held = home.debate(&debater.server, &["--max-tokens", "500"]);
    let held = held.ended(5);
    // Nobody runs it: what there is, and the way on.
    let as_jsonl = ["--headless", "--output", "jsonl"];
    let left = home.run(&[["watch"].as_slice(), &as_jsonl].concat());
    assert!(left.ended(5).stdout == held.stdout, "{}", left.stdout);
    assert!(left.stderr.contains("hustings resume"), "{}", left.stderr);
    let whole = home.debate(&debater.server, &[]);
    let whole = whole.ended(0);
    for how in [
        ["watch", "last"].as_slice(),
        &["replay"],
        &["replay", "last", "--speed", "max"],
        &["replay", "--speed", "64x", "--rhythm", "held"],
    ] {
        let told = home.run(&[how, &as_jsonl].concat());
        assert!(told.ended(0).stdout == whole.stdout, "{how:?}");
    }
    let text = home.run(&["watch", "last", "--headless"]);
    assert!(
        text.ended(0).stderr.contains("hustings show"),
        "{}",
        text.stderr
    );
    let replayed = home.run(&["replay", "--headless"]);
    assert_eq!(replayed.ended(0).stdout, text.stdout);
    let refused = home.run(&["replay", "--headless", "--speed", "3x"]);
    assert!(
        refused.ended(2).stderr.contains("0.5x"),
        "{}",
        refused.stderr
    );
}
