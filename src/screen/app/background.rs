//! Tasks beside the screen that need the disk: a file that is handed in, how a path could go on, a debate that is written
//! down.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use directories::BaseDirs;
use tokio::task::JoinHandle;

use super::{App, ReadOther};
use crate::{
    beside_page::OtherDebate,
    corpus::{Handed, hand_in, read::is_readable_name},
    overlay::PathCompletion,
    text::sanitize::sanitize_line,
};

/// The input that was fetched.
#[derive(Debug)]
pub(super) enum FetchedInput {
    /// A file that was read, or why it was not.
    File {
        path: String,
        source: String,
        read: Result<Box<Handed>, String>,
    },
    /// A path with more of it.
    Path(PathCompletion),
    /// Where the debate was written down, or why it was not.
    Written(Result<String, String>),
    /// The debate that is seen beside this one, or why it cannot be.
    Beside(Result<OtherDebate, String>),
}

/// Reads a file that is to be handed in.
pub(super) fn file(path: String, source: String) -> JoinHandle<FetchedInput> {
    tokio::task::spawn_blocking(move || {
        let read = hand_in(&of_home(&path)).map(Box::new);
        let read = read.map_err(|error| format!("{path}: {error}"));
        FetchedInput::File { path, source, read }
    })
}

/// Writes the debate down.
pub(super) fn written(
    write: impl FnOnce() -> Result<String, String> + Send + 'static,
) -> JoinHandle<FetchedInput> {
    tokio::task::spawn_blocking(move || FetchedInput::Written(write()))
}

/// Reads the debate that is seen beside this one.
pub(super) fn beside(
    read: impl FnOnce() -> Result<OtherDebate, String> + Send + 'static,
) -> JoinHandle<FetchedInput> {
    tokio::task::spawn_blocking(move || FetchedInput::Beside(read()))
}

/// Looks how a path could go on.
pub(super) fn path(typed: String) -> JoinHandle<FetchedInput> {
    tokio::task::spawn_blocking(move || FetchedInput::Path(completion(&typed).unwrap_or_default()))
}

/// A path with the home folder in the place of its tilde.
pub fn of_home(path: &str) -> PathBuf {
    match (path.strip_prefix("~/"), BaseDirs::new()) {
        (Some(rest), Some(dirs)) => dirs.home_dir().join(rest),
        _ => PathBuf::from(path),
    }
}

/// The names that go on like that: folders, and files that can be read. Hidden ones only where a dot was typed.
fn completion(typed: &str) -> io::Result<PathCompletion> {
    let cut = typed.rfind('/').map_or(0, |slash| slash + 1);
    let (folder, begun) = typed.split_at(cut);
    let place = if folder.is_empty() {
        PathBuf::from(".")
    } else {
        of_home(folder)
    };
    let mut fitting: Vec<String> = fs::read_dir(place)?
        .flatten()
        .filter_map(|entry| {
            // A name that is no text cannot be typed either.
            let name = entry.file_name().into_string().ok()?;
            let fits =
                name.starts_with(begun) && (!name.starts_with('.') || begun.starts_with('.'));
            let is_shown = sanitize_line(&name) == name;
            // Links count as what they lead to.
            let is_folder = Path::new(&entry.path()).is_dir();
            let wanted =
                fits && is_shown && (is_folder || is_readable_name(name.trim_start_matches('.')));
            wanted.then(|| if is_folder { name + "/" } else { name })
        })
        .collect();
    fitting.sort();
    let common = fitting.iter().skip(1).fold(
        fitting.first().cloned().unwrap_or_default(),
        |common, name| {
            let alike = common.chars().zip(name.chars());
            alike
                .take_while(|(one, other)| one == other)
                .map(|(one, _)| one)
                .collect()
        },
    );
    Ok(PathCompletion {
        path: format!("{folder}{common}"),
        fitting,
    })
}

impl App {
    /// Begins a background task, one at a time: whoever presses a key twice wants it done once.
    pub(super) fn go(&mut self, begin: impl FnOnce() -> JoinHandle<FetchedInput>) {
        if self.background.is_none() {
            self.background = Some(begin());
        }
    }

    /// Reads the debate that is seen beside this one.
    pub(super) fn read_beside(&mut self) {
        if let Some(ReadOther(read)) = self.beside.clone() {
            self.go(|| beside(move || read()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_goes_on_as_far_as_it_is_clear() {
        let dir = tempfile::tempdir().unwrap();
        for name in [
            "wards-north.md",
            "wards-south.md",
            "wards.png",
            ".wards.txt",
            "über.txt",
        ] {
            fs::write(dir.path().join(name), "x").unwrap();
        }
        fs::create_dir(dir.path().join("old")).unwrap();
        let at = |rest: &str| format!("{}/{rest}", dir.path().display());
        for (typed, expected, fitting) in [
            ("w", "wards-", vec!["wards-north.md", "wards-south.md"]),
            ("wards-n", "wards-north.md", vec!["wards-north.md"]),
            ("ü", "über.txt", vec!["über.txt"]),
            ("o", "old/", vec!["old/"]),
            (".", ".wards.txt", vec![".wards.txt"]),
        ] {
            let found = completion(&at(typed)).unwrap();
            assert_eq!(
                (
                    found.path,
                    found.fitting.iter().map(String::as_str).collect()
                ),
                (at(expected), fitting)
            );
        }
        assert!(completion(&at("x")).unwrap().fitting.is_empty());
        assert!(completion(&at("nowhere/x")).is_err());
    }
}
