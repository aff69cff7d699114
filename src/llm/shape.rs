//! The shape of a structured answer: the JSON schema in the strict subset that servers enforce, and the
//! same in words for servers that do not.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, generate::SchemaSettings};
use serde_json::{Map, Value};

use super::{Shape, spelled::shown};
use crate::text::quote;

/// Keywords that the strict subset does not have.
const REFUSED: [&str; 12] = [
    "$schema",
    "title",
    "default",
    "format",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "uniqueItems",
    "pattern",
];

/// Bounds, which servers that small models run on know, and others refuse.
const BOUNDS: [&str; 6] = [
    "minItems",
    "maxItems",
    "minLength",
    "maxLength",
    "minimum",
    "maximum",
];

/// The mark of a text that may rightly say nothing: of a shape alone, and never sent. In types it is
/// `#[schemars(extend("mayBeEmpty" = true))]`. Of a text without it words are wanted (`structured::said`).
pub const MAY_BE_EMPTY: &str = "mayBeEmpty";

/// The mark of an object whose entries are read each by itself: one that is wrong costs the others nothing, and is not
/// there. Of a shape alone, and never sent.
pub(super) const READ_APART: &str = "readApart";

/// The shape of `T`: every property required, in the order of the fields, and no further ones.
pub fn shape_of<T: JsonSchema>() -> Shape {
    let mut settings = SchemaSettings::draft2020_12();
    settings.meta_schema = None;
    settings.inline_subschemas = true;
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    make_strict(&mut schema);
    Shape {
        name: match T::schema_name() {
            Cow::Borrowed(name) => name,
            Cow::Owned(_) => "answer",
        },
        schema: schema.to_value(),
    }
}

/// The shape, without the property of that name.
#[must_use]
pub fn without(mut shape: Shape, property: &str) -> Shape {
    each(&mut shape.schema, "", &mut |_, object| {
        if let Some(all) = object.get_mut("properties").and_then(Value::as_object_mut) {
            all.retain(|name, _| name != property);
        }
        if let Some(names) = object.get_mut("required").and_then(Value::as_array_mut) {
            names.retain(|name| name != property);
        }
    });
    shape
}

/// The shape, with only these values for a property wherever it occurs. Other values are as wrong as they
/// were; but a server that enforces schemas does not let the model choose them, and nobody waits for a
/// second answer.
#[must_use]
pub fn with_choices(mut shape: Shape, property: &str, allowed: &[&str]) -> Shape {
    each(&mut shape.schema, "", &mut |name, object| {
        if name == property {
            object.insert("enum".to_owned(), allowed.into());
        }
    });
    shape
}

/// An object with these keys, and under each something of the same shape. Whoever enforces it lets nothing be left out
/// and nothing be invented.
pub fn keyed(name: &'static str, keys: &[String], each: &Value) -> Shape {
    let properties: Map<String, Value> =
        keys.iter().map(|key| (key.clone(), each.clone())).collect();
    Shape {
        name,
        schema: serde_json::json!({
            "type": "object",
            "properties": properties,
            "required": keys,
            "additionalProperties": false,
        }),
    }
}

/// [`keyed`], with entries that are read each by itself: an answer for several, of which one may be wrong.
pub fn keyed_apart(name: &'static str, keys: &[String], each: &Value) -> Shape {
    let mut shape = keyed(name, keys, each);
    if let Some(object) = shape.schema.as_object_mut() {
        object.insert(READ_APART.to_owned(), true.into());
    }
    shape
}

/// An object with a text under each of these keys.
pub fn keyed_texts(name: &'static str, keys: &[String]) -> Shape {
    keyed(name, keys, &serde_json::json!({"type": "string"}))
}

/// The shape, with so many entries in the list of that name. Not every server knows such bounds: they are taken out
/// again where [`unbounded`] is used.
#[must_use]
pub fn counted(mut shape: Shape, property: &str, least: u32, most: u32) -> Shape {
    each(&mut shape.schema, "", &mut |name, object| {
        if name == property && object.contains_key("items") {
            object.insert("minItems".to_owned(), least.into());
            object.insert("maxItems".to_owned(), most.into());
        }
    });
    shape
}

