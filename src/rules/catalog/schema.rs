//! Readings of a type's JSON schema: what shapes are held against, and what could stand in the place of a fault.

use serde_json::Value;

/// Follows references into the definitions.
pub(super) fn resolved<'s>(root: &'s Value, schema: &'s Value) -> &'s Value {
    schema
        .get("$ref")
        .and_then(Value::as_str)
        .and_then(|path| path.strip_prefix('#'))
        .and_then(|path| root.pointer(path))
        .unwrap_or(schema)
}

/// The fields that a table must have.
pub(super) fn required(schema: &Value) -> Vec<&str> {
    let names = schema.get("required").and_then(Value::as_array);
    let names = names.into_iter().flatten();
    names.filter_map(Value::as_str).collect()
}

/// The types that a value may have; none where it may have any.
pub(super) fn types(schema: &Value) -> Vec<&str> {
    match schema.get("type") {
        Some(Value::String(one)) => vec![one],
        Some(Value::Array(many)) => many.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

/// The types of which a value may have one.
pub(super) fn choices(schema: &Value) -> Option<&Vec<Value>> {
    schema
        .get("anyOf")
        .or_else(|| schema.get("oneOf"))
        .and_then(Value::as_array)
}

/// The words that an enumeration allows; none where the schema is something else.
pub(super) fn words(schema: &Value) -> Vec<&str> {
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
