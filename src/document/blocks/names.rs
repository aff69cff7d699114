//! Names of people, seats and times: the same for every teller.

use crate::{
    catalog::{Side, Stance},
    debate::{DebateState, ids::Seat},
    text::clock,
};

/// A seat as a title: "Opposition 2", "from the floor". Who has a side for themselves has no number; where there is
/// one table, it is what they say of the motion that tells them apart.
pub fn title(state: &DebateState, seat: &Seat) -> String {
    let Some(side) = side(state, seat) else {
        let floor = seat.is_audience().then_some("from the floor");
        return floor.unwrap_or_default().to_owned();
    };
    if is_table(state, side) {
        return match state.stance(seat) {
            Some(Stance::For) => "for the motion".to_owned(),
            Some(Stance::Against) => "against the motion".to_owned(),
            Some(Stance::Nuanced) => "in between".to_owned(),
            Some(Stance::Own) | None => String::new(),
        };
    }
    match seat.number() {
        Some(number) if side.seats > 1 => format!("{} {number}", side.name),
        Some(_) | None => side.name.clone(),
    }
}

fn side<'a>(state: &'a DebateState, seat: &Seat) -> Option<&'a Side> {
    state.opening.as_deref()?.format.side(seat.group())
}

/// Whether a side is a table at which everybody speaks for themselves.
pub fn is_table(state: &DebateState, side: &Side) -> bool {
    let sides = state.opening.as_deref().map_or(0, |o| o.format.sides.len());
    sides == 1 || !side.stances.is_empty()
}

/// The party that asks or is asked: the side, where one person is the whole of it, or else the person.
pub fn party(state: &DebateState, seat: &Seat) -> String {
    match side(state, seat) {
        Some(side) if side.seats == 1 => side.name.clone(),
        Some(_) | None => short(state, seat),
    }
}

/// The short name of what was scored: a speaker, a side, or an argument by its id.
pub fn called(state: &DebateState, id: &str) -> String {
    let Some(opening) = state.opening.as_deref() else {
        return id.to_owned();
    };
    let side = opening.format.side(id).map(|side| side.name.clone());
    side.unwrap_or_else(|| opening.short_name(&Seat::named(id)))
}

/// The short name that goes with a seat.
pub fn short(state: &DebateState, seat: &Seat) -> String {
    state.short_name(seat)
}

/// The time that so many words take to say, in the format's measure.
pub fn spoken(state: &DebateState, words: u32) -> String {
    let per_minute = state
        .opening
        .as_deref()
        .map_or(190.0, |opening| opening.format.timing.words_per_minute)
        .max(1.0);
    clock((f64::from(words) * 60.0 / per_minute).round() as u64)
}
