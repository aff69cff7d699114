//! Answers held to their shape, where no server enforces it: all that is asked for is there, each of its kind. What is lost
//! without a word otherwise (a text where a list is asked for, a name that is spelled in another way) is asked for again.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::{
    place::Place,
    spelled::{Spelled, plain},
    text::cut::shortened,
};

/// The most bytes of a name that is quoted.
const NAME: usize = 40;

/// Finds the first name that says two things, in two spellings, or that is none where one is missing that may have been meant.
///
/// # Errors
/// The name, for the model to read.
pub(super) fn names(value: &Value, place: Place<'_>) -> Result<(), String> {
    match value {
        Value::Object(fields) => {
            let names = Spelled::of(place.names());
            let (mut given, mut unknown) = (BTreeMap::new(), Vec::new());
            for (said, field) in fields {
                let Some(meant) = names.meant(said) else {
                    unknown.push(said);
                    continue;
                };
                let before = given.insert(meant, field);
                if before.is_some_and(|before| before != field) {
                    return Err(format!(
                        "`{meant}` stands in it twice, with something else each time"
                    ));
                }
                self::names(field, place.property(meant))?;
            }
            let all = names.names().iter();
            let missing: Vec<&&str> = all.filter(|name| !given.contains_key(**name)).collect();
            for said in unknown {
                // It may have been meant for one that nobody would miss.
                let mut missing = missing.iter();
                let meant = missing
                    .find(|name| place.property(name).may_be_absent() || are_like(said, name));
                if let Some(meant) = meant {
                    return Err(format!(
                        "`{meant}` is missing, and `{}` is none of the names",
                        shortened(said, NAME)
                    ));
                }
            }
            Ok(())
        }
        Value::Array(all) => all.iter().try_for_each(|one| names(one, place.entry())),
        Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => Ok(()),
    }
}

/// Whether two names begin alike, and differ in little more than an ending; by their numbers the names of others are told
/// apart.
fn are_like(one: &str, other: &str) -> bool {
    let (one, other) = (plain(one), plain(other));
    let digits = |name: &str| -> String { name.chars().filter(char::is_ascii_digit).collect() };
    if digits(&one) != digits(&other) {
        return false;
    }
    let alike = one.chars().zip(other.chars());
    let alike = alike.take_while(|(one, other)| one == other).count();
    let longer = one.chars().count().max(other.chars().count());
    alike * 4 >= longer * 3 || one.starts_with(&other) || other.starts_with(&one)
}

/// Finds the first value that is of another kind than is asked for, or that is not there.
///
/// # Errors
/// What it is, with its place, for the model to read.
pub(super) fn whole(value: &Value, place: Place<'_>) -> Result<(), String> {
    within(value, place, "", true)
}

/// Finds the first value that is of another kind than is asked for, however much is missing.
///
/// # Errors
/// As for [`whole`].
pub(super) fn kinds(value: &Value, place: Place<'_>) -> Result<(), String> {
    within(value, place, "", false)
}

fn within(value: &Value, place: Place<'_>, at: &str, is_whole: bool) -> Result<(), String> {
    let kinds = place.kinds();
    if !kinds.is_empty() && !kinds.iter().any(|kind| is_a(value, kind)) {
        let wanted = kinds.iter().map(|kind| called(kind));
        let wanted: Vec<&str> = wanted.collect();
        return Err(format!("`{at}` must be {}", wanted.join(" or ")));
    }
    match value {
        Value::Object(fields) => {
            if is_whole && let Some(missing) = missing(fields, place) {
                return Err(format!("missing field `{}`", under(at, missing)));
            }
            let mut fields = fields.iter();
            fields.try_for_each(|(name, field)| {
                within(field, place.property(name), &under(at, name), is_whole)
            })
        }
        Value::Array(all) => {
            let mut all = all.iter().enumerate();
            all.try_for_each(|(number, one)| {
                within(one, place.entry(), &format!("{at}[{number}]"), is_whole)
            })
        }
        Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => Ok(()),
    }
}

/// The first list that is asked for and not there: whoever reads the answer takes it for an empty one. Of everything else
/// the reader says itself whether it can be done without.
fn missing<'a>(fields: &Map<String, Value>, place: Place<'a>) -> Option<&'a str> {
    let mut asked = place.names().into_iter();
    asked.find(|name| !fields.contains_key(*name) && place.property(name).kind() == Some("array"))
}

fn under(at: &str, name: &str) -> String {
    let dot = if at.is_empty() { "" } else { "." };
    format!("{at}{dot}{name}")
}

fn is_a(value: &Value, kind: &str) -> bool {
    match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        "null" => value.is_null(),
        _ => true,
    }
}

fn called(kind: &str) -> &str {
    match kind {
        "object" => "an object",
        "array" => "a list",
        "string" => "a text",
        "boolean" => "true or false",
        "number" => "a number",
        "integer" => "a whole number",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn schema() -> Value {
        json!({"type": "object", "properties": {
            "claim": {"type": "string"},
            "evidence": {"type": ["string", "null"]},
            "strengths": {"type": "array", "items": {"type": "string"}},
            "mark": {"type": "integer"},
        }})
    }

    #[test]
    fn what_is_missing_or_of_another_kind_is_named() {
        let whole = json!({"claim": "a", "evidence": null, "strengths": ["b"], "mark": 7});
        let changed = |name: &str, value: Option<Value>| {
            let mut all = whole.clone();
            match value {
                Some(value) => all[name] = value,
                None => drop(all.as_object_mut().and_then(|all| all.remove(name))),
            }
            super::whole(&all, Place::of(&schema()))
        };
        for (name, value, wrong) in [
            ("mark", Some(json!(8)), None),
            ("evidence", None, None),
            ("claim", None, None),
            ("strengths", None, Some("missing field `strengths`")),
            (
                "strengths",
                Some(json!("b")),
                Some("`strengths` must be a list"),
            ),
            (
                "strengths",
                Some(json!([{"a": 1}])),
                Some("`strengths[0]` must be a text"),
            ),
            (
                "mark",
                Some(json!(7.5)),
                Some("`mark` must be a whole number"),
            ),
            (
                "evidence",
                Some(json!([1])),
                Some("`evidence` must be a text or null"),
            ),
        ] {
            let found = changed(name, value.clone());
            assert_eq!(found.err().as_deref(), wrong, "{name}: {value:?}");
        }
        let begun = json!({"claim": "a"});
        assert!(kinds(&begun, Place::of(&schema())).is_ok());
        assert!(kinds(&json!({"claim": ["a"]}), Place::of(&schema())).is_err());
    }

    #[test]
    fn a_name_that_is_nearly_one_that_is_missing_is_asked_for_again() {
        for (said, is_fine) in [
            (json!({"claim": "a", "evidences": "b"}), false),
            (
                json!({"claim": "a", "evidence": "b", "evidences": "c"}),
                true,
            ),
            (json!({"claim": "a", "Evidence:": "b"}), true),
            (json!({"claim": "a", "thoughts": "b"}), false),
            (
                json!({"claim": "a", "evidence": null, "thoughts": "b"}),
                true,
            ),
            (json!({"claims 2": "a", "evidence": null}), true),
            (json!({"claim: so it is": "a", "evidence": null}), false),
            (
                json!({"list": [{"claim": "a"}], "claims": "b", "evidence": null}),
                false,
            ),
        ] {
            let found = names(&said, Place::of(&schema()));
            assert_eq!(found.is_ok(), is_fine, "{said}: {found:?}");
        }
    }
}
