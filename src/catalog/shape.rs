//! Whether a document has the shape that its type wants. serde stops at the first fault; this walks the
//! type's own schema and finds them all. It is asked only where serde has refused.

use std::ops::Range;

use serde_json::{Map, Value};
use toml::de::{DeTable, DeValue};

use super::{document::Field, nearest};

/// A fault of shape.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// Which place.
    pub(super) field: Field,
    /// Where it stands, in bytes.
    pub(super) span: Range<usize>,
    /// What is wrong.
    pub(super) message: String,
    /// What was expected.
    pub(super) expected: String,
}

/// All the faults of a table.
pub(super) fn faults(schema: &Value, root: &DeTable<'_>) -> Vec<Fault> {
    let mut walk = Walk {
        schema,
        found: Vec::new(),
    };
    walk.table(schema, root, &Field::root(), &(0..0));
    walk.found
}

struct Walk<'s> {
    schema: &'s Value,
    found: Vec<Fault>,
}

impl<'s> Walk<'s> {
    fn fault(&mut self, field: &Field, span: &Range<usize>, message: String, expected: String) {
        self.found.push(Fault {
            field: field.clone(),
            span: span.clone(),
            message,
            expected,
        });
    }

    fn table(&mut self, schema: &'s Value, table: &DeTable<'_>, at: &Field, span: &Range<usize>) {
        let schema = self.resolved(schema);
        let empty = Map::new();
        let properties = schema
            .get("properties")
            .and_then(Value::as_object)
            .unwrap_or(&empty);
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            let field = at.key(name);
            if let Some(known) = schema
                .get("properties")
                .and_then(|properties| properties.get(name))
            {
                self.value(known, value.get_ref(), &field, &value.span());
                continue;
            }
            match schema.get("additionalProperties") {
                Some(Value::Bool(false)) => {
                    let names = properties.keys().map(String::as_str);
                    let expected = match nearest::nearest(name, names).first() {
                        Some(near) => format!("did you mean `{near}`?"),
                        None => format!("expected one of {}", list(properties.keys())),
                    };
                    self.fault(
                        &field,
                        &key.span(),
                        "there is no such field".to_owned(),
                        expected,
                    );
                }
                Some(any @ Value::Object(_)) => {
                    self.value(any, value.get_ref(), &field, &value.span());
                }
                _ => {}
            }
        }
        let required = schema.get("required").and_then(Value::as_array);
        for name in required.into_iter().flatten().filter_map(Value::as_str) {
            if !table.contains_key(name) {
                let what = properties
                    .get(name)
                    .map(|schema| self.wanted(schema))
                    .unwrap_or_default();
                self.fault(
                    &at.key(name),
                    span,
                    "this field is missing".to_owned(),
                    format!("expected `{name} = …`, {what}"),
                );
            }
        }
    }

    fn value(&mut self, schema: &'s Value, value: &DeValue<'_>, at: &Field, span: &Range<usize>) {
        let schema = self.resolved(schema);
        let words = words(schema);
        if !words.is_empty() {
            self.word(&words, value, at, span);
            return;
        }
        if let Some(choices) = choices(schema) {
            let fits = choices
                .iter()
                .find(|choice| self.fits(self.resolved(choice), value));
            match fits {
                Some(choice) => self.value(choice, value, at, span),
                None => self.mismatch(schema, value, at, span),
            }
            return;
        }
        if !self.fits(schema, value) {
            self.mismatch(schema, value, at, span);
            return;
        }
        match value {
            DeValue::Table(table) => self.table(schema, table, at, span),
            DeValue::Array(items) => {
                if let Some(inner) = schema.get("items") {
                    for (index, item) in items.iter().enumerate() {
                        self.value(inner, item.get_ref(), &at.at(index), &item.span());
                    }
                }
            }
            DeValue::Integer(number) => {
                let parsed = i64::from_str_radix(number.as_str(), number.radix()).ok();
                let least = schema.get("minimum").and_then(Value::as_f64);
                if let (Some(number), Some(least)) = (parsed, least)
                    && (number as f64) < least
                {
                    self.fault(
                        at,
                        span,
                        format!("{number} is too small"),
                        format!("expected {least} or more"),
                    );
                }
            }
            DeValue::String(_) | DeValue::Float(_) | DeValue::Boolean(_) | DeValue::Datetime(_) => {
            }
        }
    }

    fn word(&mut self, words: &[&str], value: &DeValue<'_>, at: &Field, span: &Range<usize>) {
        let expected = format!("expected one of {}", list(words.iter()));
        match value.as_str() {
            Some(word) if words.contains(&word) => {}
            Some(word) => self.fault(at, span, format!("`{word}` is not known here"), expected),
            None => self.fault(at, span, format!("this is {}", article(value)), expected),
        }
    }

    fn mismatch(
        &mut self,
        schema: &'s Value,
        value: &DeValue<'_>,
        at: &Field,
        span: &Range<usize>,
    ) {
        let expected = format!("expected {}", self.wanted(schema));
        self.fault(at, span, format!("this is {}", article(value)), expected);
    }

    /// Follows references into the definitions.
    fn resolved(&self, schema: &'s Value) -> &'s Value {
        schema
            .get("$ref")
            .and_then(Value::as_str)
            .and_then(|path| path.strip_prefix('#'))
            .and_then(|path| self.schema.pointer(path))
            .unwrap_or(schema)
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
        let types: Vec<&str> = match schema.get("type") {
            Some(Value::String(one)) => vec![one],
            Some(Value::Array(many)) => many.iter().filter_map(Value::as_str).collect(),
            _ => return true,
        };
        types.iter().any(|wanted| match value {
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
        let types: Vec<&str> = match schema.get("type") {
            Some(Value::String(one)) => vec![one],
            Some(Value::Array(many)) => many.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        types
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

fn choices(schema: &Value) -> Option<&Vec<Value>> {
    schema
        .get("anyOf")
        .or_else(|| schema.get("oneOf"))
        .and_then(Value::as_array)
}

/// The words that an enumeration allows; none where the schema is something else.
fn words(schema: &Value) -> Vec<&str> {
    if let Some(words) = schema.get("enum").and_then(Value::as_array) {
        return words.iter().filter_map(Value::as_str).collect();
    }
    let Some(choices) = choices(schema) else {
        return Vec::new();
    };
    let words: Vec<Vec<&str>> = choices
        .iter()
        .map(|choice| match choice.get("const").and_then(Value::as_str) {
            Some(word) => vec![word],
            None => choice
                .get("enum")
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .collect(),
        })
        .collect();
    if words.iter().any(Vec::is_empty) {
        return Vec::new();
    }
    words.into_iter().flatten().collect()
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

#[cfg(test)]
mod tests {
    use super::super::{Kind, document::Document, schema};
    use super::*;

    fn faults_of(kind: Kind, source: &str) -> Vec<String> {
        let document = Document::parse(source).unwrap();
        faults(&schema(kind), document.table())
            .into_iter()
            .map(|fault| format!("{}: {} | {}", fault.field, fault.message, fault.expected))
            .collect()
    }

    #[test]
    fn all_the_faults_of_a_file_are_found_at_once() {
        let found = faults_of(
            Kind::Member,
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
        let source = include_str!("../../formats/exhibition.toml");
        assert_eq!(faults_of(Kind::Format, source), Vec::<String>::new());
        let source = include_str!("../../motions/tea-over-coffee.toml");
        assert_eq!(faults_of(Kind::Motion, source), Vec::<String>::new());
    }

    #[test]
    fn optional_and_negative_numbers_are_understood() {
        let found = faults_of(
            Kind::Format,
            "audience = -1\nbreaks = true\n[timing]\ncut_at = \"x\"\n",
        );
        assert_eq!(found[0], "audience: -1 is too small | expected 0 or more");
        assert!(found[1].starts_with("breaks: this is true or false | expected one of `turn`"));
        assert!(
            found[2].starts_with("timing.cut_at: this is a text"),
            "{found:?}"
        );
    }
}
