//! The line-up: as many speakers a side as the format wants, each seat with somebody who was chosen for it or left to
//! the lot, nobody twice. Whoever was chosen keeps the seat when another format is looked at, and is there again where
//! one has that seat.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    catalog::{Format, Side},
    setup::shuffle,
};

/// The persona of every seat, by position in the list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct LineUp {
    /// The number of speakers on each side.
    sides: Vec<usize>,
    /// The chosen personas, by side and number there, both from 0; also for seats that this format does not have.
    chosen: BTreeMap<(usize, usize), usize>,
    /// Those among them whom the lot or a model has chosen, and nobody's hand.
    drawn: BTreeSet<usize>,
    /// The personas whom the format has where nobody is chosen: one a seat, or nobody at all.
    usual: Vec<usize>,
}

/// So many personas in the order of the lot, but for those who are seated already.
fn drawn_by_lot(personas: usize, seed: u64, seated: &[Option<usize>]) -> Vec<usize> {
    let mut drawn: Vec<usize> = (0..personas).collect();
    shuffle(&mut drawn, seed);
    drawn.retain(|one| !seated.contains(&Some(*one)));
    drawn
}

impl LineUp {
    /// Takes the seats of a format, with those in them whom it has where nobody is chosen.
    pub(super) fn take_seats(&mut self, format: &Format, persona: impl Fn(&str) -> Option<usize>) {
        self.sides = format.sides.iter().map(|side| side.seats).collect();
        let known: Option<Vec<usize>> = format.speakers.iter().map(|id| persona(id)).collect();
        self.usual = known
            .filter(|seats| seats.len() == self.len())
            .unwrap_or_default();
    }

    /// Draws somebody from so many for every seat for which nobody was chosen by hand, as a debate does that is opened
    /// with this seed and with nobody else named. Too few leave those seats empty.
    pub(super) fn draw(&mut self, personas: usize, seed: u64) {
        let before = std::mem::take(&mut self.drawn);
        self.chosen.retain(|_, held| !before.contains(held));
        let by_hand = |seat: usize| self.chosen.get(&self.key(seat)).copied();
        let seats: Vec<Option<usize>> = (0..self.len()).map(by_hand).collect();
        let drawn = drawn_by_lot(personas, seed, &seats);
        let empty = seats.iter().filter(|held| held.is_none()).count();
        if drawn.len() < empty {
            return;
        }
        let mut drawn = drawn.into_iter();
        for (seat, held) in seats.into_iter().enumerate() {
            if held.is_none()
                && let Some(one) = drawn.next()
            {
                self.chosen.insert(self.key(seat), one);
                self.drawn.insert(one);
            }
        }
    }

    /// The line-up with somebody drawn from so many for each seat that is left to the lot; `None` where they are too
    /// few.
    pub(super) fn completed(&self, personas: usize, seed: u64) -> Option<Self> {
        let seats = self.seats();
        let mut drawn = drawn_by_lot(personas, seed, &seats).into_iter();
        let seats: Option<Vec<usize>> = seats
            .into_iter()
            .map(|held| held.or_else(|| drawn.next()))
            .collect();
        let mut whole = self.clone();
        whole.fill(seats?.into_iter());
        Some(whole)
    }

    /// The number of speakers.
    pub(super) fn len(&self) -> usize {
        self.sides.iter().sum()
    }

    /// Whether every seat is left to the lot.
    pub(super) fn is_drawn_later(&self) -> bool {
        self.seats().iter().all(Option::is_none)
    }

    /// Whether a seat is left to the lot.
    pub(super) fn has_empty_seats(&self) -> bool {
        self.seats().contains(&None)
    }

    /// Makes room in the list of personas for somebody at this position.
    pub(super) fn make_room(&mut self, at: usize) {
        let moved = |one: usize| one + usize::from(one >= at);
        for persona in self.chosen.values_mut().chain(&mut self.usual) {
            *persona = moved(*persona);
        }
        self.drawn = self.drawn.iter().copied().map(moved).collect();
    }

    /// Whoever was chosen for a seat, or whom the format has there.
    pub(super) fn get(&self, seat: usize) -> Option<usize> {
        self.seats().get(seat).copied().flatten()
    }

