//! The lines of `models.toml` as they stand there, before anything of them is checked.

use serde::Deserialize;
use toml::Spanned;

use super::Kind;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    #[serde(default)]
    pub(super) models: Vec<Lines>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Lines {
    pub(super) name: Spanned<String>,
    #[serde(default)]
    pub(super) aliases: Vec<Spanned<String>>,
    pub(super) summary: Spanned<String>,
    pub(super) licence: Spanned<String>,
    pub(super) by: Spanned<String>,
    #[serde(default)]
    pub(super) note: String,
    #[serde(default)]
    pub(super) kind: Kind,
    pub(super) bytes: Spanned<u64>,
    pub(super) sha256: Spanned<String>,
    pub(super) context: Spanned<u32>,
    pub(super) profile: Option<Spanned<String>>,
    pub(super) file: Spanned<String>,
    #[serde(default)]
    pub(super) beside: Vec<Spanned<BesideLines>>,
    #[serde(default)]
    pub(super) default: bool,
    pub(super) sources: Spanned<Vec<Spanned<SourceLines>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BesideLines {
    pub(super) file: Spanned<String>,
    pub(super) bytes: Spanned<u64>,
    pub(super) sha256: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SourceLines {
    pub(super) hub: Option<Spanned<String>>,
    pub(super) packages: Option<Spanned<Vec<Spanned<String>>>>,
    pub(super) entry: Option<Spanned<String>>,
}
