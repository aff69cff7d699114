//! A turn: what is known of it, and how its text grows, is taken back, and is counted.

use super::{
    answer::SpeechArguments,
    ask::Cue,
    delivery::WorkDraft,
    event::{DraftCheck, Truncation},
    ids::{InterventionId, PoiId, Seat, TurnId},
    passage::Doubt,
    plan::STEPS,
    written::Work,
};
use crate::{
    catalog::{Rule, Task},
    text::{count_words, floor_char_boundary, has_words, more_words},
};

/// The progress of a turn.
#[derive(Debug, Clone, PartialEq)]
pub enum TurnStatus {
    /// A turn that is being spoken or written.
    Open,
    /// All has been said; its side is being checked.
    Heard {
        /// The reason why the turn ended early, if it did.
        truncated: Option<Truncation>,
    },
    /// A turn that is over and counts.
    Ended {
        /// The reason why the turn ended early, if it did.
        truncated: Option<Truncation>,
        /// The objection of the referee, if the turn counts all the same.
        flagged: Option<String>,
    },
    /// A turn that was ruled out of order.
    Struck {
        /// The word of the rule that was broken.
        rule: String,
        /// The referee's reason, for people.
        reason: String,
    },
}

/// The extraction of a speech's arguments, as far as it has come.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Extraction {
    /// A speech that nobody has read yet.
    #[default]
    None,
    /// The arguments of the speech.
    Done(SpeechArguments),
    /// A speech that no model could be had to read.
    Failed,
}

/// A turn, from its beginning to its end.
#[derive(Debug, Clone, PartialEq)]
pub struct Turn {
    /// The id of the turn.
    pub id: TurnId,
    /// The slot of the plan.
    pub slot: u32,
    /// The phase, by position in the format.
    pub phase: u32,
    /// The seat that has the turn.
    pub seat: Seat,
    /// The name of whoever spoke, where another person sits in the seat now.
    pub spoken_as: Option<String>,
    /// The piece of work that the turn is for.
    pub task: Task,
    /// Words for which the referee took it to argue for the other side, when it was asked first.
    pub doubted: Option<String>,
    /// Rules of which the referee found nothing when it looked first.
    pub missed: Vec<Rule>,
    /// The number of the attempt: from 1; more where an earlier attempt was struck.
    pub attempt: u32,
    /// The number of words that the turn is meant to have.
    pub target_words: u32,
    /// The work that was said, of a turn that is written: all that was handed in, or while the turn is read out as much
    /// as was heard of it. `text` is the same as Markdown.
    pub work: Option<Work>,
    /// The number of arguments that were written and that the time was not enough to begin.
    pub left_out: Option<u32>,
    /// Whether a speech that is heard only when those beside it are written is written itself.
    pub is_ready: bool,
    /// The draft that is read out, until it is handed in.
    pub draft: Option<WorkDraft>,
    /// The number of its parts whose side has been checked: a speech is one part, of work each argument and response is.
    pub sides_cleared: usize,
    /// The words that a person has put in for the speaker: the bytes of `text` from which and up to which they stand.
    pub put_in: Option<(u32, u32)>,
    /// The text that was said so far.
    pub text: String,
    /// The number of words of `text`.
    pub words: u32,
    /// The progress of the turn.
    pub status: TurnStatus,
    /// The byte of `text` at which the bell rang.
    pub bell: Option<u32>,
    /// The notices that were given while it was spoken: the byte of `text`, and the position among those of the debate.
    pub notices: Vec<(u32, usize)>,
    /// The number of words that were left when the bell rang.
    pub words_left: u32,
    /// The reason why the speech is to be interrupted at the end of this sentence.
    pub cut: Option<Cue>,
    /// The cue by which the speech is taken up once nothing is in the way; `None` while it runs.
    pub next: Option<Cue>,
    /// The evidence that came in it and that the last call for its text puts to the speaker, who has said nothing since.
    pub telling: Vec<InterventionId>,
    /// The evidence that came in it and was put to the speaker, and the byte of `text` from which on they knew: 0 where
    /// nothing had been said.
    pub told: Vec<(u32, InterventionId)>,
    /// The evidence of which the speaker was reminded at the end of the speech, having said nothing of it, and the byte of
    /// `text` at which that was.
    pub reminder: Option<(InterventionId, u32)>,
    /// The reason why words of what was written are withheld, before anybody has heard them; absent where none are.
    pub withheld: Option<String>,
    /// The result of the check of its draft before anybody heard it; `None` where there was none.
    pub checked: Option<DraftCheck>,
    /// Steps that are done, where a speech is made one step at a time.
    pub steps: u32,
    /// Points of information offered in it, in order.
    pub points: Vec<PoiId>,
    /// The byte up to which it was asked whether somebody rises.
    pub considered: u32,
    /// The number of words that were said when it was last asked whether somebody rises.
    pub considered_words: u32,
    /// Calls for its text that failed one after another, and left no more standing than those before them.
    pub failures: u32,
    /// The most words that stood when a call for its text failed: only what goes beyond them is progress.
    pub reached: u32,
    /// The arguments of the speech, once the clerk has written them down.
    pub arguments: Extraction,
    /// The poll that was taken after it, by position in [`DebateState::polls`](super::state::DebateState::polls).
    pub poll: Option<usize>,
    /// The numbers of the passages that were drawn for it, those that fit best first; `None` until they were.
    pub drawn: Option<Vec<u32>>,
    /// The doubts about the passages that the turn names; `None` until that was looked at. A turn that names none has
    /// nothing wrong from its end on.
    pub doubts: Option<Vec<Doubt>>,
    /// The time at which the turn began, in milliseconds of the debate.
    pub began_ms: u64,
    /// The time at which the turn ended, in milliseconds of the debate; `None` while it runs.
    pub ended_ms: Option<u64>,
    /// Text of this turn was kept by an earlier process, or by a line that broke: the bytes at which it took up.
    pub seams: Vec<u32>,
}

