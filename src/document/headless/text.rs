//! The sink for people: the debate as a running transcript. What is said of a thing is said by its block, as soon as it
//! is known; what is told here alone is how the run goes: pauses, tries, what was lost ([`running`] has the words).
//!
//! | file | tells |
//! | --- | --- |
//! | here | what each line is about, and what waits for the end of a sentence |
//! | `turns` | whose turn it is, what is said or handed in, how it ended |
//! | `asides` | points of information and what viewers bring in |
//! | `house` | the opening, ballots, polls, the end |
//! | `run` | how calls and the run go |

mod asides;
mod house;
mod run;
mod turns;

use std::{
    collections::{BTreeMap, BTreeSet},
    io::{self, Write},
};

use super::{Mapper, jsonl::Body};
use house::Ballots;
use turns::Head;

use crate::{
    blocks::{Block, Builder, PUT_IN_ENDS, PollBlock, running},
    catalog::Task,
    debate::{
        DebateState,
        ask::When,
        event::{Event, Record},
        ids::{FollowUpId, InterventionId, PoiId, Seat, TurnId},
        sink::Sink,
        state::TranscriptEntry,
    },
    plain::Page,
    text::{
        floor_char_boundary,
        sentence::{first_end, is_at_end, last_end},
    },
};

/// Writes a transcript as the debate happens.
#[derive(Debug)]
pub struct Text<W> {
    page: Page<W>,
    mapper: Mapper,
    /// The words so far of whoever has the floor, as they came.
    said: String,
    /// Lines that are told when the sentence that is being spoken has ended: no speech is torn within one.
    held: Vec<String>,
    /// The reason why a call was last tried again: many at once fail for one reason, which is told once.
    retried: Option<String>,
    ballots: Ballots,
    /// Ballots that could not be had, and why: one line for all that failed for the same reason.
    spoiled: BTreeMap<(When, String), Vec<Seat>>,
    head: Head,
    /// Whether the words to come go on with a speech of which the words before stand in another text.
    goes_on: bool,
    /// Polls that came in while somebody spoke: they are told when that speech is over.
    polls: Vec<PollBlock>,
    /// The number of entries of the transcript that have been told.
    told: usize,
    /// The turn whose heading is written or due.
    headed: Option<TurnId>,
    /// The number of lines that are written of the work that is read out.
    read: usize,
    /// Turns that were handed in and told whole, with their length. Those that run at once may end after others were
    /// told.
    whole: BTreeSet<TurnId>,
}

impl<W: Write> Text<W> {
    /// Onto `out`, in lines of `width` columns.
    pub fn new(out: W, width: usize) -> Self {
        Self {
            page: Page::new(out, width),
            mapper: Mapper::new(),
            said: String::new(),
            held: Vec::new(),
            retried: None,
            ballots: Ballots::Awaited,
            spoiled: BTreeMap::new(),
            head: Head::None,
            goes_on: false,
            headed: None,
            read: 0,
            whole: BTreeSet::new(),
            polls: Vec::new(),
            told: 0,
        }
    }

    /// Whether all is held, and only lists are waited for that nobody hears.
    fn waits_for_lists(&self) -> bool {
        let state = self.state();
        state.ran_ms.is_some() && !state.is_closed() && state.calls.values().next().is_some()
    }

    fn state(&self) -> &DebateState {
        self.mapper.state()
    }

    /// Keeps up with what is being said, and gives what a rewind takes back, without white space.
    fn follow(&mut self, body: &Body) -> Option<String> {
        if let Body::TurnBegan { task, seat, .. } = body
            && *task != Task::Prepare.word()
        {
            self.said.clear();
            self.retried = None;
            if !self.is_at_once(seat) {
                self.is_due(seat);
            }
        } else if let Body::TurnEnded { .. } | Body::TurnStruck { .. } | Body::DebateClosed { .. } =
            body
        {
            self.said.clear();
        } else if let Body::SpeechDelta { text, seat } | Body::WorkDelta { text, seat } = body {
            self.is_due(seat);
            self.said.push_str(text);
        } else if let Body::SpeechRewound { kept, .. } = body {
            let kept = floor_char_boundary(&self.said, *kept);
            let lost = self.said.split_off(kept);
            return Some(lost.trim().to_owned()).filter(|lost| !lost.is_empty());
        }
        None
    }

    /// Tells the entries that have come since: all but turns, which are told as they are spoken. Gives whether there
    /// were any.
    fn entries(&mut self) -> io::Result<bool> {
        let upto = self.state().entries.len();
        let first = std::mem::replace(&mut self.told, upto);
        for at in first..upto {
            self.entry(at)?;
        }
        Ok(first < upto)
    }

