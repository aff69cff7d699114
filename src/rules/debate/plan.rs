//! The plan: a format and a line-up, unrolled into the slots that have to be filled, in order.
//! A pure function of the opening, so that a resumed debate has the same plan.

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{RngCore, SeedableRng},
};

use crate::catalog::{
    Coordination, Display, LEAST_ARGUMENTS, Phase, PointsOfInformation, StopRule, Task, TurnOrder,
    TurnSpec,
};

use std::collections::BTreeMap;

use super::{
    ask::{Ask, When},
    ids::Seat,
    opening::Opening,
    seed_lots,
};

/// A speech made one step at a time has this many: it opens, makes one argument, makes another, closes.
pub const STEPS: u32 = 4;

/// A slot: a piece of work for one seat.
#[derive(Debug, Clone, PartialEq)]
pub struct Slot {
    /// The position of the slot in the whole plan, from 0.
    pub index: u32,
    /// The phase, by position in the format.
    pub phase: u32,
    /// The turn of the phase that it comes from, by position.
    pub spec: u32,
    /// The round of its phase, from 1.
    pub round: u32,
    /// Slots of the same group run at once, and none sees another's; a later group sees all earlier ones.
    pub group: u32,
    /// The seat that has the turn.
    pub seat: Seat,
    /// The piece of work that the turn is for.
    pub task: Task,
    /// The other seat, of a question or an answer.
    pub whom: Option<Seat>,
    /// The number of the exchange of a question or an answer, from 1; 0 for other work.
    pub exchange: u32,
    /// The number of the slot among main speeches or floor speeches, from 1; 0 for what is neither.
    pub speech: u32,
    /// Whether it is the last main speech.
    pub last: bool,
    /// The number of words that the turn is meant to have, with all scales.
    pub words: u32,
    /// Whether it stays out of the transcript.
    pub private: bool,
}

/// The rules on points during the speeches of a phase, in words of speech.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PoiRules {
    /// Protected words at the beginning and at the end.
    pub protected_words: u32,
    /// The number of words after which, at the latest, it is asked again whether somebody rises.
    pub every_words: u32,
    /// The number of points that may be taken in one speech.
    pub max_accepted: u32,
    /// The number of points that may be offered in one speech.
    pub max_offered: u32,
    /// Words that a point may have.
    pub max_words: u32,
}

/// A phase with its slots.
#[derive(Debug, Clone, PartialEq)]
pub struct PhasePlan {
    /// The id of the phase in the format.
    pub id: String,
    /// The name of the phase, for people.
    pub name: String,
    /// The relation of the slots in time.
    pub coordination: Coordination,
    /// Whether a judge chooses who is next.
    pub judge_selects: bool,
    /// The number of rounds, at least 1.
    pub rounds: u32,
    /// Whether the format speaks of rounds here at all.
    pub has_rounds: bool,
    /// The number of rounds after which, each time, the judges assess the debate.
    pub assess_every: Option<u32>,
    /// The rules that end the rounds early.
    pub stop: Vec<StopRule>,
    /// The number of turns that run at once, at the most.
    pub max_concurrent: usize,
    /// The display of turns that run at once.
    pub display: Display,
    /// Points of information, where they are allowed.
    pub points: Option<PoiRules>,
    /// Whether the audience is polled after each spoken turn.
    pub polls: bool,
    /// The slots of the phase, as positions in the plan.
    pub slots: std::ops::Range<usize>,
}

/// The whole debate, unrolled.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Plan {
    /// The phases. One that has nothing to do has an empty range.
    pub phases: Vec<PhasePlan>,
    /// The slots of all phases, in order.
    pub slots: Vec<Slot>,
    /// The asks of the house in slots of its own, in the order of the slots.
    pub owed: Vec<Owed>,
    /// The phase in which claims and rebuttals are listed, by position in the format: the first with a verdict; `None`
    /// where they are not.
    pub annotated: Option<u32>,
    /// The position in `owed` of the ask for each one's lean.
    leans: BTreeMap<Seat, usize>,
    /// The positions of each ask in `owed`.
    places: BTreeMap<Ask, Vec<usize>>,
}

