//! A debate that is over, judged again.

use std::{
    collections::BTreeSet,
    fmt::Write as _,
    sync::atomic::{AtomicU32, Ordering},
};

use serde_json::Value;

use super::common::debater::{Asked, Debater, Home, Manner, proper, records, spoken};

/// What a judge answers, with the same score for everything.
fn scored(asked: &Asked, score: u32) -> String {
    fn fill(value: &mut Value, score: u32) {
        match value {
            Value::Number(_) => *value = score.into(),
            Value::Object(fields) => fields.values_mut().for_each(|one| fill(one, score)),
            _ => {}
        }
    }
    let mut answer = serde_json::from_str(&proper(asked)).unwrap();
    fill(&mut answer, score);
    answer.to_string()
}

/// Judges of whom each model has its own idea, and one model that cannot judge.
fn judges() -> Debater {
    Debater::faulty(|asked| {
        let text = match (asked.purpose, asked.model.as_str()) {
            ("judge", "fake-1") => scored(asked, 4),
            ("judge", "fake-2") => scored(asked, 8),
            ("judge", _) => "I would rather not say.".to_owned(),
            _ => return None,
        };
        Some(spoken(&text, Manner::default()))
    })
}

fn listed(debater: &Debater) {
    let list = r#"{"object":"list","data":[{"id":"fake-1"},{"id":"fake-2"},{"id":"mute"}]}"#;
    let reply = super::common::fake_server::Reply::status(200, list);
    debater.server.set_models(reply);
}

#[test]
fn judges_are_asked_together_and_compared() {
    let (home, debater) = (Home::new(), judges());
    listed(&debater);
    home.debate(&debater.server, &["--model", "fake-1"])
        .ended(0);
    let before = records(&home);
    // What no flag says is as the debate had it: its server, its model.
    let flags = ["--seat", "judge.2=fake-2"];
    let json = home.run(
        &[
            ["judge", "last", "--judges", "2", "--json"].as_slice(),
            &flags,
        ]
        .concat(),
    );
    let judged: Value = serde_json::from_str(&json.ended(0).stdout).unwrap();
    assert_eq!(judged["judges"].as_array().unwrap().len(), 2);
    assert_eq!(
        judged["rubric"]["of"], "speakers",
        "the exhibition has none of its own"
    );
    for (at, total) in [(0, 4.0), (1, 8.0)] {
        let marks = judged["judges"][at]["marks"].as_object().unwrap();
        assert_eq!(marks.len(), 6, "every speaker");
        for one in marks.values() {
            assert!(
                (one["total"].as_f64().unwrap() - total).abs() < 1e-9,
                "{one}"
            );
        }
    }
    let near = |value: &Value, expected: f64| {
        let found = value.as_f64().unwrap();
        assert!((found - expected).abs() < 1e-9, "{found} {expected}");
    };
    near(&judged["agreement"]["total"]["deviation"], 2.0);
    near(&judged["agreement"]["dimensions"]["logic"]["range"], 4.0);
    assert_eq!(judged["agreement"]["standings"], Value::Null);
    assert_eq!(judged["scores"]["closeness"], "even");
    // Who gives everybody the same puts nobody first.
    assert_eq!(judged["house"]["judges"], 2);
    assert_eq!(judged["house"]["agree"], 0);

    let text = home.run(&[["judge", "last", "--judges", "2"].as_slice(), &flags].concat());
    let said = &text.ended(0).stdout;
    for word in [
        "Judge 1",
        "Judge 2",
        "4.00",
        "8.00",
        "6.00",
        "Persuasiveness",
        "evenly matched",
        "0 of 2 judges put that side first",
    ] {
        assert!(said.contains(word), "{word}: {said}");
    }
    assert_eq!(records(&home), before, "nothing is written");
}

#[test]
fn a_judge_of_no_use_is_told_of_and_none_of_use_is_a_failure() {
    let (home, debater) = (Home::new(), judges());
    listed(&debater);
    home.debate(&debater.server, &["--model", "fake-1"])
        .ended(0);
    let url = debater.server.url();
    let one = [
        "--model",
        "fake-1",
        "--seat",
        "judge.1=mute",
        "--base-url",
        &url,
    ];
    let done = home.run(&[["judge", "--judges", "3", "--json"].as_slice(), &one].concat());
    let judged: Value = serde_json::from_str(&done.ended(4).stdout).unwrap();
    let unusable = &judged["judges"][0]["unusable"];
    assert_eq!(unusable["raw"], "I would rather not say.");
    assert!(
        unusable["reason"]
            .as_str()
            .unwrap()
            .contains("no JSON object")
    );
    assert_eq!(judged["agreement"]["judges"], 2);
    assert_eq!(judged["agreement"]["total"]["range"], 0.0);
    let all = ["--role", "judge=mute", "--base-url", &url];
    let done = home.run(&[["judge"].as_slice(), &all].concat());
    let said = &done.ended(3).stdout;
    assert_eq!(said.matches("gave nothing of use").count(), 3, "{said}");
}

