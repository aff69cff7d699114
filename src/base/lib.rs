//! The foundation of everything else: text, files that people name, errors, bounds of numbers. Knows no debate.

#![deny(clippy::wildcard_enum_match_arm)]

pub mod bounds;
pub mod clock;
pub mod error;
pub mod files;
pub mod interval;
pub mod panics;
pub mod similarity;
pub mod study_page;
pub mod text;
pub mod visible;
