//! Files and folders into a corpus. What cannot be read is named, skipped and counted; the rest goes in.

mod taking;

use std::{
    fs::{self, Metadata},
    path::{Path, PathBuf},
};

use super::{
    error::CorpusError,
    library::Library,
    read::{About, is_readable_name},
};
use crate::{files, text::shown};
use taking::{BrokenOff, FileProgress, take};

/// Labels that whoever adds a source gives it; they come before what the source says of itself.
#[derive(Debug, Clone, Default)]
pub struct Labels {
    /// The title of the source.
    pub title: Option<String>,
    /// The kind of text: a book, a speech, a letter.
    pub source_type: Option<String>,
    /// The date on which the source was written or said.
    pub date: Option<String>,
    /// The speaker of the source.
    pub speaker: Option<String>,
    /// The topics of the source, added to those that the source names.
    pub tags: Vec<String>,
}

/// The progress of adding files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IngestProgress {
    /// A part of the files has been looked at.
    Bytes {
        /// Bytes of the files that are done, and of the one under way.
        done: u64,
        /// The bytes that there are.
        total: u64,
    },
    /// A file, or something in it, was left out.
    Skipped {
        /// The file or part that was left out, and why.
        what: String,
    },
}

/// The result of adding files.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Added {
    /// Files that gave something.
    pub files: u64,
    /// Files that were in already, every word of them.
    pub there: u64,
    /// Files that were left out.
    pub skipped: u64,
    /// Passages that are new.
    pub passages: u64,
    /// Passages that were there already.
    pub known: u64,
    /// Bytes of the files that were read.
    pub bytes: u64,
    /// Whether it was stopped before its end.
    pub stopped: bool,
}

/// Adds files and folders to a persona's corpus. `go_on` is asked between passages whether to go on; what is in by
/// then stays, and the same call again adds the rest.
///
/// # Errors
/// A path that is named is not there, or the file of corpora cannot be written: what was in stays in.
pub fn add(
    library: &Library,
    persona: &str,
    paths: &[PathBuf],
    labels: &Labels,
    now_ms: i64,
    tell: &mut dyn FnMut(IngestProgress),
    go_on: &dyn Fn() -> bool,
) -> Result<Added, CorpusError> {
    let files = files(paths)?;
    let sizes = files.iter().map(|one| match one {
        Meant::File(_, size) => *size,
        Meant::Skipped(..) => 0,
    });
    let total = sizes.sum();
    let mut ingestion = Ingestion {
        library,
        persona: library.persona(persona)?,
        labels,
        now_ms,
        go_on,
        added: Added::default(),
    };
    let mut done = 0;
    tell(IngestProgress::Bytes { done, total });
    for one in files {
        if !go_on() {
            ingestion.added.stopped = true;
            break;
        }
        let (path, size) = match one {
            Meant::File(path, size) => (path, size),
            Meant::Skipped(path, why) => {
                let shown = shown::path(&path);
                ingestion.added.skipped += 1;
                tell(IngestProgress::Skipped {
                    what: format!("{shown}: {why}"),
                });
                continue;
            }
        };
        let mut tell_of_file = |told| {
            tell(match told {
                FileProgress::At(at) => IngestProgress::Bytes {
                    done: done + at.min(size),
                    total,
                },
                FileProgress::Skipped(what) => IngestProgress::Skipped { what },
            });
        };
        ingestion.file(&path, &mut tell_of_file)?;
        done += size;
        tell(IngestProgress::Bytes { done, total });
        if ingestion.added.stopped {
            break;
        }
    }
    Ok(ingestion.added)
}

/// The path found where a file may be meant.
enum Meant {
    /// A file, and its size in bytes.
    File(PathBuf, u64),
    /// Something that is left out, and what it is.
    Skipped(PathBuf, &'static str),
}

/// The files that are meant, with their sizes, in an order that is the same every time. What is named is read whatever
/// it is called; of a folder, what has a name that says it can be read.
fn files(paths: &[PathBuf]) -> Result<Vec<Meant>, CorpusError> {
    let mut files = Vec::new();
    for path in paths {
        let about = fs::metadata(path).map_err(|error| not_readable(path, &error))?;
        if about.is_dir() {
            walk(path, &mut files)?;
        } else {
            files.push(Meant::File(path.clone(), about.len()));
        }
    }
    Ok(files)
}

fn walk(folder: &Path, files: &mut Vec<Meant>) -> Result<(), CorpusError> {
    let entries = fs::read_dir(folder).map_err(|error| not_readable(folder, &error))?;
    let mut names: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    names.sort();
    for path in names {
        let name = path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned());
        let Some(name) = name.filter(|name| !name.starts_with('.')) else {
            continue;
        };
        let is_link = fs::symlink_metadata(&path).is_ok_and(|about| about.is_symlink());
        let about = fs::metadata(&path);
        if about.as_ref().is_ok_and(Metadata::is_dir) {
            // It may lead back.
            if is_link {
                let what = "this is a link to a folder, which is not followed";
                files.push(Meant::Skipped(path, what));
            } else {
                walk(&path, files)?;
            }
        } else if is_readable_name(&name) {
            // A link to a file is as good as the file. What is none is refused where it is opened, and named.
            let size = about.map_or(0, |about| about.len());
            files.push(Meant::File(path, size));
        }
    }
    Ok(())
}

fn not_readable(path: &Path, error: &std::io::Error) -> CorpusError {
    CorpusError::NotReadable {
        path: shown::path(path),
        detail: files::why(error),
    }
}

struct Ingestion<'a> {
    library: &'a Library,
    persona: i64,
    labels: &'a Labels,
    now_ms: i64,
    go_on: &'a dyn Fn() -> bool,
    added: Added,
}

impl Ingestion<'_> {
    fn file(&mut self, path: &Path, tell: &mut dyn FnMut(FileProgress)) -> Result<(), CorpusError> {
        let shown = shown::path(path);
        let why = match take(self, path, &shown, tell) {
            Ok(is_new) => {
                self.added.files += u64::from(is_new);
                self.added.there += u64::from(!is_new);
                return Ok(());
            }
            Err(BrokenOff::Failed(error)) => return Err(error),
            Err(BrokenOff::Stopped) => {
                self.added.stopped = true;
                return Ok(());
            }
            Err(BrokenOff::Unreadable(why)) => why,
        };
        self.added.skipped += 1;
        tell(FileProgress::Skipped(format!("{shown}: {why}")));
        Ok(())
    }

    fn label(&self, about: &mut About) {
        let labels = self.labels;
        let over = |own: &mut Option<String>, said: &Option<String>| {
            if let Some(said) = said {
                *own = Some(said.clone());
            }
        };
        over(&mut about.title, &labels.title);
        over(&mut about.date, &labels.date);
        over(&mut about.speaker, &labels.speaker);
        if let Some(kind) = &labels.source_type {
            about.source_type.clone_from(kind);
        }
        for tag in &labels.tags {
            if !about.tags.contains(tag) {
                about.tags.push(tag.clone());
            }
        }
    }
}
