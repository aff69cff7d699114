//! Every reader of what comes from outside takes whatever may come: good inputs, changed as accidents, other programs and
//! people who mean harm change them. A few changes in the usual run, the same ones each time; any number with
//! `HUSTINGS_FUZZ`, the seconds for each reader, and other ones with `HUSTINGS_FUZZ_SEED`. What was found once lies in
//! `tests/readers/cases/`, and is read each time. `HUSTINGS_INPUTS` is a folder that the good inputs are written to, for
//! `tests/fuzz`.

#![cfg(feature = "tui")]
#![allow(clippy::unwrap_used, reason = "the helpers of a test are part of it")]

mod changes;
mod seeds;
mod targets;

use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use changes::{changed, changes};
use targets::{READERS, Reader};

/// Changes of each reader's inputs in the usual run.
const CASES: u32 = 48;
/// Of those whose reading takes tens of milliseconds.
const SLOW: [(&str, u32); 3] = [("catalog", 6), ("journal", 6), ("record", 12)];

fn set(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// What was found once.
fn cases(reader: &Reader) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/readers/cases");
    let Ok(files) = fs::read_dir(folder.join(reader.name)) else {
        return Vec::new();
    };
    files
        .map(|file| fs::read(file.unwrap().path()).unwrap())
        .collect()
}

fn write(folder: &Path, inputs: &[Vec<u8>]) {
    fs::create_dir_all(folder).unwrap();
    for (at, input) in inputs.iter().enumerate() {
        fs::write(folder.join(at.to_string()), input).unwrap();
    }
}

fn hold(reader: &Reader) {
    let seeds = seeds::of(reader.name);
    assert!(!seeds.is_empty(), "{} has none", reader.name);
    if let Some(folder) = std::env::var_os("HUSTINGS_INPUTS") {
        write(&Path::new(&folder).join(reader.name), &seeds);
    }
    for whole in seeds.iter().chain(&cases(reader)) {
        (reader.read)(whole);
    }
    let few = SLOW.iter().find(|(slow, _)| *slow == reader.name);
    let cases = few.map_or(CASES, |(_, few)| *few);
    let until = set("HUSTINGS_FUZZ").map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let first = set("HUSTINGS_FUZZ_SEED").unwrap_or(1);
    for seed in first.. {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        let config = Config {
            cases,
            failure_persistence: None,
            max_shrink_iters: 4000,
            ..Config::default()
        };
        let random = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
        let mut runner = TestRunner::new_with_rng(config, random);
        let strategy = (proptest::sample::select(seeds.clone()), changes());
        let held = runner.run(&strategy, |(input, changes)| {
            (reader.read)(&changed(input, &changes));
            Ok(())
        });
        if let Err(proptest::test_runner::TestError::Fail(why, (input, changes))) = held {
            let input = changed(input, &changes);
            let file = std::env::temp_dir().join(format!("{}-{seed}", reader.name));
            fs::write(&file, &input).unwrap();
            let start: String = String::from_utf8_lossy(&input).chars().take(400).collect();
            panic!(
                "{} (seed {seed}): {why}\n{changes:?}\nthe input is in {}: {start:?}",
                reader.name,
                file.display()
            );
        }
        if until.is_none_or(|until| Instant::now() > until) {
            return;
        }
    }
}

/// Readers of so many of the names, in turn, so that tests that run beside each other share them.
fn hold_share(share: usize) {
    for reader in READERS.iter().skip(share).step_by(4) {
        hold(reader);
    }
}

#[test]
fn whatever_comes_is_read_or_refused() {
    hold_share(0);
}

#[test]
fn whatever_else_comes_is_read_or_refused() {
    hold_share(1);
}

#[test]
fn whatever_comes_from_files_is_read_or_refused() {
    hold_share(2);
}

#[test]
fn whatever_comes_from_models_is_read_or_refused() {
    hold_share(3);
}
