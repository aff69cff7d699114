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
fn what_judges_did_not_give_takes_their_own_figures_and_no_others() {
    let debater = Debater::faulty(|asked: &Asked| {
        let is_lost = asked.task.contains("\"persona_fidelity\"");
        is_lost.then(|| spoken("I would rather not.", Manner::default()))
    });
    let home = Home::new();
    let file = home.write(
        "judged.toml",
        "motions = [\"This House would rather walk\"]\nmeasures = [\"words\", \"house_agrees\"]\n\
         [options]\nscale = 0.1\naudience = 2\npolls = \"ends\"\n\
         [[arm]]\nname = \"with points\"\n[[arm]]\nname = \"without\"\noptions = { points = false }\n",
    );
    let out = home.path().join("out");
    let url = debater.server.url();
    let done = home.run(&[
        "study",
        file.to_str().unwrap(),
        "--base-url",
        &url,
        "--out",
        out.to_str().unwrap(),
        "--json",
    ]);
    done.ended(4);
    let all: Value = serde_json::from_str(&done.stdout).unwrap();
    assert_eq!(all["dropped"], json!([]), "what was said is whole");
    assert_eq!(found(&done, "words")["pairs"], 1);
    assert_eq!(found(&done, "house_agrees")["unmeasured"], 1);
    let why = all["unread"][0]["why"].as_str().unwrap();
    assert!(why.contains("the assessment"), "{why}");
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
formats = [\"lincoln-douglas\"]
seed_count = 2
measures = [\"style_card\", \"answering\", \"words\"]
judge = { model = \"fake-2\" }

[options]
scale = 0.1

[[arm]]
name = \"name alone\"
options = { cards = \"name-only\" }

[[arm]]
name = \"card\"
";

/// A judge who finds a style where a card tells one, and none elsewhere; while it is mute it says nothing of use about
/// what answers what.
fn reader(mute: &Arc<AtomicBool>) -> Debater {
    let mute = Arc::clone(mute);
    Debater::faulty(move |asked: &Asked| {
        let text = match asked.purpose {
            "eval_style" => {
                let told = asked.task.split_once("IS SAID TO SPEAK").unwrap().1;
                let told = told.split("THIS WAS SAID IN A DEBATE").next().unwrap();
                // Of a card without a style there are the names of its parts alone.
                let is_told = told.len() > 200;
                json!({"reason": "r", "same_voice": if is_told { 10 } else { 1 }}).to_string()
            }
            "eval_answers" if mute.load(Ordering::SeqCst) => "I would rather not.".to_owned(),
            "eval_answers" => r#"{"reason": "r", "heard": "touches"}"#.to_owned(),
            _ => return None,
        };
        assert_eq!(asked.model, "fake-2", "the judge alone reads");
        Some(spoken(&text, Manner::default()))
    })
}

fn judged(home: &Home, url: &str, text: &str, more: &[&str]) -> Done {
    let file = home.write("judged.toml", text);
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

fn found(done: &Done, figure: &str) -> Value {
    let found: Value = serde_json::from_str(&done.stdout).unwrap();
    let mut all = found["comparisons"].as_array().unwrap().iter();
    all.find(|one| one["figure"] == figure).unwrap().clone()
}

#[test]
fn a_judge_reads_each_debate_once_and_a_study_that_was_stopped_among_its_readings_asks_none_twice()
{
    let debater = reader(&Arc::new(AtomicBool::new(false)));
    let home = Home::new();
    let url = debater.server.url();
    // A call has a seed, which is another one in every call about a debate.
    let read = || -> Vec<String> {
        let seen = debater.server.seen();
        let of_judge = seen.iter().filter(|one| one.body["model"] == "fake-2");
        let bodies = of_judge.map(|one| one.body.to_string());
        let is_question = |one: &String| one.contains("same_voice") || one.contains("heard");
        bodies.filter(is_question).collect()
    };
    // The debates are held first, so that it is known what they take.
    let plain = JUDGED.replace("judge = { model = \"fake-2\" }\n", "");
    let plain = plain.replace("\"style_card\", \"answering\", ", "");
    judged(&home, &url, &plain, &[]).ended(0);
    assert!(read().is_empty());
    let csv = std::fs::read_to_string(home.path().join("out/debates.csv")).unwrap();
    let mut lines = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let head = lines.next().unwrap();
    let at = head.iter().position(|one| *one == "tokens").unwrap();
    let spent: f64 = lines.map(|cells| cells[at].parse::<f64>().unwrap()).sum();

    let estimated = judged(&home, &url, JUDGED, &["--dry-run"]);
    let told = &estimated.ended(0).stdout;
    assert!(
        told.contains("readings") && told.contains("together"),
        "{told}"
    );
    // A call of the server takes 110 tokens: there are some for the first readings, and not for all.
    let limit = (spent as u64 + 25 * 110).to_string();
    let limited = judged(&home, &url, JUDGED, &["--max-tokens", &limit]);
    let told = &limited.ended(5).stderr;
    assert!(told.contains("still to be read by the judge"), "{told}");
    let told = &limited.stdout;
    assert!(told.contains("the judge has not read it"), "{told}");
    let first = read().len();
    assert!(first >= 10, "{first}");

    let done = judged(&home, &url, JUDGED, &["--json"]);
    done.ended(0);
    let style = found(&done, "style_card");
    assert_eq!(
        (&style["pairs"], &style["first"], &style["other"]),
        (&2.into(), &0.0.into(), &1.0.into()),
        "{style}"
    );
    assert_eq!(style["difference"], 1.0);
    assert_eq!(found(&done, "answering")["difference"], 0.0);
    // Two measures of each debate that was not read to its end, which is asked about anew; of the others nothing is.
    let left = limited.stdout.matches("the judge has not read it").count() / 2;
    let each = (read().len() - first) / left;
    let kept = 4 - left;
    assert!(kept > 0, "{first}");
    assert!(
        (kept * each..=(kept + 1) * each).contains(&first),
        "{first}, {each}"
    );
    let purposes = debater.purposes();
    assert!(!purposes.contains(&"eval_arc") && !purposes.contains(&"eval_positions"));

    // Neither the same command nor a report asks anybody.
    let same = judged(&home, &url, JUDGED, &["--json"]);
    assert_eq!(same.ended(0).stdout, done.stdout);
    let told = judged(
        &home,
        "http://127.0.0.1:9/v1",
        JUDGED,
        &["--report", "--json"],
    );
    assert_eq!(told.ended(0).stdout, done.stdout);
    assert_eq!(debater.purposes().len(), purposes.len());
}

#[test]
fn what_a_judge_gives_of_no_use_leaves_its_measure_out_and_is_asked_again_when_that_is_wanted() {
    let mute = Arc::new(AtomicBool::new(true));
    let debater = reader(&mute);
    let home = Home::new();
    let url = debater.server.url();
    let text = JUDGED.replace("seed_count = 2", "seed_count = 1");
    let poorer = judged(&home, &url, &text, &["--json"]);
    poorer.ended(4);
    assert_eq!(found(&poorer, "style_card")["pairs"], 1);
    assert_eq!(found(&poorer, "answering")["unmeasured"], 1);
    let of_all: Value = serde_json::from_str(&poorer.stdout).unwrap();
    let unread = of_all["unread"].as_array().unwrap();
    let why = unread[0]["why"].as_str().unwrap();
    assert!(
        unread.len() == 2 && why.contains("gave nothing of use"),
        "{why}"
    );

    // It is kept that it was of no use.
    mute.store(false, Ordering::SeqCst);
    let asked = debater.purposes().len();
    let told = judged(&home, &url, &text, &[]);
    let told = &told.ended(4).stdout;
    assert!(told.contains("not measured in 1 pair"), "{told}");
    assert_eq!(debater.purposes().len(), asked);
    let mended = judged(&home, &url, &text, &["--json", "--retry-failed"]);
    mended.ended(0);
    assert_eq!(found(&mended, "answering")["pairs"], 1);
    let purposes = debater.purposes();
    let again = &purposes[asked..];
    assert!(again.contains(&"eval_answers") && !again.contains(&"eval_style"));
}

#[test]
fn a_judge_that_nobody_has_is_known_before_a_debate_is_held() {
    let debater = Debater::good();
    let home = Home::new();
    let text = JUDGED.replace("fake-2", "nobody-has-it");
    judged(&home, &debater.server.url(), &text, &[]).ended(3);
    assert!(debater.purposes().is_empty());
}
