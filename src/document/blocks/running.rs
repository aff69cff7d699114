//! The words for what is told only while a debate runs and stands in no document of it: what is waited for, what is
//! tried again, that it pauses. The transcript pane and the running text say it with these words.

use super::Builder;
use crate::{
    catalog::Task,
    debate::{
        DebateState,
        ask::{Ask, When},
        event::PausedBy,
        ids::Seat,
        state::{DebateStatus, InterventionProgress, Turn},
    },
    text::counted,
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
/// The words for a debate that another process has now.
pub const TAKEN_UP: &str = "(the debate is taken up again)";

/// The words for the number of members who have cast a ballot before the debate.
pub fn leaning(voted: usize, all: usize) -> String {
    format!("The audience says how it leans: {voted} of {all}.")
}

/// The words for a turn that is being written: for how long, pauses not counted, that its model gave no answer, or when
/// the model is asked again.
pub fn writing(state: &DebateState, turn: &Turn, now_ms: u64) -> String {
    if state.is_unanswered(turn.id) {
        return NO_ANSWER.to_owned();
    }
    let call = state.calls.writing(turn.id);
    let until_ms = call
        .and_then(|call| state.calls.get(&call))
        .map_or(0, |call| call.waits_until_ms);
    let wait_s = until_ms.saturating_sub(now_ms).div_ceil(1000);
    // Nobody writes: the model is asked again when the wait is over.
    if wait_s > 1 {
        return format!("asked again in {wait_s} s");
    }
    let since_ms = turn.began_ms.max(state.resumed_ms);
    format!("writing {} s", now_ms.saturating_sub(since_ms) / 1000)
}

/// The words for the time that somebody who is done has written.
pub fn ready_in(seconds: u64) -> String {
    format!("ready in {seconds} s")
}

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
    format!("{count} speak at once; none hears the others")
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

impl Builder<'_> {
    /// The words for what is waited for before the first word or after the last one: the clerk, the house or its judges;
    /// and for a pause that its question has outlasted.
    pub fn awaited(self) -> Option<String> {
        if self.asks(|ask| *ask == Ask::Claims) {
            return Some("the clerk is asked what each side holds".to_owned());
        }
        let lists = self.dividing().or_else(|| self.reports());
        let lists = lists.or_else(|| self.confirming());
        lists.or_else(|| self.answered())
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
        let is_asked = self.asks(|ask| matches!(ask, Ask::Confirm { .. }));
        is_asked.then(|| "the sides are asked what is agreed".to_owned())
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
        let is_counted = self.asks(|ask| matches!(ask, Ask::Annotate { .. }));
        is_counted.then(|| "claims and rebuttals are being listed".to_owned())
    }

    /// The words for the reports that are waited for.
    pub fn reports(self) -> Option<String> {
        let state = self.state;
        let judges = state.judges().len();
        let is_judged = self.is_in_phase_of(|task| task == Task::Judgement);
        (is_judged && state.scores.is_none()).then(|| match judges {
            1 => "the report is awaited".to_owned(),
            _ => format!("{} of {judges} reports are in", state.judgements.len()),
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
