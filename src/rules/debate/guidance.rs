//! Guidance from the verdict on a debate for the one that refines it: for each speaker what was missed, what is to be
//! answered, whom to challenge and with what, and whether they were themselves. It is part of the opening, so that a
//! refined debate is replayed and taken up again like every other. How it is drawn from a verdict is decided elsewhere.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{
    correction::{Correction, CorrectionLevel},
    ids::{DebateId, Seat},
};

/// The guidance that an iteration of a debate was given by the verdict on the iteration before it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Guidance {
    /// The first iteration: the debate that was refined.
    pub of: DebateId,
    /// The iteration whose verdict this is drawn from; the same as `of` in the second one.
    pub after: DebateId,
    /// The number of the iteration. The debate that was refined is the first, so it is 2 or more.
    pub iteration: u32,
    /// The guidance by seat; a speaker of whom the verdict says nothing is not here.
    pub seats: BTreeMap<Seat, SeatGuidance>,
}

/// The guidance of one speaker. All texts come from models and are to be shown inside a fence.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SeatGuidance {
    /// The things that the speaker should have said and did not, a sentence each.
    pub missed: Vec<String>,
    /// The queries with which the speaker's corpus is searched, beside the motion.
    pub queries: Vec<String>,
    /// The points that decided the debate for the other side, for those who speak after somebody of that side.
    pub answer: Vec<String>,
    /// Challenges that nobody put.
    pub challenges: Vec<Challenge>,
    /// Notes on how the speaker could do better, a sentence each.
    pub notes: Vec<String>,
    /// Whether the last verdict found that they have drifted from the person that they are.
    pub reinforce: bool,
    /// The correction that they are given, of which what an earlier verdict led to is kept.
    #[serde(skip_serializing_if = "Correction::is_none")]
    pub correction: Correction,
}

/// A challenge that nobody put: who could is the seat under which it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Challenge {
    /// The seat of the speaker who is to be challenged.
    pub against: Seat,
    /// The matter that is to be challenged, or to challenge with.
    pub about: String,
}

impl SeatGuidance {
    /// Whether it says nothing new: a correction that is kept, because it was needed before, is none.
    pub fn is_empty(&self) -> bool {
        let Self {
            missed,
            queries,
            answer,
            challenges,
            notes,
            reinforce,
            correction: _,
        } = self;
        let texts = [missed, queries, answer, notes];
        texts.iter().all(|texts| texts.is_empty()) && challenges.is_empty() && !reinforce
    }

    /// The level of the speaker's correction. Earlier versions knew one and did not write it down.
    pub fn level(&self) -> CorrectionLevel {
        let least = CorrectionLevel(u32::from(self.reinforce));
        self.correction.level.max(least)
    }
}

impl Guidance {
    /// The guidance of a seat, if there is any.
    pub fn of_seat(&self, seat: &Seat) -> Option<&SeatGuidance> {
        self.seats.get(seat)
    }

    /// Whether nobody is given anything: the debate would only be held once more.
    pub fn is_empty(&self) -> bool {
        self.seats.values().all(SeatGuidance::is_empty)
    }

    /// The iteration, and what it is an iteration of, for people: "iteration 2 of 456789ab".
    pub fn describe(&self) -> String {
        format!("iteration {} of {}", self.iteration, self.of.short())
    }

    /// The challenges to one seat: who could put them, and what about.
    pub(crate) fn challenges_to<'a>(
        &'a self,
        floor: &'a Seat,
    ) -> impl Iterator<Item = (&'a Seat, &'a str)> {
        self.seats.iter().flat_map(move |(seat, given)| {
            let to_floor = given
                .challenges
                .iter()
                .filter(move |one| &one.against == floor);
            to_floor.map(move |one| (seat, one.about.as_str()))
        })
    }
}
