//! The form in which a person gives what a model gives as JSON: a text of headings and fields, made of the same schema and
//! read by it. What stands in it is held to that schema afterwards, as the answer of a model is.
//!
//! ```text
//! # Marks
//! ## PRO-1
//! > Maria: a toll pays for the road.
//! Logic (1 to 10): 7
//! Strengths:
//! - It is counted.
//! ```

use std::collections::BTreeSet;

use serde_json::{Map, Number, Value};

use super::place::{label, named, properties};
use crate::text::has_words;

/// The heading over the fields of the whole, behind those of its parts.
const WHOLE: &str = "In all";
/// The beginning of a line that tells something and is no answer.
const NOTE: &str = ">";
/// The most choices that are named beside a field.
const MOST_CHOICES: usize = 12;

/// The empty form of a schema. `note` gives what is told below the heading of a part, by its name.
pub(super) fn blank(schema: &Value, note: &dyn Fn(&str) -> Option<String>) -> String {
    let mut form = Blank {
        text: String::new(),
        told: BTreeSet::new(),
        note,
    };
    form.object(schema, 0);
    form.text.trim().to_owned()
}

struct Blank<'a> {
    text: String,
    /// What was told of fields: the same is told once.
    told: BTreeSet<String>,
    note: &'a dyn Fn(&str) -> Option<String>,
}

impl Blank<'_> {
    fn object(&mut self, schema: &Value, depth: usize) {
        let mut fields = Vec::new();
        let mut has_parts = false;
        for (name, field) in properties(schema) {
            if is_object(field) {
                has_parts = true;
                self.put(format_args!(
                    "\n{} {}\n",
                    "#".repeat(depth + 1),
                    label(name)
                ));
                if let Some(note) = (self.note)(name) {
                    self.put(format_args!("{NOTE} {note}\n"));
                }
                self.object(field, depth + 1);
            } else {
                fields.push((name, field));
            }
        }
        if has_parts && !fields.is_empty() {
            self.put(format_args!("\n# {WHOLE}\n"));
        }
        for (name, field) in fields {
            self.field(name, field);
        }
    }

    fn field(&mut self, name: &str, field: &Value) {
        let what = field.get("description").and_then(Value::as_str);
        let hint = hint(field);
        // What the field itself says is not told above it as well.
        let itself = |hint| format!("{}, from {hint}.", label(name));
        let what = what.filter(|what| {
            hint.as_ref()
                .map(itself)
                .is_none_or(|itself| itself != **what)
        });
        if let Some(what) = what.filter(|what| self.told.insert((*what).to_owned())) {
            self.put(format_args!("{NOTE} {}: {}\n", label(name), what.trim()));
        }
        let hint = hint.map_or_else(String::new, |hint| format!(" ({hint})"));
        self.put(format_args!("{}{hint}: \n", label(name)));
    }

    fn put(&mut self, line: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = std::fmt::Write::write_fmt(&mut self.text, line);
    }
}

fn is_object(schema: &Value) -> bool {
    schema.get("properties").is_some()
}

fn is_a(schema: &Value, kind: &str) -> bool {
    match schema.get("type") {
        Some(Value::String(one)) => one == kind,
        Some(Value::Array(all)) => all.iter().any(|one| one == kind),
        Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_)) | None => false,
    }
}

/// The values from which one is chosen.
fn choices(schema: &Value) -> Vec<&Value> {
    let all = schema.get("enum").and_then(Value::as_array);
    all.into_iter().flatten().collect()
}

/// The way in which a field is filled in.
fn hint(field: &Value) -> Option<String> {
    if is_a(field, "array") {
        let of = field.get("items")?;
        if is_object(of) {
            let names: Vec<String> = properties(of).map(|(name, _)| label(name)).collect();
            return Some(format!("a line each, behind a dash: {}", names.join(": ")));
        }
        return Some(match words(of) {
            Some(words) => format!("a line each, behind a dash: {words}"),
            None => "a line each, behind a dash".to_owned(),
        });
    }
    if is_a(field, "boolean") {
        return Some("yes or no".to_owned());
    }
    words(field).or_else(|| {
        let bound = |key| field.get(key).and_then(Value::as_f64);
        Some(format!("{} to {}", bound("minimum")?, bound("maximum")?))
    })
}

/// The values from which one is chosen, in words.
fn words(field: &Value) -> Option<String> {
    let all = choices(field);
    let numbers: Vec<f64> = all.iter().filter_map(|one| one.as_f64()).collect();
    if let (Some(first), Some(last), true) = (numbers.first(), numbers.last(), numbers.len() > 2) {
        return Some(format!("{first} to {last}"));
    }
    let texts: Vec<String> = all
        .iter()
        .filter_map(|one| one.as_str())
        .map(said)
        .collect();
    let is_few = (1..=MOST_CHOICES).contains(&texts.len());
    is_few.then(|| texts.join(", "))
}

