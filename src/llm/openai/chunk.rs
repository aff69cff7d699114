//! A chunk of an answer, read so that no dialect can break it. A field may be missing, or of another type than expected;
//! only words that are there and cannot be read are an error.

use serde_json::Value;

use crate::debate::event::Usage;

/// No count of tokens is larger; what says so is wrong. Small enough that millions of them can be added.
const MOST_TOKENS: u64 = 1 << 40;

/// A chunk.
#[derive(Debug, Default)]
pub(super) struct Chunk {
    /// Words of the answer.
    pub(super) content: String,
    /// How many bytes of thinking came in fields of its own.
    pub(super) thought: usize,
    /// Words of a refusal.
    pub(super) refusal: String,
    /// Why the answer ended: any string, servers invent their own.
    pub(super) finish_reason: Option<String>,
    /// The server's count.
    pub(super) usage: Option<Usage>,
    /// The error that stands in the place of a chunk.
    pub(super) error: Option<Value>,
}

/// There may be words in it that cannot be read.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Unreadable;

impl Chunk {
    /// Reads one.
    ///
    /// # Errors
    /// Where words stand, or the field in which they would, something else stands.
    pub(super) fn read(value: &Value) -> Result<Self, Unreadable> {
        match value {
            Value::Object(_) => {}
            Value::Null => return Ok(Self::default()),
            Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
                return Err(Unreadable);
            }
        }
        let mut chunk = Self {
            usage: usage(value),
            error: error(value),
            ..Self::default()
        };
        match value.get("choices") {
            None | Some(Value::Null) => {}
            Some(Value::Array(choices)) => {
                for choice in choices {
                    chunk.take(choice)?;
                }
            }
            Some(choice @ Value::Object(_)) => chunk.take(choice)?,
            // An error often has something odd beside it.
            Some(_) if chunk.error.is_some() => {}
            Some(_) => return Err(Unreadable),
        }
        Ok(chunk)
    }

    /// What an event says that calls itself an error.
    pub(super) fn of_error(data: &str) -> Self {
        let value = super::json::read(data).ok().and_then(|mut all| all.pop());
        let value = value.unwrap_or_else(|| Value::from(data));
        Self {
            error: Some(error(&value).unwrap_or(value)),
            ..Self::default()
        }
    }

    /// Takes in a choice; only the first is asked for.
    fn take(&mut self, choice: &Value) -> Result<(), Unreadable> {
        if !choice.is_object() {
            return Err(Unreadable);
        }
        if choice.get("index").map_or(0, count) != 0 {
            return Ok(());
        }
        let field = |name: &str| choice.get(name).filter(|value| !value.is_null());
        // `message` where the server does not stream; `text` from those that only complete.
        match field("delta").or(field("message")).or(field("text")) {
            None => {}
            Some(delta @ Value::Object(_)) => {
                self.content += &text(delta.get("content"))?;
                self.refusal += &text(delta.get("refusal"))?;
                let thought = |name: &str| text(delta.get(name)).map_or(0, |thought| thought.len());
                // Some servers send it under both names.
                self.thought += thought("reasoning_content").max(thought("reasoning"));
            }
            Some(words) => self.content += &text(Some(words))?,
        }
        let reason = choice.get("finish_reason").and_then(Value::as_str);
        if let Some(reason) = reason.filter(|reason| !reason.is_empty()) {
            self.finish_reason = Some(reason.to_owned());
        }
        Ok(())
    }
}

/// Text, or parts with text in them.
fn text(value: Option<&Value>) -> Result<String, Unreadable> {
    let Some(value) = value else {
        return Ok(String::new());
    };
    match value {
        Value::Null => Ok(String::new()),
        Value::String(text) => Ok(text.clone()),
        // A proxy that takes words for YAML has made them.
        Value::Number(_) | Value::Bool(_) => Ok(value.to_string()),
        Value::Array(parts) => {
            let mut all = String::new();
            for part in parts {
                all += &match part {
                    // Parts that are no text are pictures, or thinking.
                    Value::Object(_) => text(part.get("text")).unwrap_or_default(),
                    part => text(Some(part))?,
                };
            }
            Ok(all)
        }
        Value::Object(fields) => match fields.get("text") {
            Some(text @ Value::String(_)) => self::text(Some(text)),
            _ => Err(Unreadable),
        },
    }
}

/// A count in any number type.
fn count(value: &Value) -> u64 {
    let text = || value.as_str().and_then(|text| text.trim().parse().ok());
    let number = value
        .as_u64()
        .or_else(|| value.as_f64().map(|number| number.max(0.0) as u64))
        .or_else(text);
    number.unwrap_or(0).min(MOST_TOKENS)
}

fn usage(chunk: &Value) -> Option<Usage> {
    let at = |pointer: &str| chunk.pointer(pointer).map_or(0, count);
    let prompt_tokens = at("/usage/prompt_tokens");
    let completion_tokens = at("/usage/completion_tokens");
    // DeepSeek's name for it, and llama.cpp's, which stands beside the usage.
    let cached_tokens = at("/usage/prompt_tokens_details/cached_tokens")
        .max(at("/usage/prompt_cache_hit_tokens"))
        .max(at("/timings/cache_n"))
        .min(prompt_tokens);
    (prompt_tokens + completion_tokens > 0).then_some(Usage {
        prompt_tokens,
        cached_tokens,
        completion_tokens,
        estimated: false,
        ..Usage::default()
    })
}

