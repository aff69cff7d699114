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
pub mod debater;
pub mod fake_server;
pub mod gguf;
pub mod process;
pub mod prompted;
pub mod world;

use std::{collections::BTreeSet, sync::Arc};

use hustings::{
    catalog::{Format, Member, Motion, Persona, Profile},
    debate::{
        event::{Event, Record},
        ids::{DebateId, Seat},
        opening::{Launch, Listener, Opening, Options, Speaker},
        scores::Bench,
    },
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
    let format: Format = read(&format!("formats/{id}.toml"));
    let seats = format.sides.iter().flat_map(|side| {
        let numbers = 1..=side.seats;
        numbers.map(|number| Seat::new(&side.id, number))
    });
    let speakers = seats
        .zip(SPEAKERS.iter().chain(&MORE_SPEAKERS))
        .map(|(seat, id)| Speaker {
            seat,
            persona: (*id).to_owned(),
            card: read::<Persona>(&format!("personas/{id}.toml")),
            model: "scripted".to_owned(),
            profile: profile.clone(),
            stance: None,
            passages: 0,
        })
        .collect();
    let members = [
        "ppe-student",
        "law-student",
        "science-phd",
        "history-student",
        "international-student",
    ];
    let audience = (0..audience)
        .map(|i| Listener {
            seat: Seat::audience(i + 1),
            persona: members[i % members.len()].to_owned(),
            card: read::<Member>(&format!(
                "personas/audience/{}.toml",
                members[i % members.len()]
            )),
        })
        .collect();
    let bench = |seat: Seat| Bench {
        seat,
        model: "scripted".to_owned(),
        profile: profile.clone(),
    };
    Opening {
        debate: DebateId("01932f00-0000-7000-8000-00000000c0de".to_owned()),
        opened_ms: 1_790_000_000_000,
        seed: 7,
        motion_id: Some("ban-private-cars".to_owned()),
        motion: read::<Motion>("motions/ban-private-cars.toml"),
        format_id: id.to_owned(),
        judges: (1..=format.judges).map(|n| bench(Seat::judge(n))).collect(),
        moderator: format.needs_moderator().then(|| bench(Seat::moderator())),
        referee: Some(profile.clone()),
        format,
        speakers,
        audience,
        options,
        launch: Launch::default(),
        real: None,
        batch: None,
        guidance: None,
    }
}

/// Every format that is built in.
pub const FORMATS: [&str; 10] = [
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
