//! Numbers that no machine can do what they ask for: each is refused where it stands, in every kind of file.
#![allow(
    clippy::unwrap_used,
    clippy::format_collect,
    clippy::cast_precision_loss,
    reason = "a test that fails may panic, and its helpers are part of it"
)]

use std::{fs, sync::Arc};

use hustings::{
    batch::{self, ModelChoices},
    bounds,
    catalog::{Catalog, FileKind, Paint, Problem, Profiles, schema},
    config,
    debate::{DebateState, ids::DebateId},
    paired, real,
};
use serde_json::{Value, json};

use crate::common::busy::Busy;

/// Where a number stands: keys, and `[]` for the first entry of a list.
type Path = Vec<String>;

/// Every number in a schema, with its own schema.
fn numbers<'s>(root: &'s Value, schema: &'s Value, at: &Path, found: &mut Vec<(Path, &'s Value)>) {
    if let Some(name) = schema["$ref"].as_str() {
        let there = root.pointer(name.trim_start_matches('#')).unwrap();
        // No file of ours holds itself.
        return numbers(root, there, at, found);
    }
    for choice in ["anyOf", "oneOf", "allOf"] {
        for one in schema[choice].as_array().into_iter().flatten() {
            numbers(root, one, at, found);
        }
    }
    let types = schema["type"].as_array().cloned();
    let types = types.unwrap_or_else(|| vec![schema["type"].clone()]);
    if types.iter().any(|one| one == "integer" || one == "number") {
        found.push((at.clone(), schema));
    }
    for (name, inner) in schema["properties"].as_object().into_iter().flatten() {
        numbers(root, inner, &below(at, name), found);
    }
    if schema["items"].is_object() {
        numbers(root, &schema["items"], &below(at, "[]"), found);
    }
    if schema["additionalProperties"].is_object() {
        numbers(
            root,
            &schema["additionalProperties"],
            &below(at, "*"),
            found,
        );
    }
}

fn below(at: &Path, name: &str) -> Path {
    [at.as_slice(), &[name.to_owned()]].concat()
}

fn all(schema: &Value) -> Vec<(Path, &Value)> {
    let mut found = Vec::new();
    numbers(schema, schema, &Vec::new(), &mut found);
    found
}

#[test]
fn every_number_that_a_file_can_carry_has_bounds() {
    let mut schemas: Vec<(String, Value)> = FileKind::ALL
        .iter()
        .map(|kind| (kind.to_string(), schema(*kind)))
        .collect();
    schemas.push(("batch".to_owned(), batch::schema()));
    schemas.push(("study".to_owned(), paired::schema()));
    schemas.push(("debate".to_owned(), real::schema()));
    schemas.push(("config".to_owned(), config::schema()));
    let mut counted = 0;
    for (name, schema) in &schemas {
        for (path, number) in all(schema) {
            counted += 1;
            for end in ["minimum", "maximum"] {
                assert!(number[end].is_number(), "{name}: {path:?} has no {end}");
            }
        }
    }
    assert!(counted > 60, "{counted}");
}

/// The document with another number there; `None` where nothing of it reaches so far.
fn with(document: &toml::Value, path: &[String], number: &toml::Value) -> Option<toml::Value> {
    let mut changed = document.clone();
    let (name, holders) = path.split_last()?;
    let mut place = &mut changed;
    for step in holders {
        place = match (step.as_str(), place) {
            ("[]", toml::Value::Array(list)) => list.first_mut()?,
            (name, toml::Value::Table(table)) => table.get_mut(name)?,
            _ => return None,
        };
    }
    match (name.as_str(), place) {
        ("[]", toml::Value::Array(list)) => *list.first_mut()? = number.clone(),
        (name, toml::Value::Table(table)) => {
            table.insert(name.to_owned(), number.clone());
        }
        _ => return None,
    }
    Some(changed)
}