/// A choice as it is written by people.
fn said(choice: &str) -> String {
    choice.replace('_', " ")
}

/// Letters that are compared: what differs in capitals, dashes and blanks alone is the same.
fn key(text: &str) -> String {
    let kept = text.chars().filter(|letter| letter.is_alphanumeric());
    kept.flat_map(char::to_lowercase).collect()
}

/// The value that a filled-in form stands for. Fields that are not filled in are not in it, but for lists, which may be
/// empty.
///
/// # Errors
/// A line that is none of the form, or is no value of its field: said in a sentence.
pub(super) fn read(schema: &Value, text: &str) -> Result<Value, String> {
    let mut reading = Reading {
        schema,
        path: Vec::new(),
        field: None,
        found: Vec::new(),
    };
    for line in text.lines().map(str::trim) {
        reading.line(line)?;
    }
    let mut whole = empty(schema);
    for found in reading.found {
        let place = found
            .path
            .iter()
            .try_fold(schema, |at, name| property(at, name));
        let Some(field) = place.and_then(|at| property(at, &found.name)) else {
            continue;
        };
        if let Some(value) = value(&found, field)? {
            let at = found
                .path
                .iter()
                .try_fold(&mut whole, |at, name| at.get_mut(name.as_str()));
            if let Some(object) = at.and_then(Value::as_object_mut) {
                object.insert(found.name, value);
            }
        }
    }
    Ok(whole)
}

/// An object with its parts and its lists, and nothing in them.
fn empty(schema: &Value) -> Value {
    let mut object = Map::new();
    for (name, field) in properties(schema) {
        if is_object(field) {
            object.insert(name.clone(), empty(field));
        } else if is_a(field, "array") {
            object.insert(name.clone(), Value::Array(Vec::new()));
        } else if is_a(field, "null") {
            object.insert(name.clone(), Value::Null);
        }
    }
    Value::Object(object)
}

fn property<'a>(schema: &'a Value, name: &str) -> Option<&'a Value> {
    schema.get("properties")?.get(name)
}

/// What stands in a field: where it is, what is behind its colon, and the lines below.
struct Found {
    path: Vec<String>,
    name: String,
    lines: Vec<String>,
}

impl Found {
    /// The field as whoever fills in the form knows it.
    fn called(&self) -> String {
        named(&self.name, self.path.last().map(String::as_str))
    }
}

struct Reading<'a> {
    schema: &'a Value,
    /// The part in which the next lines stand.
    path: Vec<String>,
    /// Whether the next lines go on with the field before.
    field: Option<usize>,
    found: Vec<Found>,
}

impl<'a> Reading<'a> {
    fn place(&self) -> &'a Value {
        let start = Some(self.schema);
        let at = self.path.iter();
        at.fold(start, |at, name| property(at?, name))
            .unwrap_or(self.schema)
    }

    fn line(&mut self, line: &str) -> Result<(), String> {
        if line.starts_with(NOTE) || !has_words(line) {
            return Ok(());
        }
        if line.starts_with('#') {
            return self.heading(line);
        }
        if let Some((name, rest)) = self.named(line) {
            self.field = Some(self.found.len());
            self.found.push(Found {
                path: self.path.clone(),
                name,
                lines: vec![rest],
            });
            return Ok(());
        }
        let field = self.field.and_then(|at| self.found.get_mut(at));
        match field {
            Some(field) => field.lines.push(line.to_owned()),
            None => return Err(format!("no field of the form begins this line: \"{line}\"")),
        }
        Ok(())
    }

    fn heading(&mut self, line: &str) -> Result<(), String> {
        let named = line.trim_start_matches('#').trim();
        self.field = None;
        if key(named) == key(WHOLE) {
            self.path.clear();
            return Ok(());
        }
        // Below the part that it stands in, or below one of those around it.
        let mut path = self.path.clone();
        loop {
            let at = path
                .iter()
                .try_fold(self.schema, |at, name| property(at, name));
            let mut parts = properties(at.unwrap_or(self.schema));
            let part = parts.find(|(name, part)| is_object(part) && key(name) == key(named));
            if let Some((name, _)) = part {
                path.push(name.clone());
                self.path = path;
                return Ok(());
            }
            if path.pop().is_none() {
                return Err(format!("the form has no part \"{named}\""));
            }
        }
    }

    /// The field that a line begins, and what stands behind its colon. The hint in brackets belongs to its label.
    fn named(&self, line: &str) -> Option<(String, String)> {
        let mut fields = properties(self.place()).filter(|(_, field)| !is_object(field));
        fields.find_map(|(name, field)| {
            let plain = label(name);
            let rest = cut_front(line, &plain)?;
            let rest = match hint(field) {
                Some(hint) => cut_front(rest.trim_start(), &format!("({hint})")).unwrap_or(rest),
                None => rest,
            };
            let rest = rest.trim_start().strip_prefix(':')?;
            Some((name.clone(), rest.trim().to_owned()))
        })
    }
}

