//! What comes into the build: only crates of the registry, under licences that are listed, and none in two versions but for
//! those whose reason is told. The lists are those of `deny.toml`, by which `cargo deny` checks the same for every system
//! that packages are built for.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "the helpers of a test are part of it"
)]

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    process::Command,
    sync::LazyLock,
};

/// A crate that is built.
struct Built {
    name: String,
    version: String,
    licence: String,
}

/// The crates of the build on this machine, those of tests with them.
static BUILT: LazyLock<Vec<Built>> = LazyLock::new(|| {
    let told = Command::new(env!("CARGO"))
        .args([
            "tree",
            "--workspace",
            "--locked",
            "--offline",
            "--prefix",
            "none",
        ])
        .args(["--edges", "normal,build,dev", "--format", "{p}|{l}"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(
        told.status.success(),
        "{}",
        String::from_utf8_lossy(&told.stderr)
    );
    let told = String::from_utf8(told.stdout).unwrap();
    let lines: BTreeSet<&str> = told
        .lines()
        .map(|line| line.trim_end_matches(" (*)"))
        .filter(|line| !line.is_empty())
        .collect();
    let built = |line: &str| {
        let (package, licence) = line.split_once('|').expect(line);
        let mut words = package.split(' ');
        Built {
            name: words.next().expect(line).to_owned(),
            version: words.next().expect(line).trim_start_matches('v').to_owned(),
            licence: licence.to_owned(),
        }
    };
    lines.into_iter().map(built).collect()
});

fn file(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

fn deny() -> toml::Table {
    toml::from_str(&file("deny.toml")).unwrap()
}

/// Whether a licence expression leaves a choice in which every licence is one of those.
fn is_allowed(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let spaced = expression
        .replace('(', " ( ")
        .replace(')', " ) ")
        .replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut at = 0;
    let holds = any(&words, &mut at, allowed);
    holds && at == words.len()
}

fn any(words: &[&str], at: &mut usize, allowed: &BTreeSet<String>) -> bool {
    let mut holds = all(words, at, allowed);
    while words.get(*at) == Some(&"OR") {
        *at += 1;
        holds |= all(words, at, allowed);
    }
    holds
}

fn all(words: &[&str], at: &mut usize, allowed: &BTreeSet<String>) -> bool {
    let mut holds = one(words, at, allowed);
    while words.get(*at) == Some(&"AND") {
        *at += 1;
        holds &= one(words, at, allowed);
    }
    holds
}

fn one(words: &[&str], at: &mut usize, allowed: &BTreeSet<String>) -> bool {
    let word = words.get(*at).copied().unwrap_or_default();
    *at += 1;
    if word == "(" {
        let holds = any(words, at, allowed);
        *at += 1;
        return holds;
    }
    // An exception gives more than the licence alone.
    if words.get(*at) == Some(&"WITH") {
        *at += 2;
    }
    allowed.contains(word)
}

fn allowed() -> BTreeSet<String> {
    let deny = deny();
    let list = deny["licenses"]["allow"].as_array().unwrap();
    list.iter()
        .map(|one| one.as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn every_licence_of_the_build_is_a_listed_one() {
    let allowed = allowed();
    assert!(is_allowed("(Apache-2.0 OR MIT) AND BSD-3-Clause", &allowed));
    assert!(is_allowed("GPL-3.0 OR MIT/Apache-2.0", &allowed));
    assert!(!is_allowed("MIT AND GPL-3.0", &allowed));
    assert!(!is_allowed("", &allowed));
    let wrong: Vec<String> = BUILT
        .iter()
        .filter(|one| !is_allowed(&one.licence, &allowed))
        .map(|one| format!("{}: {:?}", one.name, one.licence))
        .collect();
    assert!(BUILT.len() > 300, "{}", BUILT.len());
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn everything_that_is_built_comes_from_the_registry_or_lies_here() {
    const REGISTRY: &str = "source = \"registry+https://github.com/rust-lang/crates.io-index\"";
    let locked = file("Cargo.lock");
    let packages: Vec<&str> = locked.split("[[package]]\n").skip(1).collect();
    assert!(packages.len() > 300, "{}", packages.len());
    for package in packages {
        let is_own = package.starts_with("name = \"hustings");
        let source = package.lines().find(|line| line.starts_with("source = "));
        assert_eq!(source, (!is_own).then_some(REGISTRY), "{package}");
        assert_eq!(package.contains("checksum = "), !is_own, "{package}");
    }
}

#[test]
fn nothing_is_built_in_two_versions_without_a_reason() {
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for one in BUILT.iter() {
        versions.entry(&one.name).or_default().insert(&one.version);
    }
    let deny = deny();
    let explained: BTreeSet<&str> = deny["bans"]["skip"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| {
            assert!(
                one["reason"]
                    .as_str()
                    .is_some_and(|reason| reason.contains(' ')),
                "{one}"
            );
            one["crate"].as_str().unwrap()
        })
        .collect();
    for (name, versions) in versions {
        // All but one of them are explained: that one is the version that is wanted.
        let unexplained: Vec<_> = versions
            .iter()
            .filter(|version| !explained.contains(format!("{name}@{version}").as_str()))
            .collect();
        assert!(
            unexplained.len() <= 1,
            "{name}: {unexplained:?} (see deny.toml)"
        );
    }
    let locked = file("Cargo.lock");
    for one in explained {
        let (name, version) = one.split_once('@').expect("crate@version");
        let entry = format!("name = \"{name}\"\nversion = \"{version}\"");
        assert!(
            locked.contains(&entry),
            "{one} is gone: take it out of deny.toml"
        );
    }
}

/// What `cargo` knows of the crates that are built on this machine.
fn metadata() -> serde_json::Value {
    let host = BUILT_FOR.as_str();
    let told = Command::new(env!("CARGO"))
        .args(["metadata", "--locked", "--offline", "--format-version", "1"])
        .args(["--filter-platform", host])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(
        told.status.success(),
        "{}",
        String::from_utf8_lossy(&told.stderr)
    );
    serde_json::from_slice(&told.stdout).unwrap()
}

/// The name of this kind of machine.
static BUILT_FOR: LazyLock<String> = LazyLock::new(|| {
    let told = Command::new("rustc").arg("-vV").output().unwrap();
    let told = String::from_utf8(told.stdout).unwrap();
    let host = told.lines().find_map(|line| line.strip_prefix("host: "));
    host.expect("a host").to_owned()
});

/// A version of Rust: `1.90`, `1.90.0`.
fn version(text: &str) -> Vec<u32> {
    let mut numbers: Vec<u32> = text.split('.').map(|part| part.parse().unwrap()).collect();
    numbers.resize(3, 0);
    numbers
}

/// Of what our own lines need clippy says so (`incompatible_msrv`), as far as it is of the standard library.
#[test]
fn no_crate_needs_a_newer_rust_than_is_promised() {
    let manifest: toml::Table = toml::from_str(&file("Cargo.toml")).unwrap();
    let promised = manifest["workspace"]["package"]["rust-version"]
        .as_str()
        .unwrap();
    let told = metadata();
    let built: BTreeSet<&str> = told["resolve"]["nodes"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|node| node["id"].as_str())
        .collect();
    let mut known = 0;
    for package in told["packages"].as_array().unwrap() {
        let needs = package["rust_version"].as_str();
        let is_own = package["source"].is_null();
        if !built.contains(package["id"].as_str().unwrap()) {
            continue;
        }
        let name = package["name"].as_str().unwrap();
        if is_own {
            assert_eq!(needs, Some(promised), "{name}");
        } else if let Some(needs) = needs {
            known += 1;
            assert!(
                version(needs) <= version(promised),
                "{name} needs Rust {needs}, and {promised} is promised"
            );
        }
    }
    assert!(known > 200, "{known}");
}

/// The list that a release comes with.
#[cfg(unix)]
#[test]
fn the_list_of_a_build_has_each_crate_of_it_with_licence_and_checksum() {
    let list = || {
        let told = Command::new("python3")
            .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join(".ci/sbom"))
            .args(["--target", &BUILT_FOR])
            .env("CARGO_NET_OFFLINE", "true")
            .output()
            .unwrap();
        assert!(
            told.status.success(),
            "{}",
            String::from_utf8_lossy(&told.stderr)
        );
        told.stdout
    };
    let first = list();
    let told: serde_json::Value = serde_json::from_slice(&first).unwrap();
    assert_eq!(told["bomFormat"], "CycloneDX");
    assert_eq!(told["metadata"]["component"]["name"], "hustings");
    let components = told["components"].as_array().unwrap();
    let mut listed = BTreeSet::new();
    for one in components {
        let text = |key: &str| one[key].as_str().unwrap_or_default().to_owned();
        assert!(!one["licenses"].as_array().unwrap().is_empty(), "{one}");
        let is_of_registry = text("purl").starts_with("pkg:cargo/");
        assert_eq!(is_of_registry, one["hashes"].is_array(), "{one}");
        listed.insert((text("name"), text("version")));
    }
    let known: BTreeSet<_> = BUILT
        .iter()
        .map(|one| (one.name.clone(), one.version.clone()))
        .collect();
    let unknown: Vec<_> = listed.difference(&known).collect();
    assert!(
        unknown.iter().all(|(name, _)| name == "SQLite"),
        "{unknown:?}"
    );
    let names: BTreeSet<&str> = listed.iter().map(|(name, _)| name.as_str()).collect();
    for wanted in ["SQLite", "rusqlite", "ratatui", "hustings-rules", "rustls"] {
        assert!(names.contains(wanted), "{wanted}");
    }
    assert!(!names.contains("proptest"), "only tests have that");
    assert!(components.len() + 100 > BUILT.len(), "{}", components.len());
    assert_eq!(list(), first, "the same list for the same build");
}
