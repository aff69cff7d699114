//! What of an answer stands outside the objects that were read: courtesies, labels, or another answer that was begun there.

use serde_json::Value;

use super::lenient::strings::is_mark;
use crate::spelled::{Spelled, plain};

/// What stands around objects: before each of them, and behind the last.
#[derive(Debug, Default)]
pub(super) struct Outside(Vec<String>);

impl Outside {
    /// Adds more of what stands before the next object, or behind the last.
    pub(super) fn push_str(&mut self, text: &str) {
        match self.0.last_mut() {
            Some(last) => last.push_str(text),
            None => self.0.push(text.to_owned()),
        }
    }

    /// An object stands here.
    pub(super) fn push_object(&mut self) {
        self.push_str("");
        self.0.push(String::new());
    }

    /// Whether a list is begun there.
    pub(super) fn has_list(&self) -> bool {
        self.0.iter().any(|text| text.contains('['))
    }

    /// Whether an answer is begun there that could not be read, beside the one that was: brackets with texts in them, or one
    /// of these names before something else than the answer says under it.
    pub(super) fn begins_another(&self, answer: &Value, names: &Spelled<'_>) -> bool {
        let given = |line: &str| says_else(line, answer, names);
        let Some((behind, before)) = self.0.split_last() else {
            return false;
        };
        self.0.iter().any(|text| has_texts_in_brackets(text))
            || behind.lines().any(given)
            || before
                .iter()
                .any(|text| unlabelled(text).lines().any(given))
    }
}

/// Whether texts stand in brackets there. In one pass: a hostile answer is nothing but brackets.
fn has_texts_in_brackets(text: &str) -> bool {
    let (mut in_object, mut is_behind_bracket) = (false, false);
    for letter in text.chars() {
        if is_mark(letter) && ((in_object && letter != '\'') || is_behind_bracket) {
            return true;
        }
        match letter {
            '{' => in_object = true,
            '}' => in_object = false,
            _ => {}
        }
        is_behind_bracket = letter == '[' || (is_behind_bracket && letter.is_whitespace());
    }
    false
}

/// What stands before an object, without the label that belongs to it: "Arguments:", and the fence behind.
fn unlabelled(text: &str) -> &str {
    let is_of_fence = |letter: char| letter.is_whitespace() || letter == '`' || letter == '~';
    let mut label = text.trim_end_matches(is_of_fence);
    for kind in ["json5", "jsonc", "json", "JSON"] {
        if let Some(rest) = label.strip_suffix(kind)
            && rest.ends_with(['`', '~'])
        {
            label = rest.trim_end_matches(is_of_fence);
        }
    }
    let line = label.rfind('\n').map_or(0, |at| at + 1);
    let last = label.get(line..).unwrap_or_default();
    if last.trim_end_matches('*').ends_with(is_sign) {
        return label.get(..line).unwrap_or_default();
    }
    text
}

fn is_sign(letter: char) -> bool {
    matches!(letter, ':' | '：' | '=' | '>')
}

/// Whether a line gives something to one of these names, in whatever letters and marks, that the answer does not say under
/// it.
fn says_else(line: &str, answer: &Value, names: &Spelled<'_>) -> bool {
    let line = line.trim_start_matches(|first: char| !first.is_alphanumeric());
    let Some((name, said)) = line.split_once(is_sign) else {
        return false;
    };
    // A sentence with a colon in it begins with no name.
    let Some(name) = names.meant(name.trim_end_matches(|last: char| !last.is_alphanumeric()))
    else {
        return false;
    };
    match answer.get(name) {
        // A list or an object is not given so.
        Some(Value::Array(_) | Value::Object(_)) => has_brackets(said),
        Some(Value::String(text)) => {
            let (text, said) = (plain(text), plain(said));
            said.is_empty() || !text.contains(&said)
        }
        Some(Value::Null | Value::Bool(_) | Value::Number(_)) | None => true,
    }
}

fn has_brackets(text: &str) -> bool {
    text.contains(['{', '['])
}
