//! `docs/src/promises.md` is true: what it names exists.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "the helpers of a test are part of it"
)]

use std::{
    fs,
    path::{Path, PathBuf},
};

use hustings::{
    catalog::{Catalog, Task},
    config::Dirs,
    models::{Catalogue, human},
};

const TABLE: &str = "docs/src/promises.md";

fn text(path: &str) -> Option<String> {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).ok()
}

/// Whether the text has a heading of these words outside of its examples.
fn has_heading(text: &str, words: &str) -> bool {
    let mut is_example = false;
    text.lines().any(|line| {
        is_example ^= line.starts_with("```");
        !is_example && line.starts_with('#') && line.trim_start_matches('#').trim() == words
    })
}

/// Whether the source has a test of this name, which is not left out of the usual run.
fn has_test(source: &str, name: &str) -> bool {
    let lines: Vec<&str> = source.lines().map(str::trim_start).collect();
    let begins = |line: &str| {
        let line = line.strip_prefix("async ").unwrap_or(line);
        let rest = line.strip_prefix("fn ").and_then(|l| l.strip_prefix(name));
        rest.is_some_and(|rest| rest.starts_with('('))
    };
    lines.iter().enumerate().any(|(at, line)| {
        let attributes = || {
            let before = lines[..at].iter().rev();
            before.take_while(|line| line.starts_with("#[") || line.starts_with("//"))
        };
        let is_test =
            |line: &&str| line.starts_with("#[test]") || line.starts_with("#[tokio::test");
        begins(line)
            && attributes().any(is_test)
            && !attributes().any(|line| line.starts_with("#[ignore"))
    })
}

/// What stands between backquotes and names a test.
fn tests(cell: &str) -> Vec<(&str, &str)> {
    let quoted = cell.split('`').skip(1).step_by(2);
    quoted.filter_map(|one| one.split_once("::")).collect()
}

