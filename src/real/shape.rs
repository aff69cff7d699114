//! Checks that a JSON text has the shape of its type. serde stops at the first fault; this walks the type's own schema
//! and finds them all.

use serde_json::{Map, Value};

use super::locate::Place;
use crate::{bounds, catalog::nearest};

/// All that is wrong with the shape, each with its place, in the order of the schema.
pub(super) fn faults(schema: &Value, value: &Value) -> Vec<(Place, String)> {
    let mut walk = Walk {
        schema,
        found: Vec::new(),
    };
    walk.value(schema, value, &Place::root());
    walk.found
}

struct Walk<'s> {
    schema: &'s Value,
    found: Vec<(Place, String)>,
}

impl<'s> Walk<'s> {
    fn fault(&mut self, at: &Place, message: String) {
        if self.found.len() <= bounds::FAULTS {
            self.found.push((at.clone(), message));
        }
    }

    fn value(&mut self, schema: &'s Value, value: &Value, at: &Place) {
        let schema = self.resolved(schema);
        if !self.fits(schema, value) {
            let wanted = self.wanted(schema).join(" or ");
            self.fault(at, format!("this is {}; expected {wanted}", called(value)));
            return;
        }
        let mut choices = choices(schema);
        if let Some(choice) = choices.find(|choice| self.fits(self.resolved(choice), value)) {
            return self.value(choice, value, at);
        }
        match value {
            Value::Object(fields) => self.object(schema, fields, at),
            Value::Array(items) => {
                if let Some(inner) = schema.get("items") {
                    for (index, item) in items.iter().enumerate() {
                        self.value(inner, item, &at.at(index));
                    }
                }
            }
            Value::String(word) => {
                let words = words(schema);
                if !words.is_empty() && !words.contains(&word.as_str()) {
                    let message = format!(
                        "`{word}` is not known here; expected one of {}",
                        list(&words)
                    );
                    self.fault(at, message);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    fn object(&mut self, schema: &'s Value, fields: &Map<String, Value>, at: &Place) {
        let known = schema.get("properties").and_then(Value::as_object);
        let names = || known.into_iter().flat_map(Map::keys).map(String::as_str);
        for (name, value) in fields {
            match known.and_then(|known| known.get(name)) {
                Some(schema) => self.value(schema, value, &at.key(name)),
                None if schema.get("additionalProperties") == Some(&Value::Bool(false)) => {
                    let expected = match nearest::nearest(name, names()).first() {
                        Some(near) => format!("did you mean `{near}`?"),
                        None => format!("expected one of {}", list(&names().collect::<Vec<_>>())),
                    };
                    self.fault(&at.key(name), format!("there is no such field; {expected}"));
                }
                None => {}
            }
        }
        let required = schema.get("required").and_then(Value::as_array);
        for name in required.into_iter().flatten().filter_map(Value::as_str) {
            if !fields.contains_key(name) {
                self.fault(at, format!("the field `{name}` is missing"));
            }
        }
    }

    /// Follows references into the definitions.
    fn resolved(&self, schema: &'s Value) -> &'s Value {
        let path = schema.get("$ref").and_then(Value::as_str);
        path.and_then(|path| path.strip_prefix('#'))
            .and_then(|path| self.schema.pointer(path))
            .unwrap_or(schema)
    }

    /// Whether the value has the type, whatever is inside it.
    fn fits(&self, schema: &'s Value, value: &Value) -> bool {
        let schema = self.resolved(schema);
        if choices(schema).next().is_some() {
            return choices(schema).any(|choice| self.fits(choice, value));
        }
        let mut types = types(schema).peekable();
        types.peek().is_none()
            || types.any(|wanted| match value {
                Value::Null => wanted == "null",
                Value::Bool(_) => wanted == "boolean",
                Value::Number(number) => {
                    wanted == "number" || wanted == "integer" && number.is_i64() | number.is_u64()
                }
                Value::String(_) => wanted == "string",
                Value::Array(_) => wanted == "array",
                Value::Object(_) => wanted == "object",
            })
    }

    fn wanted(&self, schema: &'s Value) -> Vec<&'static str> {
        let schema = self.resolved(schema);
        let of_choices = choices(schema).flat_map(|choice| self.wanted(choice));
        let own = types(schema).filter_map(|name| match name {
            "string" => Some("a text"),
            "integer" => Some("a whole number"),
            "number" => Some("a number"),
            "boolean" => Some("true or false"),
            "array" => Some("a list"),
            "object" => Some("an object"),
            _ => None,
        });
        let mut all: Vec<&str> = of_choices.chain(own).collect();
        all.dedup();
        all
    }
}

fn called(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

fn types(schema: &Value) -> impl Iterator<Item = &str> {
    let types = schema.get("type");
    let many = types.and_then(Value::as_array).into_iter().flatten();
    types.into_iter().chain(many).filter_map(Value::as_str)
}

/// The schemas of a value that may be one of several things; none where these are words.
fn choices(schema: &Value) -> impl Iterator<Item = &Value> {
    let choices = schema.get("anyOf").or_else(|| schema.get("oneOf"));
    let choices = choices.filter(|_| words(schema).is_empty());
    choices.and_then(Value::as_array).into_iter().flatten()
}

/// The words that an enumeration allows; none where the schema is something else.
fn words(schema: &Value) -> Vec<&str> {
    let plain = schema.get("enum").and_then(Value::as_array);
    let told = schema.get("oneOf").and_then(Value::as_array);
    let told = told.into_iter().flatten().map(|one| &one["const"]);
    let plain = plain.into_iter().flatten();
    plain.chain(told).filter_map(Value::as_str).collect()
}

fn list(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}
