//! The reasons a file cannot be run, each with what to do next.

use std::{
    io,
    path::{Path, PathBuf},
};

use crate::{error::Failure, files, size::human, text::shown};

/// The reason a file cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The file cannot be read.
    #[error("{} cannot be read: {}", shown::path(&path), files::why(error))]
    Unreadable {
        /// The path of the file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The file is no GGUF file.
    #[error("{} is not a GGUF file: {looks}", shown::path(&path))]
    NotGguf {
        /// The path of the file.
        path: PathBuf,
        /// The looks of the file, for people.
        looks: &'static str,
    },
    /// The file is a GGUF file of a kind that is not read.
    #[error("{} is a GGUF file that is not read here: {why}", shown::path(&path))]
    Version {
        /// The path of the file.
        path: PathBuf,
        /// The version, for people.
        why: String,
    },
    /// The file ends too early.
    #[error("{} is cut off: {}", shown::path(&path), missing_bytes(*missing))]
    CutOff {
        /// The path of the file.
        path: PathBuf,
        /// The number of bytes that are missing, where that can be known.
        missing: Option<u64>,
    },
    /// The file contradicts itself.
    #[error("{} is damaged: {why}", shown::path(&path))]
    Damaged {
        /// The path of the file.
        path: PathBuf,
        /// The place and what is wrong there, for people.
        why: String,
    },
    /// The file is a part of a model that is split.
    #[error("{} is one of {parts} parts of a model", shown::path(&path))]
    Split {
        /// The path of the file.
        path: PathBuf,
        /// The number of parts.
        parts: u64,
    },
    /// The model's family is not run.
    #[error("{} is a model of the family `{family}`; these are run here: {}", shown::path(&path), super::FAMILIES.join(", "))]
    Family {
        /// The path of the file.
        path: PathBuf,
        /// The family of the model, as the file names it.
        family: String,
    },
    /// The file has no weights.
    #[error("{} has no weights in it", shown::path(&path))]
    NoWeights {
        /// The path of the file.
        path: PathBuf,
    },
    /// The file has no tokenizer.
    #[error("{} has no tokenizer in it", shown::path(&path))]
    NoTokenizer {
        /// The path of the file.
        path: PathBuf,
    },
    /// The file's tokenizer is not run.
    #[error("{} has a tokenizer of the kind `{kind}`; byte pairs (`gpt2`) and pieces with scores (`llama`) are run here", shown::path(&path))]
    Tokenizer {
        /// The path of the file.
        path: PathBuf,
        /// The kind of tokenizer, as the file calls it.
        kind: String,
    },
    /// The file's tokenizer cuts texts in a way that is not known.
    #[error("{} has a tokenizer that cuts texts as `{cut}` does, which is not known here; these ways are: {}", shown::path(&path), super::CUTS.join(", "))]
    Cut {
        /// The path of the file.
        path: PathBuf,
        /// The way, as the file calls it.
        cut: String,
    },
    /// The file has no chat template.
    #[error("{} has no chat template: it is a base model, which goes on with a text and answers nobody", shown::path(&path))]
    NoTemplate {
        /// The path of the file.
        path: PathBuf,
    },
    /// Some of the file's numbers are kept in a way that is not read.
    #[error("{} keeps its tensor `{tensor}` as {kind}, which is not run here; these kinds are: {}", shown::path(&path), super::kinds::names().collect::<Vec<_>>().join(", "))]
    TensorType {
        /// The path of the file.
        path: PathBuf,
        /// The first of them.
        tensor: String,
        /// The kind that the tensor is kept as.
        kind: String,
    },
    /// The machine is too small for it.
    #[error("{} needs about {} of memory, and {} are free", shown::path(&path), human(*needed), human(*free))]
    Memory {
        /// The path of the file.
        path: PathBuf,
        /// The memory that the model needs, in bytes.
        needed: u64,
        /// The free memory, in bytes.
        free: u64,
    },
    /// The file is another than the one that was expected.
    #[error("{} is not the file that it should be: its SHA-256 is {got}, expected {expected}", shown::path(&path))]
    Hash {
        /// The path of the file.
        path: PathBuf,
        /// The expected SHA-256.
        expected: String,
        /// The file's SHA-256.
        got: String,
    },
}

