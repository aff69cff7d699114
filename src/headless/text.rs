//! The sink for people: the debate as a running transcript.

mod scores;

use std::io::{self, Write};

use super::{
    Mapper, Sink,
    jsonl::{Body, DivisionLine, SpeakerLine},
    wrap::Wrap,
};
use crate::{
    catalog::Task,
    debate::{
        ask::{Purpose, When},
        division::lost_ballots,
        event::Record,
        guidance::Guidance,
        ids::Seat,
        missing,
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
}

/// Whether the ballots before the debate have been told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ballots {
    Awaited,
    Told,
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
        }
    }

    /// Keeps up with what is being said, and gives what a rewind takes back, without white space.
    fn follow(&mut self, body: &Body) -> Option<String> {
        match body {
            Body::TurnBegan { task, .. } if *task != Task::Prepare.word() => {
                self.said.clear();
                self.retried = None;
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

    /// The count of the ballots before the debate, once the last of them is in; only once.
    fn ballots_before(&mut self) -> Option<String> {
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
                self.out.line("")?;
                self.out.line(&format!("== {name} =="))
            }
            Body::TurnBegan {
                seat,
                speaker,
                attempt,
                task,
                ..
            } => {
                if task == Task::Prepare.word() || self.is_at_once(&seat) {
                    return Ok(());
                }
                self.head(&seat, &speaker, attempt)
            }
            // Of those who speak at once each is told as a whole.
            Body::SpeechDelta { seat, .. } if self.is_at_once(&seat) => Ok(()),
            Body::SpeechDelta { text, .. } => self.out.push(&sanitize(&text), 0),
            Body::PoiOffered { from, text, .. } => self.beside(&format!("{from} rises: {text}")),
            Body::PoiAccepted { .. } => self.beside("The point is taken."),
            Body::PoiDeclined { gesture, .. } => self.beside(&format!("Declined: {gesture}.")),
            Body::PoiAnswered { text, .. } if text.is_empty() => {
                self.beside("The point has no answer.")
            }
            Body::PoiAnswered { text, .. } => self.beside(&format!("Answer: {text}")),
            Body::Bell { seat, .. } if self.is_at_once(&seat) => Ok(()),
            Body::Bell { words_left, .. } => {
                self.aside(format!("(the bell: {words_left} words left)"))
            }
            Body::TurnEnded {
                seat,
                task,
                speaker,
                text,
                words,
                truncated_because,
                flagged,
                ..
            } => {
                if task != Task::Prepare.word() && self.is_at_once(&seat) {
                    self.head(&seat, &speaker, 1)?;
                    self.out.push(&plain(&text), 0)?;
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
                let flag = flagged.map(|why| format!("It counts, although {why}."));
                for text in [done, cut.map(str::to_owned), flag].into_iter().flatten() {
                    self.beside(&text)?;
                }
                Ok(())
            }
            Body::TurnStruck { rule, reason, .. } => self.beside(&format!(
                "Struck ({rule}): {}. It does not count.",
                reason.trim_end_matches('.')
            )),
            Body::PollTaken {
                ayes,
                noes,
                undecided,
                ..
            } => {
                self.out.line("")?;
                self.out.line("  The house now")?;
                self.count("Ayes", ayes)?;
                self.count("Noes", noes)?;
                self.count("Undecided", undecided)
            }
            Body::DivisionDeclared(result) => self.division(&result),
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
                self.house_then()?;
                self.out.line("")?;
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
            Body::Submitted { work, .. } => self.out.push(&plain(&work.text()), 0),
            Body::SpeakerChosen {
                speaker, reason, ..
            } => self.beside(&format!("The judge lets {speaker} speak: {reason}")),
            Body::AssessmentMade(line) => self.assessment(&line),
            Body::JudgementGiven(line) => self.judgement(&line),
            Body::JudgeUnusable { reason, .. } => {
                self.beside(&format!("A judge gave nothing of use: {reason}"))
            }
            Body::ScoresGiven(line) => self.scores(&line),
            // For programs; the notice says why rounds end early.
            // What was lost has been told, too; and what else was asked for in vain is told by what follows from it, or in
            // the last line.
            Body::ModelFailed { .. }
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

    /// Whether the turn that a seat has, or had last, runs beside others.
    fn is_at_once(&self, seat: &str) -> bool {
        let state = self.mapper.state();
        let mut turns = state.turns.iter().rev();
        turns
            .find(|turn| turn.seat.as_str() == seat)
            .is_some_and(|turn| state.is_simultaneous(turn))
    }

    fn head(&mut self, seat: &str, speaker: &str, attempt: u32) -> io::Result<()> {
        let again = if attempt > 1 { ", again" } else { "" };
        let place = match self.place(&Seat::named(seat)) {
            place if place.is_empty() => String::new(),
            place => format!(" ({place})"),
        };
        self.out.line("")?;
        self.out
            .line(&sanitize_line(&format!("{speaker}{place}{again}")))
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

    fn beside(&mut self, text: &str) -> io::Result<()> {
        self.out.end_line(0)?;
        self.out.block(&sanitize(text), BESIDE)
    }

    fn count(&mut self, what: &str, votes: u32) -> io::Result<()> {
        self.out.line(&format!("    {what:<10}{votes:>4}"))
    }

    fn real(&self) -> Option<&Real> {
        self.mapper.state().opening.as_deref()?.real.as_ref()
    }

    fn guidance(&self) -> Option<&Guidance> {
        self.mapper.state().opening.as_deref()?.guidance.as_ref()
    }

    /// How the real house voted, where people held the debate.
    fn house_then(&mut self) -> io::Result<()> {
        let told = self.real().map(Real::told).unwrap_or_default();
        if told.is_empty() {
            return Ok(());
        }
        self.out.line("")?;
        self.out.line("  The house then")?;
        for line in told {
            self.out.line(&format!("    {line}"))?;
        }
        Ok(())
    }

    fn line_up(&mut self, speakers: &[SpeakerLine]) -> io::Result<()> {
        for speaker in speakers {
            let place = self.place(&Seat::named(&speaker.seat));
            let line = format!("{place}: {}, {}", speaker.name, speaker.model);
            self.out.line(&format!("  {}", sanitize_line(&line)))?;
        }
        Ok(())
    }

    fn division(&mut self, result: &DivisionLine) -> io::Result<()> {
        self.out.line("")?;
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
        self.out.line("")?;
        self.out.line("  The judge's summary")?;
        self.out.block(&sanitize(&result.analysis), 0)
    }

    /// "Proposition 1", or the seat as it is.
    fn place(&self, seat: &Seat) -> String {
        let side = self.mapper.state().side_name(seat);
        match (side, seat.number()) {
            (Some(side), Some(number)) => format!("{side} {number}"),
            _ if seat.is_audience() => "from the floor".to_owned(),
            _ if seat.is_chair() || seat.is_moderator() => String::new(),
            _ => seat.to_string(),
        }
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
        }
        self.ballots_before();
    }

    fn record(&mut self, record: &Record) -> io::Result<()> {
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
        match self.ballots_before() {
            Some(count) => self.beside(&count),
            None => Ok(()),
        }
    }

    fn finish(&mut self) -> io::Result<()> {
        self.tell_held()?;
        self.out.end_line(0)
    }
}
