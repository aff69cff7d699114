//! Measures of debates that are over.

use std::time::{Duration, Instant};

use hustings::{debate::event::Event, eval::DEFINITIONS};
use serde_json::{Map, Value, json};

use super::common::{
    debater::{Asked, Debater, Home, Manner, PATIENCE, end, records, short, signal, spoken, start},
    fake_server::Reply,
};

/// A judge that finds every voice alike and every claim in order; in the model "mute" one that says nothing of use.
/// What the judge says of a style.
const SAID: &str = "Alike as two eggs of one hen.";

fn judge() -> Debater {
    Debater::heard(|asked: &Asked| {
        let text = match asked.purpose {
            one if one.starts_with("eval_") && asked.model == "mute" => {
                "I would rather not say.".to_owned()
            }
            "eval_style" => json!({"reason": SAID, "same_voice": 10}).to_string(),
            "eval_positions" => positions(asked),
            "eval_point" => r#"{"reason": "It does.", "answer": "partly"}"#.to_owned(),
            "eval_answers" => r#"{"reason": "It does.", "heard": "touches"}"#.to_owned(),
            "eval_offer" => r#"{"reason": "It is.", "edge": "sharp", "moment": "good"}"#.to_owned(),
            "eval_arc" => arc(asked),
            _ => return None,
        };
        Some(spoken(&text, Manner::default()))
    })
}

/// Every turn is as tense, and the first is the climax.
fn arc(asked: &Asked) -> String {
    let schema = asked.schema.as_ref().unwrap();
    let turns = schema["properties"]["tension"]["properties"].as_object();
    let turns = turns.unwrap().keys();
    let tension: Map<String, Value> = turns.map(|turn| (turn.clone(), json!(3))).collect();
    json!({"tension": tension, "turning_point": "none", "climax": "turn_1"}).to_string()
}

/// Every claim agrees with the first position.
fn positions(asked: &Asked) -> String {
    let schema = asked.schema.as_ref().unwrap();
    let claims = schema["properties"].as_object().unwrap().keys();
    let held = json!({"position": "P1", "held": "agrees"});
    let all: Map<String, Value> = claims.map(|claim| (claim.clone(), held.clone())).collect();
    Value::Object(all).to_string()
}

/// A home with a debate in it that is over.
fn debated(debater: &Debater) -> Home {
    let home = Home::new();
    let list = r#"{"object":"list","data":[{"id":"fake-1"},{"id":"mute"}]}"#;
    debater.server.set_models(Reply::status(200, list));
    home.debate(&debater.server, &["--model", "fake-1"])
        .ended(0);
    home
}

fn measured(home: &Home, more: &[&str]) -> Value {
    let done = home.run(&[["eval", "--json"].as_slice(), more].concat());
    serde_json::from_str(&done.ended(0).stdout).unwrap()
}

/// The places of a value and what stands there. What a measure was found of is a list of its own, and as long as it is.
fn form(value: &Value, place: &str, found: &mut std::collections::BTreeSet<String>) {
    let kind = match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                // Every seat has the same.
                let name = if name.contains('.') { "*" } else { name };
                form(field, &format!("{place}.{name}"), found);
            }
            return;
        }
        Value::Array(all) => {
            for one in all {
                form(one, &format!("{place}[]"), found);
            }
            return;
        }
        Value::Null => "nothing",
        Value::Bool(_) => "yes or no",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
    };
    found.insert(format!("{place}: {kind}"));
}

#[test]
fn the_form_of_the_json_is_stable() {
    let debater = judge();
    let home = debated(&debater);
    let mut found = measured(&home, &["--no-models"]);
    assert_eq!(found["version"], 1);
    // What a point aims at depends on when it came, and so on the machine: its form is held by itself.
    let points = found["debates"][0]
        .as_object_mut()
        .unwrap()
        .remove("points");
    assert!(points.unwrap().is_array());
    let mut places = std::collections::BTreeSet::new();
    form(&found, "", &mut places);
    let places: Vec<String> = places.into_iter().collect();
    // Whoever reads it relies on these: what is taken away or renamed needs another version.
    insta::assert_snapshot!("eval_form", places.join("\n"));
}

