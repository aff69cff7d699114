//! The JSON objects in a model's answer: as they stand there, behind whatever words, or with mistakes that leave no doubt.

use std::borrow::Cow;

use serde_json::Value;

use super::{
    lenient::{self, Read, strings::is_mark},
    outermost::Outermost,
    outside::Outside,
};
use crate::{spelled::Spelled, think::ends_of_thought};

/// An object is looked for behind so many opening braces.
const BRACES: usize = 1000;
/// The most objects that are looked at.
const OBJECTS: usize = 64;
/// The most objects with mistakes that are looked at.
const MISTAKEN: usize = 32;
/// An answer is looked for within so many wrappings.
const WRAPPED: usize = 3;

/// The answer in a text: the object that holds something of these names, or any where there are none. `is_cut` says that
/// the text is a beginning, of which no object counts whose last bracket is missing.
///
/// # Errors
/// There is none, or more than one (an example, a draft, a second thought): why, for the model to read.
pub(super) fn answer(text: &str, names: &Spelled<'_>, is_cut: bool) -> Result<Value, String> {
    let text = unquoted(text);
    let text = text.as_ref();
    let spoken = ends_of_thought(text).last().copied().unwrap_or(0);
    let spoken = text.get(spoken..).unwrap_or_default();
    only(spoken, names, is_cut, WRAPPED).map_err(Refused::describe)
}

/// A text out of the quotation marks that all of it stands between, as JSON.
fn unquoted(text: &str) -> Cow<'_, str> {
    let whole = text.trim();
    let is_quoted = whole.starts_with('"') && whole.contains('{');
    let inner = is_quoted.then(|| serde_json::from_str::<String>(whole).ok());
    inner.flatten().map_or(Cow::Borrowed(text), Cow::Owned)
}

/// Why a text has no answer.
enum Refused {
    /// There is one, and it is in doubt.
    InDoubt,
    /// There is none; what is wrong with the first object that could not be read.
    None(Option<String>),
}

impl Refused {
    /// The words for the model.
    fn describe(self) -> String {
        let none = "there is no JSON object in it with what is asked for";
        let doubt = "there is more than one answer in it, or its end is not clear (quotation marks within a text must be \
                     escaped with a backslash): give one object, and nothing else";
        match self {
            Self::InDoubt => doubt.to_owned(),
            Self::None(wrong) => wrong.unwrap_or_else(|| none.to_owned()),
        }
    }
}

fn only(text: &str, names: &Spelled<'_>, is_cut: bool, depth: usize) -> Result<Value, Refused> {
    let Found {
        objects,
        wrong,
        outside,
        behind,
        is_torn,
    } = objects(text, is_cut);
    // Of a wrapping that stands twice one was left out.
    let is_short = objects
        .iter()
        .any(|read| read.is_doubled && !holds(&read.object, names));
    // A list beside an object may be the answer, without its name.
    let has_list = objects.len() > 1 && outside.has_list();
    let mut all: Vec<Value> = Vec::new();
    for read in objects {
        for one in unwrapped(read.object, names, depth) {
            if !all.contains(&one) {
                all.push(one);
            }
        }
    }
    let is_unsure = |answer: &Value| {
        let is_broken_off = is_cut && !behind.trim_matches(['`', ' ', '\n', '\r', '\t']).is_empty();
        // It has ended in the middle of a text, and ends once more.
        let mut ends = behind.rsplit('}').skip(1);
        let ends_again = ends.any(|before| before.contains('"'));
        is_broken_off
            || ends_again
            || is_torn
            || is_short
            || has_list
            || outside.begins_another(answer, names)
    };
    match (all.pop(), all.is_empty()) {
        (Some(answer), true) if answer.is_object() && !is_unsure(&answer) => Ok(answer),
        (Some(_), _) => Err(Refused::InDoubt),
        (None, _) => Err(Refused::None(wrong)),
    }
}

/// Whether an object holds something of these names.
fn holds(object: &Value, names: &Spelled<'_>) -> bool {
    let mut fields = object.as_object().into_iter().flatten();
    fields.any(|(name, _)| names.meant(name).is_some())
}

