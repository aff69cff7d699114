//! Errors of corpora, and what a person can do about them.

use crate::{database::DatabaseError, error::Failure};

/// The reason why a corpus cannot do what it was asked to.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CorpusError {
    /// The file of corpora.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// A file or folder to be read is not there, or may not be read.
    #[error("{path} cannot be read: {detail}")]
    NotReadable {
        /// The path of the file.
        path: String,
        /// The system's message.
        detail: String,
    },
    /// The vectors of a model are not of the size that those have that are kept.
    #[error(
        "the embeddings of \"{model}\" have {found} numbers, and those that are kept have {kept}"
    )]
    Size {
        /// The label of the model.
        model: String,
        /// The size of the vectors that are kept.
        kept: usize,
        /// The size of the new vectors.
        found: usize,
    },
    /// No corpus of that persona exists.
    #[error("there is no corpus for \"{persona}\"")]
    NoCorpus {
        /// The id of the persona.
        persona: String,
    },
    /// No such source is in a corpus.
    #[error("the corpus of \"{persona}\" has no source \"{source_name}\"")]
    NoSource {
        /// The id of the persona whose corpus it would be in.
        persona: String,
        /// The source that was asked for.
        source_name: String,
    },
}

impl From<CorpusError> for Failure {
    fn from(error: CorpusError) -> Self {
        let message = error.to_string();
        match error {
            CorpusError::Database(error) => error.into(),
            CorpusError::NotReadable { .. } => {
                Self::input(message).hint("Check the path, and that you may read it.")
            }
            CorpusError::Size { .. } => Self::input(message)
                .hint("Another model answers under this name. Give it a name of its own in config.toml, and all passages are embedded anew."),
            CorpusError::NoCorpus { persona } => Self::input(message)
                .hint(format!("`hustings corpus add {persona} PATH…` begins one; `hustings corpus list` shows those that exist.")),
            CorpusError::NoSource { persona, .. } => {
                Self::input(message).hint(format!("`hustings corpus list {persona}` shows its sources."))
            }
        }
    }
}
