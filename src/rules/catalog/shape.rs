//! Checks that a document has the shape that its type wants. serde stops at the first fault; this walks the type's own
//! schema and finds them all, and the numbers and lists that are beyond their bounds, which serde takes.

use std::{cmp::Ordering, ops::Range};

use serde_json::{Map, Value};
use toml::de::{DeTable, DeValue};

use super::{
    document::Field,
    mend::{Fault, Mend, instead},
    nearest,
    schema::{choices, required, resolved, types, words},
};

/// The most faults that are looked for; the first of them are told.
const ENOUGH: usize = 1_000;

/// All the faults of a table.
pub(super) fn faults(schema: &Value, root: &DeTable<'_>) -> Vec<Fault> {
    let mut walk = Walk {
        schema,
        found: Vec::new(),
    };
    walk.table(schema, root, &Field::root(), &(0..0));
    walk.found
}

/// A value in the text.
#[derive(Clone, Copy)]
struct Place<'f> {
    field: &'f Field,
    span: &'f Range<usize>,
    /// Whether something must stand there.
    is_needed: bool,
}

struct Walk<'s> {
    schema: &'s Value,
    found: Vec<Fault>,
}

impl<'s> Walk<'s> {
    fn fault(
        &mut self,
        (field, span): (&Field, &Range<usize>),
        message: String,
        expected: String,
        mends: Vec<Mend>,
    ) {
        self.found.push(Fault {
            field: field.clone(),
            span: span.clone(),
            message,
            expected,
            mends,
        });
    }

    fn table(&mut self, schema: &'s Value, table: &DeTable<'_>, at: &Field, span: &Range<usize>) {
        let schema = self.resolved(schema);
        let empty = Map::new();
        let properties = schema
            .get("properties")
            .and_then(Value::as_object)
            .unwrap_or(&empty);
        let required = required(schema);
        for (key, value) in table {
            if self.found.len() >= ENOUGH {
                return;
            }
            let name = key.get_ref().as_ref();
            let field = at.key(name);
            if let Some(known) = schema
                .get("properties")
                .and_then(|properties| properties.get(name))
            {
                let place = Place {
                    field: &field,
                    span: &value.span(),
                    is_needed: required.contains(&name),
                };
                self.value(known, value.get_ref(), place);
                continue;
            }
            match schema.get("additionalProperties") {
                Some(Value::Bool(false)) => {
                    let names = properties.keys().map(String::as_str);
                    let near = nearest::nearest(name, names).first().copied();
                    let expected = match near {
                        Some(near) => format!("did you mean `{near}`?"),
                        None if is_of_settings(properties) && is_of_key(name) => {
                            "a key belongs to a provider: under [providers.NAME], `key_env` names \
                             the variable of the environment that it is in"
                                .to_owned()
                        }
                        None => format!("expected one of {}", list(properties.keys())),
                    };
                    let meant = near.filter(|near| !table.contains_key(*near));
                    let meant = meant.map(|near| Mend::Name(near.to_owned()));
                    self.fault(
                        (&field, &key.span()),
                        "there is no such field".to_owned(),
                        expected,
                        [Mend::Leave].into_iter().chain(meant).collect(),
                    );
                }
                Some(any @ Value::Object(_)) => {
                    let place = Place {
                        field: &field,
                        span: &value.span(),
                        is_needed: false,
                    };
                    self.value(any, value.get_ref(), place);
                }
                _ => {}
            }
        }
        for name in required {
            if !table.contains_key(name) {
                let wanted = properties.get(name);
                let what = wanted.map(|schema| self.wanted(schema)).unwrap_or_default();
                self.fault(
                    (&at.key(name), span),
                    "this field is missing".to_owned(),
                    format!("expected `{name} = …`, {what}"),
                    wanted.map_or_else(Vec::new, |schema| instead(self.schema, schema, true)),
                );
            }
        }
    }

