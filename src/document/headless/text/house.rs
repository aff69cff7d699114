//! What the house says beside the speeches: ballots that came in or were lost, and polls in their place.

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use super::Text;
use crate::{
    blocks::Builder,
    debate::{
        event::{Event, Record},
        ids::TurnId,
    },
    headless::mapper::when_word,
    unattended::Sink as _,
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
        Some(count)
    }

    pub(super) fn tell_ballots_before(&mut self) -> io::Result<()> {
        match self.ballots_before() {
            Some(count) => {
                self.tell_spoiled()?;
                self.page.beside(&count)
            }
            None => Ok(()),
        }
    }

    /// Which ballots could not be had.
    pub(super) fn tell_spoiled(&mut self) -> io::Result<()> {
        for ((when, reason), members) in std::mem::take(&mut self.spoiled) {
            let when = when_word(when);
            let ballots = match members.as_slice() {
                [one] => format!("The ballot of {}", self.mapper.state().name(one)),
                several => format!("{} ballots", several.len()),
            };
            self.page.beside(&format!(
                "{ballots} {when} the debate could not be had: {reason}"
            ))?;
        }
        Ok(())
    }

    /// A debate of which all is known that will be: polls, which are taken beside the next speech, stand right behind
    /// the speech that they are about.
    ///
    /// # Errors
    /// What the system says.
    pub fn whole(&mut self, records: &[Record]) -> io::Result<()> {
        let mut polls: BTreeMap<TurnId, Vec<&Record>> = BTreeMap::new();
        for record in records {
            if let Some(turn) = after(&record.event) {
                polls.entry(turn).or_default().push(record);
            }
        }
        for record in records.iter().filter(|one| after(&one.event).is_none()) {
            self.record(record)?;
            let its = ends(&record.event).and_then(|turn| polls.remove(&turn));
            its.into_iter()
                .flatten()
                .try_for_each(|one| self.record(one))?;
        }
        self.finish()
    }

    pub(super) fn tell_polls(&mut self) -> io::Result<()> {
        let polls = std::mem::take(&mut self.polls);
        polls.iter().try_for_each(|poll| self.page.poll(poll))
    }
}

/// The turn that a poll is about.
fn after(event: &Event) -> Option<TurnId> {
    if let Event::StrawVoteCast { after, .. } | Event::PollTaken { after } = event {
        Some(*after)
    } else {
        None
    }
}

/// The turn that has ended.
fn ends(event: &Event) -> Option<TurnId> {
    if let Event::TurnEnded { turn, .. } = event {
        Some(*turn)
    } else {
        None
    }
}