/// What people and fuzzers write where a number is wanted.
fn hostile() -> Vec<toml::Value> {
    let whole = [0, -1, i64::from(u32::MAX), 1 << 40, i64::MAX, i64::MIN];
    let broken = [
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        1e308,
        -1e308,
        1e-320,
        -0.0,
    ];
    let whole = whole.into_iter().map(toml::Value::Integer);
    whole
        .chain(broken.into_iter().map(toml::Value::Float))
        .collect()
}

/// Puts every hostile number in every place, and sees that what is refused is refused there. `read` takes texts, and says
/// what is wrong with each.
fn holds(
    schema: &Value,
    documents: &[toml::Value],
    read: &mut dyn FnMut(&[String]) -> Vec<Vec<Problem>>,
) {
    let mut cases = Vec::new();
    let mut missed = Vec::new();
    for (path, number) in all(schema) {
        let reached = documents
            .iter()
            .find(|document| with(document, &path, &toml::Value::Integer(1)).is_some());
        let Some(document) = reached else {
            missed.push(path);
            continue;
        };
        for hostile in hostile() {
            let changed = with(document, &path, &hostile).unwrap();
            let text = toml::to_string(&changed).unwrap();
            cases.push((path.clone(), number, hostile, text));
        }
    }
    assert!(missed.is_empty(), "nothing was written there: {missed:?}");
    let texts: Vec<String> = cases.iter().map(|(.., text)| text.clone()).collect();
    let found = read(&texts);
    assert_eq!(found.len(), cases.len());
    for ((path, number, hostile, _), problems) in cases.into_iter().zip(found) {
        let is_there = |problem: &Problem| {
            let name = path.iter().rfind(|step| *step != "[]").unwrap();
            problem.line.is_some() && problem.field.contains(name.as_str())
        };
        let fits = number["minimum"].as_f64().unwrap() <= as_float(&hostile)
            && as_float(&hostile) <= number["maximum"].as_f64().unwrap();
        let told: Vec<String> = problems.iter().map(ToString::to_string).collect();
        if !fits {
            assert!(
                problems.iter().any(is_there),
                "{path:?} {hostile}: {told:#?}"
            );
        }
        let is_jargon = |one: &&String| one.contains("expected u") || one.contains("expected f");
        assert!(
            !told.iter().any(|one| is_jargon(&one)),
            "{path:?} {hostile}: {told:#?}"
        );
    }
}

fn as_float(value: &toml::Value) -> f64 {
    match value {
        toml::Value::Integer(number) => *number as f64,
        toml::Value::Float(number) => *number,
        _ => f64::NAN,
    }
}

#[test]
fn a_format_can_ask_for_nothing_that_cannot_be_done() {
    let home = tempfile::tempdir().unwrap();
    fs::create_dir(home.path().join("formats")).unwrap();
    let mut documents: Vec<toml::Value> = Vec::new();
    for id in ["exhibition", "structured", "panel", "lincoln-douglas"] {
        let text = fs::read_to_string(format!("formats/{id}.toml")).unwrap();
        documents.push(toml::from_str(&text).unwrap());
    }
    // A phase with points of information in front, so that the first one has everything.
    let points: toml::Value =
        toml::from_str("protected_minutes = 1\nmax_accepted = 2\nmax_offered = 4").unwrap();
    let path: Vec<String> = ["phases", "[]", "points_of_information"]
        .map(str::to_owned)
        .into();
    documents.push(with(&documents[0], &path, &points).unwrap());
    holds(&schema(FileKind::Format), &documents, &mut |texts| {
        let file = |at: usize| home.path().join(format!("formats/hostile-{at}.toml"));
        for (at, text) in texts.iter().enumerate() {
            fs::write(file(at), text).unwrap();
        }
        let (_, problems) = Catalog::load(Some(home.path()));
        let of = |at: usize| {
            let name = file(at).display().to_string();
            let ours = problems.iter().filter(|one| one.file == name);
            ours.cloned().collect()
        };
        (0..texts.len()).map(of).collect()
    });
}

