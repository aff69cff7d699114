//! Shifts of position: who changed their mind in a debate that is summed up, on what and in whose words. A pure reading
//! of the state; the words were held against the speech when it was read.

use super::{
    answer::PositionShift,
    ids::Seat,
    state::{DebateState, Extraction, TranscriptEntry},
    turn::Turn,
};
use crate::{
    catalog::{Task, Verdict},
    similarity::{SAME, dice},
    text::content::content_words,
};

/// The shifts of a speaker over the whole debate.
#[derive(Debug, Clone, PartialEq)]
pub struct SpeakerShifts<'a> {
    /// The seat of the speaker.
    pub seat: &'a Seat,
    /// The shifts, in the order of the speeches, each with the first speech that it is from.
    pub shifts: Vec<(&'a Turn, &'a PositionShift)>,
    /// Whether the last speech was read for shifts, and everything that was said is a speech: where that is not so, nobody
    /// knows that there were no others.
    pub is_read: bool,
    /// Whether it was to be so.
    pub is_due: bool,
}

impl DebateState {
    /// Whether a speech is read for shifts of its speaker: in a debate at the end of which nobody judges, where the
    /// speaker has spoken before. One whose model is asked for one thing at a time is not: what it says of itself is
    /// too little to go by.
    pub fn is_read_for_shifts(&self, turn: &Turn) -> bool {
        let is_summed_up = matches!(
            self.verdict_form(),
            Some(Verdict::Summary | Verdict::Synthesis)
        );
        let mut before = self.speeches().take_while(|one| one.id != turn.id);
        is_summed_up
            && before.any(|one| one.seat == turn.seat && !one.is_empty())
            && !self.is_asked_stepwise(&turn.seat)
    }

    /// The shifts of each speaker, in the order of the line-up, in a debate that ends with a summary; none where no
    /// speech was read for them.
    pub fn shifts(&self) -> Vec<SpeakerShifts<'_>> {
        if self.verdict_form() != Some(Verdict::Summary) {
            return Vec::new();
        }
        let speakers = self.speakers().iter();
        let all = speakers.map(|speaker| self.shifts_of(&speaker.seat));
        // Nothing is said of whoever was not to be read as a whole, but what was found.
        let all = all.filter(|one| one.is_read || one.is_due || !one.shifts.is_empty());
        let all: Vec<SpeakerShifts<'_>> = all.collect();
        if all.iter().any(|one| one.is_read || !one.shifts.is_empty()) {
            all
        } else {
            Vec::new()
        }
    }

    fn shifts_of<'a>(&'a self, seat: &'a Seat) -> SpeakerShifts<'a> {
        let speeches = || {
            self.speeches()
                .filter(|one| &one.seat == seat && one.task == Task::Speech && !one.is_empty())
        };
        let read = speeches().flat_map(|turn| {
            let shifts = shifts_in(turn).unwrap_or_default().iter();
            shifts.map(move |shift| (turn, shift))
        });
        let mut shifts: Vec<(&Turn, &PositionShift)> = Vec::new();
        for (turn, shift) in read {
            if !shifts
                .iter()
                .any(|(_, before)| is_said_again(shift, before))
            {
                shifts.push((turn, shift));
            }
        }
        // Whoever has said other things besides, such as answers, has been read in part alone.
        let mut spoken = self.turns.iter().filter(|turn| {
            turn.seat == *seat && turn.task.is_spoken() && turn.is_ended() && !turn.is_empty()
        });
        let is_whole = spoken.all(|turn| turn.task == Task::Speech);
        let last = speeches().next_back();
        SpeakerShifts {
            seat,
            shifts,
            is_read: is_whole && last.is_some_and(|last| shifts_in(last).is_some()),
            is_due: is_whole && last.is_some_and(|last| self.is_read_for_shifts(last)),
        }
    }

    /// The form of the verdict, where the debate is opened.
    fn verdict_form(&self) -> Option<Verdict> {
        Some(self.opening.as_deref()?.format.verdict)
    }

    /// Whether it is to be told now what the debate has come to: once it is summed up and every speech is read. At the
    /// end it is told in any case.
    pub(super) fn are_outcomes_due(&self, is_over: bool) -> bool {
        let is_told = || self.entries.contains(&TranscriptEntry::Outcomes);
        let is_any = || match self.verdict_form() {
            Some(Verdict::Summary) => !self.shifts().is_empty(),
            Some(Verdict::Synthesis) => self.arguments().next().is_some(),
            Some(_) | None => false,
        };
        let is_summed_up = || {
            let mut turns = self.turns.iter();
            turns
                .any(|turn| matches!(turn.task, Task::Summary | Task::Synthesis) && turn.is_ended())
        };
        let is_read = || {
            let mut spoken = self.speeches().filter(|turn| turn.task == Task::Speech);
            spoken.all(|turn| turn.is_empty() || turn.arguments != Extraction::None)
        };
        (is_over || is_summed_up() && is_read()) && !is_told() && is_any()
    }
}

/// Whether a shift is one that its speaker has told of in an earlier speech: the same step towards the same speaker,
/// the matter and the words together saying the same ([`SAME`]).
fn is_said_again(shift: &PositionShift, before: &PositionShift) -> bool {
    let words = |one: &PositionShift| content_words([one.about.as_str(), one.words.as_str()]);
    shift.is_concession == before.is_concession
        && shift.toward == before.toward
        && dice(&words(shift), &words(before)) >= SAME.words
}

/// The shifts of a speech; `None` where it was not read for them.
pub(super) fn shifts_in(turn: &Turn) -> Option<&[PositionShift]> {
    match &turn.arguments {
        Extraction::Done(arguments) => arguments.shifts.as_deref(),
        Extraction::None | Extraction::Failed => None,
    }
}
