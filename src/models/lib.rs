//! Models that the program runs by itself: which can be fetched, how they come, whether a file is fit to be
//! run, and where they are kept.
//!
//! Owns `models.toml`, the folder `models` among the data, and everything that is done to a GGUF file before it
//! is loaded. It does not run models and speaks to nobody on the terminal.

#![deny(clippy::wildcard_enum_match_arm)]

use hustings_base::{bounds, clock, error, files, text};
use hustings_config as config;
use hustings_llm::{network_thread, openai};
use hustings_rules::catalog;

mod absent;
mod catalogue;
#[cfg(feature = "embedded")]
mod convert;
mod entry;
mod finish;
#[cfg_attr(
    not(feature = "embedded"),
    allow(dead_code, unused_imports, reason = "the conversion needs all of it")
)]
pub mod gguf;
mod hub;
mod import;
mod memory;
mod names;
mod plan;
mod progress;
mod pull;
mod pull_error;
mod recommended;
mod size;
mod store;
mod unfinished;

pub use catalogue::Catalogue;
pub use entry::{ModelEntry, ModelFile, ModelKind, ModelSource};
pub use hub::{Found, Hub, HubReference};
pub use import::import;
pub use memory::memory_needed;
pub use plan::plan_lines;
pub use progress::PullProgress;
pub use pull::{
    pull,
    text::{FetchedText, TextError, WantedText, pull_text},
};
pub use pull_error::{PullError, Tried, Why};
pub use recommended::{MemoryFit, RECOMMENDED, Recommended};
pub use size::human;
pub use store::{Installed, Store};
pub use unfinished::Unfinished;

#[cfg(test)]
#[path = "../../tests/common/gguf.rs"]
#[allow(
    unreachable_pub,
    dead_code,
    reason = "shared with the tests of the program"
)]
mod sample;
