//! Openings for tests, resolved as any other: a debate of a built-in format, its seats filled in order.

#![allow(clippy::unwrap_used, reason = "the files are our own")]

use std::sync::LazyLock;

use super::{DebateChoice, NewDebate, opening};
use crate::{
    catalog::{Catalog, Profile},
    debate::{
        ids::{DebateId, Seat},
        opening::{Listener, Opening},
    },
};

/// The motion where a test has none of its own.
pub const MOTION: &str = "This House Believes that cities should ban private cars";

/// The personas in the seats, in their order, where a test does not care.
pub const PEOPLE: [&str; 8] = [
    "gandhi",
    "wollstonecraft",
    "mill",
    "napoleon",
    "adam-smith",
    "lovelace",
    "darwin",
    "alexander",
];

static CATALOG: LazyLock<Catalog> = LazyLock::new(|| Catalog::load(None).0);

/// The choice of a debate between these people, as many of them as the format has seats, and nobody else.
pub fn choice(format: &str, people: &[&str]) -> DebateChoice {
    let rules = &CATALOG.format(format).unwrap().value;
    let seats = rules.sides.iter().map(|side| side.seats).sum();
    DebateChoice {
        motion: MOTION.to_owned(),
        format: format.to_owned(),
        speakers: people
            .iter()
            .take(seats)
            .map(|id| (*id).to_owned())
            .collect(),
        audience: Some(0),
        seed: Some(7),
        ..DebateChoice::default()
    }
}

/// The opening of a chosen debate, all of whose parts one model plays.
pub fn resolved(choice: DebateChoice, model: &str, profile: &Profile) -> Opening {
    let new = NewDebate {
        debate: DebateId("d".to_owned()),
        opened_ms: 0,
        seed: 7,
    };
    opening(&CATALOG, choice, new, &|_, _| {
        (model.to_owned(), profile.clone())
    })
    .unwrap()
}

/// A house of that size, of these members of the catalog in turn.
pub fn house(size: usize, members: &[&str]) -> Vec<Listener> {
    let members = members.iter().cycle().take(size);
    let listener = |(number, id): (usize, &&str)| {
        let entry = CATALOG.member(id).unwrap();
        Listener {
            seat: Seat::audience(number),
            persona: entry.id.clone(),
            card: entry.value.clone(),
            own_model: None,
        }
    };
    (1..).zip(members).map(listener).collect()
}
