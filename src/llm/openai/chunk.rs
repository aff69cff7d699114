//! A chunk of an answer, read so that no dialect can break it. A field may be missing, or of another type than
//! expected; only words that are there and cannot be read are an error.

use serde_json::{Map, Value};

use super::unread::has_words;
use crate::{debate::event::Usage, spoken::letters, text::sanitize::sanitize};

/// No count of tokens is larger; what says so is wrong. Small enough that millions of them can be added.
const MOST_TOKENS: u64 = 1 << 40;

/// A chunk of a streamed answer, in whatever dialect it came.
#[derive(Debug, Default)]
pub(super) struct Chunk {
    /// The number of the answer that the words are of, where there are several.
    pub(super) index: u64,
    /// Words of the answer.
    pub(super) content: String,
    /// Whether they came as a message, which may repeat all that was said in pieces.
    pub(super) is_message: bool,
    /// The number of bytes of thinking that came in fields of its own, white space not counted.
    pub(super) thought: usize,
    /// Words of a refusal.
    pub(super) refusal: String,
    /// The reason the answer ended: any string, servers invent their own.
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
        let has_choice = |choices: &&Value| choices.as_array().is_none_or(|all| !all.is_empty());
        match value.get("choices").filter(has_choice) {
            // Words that stand where other protocols have them.
            None | Some(Value::Null) if chunk.error.is_none() => {
                if value.get("candidates").is_some() {
                    return Err(Unreadable);
                }
                // A message of its own may only say how far the server is.
                let message = value.get("message").filter(|message| message.is_object());
                chunk.content = text(message.and_then(|message| message.get("content")))?;
                for field in ["content", "delta", "text", "response", "token"] {
                    let is_empty = chunk.content.is_empty();
                    chunk.content += &match value.get(field).filter(|_| is_empty) {
                        Some(Value::Object(fields)) if spoken(fields).is_none() => String::new(),
                        words => text(words)?,
                    };
                }
            }
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
        let is_wordless = chunk.content.is_empty() && chunk.refusal.is_empty();
        if is_wordless && chunk.error.is_none() && chunk.thought == 0 && has_words(value, true) {
            return Err(Unreadable);
        }
        Ok(chunk)
    }

    /// The chunk of an event that calls itself an error.
    pub(super) fn of_error(data: &str) -> Self {
        let value = super::json::read(data).ok().and_then(|mut all| all.pop());
        let value = value.unwrap_or_else(|| Value::from(data));
        Self {
            error: Some(error(&value).unwrap_or(value)),
            ..Self::default()
        }
    }

    /// Takes in a choice: the first that has words, whatever its number. One is asked for.
    fn take(&mut self, choice: &Value) -> Result<(), Unreadable> {
        if !choice.is_object() {
            return Err(Unreadable);
        }
        let index = choice.get("index").map_or(0, count);
        if index != self.index && !self.content.is_empty() {
            return Ok(());
        }
        self.index = index;
        let field = |name: &str| choice.get(name).filter(|value| !value.is_null());
        // `message` where the server does not stream; `text` from those that only complete.
        let mut said = String::new();
        for place in ["delta", "message", "text"] {
            if let Some(words) = field(place).filter(|_| said.is_empty()) {
                said = match words.as_object() {
                    Some(fields) => self.take_message(fields)?,
                    None => text(Some(words))?,
                };
                self.is_message = place == "message";
            }
        }
        self.content += &said;
        let reason = choice.get("finish_reason").and_then(Value::as_str);
        if let Some(reason) = reason.filter(|reason| !reason.is_empty()) {
            self.finish_reason = Some(reason.to_owned());
        }
        Ok(())
    }

    /// Takes in a message, or what is new of one, and gives the words of the answer in it.
    fn take_message(&mut self, fields: &Map<String, Value>) -> Result<String, Unreadable> {
        let is_content = |name: &str| name.eq_ignore_ascii_case("content");
        let contents = fields.iter().filter(|(name, _)| is_content(name));
        let places = contents.map(|(_, words)| words);
        let mut said = String::new();
        for words in places
            .chain(fields.get("output_text"))
            .chain(fields.get("text"))
        {
            if said.is_empty() {
                said = text(Some(words))?;
            }
        }
        self.refusal += &text(fields.get("refusal"))?;
        let thought = |name: &str| {
            let thought = text(fields.get(name)).unwrap_or_default();
            letters(&sanitize(&thought))
        };
        // Some servers send it under both names.
        self.thought += thought("reasoning_content").max(thought("reasoning"));
        Ok(said)
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
                // Parts that are no text are pictures, or thinking.
                all += &match part.as_object().map(|fields| (fields, is_text(fields))) {
                    Some((_, Some(false))) => String::new(),
                    Some((fields, None)) => words(fields).unwrap_or_default(),
                    Some((_, Some(true))) | None => text(Some(part))?,
                };
            }
            Ok(all)
        }
        Value::Object(fields) => words(fields),
    }
}

