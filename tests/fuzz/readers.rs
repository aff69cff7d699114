//! One reader of what comes from outside, the one that `HUSTINGS_READER` names, under libFuzzer.

#![no_main]
#![allow(dead_code, clippy::unwrap_used, reason = "the readers are those of the tests")]

#[path = "../readers/targets.rs"]
mod targets;

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use targets::{READERS, Reader};

static READER: LazyLock<&Reader> = LazyLock::new(|| {
    let name = std::env::var("HUSTINGS_READER").unwrap_or_default();
    let names = || READERS.iter().map(|reader| reader.name).collect::<Vec<_>>();
    let known = READERS.iter().find(|reader| reader.name == name);
    known.unwrap_or_else(|| panic!("HUSTINGS_READER is one of {}", names().join(", ")))
});

fuzz_target!(|bytes: &[u8]| (READER.read)(bytes));