/// The objects with something of these names in an object: itself, or what it is nothing but the wrapping of, such as
/// `{"answer": {…}}`, the same as a text, or in a list. `null` stands for a text with one of which it is in doubt what it is.
fn unwrapped(object: Value, names: &Spelled<'_>, depth: usize) -> Vec<Value> {
    if names.names().is_empty() {
        return vec![object];
    }
    // Of each field: whether it is of these names, and what stands within.
    let fields = object.as_object().into_iter().flatten();
    let fields: Vec<(bool, Vec<Value>)> = fields
        .map(|(name, field)| (names.meant(name).is_some(), within(field, names, depth)))
        .collect();
    let mut given = fields.iter().filter(|(is_given, _)| *is_given);
    // What wraps an answer may be called as one of its fields is, such as the arguments of a function.
    let is_wrapping = match (given.next(), given.next()) {
        (None, _) => true,
        (Some((_, inner)), None) => !inner.is_empty(),
        (Some(_), Some(_)) => false,
    };
    let inner = fields.into_iter().flat_map(|(_, inner)| inner);
    // An example beside the answer: nobody knows which is meant.
    let own = (!is_wrapping).then_some(object);
    own.into_iter().chain(inner).collect()
}

/// The objects with something of these names in a field: in an object, in a list of them, or in a text, which is held to all
/// that a whole answer is held to.
fn within(field: &Value, names: &Spelled<'_>, depth: usize) -> Vec<Value> {
    let Some(depth) = depth.checked_sub(1) else {
        return Vec::new();
    };
    match field {
        Value::Object(_) => unwrapped(field.clone(), names, depth),
        Value::Array(all) => {
            let objects = all.iter().take(OBJECTS).filter(|one| one.is_object());
            objects
                .flat_map(|one| unwrapped(one.clone(), names, depth))
                .collect()
        }
        Value::String(text) if text.trim_start().starts_with('{') => {
            match only(text, names, true, depth) {
                Ok(answer) => vec![answer],
                Err(Refused::InDoubt) => vec![Value::Null],
                Err(Refused::None(_)) => Vec::new(),
            }
        }
        Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => Vec::new(),
    }
}

/// The objects of a text.
struct Found<'a> {
    objects: Vec<Read>,
    /// What is wrong with the first that could not be read.
    wrong: Option<String>,
    /// The text without the objects.
    outside: Outside,
    /// What stands behind the last of them.
    behind: &'a str,
    /// Whether a quotation mark stands behind one of them that none before it belongs to: it may have ended within a text.
    is_torn: bool,
}

/// Every outermost JSON object in a text, in order.
fn objects(text: &str, is_cut: bool) -> Found<'_> {
    let mut found = Found {
        objects: Vec::new(),
        wrong: None,
        outside: Outside::default(),
        behind: text,
        is_torn: false,
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
        let read = match stream.next() {
            Some(Ok(Outermost(object, is_doubled))) => Ok(Read {
                object: Value::Object(object),
                length: stream.byte_offset(),
                is_closed: true,
                is_doubled,
            }),
            Some(Err(_)) | None if mistaken >= MISTAKEN => Err(None),
            Some(Err(_)) | None => {
                mistaken += 1;
                match lenient::object(rest) {
                    Ok(read) if read.is_closed || !is_cut => Ok(read),
                    Ok(_) => Err(None),
                    Err(wrong) => Err(Some(wrong)),
                }
            }
        };
        let outside = text.get(from..start).unwrap_or_default();
        found.outside.push_str(outside);
        match read {
            Ok(read) => {
                found.outside.push_object();
                found.behind = rest.get(read.length..).unwrap_or_default();
                let behind = found.behind.trim_start();
                let is_fenced = behind.starts_with("```");
                let is_between_marks = outside.trim_end().ends_with(is_mark);
                let is_end = |letter| is_mark(letter) || matches!(letter, '”' | '’');
                found.is_torn |= behind.starts_with(is_end) && !is_fenced && !is_between_marks;
                from = start + read.length.max(1);
                found.objects.push(read);
            }
            Err(wrong) => {
                found.wrong = found.wrong.take().or(wrong);
                found.outside.push_str("{");
                from = start + 1;
            }
        }
        if found.objects.len() >= OBJECTS {
            break;
        }
    }
    found.outside.push_str(text.get(from..).unwrap_or_default());
    found
}