#[test]
fn a_profile_can_ask_for_nothing_that_cannot_be_done() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("profiles.toml");
    let document = toml::from_str("[[profiles]]\nmatch = [\"x\"]\n").unwrap();
    holds(&schema(FileKind::Profiles), &[document], &mut |texts| {
        let read = |text: &String| {
            fs::write(&file, text).unwrap();
            Profiles::load(Some(&file)).1
        };
        texts.iter().map(read).collect()
    });
}

#[test]
fn a_batch_can_ask_for_nothing_that_cannot_be_done() {
    let (catalog, _) = Catalog::load(None);
    let text = "motions = [\"tea\"]\nseeds = [1]\n[options]\n[[debates]]\nmotion = \"tea\"\n\
                options = {}\n";
    let document = toml::from_str(text).unwrap();
    holds(&batch::schema(), &[document], &mut |texts| {
        let none = ModelChoices::default();
        let read = |text: &String| {
            let source: Arc<str> = text.as_str().into();
            let read = batch::read("b.toml", &source, &catalog, &none, &|_| {
                Ok(batch::Settled::default())
            });
            read.err().unwrap_or_default()
        };
        texts.iter().map(read).collect()
    });
}

#[test]
fn a_debate_that_people_held_has_numbers_that_can_be() {
    let text = fs::read_to_string("tests/samples/real/bridge.json").unwrap();
    let sound: Value = serde_json::from_str(&text).unwrap();
    let given = real::Given::default();
    assert!(real::read(&text, &given).is_ok());
    for (path, number) in all(&real::schema()) {
        let pointer: String = path
            .iter()
            .map(|step| format!("/{}", if step == "[]" { "0" } else { step }))
            .collect();
        for hostile in [
            json!(0),
            json!(-1),
            json!(u64::MAX),
            json!(1e308),
            json!(-1e308),
            json!(1e-320),
        ] {
            let mut changed = sound.clone();
            let (above, name) = pointer.rsplit_once('/').unwrap();
            // The turn with interjections need not be the first.
            let above = (0..20)
                .map(|turn| above.replace("/turns/0", &format!("/turns/{turn}")))
                .find(|above| changed.pointer(above).is_some());
            let Some(above) = above else {
                panic!("nothing is there: {pointer}");
            };
            changed.pointer_mut(&above).unwrap()[name] = hostile.clone();
            let fits = number["minimum"].as_f64().unwrap() <= hostile.as_f64().unwrap()
                && hostile.as_f64().unwrap() <= number["maximum"].as_f64().unwrap();
            let pretty = serde_json::to_string_pretty(&changed).unwrap();
            if let Err(faults) = real::read(&pretty, &given) {
                for fault in &faults.0 {
                    assert!(fault.line.is_some() && !fault.field.is_empty(), "{fault}");
                }
            } else {
                assert!(fits, "{pointer} {hostile}");
            }
        }
    }
}