#[test]
fn every_promise_names_a_test_that_exists() {
    let table = text(TABLE).expect(TABLE);
    let (mut page, mut rows, mut wrong) = (String::new(), 0, Vec::new());
    for (number, line) in (1..).zip(table.lines()) {
        let mut is_wrong = |what: String| wrong.push(format!("{TABLE}:{number}: {what}"));
        if let Some(path) = line.strip_prefix("## ") {
            page = text(path).unwrap_or_default();
        } else if let Some(words) = line.strip_prefix("### ") {
            if !has_heading(&page, words) {
                is_wrong(format!("there is no heading \"{words}\" any more"));
            }
        } else if line.starts_with('|')
            && !["| promise |", "| --- |"]
                .iter()
                .any(|head| line.starts_with(head))
        {
            rows += 1;
            let held = line
                .trim_end_matches(['|', ' '])
                .rsplit(" | ")
                .next()
                .unwrap_or_default();
            let named = tests(held);
            if named.is_empty() {
                is_wrong("no test is named".to_owned());
            }
            for (file, name) in named {
                match text(file) {
                    None => is_wrong(format!("there is no file {file}")),
                    Some(source) if !has_test(&source, name) => {
                        is_wrong(format!("{file} has no test {name}"));
                    }
                    Some(_) => {}
                }
            }
        }
    }
    assert!(rows > 100, "{rows} promises were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Headings under which nothing is promised that a test could hold.
const PROMISE_NOTHING: [(&str, &str); 16] = [
    ("README.md", "Licence"),
    ("docs/src/formats.md", "Formats of your own"),
    ("docs/src/programs.md", "For programs"),
    ("docs/src/outages.md", "When a model cannot be reached"),
    ("docs/src/judging.md", "How debates are judged"),
    ("docs/src/installing.md", "Installing and packaging"),
    // Which of it has been tried, and how, is said there.
    ("docs/src/installing.md", "Packages"),
    // What was measured once, by tests that are too long for every run.
    ("docs/src/kept.md", "Long runs"),
    ("docs/src/attacks.md", "How often a small model obeys"),
    ("ARCHITECTURE.md", "How Hustings is built"),
    ("ARCHITECTURE.md", "How many files an addition touches"),
    ("ARCHITECTURE.md", "Libraries that were weighed and left"),
    ("ARCHITECTURE.md", "Tests"),
    ("formats/README.md", "The smallest one"),
    ("formats/README.md", "Stances"),
    ("formats/README.md", "Tasks"),
];

/// The headings of a page, outside of its examples.
fn headings(text: &str) -> Vec<&str> {
    let mut is_example = false;
    let lines = text.lines().filter(|line| {
        is_example ^= line.starts_with("```");
        !is_example && line.starts_with('#')
    });
    lines
        .map(|line| line.trim_start_matches('#').trim())
        .collect()
}

#[test]
fn every_heading_and_every_rule_has_its_promises() {
    let table = text(TABLE).expect(TABLE);
    let mut wrong = Vec::new();
    for part in table.split("\n## ").skip(1) {
        let page = part.lines().next().unwrap_or_default();
        for heading in headings(&text(page).expect(page)) {
            let is_there = part
                .lines()
                .any(|line| line.strip_prefix("### ") == Some(heading));
            let is_bare = PROMISE_NOTHING.contains(&(page, heading));
            if is_there == is_bare {
                wrong.push(format!("{page}: {heading}"));
            }
        }
    }
    let map = text("ARCHITECTURE.md").unwrap();
    let rules = map.split("## The rules of the house").nth(1).unwrap();
    let rules = rules.split("\n## ").next().unwrap();
    let numbers: Vec<&str> = rules
        .lines()
        .filter_map(|line| line.split_once(". "))
        .map(|(number, _)| number)
        .filter(|number| number.parse::<u32>().is_ok())
        .collect();
    assert!(numbers.len() >= 10, "{numbers:?}");
    for number in numbers {
        if !table.contains(&format!("\n| {number}. ")) {
            wrong.push(format!("rule {number}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_no_test_is_told_from_one() {
    let source = "#[test]\n#[cfg(unix)]\nfn a() {}\n\n#[tokio::test(start_paused = true)]\nasync fn b() {}\n\n\
                  #[test]\n#[ignore = \"long\"]\nfn c() {}\n\nfn d() {}\n";
    let found = ["a", "b", "c", "d", "aa", ""].map(|name| has_test(source, name));
    assert_eq!(found, [true, true, false, false, false, false]);
    let text = "# One\n```sh\n# Two\n```\n### Three\n";
    let found = ["One", "Two", "Three"].map(|words| has_heading(text, words));
    assert_eq!(found, [true, false, true]);
}

/// What a path of the map can stand for: it begins at the root, in `src/`, or beside another one of its row.
fn place(path: &str, beside: &[PathBuf]) -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let bases = [root.to_owned(), root.join("src")];
    bases.iter().chain(beside).find_map(|base| {
        let path = base.join(path.trim_end_matches('/'));
        let (folder, begins) = (
            path.parent()?,
            path.file_name()?.to_str()?.split('*').next()?,
        );
        let is_pattern = begins.len() < path.file_name()?.len();
        let mut there = fs::read_dir(folder).ok()?.map_while(Result::ok);
        let found =
            there.any(|one| is_pattern && one.file_name().to_string_lossy().starts_with(begins));
        let module = path.with_extension("rs");
        [
            path.exists().then_some(path.clone()),
            module.exists().then_some(module),
            found.then_some(path.clone()),
        ]
        .into_iter()
        .flatten()
        .next()
    })
}

#[test]
fn every_place_on_the_map_exists() {
    let map = text("ARCHITECTURE.md").unwrap();
    let (mut found, mut wrong) = (0, Vec::new());
    for row in map.lines() {
        let mut beside = Vec::new();
        for name in row.split('`').skip(1).step_by(2) {
            let is_path = name.contains('/')
                || [".rs", ".md", ".toml"]
                    .iter()
                    .any(|end| name.ends_with(end));
            if !is_path || name.contains(' ') {
                continue;
            }
            match place(name, &beside) {
                Some(place) => {
                    found += 1;
                    beside.extend(place.parent().map(Path::to_owned));
                    beside.push(place.with_extension(""));
                }
                None => wrong.push(name),
            }
        }
    }
    assert!(found > 100, "{found} places were found");
    assert_eq!(
        wrong,
        Vec::<&str>::new(),
        "ARCHITECTURE.md names what is not there"
    );
}

/// Whoever goes through the tour line by line has a debate of which there is a briefing where one is asked for.
#[test]
fn the_tour_of_the_readme_asks_for_a_briefing_of_a_debate_that_has_one() {
    let readme = text("README.md").unwrap();
    let (before, _) = readme.split_once("--to briefing").unwrap();
    let run = before
        .lines()
        .rfind(|line| line.starts_with("hustings run "));
    let (_, named) = run
        .unwrap()
        .split_once("--format ")
        .expect("the usual format has none");
    let id = named.split_whitespace().next().unwrap();
    let (catalog, _) = Catalog::load(None);
    let format = &catalog.format(id).unwrap().value;
    assert!(
        format.rubric.is_some() || format.has_task(Task::Synthesis),
        "{id}"
    );
}

#[test]
fn the_figures_of_the_book_are_those_of_the_program() {
    let told = |page: &str| {
        let page = text(page).expect(page);
        page.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let (readme, start) = (told("README.md"), told("docs/src/start.md"));
    let models = told("docs/src/models.md");
    let home = tempfile::tempdir().unwrap();
    let catalogue = Catalogue::load(&Dirs::under(home.path())).unwrap();
    let size = |name: &str| human(catalogue.find(name).unwrap().bytes());
    let usual = &catalogue.default_entry().name;
    let rust = env!("CARGO_PKG_RUST_VERSION");
    for figure in [
        format!("it needs Rust {rust} or newer"),
        format!("| `{usual}`, the default | {};", size(usual)),
        format!("| `smollm2` | {};", size("smollm2")),
    ] {
        assert!(
            readme.contains(&figure) && start.contains(&figure),
            "{figure}"
        );
    }
    assert!(models.contains(&format!("all-MiniLM-L6-v2, {},", size("minilm"))));
    let (catalog, _) = Catalog::load(None);
    assert_eq!(
        (catalog.formats().len(), catalog.personas().len()),
        (11, 20)
    );
    assert!(readme.contains("Eleven formats and twenty personas come with the program"));
    let refused = hustings::llm::embed::NONE_HINT;
    assert!(refused.contains(&size("minilm")), "{refused}");
}

/// Where a path of the map may begin.
const ROOTS: [&str; 2] = ["", "src"];

#[test]
fn every_path_of_the_map_leads_somewhere() {
    const MAP: &str = "ARCHITECTURE.md";
    let map = text(MAP).expect(MAP);
    let exists = |path: &str| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let places = ROOTS.map(|first| root.join(first).join(path.trim_end_matches('/')));
        // A module may be named without the ending of its file.
        let mut places = places.iter();
        places.any(|place| place.exists() || place.with_extension("rs").exists())
    };
    let mut wrong = Vec::new();
    for (number, line) in (1..).zip(map.lines()) {
        let quoted = line.split('`').skip(1).step_by(2);
        // Names of files behind their folder are not looked for, and no patterns.
        let is_path = |one: &&str| {
            one.contains('/')
                && one
                    .chars()
                    .all(|c| c.is_alphanumeric() || "/._-".contains(c))
        };
        let lost = quoted.filter(is_path).filter(|path| !exists(path));
        wrong.extend(lost.map(|path| format!("{MAP}:{number}: {path}")));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
