//! Whose turn it is, the heading of a speech, and its end. The heading is written when the speech begins, because what
//! still belongs to the one before comes in while a model has not said a word.

use std::io::{self, Write};

use super::{Text, layout::plain};
use crate::{
    blocks::{Builder, Tone},
    catalog::Task,
    debate::state::Turn,
};

/// The heading of the speech that is on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Head {
    /// Nobody has the floor.
    None,
    /// Somebody has it and has not begun to speak: what still belongs to the speech before stands above it.
    Due { seat: String },
    /// It is written.
    Written,
}

impl<W: Write> Text<W> {
    /// Whoever has the floor begins to speak: the heading, if it is still due.
    pub(super) fn begin(&mut self) -> io::Result<()> {
        match std::mem::replace(&mut self.head, Head::Written) {
            Head::Due { seat } => self.heading(&seat),
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

    fn heading(&mut self, seat: &str) -> io::Result<()> {
        let builder = Builder::of(self.mapper.state());
        let Some(speech) = self.last_turn(seat).map(|turn| builder.speech(turn)) else {
            return Ok(());
        };
        let (heading, banner) = (speech.heading(), speech.banner);
        self.page.gap()?;
        self.page.heading(&heading, 0)?;
        if banner.is_empty() {
            return Ok(());
        }
        self.page.heading(banner, 2)
    }

    /// A turn that runs beside others, told when it is over. Of one that is struck only that it is.
    pub(super) fn whole_turn(&mut self, seat: &str) -> io::Result<()> {
        if self.last_turn(seat).is_none_or(Turn::is_struck) {
            return Ok(());
        }
        self.heading(seat)?;
        let turn = self.last_turn(seat);
        if let Some(text) = turn.filter(|turn| turn.work.is_none()) {
            let text = plain(&text.text);
            return self.page.push(&text);
        }
        self.work(seat)
    }

    /// What the last turn of a seat handed in.
    pub(super) fn work(&mut self, seat: &str) -> io::Result<()> {
        let builder = Builder::of(self.mapper.state());
        let turn = last_turn(&self.mapper.state().turns, seat);
        match turn.and_then(|turn| Some(builder.work(turn, turn.work.as_ref()?))) {
            Some(parts) => self.page.parts(&parts, 0),
            None => Ok(()),
        }
    }

    /// How the last turn of a seat ended, what it rests on, and what is ruled.
    pub(super) fn ending(&mut self, seat: &str) -> io::Result<()> {
        let builder = Builder::of(self.mapper.state());
        let Some(turn) = last_turn(&self.mapper.state().turns, seat) else {
            return Ok(());
        };
        let speech = builder.speech(turn);
        if !turn.is_struck() {
            self.page.beside(&format!("({})", speech.length()))?;
        }
        for source in &speech.sources {
            self.page.beside(source)?;
        }
        for remark in speech.remarks.iter().filter(|one| one.tone != Tone::Open) {
            self.page.beside(&remark.text)?;
        }
        Ok(())
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
        last_turn(&self.mapper.state().turns, seat)
    }
}

fn last_turn<'a>(turns: &'a [Turn], seat: &str) -> Option<&'a Turn> {
    turns.iter().rev().find(|turn| turn.seat.as_str() == seat)
}