#[test]
fn arguments_are_judged_by_what_became_of_them() {
    let (home, debater) = (Home::new(), Debater::good());
    let format = ["--format", "structured", "--referee", "off"];
    home.debate(&debater.server, &format).ended(0);
    let done = home.run(&["judge", "--judges", "2", "--json"]);
    let judged: Value = serde_json::from_str(&done.ended(0).stdout).unwrap();
    assert_eq!(judged["rubric"]["of"], "arguments");
    let standings = &judged["agreement"]["standings"];
    assert!(standings["arguments"].as_u64().unwrap() >= 6, "{standings}");
    let kappa = standings["kappa"].as_f64().unwrap();
    assert!((-1.0..=1.0).contains(&kappa), "{kappa}");
    let text = home.run(&["judge", "--judges", "2"]);
    assert!(
        text.ended(0).stdout.contains("Fleiss' kappa"),
        "{}",
        text.stdout
    );
}

#[test]
fn what_is_not_over_is_not_judged() {
    let (home, debater) = (Home::new(), Debater::good());
    home.debate(&debater.server, &["--max-tokens", "500"])
        .ended(5);
    let done = home.run(&["judge"]);
    done.ended(2);
    for word in ["is not over", "hustings resume"] {
        assert!(done.stderr.contains(word), "{word}: {}", done.stderr);
    }
}

#[test]
fn nobody_is_asked_where_the_debate_does_not_fit_the_model() {
    let (home, debater) = (Home::new(), judges());
    // However short its speeches are made, there are many of them.
    let mut text = "Motion: This House would pay\nFor: Ann Smith\nAgainst: Bo Hale\n".to_owned();
    for number in 0..200 {
        let who = ["ANN SMITH", "BO HALE"][number % 2];
        let _ = write!(
            text,
            "\n{who}: Toll number {number} falls on the carriages of the idle and spares the waggon.\n"
        );
    }
    let path = home.write("long.txt", &text);
    home.run(&["import", path.to_str().unwrap()]).ended(0);
    home.write(
        "config/profiles.toml",
        "[[profiles]]\nmatch = [\"*\"]\ncontext = 1024\n",
    );
    for command in ["judge", "divide"] {
        let done = home.run(&[
            command,
            "last",
            "--model",
            "fake-1",
            "--base-url",
            &debater.server.url(),
        ]);
        assert_ne!(done.status.code(), Some(0), "{command}: {}", done.stdout);
        for words in ["needs about", "context of 1024"] {
            assert!(
                done.stderr.contains(words),
                "{command}: {words}: {}",
                done.stderr
            );
        }
    }
    assert!(debater.server.seen().is_empty(), "nobody was asked");
}

#[test]
fn a_judge_is_asked_again_and_held_against_itself() {
    let count = AtomicU32::new(0);
    let debater = Debater::faulty(move |asked| {
        let score = || [4, 8, 6][count.fetch_add(1, Ordering::Relaxed) as usize % 3];
        (asked.purpose == "judge").then(|| spoken(&scored(asked, score()), Manner::default()))
    });
    let home = Home::new();
    home.debate(&debater.server, &["--model", "fake-1"])
        .ended(0);
    let before = debater.server.seen().len();
    let asked = ["judge", "last", "--judges", "1", "--repeat", "3"];
    let json = home.run(&[asked.as_slice(), &["--json"]].concat());
    let judged: Value = serde_json::from_str(&json.ended(0).stdout).unwrap();
    let again = &judged["repeats"][0];
    assert_eq!((&again["asked"], &again["reports"]), (&3.into(), &3.into()));
    let range = again["agreement"]["total"]["range"].as_f64().unwrap();
    assert!((range - 4.0).abs() < 1e-9, "{again}");
    let sides = serde_json::json!([{"side": null, "reports": 3}]);
    assert_eq!(again["first"], sides, "each side has the same");
    assert_eq!(
        judged["judges"].as_array().unwrap().len(),
        1,
        "the first counts"
    );
    // Each time there are other choices of words, as cool as a judge is.
    let seen = debater.server.seen();
    let seeds: BTreeSet<u64> = seen[before..]
        .iter()
        .filter_map(|one| {
            assert_eq!(one.body["temperature"], 0.2);
            one.body["seed"].as_u64()
        })
        .collect();
    assert_eq!(seeds.len(), 3, "{seeds:?}");
    let said = home.run(&asked);
    let said = &said.ended(0).stdout;
    for words in ["asked 3 times", "nobody alone 3 of 3", "4.00"] {
        assert!(said.contains(words), "{words}: {said}");
    }
}
