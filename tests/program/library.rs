//! What people keep to a debate, and how one is deleted and restored.

use super::common::debater::{Home, json_lines};

const BRIDGE: &str = include_str!("../samples/real/bridge.json");

#[test]
fn a_debate_is_tagged_noted_deleted_and_restored() {
    let home = Home::new();
    let path = home.write("bridge.json", BRIDGE);
    home.run(&["import", path.to_str().unwrap()]).ended(0);
    let done = home.run(&["tag", "last", "#Exam", "bridges", "--remove", "exam"]);
    assert!(
        done.ended(0).stdout.contains("is tagged bridges and exam"),
        "{}",
        done.stdout
    );
    home.run(&["tag", "last", "--remove", "exam"]).ended(0);
    home.run(&["note", "last", "See", "the", "third\u{1b}[31m", "speech"])
        .ended(0);
    assert_eq!(
        home.run(&["note", "last"]).ended(0).stdout,
        "See the third speech\n"
    );
    let listed = |flags: &[&str]| {
        let all = [&["list", "--json"], flags].concat();
        json_lines(&home.run(&all).ended(0).stdout)
    };
    let found = listed(&["--tag", "bridges"]);
    assert_eq!(found[0]["tags"], serde_json::json!(["bridges"]));
    assert_eq!(found[0]["note"], "See the third speech");
    assert!(listed(&["--tag", "exam"]).is_empty());
    let exported = home.run(&["export", "last", "--to", "json"]);
    let exported: serde_json::Value = serde_json::from_str(&exported.ended(0).stdout).unwrap();
    assert_eq!(exported["tags"], serde_json::json!(["bridges"]));
    assert_eq!(exported["note"], "See the third speech");

    let id = found[0]["debate"].as_str().unwrap();
    let deleted = home.run(&["delete", id, "--yes"]);
    assert!(
        deleted
            .ended(0)
            .stdout
            .contains("For 30 days it can be restored"),
        "{}",
        deleted.stdout
    );
    assert!(listed(&[]).is_empty());
    assert_eq!(listed(&["--deleted"])[0]["debate"], id);
    home.run(&["show", id]).ended(2);
    let found = home.run(&["search", "bridge"]).ended(0).stdout.clone();
    assert!(found.contains("Nobody has said that"), "{found}");
    home.run(&["restore", id]).ended(0);
    assert_eq!(listed(&["--tag", "bridges"]).len(), 1);
    home.run(&["restore", id]).ended(2);
    home.run(&["delete", id, "--yes", "--for-good"]).ended(0);
    assert!(listed(&["--deleted"]).is_empty());
    home.run(&["tag", "last", "##"]).ended(2);
}