impl Turn {
    /// Whether it is still being spoken or written.
    pub fn is_open(&self) -> bool {
        self.status == TurnStatus::Open
    }

    /// Whether it ended and counts.
    pub fn is_ended(&self) -> bool {
        matches!(self.status, TurnStatus::Ended { .. })
    }

    /// Whether nothing was said in it, spoken or written: the model could not be had. Stops and dashes alone, and a
    /// form that is filled with them, say nothing.
    pub fn is_empty(&self) -> bool {
        !self.texts().into_iter().any(has_words)
    }

    /// Whether not a word of a speech has come: there is nothing to go on from.
    pub fn is_unbegun(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// Whether it was ruled out of order.
    pub fn is_struck(&self) -> bool {
        matches!(self.status, TurnStatus::Struck { .. })
    }

    /// Whether a turn that is made one step at a time is at its last.
    pub(super) fn is_at_last_step(&self) -> bool {
        self.steps.saturating_add(1) >= STEPS
    }

    /// Whether all has been said and its side is being checked.
    pub fn is_heard(&self) -> bool {
        matches!(self.status, TurnStatus::Heard { .. })
    }

    /// Whether it was stopped at the end of its time.
    pub(crate) fn ran_over(&self) -> bool {
        let (TurnStatus::Heard { truncated } | TurnStatus::Ended { truncated, .. }) = &self.status
        else {
            return false;
        };
        *truncated == Some(Truncation::TimeLimit)
    }

    /// The reason why the turn ended early, if it did.
    pub fn truncated(&self) -> Option<&Truncation> {
        match &self.status {
            TurnStatus::Ended { truncated, .. } => truncated.as_ref(),
            TurnStatus::Open | TurnStatus::Heard { .. } | TurnStatus::Struck { .. } => None,
        }
    }

    /// The reason why the turn was given up, where its model could not be had.
    pub fn given_up(&self) -> Option<&str> {
        match self.truncated()? {
            Truncation::Unreachable { reason } => Some(reason),
            Truncation::TimeLimit | Truncation::Length => None,
        }
    }

    /// The draft of a written turn, once all of it is written and while it is not handed in.
    pub fn whole_draft(&self) -> Option<&WorkDraft> {
        self.draft.as_ref().filter(|draft| draft.is_whole)
    }

    /// Whether all of a turn that nobody may have heard yet is there: a speech, or the draft of a written turn.
    pub fn is_all_there(&self) -> bool {
        self.is_ready || self.whole_draft().is_some()
    }

    /// The texts of the turn, each of which ends its own sentences: a speech has one.
    pub fn texts(&self) -> Vec<&str> {
        let work = self.work.as_ref();
        work.map_or_else(|| vec![self.text.as_str()], Work::texts)
    }

    /// A turn of which nothing has been said.
    pub fn begun(id: TurnId, seat: Seat, task: Task, at_ms: u64) -> Self {
        Self {
            id,
            slot: 0,
            phase: 0,
            seat,
            task,
            attempt: 1,
            target_words: 0,
            work: None,
            left_out: None,
            is_ready: false,
            draft: None,
            sides_cleared: 0,
            put_in: None,
            text: String::new(),
            words: 0,
            status: TurnStatus::Open,
            bell: None,
            notices: Vec::new(),
            words_left: 0,
            cut: None,
            next: Some(Cue::Begin),
            telling: Vec::new(),
            told: Vec::new(),
            reminder: None,
            withheld: None,
            checked: None,
            steps: 0,
            spoken_as: None,
            doubted: None,
            missed: Vec::new(),
            points: Vec::new(),
            considered: 0,
            considered_words: 0,
            failures: 0,
            reached: 0,
            arguments: Extraction::None,
            poll: None,
            drawn: None,
            doubts: None,
            began_ms: at_ms,
            ended_ms: None,
            seams: Vec::new(),
        }
    }

    /// The length of what has been said, in bytes.
    pub fn position(&self) -> u32 {
        u32::try_from(self.text.len()).unwrap_or(u32::MAX)
    }

    /// The cue by which a speech whose line broke is taken up. Who was reminded of evidence and has said nothing since is
    /// reminded again: the speech was over but for that.
    pub(super) fn taken_up(&self) -> Cue {
        match self.reminder {
            Some((item, _)) if !self.has_answered_reminder() => Cue::Evidence { item },
            Some(_) | None if self.text.is_empty() => Cue::Begin,
            Some(_) | None => Cue::Resume,
        }
    }

    /// The place in the text, in bytes, from which the speaker knows of evidence that came in this speech; `None` where
    /// they were not told of it. All that has come is put at once, so that the later piece is told later.
    pub(super) fn told_at(&self, item: InterventionId) -> Option<u32> {
        let found = self.told.binary_search_by_key(&item, |(_, told)| *told);
        found.ok().and_then(|at| Some(self.told.get(at)?.0))
    }

    /// Whether something was said after the speaker was reminded of evidence.
    pub(super) fn has_answered_reminder(&self) -> bool {
        self.reminder.is_some_and(|(_, at)| {
            let since = self.text.get(at as usize..);
            since.is_some_and(has_words)
        })
    }

    /// The number of calls for the turn's text that have failed in a row, with one that fails now and leaves so many
    /// words standing. One that leaves more than any before it begins a new row; what is said and taken back again is
    /// no progress.
    pub(super) fn failures_with(&self, words: u32) -> u32 {
        if words > self.reached {
            1
        } else {
            self.failures + 1
        }
    }

    pub(super) fn add(&mut self, text: &str) {
        // A word may be split between two pieces; counting only the tail keeps this cheap for long speeches.
        let (of_tail, with_it) = more_words(&self.text, text);
        self.words = self.words.saturating_sub(of_tail).saturating_add(with_it);
        if !self.telling.is_empty() && has_words(text) {
            let before = text.len() - text.trim_start().len();
            let before = u32::try_from(before).unwrap_or(u32::MAX);
            let position = self.position().saturating_add(before);
            let told = self.telling.drain(..).map(|item| (position, item));
            self.told.extend(told);
        }
        self.text.push_str(text);
    }

    pub(super) fn rewind(&mut self, kept: usize) {
        let kept = floor_char_boundary(&self.text, kept);
        self.text.truncate(kept);
        self.words = count_words(&self.text);
        let position = self.position();
        self.seams.push(position);
        // Of what was said after evidence was put nothing may be left: it is put again.
        self.told.retain(|(at, _)| *at < position);
        // Where less is left of the speech, it is not over any more.
        self.reminder = self.reminder.filter(|(_, at)| *at <= position);
        self.considered = self.considered.min(position);
        self.considered_words = self.considered_words.min(self.words);
        if self.bell.is_some_and(|bell| bell > position) {
            self.bell = Some(position);
        }
        for (at, _) in &mut self.notices {
            *at = position.min(*at);
        }
        self.put_in = self.put_in.filter(|(_, to)| *to <= position);
    }

    /// Puts another draft in the place of the one that was read out: what the new one does not say any more is taken
    /// back.
    pub(super) fn redraft(&mut self, draft: WorkDraft) {
        let said = self
            .draft
            .as_ref()
            .map_or(0, |old| draft.holds(old, self.words));
        self.draft = Some(draft);
        if said < self.words {
            self.deliver(said);
        }
    }

    /// Says so many words of the draft.
    pub(super) fn deliver(&mut self, words: u32) {
        let Some(draft) = &self.draft else {
            return;
        };
        let said = draft.work.up_to(words);
        self.words = words.min(draft.words());
        self.work = (self.words > 0).then_some(said);
        // Of nothing not even the titles of its parts are said.
        self.text = self.work.as_ref().map_or_else(String::new, Work::text);
        let position = self.position();
        if self.bell.is_some_and(|bell| bell > position) {
            self.bell = Some(position);
        }
    }

    /// Takes in what is handed in, all of which is said.
    pub(super) fn submit(&mut self, work: Work) {
        self.text = work.text();
        self.words = count_words(&work.words());
        self.work = Some(work);
        self.draft = None;
    }

    pub(super) fn break_paragraph(&mut self) {
        while !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }
}
