//! Why a model file cannot be run, or a call to it not be made.

use std::path::PathBuf;

use crate::{llm::ModelError, text::sanitize::sanitize_line};

/// What is wrong with a model in the process.
#[derive(Debug, Clone, thiserror::Error)]
pub enum EmbeddedError {
    /// The file cannot be opened or read.
    #[error("{path} cannot be read: {detail}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        detail: String,
    },
    /// Something in the file is not as its own header, or the specification, says.
    #[error("{path} is damaged or of a kind that is not run here: {detail}")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        detail: String,
    },
    /// The library failed at the arithmetic.
    #[error("the model cannot go on: {0}")]
    Arithmetic(String),
    /// The prompt is longer than the context.
    #[error("the prompt has {tokens} tokens, the context of \"{model}\" has {context}")]
    TooLong {
        /// The model.
        model: String,
        /// The prompt's length.
        tokens: usize,
        /// The room.
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
        use hustings_transformer::Error;
        match error {
            Error::Unreadable { path, detail } => Self::Unreadable {
                path,
                detail: sanitize_line(&detail),
            },
            Error::Damaged { path, detail } => Self::Damaged {
                path,
                detail: sanitize_line(&detail),
            },
            Error::Arithmetic(said) => Self::Arithmetic(sanitize_line(&said)),
        }
    }
}

impl From<candle_core::Error> for EmbeddedError {
    fn from(error: candle_core::Error) -> Self {
        hustings_transformer::Error::from(error).into()
    }
}

impl EmbeddedError {
    /// As any provider says it. `model` is the name on the screen.
    pub(in crate::llm) fn into_model_error(self, model: &str) -> ModelError {
        match self {
            Self::TooLong {
                tokens, context, ..
            } => ModelError::TooLong {
                model: model.to_owned(),
                detail: format!("it has {tokens} tokens, the context {context}"),
            },
            Self::Schema(_) => ModelError::Shape {
                detail: self.to_string(),
                raw: String::new(),
            },
            Self::Unreadable { .. }
            | Self::Damaged { .. }
            | Self::Arithmetic(_)
            | Self::Template(_)
            | Self::Gone(_) => ModelError::Unusable {
                model: model.to_owned(),
                detail: self.to_string(),
            },
        }
    }
}
