//! An ensemble: one debate held many times, and what is told of it.

use serde_json::Value;

use super::common::debater::{Debater, Home, json_lines};

const RUN: [&str; 18] = [
    "ensemble",
    "ban-private-cars",
    "--runs",
    "3",
    "--epochs",
    "2",
    "--control",
    "1",
    "--coach",
    "aff.1",
    "--format",
    "lincoln-douglas",
    "--scale",
    "0.1",
    "--seed",
    "7",
    "--parallel",
    "3",
];

#[test]
fn one_debate_is_held_many_times_and_told_as_a_landscape() {
    let (home, debater) = (Home::new(), Debater::good());
    let (url, out) = (debater.server.url(), home.path().join("out"));
    let folder = out.to_str().unwrap();
    let near = ["--base-url", url.as_str(), "--out", folder];
    let run = |more: &[&str]| home.run(&[&RUN[..], &near, more].concat());

    // What it takes is told, and nothing is begun.
    let dry = run(&["--dry-run"]);
    dry.ended(0);
    assert!(dry.stderr.contains("7 debates: about "), "{}", dry.stderr);
    assert!(
        debater
            .purposes()
            .iter()
            .all(|purpose| *purpose != "speech")
    );
    assert!(!out.exists());

    let held = run(&["--json"]);
    let report: Value = serde_json::from_str(&held.ended(0).stdout).unwrap();
    let runs: Vec<&str> = report["runs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["run"].as_str().unwrap())
        .collect();
    assert_eq!(runs, ["1.1", "1.2", "1.3", "2.1", "2.2", "2.3", "2.1c"]);
    assert!(
        report["shares"]
            .as_array()
            .is_some_and(|all| !all.is_empty()),
        "{report:#}"
    );
    let themes = report["landscape"]["themes"].as_array().unwrap();
    assert!(!themes.is_empty() && report["landscape"]["claims"].as_u64() > Some(10));
    assert!(
        report["gains"]
            .as_array()
            .is_some_and(|all| !all.is_empty()),
        "{report:#}"
    );

    // Whoever is free to change was told what became of the arguments, in the second epoch alone.
    let seen = debater.server.seen();
    let told = seen.iter().filter(|one| {
        one.body
            .to_string()
            .contains("WHAT BECAME OF THE ARGUMENTS")
    });
    assert!(told.count() >= 3);
    let weighed = seen
        .iter()
        .filter(|one| one.body.to_string().contains("WHERE THE WEIGHT LIES"));
    assert!(weighed.count() > 6);

    // With the folder nothing is held, and what would be for that is refused.
    let shown = |more: &[&str]| home.run(&[&["ensemble", folder], more].concat());
    let more = shown(&["--runs", "30"]);
    assert!(
        more.ended(2).stderr.contains("--runs would do nothing"),
        "{}",
        more.stderr
    );
    shown(&["--prepare", "aff"]).ended(0);
    let both = home.run(&["ensemble", "ban-private-cars", "--vary", "nothing,order"]);
    assert!(
        both.ended(2).stderr.contains("--vary: `nothing`"),
        "{}",
        both.stderr
    );

    // It is over: only the report is made again, in whatever form, and of it nobody is asked anything more.
    let spoken = |debater: &Debater| {
        debater
            .purposes()
            .iter()
            .filter(|one| **one == "speech")
            .count()
    };
    let before = spoken(&debater);
    let again = run(&["--unnamed"]);
    for words in [
        "Robust or a coin flip",
        "The landscape of arguments",
        "Coaching",
    ] {
        assert!(
            again.ended(0).stdout.contains(words),
            "{words}: {}",
            again.stdout
        );
    }
    assert_eq!(spoken(&debater), before);
    let prepared = home.run(&["ensemble", folder, "--prepare", "aff"]);
    assert!(
        prepared
            .ended(0)
            .stdout
            .contains("the strongest lines of the other side"),
        "{}",
        prepared.stdout
    );
    home.run(&["ensemble", folder, "--prepare", "nobody"])
        .ended(2);

    let html = std::fs::read_to_string(out.join("ensemble.html")).unwrap();
    assert!(html.starts_with("<!doctype html>") && html.contains("<svg class=\"chart scatter\""));
    for outside in [
        "<script",
        "http://",
        "https://",
        "<img",
        "@import",
        "127.0.0.1",
    ] {
        assert!(!html.contains(outside), "{outside}");
    }
    assert_eq!(html.matches("class=\"point").count(), themes.len());
    let listed = json_lines(
        &home
            .run(&["list", "--batch", "ensemble-ban-private-cars", "--json"])
            .ended(0)
            .stdout,
    );
    assert_eq!(listed.len(), 7);
}
