//! The definitions of a debate: what the first speech of each side means by the words of the motion, which cases the
//! motion is about for it, what it leaves out, and which of the earlier definitions it contests.
//! Of which speeches they are taken down, `defined` says.

use serde::{Deserialize, Serialize};

use super::{answer::DefinedTerm, ids::TurnId};

/// The definitions of a speech, as they stand on the record.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Definitions {
    /// The terms, as the speaker uses them.
    #[serde(default)]
    pub terms: Vec<DefinedTerm>,
    /// The cases that the motion is about for the speaker; empty where nothing of it could be told.
    #[serde(default)]
    pub scope: String,
    /// The cases and questions that the speaker leaves out.
    #[serde(default)]
    pub left_out: Vec<String>,
    /// The earlier definitions that the speaker contests.
    #[serde(default)]
    pub contested: Vec<Contested>,
}

impl Definitions {
    /// Whether there is nothing in them.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
            && self.scope.trim().is_empty()
            && self.left_out.is_empty()
            && self.contested.is_empty()
    }
}

/// A definition of another side that a speaker contests.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contested {
    /// The side whose definition it is, by its id.
    pub side: String,
    /// The part of its definitions that is meant.
    pub part: DefinedPart,
    /// The way in which it is contested, in a sentence.
    pub how: String,
}

/// A part of the definitions of a side.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum DefinedPart {
    /// The meaning of a term.
    Term {
        /// The term.
        term: String,
    },
    /// The scope.
    Scope,
    /// Something that is left out.
    LeftOut {
        /// The case or question that is left out.
        text: String,
    },
}

/// The definitions of a side, as far as they have come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DefinitionProgress {
    /// Definitions that nobody has taken down yet.
    Awaited,
    /// Definitions that stand on the record.
    Taken(Definitions),
    /// Definitions that no model could be had to take down.
    Failed,
}

/// The definitions of a side: those of its first speech that counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SideDefinitions {
    /// The side, by its id.
    pub side: String,
    /// The first speech of the side, spoken or written.
    pub turn: TurnId,
    /// The progress of the definitions.
    pub progress: DefinitionProgress,
    /// The first turn that can know of them: the one that was to be begun next when they were taken down. In prompts
    /// they stand before it, so that what models have read before never changes.
    pub before: TurnId,
}

impl SideDefinitions {
    /// The definitions, where they were taken down.
    pub fn taken(&self) -> Option<&Definitions> {
        match &self.progress {
            DefinitionProgress::Taken(definitions) => Some(definitions),
            DefinitionProgress::Awaited | DefinitionProgress::Failed => None,
        }
    }
}
