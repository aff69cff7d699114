//! The JSON objects in a model's answer: as they stand there, behind whatever words, or with mistakes that leave no doubt.

use std::{borrow::Cow, cmp::Reverse, collections::BTreeSet};

use serde_json::{Map, Value};

use super::{lenient, outermost::Outermost};
use crate::shape;

/// An object is looked for behind so many opening braces.
const BRACES: usize = 1000;
/// The most objects that are looked at.
const OBJECTS: usize = 64;
/// The most objects with mistakes that are looked at.
const MISTAKEN: usize = 32;
/// The mark that ends what a model thought aloud.
const THOUGHT: &str = "</think>";

/// The objects in an answer that hold something of these names, or all of them where there are none: those that hold most
/// come first, and of those the last, because models begin anew and give an example first. `is_cut` says that the answer
/// is a beginning, of which no object counts whose last bracket is missing.
///
/// # Errors
/// There is none, and why, for the model to read.
pub(super) fn answers(text: &str, names: &[&str], is_cut: bool) -> Result<Vec<Value>, String> {
    let text = unquoted(text);
    let text = text.as_ref();
    let Some((thought, spoken)) = text.rsplit_once(THOUGHT) else {
        return fitting(text, names, is_cut);
    };
    let found = fitting(spoken, names, is_cut);
    // A text in the answer may have the mark in it.
    let is_of_answer = thought.contains('{') && !thought.trim_start().starts_with("<think>");
    if found.is_err() && is_of_answer {
        return fitting(text, names, is_cut).or(found);
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

fn fitting(text: &str, names: &[&str], is_cut: bool) -> Result<Vec<Value>, String> {
    let given = |object: &Value| {
        let given = object.as_object().into_iter().flat_map(Map::keys);
        let meant = given.filter_map(|name| shape::as_meant(name, names));
        meant.collect::<BTreeSet<_>>().len()
    };
    let Found { objects, wrong } = objects(text, is_cut);
    let mut found = Vec::new();
    for object in objects.into_iter().rev() {
        if given(&object) == 0 && !names.is_empty() {
            found.extend(wrapped(&object).into_iter().filter(|one| given(one) > 0));
        } else {
            found.push(object);
        }
    }
    if found.is_empty() {
        let none = "there is no JSON object in it with what is asked for";
        return Err(wrong.unwrap_or_else(|| none.to_owned()));
    }
    found.sort_by_key(|object| Reverse(given(object)));
    Ok(found)
}

/// The objects that an object is nothing but the wrapping of: `{"answer": {…}}`, or the same as a text.
fn wrapped(object: &Value) -> Vec<Value> {
    let fields = object.as_object().into_iter().flat_map(Map::values);
    let inner = fields.flat_map(|field| match field {
        Value::Object(_) => vec![field.clone()],
        Value::String(text) if text.trim_start().starts_with('{') => objects(text, true).objects,
        Value::String(_) | Value::Array(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {
            Vec::new()
        }
    });
    inner.collect()
}

/// The objects of a text, and what is wrong with the first that could not be read.
struct Found {
    objects: Vec<Value>,
    wrong: Option<String>,
}

/// Every outermost JSON object in a text, in order.
fn objects(text: &str, is_cut: bool) -> Found {
    let mut found = Found {
        objects: Vec::new(),
        wrong: None,
    };
    let mut mistaken = 0;
    let mut from = 0;
    for _ in 0..BRACES {
        let Some(at) = text.get(from..).and_then(|rest| rest.find('{')) else {
            break;
        };
        let start = from + at;
        let rest = text.get(start..).unwrap_or_default();
        let mut stream = serde_json::Deserializer::from_str(rest).into_iter::<Outermost>();
        let length = if let Some(Ok(Outermost(object))) = stream.next() {
            found.objects.push(Value::Object(object));
            stream.byte_offset()
        } else if mistaken < MISTAKEN {
            mistaken += 1;
            match lenient::object(rest) {
                Ok(read) if read.is_closed || !is_cut => {
                    found.objects.push(read.object);
                    read.length
                }
                Ok(_) => 1,
                Err(wrong) => {
                    found.wrong.get_or_insert(wrong);
                    1
                }
            }
        } else {
            1
        };
        from = start + length.max(1);
        if found.objects.len() >= OBJECTS {
            break;
        }
    }
    found
}
