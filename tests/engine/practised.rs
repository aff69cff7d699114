//! A small model that says what it was shown in practice, in every kind of answer: none of it is in the record, and
//! what could not be had otherwise was had without the practice.

use std::{
    collections::HashSet,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use hustings::{
    debate::event::{CallFailure, Event, Record},
    llm::{
        From, Request,
        scripted::{Scripted, ScriptedAnswer},
    },
};
use serde_json::{Map, Value, json};

use super::{
    harness::{Watcher, sentence},
    small::held,
};

/// Something that fits a schema and was never said.
fn fitting(schema: &Value, root: &Value, number: &mut usize) -> Value {
    if let Some(name) = schema["$ref"].as_str() {
        let pointer = name.trim_start_matches('#');
        return fitting(root.pointer(pointer).unwrap(), root, number);
    }
    if let Some(all) = schema["enum"].as_array() {
        return all[0].clone();
    }
    for of in ["anyOf", "oneOf", "allOf"] {
        if let Some(all) = schema[of].as_array() {
            return fitting(&all[0], root, number);
        }
    }
    let kind = schema["type"]
        .as_str()
        .or_else(|| schema["type"][0].as_str());
    match kind {
        Some("object") => {
            let fields = schema["properties"]
                .as_object()
                .cloned()
                .unwrap_or_default();
            let fields = fields.iter();
            let fields = fields.map(|(key, one)| (key.clone(), fitting(one, root, number)));
            Value::Object(fields.collect::<Map<_, _>>())
        }
        Some("array") => {
            let least = schema["minItems"].as_u64().unwrap_or(1).max(1);
            (0..least)
                .map(|_| fitting(&schema["items"], root, number))
                .collect()
        }
        Some("integer" | "number") => json!(5),
        Some("boolean") => json!(true),
        _ => {
            *number += 1;
            json!(sentence(*number))
        }
    }
}

/// What was shown in the rounds of a prompt, if there are any.
fn shown(request: &Request) -> Vec<&str> {
    if request.messages[0].text.contains("THE MOTION") {
        return Vec::new();
    }
    let rounds = request
        .messages
        .get(1..)
        .unwrap_or_default()
        .chunks_exact(2);
    let rounds = rounds.filter(|pair| pair[1].from == From::Assistant);
    let shown = rounds.map(|pair| pair[1].text.as_str());
    // An answer of its own that is sent back was shown to nobody in practice.
    shown.filter(|text| !text.contains("x1 w")).collect()
}

/// Every text of an event.
fn texts<'a>(value: &'a Value, key: &str, found: &mut Vec<&'a str>) {
    match value {
        // What a model wrote that could not be used.
        Value::String(_) if matches!(key, "raw" | "detail") => {}
        Value::String(text) => found.push(text),
        Value::Array(all) => all.iter().for_each(|one| texts(one, key, found)),
        Value::Object(fields) => fields.iter().for_each(|(key, one)| texts(one, key, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// So many words in a row are nobody's by chance.
const RUN: usize = 6;

/// The runs of words of a text, in lower case and without marks.
fn runs(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '\'');
    let words = words.filter(|word| !word.is_empty());
    let words: Vec<String> = words.map(str::to_lowercase).collect();
    words.windows(RUN).map(|run| run.join(" ")).collect()
}

/// What a model has repeated: all runs of words in it, where it is a form in each text of it.
type Repeated = Arc<Mutex<HashSet<String>>>;

fn keep(repeated: &Repeated, copied: &str) {
    let value: Value = serde_json::from_str(copied).unwrap_or_else(|_| json!(copied));
    let mut found = Vec::new();
    texts(&value, "", &mut found);
    let runs = found.into_iter().flat_map(runs);
    repeated.lock().unwrap().extend(runs);
}

/// Looks for what was repeated without asking what drops it.
fn check(watcher: &Watcher, repeated: &Repeated, what: &str) {
    let repeated = repeated.lock().unwrap();
    assert!(repeated.len() > 100, "{what}: {}", repeated.len());
    for record in &watcher.seen {
        let record: &Record = record;
        if matches!(record.event, Event::Opened(_)) {
            continue;
        }
        let value = serde_json::to_value(record).unwrap();
        let mut found = Vec::new();
        texts(&value, "", &mut found);
        for run in found.into_iter().flat_map(runs) {
            assert!(!repeated.contains(&run), "{what}: {run:?} in {value}");
        }
    }
    let lost: Vec<&Event> = watcher
        .seen
        .iter()
        .map(|record| &record.event)
        .filter(|event| {
            matches!(
                event,
                Event::ModelFailed {
                    failure: CallFailure::Unavailable,
                    ..
                }
            )
        })
        .collect();
    assert!(lost.is_empty(), "{what}: {lost:?}");
}

#[tokio::test(start_paused = true)]
async fn what_was_said_in_practice_is_said_nowhere_else() {
    for (format, changed) in [
        ("exhibition", false),
        ("structured", false),
        ("structured", true),
        ("clearside", true),
        ("panel", false),
        ("roundtable", true),
        ("lincoln-douglas", false),
    ] {
        let (asked, said) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let repeated = Repeated::default();
        let kept = Arc::clone(&repeated);
        let script = move |request: &Request| {
            let shown = shown(request);
            let turn = asked.fetch_add(1, Ordering::SeqCst);
            if let Some(copied) = shown.get(turn % shown.len().max(1)) {
                keep(&kept, copied);
                let copied = if changed {
                    copied
                        .replace(". ", ", tonight. ")
                        .replace("The ", "And so the ")
                } else {
                    (*copied).to_owned()
                };
                return ScriptedAnswer::text(copied);
            }
            let mut number = said.fetch_add(40, Ordering::SeqCst);
            match &request.shape {
                Some(shape) => {
                    let schema = &shape.schema;
                    ScriptedAnswer::json(&fitting(schema, schema, &mut number))
                }
                None => ScriptedAnswer::words(&sentence(number)),
            }
        };
        let watcher = held(format, Scripted::new("scripted", script)).await;
        check(&watcher, &repeated, format);
    }
}
