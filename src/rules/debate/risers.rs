//! Speakers who are likely to rise on a point of information: drawn by the seed of the debate for each moment of a
//! speech. Whoever has spoken has a case to defend and is likelier to be drawn; whether one of those who are drawn
//! rises is for their model to say.

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{RngCore, SeedableRng},
};

use super::{
    ids::Seat,
    opening::Speaker,
    state::{DebateState, PoiStatus, Turn},
};

/// The number of speakers who are drawn.
const DRAWN: usize = 2;
/// The weight of a speaker who has spoken.
const SPOKEN: u64 = 3;
/// The weight of one who has not, or who has risen in this speech already.
const OTHERS: u64 = 1;

/// The reason why nobody may rise on a point of information at a moment of a speech.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PointsClosed {
    /// In speeches of this kind nobody may.
    Never,
    /// So many words at the beginning are protected; after them one may.
    First {
        /// The number of words.
        words: u32,
    },
    /// So many words at the end are protected.
    Last {
        /// The number of words.
        words: u32,
    },
    /// The speaker has taken as many points as may be taken.
    Taken {
        /// The number that may be.
        most: u32,
    },
    /// As many have been offered as may be.
    Offered {
        /// The number that may be.
        most: u32,
    },
}

impl DebateState {
    /// The speakers who may rise against whoever has the floor in this turn, and whose models are asked for it. A person
    /// rises by themselves.
    pub fn may_rise<'a>(&'a self, floor: &'a Turn) -> impl Iterator<Item = &'a Speaker> {
        let opening = self.opening.iter();
        opening
            .flat_map(|opening| {
                let speakers = opening.speakers.iter();
                speakers.filter(|speaker| opening.oppose(&floor.seat, &speaker.seat))
            })
            .filter(|speaker| !self.is_held_by_person(&speaker.seat))
    }

    /// The number of points that the speaker has taken in this speech.
    pub(crate) fn points_taken(&self, turn: &Turn) -> u32 {
        let points = turn.points.iter().filter_map(|id| self.point(*id));
        let taken = points.filter(|point| match point.status {
            PoiStatus::Taken | PoiStatus::Accepted | PoiStatus::Answered { .. } => true,
            PoiStatus::Offered | PoiStatus::Declined { .. } => false,
        });
        u32::try_from(taken.count()).unwrap_or(u32::MAX)
    }

    /// Whether points of information may be offered in this speech, now or later in it.
    pub fn are_points_left(&self, turn: &Turn) -> bool {
        turn.is_open()
            && match self.points_closed(turn) {
                None | Some(PointsClosed::First { .. }) => true,
                Some(
                    PointsClosed::Never
                    | PointsClosed::Last { .. }
                    | PointsClosed::Taken { .. }
                    | PointsClosed::Offered { .. },
                ) => false,
            }
    }

    /// The reason why nobody may rise on a point of information where this speech stands now, if nobody may.
    pub fn points_closed(&self, turn: &Turn) -> Option<PointsClosed> {
        let Some(rules) = self.poi_rules(turn) else {
            return Some(PointsClosed::Never);
        };
        let words = rules.protected_words;
        if self.points_taken(turn) >= rules.max_accepted {
            let most = rules.max_accepted;
            Some(PointsClosed::Taken { most })
        } else if turn.points.len() as u32 >= rules.max_offered {
            let most = rules.max_offered;
            Some(PointsClosed::Offered { most })
        } else if turn.words + words > turn.target_words {
            Some(PointsClosed::Last { words })
        } else {
            (turn.words < words).then_some(PointsClosed::First { words })
        }
    }

    /// Whether somebody has put a point in this turn.
    pub(crate) fn has_risen(&self, floor: &Turn, by: &Seat) -> bool {
        let mut points = floor.points.iter().filter_map(|id| self.point(*id));
        points.any(|point| &point.from == by)
    }

