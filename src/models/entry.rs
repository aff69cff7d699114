//! One model that can be fetched, and where from: the lines of `models.toml` as checked values.

mod check;
mod lines;

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::{check::Check, lines::File};
use crate::catalog::{Field, Problem, read_into};

/// No model comes in more packages.
const MOST_PACKAGES: usize = 1_000;
/// Stands for the name of a file in what a source says.
const FILE_HERE: &str = "{file}";
/// The files that a model that embeds is run with, beside its weights.
const FOR_EMBEDDING: [&str; 2] = ["tokenizer.json", "config.json"];

/// What a model is good for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ModelKind {
    /// A model that writes: it can have a part in a debate.
    #[default]
    Writes,
    /// A model that embeds: it makes vectors of texts, and cannot say a word.
    Embeds,
}

/// A file of a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelFile {
    /// The name of the file in the store.
    pub file: String,
    /// The size of the file, in bytes.
    pub bytes: u64,
    /// The SHA-256 of the file, in small hexadecimal digits.
    pub sha256: String,
}

/// A model that can be fetched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ModelEntry {
    /// The name by which it is fetched and chosen.
    pub name: String,
    /// Other names of the model.
    pub aliases: Vec<String>,
    /// The model's use, in one honest line.
    pub summary: String,
    /// The licence, as whoever made it publishes it.
    pub licence: String,
    /// The maker of the model.
    pub by: String,
    /// Anything else that one should know before fetching the model; may be empty.
    pub note: String,
    /// The kind of model: what it is good for.
    pub kind: ModelKind,
    /// The file with the weights, which is the only one of most models.
    #[serde(flatten)]
    pub main: ModelFile,
    /// The other files of the model.
    pub beside: Vec<ModelFile>,
    /// The tokens that are used of its context.
    pub context: u32,
    /// The name by which `profiles.toml` knows it; empty for one that embeds.
    pub profile: String,
    /// Whether it is the one to fetch when none is named.
    pub default: bool,
    /// The sources of the model, in the order in which they are tried.
    pub sources: Vec<ModelSource>,
}

impl ModelEntry {
    /// All its files, the one with the weights first.
    pub fn files(&self) -> impl Iterator<Item = &ModelFile> {
        std::iter::once(&self.main).chain(&self.beside)
    }

    /// The name by which it is fetched: its own, or that on a hub where it is not of the list.
    pub fn fetched_as(&self) -> &str {
        let on_hub = self.aliases.iter().find(|alias| alias.starts_with("hf:"));
        on_hub.unwrap_or(&self.name)
    }

    /// The size of all its files.
    pub fn bytes(&self) -> u64 {
        self.files()
            .fold(0, |sum, file| sum.saturating_add(file.bytes))
    }
}

/// A place to have a model from. In the address and in the path, `{file}` stands for the name of the file that is
/// wanted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum ModelSource {
    /// The file itself, on a web server.
    Hub {
        /// The address of the file.
        hub: String,
    },
    /// The file in pieces, in Python packages.
    Packages {
        /// The packages in the order of the pieces, each `name==version`.
        packages: Vec<String>,
        /// The ending of the path of the piece in each package.
        entry: String,
    },
}

impl ModelSource {
    /// The source of one file of the model.
    pub(super) fn of_file(&self, file: &str) -> Self {
        let put = |text: &str| text.replace(FILE_HERE, file);
        match self {
            Self::Hub { hub } => Self::Hub { hub: put(hub) },
            Self::Packages { packages, entry } => Self::Packages {
                packages: packages.clone(),
                entry: put(entry),
            },
        }
    }

    /// Whether it says where each file is.
    fn tells_files_apart(&self) -> bool {
        match self {
            Self::Hub { hub } => hub.contains(FILE_HERE),
            Self::Packages { entry, .. } => entry.contains(FILE_HERE),
        }
    }

    /// In a few words, for people.
    pub fn describe(&self) -> String {
        match self {
            Self::Hub { hub } => hub.clone(),
            Self::Packages { packages, .. } => match packages.as_slice() {
                [only] => format!("the Python package {only}, with pip"),
                [first, .., last] => {
                    format!(
                        "{} Python packages, {first} to {last}, with pip",
                        packages.len()
                    )
                }
                [] => "no Python package".to_owned(),
            },
        }
    }
}

/// The entries of a file. `shown` is only for what is said of it.
///
/// # Errors
/// What is wrong with each of them.
pub(super) fn parse(shown: &str, source: &Arc<str>) -> Result<Vec<ModelEntry>, Vec<Problem>> {
    read_into(shown, source, |file: &File, findings| {
        let mut entries: Vec<ModelEntry> = Vec::new();
        for (index, lines) in file.models.iter().enumerate() {
            let mut check = Check {
                here: Field::of("models").at(index),
                findings,
            };
            entries.extend(check.entry(lines, &entries));
        }
        entries
    })
}
