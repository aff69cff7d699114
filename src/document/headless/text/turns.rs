//! Whose turn it is, what is said or handed in, and how it ended. The heading of a speech is written when it begins,
//! because what still belongs to the one before comes in while a model has not said a word.

use std::io::{self, Write};

use super::Text;
use crate::{
    blocks::{Builder, Tone},
    catalog::Task,
    debate::state::Turn,
    headless::jsonl::DoubtLine,
    plain::plain,
    text::sanitize::sanitize,
};

/// The heading of the speech that is on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Head {
    /// Nobody has the floor.
    None,
    /// The speaker has the floor and has not begun to speak: what still belongs to the speech before stands above the
    /// heading.
    Due { seat: String },
    /// The heading is written.
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
        match last_turn(&self.mapper.state().turns, seat) {
            Some(turn) => self.page.heading(&builder.speech(turn)),
            None => Ok(()),
        }
    }

    /// More words. Of those who speak at once each is told as a whole.
    pub(super) fn delta(&mut self, seat: &str, text: &str) -> io::Result<()> {
        if self.is_at_once(seat) {
            return Ok(());
        }
        self.begin()?;
        let (end, more) = text.split_at(self.end_in(text));
        self.page.push(&sanitize(end))?;
        if !end.is_empty() {
            self.tell_held()?;
        }
        self.page.push(&sanitize(more))
    }

    /// The bell. Nobody hears it of those who speak at once.
    pub(super) fn bell(&mut self, seat: &str) -> io::Result<()> {
        if self.is_at_once(seat) {
            return Ok(());
        }
        self.begin()?;
        let bell = self.last_turn(seat).and_then(Builder::bell);
        self.aside(bell.unwrap_or_default())
    }

    /// A turn of a fixed form is handed in.
    pub(super) fn submitted(&mut self, seat: &str) -> io::Result<()> {
        if self.is_at_once(seat) {
            return Ok(());
        }
        self.begin()?;
        self.work(seat)
    }

    /// A turn is over.
    pub(super) fn turn_over(&mut self, seat: &str) -> io::Result<()> {
        if self.is_preparing(seat) {
            let builder = Builder::of(self.mapper.state());
            let made = self
                .last_turn(seat)
                .and_then(|turn| builder.notes_made(turn));
            made.map_or(Ok(()), |made| self.page.beside(&made.text))?;
            return self.end(seat);
        }
        if self.is_at_once(seat) {
            self.whole_turn(seat)?;
        } else {
            self.begin()?;
        }
        self.ending(seat)?;
        self.end(seat)
    }

    /// A turn that runs beside others, told when it is over. Of one that is struck only that it is.
    fn whole_turn(&mut self, seat: &str) -> io::Result<()> {
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
    fn work(&mut self, seat: &str) -> io::Result<()> {
        let builder = Builder::of(self.mapper.state());
        let turn = last_turn(&self.mapper.state().turns, seat);
        match turn.and_then(|turn| Some(builder.work(turn, turn.work.as_ref()?))) {
            Some(parts) => self.page.parts(&parts, 0),
            None => Ok(()),
        }
    }

    /// How the last turn of a seat ended, what it rests on, and what is ruled.
    fn ending(&mut self, seat: &str) -> io::Result<()> {
        let builder = Builder::of(self.mapper.state());
        let Some(turn) = last_turn(&self.mapper.state().turns, seat) else {
            return Ok(());
        };
        let speech = builder.speech(turn);
        if !turn.is_struck() {
            self.page.length(&speech)?;
        }
        self.page.came_of(&speech, |tone| tone != Tone::Open)?;
        self.page.stand_apart();
        Ok(())
    }

    /// What a turn's sources do not hold. While it is open that is told with its end.
    pub(super) fn doubted(&mut self, seat: &str, doubts: &[DoubtLine]) -> io::Result<()> {
        if self.last_turn(seat).is_some_and(Turn::is_open) {
            return Ok(());
        }
        let mut doubts = doubts.iter();
        doubts.try_for_each(|doubt| self.page.beside(&doubt.said))
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
