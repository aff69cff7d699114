//! What opens debates: the models that the settings and the flags name, or that are found.

use hustings_base::{error, text};
use hustings_config as config;
use hustings_llm as llm;
use hustings_models as models;

pub mod embeddings;
pub mod find;
