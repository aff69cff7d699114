//! The lines of `models.toml` as they stand there, before anything of them is checked.

use schemars::JsonSchema;
use serde::Deserialize;

use super::ModelKind;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    #[serde(default)]
    pub(super) models: Vec<Lines>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Lines {
    pub(super) name: String,
    #[serde(default)]
    pub(super) aliases: Vec<String>,
    pub(super) summary: String,
    pub(super) licence: String,
    pub(super) by: String,
    #[serde(default)]
    pub(super) note: String,
    #[serde(default)]
    pub(super) kind: ModelKind,
    pub(super) bytes: u64,
    pub(super) sha256: String,
    pub(super) context: u32,
    pub(super) profile: Option<String>,
    pub(super) file: String,
    #[serde(default)]
    pub(super) beside: Vec<BesideLines>,
    #[serde(default)]
    pub(super) default: bool,
    pub(super) sources: Vec<SourceLines>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BesideLines {
    pub(super) file: String,
    pub(super) bytes: u64,
    pub(super) sha256: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SourceLines {
    pub(super) hub: Option<String>,
    pub(super) packages: Option<Vec<String>>,
    pub(super) entry: Option<String>,
}
