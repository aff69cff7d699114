//! What if: what a person wants to be otherwise in a branch, from where it parts on; when it can be, and its words.

use super::{
    branch_change::BranchChange,
    event::{Event, Record},
    ids::Seat,
    participants::within,
    state::{DebateState, Intervention, Poi, PoiStatus, Turn},
};
use crate::{
    catalog::{Persona, Task},
    text::{has_words, sentence},
};

/// The words of a reason that a person has put in for a speaker.
pub(super) const PUT_IN: &str = "put in by you";

/// Another speaker for a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replacement {
    /// The seat that they take.
    pub seat: Seat,
    /// The id of their persona file.
    pub persona: String,
    /// The card of whoever sits there from then on.
    pub card: Persona,
    /// The number of passages of what they wrote and said that can be drawn on.
    pub passages: u64,
}

/// Something that a person wants to be otherwise in a branch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WhatIf {
    /// Other words for whoever has the floor, in the place of what was being said; they go on from there.
    Words(String),
    /// Another answer to the last point of information.
    Point {
        /// Whether the point is taken.
        taken: bool,
        /// The words of the answer; those of the speaker's model where absent.
        answer: Option<String>,
    },
    /// A piece of evidence for both sides.
    Evidence {
        /// The text of the evidence.
        text: String,
        /// The source of the text. May be empty.
        source: String,
    },
    /// Another speaker in a seat that has said nothing yet.
    Speaker(Box<Replacement>),
    /// Another model for a seat, or for everything.
    Model {
        /// The seat; everything where absent.
        seat: Option<Seat>,
        /// The name of the model, as it was typed.
        model: String,
    },
}

impl DebateState {
    /// The words that tell of a change where it is made.
    pub(super) fn describe_change(&self, change: &BranchChange) -> String {
        match change {
            BranchChange::Words {
                turn, instead_of, ..
            } => {
                let turn = self.turn(*turn);
                let name = turn.map(|turn| self.name(&turn.seat)).unwrap_or_default();
                let instead = match instead_of.as_str() {
                    "" => String::new(),
                    words => format!(", in place of “{words}”"),
                };
                format!("What if: the next words of {name} are put in by you{instead}.")
            }
            BranchChange::Point {
                poi,
                taken,
                has_answer,
            } => {
                let (from, to) = self.point(*poi).map_or_else(Default::default, |point| {
                    (within(self.raiser_of(point)), self.challenged_in(point))
                });
                match (taken, has_answer) {
                    (true, true) => format!(
                        "What if: {to} takes the point of {from}, with an answer put in by you."
                    ),
                    (true, false) => format!("What if: {to} takes the point of {from}."),
                    (false, _) => format!("What if: {to} waves the point of {from} down."),
                }
            }
            BranchChange::Speaker { card, before, .. } => {
                format!("What if: {} speaks in place of {before}.", card.name)
            }
            BranchChange::Model {
                seat: Some(seat),
                model,
            } => format!("What if: {model} answers for {}.", self.name(seat)),
            BranchChange::Model { seat: None, model } => {
                format!("What if: {model} answers for everybody.")
            }
        }
    }

    /// What is otherwise in a branch than in the debate that it parts from, each in a few words.
    pub fn describe_changes(&self) -> Vec<String> {
        let changes = self
            .changes
            .iter()
            .map(BranchChange::describe_in_short)
            .collect::<Vec<_>>();
        let mut since = self.interventions.iter().skip(self.inherited_interventions);
        let has_evidence = self.branch_ref().is_some() && since.any(Intervention::is_evidence);
        let evidence = has_evidence.then(|| "evidence".to_owned());
        changes.into_iter().chain(evidence).collect()
    }

    /// The reason why something cannot be otherwise from here on, and what could be; `None` where it can.
    pub fn refusal_of(&self, what_if: &WhatIf) -> Option<String> {
        match what_if {
            WhatIf::Words(text) if !has_words(text) => {
                Some("There are no words to be put in.".to_owned())
            }
            WhatIf::Words(_) if self.floor().is_none() => Some(
                "Nobody is speaking there: other words need a place in the middle of a speech."
                    .to_owned(),
            ),
            WhatIf::Words(_) | WhatIf::Model { .. } => None,
            WhatIf::Point { taken, answer } => self.refusal_of_point(*taken, answer.as_deref()),
            WhatIf::Evidence { text, .. } if !has_words(text) => {
                Some("There is no text to hand in.".to_owned())
            }
            WhatIf::Evidence { .. } => (!self.is_evidence_of_use())
                .then(|| "No speech is left in which evidence could be spoken to.".to_owned()),
            WhatIf::Speaker(replacement) => self.refusal_of_speaker(replacement),
        }
    }

