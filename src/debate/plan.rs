//! The plan: a format and a line-up, unrolled into the slots that have to be filled, in order.
//! A pure function of the opening, so that a resumed debate has the same plan.

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{RngCore, SeedableRng},
};

use crate::catalog::{Coordination, Order, Phase, PointsOfInformation, Task, TurnSpec};

use super::{ids::Seat, opening::Opening};

/// A speech made one step at a time has this many: it opens, makes one argument, makes another, closes.
pub const STEPS: u32 = 4;

/// One piece of work for one seat.
#[derive(Debug, Clone, PartialEq)]
pub struct Slot {
    /// Its position in the whole plan.
    pub index: u32,
    /// The phase, by position in the format.
    pub phase: u32,
    /// Who.
    pub seat: Seat,
    /// What.
    pub task: Task,
    /// Which of the main speeches or floor speeches it is, from 1; 0 for what is not spoken.
    pub speech: u32,
    /// Whether it is the last main speech.
    pub last: bool,
    /// How many words it is meant to have, with all scales.
    pub words: u32,
    /// Whether it stays out of the transcript.
    pub private: bool,
}

/// What may be offered during the speeches of a phase, in words of speech.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PoiRules {
    /// Protected words at the beginning and at the end.
    pub protected_words: u32,
    /// After how many words, at the latest, it is asked again whether somebody rises.
    pub every_words: u32,
    /// How many may be taken in one speech.
    pub max_accepted: u32,
    /// How many may be offered in one speech.
    pub max_offered: u32,
    /// Words that a point may have.
    pub max_words: u32,
}

/// A phase with its slots.
#[derive(Debug, Clone, PartialEq)]
pub struct PhasePlan {
    /// Its name.
    pub name: String,
    /// How its slots relate in time.
    pub coordination: Coordination,
    /// Points of information, where they are allowed.
    pub points: Option<PoiRules>,
    /// Whether the audience is polled after each spoken turn.
    pub polls: bool,
    /// Its slots, as positions in the plan.
    pub slots: std::ops::Range<usize>,
}

/// The whole debate, unrolled.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Plan {
    /// The phases. One that has nothing to do has an empty range.
    pub phases: Vec<PhasePlan>,
    /// The slots of all phases, in order.
    pub slots: Vec<Slot>,
}

/// The share of a minute that passes, in words, between two questions whether somebody rises.
const MINUTE: f64 = 1.0;
/// However short the speech, a point is not worth asking about more often than this.
const LEAST_WORDS_BETWEEN_POINTS: u32 = 40;

impl Plan {
    /// Unrolls a format.
    pub fn of(opening: &Opening) -> Self {
        let mut plan = Self::default();
        let timing = &opening.format.timing;
        for (position, phase) in opening.format.phases.iter().enumerate() {
            let start = plan.slots.len();
            for turn in &phase.turns {
                let mut speech = 0;
                for seat in seats(opening, phase, turn) {
                    if turn.task.is_spoken() {
                        speech += 1;
                    }
                    plan.slots.push(Slot {
                        index: u32::try_from(plan.slots.len()).unwrap_or(u32::MAX),
                        phase: u32::try_from(position).unwrap_or(u32::MAX),
                        words: words(opening, turn, &seat),
                        seat,
                        task: turn.task,
                        speech,
                        last: false,
                        private: turn.private,
                    });
                }
            }
            let scale = opening.options.scale;
            let minute = timing.words_per_minute * MINUTE * scale;
            plan.phases.push(PhasePlan {
                name: phase.name.clone(),
                coordination: phase.coordination,
                points: phase
                    .points_of_information
                    .as_ref()
                    .map(|points| rules(points, minute)),
                polls: phase.polls,
                slots: start..plan.slots.len(),
            });
        }
        if let Some(slot) = plan
            .slots
            .iter_mut()
            .rev()
            .find(|slot| slot.task == Task::Speech)
        {
            slot.last = true;
        }
        plan
    }

    /// How many main speeches there are.
    pub fn main_speeches(&self) -> usize {
        self.slots
            .iter()
            .filter(|slot| slot.task == Task::Speech)
            .count()
    }

    /// The slots of a phase.
    pub fn slots_of(&self, phase: u32) -> &[Slot] {
        self.phases
            .get(phase as usize)
            .and_then(|phase| self.slots.get(phase.slots.clone()))
            .unwrap_or_default()
    }
}

impl PoiRules {
    /// The rules for a speaker whose speeches are scaled by so much.
    pub(super) fn scaled(self, scale: f64) -> Self {
        let words = |words: u32| (f64::from(words) * scale).round() as u32;
        Self {
            protected_words: words(self.protected_words),
            every_words: words(self.every_words).max(LEAST_WORDS_BETWEEN_POINTS),
            ..self
        }
    }
}

fn rules(points: &PointsOfInformation, minute: f64) -> PoiRules {
    PoiRules {
        protected_words: (points.protected_minutes * minute).round() as u32,
        every_words: (minute.round() as u32).max(LEAST_WORDS_BETWEEN_POINTS),
        max_accepted: points.max_accepted,
        max_offered: points.max_offered,
        max_words: points.max_words,
    }
}

fn words(opening: &Opening, turn: &TurnSpec, seat: &Seat) -> u32 {
    let asked = turn
        .words
        .map(f64::from)
        .or_else(|| {
            turn.minutes
                .map(|minutes| minutes * opening.format.timing.words_per_minute)
        })
        .unwrap_or_default();
    let profile = opening
        .speaker(seat)
        .map_or(1.0, |speaker| speaker.profile.speech_scale);
    let words = asked * opening.options.scale * profile;
    // Notes or speeches of a handful of words are of no use to anybody, however small the scale.
    if asked > 0.0 {
        (words.round() as u32).max(40)
    } else {
        0
    }
}

/// The seats that a turn is for, in the order in which they take it.
fn seats(opening: &Opening, phase: &Phase, turn: &TurnSpec) -> Vec<Seat> {
    match turn.seats.as_str() {
        "speakers" => {
            let mut seats: Vec<Seat> = opening
                .speakers
                .iter()
                .map(|speaker| speaker.seat.clone())
                .collect();
            if phase.order == Order::Alternate {
                // Stable: within the same number the sides keep the order of the file.
                seats.sort_by_key(|seat| seat.number().unwrap_or(usize::MAX));
            }
            seats
        }
        "audience" => opening
            .audience
            .iter()
            .map(|listener| listener.seat.clone())
            .collect(),
        "floor" => drawn(opening, opening.options.floor_speeches as usize),
        "house" => vec![Seat::house()],
        one_or_side => opening
            .speakers
            .iter()
            .map(|speaker| speaker.seat.clone())
            .filter(|seat| seat.as_str() == one_or_side || seat.group() == one_or_side)
            .collect(),
    }
}

/// Members of the audience, drawn by the debate's seed without putting any back.
fn drawn(opening: &Opening, count: usize) -> Vec<Seat> {
    let mut rng = ChaCha8Rng::seed_from_u64(opening.seed ^ 0x0f10_0f10);
    let mut pool: Vec<Seat> = opening
        .audience
        .iter()
        .map(|listener| listener.seat.clone())
        .collect();
    let mut picked = Vec::new();
    while picked.len() < count && !pool.is_empty() {
        let at = (rng.next_u64() % pool.len() as u64) as usize;
        picked.push(pool.swap_remove(at));
    }
    picked
}
