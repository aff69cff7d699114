//! What the house says, as running text: who is in it, polls and the division.

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use super::Text;
use crate::{
    debate::{
        ask::When,
        division::{Tally, lost_ballots},
        event::{Event, Record},
        ids::{Seat, TurnId},
        real::Real,
    },
    headless::{
        Sink as _,
        convert::when_word,
        jsonl::{DivisionLine, SpeakerLine},
    },
    text::sanitize::{sanitize, sanitize_line},
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
        let state = self.mapper.state();
        let members = state.opening.as_deref()?.audience.len();
        let cast = state.ballots.cast(When::Before);
        if self.ballots == Ballots::Told || members == 0 || cast < members {
            return None;
        }
        self.ballots = Ballots::Told;
        let tally = state.ballot_tally(When::Before);
        let silent = members.saturating_sub(tally.total() as usize);
        let silent = if silent > 0 {
            format!(", {silent} without a ballot")
        } else {
            String::new()
        };
        Some(format!(
            "Before the debate: Ayes {}, Noes {}, undecided {}{silent}.",
            tally.ayes, tally.noes, tally.undecided
        ))
    }

    pub(super) fn tell_ballots_before(&mut self) -> io::Result<()> {
        match self.ballots_before() {
            Some(count) => {
                self.tell_spoiled()?;
                self.beside(&count)
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
            self.beside(&format!(
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
        for (after, tally) in std::mem::take(&mut self.polls) {
            self.poll(&after, tally)?;
        }
        Ok(())
    }

    pub(super) fn poll(&mut self, after: &str, tally: Tally) -> io::Result<()> {
        self.gap()?;
        let after = sanitize_line(after);
        self.out.line(&format!("  The house after {after}"))?;
        self.count("Ayes", tally.ayes)?;
        self.count("Noes", tally.noes)?;
        self.count("Undecided", tally.undecided)?;
        self.counted = true;
        Ok(())
    }

    fn count(&mut self, what: &str, votes: u32) -> io::Result<()> {
        self.out.line(&format!("    {what:<10}{votes:>4}"))
    }

    /// How the real house voted, where people held the debate.
    pub(super) fn house_then(&mut self) -> io::Result<()> {
        let told = self.real().map(Real::told).unwrap_or_default();
        if told.is_empty() {
            return Ok(());
        }
        self.gap()?;
        self.out.line("  The house then")?;
        for line in told {
            self.out.line(&format!("    {line}"))?;
        }
        Ok(())
    }

    pub(super) fn line_up(&mut self, speakers: &[SpeakerLine]) -> io::Result<()> {
        for speaker in speakers {
            let place = self.place(&Seat::named(&speaker.seat));
            let line = format!("{place}: {}, {}", speaker.name, speaker.model);
            self.out.line(&format!("  {}", sanitize_line(&line)))?;
        }
        Ok(())
    }

    pub(super) fn division(&mut self, result: &DivisionLine) -> io::Result<()> {
        self.gap()?;
        self.out.line("  The house has divided")?;
        if result.margin.is_some() || result.ayes + result.noes > 0 {
            self.count("Ayes", result.ayes)?;
            self.count("Noes", result.noes)?;
        }
        let lost = match result.lost {
            0 => String::new(),
            lost => format!(", {}", lost_ballots(lost)),
        };
        let before = match (
            result.before.ayes,
            result.before.noes,
            result.undecided_before,
        ) {
            (0, 0, 0) => "no ballots before".to_owned(),
            (.., undecided) => format!("{undecided} undecided before"),
        };
        let swing = match result.swing {
            Some(by) => format!("swing {by:+}, "),
            None => String::new(),
        };
        self.out.line(&format!(
            "    {swing}{before}, {} abstained{lost}",
            result.abstentions
        ))?;
        let tied = if result.margin.is_some() && result.ayes == result.noes {
            "The House is tied: the motion is not carried. "
        } else {
            ""
        };
        let outcome = match (&result.winner, result.margin, result.undecided) {
            (Some(winner), Some(margin), None) => format!("{tied}{winner} wins: {margin}."),
            (Some(winner), None, None) => format!("{winner} wins."),
            (.., why) => format!("Undecided: {}.", why.unwrap_or("no ballot came in")),
        };
        self.out.line(&sanitize_line(&outcome))?;
        for vote in &result.panel_votes {
            let word = |vote: Option<&'static str>| vote.unwrap_or("no ballot");
            let told = format!(
                "{}: {} before, {} after.",
                vote.member,
                word(vote.before),
                word(vote.after)
            );
            // Where there is no vote, the reason is that of a call that failed.
            match vote.after {
                Some(_) => self.beside(&format!("{told} {}", vote.reason))?,
                None => self.beside(&told)?,
            }
        }
        if result.analysis.trim().is_empty() {
            return Ok(());
        }
        self.gap()?;
        self.out.line("  The judge's summary")?;
        self.out.block(&sanitize(&result.analysis), 0)
    }
}

/// The turn that a poll is about.
fn after(event: &Event) -> Option<TurnId> {
    match event {
        Event::StrawVoteCast { after, .. } | Event::PollTaken { after } => Some(*after),
        _ => None,
    }
}

/// The turn that has ended.
fn ends(event: &Event) -> Option<TurnId> {
    match event {
        Event::TurnEnded { turn, .. } => Some(*turn),
        _ => None,
    }
}
