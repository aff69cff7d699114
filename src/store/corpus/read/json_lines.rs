//! JSON lines: a work a line, with its text and what is known about it. A broken line is named and left out.

use serde_json::{Map, Value};

use super::{About, Unreadable, broken, decode::Text, draft::Draft, flow::Flow, plain, tidy};

/// Every line as a document. A line is held as a whole: what is known of a work may stand behind its text.
pub(super) fn read(text: &mut Text<'_>, flow: &mut Flow<'_>) -> Result<(), Unreadable> {
    let mut lines = text.lines(usize::MAX)?;
    while let Some(line) = lines.next()? {
        if line.text.trim().is_empty() {
            continue;
        }
        if let Err(why) = document(line.text, line.number, flow) {
            flow.skip(format!("line {}: {why}", line.number));
        }
        if flow.has_stopped() {
            break;
        }
    }
    if flow.has_begun() {
        return Ok(());
    }
    Err(flow.first_skipped().map_or(Unreadable::Empty, |why| {
        broken(format!("no line of it is a work; {why}"))
    }))
}

fn document(line: &str, number: usize, flow: &mut Flow<'_>) -> Result<(), String> {
    let here = format!("line {number}");
    let mut draft = flow.draft("text");
    match serde_json::from_str(line) {
        Ok(Value::String(text)) => plain::paragraphs_at(&text, &here, &mut draft),
        Ok(Value::Object(fields)) => object(&fields, &here, &mut draft)?,
        Ok(_) => return Err("neither an object with a \"text\" nor a string".to_owned()),
        Err(error) => return Err(format!("no JSON ({error})")),
    }
    draft.finish().map_err(|_| "its text is empty".to_owned())
}

fn object(
    fields: &Map<String, Value>,
    here: &str,
    draft: &mut Draft<'_, '_>,
) -> Result<(), String> {
    let text = match fields.get("text") {
        Some(Value::String(text)) => text,
        Some(_) => return Err("its \"text\" is no string".to_owned()),
        None => return Err("it has no \"text\"".to_owned()),
    };
    for (key, set) in [
        ("title", About::set_title as fn(&mut About, &str)),
        ("date", About::set_date),
        ("speaker", About::set_speaker),
        ("source_type", About::set_source_type),
    ] {
        if let Some(value) = fields.get(key).and_then(word) {
            set(&mut draft.about, &value);
        }
    }
    for key in ["tags", "topic_tags"] {
        match fields.get(key) {
            Some(Value::Array(all)) => all
                .iter()
                .filter_map(word)
                .for_each(|tag| draft.about.add_tag(&tag)),
            Some(Value::String(all)) => draft.about.add_tags(all),
            _ => {}
        }
    }
    let place = fields.get("place").and_then(word);
    let place = place.and_then(|place| tidy::field(&place));
    plain::paragraphs_at(text, place.as_deref().unwrap_or(here), draft);
    Ok(())
}

/// A string, or a number as one: a year is often written so.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "values that are none of ours"
)]
fn word(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}
