//! Questions after the end, from the command line.

use serde_json::Value;

use super::common::debater::{Debater, Home, json_lines};

#[test]
fn whoever_took_part_answers_after_the_end_and_it_is_kept_and_told_everywhere() {
    let (debater, home) = (Debater::good(), Home::new());
    let ask = |args: &[&str]| home.run(&[&["ask", "last"], args].concat());
    home.debate(&debater.server, &[]).ended(0);
    let listed = || {
        let listed = home.run(&["list", "--json"]);
        json_lines(&listed.ended(0).stdout).remove(0)
    };
    let before = listed();

    let answered = ask(&["audience.1", "What moved\u{1b}[31m you?"]);
    assert_eq!(
        answered.ended(0).stdout,
        "It was said in the debate. I stand by it.\n"
    );
    // Several, for programs; the name of a speaker will do.
    let name = before["speakers"][0].as_str().unwrap();
    let several = ask(&[name, "And then?", "And now?", "--json"]);
    let several: Value = serde_json::from_str(&several.ended(0).stdout).unwrap();
    let several = several["questions"].as_array().unwrap();
    assert_eq!(several.len(), 2);
    assert_eq!(several[1]["question"], "And now?");
    assert_eq!(
        several[1]["answer"],
        "It was said in the debate. I stand by it."
    );
    let after = listed();
    let used = |listed: &Value| listed["tokens"].as_u64().unwrap();
    assert!(used(&after) > used(&before), "what it used is counted");
    for same in [
        "status",
        "result",
        "words",
        "turns",
        "missing",
        "running_ms",
    ] {
        assert_eq!(after[same], before[same], "{same}");
    }

    // The prompts have what was asked before, and no verdict was asked for again.
    let seen = debater.server.seen();
    let last = seen.last().unwrap().body.to_string();
    assert!(last.contains("What moved") && last.contains("And then?"));
    let text = home.run(&["show", "last"]).ended(0).stdout.clone();
    let markdown = home.run(&["export", "last"]).ended(0).stdout.clone();
    let page = home
        .run(&["export", "last", "--to", "html"])
        .ended(0)
        .stdout
        .clone();
    for told in [text, markdown, page] {
        for words in ["Questions afterwards", "And now?", "I stand by it."] {
            assert!(told.contains(words), "{words}: {told}");
        }
    }
    let found = home.run(&["search", "What moved", "--json"]);
    assert!(found.ended(0).stdout.contains("question"));
    let refused = ask(&["nobody", "Well?"]);
    assert!(
        refused.ended(2).stderr.contains("audience.1"),
        "{}",
        refused.stderr
    );

    // A server that is gone is told, and what was asked can be asked again.
    let gone = ask(&["prop.1", "Well?", "--base-url", "http://127.0.0.1:9/v1"]);
    gone.ended(3);
}
