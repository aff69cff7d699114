//! The catalog: what a person may choose from, as TOML files compiled in and overlaid by the user's folders.
//!
//! Owns the types of the files, reading and checking them, and how a person names what is in them. It does not
//! decide who debates what, and draws nothing.

mod brackets;
mod check;
mod document;
mod entries;
mod format;
mod kind;
mod load;
mod look;
mod lookup;
mod mend;
mod motion;
pub mod nearest;
mod persona;
mod problem;
mod profile;
mod profiles;
mod read;
mod schema;
mod shape;
mod styles;
mod theme;

pub use check::{Findings, is_plain_name};
pub use document::{Field, TomlDocument};
pub use entries::{CatalogEntry, Origin, Unknown};
pub use format::{
    Break, Coordination, Dimension, Display, Fallacy, Format, HandsIn, LEAST_ARGUMENTS,
    MOST_ARGUMENTS, Phase, PointsOfInformation, Rubric, Rule, SEAT_WORDS, ScoreAnchor, Scored,
    Sees, Side, Stance, StopRule, Task, Timing, TurnOrder, TurnSpec, Verdict, WinsBy,
};
pub use kind::{FileKind, schema};
pub use look::{Attribute, Colour, Looks, RoleLook};
pub use lookup::{Catalog, ChosenMotion};
pub use motion::{Claims, Motion, Term, Topic, UnclearMotion};
pub use persona::{
    LEAST_POSITIONS, Member, Persona, Position, Prior, PublishedWork, Sample, Style,
    is_text_address,
};
pub use problem::few;
pub use problem::{Paint, Problem};
pub use profile::{Profile, SideCheck, Steps};
pub use profiles::Profiles;
pub use read::persona_of;
pub use read::{Misshapen, common, located, read_into, read_toml};
pub use styles::{DrawnStyle, STYLES};
pub use theme::{LookSpec, RoleSpec, Theme};
