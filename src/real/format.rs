//! The format that a debate had which people held: its sides with as many seats as there were speakers, and phases in
//! which every turn is the one that was taken.

use std::collections::BTreeMap;

use super::form::{FLOOR, RealDebate, RealSide, usual_sides};
use crate::{
    catalog::{
        Coordination, Display, Format, Phase, Sees, Side, Stance, Task, Timing, TurnOrder,
        TurnSpec, Verdict, WinsBy,
    },
    debate::ids::Seat,
    text::count_words,
};

/// The rate at which people speak, where nothing says how long they took.
pub(super) const WORDS_PER_MINUTE: f64 = 150.0;
/// The id of the format where none is chosen.
pub(super) const ID: &str = "real";
/// The phase of turns that belong to none.
const PHASE: &str = "The debate";

/// The seats and phases of a debate.
#[derive(Debug)]
pub(super) struct Made {
    pub(super) format: Format,
    /// The seat of everybody, by name in small letters.
    pub(super) seats: BTreeMap<String, Seat>,
    /// The phase of each turn, by its position.
    pub(super) phases: Vec<u32>,
}

impl Made {
    /// The format of a debate. Of `like`, where a format is chosen, it has the names of the sides (where the file gives
    /// none), the rules of the house and what judges score.
    pub(super) fn of(debate: &RealDebate, like: Option<&Format>) -> Self {
        let sides = sides(debate, like);
        let seats = seats(debate, &sides);
        let count = |side: &RealSide| {
            let of_side = seats.values().filter(|seat| seat.group() == side.id);
            of_side.filter_map(Seat::number).max().unwrap_or(1)
        };
        let mut format = Format {
            name: "Public debate".to_owned(),
            summary: "Speakers for and against the motion take turns before a house.".to_owned(),
            description: "A debate that people held. Its turns are those that were taken."
                .to_owned(),
            verdict: Verdict::None,
            wins_by: WinsBy::default(),
            annotation: false,
            second_look: false,
            ranking: false,
            lean: false,
            audience: 0,
            judges: 0,
            moderator: debate.moderator.as_ref().map(|one| one.name.clone()),
            questions_after: false,
            speakers: Vec::new(),
            motion: None,
            house_rules: Vec::new(),
            rubric: None,
            breaks: crate::catalog::Break::default(),
            timing: Timing {
                words_per_minute: WORDS_PER_MINUTE,
                ..Timing::default()
            },
            sides: sides
                .iter()
                .map(|(side, _)| Side {
                    id: side.id.clone(),
                    name: side.name.clone(),
                    seats: count(side),
                    least_seats: None,
                    most_seats: None,
                    stance: side.stance,
                    stances: Vec::new(),
                    mark: None,
                    duties: Vec::new(),
                })
                .collect(),
            phases: Vec::new(),
        };
        if let Some(like) = like {
            format.name.clone_from(&like.name);
            format.summary.clone_from(&like.summary);
            format.wins_by = like.wins_by;
            format.house_rules.clone_from(&like.house_rules);
            format.rubric.clone_from(&like.rubric);
        }
        let mut made = Self {
            format,
            seats,
            phases: Vec::new(),
        };
        made.turns(debate);
        made
    }

    fn turns(&mut self, debate: &RealDebate) {
        let mut last: Option<String> = None;
        for turn in &debate.turns {
            let name = turn.phase.clone().or_else(|| last.clone());
            let name = name.unwrap_or_else(|| PHASE.to_owned());
            if last.as_ref() != Some(&name) {
                let phase = phase(&name, self.format.phases.len());
                self.format.phases.push(phase);
            }
            let at = self.format.phases.len().saturating_sub(1);
            self.phases.push(u32::try_from(at).unwrap_or(u32::MAX));
            let seat = self.seats.get(&turn.speaker.to_lowercase());
            let seat = seat.cloned().unwrap_or_else(Seat::moderator);
            let (task, title) = kind(&seat);
            if let Some(phase) = self.format.phases.last_mut() {
                phase.turns.push(TurnSpec {
                    seats: seat.to_string(),
                    task,
                    sees: Sees::Everything,
                    private: false,
                    minutes: None,
                    words: Some(count_words(&turn.text)),
                    least_words: None,
                    whom: None,
                    exchanges: None,
                    least_arguments: None,
                    most_arguments: None,
                    category: None,
                    detailed: false,
                    title: title.to_owned(),
                    instructions: String::new(),
                    brief: String::new(),
                    rules: Vec::new(),
                });
            }
            last = Some(name);
        }
    }
}

/// The task of a turn from that seat, and the title. Only speeches of the sides are main speeches.
pub(super) fn kind(seat: &Seat) -> (Task, &'static str) {
    if seat.is_moderator() {
        (Task::FloorSpeech, "From the chair")
    } else if seat.group() == FLOOR {
        (Task::FloorSpeech, "From the floor")
    } else {
        (Task::Speech, "")
    }
}

/// The sides, each with the id by which the file names it.
fn sides(debate: &RealDebate, like: Option<&Format>) -> Vec<(RealSide, String)> {
    let mut sides: Vec<(RealSide, String)> = debate
        .sides
        .iter()
        .map(|side| (side.clone(), side.id.clone()))
        .collect();
    if debate.sides == usual_sides()
        && let Some(like) = like
    {
        for (side, _) in &mut sides {
            let namesake = like.sides.iter().find(|one| one.stance == side.stance);
            if let Some(namesake) = namesake {
                side.id.clone_from(&namesake.id);
                side.name.clone_from(&namesake.name);
            }
        }
    }
    if debate.speakers.iter().any(|one| one.side == FLOOR) {
        let floor = RealSide {
            id: FLOOR.to_owned(),
            name: "From the floor".to_owned(),
            stance: Stance::Own,
        };
        sides.push((floor, FLOOR.to_owned()));
    }
    // A side of whose speakers nobody is known has no seats, and so no place in the format.
    sides.retain(|(_, id)| debate.speakers.iter().any(|one| &one.side == id));
    sides
}

/// The seat of everybody: the one that the file gives, or the first that is free.
fn seats(debate: &RealDebate, sides: &[(RealSide, String)]) -> BTreeMap<String, Seat> {
    let mut seats = BTreeMap::new();
    for (side, named) in sides {
        let of_side = || debate.speakers.iter().filter(|one| &one.side == named);
        let taken: Vec<usize> = of_side().filter_map(|one| one.seat).collect();
        let mut free = (1..).filter(|seat| !taken.contains(seat));
        for one in of_side() {
            let number = one.seat.or_else(|| free.next()).unwrap_or(1);
            seats.insert(one.name.to_lowercase(), Seat::new(&side.id, number));
        }
    }
    if let Some(one) = &debate.moderator {
        seats.insert(one.name.to_lowercase(), Seat::moderator());
    }
    seats
}

fn phase(name: &str, position: usize) -> Phase {
    Phase {
        id: format!("part-{}", position + 1),
        name: name.to_owned(),
        summary: String::new(),
        coordination: Coordination::TurnTaking,
        order: TurnOrder::Fixed,
        rounds: None,
        most_rounds: None,
        points_of_information: None,
        polls: false,
        assess_every: None,
        stop: Vec::new(),
        max_concurrent: None,
        timeout_seconds: None,
        display: Display::default(),
        rules: Vec::new(),
        guidelines: Vec::new(),
        turns: Vec::new(),
    }
}
