//! Whose turn it is, and the heading of a speech: written when the speech begins, because what still belongs to the one
//! before comes in while a model has not said a word.

use std::io::{self, Write};

use super::Text;
use crate::{
    catalog::Task,
    debate::{ids::Seat, state::Turn},
    text::sanitize::sanitize_line,
};

/// The heading of the speech that is on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Head {
    /// Nobody has the floor.
    None,
    /// Somebody has it and has not begun to speak: what still belongs to the speech before stands above it.
    Due { seat: String, attempt: u32 },
    /// It is written.
    Written,
}

impl<W: Write> Text<W> {
    /// Whoever has the floor begins to speak: the heading, if it is still due.
    pub(super) fn begin(&mut self) -> io::Result<()> {
        match std::mem::replace(&mut self.head, Head::Written) {
            Head::Due { seat, attempt } => self.heading(&seat, attempt),
            Head::Written => Ok(()),
            Head::None => {
                self.head = Head::None;
                Ok(())
            }
        }
    }

    /// The turn of a seat is over: what came in meanwhile is told.
    pub(super) fn end(&mut self, seat: &str) -> io::Result<()> {
        if self.head == Head::None || self.is_at_once(seat) || self.is_preparing(seat) {
            return Ok(());
        }
        self.head = Head::None;
        self.tell_polls()
    }

    pub(super) fn heading(&mut self, seat: &str, attempt: u32) -> io::Result<()> {
        let again = if attempt > 1 { ", again" } else { "" };
        let seat = Seat::named(seat);
        let place = match self.place(&seat) {
            place if place.is_empty() => String::new(),
            place => format!(" ({place})"),
        };
        let speaker = self.mapper.state().name(&seat);
        self.gap()?;
        self.out
            .line(&sanitize_line(&format!("{speaker}{place}{again}")))
    }

    /// What the referee says of the last turn of a seat.
    pub(super) fn ruling(&self, seat: &str) -> Option<String> {
        let state = self.mapper.state();
        state.ruling(self.last_turn(seat)?)
    }

    /// Whether the turn that a seat has, or had last, runs beside others.
    pub(super) fn is_at_once(&self, seat: &str) -> bool {
        let state = self.mapper.state();
        let turn = self.last_turn(seat);
        turn.is_some_and(|turn| state.is_simultaneous(turn))
    }

    /// Whether the turn that a seat has, or had last, is for its notes.
    pub(super) fn is_preparing(&self, seat: &str) -> bool {
        let turn = self.last_turn(seat);
        turn.is_some_and(|turn| turn.task == Task::Prepare)
    }

    /// The turn that a seat has, or had last.
    pub(super) fn last_turn(&self, seat: &str) -> Option<&Turn> {
        let mut turns = self.mapper.state().turns.iter().rev();
        turns.find(|turn| turn.seat.as_str() == seat)
    }

    /// "Proposition 1", or the seat as it is.
    pub(super) fn place(&self, seat: &Seat) -> String {
        let side = self.mapper.state().side_name(seat);
        match (side, seat.number()) {
            (Some(side), Some(number)) => format!("{side} {number}"),
            _ if seat.is_audience() => "from the floor".to_owned(),
            _ if seat.is_chair() || seat.is_moderator() => String::new(),
            _ => seat.to_string(),
        }
    }
}