#[test]
fn each_point_is_told_with_what_its_numbers_are_made_of() {
    let debater = judge();
    let home = debated(&debater);
    let found = measured(&home, &["--no-models"]);
    let one = &found["debates"][0];
    let points = one["points"].as_array().unwrap();
    let by_speakers = |one: &Event| matches!(one, Event::PoiOffered { command: None, .. });
    let records = records(&home);
    let offered = records.iter().filter(|one| by_speakers(&one.event)).count();
    assert_eq!(points.len(), offered);
    let text = home.run(&["eval", "last", "--no-models"]);
    let said = &text.ended(0).stdout;
    assert_eq!(
        said.contains("\nPoints of information\n"),
        offered > 0,
        "{said}"
    );
    for point in points {
        for (part, fields) in [
            (
                "sharpness",
                &[
                    "words",
                    "most_words",
                    "sentences",
                    "is_question",
                    "quoted",
                    "meets",
                    "is_sharp",
                ][..],
            ),
            ("target", &["sentence", "claim", "whom"]),
            (
                "timing",
                &[
                    "said",
                    "of",
                    "share",
                    "protected",
                    "window",
                    "seconds_after",
                    "is_timely",
                ],
            ),
        ] {
            let part = point[part].as_object().unwrap();
            let names: std::collections::BTreeSet<&str> = part.keys().map(String::as_str).collect();
            assert_eq!(names, fields.iter().copied().collect(), "{point}");
        }
        let told = format!(
            "after {} of {} words",
            point["timing"]["said"], point["timing"]["of"]
        );
        assert!(said.contains(&told), "{told}: {said}");
    }
    // The share of those that are sharp is what the list comes to.
    let sharp = points
        .iter()
        .filter(|one| one["sharpness"]["is_sharp"] == true);
    let expected = sharp.count() as f64 / points.len() as f64;
    let measure = one["measures"]["point_sharp"]["value"].as_f64();
    assert!(
        points.is_empty() || measure.is_some_and(|value| (value - expected).abs() < 1e-9),
        "{measure:?}"
    );
}

#[test]
fn a_debate_is_measured_and_nothing_is_written() {
    let debater = judge();
    let home = debated(&debater);
    let before = records(&home);
    let found = measured(&home, &[]);
    assert_eq!(found["version"], 1);
    assert_eq!(found["means"], Value::Null, "there is one debate");
    let one = &found["debates"][0];
    let measures = one["measures"].as_object().unwrap();
    assert_eq!(measures.len(), DEFINITIONS.len());
    for (id, measure) in measures {
        let has_value = measure["value"].is_number();
        assert_ne!(has_value, measure["why"].is_string(), "{id}: {measure}");
        for field in ["of", "by", "model", "good", "speakers", "agreement"] {
            assert!(measure.get(field).is_some(), "{id} has no {field}");
        }
    }
    // The judge gave the highest score to everybody, and a half to each answer.
    assert_eq!(measures["style_card"]["value"], 1.0);
    assert_eq!(
        measures["style_card"]["speakers"]
            .as_object()
            .unwrap()
            .len(),
        6
    );
    // Whether somebody rises in time, and is heard, depends on the machine: what the journal has is what is measured.
    let was_answered = before
        .iter()
        .any(|one| matches!(&one.event, Event::PoiAnswered { text, .. } if !text.is_empty()));
    let half = if was_answered {
        json!(0.5)
    } else {
        Value::Null
    };
    assert_eq!(measures["point_answered"]["value"], half);
    assert!(
        measures["style_card"]["model"]
            .as_str()
            .unwrap()
            .ends_with("fake-1"),
        "{}",
        measures["style_card"]
    );
    for id in ["position_coverage", "position_accuracy"] {
        assert_eq!(measures[id]["value"], 1.0, "{id}: {}", measures[id]);
        assert_eq!(measures[id]["by"], "judge");
    }
    assert_eq!(measures["differentiation"]["by"], "tf-idf");
    let why = measures["grounding_rate"]["why"].as_str().unwrap();
    assert!(why.contains("no corpus for"), "{why}");
    assert!(one["counts"].as_array().unwrap().len() > 2, "{one}");
    assert_eq!(one["novelty"][0]["new_words"], 1.0);
    assert_eq!(measures["answering"]["value"], 0.5);
    assert_eq!(measures["tension_rise"]["value"], 0.0);
    assert!(measures["climax"]["value"].is_number(), "{measures:?}");
    assert_eq!(measures["turning_point"]["why"], "the judge found no turn");
    assert_eq!(measures["answering"]["agreement"], Value::Null);
    assert_eq!(measured(&home, &[]), found, "it comes to the same again");
    // The same model twice, and another: it agrees with itself and has nothing in common with one that is mute.
    let url = debater.server.url();
    let again = ["--repeat", "2", "--model", "fake-1", "--model", "mute"];
    let again = [again.as_slice(), &["--base-url", &url]].concat();
    let done = home.run(&[["eval", "--json"].as_slice(), &again].concat());
    let twice: Value = serde_json::from_str(&done.ended(4).stdout).unwrap();
    let answering = &twice["debates"][0]["measures"]["answering"];
    assert_eq!(answering["value"], 0.5, "{answering}");
    let repeats = answering["agreement"]["repeats"].as_object().unwrap();
    assert_eq!(repeats.len(), 1, "{answering}");
    assert!(repeats.values().all(|alike| alike["equal"] == 1.0));
    assert_eq!(records(&home), before);
    let kept = String::from_utf8_lossy(&home.bytes()).into_owned();
    assert!(!kept.contains(SAID), "what the judge says is not kept");

    let text = home.run(&["eval", "last"]);
    let said = &text.ended(0).stdout;
    for word in [
        "Differentiation",
        "by TF-IDF",
        "By speaker",
        "Not measured",
        "no corpus",
    ] {
        assert!(said.contains(word), "{word}: {said}");
    }
}