/// The shape, with the numbers of that name in a range, both ends in it. See [`counted`].
#[must_use]
pub fn ranged(mut shape: Shape, property: &str, lowest: i64, highest: i64) -> Shape {
    each(&mut shape.schema, "", &mut |name, object| {
        if name == property {
            object.insert("minimum".to_owned(), lowest.into());
            object.insert("maximum".to_owned(), highest.into());
        }
    });
    shape
}

/// The shape, with something in each text of that name. See [`counted`].
#[must_use]
pub fn filled(mut shape: Shape, property: &str) -> Shape {
    each(&mut shape.schema, "", &mut |name, object| {
        if name == property {
            object.insert("minLength".to_owned(), 1.into());
        }
    });
    shape
}

/// The shape without bounds on its lists, texts and numbers: the strict subset does not have them.
#[must_use]
pub fn unbounded(mut shape: Shape) -> Shape {
    each(&mut shape.schema, "", &mut |_, object| {
        for bound in BOUNDS {
            object.remove(bound);
        }
    });
    shape
}

/// The shape as it is sent, without our own marks.
#[must_use]
pub(super) fn unmarked(mut shape: Shape) -> Shape {
    each(&mut shape.schema, "", &mut |_, object| {
        object.remove(MAY_BE_EMPTY);
        object.remove(READ_APART);
    });
    shape
}

/// The shape, in which every name that came from outside is without marks: of a property, or a value to choose.
/// Servers put schemas into prompts, and we do in words. [`Spelled`] reads such an answer.
#[must_use]
pub(super) fn quoted(mut shape: Shape) -> Shape {
    each(&mut shape.schema, "", &mut |_, object| {
        if let Some(properties) = object.get_mut("properties").and_then(Value::as_object_mut) {
            let shown = shown(properties.keys().map(String::as_str));
            let all = std::mem::take(properties).into_iter();
            properties.extend(shown.into_iter().zip(all.map(|(_, inner)| inner)));
        }
        if let Some(names) = object.get_mut("required").and_then(Value::as_array_mut) {
            quote_texts(names);
        }
        if let Some(values) = object.get_mut("enum").and_then(Value::as_array_mut) {
            quote_texts(values);
        }
    });
    shape
}

fn quote_texts(all: &mut [Value]) {
    let shown = shown(all.iter().filter_map(Value::as_str));
    let places = all.iter_mut().filter(|one| one.is_string());
    for (place, shown) in places.zip(shown) {
        *place = shown.into();
    }
}

/// The shape, with no list longer than `entries` and no free text longer than `characters`, and, where it has
/// to say something, none that is empty.
#[must_use]
pub fn bounded(mut shape: Shape, entries: u32, characters: u32) -> Shape {
    each(&mut shape.schema, "", &mut |_, object| {
        if object.contains_key("items") && !object.contains_key("maxItems") {
            object.insert("maxItems".to_owned(), entries.into());
        }
        let is_text = object.get("type").is_some_and(|kinds| {
            kinds == "string"
                || kinds
                    .as_array()
                    .is_some_and(|kinds| kinds.iter().any(|kind| kind == "string"))
        });
        if is_text && !object.contains_key("enum") {
            object.insert("maxLength".to_owned(), characters.into());
            let may_be_empty = object.contains_key(MAY_BE_EMPTY);
            if object.get("type").is_some_and(|kind| kind == "string") && !may_be_empty {
                object.entry("minLength").or_insert_with(|| 1.into());
            }
        }
    });
    shape
}

