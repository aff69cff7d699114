//! Personas that sit in seats: the speakers and the members of the audience.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The six features of style.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Style {
    /// Formal, conversational, polemical, humorous …
    pub register: String,
    /// How a speech begins.
    pub openings: String,
    /// Rhetorical devices, each with how it is used.
    pub devices: Vec<String>,
    /// How disagreement is handled.
    pub disagreement: String,
    /// Signature phrases and verbal tics.
    pub phrases: Vec<String>,
    /// How a speech ends.
    pub closings: String,
}

/// A documented position, in our own words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// What it is about.
    pub topic: String,
    /// What is held, and why.
    pub position: String,
    /// The work it comes from.
    pub work: String,
    /// The place in the work.
    pub place: String,
}

/// A passage that shows how somebody writes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sample {
    /// The words of the passage.
    pub text: String,
    /// Where it is from.
    pub source: String,
}

/// A speaker's card.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Persona {
    /// The full name.
    pub name: String,
    /// The name others use, and narrow screens.
    pub short: String,
    /// Years, as they are written: "1723–1790".
    #[serde(default)]
    pub lived: String,
    /// A sign that stands before the name where there is room: one character, one or two columns wide. May be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub icon: String,
    /// What they were, in a few words.
    pub role: String,
    /// Who they were, in a paragraph.
    pub biography: String,
    /// Completes "… would approach this topic by".
    pub approach: String,
    /// What they would never say or do.
    pub never: Vec<String>,
    /// How they speak.
    pub style: Style,
    /// What they are known to have held.
    pub positions: Vec<Position>,
    /// Passages of their own that show how they write.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub samples: Vec<Sample>,
}

/// Where a member of the audience leans before a word is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Prior {
    /// Slightly to the Proposition.
    Proposition,
    /// Slightly to the Opposition.
    Opposition,
    /// A member who leans to neither side.
    None,
}

/// A member of the audience.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Member {
    /// The full name of the member.
    pub name: String,
    /// A line on who they are and how they come in.
    pub who: String,
    /// Where they lean.
    pub prior: Prior,
    /// What they have lived through.
    pub background: String,
    /// What they hold dear.
    pub values: Vec<String>,
    /// What changes their mind.
    pub moved_by: String,
    /// What leaves them cold.
    pub unmoved_by: String,
}
