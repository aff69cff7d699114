//! A debate told. [`headless`] tells it line by line while it runs, [`export`] as a document when it is over.

use hustings_base::{bounds, error, text};
use hustings_live::engine;
use hustings_rules::{catalog, debate};
use hustings_store::corpus;

pub mod export;
pub mod headless;
