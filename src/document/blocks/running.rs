//! The words for what is told only while a debate runs and stands in no document of it: what is waited for, what is
//! tried again, that it pauses. The transcript pane and the running text say it with these words.

use super::Builder;
use crate::{
    catalog::Task,
    debate::{
        DebateState,
        ask::{Ask, Purpose, When},
        calls::Pending,
        event::PausedBy,
        ids::Seat,
        state::{DebateStatus, InterventionProgress, Turn},
    },
    text::{clock, counted, listed},
};

/// The words for a debate of which nothing is known.
pub(crate) const NOTHING_YET: &str = "Nothing has happened yet.";
/// The words for a debate that has not been opened.
pub const ASSEMBLES: &str = "The House assembles …";
/// The words for a debate that is over but for the lists of what was argued.
pub(crate) const TAKEN_DOWN: &str = "(what each speech argued is still being written down)";
/// The words for a debate that has been opened.
pub const NOBODY_YET: &str = "Nobody has spoken yet.";
/// The heading above the names of those who make notes.
pub const WRITE_NOTES: &str = "The speakers write their notes:";
/// The word for a speech whose words are coming in.
pub const LIVE: &str = "live";
/// The word for whoever has the floor and has not said a word yet.
pub const BEGINS: &str = "begins";
/// The words for a speech that is taken back to its beginning.
pub(crate) const BEGINS_AGAIN: &str = "(begins again)";
/// The words for a speech that is taken back to the end of a sentence.
pub(crate) const TAKES_UP: &str = "(takes up again from the last whole sentence)";
/// The words for the end of a pause.
pub(crate) const GOES_ON: &str = "(the debate goes on)";
/// That it goes on, and waits for nobody who cannot be had.
pub(crate) const GOES_ON_WITHOUT: &str =
    "(the debate goes on, from now on without anyone who cannot be reached)";
/// The words for a debate that another process has now.
pub const TAKEN_UP: &str = "(the debate is taken up again)";

/// The words for the number of members who have cast a ballot before the debate.
pub fn leaning(voted: usize, all: usize) -> String {
    format!("First impressions: {voted} of {all} members.")
}

/// The words for a turn that is being written: for how long, pauses not counted, that its model gave no answer, or when
/// the model is asked again.
pub fn writing(state: &DebateState, turn: &Turn, now_ms: u64) -> String {
    if state.is_unanswered(turn.id) {
        return NO_ANSWER.to_owned();
    }
    let call = state.calls.writing(turn.id);
    let call = call.and_then(|call| state.calls.get(&call));
    let until_ms = call.map_or(0, |call| call.waits_until_ms);
    let wait_s = until_ms.saturating_sub(now_ms).div_ceil(1000);
    // Nobody writes: the model is asked again when the wait is over.
    if wait_s > 1 {
        return format!("asked again in {wait_s} s");
    }
    let since_ms = turn.began_ms.max(state.resumed_ms);
    if call.is_some_and(|call| call.by_hand) {
        let seconds = now_ms.saturating_sub(since_ms) / 1000;
        return format!("{WRITES_BY_HAND}, {}", clock(seconds));
    }
    format!("writing {} s", now_ms.saturating_sub(since_ms) / 1000)
}

/// The words for the time that somebody who is done has written.
pub fn ready_in(seconds: u64) -> String {
    format!("ready in {seconds} s")
}

/// The words for a person who has been asked for a turn, and for whom the debate waits.
pub const WRITES_BY_HAND: &str = "at the desk";

/// The words for a turn whose model gave no answer, while it is looked whether the server is there.
pub const NO_ANSWER: &str = "no answer";
/// The word for somebody who writes on when the debate goes on.
pub const PAUSED: &str = "paused";
/// The words for a turn that is being written and of which nobody has heard anything.
pub const WRITING: &str = "writing …";
/// The word for a written turn that is read out.
pub const READING: &str = "reading";
/// The word for a written turn of which nobody hears before others are done.
pub const READY: &str = "ready";

