//! Personas that sit in seats: the speakers and the members of the audience.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::bounds;

/// The servers of Project Gutenberg, the one that everybody knows first, and two that have the same files.
const GUTENBERG: [&str; 3] = [
    "www.gutenberg.org",
    "aleph.gutenberg.org",
    "gutenberg.pglaf.org",
];

/// The fewest positions of a card: fewer leave a speaker with nothing to say. The cards that are built in have eight or
/// more; out of a small corpus fewer can be read.
pub const LEAST_POSITIONS: usize = 3;

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
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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
    /// The words of the work that bear it out, where the position was read out of a corpus.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub words: String,
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

/// A work of a persona that can be fetched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PublishedWork {
    /// The title of the work.
    pub title: String,
    /// When it was written or said, as it is shown: "1859".
    pub date: String,
    /// The kind of text: book, essay, speech, letters …
    pub kind: String,
    /// What it is about, in words by which it can be found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub topics: Vec<String>,
    /// The size of the text in bytes, roughly: what has less than a quarter of it or more than four times as much is
    /// another text.
    #[schemars(range(min = bounds::WORK_BYTES.least, max = bounds::WORK_BYTES.most))]
    pub bytes: u64,
    /// The terms under which it can be had.
    #[serde(default = "public_domain")]
    pub licence: String,
    /// Words that the beginning of the text has, where those are not the title.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub says: String,
    /// The SHA-256 of the text in small hexadecimal digits, where whoever offers it never changes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// The number of the text at Project Gutenberg, and at its mirrors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = bounds::GUTENBERG.least, max = bounds::GUTENBERG.most))]
    pub gutenberg: Option<u32>,
    /// Addresses of the text elsewhere, which are asked first, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<String>,
}

fn public_domain() -> String {
    "public domain".to_owned()
}

impl PublishedWork {
    /// Every address at which the text can be had, in the order in which they are asked.
    pub fn addresses(&self) -> Vec<String> {
        let mut all = self.sources.clone();
        all.extend(self.gutenberg.into_iter().flat_map(|number| {
            GUTENBERG.map(|host| format!("https://{host}/cache/epub/{number}/pg{number}.txt"))
        }));
        all
    }

    /// The words that the beginning of the text has.
    pub fn mark(&self) -> &str {
        Some(self.says.trim())
            .filter(|says| !says.is_empty())
            .unwrap_or(&self.title)
    }
}

/// Whether a text can be fetched from that address: one of a web server, without a name or a password in it.
pub fn is_text_address(address: &str) -> bool {
    let rest = address
        .strip_prefix("https://")
        .or_else(|| address.strip_prefix("http://"));
    rest.is_some_and(|rest| {
        let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
        let is_plain = !address.chars().any(|c| c.is_whitespace() || c.is_control());
        !host.is_empty() && !host.contains('@') && is_plain
    })
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
    /// What they wrote and said that can be fetched. It is no part of a debate: no record has it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub works: Vec<PublishedWork>,
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
