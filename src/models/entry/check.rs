//! Whether the lines of one model in `models.toml` can be heeded: all that is wrong with them, each with its place.

use super::{
    FILE_HERE, FOR_EMBEDDING, MOST_PACKAGES, ModelEntry, ModelFile, ModelKind, ModelSource,
    lines::{BesideLines, Lines, SourceLines},
};
use crate::{
    bounds,
    catalog::{Field, Findings},
    names,
    text::sanitize::sanitize_line,
};

/// The state of the check of one model.
pub(super) struct Check<'a> {
    /// The field that those of the model are below.
    pub(super) here: Field,
    /// The faults that were found so far.
    pub(super) findings: &'a mut Findings,
}

impl Check<'_> {
    /// Notes what is wrong with a value, in whose place there is nothing.
    fn wrong<T>(&mut self, field: Field, message: &str, expected: &str) -> Option<T> {
        self.findings.add(field, message, expected);
        None
    }

    /// An entry that takes nothing from those above it, where nothing is wrong with it.
    pub(super) fn entry(&mut self, lines: &Lines, above: &[ModelEntry]) -> Option<ModelEntry> {
        let before = self.findings.len();
        let name = self.name(self.here.key("name"), &lines.name);
        for (at, alias) in lines.aliases.iter().enumerate() {
            self.name(self.here.key("aliases").at(at), alias);
        }
        if !bounds::CONTEXT_HERE.holds(u64::from(lines.context)) {
            self.findings.add(
                self.here.key("context"),
                "no model has this context",
                "expected a number of tokens from 256 to 1048576",
            );
        }
        let main = self.file(
            &self.here.clone(),
            (&lines.file, lines.bytes, &lines.sha256),
        );
        let beside = self.beside(lines);
        self.files_of_kind(lines);
        let sources = self.sources(lines);
        let summary = self.line(self.here.key("summary"), &lines.summary);
        let licence = self.line(self.here.key("licence"), &lines.licence);
        let by = self.line(self.here.key("by"), &lines.by);
        let profile = self.profile(lines);
        self.among(lines, above);
        if self.findings.len() > before {
            return None;
        }
        Some(ModelEntry {
            name: name?,
            aliases: lines.aliases.clone(),
            summary: summary?,
            licence: licence?,
            by: by?,
            note: sanitize_line(&lines.note),
            kind: lines.kind,
            main: main?,
            beside: beside?,
            context: lines.context,
            profile: profile?,
            default: lines.default,
            sources: sources?,
        })
    }

    /// Finds what a model has in common with those above it and may not.
    fn among(&mut self, lines: &Lines, above: &[ModelEntry]) {
        if above
            .iter()
            .any(|earlier| names::same(&earlier.name, &lines.name))
        {
            self.findings.add(
                self.here.key("name"),
                "there is a model of this name above",
                "expected a name of its own",
            );
        }
        if lines.default && above.iter().any(|earlier| earlier.default) {
            self.findings.add(
                self.here.key("default"),
                "a model above is the default already",
                "expected `default = true` once",
            );
        }
    }

    fn sources(&mut self, lines: &Lines) -> Option<Vec<ModelSource>> {
        let here = self.here.key("sources");
        if lines.sources.is_empty() {
            self.findings.add(
                here.clone(),
                "there is nowhere to have it from",
                "expected one source or more",
            );
        }
        let all = lines.sources.iter().enumerate();
        let all: Vec<_> = all
            .map(|(index, source)| {
                let here = here.at(index);
                let known = self.one_source(&here, source)?;
                if lines.beside.is_empty() || known.tells_files_apart() {
                    return Some(known);
                }
                self.wrong(
                    here,
                    "it does not say where each of the files is",
                    "expected {file} in `hub` or `entry`, which stands for the name of a file",
                )
            })
            .collect();
        all.into_iter().collect()
    }

    /// The description of one file: its name, its size and its hash; `here` is what they are below.
    fn file(
        &mut self,
        here: &Field,
        (file, bytes, sha256): (&str, u64, &str),
    ) -> Option<ModelFile> {
        if !bounds::MODEL_BYTES.holds(bytes) {
            return self.wrong(
                here.key("bytes"),
                "no model has this size",
                "expected the number of bytes of the file",
            );
        }
        let sum = sha256.trim().to_ascii_lowercase();
        if sum.len() != 64 || !sum.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return self.wrong(
                here.key("sha256"),
                "this is not a SHA-256",
                "expected 64 hexadecimal digits, as `sha256sum FILE` prints them",
            );
        }
        if !names::is_plain(file) {
            return self.wrong(
                here.key("file"),
                "this cannot be the name of a file",
                "expected letters, digits, `.`, `-` and `_`, with a letter or digit in front",
            );
        }
        Some(ModelFile {
            file: file.to_owned(),
            bytes,
            sha256: sum,
        })
    }

    /// The files beside the one with the weights, each with a name of its own.
    fn beside(&mut self, lines: &Lines) -> Option<Vec<ModelFile>> {
        let mut files: Vec<ModelFile> = Vec::new();
        for (index, one) in lines.beside.iter().enumerate() {
            let here = self.here.key("beside").at(index);
            let file = self.file(&here, (&one.file, one.bytes, &one.sha256))?;
            let mut earlier = files.iter().map(|known| &known.file);
            if names::same(&lines.file, &file.file)
                || names::same(&file.file, names::ABOUT)
                || earlier.any(|known| names::same(known, &file.file))
            {
                return self.wrong(
                    here.key("file"),
                    "the model has a file of this name already",
                    "expected a name of its own",
                );
            }
            files.push(file);
        }
        Some(files)
    }

    /// Whether the files are those that such a model is run with.
    fn files_of_kind(&mut self, lines: &Lines) -> Option<()> {
        let name = lines.file.to_ascii_lowercase();
        let ends = |ending: &str| name.ends_with(ending);
        let (fits, message, expected) = match lines.kind {
            ModelKind::Writes => (
                ends(".gguf"),
                "this is not the name of a GGUF file",
                "expected letters, digits, `.`, `-` and `_`, and `.gguf` at the end",
            ),
            ModelKind::Embeds => (
                ends(".safetensors"),
                "this is not the name of a safetensors file",
                "expected letters, digits, `.`, `-` and `_`, and `.safetensors` at the end",
            ),
        };
        if !fits {
            return self.wrong(self.here.key("file"), message, expected);
        }
        let has = |wanted: &str| {
            let mut beside = lines.beside.iter();
            beside.any(|one: &BesideLines| one.file == wanted)
        };
        let (fits, message, expected) = match lines.kind {
            ModelKind::Writes => (
                lines.beside.is_empty(),
                "a model that writes is one file",
                "expected no files beside it",
            ),
            ModelKind::Embeds => (
                FOR_EMBEDDING.iter().all(|wanted| has(wanted)),
                "a model that embeds needs more files than these",
                "expected `tokenizer.json` and `config.json` in `beside`",
            ),
        };
        if !fits {
            return self.wrong(self.here.key("beside"), message, expected);
        }
        if lines.kind == ModelKind::Embeds && lines.default {
            return self.wrong(
                self.here.key("default"),
                "a model that embeds cannot have a part in a debate",
                "expected `default = true` at a model that writes",
            );
        }
        Some(())
    }

    fn profile(&mut self, lines: &Lines) -> Option<String> {
        let here = self.here.key("profile");
        match (&lines.profile, lines.kind) {
            (Some(profile), _) => self.line(here, profile),
            (None, ModelKind::Embeds) => Some(String::new()),
            (None, ModelKind::Writes) => self.wrong(
                here,
                "it is missing",
                "expected the name by which `profiles.toml` knows the model",
            ),
        }
    }

    fn line(&mut self, field: Field, text: &str) -> Option<String> {
        let line = sanitize_line(text);
        if line.is_empty() {
            return self.wrong(field, "this is empty", "expected a line of text");
        }
        Some(line)
    }

    fn name(&mut self, field: Field, name: &str) -> Option<String> {
        if names::is_plain(name) {
            return Some(name.to_owned());
        }
        self.wrong(
            field,
            "this cannot be the name of a model",
            "expected letters, digits, `.`, `-` and `_`, with a letter or digit in front",
        )
    }

    fn one_source(&mut self, here: &Field, lines: &SourceLines) -> Option<ModelSource> {
        match (&lines.hub, &lines.packages, &lines.entry) {
            (Some(hub), None, None) => self.hub(here.key("hub"), hub),
            (None, Some(packages), Some(entry)) => {
                let field = here.key("packages");
                let mut expanded = Vec::new();
                for (at, package) in packages.iter().enumerate() {
                    let Some(some) = names::packages(package) else {
                        return self.wrong(
                            field.at(at),
                            "this is not a package",
                            "expected `name==version`; {1..22} in it stands for every number in turn",
                        );
                    };
                    expanded.extend(some);
                }
                if expanded.is_empty() || expanded.len() > MOST_PACKAGES {
                    return self.wrong(
                        field,
                        &format!("these are {} packages", expanded.len()),
                        &format!("expected from 1 to {MOST_PACKAGES}"),
                    );
                }
                Some(ModelSource::Packages {
                    packages: expanded,
                    entry: self.line(here.key("entry"), entry)?,
                })
            }
            _ => self.wrong(
                here.clone(),
                "this is not a source",
                "expected `hub`, or `packages` and `entry`",
            ),
        }
    }

    fn hub(&mut self, field: Field, hub: &str) -> Option<ModelSource> {
        let url = reqwest::Url::parse(hub.trim()).ok().filter(|url| {
            let bare = url.username().is_empty() && url.password().is_none();
            let bare = bare && url.query().is_none();
            matches!(url.scheme(), "http" | "https") && url.host_str().is_some() && bare
        });
        let Some(url) = url else {
            return self.wrong(
                field,
                "this is not the address of a file",
                "expected https://host/path, without a name, a password or a key in it",
            );
        };
        // The braces are ours, and not part of any address.
        let hub = url.as_str().replace("%7Bfile%7D", FILE_HERE);
        Some(ModelSource::Hub { hub })
    }
}