/// Whether a part calls itself text; `None` where it does not say what it is.
fn is_text(part: &Map<String, Value>) -> Option<bool> {
    let kind = part.get("type")?.as_str()?;
    Some(kind.contains("text"))
}

/// The value in a part in which its words stand.
fn spoken(part: &Map<String, Value>) -> Option<&Value> {
    ["text", "content", "value", "delta"]
        .into_iter()
        .find_map(|name| part.get(name).filter(|words| !words.is_null()))
}

/// The words of a part, wherever in it they stand.
fn words(part: &Map<String, Value>) -> Result<String, Unreadable> {
    match spoken(part) {
        None => Err(Unreadable),
        // As deep as any server has put them.
        Some(Value::Object(inner)) => match inner.get("value").or(inner.get("text")) {
            Some(Value::String(words)) => Ok(words.clone()),
            _ => Err(Unreadable),
        },
        Some(found) => text(Some(found)),
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
                json!({"choices": [{"index": 1, "delta": {"content": "Yes"}}]}),
                Some("Yes"),
            ),
            (
                json!({"choices": [{"index": 1, "delta": {"content": "Yes"}}, {"index": 0, "delta": {"content": "no"}}]}),
                Some("Yes"),
            ),
            (
                delta(json!({"content": [{"type": "text", "text": {"value": "Yes"}}]})),
                Some("Yes"),
            ),
            (
                delta(json!({"content": [{"type": "output_text", "content": "Yes"}]})),
                Some("Yes"),
            ),
            (
                delta(json!({"content": [{"type": "text", "words": "Yes"}]})),
                None,
            ),
            (
                delta(json!({"content": [{"type": "reasoning", "text": "hm"}, "Yes"]})),
                Some("Yes"),
            ),
            (json!({"content": "Yes"}), Some("Yes")),
            (
                json!({"type": "response.output_text.delta", "delta": "Yes"}),
                Some("Yes"),
            ),
            (
                json!({"delta": {"type": "text_delta", "text": "Yes"}}),
                Some("Yes"),
            ),
            (json!({"delta": {"stop_reason": "end_turn"}}), Some("")),
            (json!({"content": {"text": {"x": 1}}}), None),
            (json!({"message": {"content": "Yes"}}), Some("Yes")),
            (json!({"message": "queued"}), Some("")),
            (delta(json!({"Content": "Yes"})), Some("Yes")),
            (delta(json!({"output_text": "Yes"})), Some("Yes")),
            (
                json!({"candidates": [{"content": {"parts": [{"text": "Yes"}]}}]}),
                None,
            ),
            (json!({"error": "down", "content": {"x": 1}}), Some("")),
            (json!({"choices": ["Yes"]}), None),
            (json!({"choices": "Yes"}), None),
            (json!({"choices": null}), Some("")),
            (json!({"type": "ping"}), Some("")),
            (json!({"error": "down", "choices": "x"}), Some("")),
            (json!(null), Some("")),
            (json!("Yes"), None),
            // Words in another place than usual, where it is plain what they are.
            (
                json!({"choices": [{"delta": {}, "text": "Yes"}]}),
                Some("Yes"),
            ),
            (
                json!({"choices": [{"delta": {"role": "assistant"}, "message": {"content": "Yes"}}]}),
                Some("Yes"),
            ),
            (json!({"choices": [], "content": "Yes"}), Some("Yes")),
            (json!({"token": {"text": "Yes"}}), Some("Yes")),
            (delta(json!({"content": "", "text": "Yes"})), Some("Yes")),
            // And where it is not.
            (delta(json!({"words": "and so on"})), None),
            (delta(json!({"message": {"words": "and so on"}})), None),
            (
                delta(
                    json!({"tool_calls": [{"function": {"name": "f", "arguments": "{\"a\": 1}"}}]}),
                ),
                None,
            ),
            (
                json!({"output": [{"content": [{"text": "and so on"}]}]}),
                None,
            ),
            (json!({"message": "number 3 in the queue"}), Some("")),
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
