//! The way in which a value was come by: counted, by words, by meaning, or by a model that was asked.

use crate::likeness::Vectors;

/// The way in which a value was come by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum By {
    /// By counting alone.
    Count,
    /// By the words that texts share.
    Words,
    /// By tf-idf: how much more often words stand in one text than in the others.
    TfIdf,
    /// By meaning: the label of the embedder.
    Embedder(String),
    /// By a model that was asked: its label.
    Judge(String),
}

impl By {
    /// By these vectors where there are any, and else by words.
    pub(super) fn vectors(vectors: Option<&Vectors>) -> Self {
        vectors.map_or(Self::Words, |vectors| {
            Self::Embedder(vectors.label().to_owned())
        })
    }

    /// The method, for people.
    pub fn describe(&self) -> &str {
        match self {
            Self::Count => "counted",
            Self::Words => "by words",
            Self::TfIdf => "by TF-IDF",
            Self::Embedder(label) | Self::Judge(label) => label,
        }
    }

    /// The method, as JSON has it.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Count => "count",
            Self::Words => "words",
            Self::TfIdf => "tf-idf",
            Self::Embedder(_) => "embedder",
            Self::Judge(_) => "judge",
        }
    }

    /// The model, where one was used.
    pub fn model(&self) -> Option<&str> {
        match self {
            Self::Embedder(label) | Self::Judge(label) => Some(label),
            Self::Count | Self::Words | Self::TfIdf => None,
        }
    }
}
