//! Terminals of people: a seat may be taken from another terminal than the one where the debate runs. What is asked of whom
//! is asked where they sit.

use super::{
    ids::{CallId, Seat},
    people::sat_in,
    person::TerminalPresence,
    state::{DebateState, Pending},
};
use crate::text::{counted, has_words};

/// The most letters of a person's name.
pub const MOST_NAME: u32 = 60;

impl DebateState {
    /// Whether what is asked of a seat is asked at another terminal than the one where the debate runs.
    pub fn is_elsewhere(&self, seat: &Seat) -> bool {
        self.terminals.get(sat_in(seat).as_ref()) == Some(&TerminalPresence::There)
    }

    /// Whether a seat is asked at a terminal: at the one that has taken the seat `own`, or, without one, where the debate
    /// runs.
    pub fn is_at(&self, seat: &Seat, own: Option<&Seat>) -> bool {
        match own {
            Some(own) => sat_in(seat).as_ref() == own && self.is_elsewhere(seat),
            None => !self.is_elsewhere(seat),
        }
    }

    /// The calls that wait for a person at a terminal, as [`Self::is_at`] has it.
    pub fn asked_at<'a>(
        &'a self,
        own: Option<&Seat>,
    ) -> impl Iterator<Item = (CallId, &'a Pending)> {
        let is_here = move |seat: &Seat| self.is_at(seat, own);
        self.asked_of_people()
            .filter(move |(_, call)| call.seat.as_ref().is_none_or(is_here))
    }

    /// The seats in which people sit at a terminal.
    pub fn seats_at<'a>(&'a self, own: Option<&Seat>) -> impl Iterator<Item = &'a Seat> {
        let people = self.opening.iter().flat_map(|opening| &opening.people);
        let seats = people.map(|person| &person.seat);
        seats.filter(move |seat| self.is_at(seat, own))
    }

    /// Refuses a seat to somebody who would take it from another terminal.
    ///
    /// # Errors
    /// There is no such seat, somebody sits in it, or the name is none or another speaker's: said in a sentence.
    pub fn may_take(&self, seat: &Seat, name: &str) -> Result<(), String> {
        let Some(opening) = self.opening.as_deref().filter(|_| !self.is_closed()) else {
            return Err("The debate is over.".to_owned());
        };
        let letters = u32::try_from(name.trim().chars().count()).unwrap_or(u32::MAX);
        if !has_words(name) || letters > MOST_NAME {
            let most = counted(MOST_NAME, "letter", "letters");
            return Err(format!("A name has {most} at the most."));
        }
        if !opening.has_seat_for_person(seat) {
            return Err(format!("Nobody can take the seat {seat} in this debate."));
        }
        let mut others = opening.speakers.iter().filter(|one| one.seat != *seat);
        if others.any(|one| one.card.name == name.trim()) {
            return Err(format!("{} speaks in this debate already.", name.trim()));
        }
        if self.is_elsewhere(seat) {
            let sits = self.name(seat);
            return Err(format!(
                "{sits} sits in the seat {seat}, at another terminal."
            ));
        }
        let is_left = self.terminals.contains_key(seat);
        if opening.person(seat).is_some() && !is_left && !self.is_handed_over(seat) {
            let sits = self.name(seat);
            return Err(format!(
                "{sits} sits in the seat {seat}, where the debate runs."
            ));
        }
        Ok(())
    }
}
