//! The reasons a file of weights cannot be run.

use std::path::PathBuf;

/// A fault of a network. The words of libraries and files in it are not cleaned for a terminal.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Error {
    /// The file cannot be opened or read.
    #[error("{path} cannot be read: {detail}")]
    Unreadable {
        /// The path of the file.
        path: PathBuf,
        /// The system's message.
        detail: String,
    },
    /// Something in the file is not as its own header, or the specification, says.
    #[error("{path} is damaged or of a kind that is not run here: {detail}")]
    Damaged {
        /// The path of the file.
        path: PathBuf,
        /// The fault.
        detail: String,
    },
    /// The arithmetic cannot be done.
    #[error("the model cannot go on: {0}")]
    Arithmetic(String),
}

impl Error {
    /// The error with what is said of it in other words.
    #[must_use]
    pub fn map_detail(self, change: impl FnOnce(&str) -> String) -> Self {
        match self {
            Self::Unreadable { path, detail } => Self::Unreadable {
                path,
                detail: change(&detail),
            },
            Self::Damaged { path, detail } => Self::Damaged {
                path,
                detail: change(&detail),
            },
            Self::Arithmetic(detail) => Self::Arithmetic(change(&detail)),
        }
    }
}
