//! The JSON objects in a model's answer: as they stand there, behind whatever words, or with mistakes that leave no doubt.

use std::borrow::Cow;

use serde_json::Value;

use super::{
    lenient::{self, strings::is_mark},
    outermost::Outermost,
    outside::Outside,
};
use crate::{controls::Scan, spelled::Spelled};

/// An object is looked for behind so many opening braces.
const BRACES: usize = 1000;
/// The most objects that are looked at.
const OBJECTS: usize = 64;
/// The most objects with mistakes that are looked at.
const MISTAKEN: usize = 32;
/// An answer is looked for within so many wrappings.
const WRAPPED: usize = 3;
/// The most thoughts that are looked behind.
const THOUGHTS: usize = 4;
/// The marks that end what a model thought aloud, in small letters.
const THOUGHT: [&str; 13] = [
    "</think>",
    "</thinking>",
    "</thought>",
    "</thoughts>",
    "</reasoning>",
    "</analysis>",
    "</scratchpad>",
    "</seed:think>",
    "◁/think▷",
    "[/think]",
    "<|end_thinking|>",
    "<|end_of_thought|>",
    "<|message|>",
];

/// The answer in a text: the object that holds something of these names, or any where there are none. `is_cut` says that
/// the text is a beginning, of which no object counts whose last bracket is missing.
///
/// # Errors
/// There is none, or more than one (an example, a draft, a second thought): why, for the model to read.
pub(super) fn answer(text: &str, names: &Spelled<'_>, is_cut: bool) -> Result<Value, String> {
    let text = unquoted(text);
    let text = text.as_ref();
    let behind = |end: usize| only(text.get(end..).unwrap_or_default(), names, is_cut, WRAPPED);
    let ends = ends_of_thought(text);
    let found = behind(ends.last().copied().unwrap_or(0));
    if found.is_ok() {
        return found;
    }
    // A text in the answer may have the mark in it.
    let before = ends.iter().rev().skip(1).copied().take(THOUGHTS).chain([0]);
    let mut all = before.filter_map(|end| behind(end).ok());
    let whole = all.find(|whole| !ends_of_thought(&whole.to_string()).is_empty());
    whole.map_or(found, Ok)
}

/// The places behind the marks that end a thought, in order. One within a text of an object is a part of it, and behind one
/// that nothing follows nothing is said.
fn ends_of_thought(text: &str) -> Vec<usize> {
    let small = text.to_ascii_lowercase();
    let marks = THOUGHT.iter().flat_map(|mark| {
        let all = small.match_indices(mark);
        all.map(|(at, mark)| (at, at + mark.len()))
    });
    let mut marks: Vec<(usize, usize)> = marks.collect();
    marks.sort_unstable();
    let said = text.trim_end().len();
    let mut marks = marks.into_iter().peekable();
    let (mut ends, mut scan, mut nowhere) = (Vec::new(), Scan::default(), String::new());
    let mut is_in_object = false;
    for (at, letter) in text.char_indices() {
        if let Some((_, end)) = marks.next_if(|(start, _)| *start == at)
            && end < said
            && !scan.in_string()
        {
            ends.push(end);
        }
        is_in_object |= letter == '{';
        if is_in_object {
            scan.take(letter, &mut nowhere);
            nowhere.clear();
        }
    }
    ends
}

/// A text of an answer without the thought that it begins with.
pub(super) fn spoken_in(text: &str) -> &str {
    let begins = text.trim_start();
    let mut marks = THOUGHT.iter().filter(|mark| mark.contains('/'));
    let is_thought = marks.any(|mark| {
        let opens = mark.replace('/', "");
        let begins = begins.get(..opens.len());
        begins.is_some_and(|begins| begins.eq_ignore_ascii_case(&opens))
    });
    let end = ends_of_thought(text).last().copied();
    match end.filter(|_| is_thought) {
        Some(end) => text.get(end..).unwrap_or_default().trim_start(),
        None => text,
    }
}

/// A text out of the quotation marks that all of it stands between, as JSON.
fn unquoted(text: &str) -> Cow<'_, str> {
    let whole = text.trim();
    let is_quoted = whole.starts_with('"') && whole.contains('{');
    let inner = is_quoted.then(|| serde_json::from_str::<String>(whole).ok());
    inner.flatten().map_or(Cow::Borrowed(text), Cow::Owned)
}

