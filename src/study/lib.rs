//! Studies of debates: measures of one that is over, and series of many. [`eval`] measures a debate, [`refine`] holds
//! it again, [`assign`] finds people for a motion, [`batch`] unrolls many from one file, [`paired`]
//! many in arms that are compared. [`likeness`] says which texts
//! say the same, [`real_comparison`] what a simulated debate and a real one have in common, [`split`] who says what in
//! a text without names, [`trial`] what of a model's debates is worth listening to.

#![deny(clippy::wildcard_enum_match_arm)]

use hustings_base::{bounds, error, interval, similarity, study_page, text};
use hustings_live::{engine, prompt};
use hustings_llm as llm;
use hustings_real as real;
use hustings_rules::{catalog, debate};

pub mod assign;
pub mod batch;
mod bootstrap;
pub mod ensemble;
pub mod eval;
pub mod likeness;
mod normal;
pub mod paired;
pub mod real_comparison;
pub mod refine;
pub mod split;
pub mod trial;
