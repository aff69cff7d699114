//! What does not matter where no server enforces a schema: the case of a listed word, a number in quotation marks, one text
//! where a list of texts is asked for, or a list of one where it is a text. Only what can mean one thing is fitted.

use serde_json::{Map, Number, Value};

use super::ends::{broken_off, rounded};
use crate::{
    place::Place,
    spelled::{Spelled, plain},
    text::has_words,
};

/// Words for a list with nothing in it.
const NOTHING: [&str; 4] = ["none", "na", "nothing", "null"];
/// Names of a text that is nothing but a text.
const TEXT: [&str; 4] = ["text", "value", "content", "string"];

/// Whether a text stands for nothing: a word for that, or no word at all.
pub fn is_nothing(text: &str) -> bool {
    !has_words(text) || NOTHING.contains(&plain(text).as_str())
}

/// Makes lists of what stands where lists are asked for, in all of a value: what its entries say is held to their names then.
pub(super) fn lists(value: &mut Value, place: Place<'_>) {
    if place.kind() == Some("array")
        && let Some(listed) = listed(value, place.entry())
    {
        *value = listed;
    }
    match value {
        Value::Object(fields) => {
            let names = Spelled::of(place.names());
            for (name, field) in fields.iter_mut() {
                if let Some(meant) = names.meant(name) {
                    lists(field, place.property(meant));
                }
            }
        }
        Value::Array(all) => all.iter_mut().for_each(|one| lists(one, place.entry())),
        Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Fits a value into its place, and all within it. What stands for a list is one already ([`lists`]).
pub(super) fn fit(value: &mut Value, place: Place<'_>) {
    if let Some(words) = place.choices() {
        if let Some(word) = chosen(value, words) {
            *value = word;
        }
        return;
    }
    if place.takes_text()
        && let Some(text) = only_text(value, place)
    {
        *value = text;
    }
    match value {
        Value::Object(fields) => {
            let names = Spelled::of(place.names());
            for (name, field) in std::mem::take(fields) {
                // What nobody asked for is nobody's answer.
                let meant = if names.names().is_empty() {
                    Some(name.as_str())
                } else {
                    names.meant(&name)
                };
                if let Some(meant) = meant {
                    fields.entry(meant.to_owned()).or_insert(field);
                }
            }
            for (name, field) in fields.iter_mut() {
                fit(field, place.property(name));
            }
        }
        Value::Array(all) => {
            for item in all {
                fit(item, place.entry());
            }
        }
        Value::String(text) => {
            let meant = match place.kind() {
                Some("boolean") => match text.trim().to_lowercase().as_str() {
                    "true" | "yes" => Some(Value::Bool(true)),
                    "false" | "no" => Some(Value::Bool(false)),
                    _ => None,
                },
                Some("number" | "integer") => text.trim().parse().ok().map(Value::Number),
                _ => None,
            };
            let most = place.bound("maxLength");
            let rounded = most.and_then(|most| rounded(text, most).or_else(|| broken_off(text)));
            if let Some(meant) = meant.or(rounded.map(Value::String)) {
                *value = meant;
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
    if place.kind() == Some("integer")
        && let Value::Number(number) = value
        && let Some(whole) = whole(number)
    {
        *value = whole.into();
    }
}

/// The listed value that is meant by what was said.
fn chosen(value: &Value, words: &[Value]) -> Option<Value> {
    let said = match value.as_array().map(Vec::as_slice) {
        Some([one]) => one,
        Some(_) => return None,
        None => value,
    };
    if let Some(number) = number(said) {
        let same = |one: &&Value| {
            one.as_f64()
                .is_some_and(|one| one.total_cmp(&number).is_eq())
        };
        if let Some(found) = words.iter().find(same) {
            return Some(found.clone());
        }
    }
    let names = Spelled::of(words.iter().filter_map(Value::as_str).collect());
    let said = said.as_str()?.trim();
    let listed = || {
        let said = said.to_lowercase();
        let mut names = names.names().iter().copied();
        names.find(|word| word.to_lowercase() == said)
    };
    names.meant(said).or_else(listed).map(Value::from)
}

/// The number in a value, with quotation marks or without.
fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().parse::<Number>().ok()?.as_f64(),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
}

/// A number without a fraction that is written with a point.
fn whole(number: &Number) -> Option<i64> {
    let written = number.as_f64().filter(|_| number.is_f64())?;
    // Every whole number up to this is one of 64 bits, and no other.
    let is_whole = written.fract() == 0.0 && written.abs() < 2_f64.powi(53);
    is_whole.then_some(written as i64)
}

/// A list of what stands where one is asked for: nothing, a single entry, or entries under their numbers.
fn listed(value: &Value, entry: Place<'_>) -> Option<Value> {
    match value {
        Value::Null => Some(Value::Array(Vec::new())),
        Value::String(text) if entry.is_text() && NOTHING.contains(&plain(text).as_str()) => {
            Some(Value::Array(Vec::new()))
        }
        Value::String(_) if entry.is_text() => Some(Value::Array(vec![value.clone()])),
        Value::Object(fields) if are_numbers(fields) => {
            Some(Value::Array(fields.values().cloned().collect()))
        }
        Value::Object(fields) => {
            let names = Spelled::of(entry.names());
            let mut given = fields.keys();
            let is_entry = given.any(|name| names.meant(name).is_some());
            is_entry.then(|| Value::Array(vec![value.clone()]))
        }
        Value::String(_) | Value::Array(_) | Value::Bool(_) | Value::Number(_) => None,
    }
}

/// Whether the names of all fields count them, from 0 or 1.
fn are_numbers(fields: &Map<String, Value>) -> bool {
    let first = usize::from(!fields.contains_key("0"));
    let mut names = fields.keys().enumerate();
    !fields.is_empty() && names.all(|(at, name)| *name == (at + first).to_string())
}

/// The text of what stands where one is asked for: the only one in a list, or in an object.
fn only_text(value: &Value, place: Place<'_>) -> Option<Value> {
    let inner = match value {
        Value::Null if place.may_be_empty() && place.is_text() => return Some("".into()),
        Value::Array(all) => match all.as_slice() {
            [one] => one,
            _ => return None,
        },
        // Under any other name it says whose text it is, or of what.
        Value::Object(fields) if fields.len() == 1 => {
            let (name, text) = fields.iter().next()?;
            TEXT.contains(&plain(name).as_str()).then_some(text)?
        }
        Value::Object(_) | Value::Null | Value::String(_) | Value::Bool(_) | Value::Number(_) => {
            return None;
        }
    };
    inner.is_string().then(|| inner.clone())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_can_mean_one_thing_is_fitted_and_nothing_else() {
        let texts = json!({"type": "array", "items": {"type": "string"}});
        let claims = json!({"type": "array", "items": {"type": "object",
            "properties": {"claim": {"type": "string"}, "why": {"type": "string"}}}});
        let text = json!({"type": ["string", "null"]});
        let marks = json!({"type": "integer", "enum": [1, 2, 3]});
        let vote = json!({"type": "string", "enum": ["aye", "no"]});
        for (schema, said, meant) in [
            (&texts, json!("a"), json!(["a"])),
            (&texts, json!([{"text": "a"}, "b"]), json!(["a", "b"])),
            (&texts, json!({"1": "a", "2": "b"}), json!(["a", "b"])),
            (&texts, json!(null), json!([])),
            (&texts, json!("None."), json!([])),
            (&texts, json!([{"never": "a"}]), json!([{"never": "a"}])),
            (
                &texts,
                json!({"one": "a", "two": "b"}),
                json!({"one": "a", "two": "b"}),
            ),
            (
                &texts,
                json!([{"a": "b", "c": "d"}]),
                json!([{"a": "b", "c": "d"}]),
            ),
            (
                &claims,
                json!({"claim": "a", "why": "b"}),
                json!([{"claim": "a", "why": "b"}]),
            ),
            (
                &claims,
                json!({"0": {"claim": "a"}}),
                json!([{"claim": "a"}]),
            ),
            (&text, json!(["a"]), json!("a")),
            (&text, json!(["a", "b"]), json!(["a", "b"])),
            (&text, json!(null), json!(null)),
            (&marks, json!("2"), json!(2)),
            (&marks, json!(2.0), json!(2)),
            (&marks, json!(2.5), json!(2.5)),
            (&marks, json!("7"), json!("7")),
            (&json!({"type": "integer"}), json!(4.0), json!(4)),
            (&json!({"type": "integer"}), json!(4.5), json!(4.5)),
            (&vote, json!("AYE!"), json!("aye")),
            (&vote, json!(["no"]), json!("no")),
            (&vote, json!("aye and no"), json!("aye and no")),
        ] {
            let mut value = said.clone();
            lists(&mut value, Place::of(schema));
            fit(&mut value, Place::of(schema));
            assert_eq!(value, meant, "{said}");
        }
    }
}
