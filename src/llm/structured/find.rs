//! The JSON objects in a model's answer: as they stand there, behind whatever words, or with mistakes that leave no doubt.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::{lenient, outermost::Outermost, outside::Outside};
use crate::shape::Spelled;

/// An object is looked for behind so many opening braces.
const BRACES: usize = 1000;
/// The most objects that are looked at.
const OBJECTS: usize = 64;
/// The most objects with mistakes that are looked at.
const MISTAKEN: usize = 32;
/// An answer is looked for within so many wrappings.
const WRAPPED: usize = 3;
/// The mark that ends what a model thought aloud.
const THOUGHT: &str = "</think>";

/// The answer in a text: the object that holds something of these names, or any where there are none. `is_cut` says that
/// the text is a beginning, of which no object counts whose last bracket is missing.
///
/// # Errors
/// There is none, or more than one (an example, a draft, a second thought): why, for the model to read.
pub(super) fn answer(text: &str, names: &Spelled<'_>, is_cut: bool) -> Result<Value, String> {
    let text = unquoted(text);
    let text = text.as_ref();
    let Some((thought, spoken)) = text.rsplit_once(THOUGHT) else {
        return only(text, names, is_cut);
    };
    let found = only(spoken, names, is_cut);
    // A text in the answer may have the mark in it.
    if found.is_err()
        && thought.contains('{')
        && let Ok(whole) = only(text, names, is_cut)
        && whole.to_string().contains(THOUGHT)
    {
        return Ok(whole);
    }
    found
}

/// A text out of the quotation marks that all of it stands between, as JSON.
fn unquoted(text: &str) -> Cow<'_, str> {
    let whole = text.trim();
    let is_quoted = whole.starts_with('"') && whole.contains('{');
    let inner = is_quoted.then(|| serde_json::from_str::<String>(whole).ok());
    inner.flatten().map_or(Cow::Borrowed(text), Cow::Owned)
}

fn only(text: &str, names: &Spelled<'_>, is_cut: bool) -> Result<Value, String> {
    let Found {
        objects,
        wrong,
        outside,
        behind,
    } = objects(text, is_cut);
    // A list beside an object may be the answer, without its name.
    let has_list = objects.len() > 1 && outside.has_list();
    let mut all: Vec<Value> = Vec::new();
    for object in objects {
        for one in unwrapped(object, names, WRAPPED) {
            if !all.contains(&one) {
                all.push(one);
            }
        }
    }
    let is_unsure = || {
        let is_broken_off = is_cut && !behind.trim_matches(['`', ' ', '\n', '\r', '\t']).is_empty();
        // It has ended in the middle of a text, and ends once more.
        let mut ends = behind.rsplit('}').skip(1);
        let ends_again = ends.any(|before| before.contains('"'));
        is_broken_off || ends_again || has_list || outside.begins_another(names.names())
    };
    match (all.pop(), all.is_empty()) {
        (Some(answer), true) if !is_unsure() => Ok(answer),
        (Some(_), _) => {
            Err("there is more than one answer in it: give one object, and nothing else".to_owned())
        }
        (None, _) => {
            let none = "there is no JSON object in it with what is asked for";
            Err(wrong.unwrap_or_else(|| none.to_owned()))
        }
    }
}

/// Whether an object holds something of these names.
fn holds(object: &Value, names: &Spelled<'_>) -> bool {
    let mut given = object.as_object().into_iter().flat_map(Map::keys);
    given.any(|name| names.meant(name).is_some())
}

/// The objects with something of these names in an object: itself, or what it is nothing but the wrapping of, such as
/// `{"answer": {…}}`, the same as a text, or in a list.
fn unwrapped(object: Value, names: &Spelled<'_>, depth: usize) -> Vec<Value> {
    if names.names().is_empty() {
        return vec![object];
    }
    let fields = object.as_object().into_iter().flat_map(Map::values);
    let inner = fields.flat_map(|field| match field {
        Value::Object(_) => vec![field.clone()],
        Value::Array(all) if all.len() == 1 => all.clone(),
        Value::String(text) if text.trim_start().starts_with('{') => objects(text, true).objects,
        Value::String(_) | Value::Array(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {
            Vec::new()
        }
    });
    let inner = inner.filter(|one| depth > 0 && one.is_object());
    let inner: Vec<Value> = inner
        .flat_map(|one| unwrapped(one, names, depth - 1))
        .collect();
    if !holds(&object, names) {
        return inner;
    }
    // The arguments of a function may be called as the only field is.
    if let [name] = names.names()
        && let Some(arguments) = object.get(name)
        && holds(arguments, names)
    {
        return vec![arguments.clone()];
    }
    // An example beside the answer: nobody knows which is meant.
    [object].into_iter().chain(inner).collect()
}

/// The objects of a text.
struct Found {
    objects: Vec<Value>,
    /// What is wrong with the first that could not be read.
    wrong: Option<String>,
    /// The text without the objects.
    outside: Outside,
    /// What stands behind the last of them.
    behind: String,
}

/// Every outermost JSON object in a text, in order.
fn objects(text: &str, is_cut: bool) -> Found {
    let mut found = Found {
        objects: Vec::new(),
        wrong: None,
        outside: Outside::default(),
        behind: String::new(),
    };
    let mut mistaken = 0;
    let mut ended = 0;
    let mut from = 0;
    for _ in 0..BRACES {
        let Some(at) = text.get(from..).and_then(|rest| rest.find('{')) else {
            break;
        };
        let start = from + at;
        let rest = text.get(start..).unwrap_or_default();
        let mut stream = serde_json::Deserializer::from_str(rest).into_iter::<Outermost>();
        let read = match stream.next() {
            Some(Ok(Outermost(object))) => Ok((Value::Object(object), stream.byte_offset())),
            Some(Err(_)) | None if mistaken >= MISTAKEN => Err(None),
            Some(Err(_)) | None => {
                mistaken += 1;
                match lenient::object(rest) {
                    Ok(read) if read.is_closed || !is_cut => Ok((read.object, read.length)),
                    Ok(_) => Err(None),
                    Err(wrong) => Err(Some(wrong)),
                }
            }
        };
        let outside = text.get(from..start).unwrap_or_default();
        found.outside.push_str(outside);
        let length = match read {
            Ok((object, length)) => {
                found.objects.push(object);
                found.outside.push_str("\n");
                ended = start + length;
                length
            }
            Err(wrong) => {
                found.wrong = found.wrong.take().or(wrong);
                found.outside.push_str("{");
                1
            }
        };
        from = start + length.max(1);
        if found.objects.len() >= OBJECTS {
            break;
        }
    }
    let rest = text.get(from..).unwrap_or_default();
    found.outside.push_str(rest);
    found.behind.push_str(text.get(ended..).unwrap_or_default());
    found
}
