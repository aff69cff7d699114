//! Who speaks: as many a side as its format wants, chosen or drawn by lot, nobody twice.

use crate::{
    catalog::{Format, Side},
    setup::shuffle,
};

/// The persona of every seat, by position in the list; empty while it is left to the lot.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct LineUp {
    /// How many speak for each side.
    sides: Vec<usize>,
    seats: Vec<usize>,
}

impl LineUp {
    /// The seats of a format, with those in them whom it has where nobody is named.
    pub(super) fn of(format: &Format, persona: impl Fn(&str) -> Option<usize>) -> Self {
        let mut lineup = Self {
            sides: format.sides.iter().map(|side| side.seats).collect(),
            seats: Vec::new(),
        };
        let known: Option<Vec<usize>> = format.speakers.iter().map(|id| persona(id)).collect();
        lineup.seats = known
            .filter(|seats| seats.len() == lineup.len())
            .unwrap_or_default();
        lineup
    }

    /// Draws somebody for every seat from so many, as a debate does that is opened with this seed and nobody named. Too few
    /// leave the line-up empty.
    pub(super) fn draw(&mut self, personas: usize, seed: u64) {
        let mut drawn: Vec<usize> = (0..personas).collect();
        shuffle(&mut drawn, seed);
        drawn.truncate(self.len());
        self.seats = drawn;
        if self.seats.len() < self.len() {
            self.seats.clear();
        }
    }

    /// How many speak.
    pub(super) fn len(&self) -> usize {
        self.sides.iter().sum()
    }

    /// Whether it is left to the lot.
    pub(super) fn is_drawn_later(&self) -> bool {
        self.seats.is_empty()
    }

    pub(super) fn get(&self, seat: usize) -> Option<usize> {
        self.seats.get(seat).copied()
    }

    /// How many speak for each side.
    pub(super) fn sizes(&self) -> &[usize] {
        &self.sides
    }

    /// Puts somebody in every seat, in the order of the seats.
    pub(super) fn fill(&mut self, personas: impl Iterator<Item = usize>) {
        self.seats = personas.take(self.len()).collect();
    }

    /// How many speak for a side.
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

    /// The personas of each side; of none where it is left to the lot.
    pub(super) fn by_side(&self) -> Vec<Vec<usize>> {
        let mut seats = self.seats.iter().copied();
        let take = |count: &usize| seats.by_ref().take(*count).collect();
        self.sides.iter().map(take).collect()
    }

    /// Puts a persona in a seat. Who sits there already, in another seat, is the error.
    pub(super) fn set(&mut self, seat: usize, persona: usize) -> Result<(), usize> {
        let elsewhere = self.seats.iter().position(|held| *held == persona);
        if let Some(held) = elsewhere.filter(|held| *held != seat) {
            return Err(held);
        }
        if let Some(place) = self.seats.get_mut(seat) {
            *place = persona;
        }
        Ok(())
    }

    /// The sides change places, each going on by one; at a single table everybody moves on by a seat.
    pub(super) fn swap(&mut self) {
        let by = match self.sides.as_slice() {
            [] => 0,
            [_] => 1,
            [first, ..] => *first,
        };
        let by = by.min(self.seats.len());
        self.seats.rotate_left(by);
    }

    /// Another number of speakers for a side, where its format allows that. Whoever is added is the first of so many
    /// who does not speak yet.
    pub(super) fn resize(&mut self, at: usize, side: &Side, count: usize, personas: usize) {
        let count = count.clamp(*side.seats_range().start(), *side.seats_range().end());
        let before: usize = self.sides.iter().take(at).sum();
        let Some(held) = self.sides.get_mut(at) else {
            return;
        };
        if self.seats.is_empty() {
            *held = count;
            return;
        }
        while *held > count {
            *held -= 1;
            self.seats.remove(before + *held);
        }
        while *held < count {
            let free = (0..personas).find(|one| !self.seats.contains(one));
            let Some(free) = free else {
                return;
            };
            self.seats.insert(before + *held, free);
            *held += 1;
        }
    }
}