#[test]
fn a_debate_that_people_held_has_texts_that_can_be() {
    let text = fs::read_to_string("tests/samples/real/bridge.json").unwrap();
    let mut sound: Value = serde_json::from_str(&text).unwrap();
    sound["sides"] = json!([
        {"id": "for", "name": "Proposition", "stance": "for"},
        {"id": "against", "name": "Opposition", "stance": "against"},
    ]);
    let given = real::Given::default();
    for (pointer, most) in [
        ("/motion", bounds::LINE),
        ("/background", bounds::TEXT),
        ("/source", bounds::LINE),
        ("/licence", bounds::LINE),
        ("/sides/0/name", bounds::LINE),
        ("/sides/0/id", bounds::LINE),
        ("/speakers/0/name", bounds::LINE),
        ("/speakers/0/role", bounds::LINE),
        ("/speakers/0/bio", bounds::TEXT),
        ("/moderator/name", bounds::LINE),
        ("/moderator/role", bounds::LINE),
        ("/moderator/bio", bounds::TEXT),
        ("/turns/0/text", bounds::REAL_TEXT),
        ("/turns/0/phase", bounds::LINE),
        ("/turns/1/interjections/0/text", bounds::TEXT),
        ("/turns/1/interjections/0/answer", bounds::TEXT),
    ] {
        let (above, name) = pointer.rsplit_once('/').unwrap();
        for (length, fits) in [(most, true), (most + 1, false), (2_000_000, false)] {
            let mut changed = sound.clone();
            changed.pointer_mut(above).unwrap()[name] = "é".repeat(length).into();
            let pretty = serde_json::to_string_pretty(&changed).unwrap();
            let faults = real::read(&pretty, &given)
                .err()
                .map_or(vec![], |one| one.0);
            let field = format!(".{name}");
            let long: Vec<_> = faults
                .iter()
                .filter(|one| one.message.contains("characters"))
                .collect();
            assert_eq!(long.is_empty(), fits, "{pointer} {length}: {faults:?}");
            for fault in long {
                assert!(fault.line.is_some() && format!(".{}", fault.field).ends_with(&field));
                let wanted = format!("this has {length} characters; {most} at the most");
                assert_eq!(fault.message, wanted, "{pointer}");
                assert!(!fault.hint.is_empty());
            }
            let told: usize = faults.iter().map(|one| one.to_string().len()).sum();
            assert!(told < 20_000, "{pointer}: {told}");
        }
    }
    for (pointer, most) in [
        ("/sides", bounds::ENTRIES),
        ("/speakers", bounds::REAL_SPEAKERS),
        ("/turns", bounds::REAL_TURNS),
        ("/turns/1/interjections", bounds::ENTRIES),
    ] {
        let mut changed = sound.clone();
        let list = changed
            .pointer_mut(pointer)
            .unwrap()
            .as_array_mut()
            .unwrap();
        let one = list[0].clone();
        list.resize(most + 1, one);
        let faults = real::read(&changed.to_string(), &given).unwrap_err().0;
        let wanted = format!("this list has {} entries; {most} at the most", most + 1);
        assert!(faults.iter().any(|one| one.message == wanted), "{pointer}");
        assert!(faults.len() <= bounds::FAULTS + 1, "{pointer}");
    }
}

#[test]
fn a_debate_as_long_as_one_may_be_is_read_in_moments() {
    let given = real::Given::default();
    let making = real::Making {
        debate: DebateId("long".into()),
        now_ms: 0,
        like: None,
    };
    let words = "word ".repeat(bounds::REAL_TEXT / 5);
    let points: Vec<Value> = (0..bounds::ENTRIES)
        .map(|at| json!({"speaker": "B", "text": "Why?", "after_words": at * 150}))
        .collect();
    let one = json!({
        "motion": "This House would", "speakers": [{"name": "A", "side": "for"}, {"name": "B", "side": "against"}],
        "turns": [{"speaker": "A", "text": words, "interjections": points}],
    });
    let speakers: Vec<Value> = (0..bounds::REAL_SPEAKERS)
        .map(|at| json!({"name": format!("Person {at}"), "side": "for"}))
        .collect();
    let turns: Vec<Value> = (0..bounds::REAL_TURNS)
        .map(|at| json!({"speaker": format!("person {}", at % bounds::REAL_SPEAKERS), "text": "So it is."}))
        .collect();
    let many = json!({"motion": "This House would", "speakers": speakers, "turns": turns});
    let nobody = many.to_string().replace("\"person ", "\"persona ");
    let names: Vec<String> = (0..240)
        .map(|at| format!("Person{at} Of{at} Here{at}"))
        .collect();
    let lines: String = (0..15_000)
        .map(|at| format!("Stranger{at} At{at} Large{at}: So it is.\n\n"))
        .collect();
    let strangers = format!(
        "Motion: This House would\nFor: {}\nAgainst: Ada Lovelace\n\nAda Lovelace: So.\n\n{lines}",
        names.join(", ")
    );
    let spaces = format!(
        "Motion: M\nFor: Ada Lovelace\nAgainst: Mary Shelley\n\nAda Lovelace: So.\n{}{}\nMary Shelley: No.\n",
        " ".repeat(400_000),
        "(x) ".repeat(100_000)
    );
    for (text, fits) in [
        (one.to_string(), true),
        (many.to_string(), true),
        (nobody, false),
        (strangers, false),
        (spaces, true),
    ] {
        let began = Busy::now();
        let read = real::read(&text, &given);
        assert_eq!(read.is_ok(), fits, "{:?}", read.map(|_| ()));
        match read {
            Ok(read) => {
                let state = DebateState::fold(&real::records(&read.debate, &making));
                assert!(state.is_closed());
            }
            Err(faults) => {
                assert!(faults.0.len() <= bounds::FAULTS + 1);
                assert!(
                    faults.0.last().unwrap().message.contains("more"),
                    "{faults}"
                );
            }
        }
        let took = began.elapsed().as_secs();
        assert!(took < 20, "{took} s of a build that is not optimised");
    }
}

