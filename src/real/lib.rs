//! Debates that people held. Owns the form of their files, the reading of transcripts, how such a debate becomes
//! records like those of any other, and the arithmetic by which a simulated house is held against a real one. Pure:
//! files, journals and models are the caller's.
//!
//! | file | owns |
//! | --- | --- |
//! | `form` | the JSON form |
//! | `read` | from a text to a checked debate, or to everything that is wrong with it |
//! | `shape`, `check`, `locate` | the shape of a debate; what it must be beyond that; where in the file it says so |
//! | `transcript` | "NAME: text" |
//! | `format`, `records` | the format that such a debate had; its records |
//! | `house` | who sits in a simulated audience |
//! | `divided`, `proportion` | what divisions come to, over repeats and over debates |

#![deny(clippy::wildcard_enum_match_arm)]

use hustings_base::{bounds, interval, text};
use hustings_rules::{catalog, debate};

mod check;
pub mod divided;
mod fault;
mod form;
mod format;
pub mod house;
mod locate;
pub(crate) mod proportion;
mod read;
mod records;
mod shape;
mod transcript;

pub use fault::{Faults, FileFault};
pub use form::{
    Imported, RealDebate, RealInterjection, RealPerson, RealSide, RealSpeaker, RealTurn, schema,
};
pub use read::read;
pub use records::{Making, records};
pub use transcript::Given;
