//! Lots that the seed draws for the places in the audience: in which order members stand in a prompt for several, so that
//! no place in it is anybody's; and who is asked with whom before the debate.

use std::cmp::Reverse;

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{RngCore, SeedableRng},
};

use super::{
    ids::Seat,
    opening::{Listener, Opening},
    votes::Polling,
};

/// The stream of the seed's random numbers from which orders are drawn, by the turn: risers have those below.
const STREAM: u64 = 1 << 63;
/// The place of the order before the debate among those streams: no turn has such a number.
const BEFORE: u64 = 1 << 32;

/// All members of the house by who is asked with whom before a word is said, in an order that the seed draws.
pub(super) fn before_debate(opening: &Opening) -> Vec<Vec<Seat>> {
    let polling = Polling::of(opening.options.polled_together);
    let lots = of_audience(opening, BEFORE);
    let mut joint: Vec<usize> = (0..opening.audience.len()).collect();
    joint.sort_by_key(|at| Reverse(lots.get(*at).copied()));
    let members = joint.into_iter().filter_map(|at| opening.audience.get(at));
    let (joint, alone): (Vec<&Listener>, Vec<&Listener>) =
        members.partition(|one| polling.is_joint() && one.own_model.is_none());
    let calls = joint.len().div_ceil(polling.together.max(1) as usize);
    let evenly = joint.len().div_ceil(calls.max(1)).max(1);
    let seats = |all: &[&Listener]| all.iter().map(|one| one.seat.clone()).collect();
    let alone = alone.chunks(1);
    joint.chunks(evenly).chain(alone).map(seats).collect()
}

/// The lot of each place in the audience, by a stream of its own.
pub(super) fn of_audience(opening: &Opening, stream: u64) -> Vec<u64> {
    let mut random = ChaCha8Rng::seed_from_u64(opening.seed);
    random.set_stream(STREAM | stream);
    let members = opening.audience.iter();
    members.map(|_| random.next_u64()).collect()
}
