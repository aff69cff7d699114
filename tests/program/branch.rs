//! A debate that goes on differently from a place in the record of another one.

use super::common::debater::{Debater, Home, records};
use serde_json::Value;

#[test]
fn a_debate_goes_on_differently_from_a_place_of_its_record() {
    let (debater, home) = (Debater::good(), Home::new());
    let held = home.debate(&debater.server, &[]);
    let opened = &held.ended(0).of("debate_opened")[0];
    let parent = opened["debate"].as_str().unwrap();
    let short = &parent[parent.len() - 8..];
    let before = records(&home);
    let turns = held.of("turn_began");
    let is_it = |turn: &&Value| turn["task"] == "speech" && turn["seat"] == "opp.1";
    let turn = turns.iter().find(is_it).unwrap();
    let at = turn["seq"].to_string();
    let lines = ["--headless", "--output", "jsonl"];
    // Nothing is begun where it makes no sense, or cannot go on.
    let over = held.of("debate_closed")[0]["seq"].to_string();
    for (wrong, code, told) in [
        (vec!["--at", &over], 2, "is over there"),
        (vec!["--at", "99999"], 2, "has no line 99999"),
        (vec!["--at", "99:00"], 2, "has no 99:00"),
        (vec!["--at", &at, "--seat", "prop.9=loud"], 2, "prop.9"),
        (
            vec!["--at", &at, "--persona", "prop.1=lovelace"],
            2,
            "already",
        ),
        (
            vec!["--at", "2", "--say", "Too early."],
            2,
            "speaking there",
        ),
        (
            vec!["--at", &at, "--base-url", "http://127.0.0.1:9/v1"],
            3,
            "127.0.0.1:9",
        ),
    ] {
        let args = [&["branch", parent], &wrong[..], &lines].concat();
        let refused = home.run(&args);
        assert!(
            refused.ended(code).stderr.contains(told),
            "{}",
            refused.stderr
        );
    }
    assert_eq!(records(&home), before, "the last is still the parent");

    let script =
        "[[interventions]]\nafter = \"opp.1\"\ndo = \"evidence\"\ntext = \"Nobody had it.\"\n";
    let script = home.write("what-if.toml", script);
    let script = script.to_str().unwrap();
    let say = ["--say", "Nobody says so. I say something else"];
    let args = ["branch", parent, "--at", &at, "--interventions", script];
    let branch = home.run(&[&args[..], &say, &lines].concat());
    let ended = branch.ended(0).lines();
    assert_eq!(
        ended[0]["seq"].as_u64().unwrap(),
        turn["seq"].as_u64().unwrap() + 1
    );
    assert_eq!(branch.of("evidence_admitted").len(), 1);
    assert!(branch.stdout.contains("Here this debate parts from"));
    assert_eq!(ended.last().unwrap()["type"], "debate_closed");

    let kept = records(&home);
    let (one, other) = (kept[1..].iter(), before[1..].iter());
    let common = one
        .zip(other)
        .take_while(|(one, other)| one == other)
        .count()
        + 1;
    let listed = home.run(&["list", "--json"]);
    let listed = listed.ended(0).lines();
    let [branch, of] = listed.as_slice() else {
        panic!("{listed:?}")
    };
    assert_eq!(
        (&branch["branch_of"], &branch["branch_at_ms"]),
        (&of["debate"], &turn["at_ms"])
    );
    assert_eq!(of["branch_of"], Value::Null);
    assert!(
        branch["calls"].as_u64() < of["calls"].as_u64(),
        "{listed:?}"
    );
    let table = home.run(&["list"]);
    let told = &table.ended(0).stdout;
    let (above, below) = told.split_once("└ Branch in the turn").expect(told);
    assert!(above.contains(short) && !below.contains(short), "{told}");
    let shown = home.run(&["show", "last"]);
    let put_in = "So far the words were put in by you.";
    assert!(shown.ended(0).stdout.contains(put_in), "{}", shown.stdout);
    assert!(
        shown.ended(0).stdout.contains(&format!(
            "A branch of the debate {short}, from which it parts"
        )),
        "{}",
        shown.stdout
    );
    assert_eq!(branch_changed(&ended), "words");
    let beside = home.run(&["show", "last", "--beside"]);
    let beside = &beside.ended(0).stdout;
    for told in ["What it changed", "other words", short] {
        assert!(beside.contains(told), "{told}: {beside}");
    }
    let shown = home.run(&["show", parent]);
    assert!(
        shown.ended(0).stdout.contains("branches: "),
        "{}",
        shown.stdout
    );
    let exported = home.run(&["export", "last", "--to", "json"]);
    let exported: Value = serde_json::from_str(&exported.ended(0).stdout).unwrap();
    assert_eq!(exported["opening"]["branch"]["of"], parent);
    assert_eq!(exported["opening"]["branch"]["at"], common - 1);
}

/// What is otherwise in a branch, by its lines.
fn branch_changed(lines: &[Value]) -> &str {
    let mut lines = lines.iter();
    let line = lines.find(|line| line["type"] == "branch_changed");
    line.and_then(|line| line["change"]["what"].as_str())
        .unwrap()
}
