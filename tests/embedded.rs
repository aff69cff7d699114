//! A real model in the process: SmolLM2, the smallest of the catalogue, which is fetched the first time that
//! these tests are run. What a model says differs with the processor and the number of threads, so what is looked at
//! is everything but what it says; how near its numbers are to llama.cpp's, `scores.rs` looks at.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stderr,
    clippy::format_collect,
    reason = "a test that fails may panic, and says what it waits for"
)]
#![cfg(all(unix, feature = "embedded", feature = "tui"))]

mod common;
#[path = "embed.rs"]
mod vectors;

#[path = "embedded/calls.rs"]
mod calls;
#[path = "embedded/debate.rs"]
mod debate;
#[path = "embedded/files.rs"]
mod files;
#[path = "embedded/first_run.rs"]
mod first_run;
#[path = "embedded/likelihoods.rs"]
mod likelihoods;
#[path = "embedded/planted.rs"]
mod planted;
#[path = "common/pty.rs"]
#[allow(dead_code, reason = "this test needs a part of it")]
mod pty;
#[path = "embedded/scores.rs"]
mod scores;
#[path = "embedded/tokens.rs"]
mod tokens;
#[path = "embedded/wild.rs"]
mod wild;

use std::{
    path::{Path, PathBuf},
    process::Command,
    sync::{Condvar, Mutex, OnceLock, PoisonError},
    thread::available_parallelism,
};

use common::surroundings;
use hustings::{
    config::Dirs,
    models::{Installed, Store},
};

/// Where the model is kept between runs.
fn home() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("models-home")
}

/// The model, fetched if it is not there.
fn smollm2() -> &'static Installed {
    static MODEL: OnceLock<Installed> = OnceLock::new();
    MODEL.get_or_init(|| {
        let store = Store::new(&Dirs::under(&home()));
        if let Some(installed) = store.find("smollm2") {
            return installed;
        }
        eprintln!("fetching smollm2 (98 MB), once");
        let pull = Command::new(env!("CARGO_BIN_EXE_hustings"))
            .args(["model", "pull", "smollm2", "--yes"])
            .env_remove("HUSTINGS_THREADS")
            .env_remove("HUSTINGS_LOG")
            .env("HUSTINGS_HOME", home())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&pull.stderr);
        assert!(pull.status.success(), "smollm2 cannot be fetched: {said}");
        store.find("smollm2").expect("it has just been fetched")
    })
}

/// Tests that run models now, and where others wait for their end.
static RUNNING: (Mutex<usize>, Condvar) = (Mutex::new(0), Condvar::new());

/// The right to run models, until it is dropped.
struct Turn;

/// Waits until fewer tests than there are cores run models, however many threads the tests have: each model works on all
/// cores, and more of them at a time only stand in each other's way.
fn turn() -> Turn {
    let most = available_parallelism().map_or(1, usize::from);
    let (running, ended) = &RUNNING;
    let running = running.lock().unwrap_or_else(PoisonError::into_inner);
    let waited = ended.wait_while(running, |running| *running >= most);
    *waited.unwrap_or_else(PoisonError::into_inner) += 1;
    Turn
}

impl Drop for Turn {
    fn drop(&mut self) {
        let (running, ended) = &RUNNING;
        *running.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        ended.notify_one();
    }
}
