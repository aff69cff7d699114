//! What several test binaries share.
#![allow(
    dead_code,
    unreachable_pub,
    reason = "each test binary uses its own part"
)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::format_collect,
    clippy::type_complexity,
    reason = "a test that fails may panic, and need not be fast"
)]

pub mod debater;
pub mod fake_server;
pub mod gguf;
pub mod world;

use std::sync::Arc;

use hustings::{
    catalog::{Format, Member, Motion, Persona, Profile},
    debate::{
        ids::{DebateId, Seat},
        opening::{Launch, Listener, Opening, Options, Speaker},
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

/// An exhibition on private cars with six speakers, `audience` listeners and these settings.
pub fn opening(audience: usize, options: Options, profile: &Profile) -> Arc<Opening> {
    let format: Format = read("formats/exhibition.toml");
    let speakers = SPEAKERS
        .iter()
        .enumerate()
        .map(|(i, id)| Speaker {
            seat: Seat::new(if i < 3 { "prop" } else { "opp" }, i % 3 + 1),
            persona: (*id).to_owned(),
            card: read::<Persona>(&format!("personas/{id}.toml")),
            model: "scripted".to_owned(),
            profile: profile.clone(),
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
    Arc::new(Opening {
        debate: DebateId("01932f00-0000-7000-8000-00000000c0de".to_owned()),
        opened_ms: 1_790_000_000_000,
        seed: 7,
        motion_id: Some("ban-private-cars".to_owned()),
        motion: read::<Motion>("motions/ban-private-cars.toml"),
        format_id: "exhibition".to_owned(),
        format,
        speakers,
        audience,
        options,
        launch: Launch::default(),
    })
}
