//! Lists of models, as servers give them: the names, and the context with which each model is served, where that is
//! said.

use serde_json::Value;

use super::context::tokens;
use crate::secrets::Secrets;

/// The longest name that a model may have in a list, in bytes.
const NAME: usize = 256;

/// The members that hold the context of a model in a list, in tokens: of LM Studio, vLLM and SGLang, OpenRouter and
/// Together, Groq, Mistral, llama.cpp. What a model was trained with (`n_ctx_train`) says nothing of how it is served.
const CONTEXT: [&str; 6] = [
    "/loaded_context_length",
    "/max_model_len",
    "/context_length",
    "/context_window",
    "/max_context_length",
    "/meta/n_ctx",
];

/// A model that a server offers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedModel {
    /// The server's name for the model.
    pub name: String,
    /// The context of the model, in tokens, where the server says it.
    pub context: Option<u32>,
}

/// Finds models in OpenAI's list, in a bare array, and in lists of strings. What cannot be shown as it is cannot be
/// asked for either.
pub(super) fn models(list: &Value, secrets: &Secrets) -> Vec<ListedModel> {
    let all = ["data", "models"]
        .iter()
        .find_map(|key| list.get(key))
        .unwrap_or(list);
    all.as_array()
        .into_iter()
        .flatten()
        .filter_map(|model| {
            let name = model
                .as_str()
                .or_else(|| model.get("id").and_then(Value::as_str))
                .or_else(|| model.get("name").and_then(Value::as_str))?;
            let is_fit = (1..=NAME).contains(&name.len()) && secrets.message(name) == name;
            is_fit.then(|| ListedModel {
                name: name.to_owned(),
                context: CONTEXT.iter().find_map(|at| tokens(model.pointer(at)?)),
            })
        })
        .collect()
}

/// Whether a list is one of llama.cpp's server, which says elsewhere with which context it serves.
pub(super) fn is_of_llama_cpp(list: &Value) -> bool {
    let first = list.pointer("/data/0/owned_by");
    first.and_then(Value::as_str) == Some("llamacpp")
}

/// Whether a list is Ollama's, which says elsewhere with which context a model is loaded.
pub(super) fn is_of_ollama(list: &Value) -> bool {
    let first = list.pointer("/data/0/owned_by");
    first.and_then(Value::as_str) == Some("library")
}

/// The context with which Ollama has loaded a model, in tokens; `None` where it is not loaded, or does not say.
pub(super) fn context_of_running(running: &Value, model: &str) -> Option<u32> {
    let all = running.get("models")?.as_array()?;
    let named = |one: &&Value| {
        let names = [one.get("name"), one.get("model")].into_iter().flatten();
        let mut names = names.filter_map(Value::as_str);
        names.any(|name| name == model || name.strip_suffix(":latest") == Some(model))
    };
    tokens(all.iter().find(named)?.get("context_length")?)
}

/// The context that llama.cpp's server tells in its properties: that of each of its slots, in tokens.
pub(super) fn context_of_properties(properties: &Value) -> Option<u32> {
    tokens(properties.pointer("/default_generation_settings/n_ctx")?)
}

/// The calls that llama.cpp's server takes at once, by its properties.
pub(super) fn slots_of_properties(properties: &Value) -> Option<usize> {
    let slots = usize::try_from(properties.get("total_slots")?.as_u64()?).ok()?;
    (slots > 0).then_some(slots)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(list: &Value, secrets: &Secrets) -> Vec<String> {
        models(list, secrets)
            .into_iter()
            .map(|one| one.name)
            .collect()
    }

    #[test]
    fn model_lists_are_read_in_every_form() {
        for list in [
            serde_json::json!({"object": "list", "data": [{"id": "a"}, {"id": "b"}]}),
            serde_json::json!({"models": [{"name": "a"}, {"name": "b"}]}),
            serde_json::json!(["a", "b"]),
        ] {
            assert_eq!(names(&list, Secrets::none()), ["a", "b"]);
        }
        assert!(names(&serde_json::json!("nothing"), Secrets::none()).is_empty());
        let secrets = Secrets::new(Some("sk-hunter2"), []);
        let long = "x".repeat(NAME + 1);
        let odd = serde_json::json!([
            "a",
            "",
            "b\u{1b}[1m",
            "sk-hun\u{200b}ter2",
            "c sk-hunter2",
            long,
            7,
            "d"
        ]);
        assert_eq!(names(&odd, &secrets), ["a", "d"]);
    }

    #[test]
    fn a_context_is_read_where_servers_say_it_and_what_is_none_is_not() {
        let context = |model: Value| {
            let list = serde_json::json!({ "data": [model] });
            let found = models(&list, Secrets::none());
            found.first().and_then(|one| one.context)
        };
        for (model, told) in [
            (
                serde_json::json!({"id": "a", "max_model_len": 8192}),
                Some(8_192),
            ),
            (
                serde_json::json!({"id": "a", "context_length": 131_072}),
                Some(131_072),
            ),
            (
                serde_json::json!({"id": "a", "context_window": 32_768}),
                Some(32_768),
            ),
            (
                serde_json::json!({"id": "a", "max_context_length": 32_768, "loaded_context_length": 4096}),
                Some(4_096),
            ),
            (
                serde_json::json!({"id": "a", "meta": {"n_ctx": 4096, "n_ctx_train": 32_768}}),
                Some(4_096),
            ),
            (
                serde_json::json!({"id": "a", "meta": {"n_ctx_train": 32_768}}),
                None,
            ),
            (serde_json::json!({"id": "a", "max_model_len": 16}), None),
            (serde_json::json!({"id": "a", "max_model_len": -1}), None),
            (serde_json::json!({"id": "a", "max_model_len": "8k"}), None),
            (
                serde_json::json!({"id": "a", "max_model_len": u64::MAX}),
                None,
            ),
            (serde_json::json!("a"), None),
        ] {
            assert_eq!(context(model.clone()), told, "{model}");
        }
        let properties = serde_json::json!({"default_generation_settings": {"n_ctx": 2048}});
        assert_eq!(context_of_properties(&properties), Some(2_048));
    }

    #[test]
    fn ollama_says_with_which_context_a_model_is_loaded() {
        let list = serde_json::json!({"data": [{"id": "qwen2.5:3b", "owned_by": "library"}]});
        assert!(is_of_ollama(&list) && !is_of_llama_cpp(&list));
        let running = serde_json::json!({"models": [
            {"name": "qwen2.5:3b", "model": "qwen2.5:3b", "context_length": 4096},
            {"name": "llama3.2:latest", "context_length": 8192},
            {"name": "old:1b"},
        ]});
        for (model, context) in [
            ("qwen2.5:3b", Some(4096)),
            ("llama3.2", Some(8192)),
            ("old:1b", None),
            ("not-loaded", None),
        ] {
            assert_eq!(context_of_running(&running, model), context, "{model}");
        }
        assert_eq!(context_of_running(&Value::Null, "m"), None);
    }
}