#[test]
fn what_is_wrong_without_end_is_told_in_moments() {
    let many = |one: &dyn Fn(usize) -> String| (0..20_000).map(one).collect::<String>();
    let (catalog, _) = Catalog::load(None);
    for text in [
        format!("a = {}", "[".repeat(40_000)),
        many(&|at| format!("field{at} = 1\n")),
        many(&|_| "= =\n".to_owned()),
        format!("motions = [{}]", many(&|at| format!("\"none{at}\", "))),
        many(&|at| format!("[[debates]]\nmotion = \"none{at}\"\nx = 1\n")),
    ] {
        let began = Busy::now();
        let source: Arc<str> = text.as_str().into();
        let none = ModelChoices::default();
        let read = batch::read("b.toml", &source, &catalog, &none, &|_| {
            Ok(batch::Settled::default())
        });
        let problems = read.unwrap_err();
        let told: String = problems
            .iter()
            .map(|problem| problem.render(Paint::Plain))
            .collect();
        assert!(
            (1..=bounds::FAULTS).contains(&problems.len()),
            "{}",
            problems.len()
        );
        assert!(!told.is_empty());
        let env = config::Env::default();
        assert!(config::parse("config.toml", &text, &env).is_err());
        let took = began.elapsed().as_secs();
        assert!(
            took < 30,
            "{took} s of a build that is not optimised: {}",
            &text[..20]
        );
    }
}

#[test]
fn a_file_nested_without_end_is_refused() {
    let (catalog, _) = Catalog::load(None);
    let deep = 200_000;
    let texts = [
        format!("motions = {}{}", "[".repeat(deep), "]".repeat(deep)),
        format!("motions = {}1{}", "{ a = ".repeat(deep), " }".repeat(deep)),
        format!("{} = 1", vec!["a"; deep].join(".")),
        format!("[{}]\nb = 1", vec!["a"; deep].join(".")),
        format!("[[{}]]\nb = 1", vec!["a"; deep].join(".")),
    ];
    for text in texts {
        let source: Arc<str> = text.into();
        let none = ModelChoices::default();
        let read = batch::read("b.toml", &source, &catalog, &none, &|_| {
            Ok(batch::Settled::default())
        });
        assert!(!read.unwrap_err().is_empty());
    }
    let given = real::Given::default();
    for text in [
        format!("{{\"motion\": {}", "[".repeat(deep)),
        format!("{}1", "{\"motion\": ".repeat(deep)),
    ] {
        assert!(real::read(&text, &given).is_err());
    }
}
