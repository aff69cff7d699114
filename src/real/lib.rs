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
//! | `captions` | SubRip and WebVTT |
//! | `running` | a text without names: its passages and windows, and how what was read of them is joined |
//! | `counts`, `dates`, `votes_file` | votes and dates as people write them; a table of votes |
//! | `format`, `records` | the format that such a debate had; its records |
//! | `house` | who sits in a simulated audience |
//! | `divided`, `proportion` | what divisions come to, over repeats and over debates |

#![deny(clippy::wildcard_enum_match_arm)]

use hustings_base::{bounds, interval, text};
use hustings_rules::{catalog, debate};

mod captions;
mod check;
mod counts;
mod dates;
pub mod divided;
mod fault;
mod form;
mod format;
pub mod house;
mod locate;
pub(crate) mod proportion;
mod read;
mod records;
mod running;
mod shape;
mod transcript;
mod votes_file;

pub use fault::{Faults, FileFault};
pub use form::{
    Imported, RealDebate, RealInterjection, RealPerson, RealSide, RealSpeaker, RealTurn, schema,
};
pub use read::{read, running};
pub use records::{Making, records};
pub use running::{
    Certainty, DebatePart, RunningText, SplitCut, SplitText, Utterance, UtteranceReading,
    WindowReading, reviewed, windows,
};
pub use transcript::{Given, is_same_person};
pub use votes_file::VotesFile;