fn error(chunk: &Value) -> Option<Value> {
    let is_one = |value: &&Value| match value {
        Value::Null | Value::Bool(false) => false,
        Value::String(text) => !text.trim().is_empty(),
        Value::Object(fields) => !fields.is_empty(),
        Value::Bool(true) | Value::Number(_) | Value::Array(_) => true,
    };
    let bare = || {
        let says_so = chunk.get("object").and_then(Value::as_str) == Some("error");
        chunk.get("message").filter(|_| says_so)
    };
    let found = chunk.get("error").filter(is_one).or_else(bare);
    found.cloned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn words_of_any_kind_are_read() {
        let delta = |delta: Value| json!({"choices": [{"index": 0, "delta": delta}]});
        let table = [
            (delta(json!({"content": "Yes"})), Some("Yes")),
            (delta(json!("Yes")), Some("Yes")),
            (
                delta(json!({"content": ["Y", {"type": "text", "text": "es"}]})),
                Some("Yes"),
            ),
            (
                delta(
                    json!({"content": [{"type": "thinking", "thinking": [{"text": "hm"}]},
                    {"type": "text", "text": "Yes"}]}),
                ),
                Some("Yes"),
            ),
            (delta(json!({"content": 42})), Some("42")),
            (delta(json!({"content": true})), Some("true")),
            (delta(json!({"content": {"text": "Yes"}})), Some("Yes")),
            (delta(json!({"content": null})), Some("")),
            (delta(json!(null)), Some("")),
            (delta(json!({"content": {"picture": 1}})), None),
            (delta(json!([["x"]])), Some("x")),
            (
                json!({"choices": {"delta": {"content": "Yes"}}}),
                Some("Yes"),
            ),
            (
                json!({"choices": [{"message": {"content": "Yes"}, "delta": null}]}),
                Some("Yes"),
            ),
            (json!({"choices": [{"text": "Yes"}]}), Some("Yes")),
            (
                json!({"choices": [{"index": "0", "delta": {"content": "Yes"}}]}),
                Some("Yes"),
            ),
            (
                json!({"choices": [{"index": 0.0, "delta": {"content": "Yes"}, "finish_reason": 7}]}),
                Some("Yes"),
            ),
            (
                json!({"choices": [{"index": 1, "delta": {"content": "no"}}]}),
                Some(""),
            ),
            (json!({"choices": ["Yes"]}), None),
            (json!({"choices": "Yes"}), None),
            (json!({"choices": null}), Some("")),
            (json!({"type": "ping"}), Some("")),
            (json!({"error": "down", "choices": "x"}), Some("")),
            (json!(null), Some("")),
            (json!("Yes"), None),
            (json!(7), None),
        ];
        for (value, expected) in table {
            let read = Chunk::read(&value).ok().map(|chunk| chunk.content);
            assert_eq!(read.as_deref(), expected, "{value}");
        }
    }

    #[test]
    fn errors_are_found_and_nothings_are_none() {
        for (value, is_error) in [
            (json!({"error": {"message": "x"}}), true),
            (json!({"error": "x"}), true),
            (json!({"error": 500}), true),
            (json!({"object": "error", "message": "x"}), true),
            (json!({"error": null}), false),
            (json!({"error": ""}), false),
            (json!({"error": false}), false),
            (json!({"error": {}}), false),
            (json!({"object": "chunk", "message": "x"}), false),
        ] {
            assert_eq!(
                Chunk::read(&value).unwrap().error.is_some(),
                is_error,
                "{value}"
            );
        }
        assert_eq!(
            Chunk::of_error("out of memory").error,
            Some(json!("out of memory"))
        );
        assert_eq!(Chunk::of_error(r#"{"error": "x"}"#).error, Some(json!("x")));
    }

    #[test]
    fn cached_tokens_are_found_under_every_name() {
        for (usage, timings) in [
            (
                json!({"prompt_tokens": 9, "completion_tokens": 2.0, "prompt_tokens_details": {"cached_tokens": 7}}),
                json!(null),
            ),
            (
                json!({"prompt_tokens": 9, "completion_tokens": 2, "prompt_cache_hit_tokens": 7}),
                json!({}),
            ),
            (
                json!({"prompt_tokens": "9", "completion_tokens": 2, "prompt_tokens_details": null}),
                json!({"cache_n": 7}),
            ),
        ] {
            let chunk = Chunk::read(&json!({"usage": usage, "timings": timings})).unwrap();
            let usage = chunk.usage.unwrap();
            assert_eq!(
                (
                    usage.prompt_tokens,
                    usage.cached_tokens,
                    usage.completion_tokens
                ),
                (9, 7, 2)
            );
        }
    }

    #[test]
    fn counts_that_cannot_be_are_bounded() {
        for count in [json!(u64::MAX), json!(1e300), json!("18446744073709551615")] {
            let value = json!({"usage": {"prompt_tokens": count, "completion_tokens": count}});
            let usage = Chunk::read(&value).unwrap().usage.unwrap();
            assert_eq!(usage.prompt_tokens, MOST_TOKENS);
            assert_eq!(usage.completion_tokens, MOST_TOKENS);
        }
        for count in [json!(-5), json!("many"), json!(null), json!([1])] {
            let value = json!({"usage": {"prompt_tokens": count, "completion_tokens": count}});
            assert_eq!(Chunk::read(&value).unwrap().usage, None);
        }
    }
}
