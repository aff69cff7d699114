//! The participants in a debate: what they are called, on which side they sit, and whether they were heard.

use super::{
    argument_map::{MapNode, MapNodeId},
    ids::Seat,
    opening::{Listener, Speaker},
    scores::SeatedModel,
    state::{DebateState, Poi, Turn},
};
use crate::catalog::{Stance, Task};

impl DebateState {
    /// The speakers, in the order of the line-up; none before the debate is opened.
    pub fn speakers(&self) -> &[Speaker] {
        let opening = self.opening.as_deref();
        opening.map_or(&[], |opening| &opening.speakers)
    }

    /// The members of the audience, in the order of their seats; none before the debate is opened.
    pub fn audience(&self) -> &[Listener] {
        let opening = self.opening.as_deref();
        opening.map_or(&[], |opening| &opening.audience)
    }

    /// The judges, in the order of their seats; none before the debate is opened.
    pub fn judges(&self) -> &[SeatedModel] {
        let opening = self.opening.as_deref();
        opening.map_or(&[], |opening| &opening.judges)
    }

    /// The speaker who sits in a seat, if one does.
    pub fn speaker(&self, seat: &Seat) -> Option<&Speaker> {
        self.opening
            .as_deref()
            .and_then(|opening| opening.speaker(seat))
    }

    /// The turns in which speakers address the house, in the order in which they were begun: struck and empty ones too,
    /// and not what they prepare.
    pub fn addresses(&self) -> impl Iterator<Item = &Turn> + Clone {
        let turns = self.turns.iter();
        turns.filter(|turn| turn.task != Task::Prepare && self.speaker(&turn.seat).is_some())
    }

    /// Whether speakers were given the floor and could not be had, and none of them has said a word.
    pub fn is_unheard(&self) -> bool {
        let mut spoken = self.addresses();
        let is_lost = spoken.clone().any(|turn| turn.given_up().is_some());
        is_lost && spoken.all(Turn::is_empty)
    }

    /// Whether a speaker was heard: some turn of theirs on the record has words.
    pub(crate) fn is_heard_of(&self, seat: &Seat) -> bool {
        let mut own = self.turns.iter().filter(|turn| &turn.seat == seat);
        own.any(|turn| turn.task != Task::Prepare && !turn.is_empty())
    }

    /// Whether the house has heard a turn of theirs that counts.
    pub fn has_spoken(&self, seat: &Seat) -> bool {
        self.speeches().any(|turn| &turn.seat == seat)
    }

    /// The name of whoever speaks, or spoke, in a turn: of the one who sat in the seat then.
    pub fn speaker_in(&self, turn: &Turn) -> String {
        let own = turn.spoken_as.clone();
        own.unwrap_or_else(|| self.name(&turn.seat))
    }

    /// The name of whoever rose on a point of information: of the one who sat in the seat then.
    pub fn raiser_of(&self, point: &Poi) -> String {
        let own = point.raised_as.clone();
        own.unwrap_or_else(|| self.name(&point.from))
    }

    /// The name of whoever had the floor when a point of information was raised.
    pub fn challenged_in(&self, point: &Poi) -> String {
        let turn = self.turn(point.turn).filter(|turn| turn.seat == point.to);
        turn.map_or_else(|| self.name(&point.to), |turn| self.speaker_in(turn))
    }

    /// The name of whoever said what a node of the argument map tells, where another person sits in the seat now.
    pub fn said_as(&self, node: &MapNode) -> Option<&str> {
        if let MapNodeId::Point(poi) = &node.id {
            return self.point(*poi)?.raised_as.as_deref();
        }
        if let MapNodeId::InterventionAnswer(item) = &node.id {
            return self.intervention(*item)?.asked_as.as_deref();
        }
        let turn = self.turn(node.turn?)?;
        (turn.seat == node.seat).then_some(turn.spoken_as.as_deref())?
    }

    /// The name that goes with a node of the argument map: of whoever said it.
    pub fn name_of_node(&self, node: &MapNode) -> String {
        let own = self.said_as(node).map(str::to_owned);
        own.unwrap_or_else(|| self.name(&node.seat))
    }

    /// The name that goes with a seat, for people.
    pub fn name(&self, seat: &Seat) -> String {
        let Some(opening) = self.opening.as_deref() else {
            return seat.as_str().to_owned();
        };
        if self.is_models_again(seat) {
            return opening.office(seat);
        }
        opening.name(seat)
    }

    /// The short name that goes with a seat.
    pub fn short_name(&self, seat: &Seat) -> String {
        match self.opening.as_deref() {
            Some(opening) if !self.is_models_again(seat) => opening.short_name(seat),
            Some(_) | None => self.name(seat),
        }
    }

    /// Whether a model judges or moderates from a seat that a person has handed over: no persona of theirs does, and what
    /// it says is not said in their name.
    fn is_models_again(&self, seat: &Seat) -> bool {
        seat.has_no_persona() && self.is_handed_over(seat)
    }

    /// A seat in words, within a sentence: "the seat of Opposition 2".
    pub fn seat_told(&self, seat: &Seat) -> String {
        if seat.is_audience() {
            return "a seat in the audience".to_owned();
        }
        let side = self
            .opening
            .as_deref()
            .and_then(|one| one.format.side(seat.group()));
        match (side, seat.number()) {
            (Some(side), Some(number)) if side.name.starts_with("The ") => {
                format!("seat {number} of {}", within(side.name.clone()))
            }
            (Some(side), Some(number)) if side.seats > 1 => {
                format!("the seat of {} {number}", side.name)
            }
            (Some(side), _) => format!("the seat of {}", within(side.name.clone())),
            (None, _) if seat.has_no_persona() => {
                let office = self.opening.as_deref().map(|one| one.office(seat));
                format!(
                    "the seat of {}",
                    within(office.unwrap_or_else(|| seat.to_string()))
                )
            }
            (None, _) => format!("the seat {seat}"),
        }
    }

    /// The name of a seat within a sentence: "the moderator".
    pub fn name_within(&self, seat: &Seat) -> String {
        within(self.name(seat))
    }

    /// The name of what judges score, by its id: a side's, who sits there, or of an argument the id as it is.
    pub fn called(&self, id: &str) -> String {
        let opening = self.opening.as_deref();
        let side = opening.and_then(|opening| opening.format.side(id));
        side.map_or_else(|| self.name(&Seat::named(id)), |side| side.name.clone())
    }

    /// The name of the side of a seat, where it has one: "Proposition".
    pub fn side_name(&self, seat: &Seat) -> Option<&str> {
        self.side_called(seat.group())
    }

    /// The name of the side of that id, where there is one.
    pub fn side_called(&self, id: &str) -> Option<&str> {
        let side = self.opening.as_deref()?.format.side(id)?;
        Some(side.name.as_str())
    }

    /// The stance of a seat on the motion, where it has a side.
    pub fn stance(&self, seat: &Seat) -> Option<Stance> {
        self.opening.as_deref()?.stance(seat)
    }
}

/// A name within a sentence: "the moderator" for "The moderator".
pub fn within(name: String) -> String {
    match name.strip_prefix("The ") {
        Some(rest) => format!("the {rest}"),
        None => name,
    }
}
