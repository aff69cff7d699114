//! The sink for people: the debate as a running transcript. What is said of a thing is said by its block, as soon as it
//! is known; what is told here alone is how the run goes: pauses, tries, what was lost.

mod head;
mod house;
mod layout;

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use super::{Mapper, jsonl::Body, wrap::Wrap};
use head::Head;
use house::Ballots;
use layout::{Page, interjection, outcome};

use crate::{
    blocks::{Block, Builder, PollBlock},
    catalog::Task,
    debate::{
        DebateState,
        ask::{Purpose, When},
        event::{Event, Record},
        ids::{InterventionId, PoiId, Seat},
        state::{TranscriptEntry, Turn},
        votes,
    },
    text::{
        floor_char_boundary,
        sanitize::sanitize,
        sentence::{first_end, is_at_end, last_end},
    },
    unattended::Sink,
};

/// Writes a transcript as the debate happens.
#[derive(Debug)]
pub struct Text<W> {
    page: Page<W>,
    mapper: Mapper,
    /// What the one who has the floor has said so far, as it came.
    said: String,
    /// Lines that are told when the sentence that is being spoken has ended: no speech is torn within one.
    held: Vec<String>,
    /// Why a call was last tried again: many at once fail for one reason, which is told once.
    retried: Option<String>,
    ballots: Ballots,
    /// Ballots that could not be had, and why: one line for all that failed for the same reason.
    spoiled: BTreeMap<(When, String), Vec<Seat>>,
    head: Head,
    /// Polls that came in while somebody spoke: they are told when that speech is over.
    polls: Vec<PollBlock>,
    /// How many entries of the transcript have been told.
    told: usize,
}