#[test]
fn without_models_the_rest_is_measured_and_a_mute_judge_takes_nothing_with_it() {
    let debater = judge();
    let home = debated(&debater);
    let asked = debater.purposes().len();
    let found = measured(&home, &["--no-models"]);
    assert_eq!(debater.purposes().len(), asked, "nobody was asked");
    let measures = &found["debates"][0]["measures"];
    assert_eq!(
        measures["style_card"]["why"],
        "no model was asked (--no-models)"
    );
    assert!(measures["swing"]["value"].is_number(), "{measures}");

    let url = debater.server.url();
    let mute = [
        "--role",
        "judge=mute",
        "--model",
        "fake-1",
        "--base-url",
        &url,
    ];
    let done = home.run(&[["eval", "--json"].as_slice(), &mute].concat());
    let found: Value = serde_json::from_str(&done.ended(4).stdout).unwrap();
    let measures = &found["debates"][0]["measures"];
    let why = measures["style_card"]["why"].as_str().unwrap();
    assert!(why.contains("gave nothing of use"), "{why}");
    assert!(measures["new_words"]["value"].is_number(), "{measures}");

    // A server that is not there: it says so, and measures the rest.
    let gone = home.run(&[
        "eval",
        "--model",
        "fake-1",
        "--base-url",
        "http://127.0.0.1:9/v1",
    ]);
    assert!(
        gone.ended(4).stdout.contains("Differentiation"),
        "{}",
        gone.stdout
    );
}

