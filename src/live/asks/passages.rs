//! Passages for a turn, as plain data: what is to be drawn for it, and the one that its next words rest on.

use crate::debate::ids::InterventionId;

/// The passages that are to be drawn for a turn.
#[derive(Debug, Clone)]
pub(crate) struct Draw {
    /// The id of the persona whose corpus it is, where the speaker has one.
    pub(crate) persona: Option<String>,
    /// The questions that the passages are to fit.
    pub(crate) questions: Vec<String>,
    /// The most passages.
    pub(crate) most: usize,
    /// The lot by which they are drawn from a larger pool; the best ones where absent.
    pub(crate) lot: Option<u64>,
    /// Evidence that they may come from.
    pub(crate) evidence: Vec<Evidence>,
}

/// Evidence that is too long to be read whole.
#[derive(Debug, Clone)]
pub(crate) struct Evidence {
    /// The id of the intervention.
    pub(crate) item: InterventionId,
    /// The source of the text.
    pub(crate) source: String,
    /// The place of each paragraph of the text in its file.
    pub(crate) places: Vec<String>,
    /// The whole text.
    pub(crate) text: String,
}

/// A passage that was given to a speaker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GivenPassage {
    /// The number of the passage in the debate, from 1.
    pub(crate) number: u32,
    /// The sentence that the speaker is to say of the passage.
    pub(crate) gist: String,
    /// The words with which the speaker is to begin.
    pub(super) begins: &'static str,
    /// The source of the passage, where it was handed in tonight.
    pub(super) handed_in: Option<String>,
}