/// Something that the house asks for in a slot of its own.
#[derive(Debug, Clone, PartialEq)]
pub struct Owed {
    /// The slot, by its position in the whole plan.
    pub slot: u32,
    /// The phase of the slot, by position in the format.
    pub phase: u32,
    /// The ask that is put.
    pub ask: Ask,
}

/// The share of a minute that passes, in words, between two questions whether somebody rises.
const MINUTE: f64 = 1.0;
/// The share of an examination's time that questions have.
const QUESTION_SHARE: f64 = 1.0 / 3.0;
/// Words that an argument needs at least, with its reasons and its evidence.
const WORDS_OF_AN_ITEM: u32 = 40;
/// The words of a speech below which the viewer's scale and a small model's do not add up: asked for fewer, such a model
/// speaks too long each time and is cut, and there is no room in which anybody might rise.
const BRIEFEST_SPEECH: f64 = 120.0;
/// The fewest words between two questions whether somebody rises, however short the speech: a point is not worth asking
/// about more often.
const LEAST_WORDS_BETWEEN_POINTS: u32 = 40;

impl Plan {
    /// Unrolls a format.
    pub fn of(opening: &Opening) -> Self {
        let mut plan = Self::default();
        let timing = &opening.format.timing;
        for (position, phase) in opening.format.phases.iter().enumerate() {
            let start = plan.slots.len();
            let rounds = rounds(opening, phase);
            for round in 1..=rounds {
                plan.round(opening, (number(position), phase), round);
            }
            let scale = opening.options.scale;
            let minute = timing.words_per_minute * MINUTE * scale;
            plan.phases.push(PhasePlan {
                id: phase.id.clone(),
                name: phase.name.clone(),
                coordination: phase.coordination,
                judge_selects: phase.order == TurnOrder::JudgeSelected,
                rounds,
                has_rounds: phase.rounds.is_some() || phase.assess_every.is_some(),
                assess_every: phase.assess_every.filter(|every| *every > 0),
                stop: phase.stop.clone(),
                max_concurrent: phase
                    .max_concurrent
                    .map_or(usize::MAX, |most| (most as usize).max(1)),
                display: phase.display,
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
        if let Some(first) = plan.slots.first() {
            let (slot, phase) = (first.index, first.phase);
            let owed = leans(opening).into_iter();
            plan.owed.extend(owed.map(|ask| Owed { slot, phase, ask }));
        }
        for slot in &plan.slots {
            let (slot, phase, asks) = (slot.index, slot.phase, asks(opening, slot));
            let owed = asks.into_iter().map(|ask| Owed { slot, phase, ask });
            plan.owed.extend(owed);
        }
        if opening.options.annotated {
            let is_verdict = |slot: &&Slot| matches!(slot.task, Task::Verdict | Task::Judgement);
            plan.annotated = plan.slots.iter().find(is_verdict).map(|slot| slot.phase);
        }
        for (at, owed) in plan.owed.iter().enumerate() {
            plan.places.entry(owed.ask.clone()).or_default().push(at);
            for seat in owed.ask.leaning() {
                plan.leans.insert(seat.clone(), at);
            }
        }
        plan
    }

    /// The positions of an ask among all that the house asks for; empty where the ask is none of the house's own.
    pub fn owed_of(&self, ask: &Ask) -> &[usize] {
        self.places.get(ask).map(Vec::as_slice).unwrap_or_default()
    }

    /// The asks of the house in a slot.
    pub(crate) fn owed_in(&self, slot: u32) -> &[Owed] {
        let from = self.owed.partition_point(|owed| owed.slot < slot);
        let to = self.owed.partition_point(|owed| owed.slot <= slot);
        self.owed.get(from..to).unwrap_or_default()
    }

    /// Adds the slots of one round of a phase.
    fn round(&mut self, opening: &Opening, (position, phase): (u32, &Phase), round: u32) {
        for (spec, turn) in phase.turns.iter().enumerate() {
            for (seat, task, whom, exchange) in pieces(opening, phase, turn, round) {
                let simultaneous = phase.coordination == Coordination::Simultaneous;
                let group = match self.slots.last() {
                    Some(last) if simultaneous && last.phase == position && last.round == round => {
                        last.group
                    }
                    Some(last) => last.group + 1,
                    None => 0,
                };
                let speech = if matches!(task, Task::Speech | Task::FloorSpeech) {
                    1 + number(self.slots.iter().filter(|slot| slot.task == task).count())
                } else {
                    0
                };
                self.slots.push(Slot {
                    index: number(self.slots.len()),
                    phase: position,
                    spec: number(spec),
                    round,
                    group,
                    words: words(opening, turn, task, &seat),
                    seat,
                    task,
                    whom,
                    exchange,
                    speech,
                    last: false,
                    private: turn.private,
                });
            }
        }
    }

    /// The number of turns that the house hears, spoken or written.
    pub fn turns_heard(&self) -> usize {
        self.slots
            .iter()
            .filter(|slot| slot.task.is_on_record() && !slot.private)
            .count()
    }

    /// The number of a slot among the turns that the house hears, from 1.
    pub fn nth_heard(&self, slot: u32) -> usize {
        let before = self.slots.iter().take(slot as usize + 1);
        before
            .filter(|slot| slot.task.is_on_record() && !slot.private)
            .count()
    }

    /// The ask for which way a judge or a member leans; `None` of whom nobody asks it.
    pub(super) fn lean_of(&self, seat: &Seat) -> Option<&Ask> {
        let at = self.leans.get(seat)?;
        self.owed.get(*at).map(|owed| &owed.ask)
    }

    /// The number of judges and members who are asked which way they lean before a word is said.
    pub(super) fn leaning(&self) -> usize {
        self.leans.len()
    }

    /// The slots of a phase.
    pub fn slots_of(&self, phase: u32) -> &[Slot] {
        self.phases
            .get(phase as usize)
            .and_then(|phase| self.slots.get(phase.slots.clone()))
            .unwrap_or_default()
    }
}

impl PhasePlan {
    /// Whether the judges assess the debate after this round, counted from 1.
    pub(crate) fn is_assessed_after(&self, round: u32) -> bool {
        self.assess_every
            .is_some_and(|every| round > 0 && round.is_multiple_of(every))
    }
}

/// The asks for which way judges and members lean, which are put with the first slot of all.
fn leans(opening: &Opening) -> Vec<Ask> {
    let options = &opening.options;
    let judges = options.leaning_judges.iter();
    let judges = judges.map(|judge| Ask::Lean {
        judge: judge.clone(),
    });
    let members = options
        .leaning_house
        .then(|| seed_lots::before_debate(opening));
    let members = members.into_iter().flatten();
    judges
        .chain(members.map(|members| Ask::Leans { members }))
        .collect()
}

/// The ask for a judge's ranking, where the judge is asked for one.
fn rank(opening: &Opening, judge: &Seat) -> Option<Ask> {
    let is_asked = opening.options.ranking_judges.contains(judge);
    is_asked.then(|| Ask::Rank {
        judge: judge.clone(),
    })
}

/// The asks of the house in a slot of its own. The verdict is several answers, so that no part of it waits for another:
/// the verdict itself, and how each speaker did.
fn asks(opening: &Opening, slot: &Slot) -> Vec<Ask> {
    let ballot = |when| Ask::Ballot {
        member: slot.seat.clone(),
        when,
    };
    match slot.task {
        Task::BallotBefore => vec![ballot(When::Before)],
        Task::BallotAfter => vec![ballot(When::After)],
        Task::Verdict => {
            let assess = opening.speakers.iter().map(|speaker| Ask::Assess {
                seat: speaker.seat.clone(),
            });
            let orders = opening.verdict_orders().iter();
            let looks = orders.map(|order| Ask::Verdict { order: *order });
            looks
                .chain(assess)
                .chain(rank(opening, &slot.seat))
                .collect()
        }
        Task::Judgement => {
            let twice = opening.options.judges_looking_twice.contains(&slot.seat);
            let looks = [false, true].into_iter().filter(|again| twice || !again);
            let judge = |again| Ask::Judge {
                judge: slot.seat.clone(),
                again,
            };
            looks.map(judge).chain(rank(opening, &slot.seat)).collect()
        }
        Task::Prepare
        | Task::Speech
        | Task::FloorSpeech
        | Task::Arguments
        | Task::CrossExamine
        | Task::Reply
        | Task::Closing
        | Task::Examine
        | Task::Question
        | Task::Answer
        | Task::Frame
        | Task::Synthesis
        | Task::Summary => vec![],
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

/// The number of rounds of a phase: what the viewer asked for, where the format leaves it to the viewer.
fn rounds(opening: &Opening, phase: &Phase) -> u32 {
    let usual = phase.rounds.unwrap_or(1).max(1);
    match (opening.options.rounds, phase.most_rounds) {
        (Some(asked), Some(most)) => asked.clamp(1, most.max(1)),
        _ => usual,
    }
}

fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

fn words(opening: &Opening, turn: &TurnSpec, task: Task, seat: &Seat) -> u32 {
    let whole = turn.words.map(f64::from).or_else(|| {
        let of_minute = opening.format.timing.words_per_minute;
        turn.minutes.map(|minutes| minutes * of_minute)
    });
    let exchanges = f64::from(turn.exchanges.unwrap_or(1).max(1));
    let share = if task == Task::Question {
        QUESTION_SHARE / exchanges
    } else if task == Task::Answer {
        (1.0 - QUESTION_SHARE) / exchanges
    } else {
        1.0
    };
    let asked = whole.unwrap_or_default() * share;
    if task == Task::Summary || task.is_written() && !task.is_a_speakers() {
        // What is summed up has the length that the format says.
        return asked.round() as u32;
    }
    if task.is_written() {
        // What has a fixed form is as long whoever writes it, and no shorter than its items need.
        let items = if task == Task::Arguments {
            turn.least_arguments.unwrap_or(LEAST_ARGUMENTS)
        } else {
            1
        };
        let least = asked.min(f64::from(items * WORDS_OF_AN_ITEM));
        return (asked * opening.options.scale).max(least).round() as u32;
    }
    let profile = opening.profile(seat).map_or(1.0, |one| one.speech_scale);
    let scale = opening.options.scale;
    let words = asked * scale * profile;
    // A speech that the profile has shortened already is not shortened to next to nothing.
    let briefest = if task == Task::Speech {
        (asked * scale.min(profile)).min(BRIEFEST_SPEECH)
    } else {
        0.0
    };
    let words = words.max(briefest);
    // Notes or speeches of a handful of words are of no use to anybody, however small the scale.
    let least = if task == Task::Question { 20 } else { 40 };
    if asked > 0.0 {
        (words.round() as u32).max(least)
    } else {
        0
    }
}

/// The pieces of work in one round of a turn, in order: who does what and, in an examination, with whom and in which
/// exchange.
fn pieces(
    opening: &Opening,
    phase: &Phase,
    turn: &TurnSpec,
    round: u32,
) -> Vec<(Seat, Task, Option<Seat>, u32)> {
    let mut seats = seats(opening, phase, &turn.seats);
    if phase.order == TurnOrder::Rotating && !seats.is_empty() {
        // `startIndex = round % debaters.length`, rounds counted from 0 (`coordination-patterns`, §1.2).
        let by = (round as usize - 1) % seats.len();
        seats.rotate_left(by);
    }
    if turn.task != Task::Examine {
        let one = |seat| (seat, turn.task, None, 0);
        return seats.into_iter().map(one).collect();
    }
    let asked = self::seats(opening, phase, turn.whom.as_deref().unwrap_or_default());
    let mut pieces = Vec::new();
    for (at, asker) in seats.into_iter().enumerate() {
        let Some(whom) = asked.get(at % asked.len().max(1)) else {
            continue;
        };
        for exchange in 1..=turn.exchanges.unwrap_or(1).max(1) {
            pieces.push((asker.clone(), Task::Question, Some(whom.clone()), exchange));
            pieces.push((whom.clone(), Task::Answer, Some(asker.clone()), exchange));
        }
    }
    pieces
}

/// The seats that a turn is for, in the order in which they take it.
fn seats(opening: &Opening, phase: &Phase, named: &str) -> Vec<Seat> {
    match named {
        "speakers" => {
            let mut seats: Vec<Seat> = opening
                .speakers
                .iter()
                .map(|speaker| speaker.seat.clone())
                .collect();
            if phase.order == TurnOrder::Alternate {
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
        "chair" => vec![Seat::chair()],
        "moderator" => vec![Seat::moderator()],
        "judges" => opening.judges.iter().map(|one| one.seat.clone()).collect(),
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
