//! A study, held by the whole program.

use serde_json::Value;

use super::common::debater::{Debater, Done, Home};

const FILE: &str = "
motions = [\"ban-private-cars\", \"This House would rather walk\"]
measures = [\"aye_share\", \"points_taken\", \"words\"]

[options]
scale = 0.1
audience = 5
polls = \"ends\"

[[arm]]
name = \"with points\"

[[arm]]
name = \"without\"
options = { points = false }

[[arm]]
name = \"told nothing\"
house = { told = \"nothing\", audience = 3 }
";

fn study(home: &Home, url: &str, more: &[&str]) -> Done {
    let file = home.write("points.toml", FILE);
    let out = home.path().join("out");
    let fixed = [
        "study",
        file.to_str().unwrap(),
        "--base-url",
        url,
        "--out",
        out.to_str().unwrap(),
    ];
    home.run(&[&fixed[..], more].concat())
}

#[test]
fn a_study_that_was_stopped_is_gone_on_with_and_its_arms_are_held_against_the_first() {
    let debater = Debater::good();
    let home = Home::new();
    let url = debater.server.url();
    let estimated = study(&home, &url, &["--dry-run"]);
    assert!(
        estimated.ended(0).stdout.contains("still to be held"),
        "{}",
        estimated.stdout
    );
    assert_eq!(debater.purposes().len(), 0, "nobody was asked");

    let limited = study(&home, &url, &["--max-tokens", "2000"]);
    limited.ended(5);
    assert!(
        limited.stdout.contains("the debate is not over"),
        "{}",
        limited.stdout
    );
    study(&home, &url, &["--parallel", "2"]).ended(0);

    let asked = debater.purposes().len();
    let again = study(&home, &url, &["--json"]);
    let found: Value = serde_json::from_str(&again.ended(0).stdout).unwrap();
    assert_eq!(
        debater.purposes().len(),
        asked,
        "what is there is not held again"
    );
    assert_eq!(
        (&found["blocks"], found["dropped"].as_array().unwrap().len()),
        (&2.into(), 0)
    );
    let of = |arm: &str, figure: &str| {
        let mut all = found["comparisons"].as_array().unwrap().iter();
        all.find(|one| one["arm"] == arm && one["figure"] == figure)
            .unwrap()
            .clone()
    };
    let points = of("without", "points_taken");
    assert_eq!(
        (&points["pairs"], &points["other"]),
        (&2.into(), &0.0.into())
    );
    assert!(points["difference"].as_f64().unwrap() <= 0.0);
    assert_eq!(points["finding"], "too_few");
    assert_eq!(of("told nothing", "aye_share")["pairs"], 2);
    // Of a house nobody knows how many words it heard.
    assert_eq!(of("told nothing", "words")["unmeasured"], 2);

    // With another model these are other debates, and the tables stay as they are.
    let other = study(&home, &url, &["--model", "fake-2", "--report"]);
    assert!(
        other.ended(2).stderr.contains("with other models"),
        "{}",
        other.stderr
    );
    let told = study(&home, "http://127.0.0.1:9/v1", &["--report"]);
    let table = told
        .ended(0)
        .stdout
        .lines()
        .find(|line| line.contains("points taken"))
        .unwrap();
    assert!(table.contains("fewer than 6 pairs tell nothing"), "{table}");
    let kept = std::fs::read_to_string(home.path().join("out/study.md")).unwrap();
    assert!(kept.contains("| points taken |"), "{kept}");
}

#[test]
fn a_house_of_an_arm_has_a_model_of_its_own_and_nothing_is_left_where_there_is_none() {
    let debater = Debater::good();
    let home = Home::new();
    let url = debater.server.url();
    let (of, out) = (home.path().join("houses.toml"), home.path().join("out"));
    let held = |model: &str| {
        let text = format!(
            "motions = [\"This House would rather walk\"]\nmeasures = [\"aye_share\"]\n\
             [options]\nscale = 0.1\naudience = 2\npolls = \"ends\"\n\
             [[arm]]\nname = \"usual\"\nhouse = {{ told = \"nothing\", audience = 2 }}\n\
             [[arm]]\nname = \"other\"\nhouse = {{ told = \"nothing\", audience = 2, model = \"{model}\" }}\n"
        );
        std::fs::write(&of, text).unwrap();
        let (of, out) = (of.to_str().unwrap(), out.to_str().unwrap());
        home.run(&[
            "study",
            of,
            "--base-url",
            &url,
            "--model",
            "fake-1",
            "--out",
            out,
            "--json",
        ])
    };
    // Nobody has that model: this is known before anybody is asked.
    held("nobody-has-it").ended(3);
    assert!(debater.purposes().is_empty());
    assert!(!out.exists());

    let found = held("fake-2");
    let found: Value = serde_json::from_str(&found.ended(0).stdout).unwrap();
    assert_eq!(found["comparisons"][0]["pairs"], 1, "{found:#}");
    let seen = debater.server.seen();
    let of_other = seen.iter().filter(|one| one.body["model"] == "fake-2");
    // Two members, before and after; the debate itself and the other house are the first model's.
    let asked = of_other.count();
    assert!(asked >= 4, "{asked}");
    // Each house finds its own votes again, and nobody is asked anything.
    let before = debater.purposes().len();
    held("fake-2").ended(0);
    assert_eq!(debater.purposes().len(), before);
}
