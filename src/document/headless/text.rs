//! The sink for people: the debate as a running transcript.

mod head;
mod house;
mod scores;

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use super::{Mapper, Sink, jsonl::Body, wrap::Wrap};
use head::Head;
use house::Ballots;

use crate::{
    catalog::Task,
    debate::{
        ask::{Purpose, When},
        division::Tally,
        event::{Event, Record},
        guidance::Guidance,
        ids::{PoiId, Seat},
        missing,
        notice::waved_down,
        real::Real,
        sources::handed_in,
    },
    text::{
        floor_char_boundary,
        sanitize::{sanitize, sanitize_line},
    },
};

/// How far what is beside a speech is set in.
const BESIDE: usize = 4;
/// What a sentence ends with.
const ENDS: [char; 5] = ['.', '!', '?', '…', ':'];
/// What may stand behind its end.
const CLOSING: [char; 7] = ['"', '\'', '”', '’', ')', '*', '_'];

/// Writes a transcript as the debate happens.
#[derive(Debug)]
pub struct Text<W> {
    out: Wrap<W>,
    mapper: Mapper,
    /// What the one who has the floor has said so far, as it came.
    said: String,
    /// What is told when the sentence that is being spoken has ended: no speech is torn within one.
    held: Vec<String>,
    /// Why a call was last tried again: many at once fail for one reason, which is told once.
    retried: Option<String>,
    ballots: Ballots,
    /// Ballots that could not be had, and why: one line for all that failed for the same reason.
    spoiled: BTreeMap<(When, String), Vec<Seat>>,
    head: Head,
    /// Polls that came in while somebody spoke, each with its count: they are told when that speech is over.
    polls: Vec<(String, Tally)>,
    /// Whether a count was written last, from which what follows stands apart.
    counted: bool,
}

impl<W: Write> Text<W> {
    /// Onto `out`, in lines of `width` columns.
    pub fn new(out: W, width: usize) -> Self {
        Self {
            out: Wrap::new(out, width),
            mapper: Mapper::new(),
            said: String::new(),
            held: Vec::new(),
            retried: None,
            ballots: Ballots::Awaited,
            spoiled: BTreeMap::new(),
            head: Head::None,
            polls: Vec::new(),
            counted: false,
        }
    }

    /// Keeps up with what is being said, and gives what a rewind takes back, without white space.
    fn follow(&mut self, body: &Body) -> Option<String> {
        match body {
            Body::TurnBegan {
                task,
                seat,
                attempt,
                ..
            } if *task != Task::Prepare.word() => {
                self.said.clear();
                self.retried = None;
                if !self.is_at_once(seat) {
                    self.head = Head::Due {
                        seat: seat.clone(),
                        attempt: *attempt,
                    };
                }
            }
            Body::TurnEnded { .. } | Body::TurnStruck { .. } | Body::DebateClosed { .. } => {
                self.said.clear();
            }
            Body::SpeechDelta { text, .. } => self.said.push_str(text),
            Body::SpeechRewound { kept, .. } => {
                let kept = floor_char_boundary(&self.said, *kept);
                let lost = self.said.split_off(kept);
                return Some(lost.trim().to_owned()).filter(|lost| !lost.is_empty());
            }
            _ => {}
        }
        None
    }

