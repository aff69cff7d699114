//! What several test binaries share.
#![allow(
    dead_code,
    unreachable_pub,
    unused_imports,
    reason = "each test binary uses its own part"
)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::format_collect,
    clippy::type_complexity,
    reason = "a test that fails may panic, and need not be fast"
)]

pub mod answers;
pub mod attacks;
pub mod busy;
pub mod debater;
pub mod fake_server;
pub mod gguf;
pub mod lines;
pub mod process;
pub mod prompted;
pub mod surroundings;
pub mod text_server;
pub mod world;

use std::{collections::BTreeSet, sync::Arc};

use hustings::{
    catalog::Profile,
    debate::{
        event::{Event, Record},
        ids::DebateId,
        opening::{Opening, Options},
    },
    setup::fixture,
};

pub fn read<T: serde::de::DeserializeOwned>(path: &str) -> T {
    let full = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&full).unwrap_or_else(|error| panic!("{full}: {error}"));
    toml::from_str(&text).unwrap_or_else(|error| panic!("{full}: {error}"))
}

pub const SPEAKERS: [&str; 6] = [
    "napoleon",
    "gandhi",
    "alexander",
    "wollstonecraft",
    "mill",
    "adam-smith",
];
const MORE_SPEAKERS: [&str; 2] = ["darwin", "lovelace"];

/// Every call that began has one end and no more, and nothing else has.
pub fn calls_have_one_end(records: &[Record]) {
    let mut open = BTreeSet::new();
    for record in records {
        match &record.event {
            Event::CallBegan { call, .. } => {
                assert!(open.insert(*call), "{call:?} began twice");
            }
            Event::ModelCalled { call, .. }
            | Event::CallCut { call, .. }
            | Event::ModelFailed { call, .. } => {
                assert!(open.remove(call), "{call:?} ended twice, or never began");
            }
            _ => {}
        }
    }
    assert!(open.is_empty(), "without an end: {open:?}");
}

/// An exhibition on private cars with six speakers, `audience` listeners and these settings.
pub fn opening(audience: usize, options: Options, profile: &Profile) -> Arc<Opening> {
    Arc::new(opening_in("exhibition", audience, options, profile))
}

/// A debate on private cars in any built-in format, its seats filled in order.
pub fn opening_in(id: &str, audience: usize, options: Options, profile: &Profile) -> Opening {
    opening_on("ban-private-cars", (id, audience), options, profile)
}

/// The same on a motion: its id, or a sentence.
pub fn opening_on(
    motion: &str,
    (id, audience): (&str, usize),
    options: Options,
    profile: &Profile,
) -> Opening {
    let people = [SPEAKERS.as_slice(), &MORE_SPEAKERS].concat();
    let mut choice = fixture::choice(id, &people);
    motion.clone_into(&mut choice.motion);
    choice.options = options;
    let members = [
        "ppe-student",
        "law-student",
        "science-phd",
        "history-student",
        "international-student",
    ];
    Opening {
        debate: DebateId("01932f00-0000-7000-8000-00000000c0de".to_owned()),
        opened_ms: 1_790_000_000_000,
        audience: fixture::house(audience, &members),
        ..fixture::resolved(choice, "scripted", profile)
    }
}

/// Every format that is built in.
pub const FORMATS: [&str; 11] = [
    "assembly",
    "british-parliamentary",
    "clearside",
    "exhibition",
    "lincoln-douglas",
    "oxford",
    "panel",
    "roundtable",
    "socratic",
    "structured",
    "world-schools",
];
