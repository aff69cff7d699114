//! Words in places of a chunk that are not read: a chunk without words of its own is not passed over where it has some.

use serde_json::Value;

/// Names under which words may stand in a place that is not looked at.
const WORDED: [&str; 8] = [
    "content",
    "text",
    "words",
    "token",
    "message",
    "output",
    "response",
    "arguments",
];
/// Names of what may have such a place in it. Not of what says something beside the answer: thinking, sources, filters,
/// counts.
const CARRIERS: [&str; 6] = [
    "choices",
    "delta",
    "data",
    "tool_calls",
    "function",
    "function_call",
];

/// Whether several words stand where words may stand, in a chunk of which none were read (`is_top`) or a part of one.
pub(super) fn has_words(value: &Value, is_top: bool) -> bool {
    let may_carry = |name: &str| CARRIERS.contains(&name) || WORDED.contains(&name);
    match value {
        Value::Array(all) => all.iter().any(|one| has_words(one, false)),
        Value::Object(fields) => fields.iter().any(|(name, inner)| match inner.as_str() {
            // A message of its own may only say how far the server is.
            Some(_) if is_top && name == "message" => false,
            Some(text) => {
                WORDED.contains(&name.as_str()) && text.split_whitespace().nth(1).is_some()
            }
            None => may_carry(name) && has_words(inner, false),
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::chunk::Chunk;

    #[test]
    fn what_servers_send_beside_words_breaks_nothing() {
        for value in [
            json!({"choices": [], "prompt_filter_results": [{"prompt_index": 0,
                "content_filter_results": {"hate": {"filtered": false, "severity": "safe"}}}]}),
            json!({"choices": [{"index": 0, "delta": {}, "finish_reason": null, "content_filter_offsets":
                {"check_offset": 44}, "content_filter_results": {"hate": {"severity": "very safe"}}}]}),
            json!({"choices": [{"delta": {"role": "assistant", "content": null, "function_call": null, "refusal": null,
                "tool_calls": null, "audio": null}, "logprobs": null, "finish_reason": null}], "service_tier": "default"}),
            json!({"choices": [{"delta": {"content": "", "annotations": [{"url_citation": {"content": "a page says"}}]}}]}),
            json!({"choices": [{"delta": {"content": "", "reasoning": null, "reasoning_details":
                [{"type": "reasoning.text", "text": "hm, let me see"}]}}], "provider": "Some Provider Inc"}),
            json!({"choices": [{"delta": {"content": ""}, "logprobs": {"content": [{"token": "of a"}]}}]}),
            json!({"choices": [{"delta": {"context": {"citations": [{"content": "a page says"}]}}}]}),
            json!({"choices": [{"delta": {}, "finish_reason": "stop", "text": ""}], "citations": ["a page"],
                "x_groq": {"id": "req", "usage": {"total_time": 1.0}}, "timings": {"cache_n": 1, "predicted_ms": 2.0}}),
            json!({"choices": [], "usage": {"prompt_tokens": 1}, "system_fingerprint": "fp of a build"}),
            json!({"choices": [{"delta": {"tool_calls": []}, "stop_reason": null, "token_ids": null}]}),
        ] {
            let chunk = Chunk::read(&value);
            assert!(chunk.is_ok_and(|chunk| chunk.content.is_empty()), "{value}");
        }
    }
}