    fn write(&mut self, body: Body) -> io::Result<()> {
        match body {
            Body::DebateOpened {
                motion,
                format,
                speakers,
                audience,
                seed,
                ..
            } => {
                self.out.block(&sanitize_line(&motion), 0)?;
                let held = self.real().map(|real| match real.origin() {
                    origin if origin.is_empty() => "held by people".to_owned(),
                    origin => format!("held by people: {origin}"),
                });
                let held = held.unwrap_or_else(|| match self.guidance() {
                    Some(guidance) => format!("seed {seed}, {}", guidance.told()),
                    None => format!("seed {seed}"),
                });
                self.out
                    .line(&sanitize_line(&format!("{format}, {held}")))?;
                self.line_up(&speakers)?;
                if audience > 0 {
                    self.out
                        .line(&format!("  {audience} members of the audience"))?;
                }
                Ok(())
            }
            Body::PhaseBegan { name, .. } => {
                let name = sanitize_line(&name);
                self.gap()?;
                self.out.line(&format!("== {name} =="))
            }
            // Of those who speak at once each is told as a whole.
            Body::SpeechDelta { seat, .. } if self.is_at_once(&seat) => Ok(()),
            Body::SpeechDelta { text, .. } => {
                self.begin()?;
                self.out.push(&sanitize(&text), 0)
            }
            Body::PoiOffered { from, text, .. } => {
                self.begin()?;
                self.beside(&format!("{from} rises: {text}"))
            }
            Body::PoiAccepted { .. } => self.beside("The point is taken."),
            Body::PoiDeclined { poi, gesture, .. } => {
                let state = self.mapper.state();
                let point = state.point(PoiId(poi));
                let name = point.map_or_else(String::new, |point| state.name_within(&point.to));
                let told = waved_down(&name, &gesture);
                self.beside(&format!("Declined: {told}"))
            }
            Body::PoiAnswered { text, .. } if text.is_empty() => {
                self.beside("The point has no answer.")
            }
            Body::PoiAnswered { text, .. } => self.beside(&format!("Answer: {text}")),
            Body::Bell { seat, .. } if self.is_at_once(&seat) => Ok(()),
            Body::Bell { words_left, .. } => {
                self.begin()?;
                self.aside(format!("(the bell: {words_left} words left)"))
            }
            Body::TurnEnded {
                seat,
                task,
                speaker,
                text,
                words,
                truncated_because,
                ..
            } => {
                if task != Task::Prepare.word() {
                    if self.is_at_once(&seat) {
                        self.heading(&seat, 1)?;
                        self.out.push(&plain(&text), 0)?;
                    } else {
                        self.begin()?;
                    }
                }
                let done = if task != Task::Prepare.word() {
                    Some(format!("({words} words)"))
                } else if words > 0 {
                    Some(format!("{speaker} has made notes ({words} words)."))
                } else {
                    // That there are none, and why, has been told.
                    None
                };
                let cut = truncated_because.filter(|_| done.is_some());
                let cut = cut.map(|why| match why.as_str() {
                    "time_limit" => "Cut: the time is up.",
                    "length" => "Cut: the model had room for no more.",
                    // Why has been told.
                    _ => "Cut short: the rest could not be had.",
                });
                let ruling = self.ruling(&seat);
                for text in [done, cut.map(str::to_owned), ruling].into_iter().flatten() {
                    self.beside(&text)?;
                }
                self.end(&seat)
            }
            Body::TurnStruck { seat, .. } => {
                if !self.is_at_once(&seat) {
                    self.begin()?;
                }
                if let Some(ruling) = self.ruling(&seat) {
                    self.beside(&ruling)?;
                }
                self.end(&seat)
            }
            Body::PollTaken {
                after_seat,
                ayes,
                noes,
                undecided,
            } => {
                let after = self.mapper.state().name_within(&Seat::named(&after_seat));
                let tally = Tally {
                    ayes,
                    noes,
                    undecided,
                };
                if self.head == Head::Written {
                    self.polls.push((after, tally));
                    return Ok(());
                }
                self.poll(&after, tally)
            }
            Body::DivisionDeclared(result) => {
                self.tell_spoiled()?;
                self.division(&result)
            }
            Body::EvidenceAdmitted { text, source, .. } => {
                let from = if source.is_empty() {
                    String::new()
                } else {
                    format!(" ({source})")
                };
                self.beside(&format!("Evidence{from}: {}", handed_in(&text)))
            }
            Body::QuestionAsked { speaker, text, .. } => {
                self.beside(&format!("Question to {speaker}: {text}"))
            }
            Body::QuestionAnswered { speaker, text, .. } => {
                self.beside(&format!("{speaker}: {text}"))
            }
            Body::ClarificationQueued { text, .. } => {
                self.beside(&format!("To be made clear at the next break: {text}"))
            }
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
                    self.beside(&format!("(paused: {detail})"))
                }
                None if why == "question" => self.aside("(paused: a question is put)".to_owned()),
                None => self.aside("(paused)".to_owned()),
            },
            Body::Resumed { .. } => self.aside("(the debate goes on)".to_owned()),
            Body::Notice { text } => self.aside(text),
            Body::Reconvened => self.beside("(the debate is taken up again)"),
            Body::CommandRefused { reason, .. } => self.beside(&format!("Refused: {reason}")),
            Body::DebateClosed { reason, missing: _ } => {
                self.tell_polls()?;
                self.tell_spoiled()?;
                self.house_then()?;
                self.gap()?;
                let state = self.mapper.state();
                let lacks = missing::told(state, &missing::missing(state));
                let lacks = lacks.map_or_else(String::new, |lacks| format!(" {lacks}"));
                let last = format!("The debate is {reason}.{lacks}");
                self.out.block(&sanitize_line(&last), 0)
            }
            Body::PassagesDrawn {
                trouble: Some(trouble),
                ..
            } => self.beside(&format!("({trouble})")),
            Body::SourcesChecked { doubts, .. } => {
                doubts.iter().try_for_each(|doubt| self.beside(&doubt.said))
            }
            Body::Submitted { seat, .. } if self.is_at_once(&seat) => Ok(()),
            Body::Submitted { work, .. } => {
                self.begin()?;
                self.out.push(&plain(&work.text()), 0)
            }
            Body::SpeakerChosen {
                speaker, reason, ..
            } => self.beside(&format!("The judge lets {speaker} speak: {reason}")),
            Body::AssessmentMade(line) => self.assessment(&line),
            Body::JudgementGiven(line) => self.judgement(&line),
            Body::JudgeUnusable { reason, .. } => {
                self.beside(&format!("A judge gave nothing of use: {reason}"))
            }
            Body::ScoresGiven(line) => self.scores(&line),
            // For programs: a heading is written when its speech begins, and the notice says why rounds end early.
            // What was lost has been told, too; and what else was asked for in vain is told by what follows from it, or in
            // the last line.
            Body::TurnBegan { .. }
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
            Body::StoppedEarly { .. } => {
                let told = self.mapper.state().notices.last().cloned();
                self.beside(&told.unwrap_or_default())
            }
        }
    }

    /// Beside a speech, once its sentence has ended.
    fn aside(&mut self, text: String) -> io::Result<()> {
        if self.is_mid_sentence() {
            self.held.push(text);
            return Ok(());
        }
        self.beside(&text)
    }

    fn is_mid_sentence(&self) -> bool {
        let said = self.said.trim_end().trim_end_matches(CLOSING);
        !said.is_empty() && !said.ends_with(ENDS)
    }

    fn tell_held(&mut self) -> io::Result<()> {
        let held = std::mem::take(&mut self.held);
        held.iter().try_for_each(|text| self.beside(text))
    }

    /// An empty line.
    fn gap(&mut self) -> io::Result<()> {
        self.counted = false;
        self.out.line("")
    }

    fn beside(&mut self, text: &str) -> io::Result<()> {
        self.out.end_line(0)?;
        if self.counted {
            self.gap()?;
        }
        self.out.block(&sanitize(text), BESIDE)
    }

    fn real(&self) -> Option<&Real> {
        self.mapper.state().opening.as_deref()?.real.as_ref()
    }

    fn guidance(&self) -> Option<&Guidance> {
        self.mapper.state().opening.as_deref()?.guidance.as_ref()
    }
}

