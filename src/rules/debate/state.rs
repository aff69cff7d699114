//! What is so at a given moment: the state that the fold makes of the events. Read it freely; it changes only
//! through [`DebateState::apply`].

use std::{collections::BTreeMap, sync::Arc};

use super::{
    agenda::Agenda,
    answer::{DirectVerdict, SpeakerAssessment, SpeechArguments},
    ask::{Ask, Cue},
    calls::Calls,
    command::{Halt, Pace},
    division::DivisionResult,
    event::{CallReport, CloseReason, Failure, PausedBy, Truncation},
    ids::{CallId, CommandId, InterventionId, PoiId, Seat, TurnId},
    opening::{OnFailure, Opening},
    outage::Outage,
    plan::Plan,
    scores::{Assessment, Judged, Judgement, Scores},
    sources::{Doubt, Passage},
    votes::{Ballots, Poll},
    work::Work,
};
use crate::catalog::{StopRule, Task};

/// Whether the debate runs.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Status {
    /// Nothing has happened yet.
    #[default]
    Unopened,
    /// It runs.
    Running,
    /// It waits to be resumed.
    Paused(PausedBy),
    /// It is over.
    Closed(CloseReason),
}

/// How far a turn has come.
#[derive(Debug, Clone, PartialEq)]
pub enum TurnStatus {
    /// It is being spoken or written.
    Open,
    /// All has been said; its side is being checked.
    Heard {
        /// Why it ended early, if it did.
        truncated: Option<Truncation>,
    },
    /// It counts.
    Ended {
        /// Why it ended early, if it did.
        truncated: Option<Truncation>,
        /// What the referee held against it, if it counts all the same.
        flagged: Option<String>,
    },
    /// It was ruled out of order.
    Struck {
        /// The rule.
        rule: String,
        /// Why.
        reason: String,
    },
}

/// What is known of what a speech argued.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Extraction {
    /// Nothing yet.
    #[default]
    None,
    /// This.
    Done(SpeechArguments),
    /// It could not be had.
    Failed,
}

/// A turn.
#[derive(Debug, Clone, PartialEq)]
pub struct Turn {
    /// Which.
    pub id: TurnId,
    /// The slot of the plan.
    pub slot: u32,
    /// The phase, by position in the format.
    pub phase: u32,
    /// Who.
    pub seat: Seat,
    /// What.
    pub task: Task,
    /// Words for which the referee took it to argue for the other side, when it was asked first.
    pub doubted: Option<String>,
    /// From 1; more where an earlier attempt was struck.
    pub attempt: u32,
    /// How many words it is meant to have.
    pub target_words: u32,
    /// What was handed in, of a turn that is written. `text` is the same as Markdown.
    pub work: Option<Work>,
    /// Whether its side has been checked.
    pub side_cleared: bool,
    /// What was said so far.
    pub text: String,
    /// Words of `text`.
    pub words: u32,
    /// How far it has come.
    pub status: TurnStatus,
    /// The byte of `text` at which the bell rang.
    pub bell: Option<u32>,
    /// Why the speech is to be interrupted at the end of this sentence.
    pub cut: Option<Cue>,
    /// Where the speech takes up once nothing is in the way; `None` while it runs.
    pub next: Option<Cue>,
    /// Steps that are done, where a speech is made one step at a time.
    pub steps: u32,
    /// Points of information offered in it, in order.
    pub points: Vec<PoiId>,
    /// Up to which byte it has been asked whether somebody rises.
    pub considered: u32,
    /// How many words were said by then.
    pub considered_words: u32,
    /// Calls for its text that failed one after another, and left no more standing than those before them.
    pub failures: u32,
    /// The most words that stood when a call for its text failed: only what goes beyond them is progress.
    pub reached: u32,
    /// What it argued.
    pub arguments: Extraction,
    /// The poll that was taken after it, by position in [`DebateState::polls`].
    pub poll: Option<usize>,
    /// The numbers of the passages that were drawn for it, those that fit best first; `None` until they were.
    pub drawn: Option<Vec<u32>>,
    /// What is wrong with the passages that it names; `None` until that was looked at. A turn that names none has
    /// nothing wrong from its end on.
    pub doubts: Option<Vec<Doubt>>,
    /// When it began.
    pub began_ms: u64,
    /// When it ended.
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