/// The descriptions beside the fields of a shape: what each is for.
pub fn descriptions(shape: &Shape) -> Vec<String> {
    fn add(schema: &Value, found: &mut Vec<String>) {
        match schema {
            Value::Object(fields) => {
                if let Some(what) = fields.get("description").and_then(Value::as_str) {
                    found.push(what.to_owned());
                }
                fields.values().for_each(|inner| add(inner, found));
            }
            Value::Array(all) => all.iter().for_each(|inner| add(inner, found)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    let mut found = Vec::new();
    add(&shape.schema, &mut found);
    found
}

/// Changes a schema and every schema inside it, each with the name of its property; what is no property has none.
fn each(schema: &mut Value, name: &str, change: &mut impl FnMut(&str, &mut Map<String, Value>)) {
    let Some(object) = schema.as_object_mut() else {
        return;
    };
    change(name, object);
    if let Some(properties) = object.get_mut("properties").and_then(Value::as_object_mut) {
        for (name, inner) in properties {
            each(inner, name, change);
        }
    }
    if let Some(items) = object.get_mut("items") {
        each(items, "", change);
    }
}

fn make_strict(schema: &mut Schema) {
    if let Some(object) = schema.as_object_mut() {
        for keyword in REFUSED {
            object.remove(keyword);
        }
        join_constants(object);
        if let Some(properties) = object.get("properties").and_then(Value::as_object) {
            let names: Vec<Value> = properties.keys().cloned().map(Value::from).collect();
            object.insert("required".into(), names.into());
            object.insert("additionalProperties".into(), false.into());
        }
    }
    schemars::transform::transform_subschemas(&mut make_strict, schema);
}

/// An enumeration whose variants are documented is a choice between constants: the strict subset wants a
/// list of values.
fn join_constants(object: &mut Map<String, Value>) {
    let Some(choices) = object.get("oneOf").and_then(Value::as_array) else {
        return;
    };
    let mut values = Vec::new();
    for choice in choices {
        match (
            choice.get("const"),
            choice.get("enum").and_then(Value::as_array),
        ) {
            (Some(value), _) => values.push(value.clone()),
            (None, Some(several)) => values.extend(several.iter().cloned()),
            (None, None) => return,
        }
    }
    object.remove("oneOf");
    object.insert("type".into(), "string".into());
    object.insert("enum".into(), values.into());
}

/// The last instruction to a model whose server enforces no schema.
pub fn instruction(schema: &Value) -> String {
    format!(
        "Answer with one JSON object and nothing else: no words before or after it, no code fence. \
         Its fields, in this order:\n{}",
        outline(schema)
    )
}

/// A schema as people write types, which small models follow better than the schema itself.
pub(crate) fn outline(schema: &Value) -> String {
    let mut text = String::new();
    write_type(schema, 0, &mut text);
    text
}

fn write_type(schema: &Value, depth: usize, text: &mut String) {
    let children = |key: &str| schema.get(key).and_then(Value::as_array);
    if let Some(values) = children("enum") {
        // They may be names of people.
        let word = |value: &Value| {
            let text = value.as_str();
            text.map_or_else(|| value.to_string(), quote::quoted)
        };
        let words: Vec<String> = values.iter().map(word).collect();
        text.push_str(&words.join(" | "));
    } else if let Some(choices) = children("anyOf").or_else(|| children("oneOf")) {
        for (i, choice) in choices.iter().enumerate() {
            if i > 0 {
                text.push_str(" | ");
            }
            write_type(choice, depth, text);
        }
    } else if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
        write_object(properties, depth, text);
    } else if let Some(items) = schema.get("items") {
        text.push('[');
        write_type(items, depth, text);
        text.push_str(", …]");
    } else {
        match schema.get("type") {
            Some(Value::String(name)) => text.push_str(name),
            Some(Value::Array(names)) => {
                let names: Vec<&str> = names.iter().filter_map(Value::as_str).collect();
                text.push_str(&names.join(" | "));
            }
            _ => text.push_str("any"),
        }
    }
}

fn write_object(properties: &Map<String, Value>, depth: usize, text: &mut String) {
    let indent = "  ".repeat(depth + 1);
    text.push_str("{\n");
    let last = properties.len().saturating_sub(1);
    for (i, (name, schema)) in properties.iter().enumerate() {
        text.push_str(&indent);
        // It may be the name of somebody, too.
        text.push_str(&quote::quoted(name));
        text.push_str(": ");
        write_type(schema, depth + 1, text);
        if i < last {
            text.push(',');
        }
        if let Some(what) = schema.get("description").and_then(Value::as_str) {
            text.push_str("  // ");
            text.push_str(&what.split_whitespace().collect::<Vec<_>>().join(" "));
        }
        text.push('\n');
    }
    text.push_str(&"  ".repeat(depth));
    text.push('}');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::debate::answer::{Ballot, DirectVerdict, PoiOffer, SpeechArguments};

    #[test]
    fn lists_and_texts_are_bounded_wherever_they_stand() {
        let bounded = bounded(shape_of::<SpeechArguments>(), 3, 200).schema;
        let all = &bounded["properties"];
        for list in ["arguments", "key_rhetorical_moves"] {
            assert_eq!(all[list]["maxItems"], 3);
        }
        let argument = &all["arguments"]["items"]["properties"];
        for text in [&all["tone"], &argument["claim"], &argument["evidence"]] {
            assert_eq!(text["maxLength"], 200, "{text}");
        }
        assert!(argument["is_rebuttal"].get("maxLength").is_none());
        let vote =
            super::bounded(shape_of::<Ballot>(), 3, 200).schema["properties"]["vote"].clone();
        assert!(vote.get("maxLength").is_none(), "a choice is no text");
        let usual = shape_of::<SpeechArguments>().schema.to_string();
        assert!(!usual.contains("maxItems") && !usual.contains("maxLength"));
    }

    #[test]
    fn choices_are_narrowed_wherever_the_property_stands() {
        let doors = with_choices(shape_of::<Ballot>(), "vote", &["aye", "no"]);
        assert_eq!(
            doors.schema["properties"]["vote"]["enum"],
            serde_json::json!(["aye", "no"])
        );
        assert_eq!(
            doors.schema["properties"]["reason"],
            shape_of::<Ballot>().schema["properties"]["reason"]
        );
        let narrowed = with_choices(shape_of::<SpeechArguments>(), "claim", &["this"]);
        let items = &narrowed.schema["properties"]["arguments"]["items"];
        assert_eq!(
            items["properties"]["claim"]["enum"],
            serde_json::json!(["this"])
        );
        assert_eq!(
            shape_of::<Ballot>(),
            with_choices(shape_of::<Ballot>(), "nothing", &["x"])
        );
    }

    #[test]
    fn the_schema_is_in_the_strict_subset_and_in_order() {
        let shape = shape_of::<Ballot>();
        assert_eq!(shape.name, "Ballot");
        let schema = shape.schema.to_string();
        assert!(
            schema.contains(r#""enum":["aye","no","undecided"]"#),
            "{schema}"
        );
        assert!(schema.find("\"reason\"").unwrap() < schema.find("\"vote\"").unwrap());
        for shape in [
            shape_of::<DirectVerdict>(),
            shape_of::<SpeechArguments>(),
            shape_of::<PoiOffer>(),
        ] {
            let text = shape.schema.to_string();
            for word in [
                "$ref",
                "$defs",
                "oneOf",
                "\"format\"",
                "\"default\"",
                "const",
            ] {
                assert!(!text.contains(word), "{word} in {text}");
            }
            all_required(&shape.schema);
            jsonschema::draft202012::meta::validate(&shape.schema).unwrap();
        }
    }

    fn all_required(schema: &Value) {
        if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
            let required = schema["required"].as_array().unwrap();
            assert_eq!(properties.len(), required.len());
            assert_eq!(schema["additionalProperties"], false);
            properties.values().for_each(all_required);
        }
        if let Some(items) = schema.get("items") {
            all_required(items);
        }
    }

    #[test]
    fn what_the_schema_allows_is_what_we_can_read() {
        let shape = shape_of::<SpeechArguments>();
        let validator = jsonschema::validator_for(&shape.schema).unwrap();
        let sample = serde_json::json!({"opening": "o", "arguments": [{"claim": "c", "reasoning": "r",
            "evidence": null, "is_rebuttal": false, "rebuts_speaker": null}], "closing": "c",
            "tone": "t", "key_rhetorical_moves": [], "shifts": []});
        assert!(validator.is_valid(&sample));
        serde_json::from_value::<SpeechArguments>(sample).unwrap();
    }

    #[test]
    fn a_shape_can_be_said_in_words() {
        let said = outline(&shape_of::<Ballot>().schema);
        assert_eq!(
            said,
            "{\n  \"reason\": string,  // Why, in one or two sentences.\n  \
             \"vote\": \"aye\" | \"no\" | \"undecided\"  // The vote.\n}"
        );
    }
}
