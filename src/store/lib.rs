//! Files that are kept: [`journal`] has every event of every debate, [`corpus`] what personas wrote and said, both in
//! SQLite files that [`database`] opens.

#![deny(clippy::wildcard_enum_match_arm)]

use hustings_base::{error, files, panics, similarity, text};
use hustings_llm as llm;
use hustings_rules::debate;

pub mod corpus;
pub mod database;
pub mod journal;