#[test]
fn several_debates_have_a_mean_with_its_interval() {
    let (home, debater) = (Home::new(), judge());
    let mut ids = Vec::new();
    let url = debater.server.url();
    for scale in ["0.1", "0.2"] {
        let args = short(&url).into_iter();
        let args = args.map(|arg| if arg == "0.1" { scale } else { arg });
        home.run(&args.collect::<Vec<_>>()).ended(0);
        ids.push(records_id(&home));
    }
    let several = [ids[0].as_str(), ids[1].as_str(), "--no-models"];
    let found = measured(&home, &several);
    let value = |at: usize| {
        let measure = &found["debates"][at]["measures"]["new_words"];
        measure["value"].as_f64().unwrap()
    };
    let mean = &found["means"]["new_words"];
    let expected = f64::midpoint(value(0), value(1));
    assert!(
        (mean["estimate"].as_f64().unwrap() - expected).abs() < 1e-9,
        "{mean}"
    );
    // t with one degree of freedom is 12.7062; s ÷ √2 is half of the difference.
    let half = 12.706_205 * (value(0) - value(1)).abs() / 2.0;
    assert!(
        (mean["high"].as_f64().unwrap() - expected - half).abs() < 1e-6,
        "{mean}"
    );
    assert_eq!(found["means"]["grounding_rate"], Value::Null);
    let text = home.run(&[["eval"].as_slice(), &several].concat());
    let said = &text.ended(0).stdout;
    for word in ["mean", "± 95 %", "Student's t", "Not measured in any"] {
        assert!(said.contains(word), "{word}: {said}");
    }
    let twice = home.run(&["eval", &ids[0], &ids[0]]);
    assert!(
        twice.ended(2).stderr.contains("named twice"),
        "{}",
        twice.stderr
    );
}

/// The id of the newest debate.
fn records_id(home: &Home) -> String {
    match &records(home)[0].event {
        Event::Opened(opening) => opening.debate.0.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_is_not_over_is_not_measured_and_what_a_measure_is_can_be_read() {
    let (home, debater) = (Home::new(), judge());
    home.debate(&debater.server, &["--max-tokens", "500"])
        .ended(5);
    let done = home.run(&["eval"]);
    for word in ["is not over", "hustings resume"] {
        assert!(
            done.ended(2).stderr.contains(word),
            "{word}: {}",
            done.stderr
        );
    }
    let done = home.run(&["eval", "--explain"]);
    let said = &done.ended(0).stdout;
    for word in [
        "grounding_rate",
        "formula",
        "range",
        "≥ 0.60",
        "Fleiss' kappa",
    ] {
        assert!(said.contains(word), "{word}: {said}");
    }
    let done = home.run(&["eval", "--explain", "--json"]);
    let all: Value = serde_json::from_str(&done.ended(0).stdout).unwrap();
    assert_eq!(all.as_array().unwrap().len(), DEFINITIONS.len());
    assert_eq!(all[0]["id"], "grounding_rate");
    for field in ["unit", "shows", "cannot", "checked"] {
        assert!(all[0][field].is_string(), "{field}: {}", all[0]);
    }
    let done = home.run(&["eval", "--explain", "uptake"]);
    let said = &done.ended(0).stdout;
    assert!(
        said.contains("cannot show") && !said.contains("grounding_rate"),
        "{said}"
    );
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_what_needs_a_model_and_prints_the_rest() {
    // The judge, and what embeds, take the question and never answer.
    let debater = Debater::heard(|asked: &Asked| {
        let hangs = asked.purpose.starts_with("eval_") || asked.purpose == "unknown";
        hangs.then_some(Reply::Silence)
    });
    let home = debated(&debater);
    let url = debater.server.url();
    for embeddings in ["off", "fake-1"] {
        let before = debater.purposes().len();
        let args = ["eval", "--base-url", &url, "--model", "fake-1"];
        let args = [args.as_slice(), &["--embeddings", embeddings]].concat();
        let running = start(&mut home.command(&args));
        let begun = Instant::now();
        while debater.purposes().len() == before {
            assert!(begun.elapsed() < PATIENCE, "nobody is asked");
            std::thread::sleep(Duration::from_millis(10));
        }
        signal(&running.child, "-INT");
        let done = end(running);
        let said = &done.ended(5).stdout;
        for word in ["Differentiation", "by TF-IDF", "it was stopped before"] {
            assert!(said.contains(word), "{word}: {said}");
        }
        assert!(done.stderr.contains("Stopped: "), "{}", done.stderr);
        let asked = debater.purposes()[before..].to_vec();
        let is_one_kind = asked
            .iter()
            .all(|one| (*one == "unknown") == (embeddings != "off"));
        assert!(
            is_one_kind,
            "nobody is asked anything after that: {asked:?}"
        );
    }
}