    fn refusal_of_point(&self, taken: bool, answer: Option<&str>) -> Option<String> {
        let Some(point) = self.open_point() else {
            return Some("No point of information waits for an answer there.".to_owned());
        };
        if !taken && answer.is_some() {
            return Some("A point that is waved down has no answer.".to_owned());
        }
        if answer.is_some_and(|answer| !has_words(answer)) {
            return Some("There are no words in the answer.".to_owned());
        }
        let turn = self.turn(point.turn)?;
        let rules = self.poi_rules(turn);
        let has_room = rules.is_some_and(|rules| self.points_taken(turn) < rules.max_accepted);
        (taken && !has_room).then(|| "No more points may be taken in that speech.".to_owned())
    }

    fn refusal_of_speaker(&self, replacement: &Replacement) -> Option<String> {
        let seat = &replacement.seat;
        let Some(speaker) = self.speaker(seat) else {
            let seats: Vec<&str> = self
                .speakers()
                .iter()
                .map(|one| one.seat.as_str())
                .collect();
            return Some(format!(
                "Nobody speaks from {seat}. The speakers sit at {}.",
                seats.join(", ")
            ));
        };
        let mut others = self.speakers().iter();
        if let Some(other) = others.find(|one| one.persona == replacement.persona) {
            let name = &other.card.name;
            return Some(format!("There is {name} already, at {}.", other.seat));
        }
        let name = &speaker.card.name;
        if !self.is_still_to_be_heard(seat) {
            let open: Vec<&str> = self.seats_to_be_heard().map(Seat::as_str).collect();
            let instead = if open.is_empty() {
                "everybody has been heard there; choose an earlier place".to_owned()
            } else {
                format!("who has not: {}", open.join(", "))
            };
            return Some(format!(
                "From {seat}, {name} has been heard already, or has nothing more to say ({instead})."
            ));
        }
        None
    }

    /// The seats of speakers of whom nothing has been heard and who still have a turn to come.
    pub fn seats_to_be_heard(&self) -> impl Iterator<Item = &Seat> {
        let seats = self.speakers().iter().map(|speaker| &speaker.seat);
        seats.filter(|seat| self.is_still_to_be_heard(seat))
    }

    fn is_still_to_be_heard(&self, seat: &Seat) -> bool {
        let mut own = self.turns.iter().filter(|turn| &turn.seat == seat);
        let has_begun = own.any(|turn| turn.task != Task::Prepare);
        let mut points = self.points.iter();
        let has_risen = points.any(|point| &point.from == seat || &point.to == seat);
        let mut items = self.interventions.iter();
        let was_asked = items.any(|item| item.seat.as_ref() == Some(seat));
        let mut slots = self.plan.slots.iter();
        let is_to_come = slots
            .any(|slot| &slot.seat == seat && slot.task != Task::Prepare && !self.is_done(slot));
        !has_begun && !has_risen && !was_asked && is_to_come
    }

    /// The last point of information, where it waits to be taken or waved down.
    fn open_point(&self) -> Option<&Poi> {
        let last = self.points.last()?;
        let is_open = self.turn(last.turn).is_some_and(Turn::is_open);
        (is_open && last.status == PoiStatus::Offered).then_some(last)
    }

    /// The last point of information, with the names of who rose and who had the floor.
    pub fn describe_last_point(&self) -> Option<(String, String, &str)> {
        let point = self.points.last()?;
        let from = within(self.raiser_of(point));
        Some((from, self.challenged_in(point), &point.text))
    }

    /// The words of whoever has the floor that are not a whole sentence yet.
    pub fn unfinished_sentence(&self) -> &str {
        let Some(turn) = self.floor() else {
            return "";
        };
        if sentence::is_at_end(&turn.text) {
            return "";
        }
        let end = sentence::last_end(&turn.text);
        turn.text.get(end..).unwrap_or_default().trim()
    }
}

/// The place from which the last point of information before a place can be answered otherwise: the number of the record
/// before the one in which it was taken or waved down; the place itself where that has not happened yet. `None` where
/// nobody has risen.
pub fn before_last_answer(records: &[Record], at: u64) -> Option<u64> {
    let at = usize::try_from(at).unwrap_or(usize::MAX);
    let before = records.iter().take(at.saturating_add(1));
    let mut points = before.clone().rev();
    let last = points.find_map(|record| {
        if let Event::PoiOffered { poi, .. } = &record.event {
            Some(*poi)
        } else {
            None
        }
    })?;
    let mut decided = before.filter_map(|record| {
        let (Event::PoiTaken { poi, .. } | Event::PoiDeclined { poi, .. }) = &record.event else {
            return None;
        };
        (*poi == last).then(|| record.seq.saturating_sub(1))
    });
    Some(decided.next().unwrap_or(at as u64))
}
