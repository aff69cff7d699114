//! A debate as it runs. `asks` has what models are asked for, one file each, [`prompt`] makes prompts of it, [`engine`] is
//! the one task that puts them, records what happens and shows it to whoever watches, [`unattended`] stands in for a
//! viewer where nobody does. `fence` quotes in prompts what is not ours, `practice` has what small models are shown.

#![deny(clippy::wildcard_enum_match_arm)]

use hustings_base::{bounds, error, files, panics, similarity, text};
use hustings_llm as llm;
use hustings_real as real;
use hustings_rules::{catalog, debate};
use hustings_store::corpus;

mod asks;
pub mod by_hand;
mod candidates;
pub mod engine;
mod fence;
pub mod own_seat;
mod practice;
pub mod prompt;
pub mod unattended;
mod wording;
