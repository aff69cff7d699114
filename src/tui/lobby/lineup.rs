//! Who speaks: three a side, chosen or drawn by lot, nobody twice.

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{RngCore, SeedableRng},
};

/// How many speak for each side.
pub(super) const A_SIDE: usize = 3;
/// How many speak.
pub(super) const SEATS: usize = 2 * A_SIDE;

/// The persona of every seat, by position in the list; empty while it is left to the lot.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct LineUp {
    seats: Vec<usize>,
}

impl LineUp {
    /// Draws six of so many. Fewer than six leave the line-up empty.
    pub(super) fn drawn(personas: usize, seed: u64) -> Self {
        let mut left: Vec<usize> = (0..personas).collect();
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        if personas < SEATS {
            return Self::default();
        }
        let seats = (0..SEATS).map(|_| {
            let at = (random.next_u64() % left.len() as u64) as usize;
            left.swap_remove(at)
        });
        Self {
            seats: seats.collect(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.seats.is_empty()
    }

    pub(super) fn get(&self, seat: usize) -> Option<usize> {
        self.seats.get(seat).copied()
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

    /// The sides change places.
    pub(super) fn swap(&mut self) {
        let middle = A_SIDE.min(self.seats.len());
        self.seats.rotate_left(middle);
    }
}