    /// Whether nothing was said in it, and nothing handed in: the model could not be had.
    pub fn is_empty(&self) -> bool {
        self.work.is_none() && self.text.trim().is_empty()
    }

    /// Whether it was ruled out of order.
    pub fn is_struck(&self) -> bool {
        matches!(self.status, TurnStatus::Struck { .. })
    }

    /// Whether all has been said and its side is being checked.
    pub fn is_heard(&self) -> bool {
        matches!(self.status, TurnStatus::Heard { .. })
    }

    /// Why it ended early, if it did.
    pub fn truncated(&self) -> Option<&Truncation> {
        match &self.status {
            TurnStatus::Ended { truncated, .. } => truncated.as_ref(),
            TurnStatus::Open | TurnStatus::Heard { .. } | TurnStatus::Struck { .. } => None,
        }
    }
}

/// How far a point of information has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PoiStatus {
    /// Somebody is on their feet.
    Offered,
    /// It will be taken at the end of the sentence.
    Taken,
    /// It has been put and is being answered.
    Accepted,
    /// It was waved down.
    Declined {
        /// What the speaker did.
        gesture: String,
    },
    /// It was answered.
    Answered {
        /// The answer.
        text: String,
    },
}

/// A point of information.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Poi {
    /// Which.
    pub id: PoiId,
    /// During which turn.
    pub turn: TurnId,
    /// Who rose.
    pub from: Seat,
    /// Who has the floor.
    pub to: Seat,
    /// The point.
    pub text: String,
    /// How far it has come.
    pub status: PoiStatus,
    /// The byte of the turn's text at which it was offered, then at which it was put.
    pub at: u32,
    /// Why it was taken or declined, as the speaker thinks it.
    pub reason: String,
    /// When it was offered.
    pub offered_ms: u64,
}

/// What a viewer brought in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Matter {
    /// A text for both sides.
    Evidence {
        /// Where it comes from.
        source: String,
        /// Of a file: where each of its paragraphs stands. Empty for what was typed.
        places: Vec<String>,
        /// How many words it has.
        words: u32,
    },
    /// A question to one speaker.
    Question {
        /// Whether the debate waits.
        halt: Halt,
    },
    /// A request to make something clear, for the next break.
    Clarification,
    /// A point of the gallery that waits for its moment.
    GalleryPoint,
}

/// How far an intervention has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Progress {
    /// It waits for its moment.
    Queued,
    /// It has been put, and an answer is awaited.
    Put,
    /// It is done. Evidence and points of the gallery have no answer here.
    Done {
        /// The answer.
        answer: Option<String>,
    },
    /// No answer could be had.
    Failed {
        /// Why.
        reason: String,
    },
}

/// Something that a viewer brought in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Intervention {
    /// Which.
    pub id: InterventionId,
    /// The command.
    pub command: CommandId,
    /// What kind.
    pub matter: Matter,
    /// Who is meant, if somebody is.
    pub seat: Option<Seat>,
    /// The text.
    pub text: String,
    /// How far it has come.
    pub progress: Progress,
    /// The turn in which it came, and the byte of its text, if somebody had the floor.
    pub during: Option<(TurnId, u32)>,
    /// After how many speeches the house knows of it. Settled with it, so that what models have read before
    /// never changes.
    pub place: Option<usize>,
    /// When it came.
    pub at_ms: u64,
}

impl Intervention {
    /// Whether it stands in prompts: evidence does, and a question once it has its answer.
    pub(super) fn is_on_record(&self) -> bool {
        match (&self.matter, &self.progress) {
            (Matter::Evidence { .. }, _) => true,
            (Matter::Question { .. } | Matter::Clarification, Progress::Done { answer }) => {
                answer.is_some()
            }
            (Matter::Question { .. } | Matter::Clarification | Matter::GalleryPoint, _) => false,
        }
    }
}

