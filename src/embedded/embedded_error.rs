//! The reasons a model file cannot be run, or a call to it not be made.

use crate::{llm::ModelError, text::sanitize::sanitize_line};

/// A fault of a model in the process.
#[derive(Debug, Clone, thiserror::Error)]
pub enum EmbeddedError {
    /// A file of weights, or the arithmetic with it.
    #[error(transparent)]
    Network(hustings_transformer::Error),
    /// The prompt leaves no room for an answer in the context.
    #[error(
        "the {tokens} tokens of the prompt leave no room for an answer in the context of \"{model}\", which has {context}"
    )]
    TooLong {
        /// The name of the model.
        model: String,
        /// The prompt's length.
        tokens: usize,
        /// The context of the model, in tokens.
        context: usize,
    },
    /// The schema asks for what no text can be.
    #[error("no answer can have the shape that is asked for: {0}")]
    Schema(String),
    /// The model's chat template cannot be used.
    #[error("the chat template of the model cannot be used: {0}")]
    Template(String),
    /// The thread that runs the model has ended.
    #[error("the model has stopped: {0}")]
    Gone(String),
}

impl From<hustings_transformer::Error> for EmbeddedError {
    fn from(error: hustings_transformer::Error) -> Self {
        // What libraries and files say is shown to people.
        Self::Network(error.map_detail(sanitize_line))
    }
}

impl EmbeddedError {
    /// As any provider says it. `model` is the name on the screen.
    pub(crate) fn into_model_error(self, model: &str) -> ModelError {
        match self {
            Self::TooLong {
                tokens, context, ..
            } => ModelError::TooLong {
                model: model.to_owned(),
                detail: format!(
                    "its {tokens} tokens leave no room for an answer in a context of {context}"
                ),
                context: u32::try_from(context).ok(),
            },
            Self::Schema(_) => ModelError::Shape {
                detail: self.to_string(),
                raw: String::new(),
            },
            Self::Network(_) | Self::Template(_) | Self::Gone(_) => ModelError::Unusable {
                model: model.to_owned(),
                detail: self.to_string(),
            },
        }
    }
}
