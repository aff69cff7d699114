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
    process::Command,
    sync::LazyLock,
};

use serde_json::Value;

/// The packages of the build on this machine, as cargo tells them.
static PACKAGES: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let told = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked", "--offline"])
        .args(["--filter-platform", &host()])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(
        told.status.success(),
        "{}",
        String::from_utf8_lossy(&told.stderr)
    );
    let told: Value = serde_json::from_slice(&told.stdout).unwrap();
    let resolved: BTreeSet<&str> = told["resolve"]["nodes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|node| node["id"].as_str().unwrap())
        .collect();
    let packages = told["packages"].as_array().unwrap();
    let is_built = |package: &&Value| resolved.contains(package["id"].as_str().unwrap());
    packages.iter().filter(is_built).cloned().collect()
});

/// The name of this machine's system, as cargo has it.
fn host() -> String {
    let told = Command::new(env!("CARGO")).args(["-vV"]).output().unwrap();
    let told = String::from_utf8(told.stdout).unwrap();
    let line = told.lines().find_map(|line| line.strip_prefix("host: "));
    line.expect("cargo names its host").to_owned()
}

fn deny() -> toml::Table {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/deny.toml");
    toml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn of<'v>(package: &'v Value, field: &str) -> &'v str {
    package[field].as_str().unwrap_or_default()
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
    let wrong: Vec<String> = PACKAGES
        .iter()
        .filter(|package| !is_allowed(of(package, "license"), &allowed))
        .map(|package| format!("{}: {:?}", of(package, "name"), package["license"]))
        .collect();
    assert!(PACKAGES.len() > 300, "{}", PACKAGES.len());
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn everything_that_is_built_comes_from_the_registry_or_lies_here() {
    const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";
    for package in PACKAGES.iter() {
        let own = of(package, "name").starts_with("hustings");
        let source = package["source"].as_str();
        assert_eq!(
            source,
            (!own).then_some(REGISTRY),
            "{}",
            of(package, "name")
        );
    }
}

#[test]
fn nothing_is_built_in_two_versions_without_a_reason() {
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for package in PACKAGES.iter() {
        versions
            .entry(of(package, "name"))
            .or_default()
            .insert(of(package, "version"));
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
    let locked = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.lock"));
    let locked = locked.unwrap();
    for one in explained {
        let (name, version) = one.split_once('@').expect("crate@version");
        let entry = format!("name = \"{name}\"\nversion = \"{version}\"");
        assert!(
            locked.contains(&entry),
            "{one} is gone: take it out of deny.toml"
        );
    }
}