    /// The persona in each seat; `None` where a seat is left to the lot.
    fn seats(&self) -> Vec<Option<usize>> {
        let chosen: Vec<Option<usize>> = (0..self.len())
            .map(|seat| self.chosen.get(&self.key(seat)).copied())
            .collect();
        let usual = |seat: usize| {
            let one = self.usual.get(seat).copied()?;
            (!chosen.contains(&Some(one))).then_some(one)
        };
        let seats = chosen.iter().enumerate();
        seats
            .map(|(seat, held)| held.or_else(|| usual(seat)))
            .collect()
    }

    /// The number of speakers on each side.
    pub(super) fn sizes(&self) -> &[usize] {
        &self.sides
    }

    /// Puts somebody in every seat, in the order of the seats, and forgets whoever was chosen before.
    pub(super) fn fill(&mut self, personas: impl Iterator<Item = usize>) {
        let seats: Vec<Option<usize>> = personas.map(Some).collect();
        self.chosen.clear();
        self.choose(&seats);
        self.drawn = self.chosen.values().copied().collect();
    }

    /// Puts whoever is named into the seats, in their order.
    fn choose(&mut self, seats: &[Option<usize>]) {
        for (seat, held) in seats.iter().enumerate().take(self.len()) {
            let key = self.key(seat);
            match held {
                Some(persona) => self.chosen.insert(key, *persona),
                None => self.chosen.remove(&key),
            };
        }
    }

    /// The number of speakers on a side.
    pub(super) fn of_side(&self, side: usize) -> usize {
        self.sides.get(side).copied().unwrap_or(0)
    }

    /// The side of a seat, by position, and its number there, from 1.
    pub(super) fn place(&self, seat: usize) -> (usize, usize) {
        let mut before = 0;
        for (at, count) in self.sides.iter().enumerate() {
            if seat < before + count {
                return (at, seat - before + 1);
            }
            before += count;
        }
        (self.sides.len(), 1)
    }

    /// By which a seat is known in every format.
    fn key(&self, seat: usize) -> (usize, usize) {
        let (side, number) = self.place(seat);
        (side, number - 1)
    }

    /// The personas of each side, without the seats that are left to the lot.
    pub(super) fn by_side(&self) -> Vec<Vec<usize>> {
        let mut seats = self.seats().into_iter();
        let take = |count: &usize| seats.by_ref().take(*count).flatten().collect();
        self.sides.iter().map(take).collect()
    }

    /// Puts a persona in a seat. Somebody who sits in another seat already changes places with whoever is in this one;
    /// that other seat, and whoever sits there now.
    pub(super) fn set(&mut self, seat: usize, persona: usize) -> Option<(usize, Option<usize>)> {
        let seats = self.seats();
        let there = seats.get(seat).copied().flatten();
        let elsewhere = seats.iter().position(|held| *held == Some(persona));
        let elsewhere = elsewhere.filter(|held| *held != seat);
        // In seats that this format does not have, nobody waits who sits in one that it has.
        let is_moved =
            |held: usize| held == persona || (elsewhere.is_some() && there == Some(held));
        self.chosen.retain(|_, held| !is_moved(*held));
        self.chosen.insert(self.key(seat), persona);
        self.drawn.remove(&persona);
        let left = elsewhere?;
        if let Some(there) = there {
            self.chosen.insert(self.key(left), there);
        }
        Some((left, there))
    }

    /// Leaves every seat to the lot, or to whom the format has there.
    pub(super) fn leave_all(&mut self) {
        self.chosen.clear();
    }

    /// Leaves a seat to the lot, or to whom the format has there.
    pub(super) fn leave(&mut self, seat: usize) {
        self.chosen.remove(&self.key(seat));
    }

    /// The sides change places, each going on by one; at a single table everybody moves on by a seat.
    pub(super) fn swap(&mut self) {
        let by = match self.sides.as_slice() {
            [] => 0,
            [_] => 1,
            [first, ..] => *first,
        };
        let mut seats = self.seats();
        let by = by.min(seats.len());
        seats.rotate_left(by);
        self.choose(&seats);
    }

    /// Another number of speakers for a side, where its format allows that. Whoever comes with the format stays;
    /// whoever is added is left to the lot.
    pub(super) fn resize(&mut self, at: usize, side: &Side, count: usize) {
        let count = count.clamp(*side.seats_range().start(), *side.seats_range().end());
        let seats = self.seats();
        self.choose(&seats);
        self.usual.clear();
        if let Some(held) = self.sides.get_mut(at) {
            *held = count;
        }
    }
}
