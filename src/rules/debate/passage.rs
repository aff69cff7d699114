//! A passage that a speaker was given, and a doubt about a claim that names one: plain data, which answers, events and
//! the state carry. What is found out about them is in `sources`.

use serde::{Deserialize, Serialize};

use super::ids::InterventionId;

/// A passage that a speaker was given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passage {
    /// The words of the passage.
    pub text: String,
    /// The source of the passage, in one line: title, date, place.
    pub source: String,
    /// The evidence that it is from, where the viewer handed it in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<InterventionId>,
}

/// The fault of a claim that names a passage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "fault", rename_all = "snake_case")]
pub enum CitationFault {
    /// The speaker was given no such passage.
    Unknown,
    /// Words in quotation marks that do not stand in the passage.
    Misquoted {
        /// The words in quotation marks.
        words: String,
    },
    /// The passage says nothing of it.
    NotHeld {
        /// The words for what the passage says instead, where a model has looked. Empty otherwise.
        reason: String,
    },
}

/// A claim that the passage which it names does not hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Doubt {
    /// The number of the passage.
    pub number: u32,
    /// The sentence that names the passage.
    pub sentence: String,
    /// The fault of the citation.
    #[serde(flatten)]
    pub fault: CitationFault,
}

impl Doubt {
    /// The words for the fault, in one sentence for people.
    pub fn describe(&self) -> String {
        let number = self.number;
        match &self.fault {
            CitationFault::Unknown => format!("Nobody was given a passage [{number}]."),
            CitationFault::Misquoted { words } => {
                format!("[{number}] does not have the words “{words}”.")
            }
            CitationFault::NotHeld { reason } if reason.is_empty() => {
                format!("[{number}] says nothing of this: {}", self.sentence)
            }
            CitationFault::NotHeld { reason } => {
                format!(
                    "[{number}] does not hold this: {} ({reason})",
                    self.sentence
                )
            }
        }
    }
}
