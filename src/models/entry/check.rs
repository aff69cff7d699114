//! Whether the lines of one model in `models.toml` can be heeded: all that is wrong with them, each with its place.

use std::{ops::Range, sync::Arc};

use toml::Spanned;

use super::{
    Entry, FILE_HERE, FOR_EMBEDDING, Kind, MOST_PACKAGES, ModelFile, Source,
    lines::{Lines, SourceLines},
};
use crate::{bounds, catalog::Problem, names, text::sanitize::sanitize_line};

/// What is wrong with a value.
type Wrong = Box<Problem>;

/// Where in which file a value stands.
pub(super) struct Check<'a> {
    pub(super) shown: &'a str,
    pub(super) source: &'a Arc<str>,
    /// What its fields are below.
    pub(super) here: String,
}

/// What was found to be wrong so far.
#[derive(Default)]
struct Noted(Vec<Problem>);

impl Noted {
    fn add(&mut self, wrong: Problem) {
        self.0.push(wrong);
    }

    /// The value, where there is one; what is wrong is noted.
    fn take<T>(&mut self, found: Result<T, Wrong>) -> Option<T> {
        found.map_err(|wrong| self.add(*wrong)).ok()
    }
}

impl Check<'_> {
    fn wrong(&self, span: Range<usize>, field: &str, message: &str, expected: &str) -> Wrong {
        let field = format!("{}.{field}", self.here);
        let problem = Problem::at(self.shown, self.source, span, field, message, expected);
        Box::new(problem)
    }

    /// An entry that takes nothing from those above it, or all that is wrong with it.
    pub(super) fn entry(&self, lines: &Lines, above: &[Entry]) -> Result<Entry, Vec<Problem>> {
        let mut noted = Noted::default();
        let name = noted.take(self.name("name", &lines.name));
        let aliases = lines.aliases.iter();
        let aliases: Vec<_> = aliases
            .map(|alias| noted.take(self.name("aliases", alias)))
            .collect();
        if !bounds::CONTEXT_HERE.holds(u64::from(*lines.context.get_ref())) {
            noted.add(*self.wrong(
                lines.context.span(),
                "context",
                "no model has this context",
                "expected a number of tokens from 256 to 1048576",
            ));
        }
        let main = noted.take(self.file("", &lines.file, &lines.bytes, &lines.sha256));
        let beside = noted.take(self.beside(lines));
        noted.take(self.files_of_kind(lines));
        let sources = self.sources(lines, &mut noted);
        let summary = noted.take(self.line("summary", &lines.summary));
        let licence = noted.take(self.line("licence", &lines.licence));
        let by = noted.take(self.line("by", &lines.by));
        let profile = noted.take(self.profile(lines));
        self.among(lines, above, &mut noted);
        let entry = || {
            Some(Entry {
                name: name?,
                aliases: aliases.into_iter().collect::<Option<_>>()?,
                summary: summary?,
                licence: licence?,
                by: by?,
                note: sanitize_line(&lines.note),
                kind: lines.kind,
                main: main?,
                beside: beside?,
                context: *lines.context.get_ref(),
                profile: profile?,
                default: lines.default,
                sources: sources?,
            })
        };
        if noted.0.is_empty()
            && let Some(entry) = entry()
        {
            return Ok(entry);
        }
        Err(noted.0)
    }

    /// What it has in common with those above it and may not.
    fn among(&self, lines: &Lines, above: &[Entry], noted: &mut Noted) {
        let place = || lines.name.span();
        if above
            .iter()
            .any(|earlier| names::same(&earlier.name, lines.name.get_ref()))
        {
            noted.add(*self.wrong(
                place(),
                "name",
                "there is a model of this name above",
                "expected a name of its own",
            ));
        }
        if lines.default && above.iter().any(|earlier| earlier.default) {
            noted.add(*self.wrong(
                place(),
                "default",
                "a model above is the default already",
                "expected `default = true` once",
            ));
        }
    }

    fn sources(&self, lines: &Lines, noted: &mut Noted) -> Option<Vec<Source>> {
        if lines.sources.get_ref().is_empty() {
            noted.add(*self.wrong(
                lines.sources.span(),
                "sources",
                "there is nowhere to have it from",
                "expected one source or more",
            ));
        }
        let all = lines.sources.get_ref().iter().enumerate();
        let all: Vec<_> = all
            .map(|(index, source)| {
                let known = noted.take(self.one_source(index, source))?;
                if lines.beside.is_empty() || known.tells_files_apart() {
                    return Some(known);
                }
                noted.add(*self.wrong(
                    source.span(),
                    &format!("sources[{index}]"),
                    "it does not say where each of the files is",
                    "expected {file} in `hub` or `entry`, which stands for the name of a file",
                ));
                None
            })
            .collect();
        all.into_iter().collect()
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
                || names::same(&file.file, crate::store::ABOUT)
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
