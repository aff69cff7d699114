//! The words of the house beside the speeches: the opening and the end, ballots that came in or were lost, and polls in
//! their place.

use std::io::{self, Write};

use super::{Text, turns::Head};
use crate::{
    blocks::{Builder, Tone},
    debate::votes,
};

/// Whether the ballots before the debate have been told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ballots {
    Awaited,
    Told,
}

impl<W: Write> Text<W> {
    /// The count of the ballots before the debate, once the last of them is in; only once.
    pub(super) fn ballots_before(&mut self) -> Option<String> {
        if self.ballots == Ballots::Told {
            return None;
        }
        let count = Builder::of(self.mapper.state()).ballots_before()?;
        self.ballots = Ballots::Told;
        Some(count.text)
    }

    pub(super) fn tell_ballots_before(&mut self) -> io::Result<()> {
        match self.ballots_before() {
            Some(count) => {
                self.tell_spoiled()?;
                self.aside(count)
            }
            None => Ok(()),
        }
    }

    /// Tells which ballots could not be had.
    pub(super) fn tell_spoiled(&mut self) -> io::Result<()> {
        for ((when, reason), members) in std::mem::take(&mut self.spoiled) {
            let builder = Builder::of(self.mapper.state());
            let told = builder.ballots_lost(when, &members, &reason);
            self.page.beside(&told)?;
        }
        Ok(())
    }

    /// The motion, and who speaks.
    pub(super) fn opened(&mut self) -> io::Result<()> {
        let builder = Builder::of(self.mapper.state());
        let sections = [builder.motion(), builder.line_up()];
        let mut sections = sections.iter().flatten();
        sections.try_for_each(|section| self.page.section(section))
    }

    /// The end of a debate that is over. Its result has been told.
    pub(super) fn closed(&mut self) -> io::Result<()> {
        self.tell_polls()?;
        self.tell_spoiled()?;
        self.acknowledged(None)?;
        self.page.gap()?;
        let ending = Builder::of(self.mapper.state()).ending();
        self.page.ending(&ending, |tone| tone != Tone::Strong)
    }

    /// Tells that a debate is not over. What of it is missing is not yet known.
    pub(super) fn not_over(&mut self) -> io::Result<()> {
        self.page.gap()?;
        let ending = Builder::of(self.mapper.state()).ending();
        self.page.ending(&ending, |tone| tone == Tone::House)
    }

    /// The poll that was taken last after a turn of a seat.
    pub(super) fn poll_taken(&mut self, after: &str) -> io::Result<()> {
        let state = self.mapper.state();
        let is_after = |poll: &&votes::Poll| {
            let turn = state.turn(poll.after);
            poll.taken && turn.is_some_and(|turn| turn.seat.as_str() == after)
        };
        let poll = state.polls.iter().rev().find(is_after);
        let Some(poll) = poll.map(|poll| Builder::of(state).poll(poll)) else {
            return Ok(());
        };
        // While somebody speaks it waits for the end of that speech.
        if self.head == Head::Written {
            self.polls.push(poll);
            return Ok(());
        }
        self.page.poll(&poll)
    }

    /// The polls that have waited.
    pub(super) fn tell_polls(&mut self) -> io::Result<()> {
        let polls = std::mem::take(&mut self.polls);
        polls.iter().try_for_each(|poll| self.page.poll(poll))
    }
}
