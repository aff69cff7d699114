//! JSON lines: a work a line, with its text and what is known about it. A broken line is named and left out.

use serde_json::{Map, Value};

use super::{Document, Reading, Unreadable, broken, draft::Draft, plain, tidy};

/// Every line as a document.
pub(super) fn read(text: &str) -> Result<Reading, Unreadable> {
    let mut reading = Reading::default();
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        match document(line, index + 1) {
            Ok(document) => reading.documents.push(document),
            Err(why) => reading.skipped.push(format!("line {}: {why}", index + 1)),
        }
    }
    if reading.documents.is_empty() {
        let first = reading.skipped.into_iter().next();
        return Err(first.map_or(Unreadable::Empty, |why| {
            broken(format!("no line of it is a work; {why}"))
        }));
    }
    Ok(reading)
}

fn document(line: &str, number: usize) -> Result<Document, String> {
    let here = format!("line {number}");
    let mut draft = Draft::new("text");
    match serde_json::from_str(line) {
        Ok(Value::String(text)) => plain::paragraphs_at(&text, &here, &mut draft),
        Ok(Value::Object(fields)) => object(&fields, &here, &mut draft)?,
        Ok(_) => return Err("neither an object with a \"text\" nor a string".to_owned()),
        Err(error) => return Err(format!("no JSON ({error})")),
    }
    draft.finish().map_err(|_| "its text is empty".to_owned())
}

fn object(fields: &Map<String, Value>, here: &str, draft: &mut Draft) -> Result<(), String> {
    let text = match fields.get("text") {
        Some(Value::String(text)) => text,
        Some(_) => return Err("its \"text\" is no string".to_owned()),
        None => return Err("it has no \"text\"".to_owned()),
    };
    for (key, set) in [
        ("title", Draft::title as fn(&mut Draft, &str)),
        ("date", Draft::date),
        ("speaker", Draft::speaker),
        ("source_type", Draft::source_type),
    ] {
        if let Some(value) = fields.get(key).and_then(word) {
            set(draft, &value);
        }
    }
    for key in ["tags", "topic_tags"] {
        match fields.get(key) {
            Some(Value::Array(all)) => all.iter().filter_map(word).for_each(|tag| draft.tag(&tag)),
            Some(Value::String(all)) => draft.tags(all),
            _ => {}
        }
    }
    let place = fields.get("place").and_then(word);
    let place = place.and_then(|place| tidy::field(&place));
    plain::paragraphs_at(text, place.as_deref().unwrap_or(here), draft);
    Ok(())
}

/// A string, or a number as one: a year is often written so.
fn word(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}
