//! What the crates may depend on, by their manifests, and what the sources keep to beyond what a compiler sees.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "the helpers of a test are part of it"
)]

mod circles;

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The code of a file without its tests and comments.
fn code(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap();
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    text.lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n")
}

fn all() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    sources(&root, &mut found);
    found
        .into_iter()
        .map(|path| {
            (
                path.strip_prefix(&root)
                    .unwrap()
                    .to_string_lossy()
                    .into_owned(),
                code(&path),
            )
        })
        .collect()
}

/// The crates from the lowest to the highest, and the libraries that each must do without. What the program is, its
/// command line, stands above them all.
const CRATES: [(&str, &[&str]); 13] = [
    ("base", &["tokio", "ratatui", "rusqlite", "reqwest"]),
    (
        "rules",
        &["tokio", "ratatui", "rusqlite", "reqwest", "tempfile"],
    ),
    (
        "real",
        &["tokio", "ratatui", "rusqlite", "reqwest", "tempfile"],
    ),
    ("llm", &["ratatui", "rusqlite", "hustings-transformer"]),
    ("embedded", &["ratatui", "rusqlite", "reqwest"]),
    ("config", &["tokio", "ratatui", "rusqlite", "reqwest"]),
    ("models", &["ratatui", "rusqlite"]),
    ("store", &["ratatui", "reqwest", "hustings-transformer"]),
    (
        "live",
        &[
            "ratatui",
            "crossterm",
            "rusqlite",
            "reqwest",
            "hustings-transformer",
        ],
    ),
    (
        "study",
        &["ratatui", "rusqlite", "reqwest", "hustings-transformer"],
    ),
    ("host", &["ratatui", "rusqlite"]),
    (
        "document",
        &[
            "ratatui",
            "rusqlite",
            "reqwest",
            "tokio",
            "hustings-transformer",
        ],
    ),
    ("screen", &["rusqlite", "hustings-transformer"]),
];

/// The libraries that do not come into a crate by way of another of ours, either.
const NEVER: [(&str, &[&str]); 8] = [
    (
        "rules",
        &[
            "tokio",
            "ratatui",
            "rusqlite",
            "reqwest",
            "hustings-transformer",
        ],
    ),
    (
        "document",
        &[
            "tokio",
            "ratatui",
            "rusqlite",
            "reqwest",
            "hustings-transformer",
        ],
    ),
    ("llm", &["ratatui", "rusqlite", "hustings-transformer"]),
    ("config", &["ratatui", "rusqlite", "hustings-transformer"]),
    ("store", &["ratatui", "hustings-transformer"]),
    ("live", &["ratatui", "crossterm", "hustings-transformer"]),
    ("study", &["ratatui", "crossterm", "hustings-transformer"]),
    ("screen", &["hustings-transformer"]),
];

#[test]
fn what_a_crate_does_without_comes_by_no_other() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let needs = |name: &str| -> Vec<String> {
        let manifest = std::fs::read_to_string(root.join(name).join("Cargo.toml")).unwrap();
        let manifest: toml::Table = manifest.parse().unwrap();
        let needs = manifest["dependencies"].as_table().unwrap();
        needs.keys().cloned().collect()
    };
    for (name, without) in NEVER {
        let (mut seen, mut next) = (BTreeSet::new(), vec![name.to_owned()]);
        while let Some(one) = next.pop() {
            for library in needs(&one) {
                assert!(
                    !without.contains(&library.as_str()),
                    "{library} comes into {name} by {one}"
                );
                if let Some(ours) = library.strip_prefix("hustings-")
                    && seen.insert(ours.to_owned())
                {
                    next.push(ours.to_owned());
                }
            }
        }
    }
}

