//! A turn: whose it is, what is said or handed in, and how it ended. The heading of a speech is written when it begins,
//! because what still belongs to the one before comes in while a model has not said a word.

use std::io::{self, Write};

use super::Text;
use crate::{
    blocks::running,
    blocks::{Builder, Tone, words_of},
    catalog::Task,
    debate::{state::Turn, written::Work},
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
    /// The heading and the words so far stand in another text, that of the process which died or was left.
    GoesOn { seat: String },
    /// The heading is written.
    Written,
}

impl<W: Write> Text<W> {
    /// Whoever has the floor begins to speak: the heading, if it is still due.
    pub(super) fn begin(&mut self) -> io::Result<()> {
        match std::mem::replace(&mut self.head, Head::Written) {
            Head::Due { seat } => self.heading(&seat),
            Head::GoesOn { seat } => {
                self.goes_on = true;
                self.heading(&seat)
            }
            Head::Written => Ok(()),
            Head::None => {
                self.head = Head::None;
                Ok(())
            }
        }
    }

    /// Of the speech nothing is left with which it could go on.
    pub(super) fn begins_again(&mut self) {
        self.goes_on = false;
        if let Head::GoesOn { seat } = &self.head {
            self.head = Head::Due { seat: seat.clone() };
        }
    }

    /// The turn of a seat is over: what came in meanwhile is told.
    pub(super) fn end(&mut self, seat: &str) -> io::Result<()> {
        if self.head == Head::None || self.is_at_once(seat) || self.is_preparing(seat) {
            return Ok(());
        }
        self.head = Head::None;
        self.goes_on = false;
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
        if std::mem::take(&mut self.goes_on) {
            self.page.push("… ")?;
        }
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

    /// Somebody is the next to be heard: of several whose turns run at once each in turn.
    pub(super) fn is_due(&mut self, seat: &str) {
        let turn = self.last_turn(seat).map(|turn| turn.id);
        if self.headed != turn && !self.is_at_once(seat) {
            self.headed = turn;
            self.read = 0;
            self.said.clear();
            self.head = Head::Due {
                seat: seat.to_owned(),
            };
        }
    }

    /// More of a turn of a fixed form is read out: the lines to which nothing will be added are written.
    pub(super) fn read_on(&mut self, seat: &str) -> io::Result<()> {
        self.begin()?;
        let said = self.lines_heard(seat)?;
        let written = self.lines_of(seat, |turn| Some(&turn.draft.as_ref()?.work))?;
        let alike = said
            .iter()
            .zip(&written)
            .take_while(|(one, other)| one == other);
        let done = alike.count();
        // The line of the last words may go on.
        let done = if said.len() == written.len() && done == said.len() {
            done.saturating_sub(1)
        } else {
            done
        };
        let lines = said.get(self.read..done).unwrap_or_default();
        if !lines.is_empty() {
            self.page.lines(lines)?;
            self.read = done;
        }
        Ok(())
    }

    /// Tells that what was read out is written anew behind so many words.
    pub(super) fn read_anew(&mut self, seat: &str, words: u32) -> io::Result<()> {
        self.said.clear();
        let said = self.lines_heard(seat)?;
        let told = if words == 0 {
            running::BEGINS_AGAIN
        } else {
            running::TAKES_UP
        };
        self.read = self.read.min(said.len().saturating_sub(1));
        self.page.beside(told)
    }

    /// The lines of some of the work of the last turn of a seat.
    fn lines_of(
        &self,
        seat: &str,
        some: impl Fn(&Turn) -> Option<&Work>,
    ) -> io::Result<Vec<String>> {
        let builder = Builder::of(self.mapper.state());
        let turn = last_turn(&self.mapper.state().turns, seat);
        let parts = turn.and_then(|turn| Some(builder.work(turn, some(turn)?)));
        self.page.lines_of(&parts.unwrap_or_default())
    }

    /// The lines of what was heard of it.
    fn lines_heard(&self, seat: &str) -> io::Result<Vec<String>> {
        self.lines_of(seat, |turn| turn.work.as_ref())
    }

    /// A turn of a fixed form is handed in: what of it was not read out is told.
    pub(super) fn submitted(&mut self, seat: &str) -> io::Result<()> {
        self.is_due(seat);
        self.begin()?;
        let said = self.lines_heard(seat)?;
        let read = std::mem::take(&mut self.read);
        self.page.lines(said.get(read..).unwrap_or_default())?;
        let Some(turn) = last_turn(&self.mapper.state().turns, seat) else {
            return Ok(());
        };
        self.whole.insert(turn.id);
        self.page.beside(&format!("({})", words_of(turn)))
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
        } else if self.is_told_already(seat) {
            return self.end(seat);
        } else {
            self.is_due(seat);
            self.begin()?;
        }
        self.ending(seat)?;
        let turn = self.last_turn(seat).map(|turn| turn.id);
        self.end(seat)?;
        turn.map_or(Ok(()), |turn| self.acknowledged(Some(turn)))
    }

    /// Whether all was told of the last turn of a seat before others were, and nothing more is to be told of it.
    fn is_told_already(&self, seat: &str) -> bool {
        let builder = Builder::of(self.mapper.state());
        self.last_turn(seat).is_some_and(|turn| {
            let speech = builder.speech(turn);
            let says_more = speech.remarks.iter().any(|one| one.tone != Tone::Open);
            let is_whole = self.whole.contains(&turn.id) && self.headed != Some(turn.id);
            is_whole && !says_more && speech.sources.is_empty()
        })
    }

    /// A turn that runs beside others, told when it is over. Of one that is struck only that it is.
    fn whole_turn(&mut self, seat: &str) -> io::Result<()> {
        if self.last_turn(seat).is_none_or(Turn::is_struck) {
            return Ok(());
        }
        self.heading(seat)?;
        let text = self.last_turn(seat).map(|turn| plain(&turn.text));
        self.page.push(&text.unwrap_or_default())
    }

    /// Tells how the last turn of a seat ended, what it rests on, and what is ruled.
    fn ending(&mut self, seat: &str) -> io::Result<()> {
        let builder = Builder::of(self.mapper.state());
        let Some(turn) = last_turn(&self.mapper.state().turns, seat) else {
            return Ok(());
        };
        let speech = builder.speech(turn);
        if !turn.is_struck() && !self.whole.contains(&turn.id) {
            self.page.length(&speech)?;
        }
        self.page.came_of(&speech, |tone| tone != Tone::Open)?;
        self.page.stand_apart();
        Ok(())
    }

    /// Tells what a turn's sources do not hold. While it is open that is told with its end.
    pub(super) fn doubted(&mut self, seat: &str, doubts: &[DoubtLine]) -> io::Result<()> {
        if self.last_turn(seat).is_some_and(Turn::is_open) {
            return Ok(());
        }
        let mut doubts = doubts.iter();
        doubts.try_for_each(|doubt| self.page.beside(&doubt.said))
    }

    /// Whether the turn that a seat has, or had last, is heard while others are.
    pub(super) fn is_at_once(&self, seat: &str) -> bool {
        let state = self.mapper.state();
        let turn = self.last_turn(seat);
        turn.is_some_and(|turn| state.is_side_by_side(turn))
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
