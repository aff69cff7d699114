//! The line-up: a speaker for each seat, named by somebody or drawn by lot.

use super::{DebateChoice, InventedSpeaker, shuffle};
use crate::{
    catalog::{Catalog, Format, Persona, Side},
    debate::ids::Seat,
    error::Failure,
};

/// Everybody who can be named: the people of the catalog, and before them those who are in no file.
pub(super) struct Known<'a> {
    catalog: &'a Catalog,
    invented: &'a [InventedSpeaker],
}

impl<'a> Known<'a> {
    pub(super) fn of(catalog: &'a Catalog, choice: &'a DebateChoice) -> Self {
        Self {
            catalog,
            invented: &choice.invented,
        }
    }

    /// The id and the card that go with a name.
    pub(super) fn persona(&self, name: &str) -> Result<(&'a str, &'a Persona), Failure> {
        if let Some(one) = self.invented.iter().find(|one| one.id == name) {
            return Ok((&one.id, &one.card));
        }
        let entry = self.catalog.persona(name)?;
        Ok((&entry.id, &entry.value))
    }
}

/// The speakers of each side: those who were named, or else those whom the format has where nobody is named. Where one
/// of the format's is no longer known, lots are drawn instead.
pub(super) fn by_side(
    catalog: &Catalog,
    format: &Format,
    choice: &DebateChoice,
) -> Vec<Vec<String>> {
    if choice.sides.iter().any(|names| !names.is_empty()) {
        return choice.sides.clone();
    }
    let known = format.speakers.iter().all(|id| catalog.persona(id).is_ok());
    let named = match choice.speakers.as_slice() {
        [] if known => format.speakers.as_slice(),
        named => named,
    };
    let mut named = named.iter().cloned();
    let last = format.sides.len().saturating_sub(1);
    let of_side = |(at, side): (usize, &Side)| {
        // Whoever is left over belongs to the last side, where it is said that they are too many.
        let seats = if at == last { usize::MAX } else { side.seats };
        named.by_ref().take(seats).collect()
    };
    format.sides.iter().enumerate().map(of_side).collect()
}

/// The format with as many seats as speakers were named, where it leaves that to the viewer.
pub(super) fn with_seats(format: &Format, chosen: &[Vec<String>]) -> Format {
    let mut format = format.clone();
    for (side, names) in format.sides.iter_mut().zip(chosen) {
        if side.seats_range().contains(&names.len()) {
            side.seats = names.len();
        }
    }
    format
}

/// Seats the speakers, by name: those who were named, and the rest drawn by lot from the seed.
pub(super) fn line_up(
    known: &Known<'_>,
    format: &Format,
    chosen: &[Vec<String>],
    seed: u64,
) -> Result<Vec<(Seat, String)>, Failure> {
    let mut taken: Vec<(String, Seat)> = Vec::new();
    let mut sides: Vec<Vec<Option<String>>> = Vec::new();
    for (position, side) in format.sides.iter().enumerate() {
        let names = chosen.get(position).map(Vec::as_slice).unwrap_or_default();
        if !names.is_empty() && names.len() != side.seats {
            let range = side.seats_range();
            let seats = match (range.start(), range.end()) {
                (1, 1) => "one seat".to_owned(),
                (least, most) if least == most => format!("{most} seats"),
                (least, most) => format!("{least} to {most} seats"),
            };
            let speakers = match names.len() {
                1 => "one speaker was".to_owned(),
                many => format!("{many} speakers were"),
            };
            let name = side.name.strip_prefix("The ").unwrap_or(&side.name);
            return Err(
                Failure::input(format!("the {name} has {seats}, and {speakers} named")).hint(
                    format!("name {}, or none to have them drawn by lot", side.seats),
                ),
            );
        }
        let mut seats = vec![None; side.seats];
        for (number, name) in names.iter().enumerate() {
            let id = known.persona(name)?.0.to_owned();
            let seat = Seat::new(&side.id, number + 1);
            if let Some((_, other)) = taken.iter().find(|(persona, _)| *persona == id) {
                return Err(Failure::input(format!(
                    "{id} cannot speak from both {other} and {seat}"
                ))
                .hint("every speaker must be somebody else; `hustings personas` lists them"));
            }
            taken.push((id.clone(), seat));
            if let Some(place) = seats.get_mut(number) {
                *place = Some(id);
            }
        }
        sides.push(seats);
    }
    let mut pool: Vec<String> = known
        .catalog
        .personas()
        .map(|entry| entry.id.clone())
        .filter(|id| !taken.iter().any(|(t, _)| t == id))
        .collect();
    let missing = sides.iter().flatten().filter(|seat| seat.is_none()).count();
    if pool.len() < missing {
        return Err(Failure::input(format!(
            "{missing} speakers are to be drawn and only {} are left",
            pool.len()
        ))
        .hint("add persona files, or choose a format with fewer seats"));
    }
    shuffle(&mut pool, seed);
    let mut drawn = pool.into_iter();
    let mut seats = Vec::new();
    for (side, places) in format.sides.iter().zip(sides) {
        for (number, place) in places.into_iter().enumerate() {
            if let Some(id) = place.or_else(|| drawn.next()) {
                seats.push((Seat::new(&side.id, number + 1), id));
            }
        }
    }
    Ok(seats)
}