impl<W: Write> Text<W> {
    /// Onto `out`, in lines of `width` columns.
    pub fn new(out: W, width: usize) -> Self {
        Self {
            page: Page::new(Wrap::new(out, width)),
            mapper: Mapper::new(),
            said: String::new(),
            held: Vec::new(),
            retried: None,
            ballots: Ballots::Awaited,
            spoiled: BTreeMap::new(),
            head: Head::None,
            polls: Vec::new(),
            told: 0,
        }
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
                self.head = Head::Due { seat: seat.clone() };
            }
        } else if let Body::TurnEnded { .. } | Body::TurnStruck { .. } | Body::DebateClosed { .. } =
            body
        {
            self.said.clear();
        } else if let Body::SpeechDelta { text, .. } = body {
            self.said.push_str(text);
        } else if let Body::SpeechRewound { kept, .. } = body {
            let kept = floor_char_boundary(&self.said, *kept);
            let lost = self.said.split_off(kept);
            return Some(lost.trim().to_owned()).filter(|lost| !lost.is_empty());
        }
        None
    }

    /// Tells the entries that have come since: all but turns, which are told as they are spoken. Gives whether there were
    /// any.
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
            let item = state.intervention(*id);
            let lines = item.map(|item| interjection(&builder.brought_in(item)));
            return self.asides(lines.into_iter().flatten());
        }
        for block in builder.entry(*entry) {
            match block {
                Block::Phase(name) => {
                    self.page.gap()?;
                    self.page.heading(&format!("== {name} =="), 0)?;
                }
                // The last line says what is missing.
                Block::Notice(_) if state.is_closed() => {}
                Block::Notice(text) if is_mid_sentence => self.held.push(text.to_owned()),
                Block::Notice(text) => self.page.beside(text)?,
                Block::Chosen(one) => {
                    let told = format!("{}{}{}{}", one.before, one.name, one.after, one.reason);
                    self.page.beside(&told)?;
                }
                Block::Section(section) => self.page.section(&section)?,
                Block::Poll(poll) => self.page.poll(&poll)?,
                // Points are told when they are offered, and what is brought in when it comes.
                Block::Speech(_) | Block::Interjection(_) => {}
            }
        }
        Ok(())
    }

    /// What came of a point of information.
    fn came_of_point(&mut self, poi: u32) -> io::Result<()> {
        let state = self.mapper.state();
        let point = state.point(PoiId(poi));
        let line = point.and_then(|point| outcome(&Builder::of(state).point(point).outcome));
        self.asides(line)
    }

    /// What came of what a viewer brought in.
    fn came_of(&mut self, item: InterventionId) -> io::Result<()> {
        let state = self.mapper.state();
        let item = state.intervention(item);
        let line = item.and_then(|item| outcome(&Builder::of(state).came_of(item)));
        self.asides(line)
    }

    fn write(&mut self, body: Body) -> io::Result<()> {
        match body {
            Body::DebateOpened { .. } => {
                let builder = Builder::of(self.mapper.state());
                if let Some(motion) = builder.motion() {
                    self.page.motion(&motion)?;
                }
                match builder.line_up() {
                    Some(line_up) => self.page.section(&line_up),
                    None => Ok(()),
                }
            }
            // Of those who speak at once each is told as a whole.
            Body::SpeechDelta { seat, .. } if self.is_at_once(&seat) => Ok(()),
            Body::SpeechDelta { text, .. } => {
                self.begin()?;
                let (end, more) = text.split_at(self.end_in(&text));
                self.page.push(&sanitize(end))?;
                if !end.is_empty() {
                    self.tell_held()?;
                }
                self.page.push(&sanitize(more))
            }
            Body::PoiOffered { poi, .. } => {
                self.begin()?;
                let state = self.mapper.state();
                let Some(point) = state.point(PoiId(poi)) else {
                    return Ok(());
                };
                let lines = interjection(&Builder::of(state).point(point));
                self.asides(lines)
            }
            Body::PoiAccepted { poi, .. }
            | Body::PoiDeclined { poi, .. }
            | Body::PoiAnswered { poi, .. } => self.came_of_point(poi),
            Body::Bell { seat, .. } if self.is_at_once(&seat) => Ok(()),
            Body::Bell { seat, .. } => {
                self.begin()?;
                let bell = self.last_turn(&seat).and_then(Builder::bell);
                self.aside(bell.unwrap_or_default())
            }
            Body::TurnEnded {
                seat,
                task,
                speaker,
                words,
                ..
            } if task == Task::Prepare.word() => {
                // That there are none, and why, has been told.
                if words > 0 {
                    let told = format!("{speaker} has made notes ({words} words).");
                    self.page.beside(&told)?;
                }
                self.end(&seat)
            }
            Body::TurnEnded { seat, .. } | Body::TurnStruck { seat, .. } => {
                if self.is_at_once(&seat) {
                    self.whole_turn(&seat)?;
                } else {
                    self.begin()?;
                }
                self.ending(&seat)?;
                self.end(&seat)
            }
            Body::PollTaken { after_seat, .. } => {
                let state = self.mapper.state();
                let is_after = |poll: &&votes::Poll| {
                    let turn = state.turn(poll.after);
                    poll.taken && turn.is_some_and(|turn| turn.seat.as_str() == after_seat)
                };
                let poll = state.polls.iter().rev().find(is_after);
                let Some(poll) = poll.map(|poll| Builder::of(state).poll(poll)) else {
                    return Ok(());
                };
                if self.head == Head::Written {
                    self.polls.push(poll);
                    return Ok(());
                }
                self.page.poll(&poll)
            }
            // Put to somebody, it is told again.
            Body::QuestionAsked {
                item,
                clarification: true,
                ..
            } => {
                let state = self.mapper.state();
                let item = state.intervention(InterventionId(item));
                let lines = item.map(|item| interjection(&Builder::of(state).brought_in(item)));
                self.asides(lines.into_iter().flatten())
            }
            Body::QuestionAnswered { item, .. } => self.came_of(InterventionId(item)),
            Body::ModelRetried {
                reason, wait_ms, ..
            } => {
                if self.retried.as_ref() == Some(&reason) {
                    return Ok(());
                }
                let wait = match wait_ms.div_ceil(1000) {
                    0 | 1 => String::new(),
                    seconds => format!(" in {seconds} s"),
                };
                let text = format!("(trying again{wait}: {reason})");
                self.retried = Some(reason);
                self.aside(text)
            }
            Body::ModelFailed { reason, call } if is_speech(call.purpose) => {
                if call
                    .seat
                    .as_deref()
                    .is_some_and(|seat| !self.is_at_once(seat))
                {
                    self.begin()?;
                }
                self.aside(format!("(no answer: {reason})"))
            }
            Body::Paused { why, detail, .. } => match detail {
                // Nobody knows when it goes on.
                Some(detail) => {
                    self.tell_held()?;
                    self.page.beside(&format!("(paused: {detail})"))
                }
                None if why == "question" => self.aside("(paused: a question is put)".to_owned()),
                None => self.aside("(paused)".to_owned()),
            },
            Body::Resumed { .. } => self.aside("(the debate goes on)".to_owned()),
            Body::Notice { text } => self.aside(text),
            Body::Reconvened => self.page.beside("(the debate is taken up again)"),
            Body::CommandRefused { reason, .. } => self.page.beside(&format!("Refused: {reason}")),
            Body::DebateClosed { .. } => {
                self.tell_polls()?;
                self.tell_spoiled()?;
                self.page.gap()?;
                let ending = Builder::of(self.mapper.state()).ending();
                self.page.ending(&ending, true)
            }
            Body::PassagesDrawn {
                trouble: Some(trouble),
                ..
            } => self.page.beside(&format!("({trouble})")),
            // Of a turn that is over; else they are told with its end.
            Body::SourcesChecked { seat, doubts } => {
                if self.last_turn(&seat).is_some_and(Turn::is_open) {
                    return Ok(());
                }
                doubts
                    .iter()
                    .try_for_each(|doubt| self.page.beside(&doubt.said))
            }
            Body::Submitted { seat, .. } if self.is_at_once(&seat) => Ok(()),
            Body::Submitted { seat, .. } => {
                self.begin()?;
                self.work(&seat)
            }
            // Entries of the transcript; what is for programs alone; and what was asked for in vain, which is told by what
            // follows from it, or in the last line.
            Body::PhaseBegan { .. }
            | Body::DivisionDeclared(_)
            | Body::EvidenceAdmitted { .. }
            | Body::QuestionAsked { .. }
            | Body::ClarificationQueued { .. }
            | Body::SpeakerChosen { .. }
            | Body::AssessmentMade(_)
            | Body::JudgementGiven(_)
            | Body::JudgeUnusable { .. }
            | Body::ScoresGiven(_)
            | Body::StoppedEarly { .. }
            | Body::TurnBegan { .. }
            | Body::ModelFailed { .. }
            | Body::SpeechRewound { .. }
            | Body::ArgumentsExtracted { .. }
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

    /// How much of the last piece of a speech belongs to the sentence that it ends and others began; 0 where it ends none,
    /// or where nothing waits for that.
    fn end_in(&self, piece: &str) -> usize {
        let before = self.said.len().saturating_sub(piece.len());
        let begun = self.said.get(..before).map_or(0, last_end);
        let ended = self.said.get(begun..).and_then(first_end);
        let end = ended.map_or(0, |end| (begun + end).saturating_sub(before));
        if self.held.is_empty() || !piece.is_char_boundary(end) {
            0
        } else {
            end
        }
    }

    fn tell_held(&mut self) -> io::Result<()> {
        let held = std::mem::take(&mut self.held);
        held.iter().try_for_each(|text| self.page.beside(text))
    }
}

/// Whether what was asked for is what somebody says on the floor.
fn is_speech(purpose: &str) -> bool {
    [Purpose::Speech, Purpose::Write]
        .iter()
        .any(|one| one.word() == purpose)
}

impl<W: Write> Sink for Text<W> {
    fn catch_up(&mut self, record: &Record) {
        for line in self.mapper.lines(record) {
            self.follow(&line.body);
            if let Body::SpeechDelta { .. } | Body::Submitted { .. } = line.body {
                // What was said of a speech before stands in another text.
                if self.head != Head::None {
                    self.head = Head::Written;
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
                    "(begins again)"
                } else {
                    "(takes up again from the last whole sentence)"
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
                (_, Body::Notice { .. }) if is_told => {}
                (_, body) => self.write(body)?,
            }
            if !self.is_mid_sentence() {
                self.tell_held()?;
            }
        }
        self.tell_ballots_before()
    }

    fn finish(&mut self) -> io::Result<()> {
        self.tell_held()?;
        self.page.end()?;
        self.tell_polls()?;
        self.tell_spoiled()?;
        let state = self.mapper.state();
        if state.opening.is_none() || state.is_closed() {
            return Ok(());
        }
        self.page.gap()?;
        let ending = Builder::of(self.mapper.state()).ending();
        self.page.ending(&ending, false)
    }
}
