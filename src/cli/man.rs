//! `hustings man`: the manual pages, made of the same definition as the help.

use std::{io, path::Path};

use clap::Command;
use clap_mangen::Man;

use super::{args::command, out};
use crate::{
    error::{Exit, Failure},
    files::{self, Existing},
    text::{counted, shown},
};

/// Writes all pages into a folder, or the first of them to standard output.
///
/// # Errors
/// The folder or a page cannot be written.
pub(super) fn run(folder: Option<&Path>) -> Result<Exit, Failure> {
    let pages = pages().map_err(|error| Failure::internal(format!("manual pages: {error}")))?;
    let Some(folder) = folder else {
        let first = pages.first().map_or(&[][..], |page| &page.text);
        return out::print(|out| out.write_all(first));
    };
    std::fs::create_dir_all(folder).map_err(|error| {
        let folder = shown::path(folder);
        Failure::input(format!(
            "{folder} cannot be written: {}",
            files::why(&error)
        ))
        .hint("name another folder")
    })?;
    for page in &pages {
        let path = folder.join(&page.file);
        files::write(&path, Existing::Replace, |out| out.write_all(&page.text))
            .map_err(|error| error.failure(&path))?;
    }
    let written = counted(pages.len(), "page was", "pages were");
    out::print(|out| writeln!(out, "{written} written to {}.", shown::path(folder)))
}

/// A page of the manual.
struct Page {
    /// The name of its file, such as `hustings-run.1`.
    file: String,
    /// The page, in roff.
    text: Vec<u8>,
}

/// The page of the program, and behind it one for each command.
fn pages() -> io::Result<Vec<Page>> {
    let mut root = command().disable_help_subcommand(true);
    root.build();
    let mut pages = Vec::new();
    add(&root, &mut pages)?;
    Ok(pages)
}

fn add(command: &Command, pages: &mut Vec<Page>) -> io::Result<()> {
    let source = format!("hustings {}", env!("CARGO_PKG_VERSION"));
    let man = Man::new(command.clone()).source(source).manual("Hustings");
    let mut text = Vec::new();
    man.render(&mut text)?;
    let text = String::from_utf8_lossy(&text);
    let text = with_synopsis(&text, &synopsis(command));
    pages.push(Page {
        file: man.get_filename(),
        text: text.into_bytes(),
    });
    command
        .get_subcommands()
        .try_for_each(|sub| add(sub, pages))
}

/// How a command is typed: what has to be given stands there by name, and options, which are told below, in a word.
fn synopsis(command: &Command) -> String {
    let usage = command.clone().render_usage().to_string();
    let typed = usage.trim_start_matches("Usage:").lines().map(str::trim);
    let typed: Vec<String> = typed
        .filter(|line| !line.is_empty())
        .map(|line| line.replace('\\', "\\e").replace('-', "\\-"))
        .collect();
    typed.join("\n.br\n")
}

/// A page with that synopsis in the place of its own, which names every option without what it takes.
fn with_synopsis(page: &str, synopsis: &str) -> String {
    const HEAD: &str = ".SH SYNOPSIS\n";
    let Some((before, rest)) = page.split_once(HEAD) else {
        return page.to_owned();
    };
    let after = rest
        .find(".SH ")
        .and_then(|at| rest.get(at..))
        .unwrap_or_default();
    format!("{before}{HEAD}{synopsis}\n{after}")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The commands that can be typed, each as the name of its page.
    fn commands(command: &Command, name: &str, found: &mut BTreeSet<String>) {
        found.insert(format!("{name}.1"));
        for sub in command.get_subcommands() {
            commands(sub, &format!("{name}-{}", sub.get_name()), found);
        }
    }

    #[test]
    fn every_command_has_a_page_with_its_options() {
        let mut expected = BTreeSet::new();
        commands(&command(), "hustings", &mut expected);
        let pages = pages().unwrap();
        let written: BTreeSet<String> = pages.iter().map(|page| page.file.clone()).collect();
        assert_eq!(written, expected);
        assert!(written.len() > 40, "{}", written.len());
        for (file, words) in [
            (
                "hustings.1",
                &["Exit codes", "hustings\\-run(1)", "\\-\\-model"][..],
            ),
            (
                "hustings-run.1",
                &[
                    "\\-\\-prop",
                    "\\-\\-model",
                    "\\-\\-theme",
                    ".SH SYNOPSIS\nhustings run [OPTIONS] [MOTION]\n.SH DESCRIPTION",
                ],
            ),
            (
                "hustings-corpus-add.1",
                &["\\-\\-title", "\\-\\-embeddings"],
            ),
        ] {
            let page = pages.iter().find(|page| page.file == file).unwrap();
            let text = String::from_utf8(page.text.clone()).unwrap();
            for word in words {
                assert!(text.contains(word), "{file}: {word}: {text}");
            }
        }
    }
}
