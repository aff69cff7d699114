//! What of an answer stands outside the objects that were read: courtesies, labels, or another answer that was begun there.

use std::collections::BTreeMap;

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
        let texts = answer.as_object().into_iter().flatten();
        let texts = texts.filter_map(|(name, text)| Some((name.as_str(), plain(text.as_str()?))));
        let said = Said {
            answer,
            texts: texts.collect(),
        };
        // A name stands at the beginning of a line, or behind another entry.
        let is_given = |text: &str| {
            let mut pieces = text.split(['\n', '{', ',', ';']);
            pieces.any(|piece| said.is_else(piece, names))
        };
        let Some((behind, before)) = self.0.split_last() else {
            return false;
        };
        self.0.iter().any(|text| has_texts_in_brackets(text))
            || is_given(behind)
            || before.iter().any(|text| is_given(unlabelled(text, names)))
    }
}

/// What an answer says.
struct Said<'a> {
    answer: &'a Value,
    /// Its texts, as they are compared, by their names.
    texts: BTreeMap<&'a str, String>,
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

/// What stands before an object, without the labels that belong to it: "Arguments:", and the fence behind.
fn unlabelled<'a>(text: &'a str, names: &Spelled<'_>) -> &'a str {
    let is_of_fence = |letter: char| letter.is_whitespace() || letter == '`' || letter == '~';
    let mut label = text.trim_end_matches(is_of_fence);
    for kind in ["json5", "jsonc", "json", "JSON"] {
        if let Some(rest) = label.strip_suffix(kind)
            && rest.ends_with(['`', '~'])
        {
            label = rest.trim_end_matches(is_of_fence);
        }
    }
    loop {
        let line = label.rfind('\n').map_or(0, |at| at + 1);
        let last = label.get(line..).unwrap_or_default();
        if !is_bare_name(last, names) {
            return label;
        }
        label = label.get(..line).unwrap_or_default().trim_end();
    }
}

/// Whether a line is one of these names and a sign, and nothing else.
fn is_bare_name(line: &str, names: &Spelled<'_>) -> bool {
    let line = line.trim_matches(|one: char| one == '*' || one == '#' || one.is_whitespace());
    let name = line.strip_suffix(is_sign).map(trimmed);
    name.is_some_and(|name| names.meant(name).is_some())
}

/// A name without what stands around it.
fn trimmed(name: &str) -> &str {
    name.trim_matches(|around: char| !around.is_alphanumeric())
}

/// What stands between quotation marks at the end of a text, or all of it where nothing does.
fn last_quoted(text: &str) -> &str {
    let bare = text.trim_end().strip_suffix(is_mark);
    let begins = bare.and_then(|bare| Some((bare, bare.rfind(is_mark)?)));
    let quoted = begins.and_then(|(bare, at)| bare.get(at..));
    quoted.unwrap_or(text)
}

fn is_sign(letter: char) -> bool {
    matches!(letter, ':' | '：' | '=' | '>')
}

impl Said<'_> {
    /// Whether a piece gives something to one of these names, in whatever letters and marks, that the answer does not say
    /// under it.
    fn is_else(&self, piece: &str, names: &Spelled<'_>) -> bool {
        // The mark of an item or of a quotation, and its number, are none of its name.
        let is_around = |letter: char| !is_mark(letter) && !letter.is_alphanumeric();
        let piece = piece.trim_start_matches(is_around);
        let unnumbered = piece.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let piece = match unnumbered.strip_prefix(['.', ')']) {
            Some(rest) => rest,
            None => piece,
        };
        let Some((mut name, mut said)) = piece.split_once(is_sign) else {
            return false;
        };
        // What announces a correction is none of its name, either.
        if let Some((next, rest)) = said.split_once(is_sign)
            && names.meant(trimmed(name)).is_none()
            && names.meant(trimmed(last_quoted(next))).is_some()
        {
            (name, said) = (next, rest);
        }
        // A sentence with a colon in it begins with no name, but may have one between quotation marks.
        let Some(name) = names.meant(trimmed(last_quoted(name))) else {
            return false;
        };
        if let Some(text) = self.texts.get(name) {
            let said = plain(said);
            return said.is_empty() || !text.contains(&said);
        }
        match self.answer.get(name) {
            // A list or an object is not given so.
            Some(Value::Array(_) | Value::Object(_)) => said.contains(['{', '[']),
            Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)) | None => true,
        }
    }
}
