//! The book in `docs/src/` hangs together: each chapter is listed, each link leads somewhere, and the README stays one page.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "the helpers of a test are part of it"
)]

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use pulldown_cmark::{Event, Options, Parser, Tag};

const SUMMARY: &str = "docs/src/SUMMARY.md";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn text(page: &str) -> String {
    fs::read_to_string(root().join(page)).expect(page)
}

/// Where the links and pictures of a page lead.
fn links(page: &str) -> Vec<String> {
    let text = text(page);
    let events = Parser::new_ext(&text, Options::all());
    let found = events.filter_map(|event| match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
            Some(dest_url.into_string())
        }
        _ => None,
    });
    found.collect()
}

/// The chapters of the book, as paths from the root.
fn chapters() -> BTreeSet<String> {
    let files = fs::read_dir(root().join("docs/src")).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let chapters = names.filter(|name| name != "SUMMARY.md" && name != "studies");
    chapters.map(|name| format!("docs/src/{name}")).collect()
}

#[test]
fn every_chapter_is_listed_and_every_link_leads_somewhere() {
    let listed: Vec<String> = links(SUMMARY)
        .into_iter()
        .map(|link| format!("docs/src/{link}"))
        .collect();
    let once: BTreeSet<String> = listed.iter().cloned().collect();
    assert_eq!(once.len(), listed.len(), "a chapter is listed twice");
    assert_eq!(once, chapters());
    let mut pages: Vec<String> = listed;
    pages.extend(
        [
            "README.md",
            "CONTRIBUTING.md",
            "ARCHITECTURE.md",
            "formats/README.md",
        ]
        .map(str::to_owned),
    );
    let (mut found, mut lost) = (0, Vec::new());
    for page in &pages {
        assert!(text(page).starts_with("# "), "{page} begins with its title");
        let folder = Path::new(page)
            .parent()
            .map_or_else(PathBuf::new, Path::to_owned);
        for link in links(page) {
            found += 1;
            let file = link.split('#').next().unwrap_or_default();
            let is_far = link.starts_with("https://");
            if !is_far && (link.contains('#') || !root().join(&folder).join(file).exists()) {
                lost.push(format!("{page}: {link}"));
            }
        }
    }
    assert!(found > 20, "{found} links");
    assert_eq!(lost, Vec::<String>::new());
}

/// Whoever wants to know what this is must not have to scroll through a manual.
#[test]
fn the_readme_stays_short() {
    let lines = text("README.md").lines().count();
    assert!(lines <= 200, "{lines} lines");
    let readme: BTreeSet<String> = links("README.md").into_iter().collect();
    let missing: Vec<String> = chapters().difference(&readme).cloned().collect();
    assert_eq!(
        missing,
        ["docs/src/promises.md"],
        "chapters that it does not lead to"
    );
}

/// What `CONTRIBUTING.md` names as commands that run tests: each names a program of tests, and words that some test of it has.
#[test]
fn the_commands_for_whoever_changes_the_program_run_something() {
    let own = std::process::Command::new(std::env::current_exe().unwrap())
        .arg("--list")
        .output()
        .unwrap();
    let own = String::from_utf8(own.stdout).unwrap();
    let page = text("CONTRIBUTING.md");
    let manifest = text("Cargo.toml");
    let (mut programs, mut filters) = (0, 0);
    for line in page.lines().filter(|line| line.contains("cargo test")) {
        let command = line
            .split(['#', ';'])
            .find(|part| part.contains("cargo test"));
        let words: Vec<&str> = command.unwrap_or_default().split_whitespace().collect();
        let Some(at) = words.iter().position(|word| *word == "--test") else {
            continue;
        };
        let program = words.get(at + 1).expect(line);
        assert!(
            manifest.contains(&format!("name = \"{program}\"\npath")),
            "no tests are called {program}: {line}"
        );
        programs += 1;
        let Some(filter) = words.get(at + 2).filter(|word| !word.starts_with('-')) else {
            continue;
        };
        // The other program is asked for nothing: it would have to be built.
        if *program == "all" {
            filters += 1;
            let is_there = own.lines().any(|test| test.contains(filter));
            assert!(is_there, "no test has {filter} in its name: {line}");
        }
    }
    assert!(programs > 8 && filters > 5, "{programs}, {filters}");
    let scripts = page
        .split(['`', ' ', '\n'])
        .filter(|word| word.starts_with(".ci/"));
    for script in scripts {
        assert!(root().join(script).is_file(), "{script}");
    }
    assert!(page.contains(".ci/sbom") && page.contains(".ci/reproduce"));
}
