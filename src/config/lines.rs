//! The lines of `config.toml` as they stand there, before anything of them is checked.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use secrecy::SecretString;
use serde::Deserialize;

use crate::{bounds, debate::command::Pace};

#[derive(Deserialize, JsonSchema, Default)]
#[serde(deny_unknown_fields, default)]
pub(super) struct File {
    pub(super) model: Option<String>,
    pub(super) pace: Option<Pace>,
    pub(super) theme: Option<String>,
    pub(super) mouse: Option<bool>,
    pub(super) ascii: Option<bool>,
    pub(super) reduced_motion: Option<bool>,
    pub(super) bell: Option<bool>,
    pub(super) look_nearby: Option<bool>,
    pub(super) hub: Option<String>,
    pub(super) providers: BTreeMap<String, ProviderLines>,
    pub(super) roles: BTreeMap<String, String>,
    pub(super) seats: BTreeMap<String, String>,
    pub(super) embeddings: EmbeddingLines,
    pub(super) prices: Vec<PriceLine>,
    pub(super) keys: BTreeMap<String, String>,
    pub(super) limits: LimitLines,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ProviderLines {
    pub(super) base_url: String,
    pub(super) key_env: Option<String>,
    #[schemars(with = "Option<String>")]
    pub(super) key: Option<SecretString>,
    #[schemars(range(min = bounds::PATIENCE.least, max = bounds::PATIENCE.most))]
    pub(super) first_byte_s: Option<f64>,
    #[schemars(range(min = bounds::PATIENCE.least, max = bounds::PATIENCE.most))]
    pub(super) between_bytes_s: Option<f64>,
    #[schemars(range(min = bounds::AT_ONCE.least, max = bounds::AT_ONCE.most))]
    pub(super) parallel: Option<u32>,
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, String>")]
    pub(super) headers: BTreeMap<String, SecretString>,
    #[serde(default)]
    pub(super) models: Vec<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PriceLine {
    #[serde(rename = "match")]
    pub(super) pattern: String,
    #[schemars(range(min = bounds::PRICE.least, max = bounds::PRICE.most))]
    pub(super) input: Option<f64>,
    #[schemars(range(min = bounds::PRICE.least, max = bounds::PRICE.most))]
    pub(super) cached_input: Option<f64>,
    #[schemars(range(min = bounds::PRICE.least, max = bounds::PRICE.most))]
    pub(super) output: Option<f64>,
    #[serde(default)]
    pub(super) free: bool,
}

#[derive(Deserialize, JsonSchema, Default)]
#[serde(deny_unknown_fields, default)]
pub(super) struct EmbeddingLines {
    pub(super) model: Option<String>,
    #[schemars(range(min = bounds::EMBEDDED_AT_ONCE.least, max = bounds::EMBEDDED_AT_ONCE.most))]
    pub(super) batch: Option<u32>,
}

#[derive(Deserialize, JsonSchema, Default)]
#[serde(deny_unknown_fields, default)]
pub(super) struct LimitLines {
    #[schemars(range(min = bounds::COST.least, max = bounds::COST.most))]
    pub(super) max_cost: Option<f64>,
    #[schemars(range(min = bounds::TOKENS.least, max = bounds::TOKENS.most))]
    pub(super) max_tokens: Option<u64>,
    #[schemars(range(min = bounds::RETRY_AFTER_S.least, max = bounds::RETRY_AFTER_S.most))]
    pub(super) retry_after_s: Option<f64>,
}