    fn entry(&mut self, at: usize) -> io::Result<()> {
        let is_mid_sentence = self.is_mid_sentence();
        match self.state().entries.get(at) {
            Some(TranscriptEntry::HouseThen) => {
                self.tell_polls()?;
                self.tell_spoiled()?;
            }
            Some(TranscriptEntry::Division) => self.tell_spoiled()?,
            // As it is spoken.
            Some(TranscriptEntry::Turn(_)) => return Ok(()),
            Some(_) | None => {}
        }
        let state = self.mapper.state();
        let builder = Builder::of(state);
        let Some(entry) = state.entries.get(at) else {
            return Ok(());
        };
        if let TranscriptEntry::Intervention(id) = entry {
            return self.brought_in(*id);
        }
        let asked = if let TranscriptEntry::FollowUp(id) = entry {
            Some(*id)
        } else {
            None
        };
        for block in builder.entry(*entry) {
            match block {
                Block::Phase(name) => self.page.phase(name)?,
                // The last line says what is missing.
                Block::Notice(_) if state.is_closed() => {}
                Block::Notice(text) if is_mid_sentence => self.held.push(text.to_owned()),
                Block::Notice(text) => self.page.beside(text)?,
                Block::Remark(remark) => self.page.beside(&remark.text)?,
                Block::Chosen(chosen) => self.page.beside(&chosen.describe())?,
                Block::Section(section) => self.page.section(&section)?,
                Block::Poll(poll) => self.page.poll(&poll)?,
                // Points are told when they are offered, and what is brought in when it comes.
                Block::Speech(_) | Block::Interjection(_) => {}
            }
        }
        asked.map_or(Ok(()), |id| self.asked_afterwards(id))
    }

    /// Each in the file of its family.
    fn write(&mut self, body: Body) -> io::Result<()> {
        match body {
            Body::DebateOpened { .. } => self.opened(),
            Body::DebateClosed { .. } => self.closed(),
            Body::Notice { text } | Body::BranchChanged { text, .. } => self.aside(text),
            Body::PollTaken { after_seat, .. } => self.poll_taken(&after_seat),
            Body::SpeechDelta { seat, text } => self.delta(&seat, &text),
            Body::WorkDelta { seat, .. } => self.read_on(&seat),
            Body::WorkRewound { seat, words } => self.read_anew(&seat, words),
            Body::Submitted { seat, .. } => self.submitted(&seat),
            Body::Bell { seat, .. } => self.bell(&seat),
            Body::TurnEnded { seat, .. } | Body::TurnStruck { seat, .. } => self.turn_over(&seat),
            Body::PassagesDrawn {
                trouble: Some(trouble),
                ..
            } => self.page.beside(&format!("({trouble})")),
            Body::SourcesChecked { seat, doubts } => self.doubted(&seat, &doubts),
            Body::PoiOffered { poi, .. } => self.point_offered(PoiId(poi)),
            Body::PoiAccepted { poi, .. }
            | Body::PoiDeclined { poi, .. }
            | Body::PoiAnswered { poi, .. } => self.came_of_point(PoiId(poi)),
            // Put to somebody, it is told again.
            Body::QuestionAsked {
                item,
                clarification: true,
                ..
            } => self.brought_in(InterventionId(item)),
            Body::QuestionAnswered { item, .. } => self.came_of(InterventionId(item)),
            Body::FollowUpAnswered { item, .. } | Body::FollowUpFailed { item, .. } => {
                self.answered_afterwards(FollowUpId(item))
            }
            Body::ModelRetried {
                reason, wait_ms, ..
            } => self.retried(reason, wait_ms),
            Body::ModelFailed { reason, call } => self.failed(&reason, &call),
            Body::Paused { why, detail, .. } => self.paused(why, detail.as_deref()),
            Body::Resumed {
                goes_on_without: true,
                ..
            } => self.aside(running::GOES_ON_WITHOUT.to_owned()),
            Body::Resumed { .. } => self.aside(running::GOES_ON.to_owned()),
            Body::Reconvened => self.page.beside(running::TAKEN_UP),
            Body::CommandRefused { reason, .. } => self.aside(running::refused(&reason)),
            // Entries of the transcript; what is for programs alone; and what was asked for in vain, which is told by what
            // follows from it, or in the last line.
            Body::PhaseBegan { .. }
            | Body::DivisionDeclared(_)
            | Body::EvidenceAdmitted { .. }
            | Body::QuestionAsked { .. }
            | Body::FollowUpAsked { .. }
            | Body::FollowUpDelta { .. }
            | Body::ClarificationQueued { .. }
            | Body::SpeakerChosen { .. }
            | Body::AssessmentMade(_)
            | Body::JudgementGiven(_)
            | Body::JudgeUnusable { .. }
            | Body::ScoresGiven(_)
            | Body::StoppedEarly { .. }
            | Body::TurnBegan { .. }
            | Body::SpeechRewound { .. }
            | Body::ArgumentsExtracted { .. }
            | Body::DefinitionsTaken { .. }
            | Body::AnnotationCounted(_)
            | Body::ClaimsWorded { .. }
            | Body::LeanTaken { .. }
            | Body::GrantsConfirmed { .. }
            | Body::PassagesDrawn { trouble: None, .. }
            | Body::BallotCast { .. }
            | Body::TraceUpdated { .. }
            | Body::RoundEnded { .. }
            | Body::SynthesisGiven { .. }
            | Body::SummaryGiven { .. }
            | Body::ModelCalled { .. } => Ok(()),
        }
    }

