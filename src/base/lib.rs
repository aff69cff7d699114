//! What everything else stands on: text, files that people name, errors, bounds of numbers. Knows no debate.

pub mod bounds;
pub mod clock;
pub mod error;
pub mod files;
pub mod interval;
pub mod panics;
pub mod text;