    fn value(&mut self, schema: &'s Value, value: &DeValue<'_>, place: Place<'_>) {
        let schema = self.resolved(schema);
        let words = words(schema);
        if !words.is_empty() {
            self.word(schema, &words, value, place);
            return;
        }
        if let Some(choices) = choices(schema) {
            let fits = choices
                .iter()
                .find(|choice| self.fits(self.resolved(choice), value));
            match fits {
                Some(choice) => self.value(choice, value, place),
                None => self.mismatch(schema, value, place),
            }
            return;
        }
        if !self.fits(schema, value) {
            self.mismatch(schema, value, place);
            return;
        }
        match value {
            DeValue::Table(table) => self.table(schema, table, place.field, place.span),
            DeValue::Array(items) => {
                let most = schema.get("maxItems").and_then(Value::as_u64);
                if let Some(most) = most.filter(|most| items.len() as u64 > *most) {
                    let message = format!("this list has {} entries", items.len());
                    let expected = format!("expected {most} at the most");
                    let mends = vec![Mend::Shorten(most)];
                    self.fault((place.field, place.span), message, expected, mends);
                    return;
                }
                if let Some(inner) = schema.get("items") {
                    for (index, item) in items.iter().enumerate() {
                        if self.found.len() >= ENOUGH {
                            return;
                        }
                        let place = Place {
                            field: &place.field.at(index),
                            span: &item.span(),
                            is_needed: true,
                        };
                        self.value(inner, item.get_ref(), place);
                    }
                }
            }
            DeValue::Integer(number) => {
                let found = i128::from_str_radix(number.as_str(), number.radix());
                // More digits than any bound has.
                let small = number.as_str().starts_with('-');
                let found = found.unwrap_or(if small { i128::MIN } else { i128::MAX });
                let Some(beyond) = side(schema, |end| whole(end, found)) else {
                    return;
                };
                let message = format!("{} is {beyond}", shortened(number.as_str()));
                self.wrong(schema, place, message, within(schema));
            }
            DeValue::Float(number) => {
                let found = number.as_str().parse::<f64>().unwrap_or(f64::NAN);
                let beyond = if found.is_finite() {
                    side(schema, |end| end.as_f64()?.partial_cmp(&found))
                } else {
                    Some("no number that can be counted with")
                };
                let Some(beyond) = beyond else { return };
                let message = format!("{} is {beyond}", shortened(number.as_str()));
                self.wrong(schema, place, message, within(schema));
            }
            DeValue::String(_) | DeValue::Boolean(_) | DeValue::Datetime(_) => {}
        }
    }

    fn word(&mut self, schema: &'s Value, words: &[&str], value: &DeValue<'_>, place: Place<'_>) {
        let message = match value.as_str() {
            Some(word) if words.contains(&word) => return,
            Some(word) => format!("`{word}` is not known here"),
            None => format!("this is {}", article(value)),
        };
        let expected = format!("expected one of {}", list(words.iter()));
        self.wrong(schema, place, message, expected);
    }

    fn mismatch(&mut self, schema: &'s Value, value: &DeValue<'_>, place: Place<'_>) {
        let expected = format!("expected {}", self.wanted(schema));
        self.wrong(
            schema,
            place,
            format!("this is {}", article(value)),
            expected,
        );
    }

    /// A value that is not of its type.
    fn wrong(&mut self, schema: &'s Value, place: Place<'_>, message: String, expected: String) {
        let mends = instead(self.schema, schema, place.is_needed);
        self.fault((place.field, place.span), message, expected, mends);
    }

    fn resolved(&self, schema: &'s Value) -> &'s Value {
        resolved(self.schema, schema)
    }

    /// Whether the value has the type, whatever is inside it.
    fn fits(&self, schema: &'s Value, value: &DeValue<'_>) -> bool {
        if !words(schema).is_empty() {
            return value.is_str();
        }
        if let Some(choices) = choices(schema) {
            return choices
                .iter()
                .any(|choice| self.fits(self.resolved(choice), value));
        }
        let types = types(schema);
        types.is_empty()
            || types.iter().any(|wanted| match value {
                DeValue::String(_) => *wanted == "string",
                DeValue::Integer(_) => matches!(*wanted, "integer" | "number"),
                DeValue::Float(_) => *wanted == "number",
                DeValue::Boolean(_) => *wanted == "boolean",
                DeValue::Array(_) => *wanted == "array",
                DeValue::Table(_) => *wanted == "object",
                DeValue::Datetime(_) => false,
            })
    }

    fn wanted(&self, schema: &'s Value) -> String {
        let schema = self.resolved(schema);
        let words = words(schema);
        if !words.is_empty() {
            return format!("one of {}", list(words.iter()));
        }
        if let Some(choices) = choices(schema) {
            let wanted: Vec<String> = choices
                .iter()
                .map(|choice| self.wanted(choice))
                .filter(|wanted| !wanted.is_empty())
                .collect();
            return wanted.join(" or ");
        }
        types(schema)
            .iter()
            .filter_map(|name| match *name {
                "string" => Some("a text in quotes"),
                "integer" => Some("a whole number"),
                "number" => Some("a number"),
                "boolean" => Some("true or false"),
                "array" => Some("a list"),
                "object" => Some("a table"),
                _ => None,
            })
            .collect::<Vec<_>>()
            .join(" or ")
    }
}

/// The side of its range on which a number lies; `compared` holds an end of the range against the number.
fn side(schema: &Value, compared: impl Fn(&Value) -> Option<Ordering>) -> Option<&'static str> {
    let lies = |end: &str, order| schema.get(end).and_then(&compared) == Some(order);
    if lies("minimum", Ordering::Greater) {
        Some("too small")
    } else if lies("maximum", Ordering::Less) {
        Some("too large")
    } else {
        None
    }
}