    /// Beside a speech, once its sentence has ended.
    fn aside(&mut self, text: String) -> io::Result<()> {
        if self.is_mid_sentence() {
            self.held.push(text);
            return Ok(());
        }
        self.page.beside(&text)
    }

    fn asides(&mut self, lines: impl IntoIterator<Item = String>) -> io::Result<()> {
        lines.into_iter().try_for_each(|line| self.aside(line))
    }

    fn is_mid_sentence(&self) -> bool {
        !is_at_end(&self.said)
    }

    /// The number of bytes of the last piece of a speech that belong to the sentence that it ends and others began; 0
    /// where it ends none, or where nothing waits for that.
    fn end_in(&self, piece: &str) -> usize {
        // Asked for every piece: of a long speech all of it is looked at only where something waits.
        if self.held.is_empty() {
            return 0;
        }
        let before = self.said.len().saturating_sub(piece.len());
        let begun = self.said.get(..before).map_or(0, last_end);
        let ended = self.said.get(begun..).and_then(first_end);
        let end = ended.map_or(0, |end| (begun + end).saturating_sub(before));
        if piece.is_char_boundary(end) { end } else { 0 }
    }

    /// Writes what is held back, and ends the line: another text goes on from here.
    pub(crate) fn break_off(&mut self) -> io::Result<()> {
        self.tell_held()?;
        self.page.end()?;
        self.tell_polls()?;
        self.tell_spoiled()
    }

    fn tell_held(&mut self) -> io::Result<()> {
        let held = std::mem::take(&mut self.held);
        held.iter().try_for_each(|text| self.page.beside(text))
    }
}

impl<W: Write> Sink for Text<W> {
    fn catch_up(&mut self, record: &Record) {
        for line in self.mapper.lines(record) {
            self.follow(&line.body);
            if let Body::SpeechDelta { seat, .. }
            | Body::WorkDelta { seat, .. }
            | Body::Submitted { seat, .. } = &line.body
            {
                if self.head != Head::None {
                    self.head = Head::GoesOn { seat: seat.clone() };
                }
            } else if let Body::TurnEnded { seat, .. } | Body::TurnStruck { seat, .. } = &line.body
                && !self.is_at_once(seat)
                && !self.is_preparing(seat)
            {
                self.head = Head::None;
            }
        }
        self.told = self.state().entries.len();
        self.ballots_before();
    }

    fn record(&mut self, record: &Record) -> io::Result<()> {
        if let Event::BallotSpoiled {
            member,
            when,
            reason,
        } = &record.event
        {
            // All of one time are told together, once the last is in.
            let members = self.spoiled.entry((*when, reason.clone()));
            members.or_default().push(member.clone());
            self.mapper.lines(record);
            return self.tell_ballots_before();
        }
        for line in self.mapper.lines(record) {
            if self.follow(&line.body).is_some() {
                let from = if self.said.trim().is_empty() {
                    self.begins_again();
                    running::BEGINS_AGAIN
                } else {
                    running::TAKES_UP
                };
                self.tell_held()?;
                self.page.beside(from)?;
            }
            let is_delta = matches!(line.body, Body::SpeechDelta { .. });
            if !is_delta && !self.is_mid_sentence() {
                self.tell_held()?;
            }
            let is_told = self.entries()?;
            match (&record.event, line.body) {
                (Event::QuestionFailed { item, .. }, Body::Notice { .. }) => self.came_of(*item)?,
                // It is an entry.
                (_, Body::Notice { .. } | Body::BranchChanged { .. }) if is_told => {}
                (_, body) => self.write(body)?,
            }
            if !self.is_mid_sentence() {
                self.tell_held()?;
            }
        }
        if let Event::Said { turn, .. } = &record.event {
            let turn = self.mapper.state().turn(*turn);
            let is_put_in =
                turn.is_some_and(|turn| turn.put_in.is_some_and(|(_, to)| to == turn.position()));
            if is_put_in {
                self.aside(PUT_IN_ENDS.to_owned())?;
            }
        }
        if matches!(record.event, Event::PhaseEnded { .. }) && self.waits_for_lists() {
            self.aside(running::TAKEN_DOWN.to_owned())?;
        }
        self.tell_ballots_before()
    }

    fn finish(&mut self) -> io::Result<()> {
        self.break_off()?;
        let state = self.mapper.state();
        if state.opening.is_none() || state.is_closed() {
            return Ok(());
        }
        self.not_over()
    }
}
