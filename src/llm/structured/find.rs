//! The JSON object in a model's answer: as it stands there, behind whatever words, or mended where it is nearly one.

use jsonrepair::Options;
use serde_json::Value;

use super::outermost::Outermost;
use crate::{controls, panics};

/// Broken JSON is mended up to so many opening brackets.
const NESTED: usize = 200;
/// An object is looked for behind so many opening braces.
const BRACES: usize = 1000;
/// The most objects that are looked at.
const OBJECTS: usize = 64;

/// The words of the model, without what it thought aloud before.
pub(super) fn spoken(text: &str) -> &str {
    text.rsplit_once("</think>")
        .map_or(text, |(_, behind)| behind)
}

/// Every outermost JSON object in a text, in order.
pub(super) fn objects(text: &str) -> Vec<Value> {
    let mut found = Vec::new();
    let mut from = 0;
    for _ in 0..BRACES {
        let Some(at) = text.get(from..).and_then(|rest| rest.find('{')) else {
            break;
        };
        let start = from + at;
        let rest = text.get(start..).unwrap_or_default();
        let mut stream = serde_json::Deserializer::from_str(rest).into_iter::<Outermost>();
        match stream.next() {
            Some(Ok(Outermost(object))) => {
                found.push(Value::Object(object));
                from = start + stream.byte_offset().max(1);
            }
            Some(Err(_)) | None => match without_controls(rest) {
                Some((object, length)) => {
                    found.push(object);
                    from = start + length;
                }
                None => from = start + 1,
            },
        }
        if found.len() >= OBJECTS {
            break;
        }
    }
    found
}

/// The object that a text begins with, where it is one but for control characters in its strings, and its length.
fn without_controls(text: &str) -> Option<(Value, usize)> {
    let (object, length) = controls::object(text)?;
    let Outermost(object) = serde_json::from_str(&object).ok()?;
    Some((Value::Object(object), length))
}

/// The object that a text with mistakes in it must mean, or what is wrong with it, for the model to read.
pub(super) fn mended(text: &str) -> Result<Value, String> {
    let Some(start) = text.find('{') else {
        return Err("there is no JSON object in it".to_owned());
    };
    let broken = text.get(start..).unwrap_or_default();
    let broken = broken.trim_end().trim_end_matches("```");
    // What mends goes as deep as the text does, until the stack ends, and the program with it.
    let opening = |c: char| matches!(c, '[' | '{' | '(');
    if broken.chars().filter(|c| opening(*c)).count() > NESTED {
        return Err("it is no JSON, and too long to guess what was meant".to_owned());
    }
    // It panics at some texts, such as a backslash before a character of several bytes.
    let broken = controls::escaped(broken)
        .ok_or_else(|| "it breaks off in the middle of a text: write it to its end".to_owned())?;
    let mended =
        panics::catch_expected(|| jsonrepair::repair_to_value(&broken, &Options::default()))
            .map_err(|_| "it is no JSON".to_owned())?
            .map_err(|error| format!("it is no JSON ({error})"))?;
    let object = if let Value::Array(all) = mended {
        all.into_iter().find(Value::is_object)
    } else {
        Some(mended).filter(Value::is_object)
    };
    let object = object.ok_or_else(|| "there is no JSON object in it".to_owned())?;
    if !stands(&unescaped(&broken), &object) {
        return Err("it is no JSON: a text in it does not end where it should".to_owned());
    }
    Ok(object)
}

/// Marks that texts stand between, in what models take for JSON.
const MARKS: [char; 7] = ['"', '\'', '`', '“', '”', '‘', '’'];

/// Whether every text of several words stands between quotation marks in what was sent: one that was torn at a comma, or
/// closed where it broke off, is nobody's.
fn stands(sent: &str, value: &Value) -> bool {
    match value {
        Value::String(text) => {
            let text = text.trim();
            let is_between = |(at, found): (usize, &str)| {
                let before = sent.get(..at).map(str::trim_end);
                let behind = sent.get(at + found.len()..).map(str::trim_start);
                before.is_some_and(|text| text.ends_with(MARKS))
                    && behind.is_some_and(|text| text.starts_with(MARKS))
            };
            !text.contains(char::is_whitespace) || sent.match_indices(text).any(is_between)
        }
        Value::Array(all) => all.iter().all(|one| stands(sent, one)),
        Value::Object(fields) => fields.values().all(|one| stands(sent, one)),
        Value::Null | Value::Bool(_) | Value::Number(_) => true,
    }
}

/// A text with the escapes of JSON read.
fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(letter) = rest.next() {
        if letter != '\\' {
            out.push(letter);
            continue;
        }
        match rest.next() {
            Some('n') => out.push('\n'),
            Some('r') => out.push('\r'),
            Some('t') => out.push('\t'),
            Some('u') => {
                let digits: String = rest.clone().take(4).collect();
                let read = u32::from_str_radix(&digits, 16)
                    .ok()
                    .and_then(char::from_u32);
                if let Some(read) = read {
                    rest.nth(3);
                    out.push(read);
                }
            }
            Some(other) => out.push(other),
            None => {}
        }
    }
    out
}
