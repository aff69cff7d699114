//! The catalog: what a person may choose from, as TOML files compiled in and overlaid by the user's folders.

mod format;
mod motion;
mod persona;
mod profile;

pub use format::{
    Break, Coordination, Format, Order, Phase, PointsOfInformation, Sees, Side, Stance, Task,
    Timing, TurnSpec, Verdict,
};
pub use motion::{Claims, Motion, Term, Topic};
pub use persona::{Member, Persona, Position, Prior, Style};
pub use profile::{Profile, SideCheck, Steps};
