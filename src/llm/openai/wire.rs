//! What goes over the wire: our request, which holds the common core of the protocol and nothing else, and
//! a chunk of a server's answer, read so that no dialect can break it.

use serde::{Deserialize, Deserializer, Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::debate::event::Usage;

/// A request.
#[derive(Debug, Serialize)]
pub(super) struct Body<'a> {
    pub(super) model: &'a str,
    pub(super) messages: Vec<Sent<'a>>,
    pub(super) stream: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) stream_options: Option<StreamOptions>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) max_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) max_completion_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) temperature: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) frequency_penalty: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) presence_penalty: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) response_format: Option<ResponseFormat<'a>>,
}

/// A message.
#[derive(Debug, Serialize)]
pub(super) struct Sent<'a> {
    pub(super) role: &'static str,
    pub(super) content: std::borrow::Cow<'a, str>,
}

#[derive(Debug, Serialize)]
pub(super) struct StreamOptions {
    pub(super) include_usage: bool,
}

#[derive(Debug, Serialize)]
#[serde(tag = "type", rename = "json_schema")]
pub(super) struct ResponseFormat<'a> {
    pub(super) json_schema: JsonSchema<'a>,
}

#[derive(Debug, Serialize)]
pub(super) struct JsonSchema<'a> {
    pub(super) name: &'a str,
    pub(super) strict: bool,
    pub(super) schema: &'a Value,
}

/// What cannot be read becomes nothing instead of an error.
fn lenient<'de, D: Deserializer<'de>, T: DeserializeOwned + Default>(
    from: D,
) -> Result<T, D::Error> {
    let value = Value::deserialize(from)?;
    Ok(serde_json::from_value(value).unwrap_or_default())
}

/// Text, or parts with text in them.
fn text<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    Ok(match Value::deserialize(from)? {
        Value::String(text) => text,
        Value::Array(parts) => parts
            .iter()
            .filter_map(|part| part.get("text").and_then(Value::as_str))
            .collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => String::new(),
    })
}

/// A count in any number type.
fn count<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    let value = Value::deserialize(from)?;
    let whole = value.as_u64();
    Ok(whole
        .or_else(|| value.as_f64().map(|n| n.max(0.0) as u64))
        .unwrap_or(0))
}

/// A chunk. Every field may be missing, or of another type than expected.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Chunk {
    #[serde(deserialize_with = "lenient")]
    pub(super) choices: Vec<Choice>,
    #[serde(deserialize_with = "lenient")]
    usage: Option<Counts>,
    #[serde(deserialize_with = "lenient")]
    timings: Timings,
    error: Option<Value>,
    #[serde(deserialize_with = "lenient")]
    object: String,
    message: Option<Value>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Choice {
    #[serde(deserialize_with = "lenient")]
    pub(super) index: u32,
    /// `message` where the server does not stream.
    #[serde(alias = "message", deserialize_with = "lenient")]
    pub(super) delta: Delta,
    /// Any string: servers invent their own.
    #[serde(deserialize_with = "lenient")]
    pub(super) finish_reason: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Delta {
    #[serde(deserialize_with = "text")]
    pub(super) content: String,
    #[serde(deserialize_with = "text")]
    reasoning_content: String,
    #[serde(deserialize_with = "text")]
    reasoning: String,
    #[serde(deserialize_with = "text")]
    pub(super) refusal: String,
}

impl Delta {
    /// How many bytes of thinking came. Some servers send it under both names.
    pub(super) fn thought(&self) -> usize {
        self.reasoning_content.len().max(self.reasoning.len())
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Counts {
    #[serde(deserialize_with = "count")]
    prompt_tokens: u64,
    #[serde(deserialize_with = "count")]
    completion_tokens: u64,
    #[serde(deserialize_with = "lenient")]
    prompt_tokens_details: Details,
    /// DeepSeek's name for it.
    #[serde(deserialize_with = "count")]
    prompt_cache_hit_tokens: u64,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Details {
    #[serde(deserialize_with = "count")]
    cached_tokens: u64,
}

/// llama.cpp says here what its usage leaves out.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Timings {
    #[serde(deserialize_with = "count")]
    cache_n: u64,
}

impl Chunk {
    /// Reads anything.
    pub(super) fn read(value: Value) -> Self {
        serde_json::from_value(value).unwrap_or_default()
    }

    /// The server's count, if this chunk has one.
    pub(super) fn usage(&self) -> Option<Usage> {
        let counts = self.usage.as_ref()?;
        if counts.prompt_tokens + counts.completion_tokens == 0 {
            return None;
        }
        let cached = counts
            .prompt_tokens_details
            .cached_tokens
            .max(counts.prompt_cache_hit_tokens)
            .max(self.timings.cache_n);
        Some(Usage {
            prompt_tokens: counts.prompt_tokens,
            cached_tokens: cached.min(counts.prompt_tokens),
            completion_tokens: counts.completion_tokens,
            estimated: false,
            ..Usage::default()
        })
    }

    /// The error that stands in the place of a chunk.
    pub(super) fn error(&mut self) -> Option<Value> {
        let bare = (self.object == "error")
            .then(|| self.message.take())
            .flatten();
        self.error.take().filter(|error| !error.is_null()).or(bare)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn chunks_of_any_kind_are_read() {
        let odd = Chunk::read(json!({"created": 1.5, "choices": [{"delta": {"content": [
            {"type": "thinking", "thinking": [{"text": "hm"}]}, {"type": "text", "text": "Yes"}]},
            "finish_reason": 7, "index": null}], "usage": {}}));
        let choice = odd.choices.first().unwrap();
        assert_eq!(choice.delta.content, "Yes");
        assert_eq!(choice.finish_reason, None);
        assert_eq!(odd.usage(), None);
        for nonsense in [json!(null), json!([1]), json!("x"), json!({"choices": "x"})] {
            assert!(Chunk::read(nonsense).choices.is_empty());
        }
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
                json!({"prompt_tokens": 9, "completion_tokens": 2, "prompt_tokens_details": null}),
                json!({"cache_n": 7}),
            ),
        ] {
            let usage = Chunk::read(json!({"usage": usage, "timings": timings})).usage();
            let usage = usage.unwrap();
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
}