/// One entry of the transcript, in the order in which they appear on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry {
    /// A phase began.
    Phase(u32),
    /// A spoken turn.
    Turn(TurnId),
    /// Something that a viewer brought in. Shown at the place where it came.
    Intervention(InterventionId),
    /// Something that the viewer should know.
    Notice(usize),
    /// The division was declared.
    Division,
    /// A judge chose who speaks next, by position in [`DebateState::chosen`].
    Chosen(usize),
    /// A judge has assessed the debate, by position in [`DebateState::rounds`].
    Round(usize),
    /// A judge has given a report, or none of use.
    Judgement(usize),
    /// The judges' scores were counted.
    Scores,
    /// How the real house voted, at the end of a debate that people held.
    HouseThen,
}

/// Whom a judge let speak.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chosen {
    /// The phase, by position in the format.
    pub phase: u32,
    /// From 1.
    pub round: u32,
    /// Who.
    pub seat: Seat,
    /// Why. Empty where nobody else was left.
    pub reason: String,
}

/// A judge's assessment after a round.
#[derive(Debug, Clone, PartialEq)]
pub struct Round {
    /// The phase, by position in the format.
    pub phase: u32,
    /// After which round of it.
    pub round: u32,
    /// Which judge.
    pub judge: Seat,
    /// What was found.
    pub assessment: Judged<Assessment>,
}

/// A call under way.
#[derive(Debug, Clone, PartialEq)]
pub struct Pending {
    /// What for.
    pub ask: Ask,
    /// From whose seat.
    pub seat: Option<Seat>,
    /// Whether its answer is no longer wanted: it was cut, and only its report is awaited.
    pub cut: bool,
    /// How far the turn that it writes had come when it was begun, in bytes.
    pub from: u32,
    /// Since when.
    pub since_ms: u64,
    /// How many tries have failed.
    pub failed_tries: u32,
    /// Why the last one did.
    pub last_failure: Option<String>,
    /// Until when the next try waits, in the debate's time; 0 before any has failed.
    pub waits_until_ms: u64,
}

/// A call that has ended, for `show --calls`.
#[derive(Debug, Clone, PartialEq)]
pub struct Finished {
    /// Which.
    pub call: CallId,
    /// What for.
    pub ask: Ask,
    /// From whose seat.
    pub seat: Option<Seat>,
    /// When it was begun.
    pub since_ms: u64,
    /// How it went.
    pub report: CallReport,
    /// Whether it was cut: there is no answer, and nobody wanted one any more.
    pub cut: bool,
    /// Why it failed, if it did.
    pub failed: Option<String>,
    /// How it failed, if it did.
    pub failure: Option<Failure>,
}

/// What the calls used together.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Ledger {
    /// Calls that have ended.
    pub calls: u32,
    /// Of these, how many failed.
    pub failed: u32,
    /// Tokens read.
    pub prompt_tokens: u64,
    /// Of these, how many came from a cache.
    pub cached_tokens: u64,
    /// Tokens written.
    pub completion_tokens: u64,
    /// What the calls with a known price cost.
    pub cost: f64,
    /// How many calls have no known price.
    pub unpriced: u32,
}

impl Ledger {
    /// Adds a call that has ended. What a server counts may be anything: a sum stays at the most that can be counted.
    pub(super) fn add(&mut self, report: &CallReport, has_failed: bool) {
        let usage = &report.usage;
        self.calls = self.calls.saturating_add(1);
        self.failed = self.failed.saturating_add(u32::from(has_failed));
        self.prompt_tokens = self.prompt_tokens.saturating_add(usage.prompt_tokens);
        self.cached_tokens = self.cached_tokens.saturating_add(usage.cached_tokens);
        self.completion_tokens = self
            .completion_tokens
            .saturating_add(usage.completion_tokens);
        match report.cost {
            // No price comes to less than nothing.
            Some(cost) => self.cost = (self.cost + cost.max(0.0)).min(f64::MAX),
            None => self.unpriced = self.unpriced.saturating_add(1),
        }
    }

