//! A debate told. [`blocks`] is its document, with all its words; [`plain`] lays it out as text, [`export`] as Markdown or
//! JSON, [`headless`] tells it line by line while it runs, and [`excerpt`] gives pieces of it; [`shared`] says what
//! others may know.

#![deny(clippy::wildcard_enum_match_arm)]

use hustings_base::{error, study_page, text, visible};
use hustings_rules::{catalog, debate, events_of};

pub mod beside;
pub mod blocks;
mod call_totals;
mod counted_lines;
pub mod excerpt;
pub mod export;
pub mod headless;
pub mod plain;
pub mod reading;
pub mod shared;
