//! A debate as it runs. [`prompt`] has the words for the models, [`engine`] the one task that asks them, records what
//! happens and shows it to whoever watches.

use hustings_base::{error, files, panics, text};
use hustings_llm as llm;
use hustings_real as real;
use hustings_rules::{catalog, debate};
use hustings_store::corpus;

pub mod engine;
pub mod prompt;
