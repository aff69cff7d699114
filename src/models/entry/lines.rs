//! The lines of `models.toml` as they stand there, before anything of them is checked.

use schemars::JsonSchema;
use serde::Deserialize;
use toml::Spanned;

use super::Kind;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    #[serde(default)]
    pub(super) models: Vec<Lines>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Lines {
    #[schemars(with = "String")]
    pub(super) name: Spanned<String>,
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub(super) aliases: Vec<Spanned<String>>,
    #[schemars(with = "String")]
    pub(super) summary: Spanned<String>,
    #[schemars(with = "String")]
    pub(super) licence: Spanned<String>,
    #[schemars(with = "String")]
    pub(super) by: Spanned<String>,
    #[serde(default)]
    pub(super) note: String,
    #[serde(default)]
    pub(super) kind: Kind,
    #[schemars(with = "u64")]
    pub(super) bytes: Spanned<u64>,
    #[schemars(with = "String")]
    pub(super) sha256: Spanned<String>,
    #[schemars(with = "u32")]
    pub(super) context: Spanned<u32>,
    #[schemars(with = "Option<String>")]
    pub(super) profile: Option<Spanned<String>>,
    #[schemars(with = "String")]
    pub(super) file: Spanned<String>,
    #[serde(default)]
    #[schemars(with = "Vec<BesideLines>")]
    pub(super) beside: Vec<Spanned<BesideLines>>,
    #[serde(default)]
    pub(super) default: bool,
    #[schemars(with = "Vec<SourceLines>")]
    pub(super) sources: Spanned<Vec<Spanned<SourceLines>>>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BesideLines {
    #[schemars(with = "String")]
    pub(super) file: Spanned<String>,
    #[schemars(with = "u64")]
    pub(super) bytes: Spanned<u64>,
    #[schemars(with = "String")]
    pub(super) sha256: Spanned<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SourceLines {
    #[schemars(with = "Option<String>")]
    pub(super) hub: Option<Spanned<String>>,
    #[schemars(with = "Option<Vec<String>>")]
    pub(super) packages: Option<Spanned<Vec<Spanned<String>>>>,
    #[schemars(with = "Option<String>")]
    pub(super) entry: Option<Spanned<String>>,
}