impl FileError {
    /// The path of the file that it is about.
    pub(crate) fn path(&self) -> &Path {
        match self {
            Self::Unreadable { path, .. }
            | Self::NotGguf { path, .. }
            | Self::Version { path, .. }
            | Self::CutOff { path, .. }
            | Self::Damaged { path, .. }
            | Self::Split { path, .. }
            | Self::Family { path, .. }
            | Self::NoWeights { path, .. }
            | Self::NoTokenizer { path, .. }
            | Self::Tokenizer { path, .. }
            | Self::Cut { path, .. }
            | Self::NoTemplate { path, .. }
            | Self::TensorType { path, .. }
            | Self::Memory { path, .. }
            | Self::Hash { path, .. } => path,
        }
    }

    /// Whether the file can never be used, whatever is done to the machine.
    pub(crate) fn is_of_content(&self) -> bool {
        !matches!(
            self,
            Self::Unreadable { .. } | Self::Memory { .. } | Self::Hash { .. }
        )
    }

    /// Whether the file is not what whoever made it meant it to be.
    pub(crate) fn is_broken(&self) -> bool {
        matches!(
            self,
            Self::NotGguf { .. }
                | Self::CutOff { .. }
                | Self::Damaged { .. }
                | Self::NoWeights { .. }
        )
    }
}

fn missing_bytes(missing: Option<u64>) -> String {
    match missing {
        Some(bytes) => format!("{bytes} bytes are missing"),
        None => "it ends in the middle of its header".to_owned(),
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        let message = error.to_string();
        let elsewhere = "llama.cpp or Ollama may run it: start it there and use `--base-url http://localhost:8080/v1`";
        match error {
            FileError::Unreadable { .. } => {
                Self::input(message).hint("see whether it is there and may be read")
            }
            FileError::NotGguf { .. } => Self::input(message)
                .hint("take the file of the model that ends in .gguf, such as MODEL-Q4_K_M.gguf"),
            FileError::Version { .. } => {
                Self::input(message).hint("take a newer file of the same model; version 2 and 3 are read")
            }
            FileError::CutOff { .. } => {
                Self::input(message).hint("fetch it again, to the end, and compare its size")
            }
            FileError::Damaged { .. } => {
                Self::input(message).hint("fetch it again; its SHA-256 should be the one that its page gives")
            }
            FileError::Split { .. } => Self::input(message).hint(
                "join the parts first: `llama-gguf-split --merge FIRST_PART.gguf WHOLE.gguf`, a tool of llama.cpp",
            ),
            FileError::Family { .. } | FileError::Tokenizer { .. } | FileError::Cut { .. } => Self::input(message)
                .hint(elsewhere)
                .hint("`hustings model list` lists models that are run here"),
            FileError::NoWeights { .. } => {
                Self::input(message).hint("take the file with the model, not the one with the vocabulary")
            }
            FileError::NoTokenizer { .. } => Self::input(message)
                .hint("take a file of the model that was made by a recent llama.cpp"),
            FileError::NoTemplate { .. } => Self::input(message)
                .hint("take the one for conversations; its name has \"Instruct\" or \"Chat\" in it"),
            FileError::TensorType { .. } => Self::input(message)
                .hint("take a Q4_K_M or Q8_0 file of the same model")
                .hint(elsewhere),
            FileError::Memory { .. } => Self::no_model(message)
                .hint("close other programs, or take a smaller model: `hustings model list`")
                .hint("or use a server on another machine: `--base-url http://HOST:8080/v1`"),
            FileError::Hash { .. } => {
                Self::input(message).hint("remove it and fetch it again: `hustings model list` says its name")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn a_file_that_may_not_be_read_is_told_in_plain_words() {
        let error = FileError::Unreadable {
            path: "my.gguf".into(),
            error: io::Error::from_raw_os_error(13),
        };
        assert_eq!(
            error.to_string(),
            "my.gguf cannot be read: permission denied"
        );
    }
}