/// Whether what was asked for is what somebody says on the floor.
fn is_speech(purpose: &str) -> bool {
    [Purpose::Speech, Purpose::Write]
        .iter()
        .any(|one| one.word() == purpose)
}

/// Markdown is for those who render it.
fn plain(text: &str) -> String {
    sanitize(
        &text
            .replace("**", "")
            .replace('*', "")
            .replace("\n- ", "\n\n- "),
    )
}

impl<W: Write> Sink for Text<W> {
    fn catch_up(&mut self, record: &Record) {
        for line in self.mapper.lines(record) {
            self.follow(&line.body);
            match line.body {
                // What was said of a speech before stands in another text.
                Body::SpeechDelta { .. } | Body::Submitted { .. } if self.head != Head::None => {
                    self.head = Head::Written;
                }
                Body::TurnEnded { seat, .. } | Body::TurnStruck { seat, .. }
                    if !self.is_at_once(&seat) && !self.is_preparing(&seat) =>
                {
                    self.head = Head::None;
                }
                _ => {}
            }
        }
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
                self.beside(from)?;
            }
            let is_delta = matches!(line.body, Body::SpeechDelta { .. });
            if !is_delta && !self.is_mid_sentence() {
                self.tell_held()?;
            }
            self.write(line.body)?;
            if !self.is_mid_sentence() {
                self.tell_held()?;
            }
        }
        self.tell_ballots_before()
    }

    fn finish(&mut self) -> io::Result<()> {
        self.tell_held()?;
        self.out.end_line(0)?;
        self.tell_polls()?;
        self.tell_spoiled()?;
        let state = self.mapper.state();
        if state.opening.is_none() || state.is_closed() {
            return Ok(());
        }
        self.gap()?;
        self.out.line("The debate is not over.")
    }
}
