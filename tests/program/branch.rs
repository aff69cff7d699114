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
    let args = ["branch", parent, "--at", &at, "--interventions", script];
    let branch = home.run(&[&args[..], &lines].concat());
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
    let (above, below) = told.split_once("└ Branch at ").expect(told);
    assert!(above.contains(short) && !below.contains(short), "{told}");
    let shown = home.run(&["show", "last"]);
    assert!(
        shown.ended(0).stdout.contains(&format!(
            "A branch of the debate {short}, from which it parts"
        )),
        "{}",
        shown.stdout
    );
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