#[test]
fn layers_point_one_way() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut broken = Vec::new();
    for (at, (name, without)) in CRATES.iter().enumerate() {
        let manifest = std::fs::read_to_string(root.join(name).join("Cargo.toml")).unwrap();
        let manifest: toml::Table = manifest.parse().unwrap();
        let needs = manifest["dependencies"].as_table().unwrap();
        let above = CRATES[at..]
            .iter()
            .map(|(above, _)| format!("hustings-{above}"));
        let forbidden = above.chain(without.iter().map(|&library| library.to_owned()));
        broken.extend(
            forbidden
                .filter(|one| needs.contains_key(one))
                .map(|one| format!("src/{name}/Cargo.toml names {one}")),
        );
    }
    let crates = std::fs::read_dir(&root).unwrap().filter_map(|entry| {
        let path = entry.unwrap().path();
        let name = path.file_name()?.to_str()?.to_owned();
        // The network of a model is arithmetic alone; nothing of ours is in it.
        (path.join("Cargo.toml").is_file() && name != "transformer").then_some(name)
    });
    broken.extend(
        crates
            .filter(|name| !CRATES.iter().any(|(known, _)| known == name))
            .map(|name| format!("src/{name} has no place among the layers")),
    );
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn panes_draw_a_state_and_nothing_else() {
    let mut broken = Vec::new();
    for (file, code) in all() {
        let named = ["engine", "journal", "llm", "tokio", "std::fs"];
        let named = named.iter().filter(|name| code.contains(**name));
        if file.starts_with("screen/panes/") {
            broken.extend(named.map(|name| format!("{file} names {name}")));
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn the_command_line_decides_nothing_about_a_debate() {
    // What is asked and of whom, what is counted, what is missing, what says the same.
    let decisions = [
        "Prompts",
        "structured::",
        "check_seats",
        "decide::",
        "engine::fits",
        "Likeness::of",
        "Report::of",
        "Report::counted",
        "Scores::of",
        "JudgeAgreement::of",
        "missing::",
        "real::records",
    ];
    let mut broken = Vec::new();
    for (file, code) in all() {
        if file.starts_with("cli/") {
            // What assistants call prompts is something else.
            let code = code.replace("ListPromptsResult", "");
            let named = decisions.iter().filter(|name| code.contains(**name));
            broken.extend(named.map(|name| format!("{file} names {name}: that is for the host")));
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn people_are_spoken_to_through_one_door() {
    // The screen draws; it prints nothing. Nor is anybody spoken to by a document that is written into the file behind
    // `/dev/stdout`.
    let doors = ["cli/out.rs", "screen/terminal.rs", "base/files/handle.rs"];
    let mut broken = Vec::new();
    let told = all().into_iter();
    for (file, code) in told.filter(|(file, _)| !file.contains("/tests/")) {
        let is_door = doors.contains(&file.as_str());
        let speaks = [
            "io::stdout()",
            "io::stderr()",
            "println!",
            "eprintln!",
            "eprint!",
            "print!(",
        ];
        let speaks = speaks
            .iter()
            .filter(|name| code.contains(**name) && !is_door);
        broken.extend(speaks.map(|name| format!("{file} has {name}")));
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn files_that_people_name_are_opened_in_one_place() {
    // What the program itself has put where it reads it, or what the system has.
    let own = [
        "base/files/",
        "models/store.rs",
        "models/memory.rs",
        "models/finish.rs",
        "models/convert.rs",
        "models/import.rs",
        "models/pull/",
        "embedded/",
        "transformer/file.rs",
        "transformer/parallel.rs",
        "store/journal/lock.rs",
        "store/journal/seats.rs",
        "screen/app/editor.rs",
        "cli/bench.rs",
        "cli/logging.rs",
    ];
    let opens = [
        "fs::read(",
        "fs::read_to_string(",
        "File::open(",
        "File::create(",
        "fs::write(",
        "OpenOptions",
        "File::options(",
    ];
    // Of those the ones that read the whole of something, which is what the system has, or long files whose length is known.
    let read_whole = [
        "base/files/",
        "models/memory.rs",
        "embedded/",
        "cli/bench.rs",
        "transformer/parallel.rs",
    ];
    let reads = opens.iter().take(2);
    let mut unbounded: Vec<String> = all()
        .into_iter()
        .filter(|(file, _)| !read_whole.iter().any(|place| file.starts_with(place)))
        .filter(|(file, _)| !file.ends_with("/tests.rs") && !file.contains("/tests/"))
        .flat_map(|(file, code)| {
            let named = reads.clone().filter(move |open| code.contains(**open));
            named.map(move |open| format!("{file} has {open}"))
        })
        .collect();
    let broken: Vec<String> = all()
        .into_iter()
        .filter(|(file, _)| !own.iter().any(|place| file.starts_with(place)))
        .filter(|(file, _)| !file.ends_with("/tests.rs") && !file.contains("/tests/"))
        .flat_map(|(file, code)| {
            let named = opens.iter().filter(move |open| code.contains(**open));
            named.map(move |open| format!("{file} has {open}"))
        })
        .collect();
    unbounded.extend(broken);
    let broken = unbounded;
    assert!(
        broken.is_empty(),
        "a pipe would be waited for, and a device read without end: {}",
        broken.join(", ")
    );
}

#[test]
fn the_clock_is_read_where_no_year_is_too_late_for_it() {
    let mut broken = Vec::new();
    for (file, code) in all() {
        let reads = ["Timestamp::now()", "Zoned::now()"];
        let reads = reads.iter().filter(|name| code.contains(**name));
        broken.extend(reads.map(|name| format!("{file} has {name}")));
    }
    assert!(broken.is_empty(), "they panic: {}", broken.join(", "));
}

#[test]
fn the_rules_neither_block_nor_reach_outside() {
    let outside = [
        "std::env",
        "std::fs",
        "std::io",
        "std::net",
        "std::process",
        "std::sync::Mutex",
        "std::sync::mpsc",
        "std::thread",
        "std::time",
        "Mutex",
        "RwLock",
        "Condvar",
        "SystemTime",
        "Instant::now",
        "crate::clock",
        "crate::files",
        "crate::database",
        "crate::network_thread",
        "tokio",
        "rusqlite",
        "reqwest",
        "tracing::",
        "async ",
        "println!",
    ];
    let mut read = 0;
    let mut broken = Vec::new();
    for (file, code) in all() {
        if !(file.starts_with("rules/debate/") || file.starts_with("rules/setup/"))
            || file.ends_with("/tests.rs")
        {
            continue;
        }
        read += 1;
        // The trait of what tells of a debate names the error that a writer has, and writes nothing.
        let code = match file.as_str() {
            "rules/debate/sink.rs" => code.replace("std::io", ""),
            _ => code,
        };
        let named = outside.iter().filter(|name| code.contains(**name));
        broken.extend(named.map(|name| format!("{file} has {name}")));
    }
    assert!(read > 20, "{read} files of the rules were read");
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn files_stay_small_enough_to_read() {
    let long: Vec<String> = all()
        .into_iter()
        .map(|(file, code)| (code.lines().count(), file))
        .filter(|(lines, _)| *lines > 500)
        .map(|(lines, file)| format!("{file}: {lines} lines"))
        .collect();
    assert!(
        long.is_empty(),
        "a second responsibility is a second file: {}",
        long.join(", ")
    );
}

#[test]
fn a_public_type_has_its_name_for_itself() {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (file, code) in all() {
        for line in code.lines() {
            let Some(item) = line.trim_start().strip_prefix("pub ") else {
                continue;
            };
            let mut words = item.split(|c: char| !c.is_alphanumeric() && c != '_');
            if let (Some("struct" | "enum" | "trait" | "type"), Some(name)) =
                (words.next(), words.next())
            {
                places
                    .entry(name.to_owned())
                    .or_default()
                    .push(file.clone());
            }
        }
    }
    assert!(places.len() > 300, "{} names were read", places.len());
    let twice: Vec<String> = places
        .into_iter()
        .filter(|(_, files)| files.len() > 1)
        .map(|(name, files)| format!("{name}: {}", files.join(", ")))
        .collect();
    assert!(
        twice.is_empty(),
        "one type of the workspace or two names: {}",
        twice.join("; ")
    );
}

#[test]
fn what_is_made_for_tests_is_not_in_the_program() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    sources(&root, &mut found);
    let mut made_for_tests = 0;
    let mut built_in = Vec::new();
    for path in &found {
        // What lies in there is gated where its folder is.
        if path
            .iter()
            .any(|part| part == "tests" || part == "tests.rs")
        {
            continue;
        }
        let text = std::fs::read_to_string(path).unwrap();
        let mut is_for_tests = false;
        for line in text.lines() {
            let is_module = line.ends_with(';') && line.contains("mod ");
            if is_module && (line.contains("fixture") || line.contains("mod tests;")) {
                made_for_tests += 1;
                if !is_for_tests {
                    built_in.push(format!("{}: {line}", path.display()));
                }
            }
            let is_gate = line.starts_with("#[cfg(test)]") || line.starts_with("#[cfg(any(test,");
            is_for_tests = is_gate || is_for_tests && line.starts_with("#[");
        }
    }
    assert!(made_for_tests > 20, "{made_for_tests} modules were found");
    assert!(built_in.is_empty(), "{}", built_in.join("\n"));
}

#[test]
fn modules_say_what_they_own() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    sources(&root, &mut found);
    let silent: Vec<_> = found
        .iter()
        .filter(|path| !std::fs::read_to_string(path).unwrap().starts_with("//!"))
        .collect();
    assert!(silent.is_empty(), "{silent:?}");
}

#[test]
fn the_network_is_reached_from_two_places() {
    // Servers of models, and the hub that models are fetched from; pip is a program of its own.
    let places = ["llm/openai/", "models/pull/", "models/hub/"];
    let ways = [
        "reqwest::",
        "async_openai::",
        "TcpStream",
        "TcpListener",
        "UdpSocket",
        "UnixStream",
        "ToSocketAddrs",
        "tokio::net",
    ];
    let mut broken = Vec::new();
    for (file, code) in all() {
        // An address may be read elsewhere.
        let code = code.replace("reqwest::Url", "");
        let is_place = places.iter().any(|place| file.starts_with(place));
        let found = ways.iter().filter(|way| code.contains(**way) && !is_place);
        broken.extend(found.map(|way| format!("{file} has {way}")));
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn other_programs_are_begun_in_three_places() {
    // The user's editor, on the configuration and in the chamber, and pip for the weights that come as packages.
    let places = [
        "host/editor.rs",
        "models/pull/packages.rs",
        "screen/app/editor.rs",
    ];
    let mut begun: Vec<String> = all()
        .into_iter()
        .filter(|(_, code)| code.contains("Command::new("))
        .map(|(file, _)| file)
        .collect();
    begun.sort();
    assert_eq!(begun, places);
}
