//! `docs/promises.md` is true: what it names exists.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "the helpers of a test are part of it"
)]

use std::{fs, path::Path};

const TABLE: &str = "docs/promises.md";

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