fn only(text: &str, names: &Spelled<'_>, is_cut: bool, depth: usize) -> Result<Value, String> {
    let Found {
        objects,
        wrong,
        outside,
        behind,
        is_torn,
        doubled,
    } = objects(text, is_cut);
    let doubt = "there is more than one answer in it, or its end is not clear (quotation marks within a text must be \
                 escaped with a backslash): give one object, and nothing else";
    let is_given = |object: &Value| {
        let mut fields = object.as_object().into_iter().flatten();
        fields.any(|(name, _)| names.meant(name).is_some())
    };
    // Of a wrapping that stands twice one was left out.
    let is_short = objects
        .iter()
        .zip(doubled)
        .any(|(one, is_doubled)| is_doubled && !is_given(one));
    // A list beside an object may be the answer, without its name.
    let has_list = objects.len() > 1 && outside.has_list();
    let mut all: Vec<Value> = Vec::new();
    for object in objects {
        for one in unwrapped(object, names, depth) {
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
        (Some(_), _) => Err(doubt.to_owned()),
        (None, _) => {
            let none = "there is no JSON object in it with what is asked for";
            Err(wrong.unwrap_or_else(|| none.to_owned()))
        }
    }
}

/// The objects with something of these names in an object: itself, or what it is nothing but the wrapping of, such as
/// `{"answer": {…}}`, the same as a text, or in a list. `null` stands for a text with one of which it is in doubt what it is.
fn unwrapped(object: Value, names: &Spelled<'_>, depth: usize) -> Vec<Value> {
    if names.names().is_empty() {
        return vec![object];
    }
    let within = |field: &Value| -> Vec<Value> {
        let inner = match field {
            Value::Object(_) => vec![field.clone()],
            Value::Array(all) => all.iter().take(OBJECTS).cloned().collect(),
            Value::String(text) if depth > 0 && text.trim_start().starts_with('{') => {
                return in_text(text, names, depth - 1);
            }
            Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => Vec::new(),
        };
        let inner = inner.into_iter().filter(|one| depth > 0 && one.is_object());
        inner
            .flat_map(|one| unwrapped(one, names, depth - 1))
            .collect()
    };
    let fields = || object.as_object().into_iter().flatten();
    let inner: Vec<Value> = fields().flat_map(|(_, field)| within(field)).collect();
    // What wraps an answer may be called as one of its fields is, such as the arguments of a function.
    let mut given = fields().filter(|(name, _)| names.meant(name).is_some());
    let is_wrapping = match (given.next(), given.next()) {
        (None, _) => true,
        (Some((_, only)), None) => !within(only).is_empty(),
        (Some(_), Some(_)) => false,
    };
    drop(given);
    if is_wrapping {
        return inner;
    }
    // An example beside the answer: nobody knows which is meant.
    [object].into_iter().chain(inner).collect()
}

/// The answer in a text of an object: held to all that a whole answer is held to.
fn in_text(text: &str, names: &Spelled<'_>, depth: usize) -> Vec<Value> {
    if let Ok(answer) = only(text, names, true, depth) {
        return vec![answer];
    }
    let objects = objects(text, true).objects.into_iter();
    let mut any = objects.flat_map(|one| unwrapped(one, names, depth));
    any.next().map(|_| Value::Null).into_iter().collect()
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
    /// Whether a quotation mark stands behind one of them that none before it belongs to: it may have ended within a text.
    is_torn: bool,
    /// Of each, whether something was left out of it that stands in it twice.
    doubled: Vec<bool>,
}

/// Every outermost JSON object in a text, in order.
fn objects(text: &str, is_cut: bool) -> Found {
    let mut found = Found {
        objects: Vec::new(),
        wrong: None,
        outside: Outside::default(),
        behind: String::new(),
        is_torn: false,
        doubled: Vec::new(),
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
            Some(Ok(Outermost(object, is_doubled))) => {
                Ok((Value::Object(object), stream.byte_offset(), is_doubled))
            }
            Some(Err(_)) | None if mistaken >= MISTAKEN => Err(None),
            Some(Err(_)) | None => {
                mistaken += 1;
                match lenient::object(rest) {
                    Ok(read) if read.is_closed || !is_cut => {
                        Ok((read.object, read.length, read.is_doubled))
                    }
                    Ok(_) => Err(None),
                    Err(wrong) => Err(Some(wrong)),
                }
            }
        };
        let outside = text.get(from..start).unwrap_or_default();
        found.outside.push_str(outside);
        let length = match read {
            Ok((object, length, is_doubled)) => {
                found.objects.push(object);
                found.doubled.push(is_doubled);
                found.outside.push_object();
                let behind = rest.get(length..).unwrap_or_default().trim_start();
                let is_fenced = behind.starts_with("```");
                let is_between_marks = outside.trim_end().ends_with(is_mark);
                let is_end = |letter| is_mark(letter) || matches!(letter, '”' | '’');
                found.is_torn |= behind.starts_with(is_end) && !is_fenced && !is_between_marks;
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
