//! Whether a model can be had, asked before a debate begins: a wrong address, a wrong key and an unknown
//! model are told apart while there is still nothing to lose.

use std::time::Duration;

use super::{
    ModelError,
    openai::{Endpoint, served_models},
};

/// Names of models that do not talk, as servers list them beside those that do.
const MUTE: [&str; 8] = [
    "embed",
    "whisper",
    "tts",
    "dall-e",
    "moderation",
    "rerank",
    "transcribe",
    "image",
];

/// The facts about a model in a server's list.
#[derive(Debug, Default)]
pub struct Verified {
    /// The names of the other models that it has and that talk.
    pub others: Vec<String>,
    /// The context of the model, in tokens, where the server says it.
    pub context: Option<u32>,
    /// The calls that the server takes at once, where it says that.
    pub slots: Option<usize>,
}

/// Asks the endpoint for its models, within `limit`. A server that has no such list is taken at its word. One that
/// answers as servers do that are gone may be, and a plain question tells ([`is_doubtful`]).
pub async fn verify(
    endpoint: &Endpoint,
    model: &str,
    limit: Duration,
) -> Result<Verified, ModelError> {
    let url = &endpoint.base_url;
    let listed = served_models(endpoint, limit)
        .await
        .map_err(|error| ModelError::Refused {
            status: 0,
            detail: error.to_string(),
        })?;
    match listed {
        Ok(served) if served.models.is_empty() => Ok(Verified::default()),
        Ok(served) => {
            let (meant, others): (Vec<_>, Vec<_>) = (served.models)
                .into_iter()
                .partition(|one| is_meant(model, &one.name));
            let others = others.into_iter().map(|one| one.name);
            match meant.first() {
                Some(meant) => Ok(Verified {
                    others: others.filter(|name| talks(name)).collect(),
                    context: meant.context,
                    slots: served.slots,
                }),
                None => Err(ModelError::NoSuchModel {
                    model: model.to_owned(),
                    url: url.to_string(),
                    offers: others.collect(),
                }),
            }
        }
        Err(
            error @ (ModelError::Unreachable { .. }
            | ModelError::Key { .. }
            | ModelError::TimedOut { .. }),
        ) => Err(error),
        Err(error) if is_doubtful(&error) => Err(error),
        Err(_) => Ok(Verified::default()),
    }
}

/// Whether what a server says where its list is asked for may be its answer to everything: it is busy, it failed, it
/// lets nobody in. Not every server has a list, and no other refusal says anything.
pub fn is_doubtful(error: &ModelError) -> bool {
    match error {
        ModelError::Busy { .. } | ModelError::Server { .. } => true,
        ModelError::Refused { status, .. } => matches!(status, 300..400 | 402 | 403 | 429),
        ModelError::Unreachable { .. }
        | ModelError::Key { .. }
        | ModelError::NoSuchModel { .. }
        | ModelError::Unusable { .. }
        | ModelError::TooLong { .. }
        | ModelError::TimedOut { .. }
        | ModelError::Broke { .. }
        | ModelError::Empty { .. }
        | ModelError::Withheld { .. }
        | ModelError::Shape { .. }
        | ModelError::Later { .. }
        | ModelError::Overdue { .. }
        | ModelError::Patience { .. }
        | ModelError::Limit { .. }
        | ModelError::Internal { .. }
        | ModelError::Vectors { .. }
        | ModelError::Flood { .. } => false,
    }
}

fn talks(name: &str) -> bool {
    let name = name.to_lowercase();
    !MUTE.iter().any(|mute| name.contains(mute))
}

/// Whether a listed name is the model that is meant. Ollama leaves out a tag, Gemini puts "models/" before.
pub fn is_meant(model: &str, listed: &str) -> bool {
    let listed = listed.strip_prefix("models/").unwrap_or(listed);
    let model = model.strip_prefix("models/").unwrap_or(model);
    listed.eq_ignore_ascii_case(model) || listed.strip_suffix(":latest") == Some(model)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_recognised_as_servers_write_them() {
        assert!(is_meant("llama3.2", "llama3.2:latest"));
        assert!(is_meant("gemini-2.5-flash", "models/gemini-2.5-flash"));
        assert!(!is_meant("llama3.2", "llama3.2:1b"));
        assert!(talks("llama3.2:1b") && !talks("nomic-embed-text:latest"));
    }
}
