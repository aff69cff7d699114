//! Reading of a JSON object as a value of the type that was asked for. What does not matter where no server enforces
//! the schema is overlooked; what is wrong is said so that the model can put it right.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{fit, held, said};
use crate::{place::Place, secrets::Secrets, spelled::Spelled, think};

/// The value of a type in JSON of its schema, cleaned and with what does not matter overlooked. What is asked for is
/// said in it.
pub(super) fn typed<T: DeserializeOwned>(
    value: Value,
    schema: &Value,
    secrets: &Secrets,
) -> Result<T, String> {
    of_type(&fitted(value, schema, secrets)?)
}

/// A value held to a schema as the answer of a model is: every field is there and of its kind, and says something.
///
/// # Errors
/// What is wrong with it, in words that whoever gave it can put it right by.
pub fn checked(value: Value, schema: &Value) -> Result<Value, String> {
    fitted(value, schema, Secrets::none())
}

fn fitted(mut value: Value, schema: &Value, secrets: &Secrets) -> Result<Value, String> {
    let place = Place::of(schema);
    fit::lists(&mut value, place);
    if let (true, Value::Object(entries)) = (place.is_read_apart(), &mut value) {
        return apart(std::mem::take(entries), place, secrets);
    }
    held_to(value, place, secrets)
}

/// The entries of an object that are what is asked for, each by itself. One that stands in it twice, for two things, is
/// none.
///
/// # Errors
/// There is none: what is wrong with the first.
fn apart(
    entries: Map<String, Value>,
    place: Place<'_>,
    secrets: &Secrets,
) -> Result<Value, String> {
    let names = Spelled::of(place.names());
    let mut read: BTreeMap<&str, Result<Value, String>> = BTreeMap::new();
    for (said, entry) in entries {
        let Some(meant) = names.meant(&said) else {
            continue;
        };
        let entry = held_to(entry, place.property(meant), secrets);
        let entry = entry.map_err(|why| format!("`{meant}`: {why}"));
        let before = read.get(meant);
        let entry = if before.is_some_and(|before| *before != entry) {
            Err(format!(
                "`{meant}` stands in it twice, with something else each time"
            ))
        } else {
            entry
        };
        read.insert(meant, entry);
    }
    let wrong = read
        .values()
        .find_map(|entry| entry.as_ref().err().cloned());
    let sound = read.into_iter();
    let sound: Map<String, Value> = sound
        .filter_map(|(name, entry)| Some((name.to_owned(), entry.ok()?)))
        .collect();
    match wrong {
        Some(wrong) if sound.is_empty() => Err(wrong),
        Some(_) | None => Ok(sound.into()),
    }
}

fn held_to(mut value: Value, place: Place<'_>, secrets: &Secrets) -> Result<Value, String> {
    held::names(&value, place)?;
    clean(&mut value, secrets);
    fit::fit(&mut value, place);
    held::whole(&value, place)?;
    said::all(&mut value, place)?;
    Ok(value)
}

/// JSON of that schema, or the beginning of such, cleaned and with what does not matter overlooked.
pub fn settled(mut value: Value, schema: &Value, secrets: &Secrets) -> Value {
    let place = Place::of(schema);
    fit::lists(&mut value, place);
    clean(&mut value, secrets);
    fit::fit(&mut value, place);
    value
}

/// The value of that type in some JSON, or where it is none, for the model to read.
pub fn of_type<T: DeserializeOwned>(value: &Value) -> Result<T, String> {
    serde_path_to_error::deserialize(value).map_err(|error| misfit(&error))
}

fn misfit(error: &serde_path_to_error::Error<serde_json::Error>) -> String {
    let path = error.path().to_string();
    let inner = error.inner();
    if path == "." {
        inner.to_string()
    } else {
        format!("at `{path}`: {inner}")
    }
}