/// The words for a written turn of so many words of which nobody hears before others are done.
pub fn ready(words: u32) -> String {
    format!("{READY}, {}", counted(words, "word", "words"))
}

/// The words for several who have the floor at once.
pub fn at_once(count: usize) -> String {
    format!("{count} speak at once and do not hear each other")
}

/// The words for a call that is tried again, with the wait and the reason.
pub(crate) fn tries_again(wait_ms: u64, reason: &str) -> String {
    let wait = match wait_ms.div_ceil(1000) {
        0 | 1 => String::new(),
        seconds => format!(" in {seconds} s"),
    };
    let reason = if reason.is_empty() {
        String::new()
    } else {
        format!(": {reason}")
    };
    format!("(trying again{wait}{reason})")
}

/// The words for a speaker's model that has failed for good.
pub fn failed(reason: &str) -> String {
    format!("(the model failed: {reason})")
}

/// The words for a pause of the debate: `detail` where something is wrong, else whether the pause is for a question of
/// the viewer's.
pub fn paused(detail: Option<&str>, is_for_question: bool) -> String {
    match detail {
        Some(detail) => format!("(paused: {detail})"),
        None if is_for_question => "(paused: a question is put)".to_owned(),
        None => "(paused)".to_owned(),
    }
}

/// The words before an answer that does not follow its question.
pub(crate) fn to_question(question: &str) -> String {
    format!("To the question \"{question}\":")
}

/// The words for a command that was not carried out.
pub fn refused(reason: &str) -> String {
    format!("Refused: {reason}")
}

/// The words for another pace that the viewer has chosen.
pub fn pace(word: &str) -> String {
    format!("The pace is now {word}.")
}

/// Whether a call of that purpose holds nobody up: a clerk's, or one that looks for passages.
fn is_beside(purpose: Purpose) -> bool {
    matches!(
        purpose,
        Purpose::Extract
            | Purpose::Define
            | Purpose::Draw
            | Purpose::Sources
            | Purpose::PoiOffer
            | Purpose::Probe
    )
}

impl<'a> Builder<'a> {
    /// The words for what is waited for while nobody can go on: the clerk, the referee, the house or its judges, with the
    /// time that it has taken, or why and when it is asked again; and for a pause that its question has outlasted.
    pub fn awaited(self, now_ms: u64) -> Option<String> {
        let lists = || self.dividing().or_else(|| self.reports());
        let any: fn(&Ask) -> bool = |_| true;
        // A small model may still be at ballots that were asked for long before.
        let checks: fn(&Ask) -> bool =
            |ask| matches!(ask, Ask::Referee { .. } | Ask::SideCheck { .. });
        let with = |what: Option<String>, of| Some((what?, of));
        let what = with(self.claims(), any)
            .or_else(|| with(lists(), any))
            .or_else(|| with(self.confirming(), any))
            .or_else(|| with(self.refereeing(), checks))
            .or_else(|| with(self.judging(), any));
        match what {
            Some((what, of)) => Some(format!("{what}{}", self.for_how_long(now_ms, of))),
            None => self.answered(),
        }
    }

    fn claims(self) -> Option<String> {
        let is_asked = self.asks(|ask| *ask == Ask::Claims);
        is_asked.then(|| "the clerk is asked what each side holds".to_owned())
    }

    /// The words for a turn that is looked through before it counts.
    fn refereeing(self) -> Option<String> {
        let turn = self.wanted().find_map(|call| {
            if let Ask::Referee { turn } | Ask::SideCheck { turn } = &call.ask {
                self.state.turn(*turn)
            } else {
                None
            }
        })?;
        // What the clerk does beside a speech holds nobody up, and neither does this.
        if self.state.floor().is_some() {
            return None;
        }
        let name = self.state.speaker_in(turn);
        Some(format!("the referee checks what {name} said"))
    }

