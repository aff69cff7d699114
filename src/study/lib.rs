//! What is learned from debates, and how many are held. [`eval`] measures one that is over, [`refine`] holds it again,
//! [`assign`] finds people for a motion, [`batch`] unrolls many from one file.

use hustings_base::{bounds, error, interval, text};
use hustings_live::prompt;
use hustings_llm as llm;
use hustings_rules::{catalog, debate};

pub mod assign;
pub mod batch;
pub mod eval;
pub mod refine;
