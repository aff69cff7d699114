//! The rules of debates, pure. [`catalog`] has motions, personas, formats and themes as checked types; [`debate`] has
//! what happens (events), what follows from it (state) and what the rules say to that (decisions); [`setup`] leads from
//! a person's choice to the first of those events. No clock, no randomness but from a seed, no I/O but the reading of
//! the catalog's own files.

#![deny(clippy::wildcard_enum_match_arm)]

use hustings_base::{bounds, error, files, similarity, text};

pub mod catalog;
pub mod debate;
pub mod setup;
