//! The state of a debate at a given moment, which the fold makes of the events. Read it freely; it changes only through
//! [`DebateState::apply`].

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use super::{
    agenda::Agenda,
    annotation::AnnotationProgress,
    answer::{DirectVerdict, SpeakerAssessment, Vote},
    ask::Ask,
    branch_change::BranchChange,
    command::{Halt, Pace},
    definitions::SideDefinitions,
    division::DivisionResult,
    event::{CloseReason, PausedBy},
    follow_up::FollowUp,
    grants::Confirmation,
    ids::{CommandId, FollowUpId, InterventionId, PoiId, Seat, TurnId},
    looks::TeamOrder,
    opening::{OnFailure, Opening, PartingPlace},
    outage::Outage,
    outcome::ArgumentOutcome,
    passage::Passage,
    person::TerminalPresence,
    plan::Plan,
    report_looks::ReportLooks,
    scores::{Assessment, Judged, Judgement, Scores},
    votes::{Ballots, Poll, Polling},
};
use crate::catalog::StopRule;

pub use super::{
    calls::{Calls, Finished, Pending},
    ledger::Ledger,
    turn::{Extraction, Turn, TurnStatus},
};

/// Whether the debate runs.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum DebateStatus {
    /// A debate that is not opened yet.
    #[default]
    Unopened,
    /// A debate that runs.
    Running,
    /// A debate that waits to be resumed.
    Paused(PausedBy),
    /// A debate that is over.
    Closed(CloseReason),
}

/// A moderator's answer that is checked, and that nobody has read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftedAnswer {
    /// The words of the answer, without those that are known to take a side.
    pub text: String,
    /// The reason why words are withheld already; `None` where none are.
    pub withheld: Option<String>,
}

/// The progress of a point of information.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PoiStatus {
    /// A point whose speaker is on their feet.
    Offered,
    /// A point that will be taken at the end of the sentence.
    Taken,
    /// A point that has been put and is being answered.
    Accepted,
    /// A point that was waved down.
    Declined {
        /// The gesture of the speaker.
        gesture: String,
    },
    /// A point that was answered.
    Answered {
        /// The words of the answer; empty where none could be had.
        text: String,
    },
}

/// A point of information.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Poi {
    /// The id of the point.
    pub id: PoiId,
    /// The id of the turn during which it was offered.
    pub turn: TurnId,
    /// The seat of whoever rose.
    pub from: Seat,
    /// The name of whoever rose, where another person sits in the seat now.
    pub raised_as: Option<String>,
    /// The seat of the speaker who had the floor.
    pub to: Seat,
    /// The words of the point.
    pub text: String,
    /// The progress of the point.
    pub status: PoiStatus,
    /// The byte of the turn's text at which it was offered, then at which it was put.
    pub at: u32,
    /// The byte of the turn's text at which it was offered.
    pub offered_at: u32,
    /// The reason why the point was taken or declined, as the speaker thinks it.
    pub reason: String,
    /// The answer, where the speaker gave it with the decision: it is said once the point is put.
    pub prepared_answer: Option<String>,
    /// The time at which the point was offered, in milliseconds of the debate.
    pub offered_ms: u64,
}

impl Poi {
    /// Whether the point is neither declined nor answered.
    pub fn is_pending(&self) -> bool {
        match self.status {
            PoiStatus::Offered | PoiStatus::Taken | PoiStatus::Accepted => true,
            PoiStatus::Declined { .. } | PoiStatus::Answered { .. } => false,
        }
    }

    /// The answer to the point, where it has come that far.
    pub fn answer(&self) -> Option<&str> {
        match &self.status {
            PoiStatus::Answered { text } => Some(text),
            PoiStatus::Offered
            | PoiStatus::Taken
            | PoiStatus::Accepted
            | PoiStatus::Declined { .. } => None,
        }
    }
}

/// The matter that a viewer brought in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Matter {
    /// A text for both sides.
    Evidence {
        /// The source of the text, as the viewer gave it.
        source: String,
        /// The place of each paragraph, where the evidence is from a file. Empty for what was typed.
        places: Vec<String>,
        /// The number of words of the evidence.
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

/// The progress of an intervention.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InterventionProgress {
    /// An intervention that waits for its moment.
    Queued,
    /// An intervention that has been put; its answer is awaited.
    Put,
    /// An intervention that is done. Evidence and points of the gallery have no answer here.
    Done {
        /// The answer, where there is one.
        answer: Option<String>,
    },
    /// No answer could be had.
    Failed {
        /// The reason, a sentence for people.
        reason: String,
    },
}

