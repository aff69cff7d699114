//! A theme: which colour and which emphasis each part of the screen's meaning has. It knows roles, and
//! nothing of panes or of the library that draws.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A theme as its file has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Theme {
    /// What the person choosing it reads.
    pub name: String,
    /// A line about the theme.
    #[serde(default)]
    pub summary: String,
    /// The id of the theme that says what this one leaves out.
    #[serde(default)]
    pub inherits: Option<String>,
    /// Colours with names of their own. A theme that inherits may give a name another colour, and every
    /// inherited role that uses the name follows.
    #[serde(default)]
    pub palette: BTreeMap<String, String>,
    /// What each role looks like.
    #[serde(default)]
    pub roles: BTreeMap<String, RoleSpec>,
}

/// What a file says of one role: a colour for the text, or the whole look.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum RoleSpec {
    /// `#rrggbb`, a terminal colour such as `red`, `bright-blue` or `default`, or a name from the palette.
    Colour(String),
    /// All of it.
    Look(LookSpec),
}

/// A role's look as a file has it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct LookSpec {
    /// The colour of the text.
    pub fg: Option<String>,
    /// The colour behind it.
    pub bg: Option<String>,
    /// Whether it is in heavier strokes.
    pub bold: Option<bool>,
    /// Whether it is fainter.
    pub dim: Option<bool>,
    /// Whether it is in slanted letters.
    pub italic: Option<bool>,
    /// With a line below.
    pub underline: Option<bool>,
    /// With text and background exchanged.
    pub reversed: Option<bool>,
    /// With a line through it.
    pub crossed: Option<bool>,
}

impl Theme {
    /// Every role that a theme may dress.
    pub const ROLES: [&'static str; 33] = [
        "text",
        "dim",
        "title",
        "border",
        "border_focus",
        "header",
        "status",
        "key",
        "prop",
        "opp",
        "house",
        "speaker",
        "live",
        "poi",
        "accepted",
        "declined",
        "answer",
        "evidence",
        "question",
        "notice",
        "bell",
        "ayes",
        "noes",
        "undecided",
        "warning",
        "error",
        "paused",
        "selection",
        "struck",
        "quote",
        "emphasis",
        "cursor",
        "link",
    ];
}