    /// The judges who are at work between rounds, by their seats, and the words for what they do.
    pub fn judges_at_work(self) -> impl Iterator<Item = (Option<&'a Seat>, &'static str)> {
        self.wanted().filter_map(|call| {
            let work = if let Ask::Round { .. } = call.ask {
                "assesses the round"
            } else if let Ask::Choose { .. } = call.ask {
                "chooses who speaks next"
            } else {
                return None;
            };
            Some((call.seat.as_ref(), work))
        })
    }

    /// The words for judges who look at a round that is over, or choose who speaks next.
    fn judging(self) -> Option<String> {
        let works = self.judges_at_work();
        let works: Vec<_> = works
            .filter_map(|(seat, work)| Some((seat?, work)))
            .collect();
        match works.as_slice() {
            [] => None,
            [(seat, work)] => Some(format!("{} {work}", self.name_within(seat))),
            several => {
                let names: Vec<String> = several
                    .iter()
                    .map(|(seat, _)| self.name_within(seat))
                    .collect();
                Some(format!("{} assess the round", listed(&names)))
            }
        }
    }

    /// The calls whose answers are wanted.
    fn wanted(self) -> impl Iterator<Item = &'a Pending> {
        self.state.calls.values().filter(|call| !call.cut)
    }

    /// The time for which the oldest of the calls that are waited for has been under way, of those that are meant, pauses not
    /// counted; where all of them wait to be tried again, when the first is, and why.
    fn for_how_long(self, now_ms: u64, is_meant: fn(&Ask) -> bool) -> String {
        let calls = || {
            self.wanted()
                .filter(|call| call.ask.writes().is_none() && !is_beside(call.ask.purpose()))
                .filter(|call| is_meant(&call.ask))
        };
        let is_waiting = |call: &Pending| call.waits_until_ms > now_ms + 1000;
        if calls().next().is_some() && calls().all(is_waiting) {
            let first = calls().min_by_key(|call| call.waits_until_ms);
            let wait_s = first.map_or(0, |call| call.waits_until_ms.saturating_sub(now_ms) / 1000);
            let reason = first.and_then(|call| call.last_failure.as_deref());
            let reason = reason.map_or_else(String::new, |reason| format!(" ({reason})"));
            return format!("; asked again in {wait_s} s{reason}");
        }
        let since = calls().map(|call| call.since_ms).min();
        let since = since.map_or(now_ms, |since| since.max(self.state.resumed_ms));
        match now_ms.saturating_sub(since) / 1000 {
            0 | 1 => String::new(),
            seconds => format!(" … {seconds} s"),
        }
    }

    /// The words for a debate that was halted by a question to which the answer has come.
    fn answered(self) -> Option<String> {
        let DebateStatus::Paused(PausedBy::Question { item }) = self.state.status else {
            return None;
        };
        let progress = &self.state.intervention(item)?.progress;
        match progress {
            InterventionProgress::Done { .. } => {
                Some("the question is answered, and the debate is still paused".to_owned())
            }
            InterventionProgress::Failed { .. } => {
                Some("no answer came, and the debate is still paused".to_owned())
            }
            InterventionProgress::Queued | InterventionProgress::Put => None,
        }
    }

    /// The words for speakers who are asked what they take to be agreed.
    fn confirming(self) -> Option<String> {
        let asked = self.wanted().filter_map(|call| {
            if let Ask::Confirm { seat } = &call.ask {
                Some(self.name(seat))
            } else {
                None
            }
        });
        let asked: Vec<String> = asked.collect();
        let verb = if asked.len() == 1 { "is" } else { "are" };
        let names = listed(&asked);
        (!asked.is_empty()).then(|| format!("{names} {verb} asked what the sides agree on"))
    }

    /// Whether a call for such a thing is under way.
    fn asks(self, for_it: impl Fn(&Ask) -> bool) -> bool {
        self.state.calls.values().any(|call| for_it(&call.ask))
    }

    /// The words for how far the house has come with the division, while it divides.
    pub fn dividing(self) -> Option<String> {
        let state = self.state;
        let votes = |task: Task| matches!(task, Task::BallotAfter | Task::Verdict);
        if state.division.is_some() || !self.is_in_phase_of(votes) {
            return None;
        }
        let (cast, house) = (state.ballots.cast(When::After), state.audience().len());
        if cast < house {
            return Some(format!("{cast} of {house} have divided"));
        }
        let judged = state.looks.len() + state.assessments.len();
        let parts = state.opening.as_deref().map_or(0, |opening| {
            opening.speakers.len() + opening.verdict_orders().len()
        });
        if judged < parts {
            return Some(format!("verdict: {judged} of {parts} parts"));
        }
        if self.asks(|ask| matches!(ask, Ask::Annotate { .. })) {
            return Some("claims and rebuttals are being listed".to_owned());
        }
        let is_ranked = self.asks(|ask| matches!(ask, Ask::Rank { .. }));
        is_ranked.then(|| "the judge ranks the speeches".to_owned())
    }

    /// The words for the reports that are waited for.
    pub fn reports(self) -> Option<String> {
        let state = self.state;
        let judges = state.judges().len();
        let is_judged = self.is_in_phase_of(|task| task == Task::Judgement);
        let mut looks = self.wanted().filter_map(|call| {
            if let Ask::Judge { again, .. } = call.ask {
                Some(again)
            } else {
                None
            }
        });
        let first = looks.next();
        let look_again = first == Some(true) && looks.all(|again| again);
        (is_judged && state.scores.is_none()).then(|| match (look_again, judges) {
            (true, 1) => "the judge looks again with the sides exchanged".to_owned(),
            (true, _) => "the judges look again with the sides exchanged".to_owned(),
            (false, 1) => "waiting for the judge's report".to_owned(),
            (false, _) => format!("{} of {judges} reports are in", state.judgements.len()),
        })
    }

    /// Whether the phase that is on has a slot of such a task. None is on in a debate that is over.
    fn is_in_phase_of(self, of: impl Fn(Task) -> bool) -> bool {
        let phase = self.state.phase.filter(|_| !self.state.is_closed());
        let slots = phase.map(|phase| self.state.plan.slots_of(phase));
        slots.is_some_and(|slots| slots.iter().any(|slot| of(slot.task)))
    }

    /// The words for ballots of one time that could not be had, for one reason.
    pub(crate) fn ballots_lost(self, when: When, members: &[Seat], reason: &str) -> String {
        let when = match when {
            When::Before => "before",
            When::After => "after",
        };
        let ballots = match members {
            [one] => format!("The ballot of {}", self.name_within(one)),
            several => format!("{} ballots", several.len()),
        };
        format!("{ballots} {when} the debate could not be had: {reason}")
    }

    /// The words for a speech whose arguments could not be listed.
    pub(crate) fn not_listed(self, speaker: &Seat, reason: &str) -> String {
        let name = self.name_within(speaker);
        format!("What {name} argued could not be written down: {reason}")
    }

    /// The words for the definitions of a speech that could not be taken down.
    pub(crate) fn not_defined(self, speaker: &Seat, reason: &str) -> String {
        let name = self.name_within(speaker);
        format!("The definitions of {name} could not be taken down: {reason}")
    }

    /// The words for claims and rebuttals that could not be listed.
    pub fn not_annotated(self, reason: &str) -> String {
        format!("The claims and rebuttals could not be listed: {reason}")
    }

    /// The words for a speaker who could not be asked whether what was granted is agreed.
    pub fn not_confirmed(self, speaker: &Seat, reason: &str) -> String {
        let name = self.name_within(speaker);
        format!("What {name} takes to be agreed could not be had: {reason}")
    }

    /// The words for a question of the viewer's that had no answer.
    pub(crate) fn not_answered(self, asked: Option<&Seat>, reason: &str) -> String {
        match asked.map(|seat| self.name(seat)) {
            Some(name) => format!("{name} could not answer the question: {reason}"),
            None => format!("The question could not be answered: {reason}"),
        }
    }
}