/// An intervention: something that a viewer brought in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Intervention {
    /// The id of the intervention.
    pub id: InterventionId,
    /// The id of the command that brought it in.
    pub command: CommandId,
    /// The kind of the intervention.
    pub matter: Matter,
    /// The seat that is meant, if one is.
    pub seat: Option<Seat>,
    /// The name of whoever was asked, where another person sits in that seat now.
    pub asked_as: Option<String>,
    /// The words that were brought in.
    pub text: String,
    /// The progress of the intervention.
    pub progress: InterventionProgress,
    /// A moderator's answer that is still checked.
    pub drafted: Option<DraftedAnswer>,
    /// The turn in which it came, and the byte of its text, if somebody had the floor.
    pub during: Option<(TurnId, u32)>,
    /// The number of speeches after which the house knows of the intervention. Settled with it, so that what models
    /// have read before never changes.
    pub place: Option<usize>,
    /// The time at which the intervention came, in milliseconds of the debate.
    pub at_ms: u64,
    /// The number of turns that had begun when it came.
    pub after_turns: usize,
}

impl Intervention {
    /// The source of evidence, as the viewer gave it; nothing where none was given, or where it is no evidence.
    pub fn source(&self) -> &str {
        match &self.matter {
            Matter::Evidence { source, .. } => source.trim(),
            Matter::Question { .. } | Matter::Clarification | Matter::GalleryPoint => "",
        }
    }

    /// Whether it is a question to a member of the house.
    pub fn is_to_member(&self) -> bool {
        self.seat.as_ref().is_some_and(Seat::is_audience)
    }

    /// Whether it is evidence.
    pub fn is_evidence(&self) -> bool {
        matches!(self.matter, Matter::Evidence { .. })
    }

    /// Whether it came before a turn began, so that all prompts of the turn can hold it.
    pub(super) fn is_before(&self, turn: TurnId) -> bool {
        self.after_turns <= turn.index()
    }

    /// Whether it stands in prompts: evidence does, and a question once it has its answer. What a member of the house says
    /// to whoever asked is heard by nobody else: it must move neither who speaks nor who votes.
    pub(super) fn is_on_record(&self) -> bool {
        if self.is_to_member() {
            return false;
        }
        match (&self.matter, &self.progress) {
            (Matter::Evidence { .. }, _) => true,
            (
                Matter::Question { .. } | Matter::Clarification,
                InterventionProgress::Done { answer },
            ) => answer.is_some(),
            (Matter::Question { .. } | Matter::Clarification | Matter::GalleryPoint, _) => false,
        }
    }
}

/// An entry of the transcript, in the order in which they appear on the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TranscriptEntry {
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
    /// What is granted, and whether it is agreed: after the last word of the speakers.
    Granted,
    /// The outcome of a debate that nobody judges: who changed their mind, or what became of each argument.
    Outcomes,
    /// The vote of the real house, at the end of a debate that people held.
    HouseThen,
    /// A question that was put after the end, with its answer.
    FollowUp(FollowUpId),
}

impl TranscriptEntry {
    /// The turn, where the entry is one.
    pub fn turn(self) -> Option<TurnId> {
        let Self::Turn(turn) = self else {
            return None;
        };
        Some(turn)
    }
}

/// The speaker whom a judge let speak.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChosenSpeaker {
    /// The phase, by position in the format.
    pub phase: u32,
    /// The round, counted from 1.
    pub round: u32,
    /// The seat of the speaker.
    pub seat: Seat,
    /// The judge's reason; empty where nobody else was left.
    pub reason: String,
}

/// A judge's assessment after a round.
#[derive(Debug, Clone, PartialEq)]
pub struct Round {
    /// The phase, by position in the format.
    pub phase: u32,
    /// The round of the phase after which the assessment was made.
    pub round: u32,
    /// The seat of the judge.
    pub judge: Seat,
    /// The assessment, or why there is none of use.
    pub assessment: Judged<Assessment>,
}

