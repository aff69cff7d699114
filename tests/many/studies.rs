//! A study, held by the whole program.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use serde_json::{Value, json};

use super::common::debater::{Asked, Debater, Done, Home, Manner, spoken};

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

const JUDGED: &str = "
motions = [\"This House would rather walk\"]
seed_count = 2
measures = [\"style_card\", \"answering\", \"words\"]
judge = { model = \"fake-2\" }

[options]
scale = 0.1
audience = 2
polls = \"ends\"

[[arm]]
name = \"brief\"

[[arm]]
name = \"long\"
options = { scale = 0.3 }
";

/// A judge who finds long speeches well in style, and brief ones not; while it is mute it says nothing of use about any.
fn reader(mute: &Arc<AtomicBool>) -> Debater {
    let mute = Arc::clone(mute);
    Debater::heard(move |asked: &Asked| {
        let text = match asked.purpose {
            "eval_style" | "eval_answers" => {
                assert_eq!(asked.model, "fake-2", "the judge alone reads");
                let is_long = asked.task.matches("Claim ").count() > 9;
                match asked.purpose {
                    _ if mute.load(Ordering::SeqCst) && asked.purpose == "eval_answers" => {
                        "I would rather not say.".to_owned()
                    }
                    "eval_style" => {
                        json!({"reason": "r", "same_voice": if is_long { 10 } else { 1 }})
                            .to_string()
                    }
                    _ => r#"{"reason": "r", "heard": "touches"}"#.to_owned(),
                }
            }
            _ => return None,
        };
        Some(spoken(&text, Manner::default()))
    })
}

fn judged(home: &Home, url: &str, more: &[&str]) -> Done {
    let file = home.write("judged.toml", JUDGED);
    let out = home.path().join("out");
    let fixed = [
        "study",
        file.to_str().unwrap(),
        "--base-url",
        url,
        "--model",
        "fake-1",
        "--out",
        out.to_str().unwrap(),
    ];
    home.run(&[&fixed[..], more].concat())
}

#[test]
fn a_judge_reads_each_debate_once_and_its_readings_are_held_against_each_other() {
    let mute = Arc::new(AtomicBool::new(false));
    let debater = reader(&mute);
    let home = Home::new();
    let url = debater.server.url();
    let estimated = judged(&home, &url, &["--dry-run"]);
    assert!(
        estimated.ended(0).stdout.contains("readings"),
        "{}",
        estimated.stdout
    );
    let found = judged(&home, &url, &["--json"]);
    let found: Value = serde_json::from_str(&found.ended(0).stdout).unwrap();
    let of = |figure: &str| {
        let mut all = found["comparisons"].as_array().unwrap().iter();
        all.find(|one| one["figure"] == figure).unwrap().clone()
    };
    let style = of("style_card");
    assert_eq!(
        (&style["pairs"], &style["first"], &style["other"]),
        (&2.into(), &0.0.into(), &1.0.into()),
        "{style}"
    );
    assert_eq!(style["difference"], 1.0);
    assert_eq!(of("answering")["difference"], 0.0);
    assert_eq!(found["unread"], json!([]));
    let count = |purpose: &str| {
        let purposes = debater.purposes();
        purposes.iter().filter(|one| **one == purpose).count()
    };
    // Each speaker of each of four debates, once; and nothing that is not measured.
    assert_eq!(count("eval_style") % 4, 0);
    assert_eq!((count("eval_arc"), count("eval_offer")), (0, 0));

    // Neither the same command nor a report asks again.
    let asked = debater.purposes().len();
    let again = judged(&home, &url, &["--json"]);
    assert_eq!(
        serde_json::from_str::<Value>(&again.ended(0).stdout).unwrap(),
        found
    );
    judged(&home, "http://127.0.0.1:9/v1", &["--report"]);
    assert_eq!(debater.purposes().len(), asked);
    assert!(
        again.stderr.contains("Nothing is left to be held"),
        "{}",
        again.stderr
    );
}

#[test]
fn a_study_that_was_stopped_among_its_readings_asks_none_twice() {
    let mute = Arc::new(AtomicBool::new(false));
    let debater = reader(&mute);
    let home = Home::new();
    let url = debater.server.url();
    let read = || {
        let seen = debater.server.seen();
        let tasks = seen.iter().filter(|one| one.body["model"] == "fake-2");
        // With its seed, which is another one in every call of a debate.
        let tasks = tasks.map(|one| one.body.to_string());
        tasks
            .filter(|task| task.contains("same_voice") || task.contains("\\\"heard\\\""))
            .collect::<Vec<String>>()
    };
    const LAST: u64 = 30;
    // What the debates take is known once they are held: one token more ends the study at its first reading.
    let text = JUDGED.replace("judge = { model = \"fake-2\" }\n", "");
    let text = text.replace("\"style_card\", \"answering\", ", "");
    let plain = home.write("plain.toml", &format!("name = \"judged\"\n{text}"));
    let out = home.path().join("plain");
    home.run(&[
        "study",
        plain.to_str().unwrap(),
        "--base-url",
        &url,
        "--model",
        "fake-1",
        "--out",
        out.to_str().unwrap(),
    ])
    .ended(0);
    assert!(read().is_empty());
    let csv = std::fs::read_to_string(out.join("debates.csv")).unwrap();
    let mut lines = csv.lines();
    let at = lines
        .next()
        .unwrap()
        .split(',')
        .position(|one| one == "tokens");
    let spent: f64 = lines
        .map(|line| {
            line.split(',')
                .nth(at.unwrap())
                .unwrap()
                .parse::<f64>()
                .unwrap()
        })
        .sum();
    // A call of the server is 110 tokens: there are some for the first debates, and not for all.
    let limit = (spent as u64 + LAST * 110).to_string();
    let limited = judged(&home, &url, &["--max-tokens", &limit]);
    limited.ended(5);
    assert!(
        limited.stderr.contains("still to be read by the judge"),
        "{}",
        limited.stderr
    );
    assert!(
        limited.stdout.contains("the judge has not read it"),
        "{}",
        limited.stdout
    );
    let first = read().len();
    assert!(first >= LAST as usize, "{first}");

    judged(&home, &url, &["--json"]).ended(0);
    let mut all = read();
    let asked = all.len();
    all.sort_unstable();
    all.dedup();
    // What was broken off is asked again, which is of one debate; no reading that was kept is.
    let of_one = all.len() / 4;
    assert!(
        asked - all.len() <= of_one + 1,
        "{first} then {asked}, {} different",
        all.len()
    );
    let before = debater.purposes().len();
    judged(&home, &url, &["--json"]).ended(0);
    assert_eq!(debater.purposes().len(), before);
}

#[test]
fn what_a_judge_gives_of_no_use_leaves_its_measure_out_and_is_asked_again_when_that_is_wanted() {
    let mute = Arc::new(AtomicBool::new(true));
    let debater = reader(&mute);
    let home = Home::new();
    let url = debater.server.url();
    let found = judged(&home, &url, &["--json"]);
    let found: Value = serde_json::from_str(&found.ended(4).stdout).unwrap();
    let of = |found: &Value, figure: &str| {
        let mut all = found["comparisons"].as_array().unwrap().iter();
        all.find(|one| one["figure"] == figure).unwrap().clone()
    };
    assert_eq!(of(&found, "style_card")["pairs"], 2);
    assert_eq!(of(&found, "answering")["unmeasured"], 2);
    let unread = found["unread"].as_array().unwrap();
    assert_eq!(unread.len(), 4, "{found:#}");
    let why = unread[0]["why"].as_str().unwrap();
    assert!(why.contains("gave nothing of use"), "{why}");

    // It is kept that it was of no use.
    mute.store(false, Ordering::SeqCst);
    let asked = debater.purposes().len();
    let told = judged(&home, &url, &[]);
    assert!(
        told.ended(4).stdout.contains("not measured in 2 pairs"),
        "{}",
        told.stdout
    );
    assert_eq!(debater.purposes().len(), asked);
    let mended = judged(&home, &url, &["--json", "--retry-failed"]);
    let mended: Value = serde_json::from_str(&mended.ended(0).stdout).unwrap();
    assert_eq!(of(&mended, "answering")["pairs"], 2);
    let purposes = debater.purposes();
    let again = &purposes[asked..];
    assert!(again.contains(&"eval_answers") && !again.contains(&"eval_style"));
}

#[test]
fn a_judge_that_nobody_has_is_known_before_a_debate_is_held() {
    let debater = Debater::good();
    let home = Home::new();
    let text = JUDGED.replace("fake-2", "nobody-has-it");
    let file = home.write("judged.toml", &text);
    let url = debater.server.url();
    home.run(&[
        "study",
        file.to_str().unwrap(),
        "--base-url",
        &url,
        "--model",
        "fake-1",
    ])
    .ended(3);
    assert!(debater.purposes().is_empty());
}