/// The rest of a text behind its beginning, whatever its capitals.
fn cut_front<'a>(text: &'a str, front: &str) -> Option<&'a str> {
    let head = text.get(..front.len())?;
    (head.to_lowercase() == front.to_lowercase()).then(|| text.get(front.len()..))?
}

/// The value in a field; `None` where nothing stands there.
fn value(found: &Found, field: &Value) -> Result<Option<Value>, String> {
    if is_a(field, "array") {
        return list(found, field).map(Some);
    }
    let lines: Vec<&str> = found
        .lines
        .iter()
        .map(String::as_str)
        .filter(|line| has_words(line))
        .collect();
    let text = lines.join(" ");
    let is_empty = !has_words(&text);
    if is_empty && (is_a(field, "null") || !is_a(field, "string")) {
        return Ok(None);
    }
    if is_empty && !choices(field).is_empty() {
        return Ok(None);
    }
    one(&found.called(), &text, field).map(Some)
}

/// A text as a value of that kind.
fn one(name: &str, text: &str, schema: &Value) -> Result<Value, String> {
    let all = choices(schema);
    if !all.is_empty() {
        return chosen(text, &all).cloned().ok_or_else(|| {
            let may = words(schema).unwrap_or_default();
            format!("{name} is \"{text}\"; it must be one of: {may}")
        });
    }
    if is_a(schema, "boolean") {
        return match key(text).as_str() {
            "y" | "yes" | "true" => Ok(true.into()),
            "n" | "no" | "false" => Ok(false.into()),
            _ => Err(format!("{name} is \"{text}\"; it must be yes or no")),
        };
    }
    if is_a(schema, "number") || is_a(schema, "integer") {
        return number(text).ok_or_else(|| format!("{name} is \"{text}\"; it must be a number"));
    }
    Ok(text.into())
}

/// A number: a whole one without a point, as the schema has it.
fn number(text: &str) -> Option<Value> {
    let text = text.trim().trim_end_matches('.');
    if let Ok(whole) = text.parse::<i64>() {
        return Some(whole.into());
    }
    let number: f64 = text.replace(',', ".").parse().ok()?;
    Number::from_f64(number).map(Value::Number)
}

/// The choice that is meant: as it is written, or the only one in which the words stand.
fn chosen<'a>(text: &str, all: &[&'a Value]) -> Option<&'a Value> {
    let written = |one: &Value| match one {
        Value::String(text) => key(text),
        Value::Number(number) => number.to_string(),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => String::new(),
    };
    let wanted = key(text);
    if let Some(same) = all.iter().find(|one| written(one) == wanted) {
        return Some(same);
    }
    let mut within = all
        .iter()
        .filter(|one| one.is_string() && !wanted.is_empty() && written(one).contains(&wanted));
    let only = within.next()?;
    within.next().is_none().then_some(*only)
}

/// The entries of a list: a line each behind a dash; a line without one goes on with the entry before.
fn list(found: &Found, field: &Value) -> Result<Value, String> {
    let name = found.called();
    let mut entries: Vec<String> = Vec::new();
    for line in found.lines.iter().filter(|line| has_words(line)) {
        match line.strip_prefix(['-', '*', '•']) {
            Some(entry) => entries.push(entry.trim().to_owned()),
            None => match entries.last_mut() {
                Some(last) => *last = format!("{last} {line}"),
                None => entries.push(line.clone()),
            },
        }
    }
    let of = field.get("items").unwrap_or(&Value::Null);
    let entry = |text: &String| {
        if is_object(of) {
            pair(&name, text, of)
        } else {
            one(&name, text, of)
        }
    };
    entries.iter().map(entry).collect()
}

