//! Servers that hand in the right form with nothing in it. It is asked for again, and missing where it cannot be had, as
//! any answer is.

use serde_json::{Value, json};

use super::common::{
    debater::{Asked, Debater, Done, Home, Manner, short_with, spoken},
    fake_server::Reply,
};

/// A value of a schema that says the same in every text, and has so many entries in every list.
fn filled(schema: &Value, text: &str, entries: usize) -> Value {
    if let Some(choices) = schema["enum"].as_array() {
        return choices[0].clone();
    }
    if let Some(properties) = schema["properties"].as_object() {
        let fields = properties.iter();
        let fields = fields.map(|(name, one)| (name.clone(), filled(one, text, entries)));
        return Value::Object(fields.collect());
    }
    match schema["type"].as_str() {
        Some("array") => vec![filled(&schema["items"], text, entries); entries].into(),
        Some("boolean") => json!(false),
        Some("number" | "integer") => json!(0),
        _ => json!(text),
    }
}

fn answer(value: &Value) -> Reply {
    spoken(&value.to_string(), Manner::default())
}

/// Holds a debate in which this is what comes of everything that has one of these fields.
fn held(
    format: &str,
    fields: &'static [&str],
    empty: impl Fn(&Value) -> Value + Send + Sync + 'static,
) -> (Home, Done) {
    let debater = Debater::faulty(move |asked: &Asked| {
        let schema = asked.schema.as_ref()?;
        let told = schema.to_string();
        let is_meant = fields
            .iter()
            .any(|field| told.contains(&format!("\"{field}\"")));
        is_meant.then(|| answer(&empty(schema)))
    });
    let home = Home::new();
    let url = debater.server.url();
    let go_on = ["--format", format, "--on-failure", "go-on"];
    let done = home.run(&short_with(&url, &go_on));
    (home, done)
}

#[test]
fn what_says_nothing_is_missing_in_every_format() {
    /// Format, the fields of what is empty, and what is missing then.
    type Case = (
        &'static str,
        &'static [&'static str],
        &'static [&'static str],
    );
    let cases: [Case; 12] = [
        ("structured", &["follow_up_question"], &["cross_examine"]),
        ("structured", &["claim"], &["arguments"]),
        ("structured", &["final_position"], &["closing"]),
        ("structured", &["key_insight"], &["judge", "scores"]),
        ("panel", &["key_insight"], &["judge", "scores"]),
        ("british-parliamentary", &["key_insight"], &["judge"]),
        ("assembly", &["key_insight"], &["judge"]),
        ("lincoln-douglas", &["key_insight"], &["judge"]),
        ("world-schools", &["key_insight"], &["judge"]),
        ("exhibition", &["core_tensions"], &["verdict"]),
        (
            "oxford",
            &["core_tensions", "persona_fidelity"],
            &["verdict"],
        ),
        ("clearside", &["areas_of_agreement"], &["synthesis"]),
    ];
    std::thread::scope(|scope| {
        for (format, fields, named) in cases {
            for (text, entries) in [("", 0), ("…", 1)] {
                scope.spawn(move || {
                    let (home, done) =
                        held(format, fields, move |schema| filled(schema, text, entries));
                    done.ended(4);
                    let end = done.of("debate_closed").pop().unwrap();
                    let missing = end["missing"].as_array().unwrap();
                    for what in named {
                        let found = missing.iter().find(|one| one["what"] == *what);
                        let found =
                            found.unwrap_or_else(|| panic!("{format} without {what}: {end}"));
                        assert_eq!(found["counts"], true, "{format}: {found}");
                    }
                    let shown = home.run(&["show"]);
                    let shown = &shown.ended(0).stdout;
                    assert!(shown.contains("Missing: the "), "{format}: {shown}");
                });
            }
        }
    });
}

#[test]
fn an_assessment_without_a_word_is_missing() {
    let (_, done) = held("exhibition", &["persona_fidelity"], |schema| {
        filled(schema, "", 0)
    });
    let end = done.of("debate_closed").pop().unwrap();
    let missing = end["missing"].as_array().unwrap();
    let assessments = missing.iter().filter(|one| one["what"] == "assessment");
    assert!(assessments.count() > 0, "{end}");
}

#[test]
fn a_check_that_names_no_rule_was_not_made() {
    for format in ["clearside", "lincoln-douglas"] {
        let (_, done) = held(format, &["broken"], |_| json!({"none": []}));
        done.ended(4);
        let end = done.of("debate_closed").pop().unwrap();
        let missing = end["missing"].as_array().unwrap();
        let checks = missing.iter().filter(|one| one["what"] == "referee");
        assert!(checks.count() > 0, "{end}");
    }
}

#[test]
fn forms_with_nothing_in_them_hold_no_debate_and_none_is_listed_as_begun() {
    let blank = r#"{"arguments":[{"claim":"…","reasoning":"…","evidence":"…"}]}"#;
    let debater = Debater::faulty(move |asked: &Asked| {
        (asked.purpose == "write").then(|| spoken(blank, Manner::default()))
    });
    let home = Home::new();
    let url = debater.server.url();
    let mut args = short_with(&url, &["--format", "structured"]);
    // What is finished of a list is read out before it is known whether it can be taken.
    let pace = args.iter().position(|one| *one == "instant");
    args[pace.unwrap()] = "reading";
    let left = home.run(&args);
    left.ended(5);
    assert!(left.stderr.contains("begin it anew"), "{}", left.stderr);
    let listed = home.run(&["list", "--json"]);
    let listed = &listed.ended(0).stdout;
    let one: Value = serde_json::from_str(listed.lines().next().unwrap()).unwrap();
    assert_eq!(
        (&one["turns"], &one["words"]),
        (&json!(0), &json!(0)),
        "{one}"
    );
}

#[test]
fn nothing_is_asked_of_a_debate_in_which_nobody_spoke() {
    let debater = Debater::faulty(|asked: &Asked| {
        let speaks = ["speech", "poi_answer"].contains(&asked.purpose);
        speaks.then(|| spoken("…", Manner::default()))
    });
    let home = Home::new();
    let url = debater.server.url();
    let held = home.run(&short_with(&url, &["--on-failure", "go-on"]));
    held.ended(4);
    for (asked, why) in [("divide", "nobody has spoken"), ("judge", "is empty")] {
        let done = home.run(&[asked, "last", "--base-url", &url]);
        let told = &done.ended(2).stderr;
        assert!(told.contains(why), "{asked}: {told}");
    }
}