    /// The challenges that nobody put in an earlier debate to whoever has the floor, each with who should have risen,
    /// where they have not risen in this turn.
    pub fn challenges_owed<'a>(
        &'a self,
        floor: &'a Turn,
    ) -> impl Iterator<Item = (&'a Seat, &'a str)> {
        let opening = self.opening.iter();
        let guidance = opening.flat_map(|opening| &opening.guidance);
        let all = guidance.flat_map(|given| given.challenges_to(&floor.seat));
        all.filter(|(by, _)| !self.has_risen(floor, by))
    }

    /// The speakers who are likely to rise where the turn stands now, in the order of the seats: whoever has left a
    /// challenge to this speaker unput in an earlier debate, and two who are drawn.
    pub fn likely_to_rise<'a>(&'a self, floor: &'a Turn) -> Vec<&'a Speaker> {
        let Some(opening) = self.opening.as_deref() else {
            return Vec::new();
        };
        let is_owed = |speaker: &Speaker| {
            let mut owed = self.challenges_owed(floor);
            owed.any(|(by, _)| by == &speaker.seat)
        };
        let weight = |speaker: &Speaker| {
            if self.has_spoken(&speaker.seat) && !self.has_risen(floor, &speaker.seat) {
                SPOKEN
            } else {
                OTHERS
            }
        };
        let (mut likely, mut pool): (Vec<&Speaker>, Vec<&Speaker>) =
            self.may_rise(floor).partition(|speaker| is_owed(speaker));
        let mut random = ChaCha8Rng::seed_from_u64(opening.seed);
        random.set_stream(u64::from(floor.id.0) << 32 | u64::from(floor.considered));
        for _ in 0..DRAWN {
            let all: u64 = pool.iter().map(|one| weight(one)).sum();
            if all == 0 {
                break;
            }
            let mut ticket = random.next_u64() % all;
            let drawn = pool.iter().position(|one| {
                let weight = weight(one);
                let is_here = ticket < weight;
                ticket = ticket.saturating_sub(weight);
                is_here
            });
            likely.extend(drawn.map(|at| pool.remove(at)));
        }
        let is_likely = |one: &&Speaker| likely.iter().any(|other| other.seat == one.seat);
        self.may_rise(floor).filter(is_likely).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, sync::Arc};

    use super::*;
    use crate::{
        catalog::{Profile, Task},
        debate::{
            event::{Event, Record},
            ids::{PoiId, TurnId},
        },
        setup::fixture,
    };

    struct Held(DebateState);

    impl Held {
        fn add(&mut self, event: Event) {
            let seq = self.0.next_seq;
            let at_ms = seq;
            self.0.apply(&Record { seq, at_ms, event });
        }

        fn begin(&mut self, number: u32, slot: u32, seat: &str) -> TurnId {
            let turn = TurnId(number);
            self.add(Event::TurnBegan {
                turn,
                slot,
                seat: Seat::named(seat),
                task: Task::Speech,
                attempt: 1,
                target_words: 900,
            });
            let text = "A road is a promise. ".repeat(40);
            self.add(Event::Said { turn, text });
            turn
        }

        /// Counts how often each seat is drawn, over a thousand moments of the turn.
        fn drawn(&mut self, turn: TurnId) -> BTreeMap<String, u32> {
            let mut counts = BTreeMap::new();
            for upto in 0..1_000 {
                let upto = upto % 800;
                self.add(Event::PoiConsidered { turn, upto });
                let floor = self.0.turn(turn).unwrap();
                let likely = self.0.likely_to_rise(floor);
                assert_eq!(likely.len(), DRAWN);
                assert_eq!(
                    likely,
                    self.0.likely_to_rise(floor),
                    "asked again, the same"
                );
                for one in likely {
                    *counts.entry(one.seat.to_string()).or_default() += 1;
                }
            }
            counts
        }
    }

    #[test]
    fn whoever_has_spoken_is_likelier_to_rise_until_they_have() {
        let choice = fixture::choice("exhibition", &fixture::PEOPLE);
        let opening = fixture::resolved(choice, "m", &Profile::default());
        let mut held = Held(DebateState::default());
        held.add(Event::Opened(Arc::new(opening)));
        held.add(Event::PhaseBegan { phase: 1 });
        let first = held.begin(0, 6, "prop.1");
        let before = held.drawn(first);
        assert_eq!(before.len(), 3, "only the other side: {before:?}");
        assert!(
            before.values().all(|count| (560..780).contains(count)),
            "{before:?}"
        );
        let ended = |turn| Event::TurnEnded {
            turn,
            truncated: None,
            flagged: None,
        };
        held.add(ended(first));
        let second = held.begin(1, 7, "opp.1");
        held.add(ended(second));
        let third = held.begin(2, 8, "prop.2");
        let after = held.drawn(third);
        let (spoken, others) = (after["opp.1"], [after["opp.2"], after["opp.3"]]);
        assert!(
            spoken > 800 && others.iter().all(|one| *one < 650),
            "{after:?}"
        );
        held.add(Event::PoiOffered {
            poi: PoiId(0),
            turn: third,
            from: Seat::named("opp.1"),
            to: Seat::named("prop.2"),
            text: "Who pays?".to_owned(),
            command: None,
        });
        let again = held.drawn(third);
        assert!(again["opp.1"] < 780, "{again:?}");
    }
}