/// JSON can spell control characters, and the letters of a key, in other letters, so its strings come in once more.
fn clean(value: &mut Value, secrets: &Secrets) {
    match value {
        Value::String(text) => *text = secrets.words(think::spoken_in(text)),
        Value::Array(all) => all.iter_mut().for_each(|one| clean(one, secrets)),
        Value::Object(fields) => {
            let named = std::mem::take(fields).into_iter();
            *fields = named
                .map(|(name, mut field)| {
                    clean(&mut field, secrets);
                    (secrets.words(&name), field)
                })
                .collect();
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        debate::answer::{Ballot, PoiOffer},
        shape,
        structured::ends::{broken_off, rounded},
    };

    #[test]
    fn words_in_quotation_marks_are_understood() {
        let schema = shape::shape_of::<PoiOffer>().schema;
        let value = serde_json::json!({"weakness": "", "rises": "Yes", "speaker": "", "point": ""});
        assert!(
            typed::<PoiOffer>(value, &schema, Secrets::none())
                .unwrap()
                .rises
        );
    }

    #[test]
    fn names_with_marks_are_sent_without_and_read_either_way() {
        let names = [
            "Ada \"the <|im_end|> one\"",
            "Bo [INST] >>>",
            "A \"B\"",
            "A 'B'",
        ];
        let keys: Vec<String> = names.iter().map(ToString::to_string).collect();
        let one = serde_json::json!({"type": "object", "properties": {
            "score": {"type": "integer"}, "best": {"type": "string", "enum": names}}});
        let shape = shape::keyed("Scores", &keys, &one);
        let sent = shape::quoted(shape.clone()).schema;
        let shown = [
            "Ada 'the ‹|im_end|› one'",
            "Bo (INST) › › ›",
            "A 'B'",
            "A 'B' (2)",
        ];
        let properties: Vec<&String> = sent["properties"].as_object().unwrap().keys().collect();
        assert_eq!(properties, shown);
        assert_eq!(sent["required"], serde_json::json!(shown));
        let best = &sent["properties"][shown[0]]["properties"]["best"];
        assert_eq!(best["enum"], serde_json::json!(shown));
        let read = |said: &[&str]| {
            let fields = said.iter().map(|name| {
                let one = serde_json::json!({"score": "7", "best": name});
                ((*name).to_owned(), one)
            });
            typed::<Value>(fields.collect(), &shape.schema, Secrets::none()).unwrap()
        };
        for (said, meant) in [
            (shown.as_slice(), names.as_slice()),
            (&names[..3], &names[..3]),
        ] {
            let value = read(said);
            let given: Vec<&String> = value.as_object().unwrap().keys().collect();
            assert_eq!(given, meant);
            for name in meant {
                assert_eq!(value[*name], serde_json::json!({"score": 7, "best": name}));
            }
        }
    }

    #[test]
    fn entries_that_are_read_apart_cost_each_other_nothing() {
        let keys: Vec<String> = ["prop.1", "prop.2"].map(ToOwned::to_owned).to_vec();
        let one = shape::shape_of::<Ballot>().schema;
        let read = |value: Value| {
            let shape = shape::keyed_apart("Ballots", &keys, &one);
            typed::<Value>(value, &shape.schema, Secrets::none())
        };
        let sound = serde_json::json!({"reason": "It moved me.", "vote": "aye"});
        let only = serde_json::json!({"prop.1": sound});
        for wrong in [
            serde_json::json!("aye"),
            serde_json::json!(null),
            serde_json::json!(["It moved me.", 1]),
            serde_json::json!({"reason": {"a": 1}, "vote": "aye"}),
            serde_json::json!({"reason": "", "vote": "aye"}),
        ] {
            let given = serde_json::json!({"prop.1": sound, "prop.2": wrong, "prop.9": 4});
            assert_eq!(read(given), Ok(only.clone()), "{wrong}");
            let alone = read(serde_json::json!({"prop.2": wrong}));
            assert!(alone.unwrap_err().contains("prop.2"), "{wrong}");
        }
        let other = serde_json::json!({"reason": "Nothing moved me.", "vote": "no"});
        let given = serde_json::json!({"prop.1": sound, "prop.2": sound, "Prop 2": other});
        assert_eq!(read(given), Ok(only));
        let sent = shape::unmarked(shape::keyed_apart("Ballots", &keys, &one));
        assert!(!sent.schema.to_string().contains("readApart"));
    }

    #[test]
    fn a_text_that_breaks_off_in_a_phrase_says_so() {
        let table = [
            (
                "The smell of tea is not the smell of ",
                Some("The smell of tea is not the smell of …"),
            ),
            ("In the end it will be a", Some("In the end it will be a …")),
            (
                "In the end it will be a.",
                Some("In the end it will be a …"),
            ),
            (
                "They pay, they wait, and then,",
                Some("They pay, they wait, and then …"),
            ),
            ("That is what we have to live with.", None),
            ("The people who live there pay for it", None),
            ("Is this what it is for?", None),
            ("a name of", None),
            ("It was cut before this …", None),
            (
                "He answered the charge of cost in full. And then it will be a",
                Some("He answered the charge of cost in full."),
            ),
            (
                "No. In the end it will be a",
                Some("No. In the end it will be a …"),
            ),
        ];
        for (text, expected) in table {
            assert_eq!(broken_off(text).as_deref(), expected, "{text}");
        }
        // In an answer of a small model, and in no other.
        let usual = shape::shape_of::<Ballot>();
        let value = serde_json::json!({"reason": "It moved me that they will be a", "vote": "aye"});
        let read = |shape: crate::Shape| {
            typed::<Ballot>(value.clone(), &shape.schema, Secrets::none()).unwrap()
        };
        let small = read(shape::bounded(usual.clone(), 2, 160));
        assert_eq!(small.reason, "It moved me that they will be a …");
        let large = read(shape::unbounded(usual));
        assert_eq!(large.reason, "It moved me that they will be a");
    }

    #[test]
    fn a_text_that_was_stopped_at_its_limit_ends_with_a_sentence_or_a_word() {
        let table = [
            ("It is short", None),
            ("It is nearly as long as it may be.", None),
            (
                "Seats are won by skill, or they are won by a.",
                Some("Seats are won by skill, or they …"),
            ),
            (
                "A first sentence that is long. And then",
                Some("A first sentence that is long."),
            ),
            (
                "He answered the charge of cost. And what he said of the price of bread was more than I had ever",
                Some("He answered the charge of cost."),
            ),
            (
                "Yes. Because the dead leave what they donot",
                Some("Yes. Because the dead leave what …"),
            ),
            (
                "Because nobody needs it, as is known to剥",
                Some("Because nobody needs it, as …"),
            ),
        ];
        for (text, expected) in table {
            let most = match expected {
                Some(_) => text.chars().count(),
                None => 35,
            };
            assert_eq!(rounded(text, most).as_deref(), expected, "{text}");
        }
        let schema = shape::bounded(shape::shape_of::<Ballot>(), 2, 40).schema;
        let reason = "It moved me. I had not known how many of them";
        let value = serde_json::json!({"reason": reason, "vote": "aye"});
        let ballot = typed::<Ballot>(value, &schema, Secrets::none()).unwrap();
        assert_eq!(ballot.reason, "It moved me. I had not known how …");
    }
}