/// The end of a range beside a whole number.
fn whole(end: &Value, number: i128) -> Option<Ordering> {
    let exact = end.as_i64().map(i128::from);
    match exact.or_else(|| end.as_u64().map(i128::from)) {
        Some(end) => Some(end.cmp(&number)),
        None => end.as_f64()?.partial_cmp(&(number as f64)),
    }
}

/// The range that a number may have, as an expectation.
fn within(schema: &Value) -> String {
    let shown = |end: &Value| match end.as_f64() {
        // 10, and not 10.0.
        Some(number) if end.is_f64() => number.to_string(),
        _ => end.to_string(),
    };
    let end = |end: &str| schema.get(end).map(shown);
    match (end("minimum"), end("maximum")) {
        (Some(least), Some(most)) => format!("expected {least} to {most}"),
        (Some(least), None) => format!("expected {least} or more"),
        (None, Some(most)) => format!("expected {most} at the most"),
        (None, None) => "expected a number".to_owned(),
    }
}

/// A number as it was written, as far as anybody reads it.
fn shortened(digits: &str) -> String {
    const SHOWN: usize = 24;
    match digits.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{}…", digits.get(..at).unwrap_or_default()),
        None => digits.to_owned(),
    }
}

fn article(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
        DeValue::Datetime(_) => "a date",
    }
}

fn list<S: AsRef<str>>(words: impl Iterator<Item = S>) -> String {
    words
        .map(|word| format!("`{}`", word.as_ref()))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Whether these are the fields of the settings, or of a provider in them.
fn is_of_settings(properties: &Map<String, Value>) -> bool {
    ["providers", "key_env"]
        .iter()
        .any(|name| properties.contains_key(*name))
}

/// Whether a field is called as one for a key would be.
fn is_of_key(name: &str) -> bool {
    let name = name.to_lowercase();
    let last = name.rsplit(['_', '-', '.']).next().unwrap_or_default();
    ["key", "apikey", "token", "secret"].contains(&last)
}

#[cfg(test)]
mod tests {
    use super::super::{FileKind, document::TomlDocument, schema};
    use super::*;

    fn faults_of(kind: FileKind, source: &str) -> Vec<String> {
        let document = TomlDocument::parse(source).unwrap();
        faults(&schema(kind), document.table())
            .into_iter()
            .map(|fault| format!("{}: {} | {}", fault.field, fault.message, fault.expected))
            .collect()
    }

    #[test]
    fn all_the_faults_of_a_file_are_found_at_once() {
        let found = faults_of(
            FileKind::Member,
            "name = 1\nwho = \"x\"\nprior = \"left\"\nvalue = []\nvalues = [1, \"a\"]\nmoved_by = \"x\"\n",
        );
        assert_eq!(
            found,
            [
                "name: this is a whole number | expected a text in quotes",
                "prior: `left` is not known here | expected one of `proposition`, `opposition`, `none`",
                "value: there is no such field | did you mean `values`?",
                "values[0]: this is a whole number | expected a text in quotes",
                "background: this field is missing | expected `background = …`, a text in quotes",
                "unmoved_by: this field is missing | expected `unmoved_by = …`, a text in quotes",
            ]
        );
    }

    #[test]
    fn a_good_file_has_no_faults() {
        let source = include_str!("../../../formats/exhibition.toml");
        assert_eq!(faults_of(FileKind::Format, source), Vec::<String>::new());
        let source = include_str!("../../../motions/tea-over-coffee.toml");
        assert_eq!(faults_of(FileKind::Motion, source), Vec::<String>::new());
    }

    #[test]
    fn optional_and_negative_numbers_are_understood() {
        let found = faults_of(
            FileKind::Format,
            "audience = -1\nbreaks = true\n[timing]\ncut_at = \"x\"\n",
        );
        assert_eq!(found[0], "audience: -1 is too small | expected 0 to 1001");
        assert!(found[1].starts_with("breaks: this is true or false | expected one of `turn`"));
        assert!(
            found[2].starts_with("timing.cut_at: this is a text"),
            "{found:?}"
        );
    }
}