/// An entry of several fields, with colons between them.
fn pair(name: &str, text: &str, of: &Value) -> Result<Value, String> {
    let fields: Vec<_> = properties(of).collect();
    let mut parts = text.splitn(fields.len().max(1), ':');
    let mut object = Map::new();
    for (field, schema) in fields {
        let part = parts.next().unwrap_or_default().trim();
        object.insert(field.clone(), one(name, part, schema)?);
    }
    Ok(Value::Object(object))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn schema() -> Value {
        json!({"type": "object", "properties": {
            "marks": {"type": "object", "properties": {
                "PRO-1": {"type": "object", "properties": {
                    "logic": {"type": "integer", "enum": [1, 2, 3], "description": "How it hangs together."},
                    "standing": {"type": "string", "enum": ["upheld", "partially_upheld"]},
                    "fallacies": {"type": "array", "items": {"type": "object", "properties": {
                        "fallacy": {"type": "string", "enum": ["Straw man", "Appeal to age"]},
                        "words": {"type": "string"}}}},
                }},
                "PRO-12": {"type": "object", "properties": {
                    "logic": {"type": "integer", "enum": [1, 2, 3], "description": "How it hangs together."},
                }},
            }},
            "winner": {"type": "string", "enum": ["The Ayes", "The Noes"]},
            "strengths": {"type": "array", "items": {"type": "string"}},
            "goes_on": {"type": "boolean"},
            "quality": {"type": "number", "minimum": 0, "maximum": 10},
            "missed": {"type": ["string", "null"]},
        }})
    }

    #[test]
    fn a_form_has_a_heading_for_each_part_and_says_how_each_field_is_filled_in() {
        let note = |name: &str| (name == "PRO-1").then(|| "Maria: a toll pays.".to_owned());
        assert_eq!(
            blank(&schema(), &note).replace(" \n", "\n"),
            "# Marks\n\n## PRO-1\n> Maria: a toll pays.\n> Logic: How it hangs together.\nLogic (1 to 3):\n\
             Standing (upheld, partially upheld):\n\
             Fallacies (a line each, behind a dash: Fallacy: Words):\n\n## PRO-12\nLogic (1 to 3):\n\n# In all\n\
             Winner (The Ayes, The Noes):\nStrengths (a line each, behind a dash):\nGoes on (yes or no):\n\
             Quality (0 to 10):\nMissed:"
        );
    }

    #[test]
    fn what_is_filled_in_is_the_value_that_a_model_would_give() {
        let text = "# marks\n## pro-1\n> Maria: a toll pays.\nLogic (1 to 3): 3\nSTANDING: Partially-upheld\n\
            Fallacies:\n- straw man: nobody says: never\n## PRO-12\nlogic: 2\n# In all\nWinner: ayes\n\
            Strengths (a line each, behind a dash):\n- It is counted,\n  twice.\n- It is short.\nGoes on: Yes\nQuality: 7,5\nMissed:\n";
        let expected = json!({
            "marks": {
                "PRO-1": {"logic": 3, "standing": "partially_upheld",
                    "fallacies": [{"fallacy": "Straw man", "words": "nobody says: never"}]},
                "PRO-12": {"logic": 2},
            },
            "winner": "The Ayes",
            "strengths": ["It is counted, twice.", "It is short."],
            "goes_on": true,
            "quality": 7.5,
            "missed": null,
        });
        assert_eq!(read(&schema(), text), Ok(expected));
        // The fields of the whole may stand first, and without a heading.
        let first = read(&schema(), "Winner: The Noes\n# Marks\n## PRO-12\nLogic: 1").unwrap();
        assert_eq!(first["winner"], "The Noes");
        assert_eq!(first["marks"]["PRO-12"]["logic"], 1);
        assert_eq!(first["marks"]["PRO-1"], json!({"fallacies": []}));
    }

    #[test]
    fn what_is_no_answer_is_said() {
        for (text, why) in [
            (
                "Winner: the",
                "\"Winner\" is \"the\"; it must be one of: The Ayes, The Noes",
            ),
            (
                "Goes on: perhaps",
                "\"Goes on\" is \"perhaps\"; it must be yes or no",
            ),
            (
                "Quality: much",
                "\"Quality\" is \"much\"; it must be a number",
            ),
            ("# Marks\n## PRO-2", "the form has no part \"PRO-2\""),
            (
                "It was good.",
                "no field of the form begins this line: \"It was good.\"",
            ),
            (
                "# Marks\n## PRO-1\nLogic: 9",
                "\"Logic\" of PRO-1 is \"9\"; it must be one of: 1 to 3",
            ),
        ] {
            assert_eq!(read(&schema(), text).unwrap_err(), why);
        }
        // What is left empty is not there.
        let left = read(&schema(), &blank(&schema(), &|_| None)).unwrap();
        assert!(
            left.get("winner").is_none() && left["marks"]["PRO-1"].get("logic").is_none(),
            "{left}"
        );
    }
}