    /// Tokens, read and written together.
    pub fn tokens(&self) -> u64 {
        self.prompt_tokens.saturating_add(self.completion_tokens)
    }
}

/// The state of a debate.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct DebateState {
    /// What was settled beforehand; `None` before the first event.
    pub opening: Option<Arc<Opening>>,
    /// The format, unrolled.
    pub plan: Arc<Plan>,
    /// The number that the next event will have.
    pub next_seq: u64,
    /// The time of the last event.
    pub at_ms: u64,
    /// Whether the debate runs.
    pub status: Status,
    /// The pace.
    pub pace: Pace,
    /// The phase, by position in the format.
    pub phase: Option<u32>,
    /// How many phases are over.
    pub phases_ended: u32,
    /// All turns, struck ones and private ones too, by their number.
    pub turns: Vec<Turn>,
    /// All points of information, by their number.
    pub points: Vec<Poi>,
    /// All passages that speakers were given, each once. The first is called `[1]`.
    pub passages: Vec<Passage>,
    /// All that viewers brought in, by their number.
    pub interventions: Vec<Intervention>,
    /// What the transcript shows, in order.
    pub entries: Vec<Entry>,
    /// What the viewer should know.
    pub notices: Vec<String>,
    /// Ballots by member and time.
    pub ballots: Ballots,
    /// Polls, in order.
    pub polls: Vec<Poll>,
    /// The direct verdict: `Some(None)` where it could not be had.
    pub verdict: Option<Option<DirectVerdict>>,
    /// How each speaker did; `None` where it could not be had.
    pub assessments: BTreeMap<Seat, Option<SpeakerAssessment>>,
    /// The division.
    pub division: Option<DivisionResult>,
    /// Rounds that are over, by phase.
    pub rounds_ended: BTreeMap<u32, u32>,
    /// Phases whose rounds ended early, with what was found.
    pub stopped: BTreeMap<u32, StopRule>,
    /// Whom judges let speak, in order.
    pub chosen: Vec<Chosen>,
    /// What judges found between rounds, in order.
    pub rounds: Vec<Round>,
    /// The judges' reports, in the order in which they came.
    pub judgements: Vec<(Seat, Judged<Judgement>)>,
    /// What the judges' scores come to.
    pub scores: Option<Scores>,
    /// Whether the time for questions after the last word has been.
    pub questions_taken: bool,
    /// What is done where a model cannot be had.
    pub on_failure: OnFailure,
    /// Which server is in doubt or gone, and what failed for it.
    pub outage: Outage,
    /// Calls under way.
    pub calls: Calls,
    /// Calls that have ended, in the order in which they ended.
    pub finished: Vec<Finished>,
    /// What they used together.
    pub ledger: Ledger,
    /// How often a limit was reached and the viewer went on: each time allows as much again.
    pub limits_passed: u32,
    /// Sum of all that calls were begun: the number of the next one.
    pub calls_begun: u32,
    /// Paused time that is over, in milliseconds.
    pub paused_ms: u64,
    /// When the present pause began.
    pub paused_since: Option<u64>,
    /// What is open and what is due: an index of all this.
    pub(super) agenda: Box<Agenda>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_server_counts_without_end_is_summed_without_harm() {
        let mut ledger = Ledger::default();
        let usage = super::super::event::Usage {
            prompt_tokens: u64::MAX,
            cached_tokens: u64::MAX,
            completion_tokens: u64::MAX,
            ..Default::default()
        };
        for cost in [
            Some(f64::MAX),
            Some(f64::MAX),
            Some(f64::NAN),
            Some(-1.0),
            None,
        ] {
            let report = CallReport {
                usage,
                cost,
                ..CallReport::default()
            };
            ledger.add(&report, true);
        }
        assert_eq!((ledger.calls, ledger.failed, ledger.unpriced), (5, 5, 1));
        assert_eq!(ledger.tokens(), u64::MAX);
        assert!(ledger.cost.is_finite() && ledger.cost > 1e308);
    }
}
