//! What is missing where a model could not be had: every witness tells it, and nothing is made of it.

use serde_json::Value;

use super::{args, closed, keeps_out};
use crate::common::{
    debater::{Debater, Home},
    fake_server::Reply,
};

/// Where all calls for some purposes are refused: the exit code, the last line of the text, and what the lines name.
#[test]
fn what_could_not_be_had_is_told_by_every_witness() {
    let cases: [(&str, &[&str], &[&str]); 10] = [
        (
            "structured",
            &["write"],
            &["arguments", "cross_examine", "reply", "closing"],
        ),
        ("structured", &["judge"], &["judge", "scores"]),
        ("panel", &["judge", "round"], &["round", "judge", "scores"]),
        ("british-parliamentary", &["judge"], &["judge", "scores"]),
        ("assembly", &["judge"], &["judge", "scores"]),
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