/// The state of a debate.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct DebateState {
    /// The opening: what was settled beforehand; `None` before the first event.
    pub opening: Option<Arc<Opening>>,
    /// The format, unrolled.
    pub plan: Arc<Plan>,
    /// The number that the next event will have.
    pub next_seq: u64,
    /// The time of the last event.
    pub at_ms: u64,
    /// Whether the debate runs.
    pub status: DebateStatus,
    /// The pace at which words are released.
    pub pace: Pace,
    /// The phase, by position in the format.
    pub phase: Option<u32>,
    /// The number of phases that are over.
    pub phases_ended: u32,
    /// All turns, struck ones and private ones too, by their number.
    pub turns: Vec<Turn>,
    /// All points of information, by their number.
    pub points: Vec<Poi>,
    /// All passages that speakers were given, each once. The first is called `[1]`.
    pub passages: Vec<Passage>,
    /// All that viewers brought in, by their number.
    pub interventions: Vec<Intervention>,
    /// All that was asked after the end, by its number. No prompt of the debate has it, and no measure.
    pub follow_ups: Vec<FollowUp>,
    /// The entries of the transcript, in order.
    pub entries: Vec<TranscriptEntry>,
    /// The notices that the viewer should know.
    pub notices: Vec<String>,
    /// Ballots by member and time.
    pub ballots: Ballots,
    /// Whether the clerk was asked what each side holds, and has answered or could not be had.
    pub claims_worded: bool,
    /// The way in which judges and members leaned before a word was said; `None` where it could not be had.
    pub leans: BTreeMap<Seat, Option<Vote>>,
    /// Polls, in order.
    pub polls: Vec<Poll>,
    /// The way in which the audience is polled.
    pub polling: Polling,
    /// The looks at the direct verdict, by the order in which the teams stood; `None` where one could not be had.
    pub looks: BTreeMap<TeamOrder, Option<DirectVerdict>>,
    /// The assessment of each speaker; `None` where it could not be had.
    pub assessments: BTreeMap<Seat, Option<SpeakerAssessment>>,
    /// The result of the division, once it is declared.
    pub division: Option<DivisionResult>,
    /// Rounds that are over, by phase.
    pub rounds_ended: BTreeMap<u32, u32>,
    /// Phases whose rounds ended early, with what was found.
    pub stopped: BTreeMap<u32, StopRule>,
    /// The speakers whom judges let speak, in order.
    pub chosen: Vec<ChosenSpeaker>,
    /// The assessments of judges between rounds, in order.
    pub rounds: Vec<Round>,
    /// The looks of each judge for the report.
    pub report_looks: BTreeMap<Seat, ReportLooks>,
    /// The judges' reports, in the order in which they came; of a judge who looks twice, once both looks are in.
    pub judgements: Vec<(Seat, Judged<Judgement>)>,
    /// The seats that have taken an argument up in a speech or a question, by the argument's id.
    pub taken_up: BTreeMap<String, Vec<Seat>>,
    /// The outcomes of arguments besides, by the argument's id.
    pub outcomes: BTreeMap<String, ArgumentOutcome>,
    /// The definitions of each side, in the order in which the sides first spoke.
    pub definitions: Vec<SideDefinitions>,
    /// The answers to whether what was granted is agreed, in the order in which they came.
    pub confirmations: Vec<Confirmation>,
    /// The rankings of the judges: ids of what they ranked, the best first; `None` where one could not be had.
    pub rankings: BTreeMap<Seat, Option<Vec<String>>>,
    /// The scores that are computed from the judges' reports.
    pub scores: Option<Scores>,
    /// The claims and rebuttals of both sides, as far as they have come.
    pub annotation: AnnotationProgress,
    /// Whether the time for questions after the last word has been.
    pub questions_taken: bool,
    /// The action that is taken where a model cannot be had.
    pub on_failure: OnFailure,
    /// The action that the viewer has chosen in its place since.
    pub on_failure_chosen: Option<OnFailure>,
    /// The server that is in doubt or gone, and what failed for it.
    pub outage: Outage,
    /// The models that answer for seats in the place of those with which the debate was opened: it was gone on with by
    /// others.
    pub answered_by: BTreeMap<Seat, String>,
    /// The seats that people have handed to the personas of the seats, each with the turn until whose end; for good where
    /// absent.
    pub handed_over: BTreeMap<Seat, Option<TurnId>>,
    /// The seats in which people sat down at terminals of their own, each with whether the terminal is there.
    pub terminals: BTreeMap<Seat, TerminalPresence>,
    /// Calls under way.
    pub calls: Calls,
    /// Calls that have ended, in the order in which they ended.
    pub finished: Vec<Finished>,
    /// Whether a call has failed whose answer was wanted.
    pub(super) has_failed: bool,
    /// The reason for which the last try that was paid for has come to nothing, where nothing has come of another since.
    pub(super) in_vain: Option<String>,
    /// The sums of what the calls used.
    pub ledger: Ledger,
    /// What had been used when somebody last went on after a limit: as much again is allowed from there. `None` where
    /// none was reached.
    pub gone_on_at: Option<Ledger>,
    /// What the house was asked for together with other things, in calls that have ended: should it be asked for again,
    /// that is alone.
    pub(super) apart: BTreeSet<Ask>,
    /// Sum of all that calls were begun: the number of the next one.
    pub calls_begun: u32,
    /// The number of those that the debate has from the one that it is a branch of, which has paid for them: they are in no
    /// sum.
    pub calls_inherited: u32,
    /// Where the debate parts from the one that it is a branch of, once it has.
    pub parting: Option<PartingPlace>,
    /// The changes of a branch: what is otherwise in it than in the debate that it parts from.
    pub changes: Vec<BranchChange>,
    /// The number of interventions that a branch has from the debate that it parts from.
    pub inherited_interventions: usize,
    /// The seats in which somebody else sits since the debate parted from another one, each with the number of turns that
    /// had begun by then: what was noted for the seat before is not theirs.
    pub replaced: BTreeMap<Seat, usize>,
    /// Paused time that is over, in milliseconds.
    pub paused_ms: u64,
    /// The time at which the present pause began, in milliseconds of the debate.
    pub paused_since: Option<u64>,
    /// The time that the debate ran, in milliseconds, once nobody has anything more to say in it: what is still written
    /// about it then, such as what its last speech argued, takes none of its time.
    pub ran_ms: Option<u64>,
    /// The time at which the last pause ended, in milliseconds of the debate's clock.
    pub resumed_ms: u64,
    /// The agenda, an index of the whole state: what is open and what is due.
    pub(super) agenda: Box<Agenda>,
}
