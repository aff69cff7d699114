//! What a JSON object says, as a value of the type that was asked for. What does not matter where no server enforces the
//! schema is overlooked; what is wrong is said so that the model can put it right.

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::{
    llm::{place::Place, secrets::Secrets},
    text::sentence,
};

/// So many letters before that end may have been chosen for want of room.
const SQUEEZED: usize = 10;

/// The value of a type in JSON of its schema, cleaned and with what does not matter overlooked.
pub(super) fn typed<T: DeserializeOwned>(
    mut value: Value,
    schema: &Value,
    secrets: &Secrets,
) -> Result<T, String> {
    clean(&mut value, secrets);
    fit(&mut value, Place::of(schema));
    of_type(&value)
}

/// The value of that type in some JSON, or where it is none, for the model to read.
pub(crate) fn of_type<T: DeserializeOwned>(value: &Value) -> Result<T, String> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let path = error.path().to_string();
        let inner = error.into_inner();
        if path == "." {
            inner.to_string()
        } else {
            format!("at `{path}`: {inner}")
        }
    })
}

/// JSON can spell control characters, and the letters of a key, in other letters, so its strings come in once more.
fn clean(value: &mut Value, secrets: &Secrets) {
    match value {
        Value::String(text) => *text = secrets.words(text),
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

/// Overlooks what does not matter where no server enforces the schema: the case of a listed word, a number
/// or a yes in quotation marks.
fn fit(value: &mut Value, place: Place<'_>) {
    if let Some(words) = place.choices() {
        let said = value.as_str().unwrap_or_default().trim().to_lowercase();
        let meant = words.iter().find(|word| {
            word.as_str()
                .is_some_and(|word| word.to_lowercase() == said)
        });
        if let Some(word) = meant {
            *value = word.clone();
        }
        return;
    }
    match value {
        Value::Object(fields) => {
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
            let rounded = most.and_then(|most| rounded(text, most));
            if let Some(meant) = meant.or(rounded.map(Value::String)) {
                *value = meant;
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// A text that was stopped at its limit, up to its last sentence or, where that is far back, its last sure word. The
/// last letters before a limit are not to be trusted: where a schema is enforced, a model that has no room for the
/// word it wants takes another that fits.
fn rounded(text: &str, most: usize) -> Option<String> {
    let letters = text.chars().count();
    if letters + 2 < most || (letters < most && sentence::is_at_end(text)) {
        return None;
    }
    // Where nothing else fits any more, a stop does.
    let text = text.trim_end_matches(['.', '!', '?']);
    let end = sentence::last_end(text);
    if end * 2 >= text.len() {
        return Some(text.get(..end)?.trim_end().to_owned());
    }
    let (sure, _) = text.char_indices().nth(letters.saturating_sub(SQUEEZED))?;
    let kept = text.get(..sure)?;
    let kept = kept
        .rsplit_once(char::is_whitespace)
        .map_or(kept, |(kept, _)| kept);
    Some(format!(
        "{} …",
        kept.trim_end_matches(|end: char| !end.is_alphanumeric())
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        debate::answer::{Ballot, PoiOffer},
        llm::shape,
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
