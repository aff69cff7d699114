//! The readers of `tests/readers/targets.rs` for cargo-fuzz. All of them are in one program, because it is what they read
//! with that takes long to build; the variable `READER` names the one that is meant.

#![no_main]

#[path = "../../tests/readers/targets.rs"]
mod targets;

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;

static READ: LazyLock<fn(&[u8])> = LazyLock::new(|| {
    let name = std::env::var("READER").unwrap_or_default();
    let reader = targets::READERS.iter().find(|one| one.name == name);
    let names: Vec<&str> = targets::READERS.iter().map(|one| one.name).collect();
    reader.unwrap_or_else(|| panic!("READER is one of {names:?}")).read
});

fuzz_target!(|bytes: &[u8]| READ(bytes));
