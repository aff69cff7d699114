//! The embedding model, as it is named in `config.toml` and by a flag.

use std::fmt;

use crate::text::{mask::looks_like_a_key, shown::given};

/// The message about a key that was given as the name of a model, which is not repeated.
pub const NO_NAME: &str = "this is no name of a model, and may be a key";
/// The hint where a key was given as the name of a model.
pub const NO_NAME_HINT: &str = "expected a name such as \"gpt-4.1-mini\"; a key is given as `key_env` in config.toml, or --key-env";

/// The model that embeds, as it is named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EmbeddingModel {
    /// No model: embeddings are switched off.
    Off,
    /// A model that runs in the program, by its name in the store.
    Here(String),
    /// A model at a provider.
    At {
        /// The provider's name.
        provider: String,
        /// The provider's name for the model.
        name: String,
    },
}

impl EmbeddingModel {
    /// Reads `PROVIDER:NAME`, `embedded:NAME` or `off`.
    ///
    /// # Errors
    /// What was expected.
    pub fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if text.eq_ignore_ascii_case("off") {
            return Ok(Self::Off);
        }
        if looks_like_a_key(text) {
            return Err(format!("{NO_NAME}; {NO_NAME_HINT}"));
        }
        match text.split_once(':') {
            Some(("embedded", name)) if !name.is_empty() => Ok(Self::Here(name.to_owned())),
            Some((provider, name)) if !provider.is_empty() && !name.is_empty() => Ok(Self::At {
                provider: provider.to_owned(),
                name: name.to_owned(),
            }),
            _ => Err(format!(
                "expected \"PROVIDER:NAME\", \"embedded:NAME\" or \"off\", got \"{}\"",
                given(text)
            )),
        }
    }
}

impl fmt::Display for EmbeddingModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Off => f.write_str("off"),
            Self::Here(name) => write!(f, "embedded:{name}"),
            Self::At { provider, name } => write!(f, "{provider}:{name}"),
        }
    }
}

/// The settings of embeddings.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Embeddings {
    /// The model; where absent, the one that is in the store.
    pub model: Option<EmbeddingModel>,
    /// The most texts in one request.
    pub batch: Option<usize>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_named_in_three_ways() {
        let at = |provider: &str, name: &str| EmbeddingModel::At {
            provider: provider.to_owned(),
            name: name.to_owned(),
        };
        let table = [
            ("off", Some(EmbeddingModel::Off)),
            (" OFF ", Some(EmbeddingModel::Off)),
            (
                "embedded:minilm",
                Some(EmbeddingModel::Here("minilm".to_owned())),
            ),
            (
                "openai:text-embedding-3-large",
                Some(at("openai", "text-embedding-3-large")),
            ),
            (
                "ollama:nomic-embed-text:latest",
                Some(at("ollama", "nomic-embed-text:latest")),
            ),
            ("minilm", None),
            ("embedded:", None),
            (":x", None),
            ("", None),
        ];
        for (text, expected) in table {
            assert_eq!(EmbeddingModel::parse(text).ok(), expected, "{text}");
        }
    }
}
