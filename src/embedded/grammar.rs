//! Answers of a given shape: at each step only those tokens may be chosen with which the answer can still
//! become JSON of the schema. Properties come in the order of the schema, with white space only where models are
//! used to it.

use llguidance::{
    Matcher, ParserFactory,
    api::TopLevelGrammar,
    toktrie::{SimpleVob, TokEnv},
};
use serde_json::{Value, json};

use super::embedded_error::EmbeddedError;

/// A text in an answer is not longer than this many characters, unless the schema says otherwise: a small model
/// that has begun one may not find its end.
const CHARACTERS: u64 = 1200;
/// Entries of a list, in the same way.
const ENTRIES: u64 = 12;
/// The furthest that a number may be from zero, in the same way …
const MOST: i64 = 1_000_000;
/// … and what it is a multiple of: decimals, too, go on as long as they may.
const STEP: f64 = 0.1;

/// Makes grammars for a vocabulary.
pub(super) struct Grammars {
    factory: ParserFactory,
}

/// The grammar of one answer: what may still follow in it.
pub(super) struct Grammar(Matcher);

impl Grammars {
    /// For these tokens.
    pub(super) fn new(tokens: &TokEnv) -> Result<Self, EmbeddedError> {
        let mut factory = ParserFactory::new_simple(tokens)
            .map_err(|error| EmbeddedError::Schema(error.to_string()))?;
        factory.quiet();
        Ok(Self { factory })
    }

    /// A grammar for answers of this schema.
    pub(super) fn of(&self, schema: &Value) -> Result<Grammar, EmbeddedError> {
        let mut schema = schema.clone();
        cap(&mut schema);
        if let Some(fields) = schema.as_object_mut() {
            fields.insert("x-guidance".to_owned(), spacing());
        }
        let parser = self
            .factory
            .create_parser(TopLevelGrammar::from_json_schema(schema));
        let mut matcher = Matcher::new(parser);
        // A shape that nothing can have shows itself at the first step.
        match matcher.compute_mask() {
            Ok(mask) if mask.num_set() > 0 => Ok(Grammar(matcher)),
            Ok(_) => Err(EmbeddedError::Schema("it leaves no answer".to_owned())),
            Err(error) => Err(EmbeddedError::Schema(
                matcher.get_error().unwrap_or_else(|| error.to_string()),
            )),
        }
    }
}

impl Grammar {
    /// The tokens that may come next.
    pub(super) fn allowed(&mut self) -> Result<SimpleVob, EmbeddedError> {
        self.0
            .compute_mask_or_eos()
            .map_err(|error| EmbeddedError::Schema(error.to_string()))
    }

    /// Takes the next token in; gives those that cannot but follow.
    pub(super) fn take(&mut self, token: u32) -> Result<Vec<u32>, EmbeddedError> {
        self.0
            .consume_token(token)
            .map_err(|error| EmbeddedError::Schema(error.to_string()))?;
        Ok(self.0.consume_ff_tokens())
    }

    /// Whether the answer is whole.
    pub(super) fn is_done(&self) -> bool {
        self.0.is_stopped()
    }
}

/// A blank behind colons and commas and nowhere else: a small model would fill a page with blanks, and with none
/// at all it begins its texts with a comma.
fn spacing() -> Value {
    json!({ "whitespace_flexible": false, "key_separator": ": ", "item_separator": ", " })
}

/// Gives every text, list and number without a bound a generous one.
fn cap(schema: &mut Value) {
    match schema {
        Value::Array(all) => all.iter_mut().for_each(cap),
        Value::Object(fields) => {
            let kind = fields.get("type").and_then(Value::as_str);
            let bounds = match kind {
                Some("string") => vec![("maxLength", json!(CHARACTERS))],
                Some("array") => vec![("maxItems", json!(ENTRIES))],
                Some("integer") => vec![("minimum", json!(-MOST)), ("maximum", json!(MOST))],
                Some("number") => vec![
                    ("minimum", json!(-MOST)),
                    ("maximum", json!(MOST)),
                    ("multipleOf", json!(STEP)),
                ],
                _ => Vec::new(),
            };
            let settled = ["enum", "const", "pattern", "format"];
            if !settled.iter().any(|one| fields.contains_key(*one)) {
                for (bound, most) in bounds {
                    fields.entry(bound).or_insert(most);
                }
            }
            fields.values_mut().for_each(cap);
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
#[path = "grammar/tests.rs"]
mod tests;
