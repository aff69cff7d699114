//! Everything that happens in a debate. The journal keeps these; the fold makes state of them; nothing else
//! changes state.
//!
//! Variants and fields are the journal's schema: a field may be added with a default, and nothing that is
//! there may change its meaning. The public JSON lines are a type of their own (`headless::jsonl`).

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{
    answer::{SpeakerAssessment, SpeechArguments, Vote},
    ask::{Ask, Cue, When},
    command::{Halt, Pace},
    division::DivisionResult,
    ids::{CallId, CommandId, InterventionId, PoiId, Seat, TurnId},
    opening::{OnFailure, Opening},
    scores::{Assessment, Judgement, Scores},
    sources::{Doubt, Passage},
    work::Work,
};
use crate::catalog::{StopRule, Task};

pub use super::parts::{CallReport, CloseReason, Failure, PausedBy, Truncation, Usage};

/// An event with its number and its time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// From 0, without gaps.
    pub seq: u64,
    /// Milliseconds since the debate was opened, not counting the time when no process ran it.
    pub at_ms: u64,
    /// What happened.
    #[serde(flatten)]
    pub event: Event,
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The debate was opened. Always the first event, and only that.
    Opened(Arc<Opening>),
    /// The debate was taken up again by a new process; what it found open has ended before.
    Reconvened {
        /// What is done from now on where a model cannot be had; as before where absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        on_failure: Option<OnFailure>,
    },
    /// A phase began.
    PhaseBegan {
        /// Its position in the format, from 0.
        phase: u32,
    },
    /// A phase ended.
    PhaseEnded {
        /// Its position in the format, from 0.
        phase: u32,
    },
    /// A turn began.
    TurnBegan {
        /// Which; the next number.
        turn: TurnId,
        /// The slot of the plan that it fills.
        slot: u32,
        /// Who.
        seat: Seat,
        /// What.
        task: Task,
        /// From 1; more where an earlier attempt was struck.
        attempt: u32,
        /// How many words it is meant to have.
        target_words: u32,
    },
    /// Passages were drawn for a turn that is about to be spoken or written.
    PassagesDrawn {
        /// Which turn.
        turn: TurnId,
        /// Those that nobody was given before. They get the next numbers.
        passages: Vec<Passage>,
        /// The numbers of all of them, those that fit best first.
        numbers: Vec<u32>,
        /// Why there are none, or fewer than there could be.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        trouble: Option<String>,
    },
    /// The claims of a turn that name passages were held against them.
    SourcesChecked {
        /// Which turn.
        turn: TurnId,
        /// Those that their passages do not hold.
        doubts: Vec<Doubt>,
    },
    /// Words were said (or, of private notes, written). They are said for good.
    Said {
        /// In which turn.
        turn: TurnId,
        /// The words, to be added to what was said before.
        text: String,
    },
    /// A speech was interrupted from within (bell, point, evidence): what was written and not said is dropped.
    SpeechCut {
        /// Which turn.
        turn: TurnId,
        /// How it will go on.
        cue: Cue,
    },
    /// What a written turn says was handed in.
    Submitted {
        /// Which turn.
        turn: TurnId,
        /// What.
        work: Box<Work>,
    },
    /// A turn argues for its own side; its rules are still to be checked.
    SideCleared {
        /// Which turn.
        turn: TurnId,
    },
    /// A round of a phase is over.
    RoundEnded {
        /// The phase, by position in the format.
        phase: u32,
        /// From 1.
        round: u32,
    },
    /// A judge has chosen who speaks next.
    SpeakerChosen {
        /// The phase, by position in the format.
        phase: u32,
        /// From 1.
        round: u32,
        /// Who.
        seat: Seat,
        /// Why. Empty where nobody else was left, or no answer could be had.
        reason: String,
    },
    /// A judge has assessed the debate so far.
    AssessmentMade {
        /// The phase, by position in the format.
        phase: u32,
        /// After which round.
        round: u32,
        /// Which judge.
        judge: Seat,
        /// What was found.
        assessment: Box<Assessment>,
    },
    /// A judge's assessment is of no use.
    AssessmentUnusable {
        /// The phase, by position in the format.
        phase: u32,
        /// After which round.
        round: u32,
        /// Which judge.
        judge: Seat,
        /// Why.
        reason: String,
        /// What was answered last, as it came.
        raw: String,
    },
    /// The rounds of a phase end early.
    StoppedEarly {
        /// The phase, by position in the format.
        phase: u32,
        /// After which round.
        round: u32,
        /// What was found.
        criterion: StopRule,
    },
    /// A judge has given a report.
    JudgementGiven {
        /// Which judge.
        judge: Seat,
        /// The report.
        judgement: Box<Judgement>,
    },
    /// A judge's report is of no use.
    JudgementUnusable {
        /// Which judge.
        judge: Seat,
        /// Why.
        reason: String,
        /// What was answered last, as it came.
        raw: String,
    },
    /// What the judges' scores come to.
    ScoresGiven(Box<Scores>),
    /// A step of a speech that is made one step at a time is done.
    StepEnded {
        /// Which turn.
        turn: TurnId,
        /// Which step, from 0.
        step: u32,
    },
    /// The end of what was said could not be finished; it is taken back to the end of a sentence.
    SpeechRewound {
        /// Which turn.
        turn: TurnId,
        /// How many bytes of its text are kept.
        kept: u32,
    },
    /// The bell rang.
    BellRang {
        /// For which turn.
        turn: TurnId,
        /// How many words are left until the time is up.
        words_left: u32,
        /// Whether the speaker is stopped at the end of the sentence to be told. Not needed where the whole
        /// speech is written already and keeps its time.
        interrupts: bool,
    },
    /// A speaker has said all and the turn waits for the check of its side.
    SpeechHeard {
        /// Which turn.
        turn: TurnId,
        /// Why it ended early, if it did.
        truncated: Option<Truncation>,
    },
    /// A turn ended and counts.
    TurnEnded {
        /// Which.
        turn: TurnId,
        /// Why it ended early, if it did.
        truncated: Option<Truncation>,
        /// Whether it counts in spite of the referee, for want of further attempts.
        flagged: Option<String>,
    },
    /// A turn was ruled out of order: crossed out, and never put in a prompt.
    TurnStruck {
        /// Which.
        turn: TurnId,
        /// The rule.
        rule: String,
        /// Why.
        reason: String,
    },
    /// Somebody rose on a point of information.
    PoiOffered {
        /// The next number.
        poi: PoiId,
        /// During which turn.
        turn: TurnId,
        /// Who rose.
        from: Seat,
        /// Who has the floor.
        to: Seat,
        /// The point.
        text: String,
        /// The command, where the viewer rose.
        command: Option<CommandId>,
    },
    /// The speaker will take the point at the end of the sentence.
    PoiTaken {
        /// Which.
        poi: PoiId,
        /// Why, as the speaker thinks it.
        reason: String,
    },
    /// The sentence has ended; the point is put and will be answered.
    PoiAccepted {
        /// Which.
        poi: PoiId,
    },
    /// The speaker waved the point down.
    PoiDeclined {
        /// Which.
        poi: PoiId,
        /// What the speaker did.
        gesture: String,
        /// Why.
        reason: String,
    },
    /// The speaker answered the point.
    PoiAnswered {
        /// Which.
        poi: PoiId,
        /// The answer. Empty where no answer could be had.
        text: String,
    },
    /// Whether somebody rises was asked, up to this place of a speech.
    PoiConsidered {
        /// Which turn.
        turn: TurnId,
        /// Up to which byte of its text.
        upto: u32,
    },
    /// What a speech argued was written down.
    ArgumentsExtracted {
        /// Which turn.
        turn: TurnId,
        /// What it argued.
        arguments: SpeechArguments,
    },
    /// What a speech argued could not be had.
    ExtractionFailed {
        /// Which turn.
        turn: TurnId,
        /// Why.
        reason: String,
    },
    /// A member of the audience said how they would vote now.
    StrawVoteCast {
        /// Who.
        member: Seat,
        /// After which turn.
        after: TurnId,
        /// How; absent where no answer could be had.
        vote: Option<Vote>,
    },
    /// All straw votes after a turn are in.
    PollTaken {
        /// After which turn.
        after: TurnId,
    },
    /// A member of the audience cast a ballot.
    BallotCast {
        /// Who.
        member: Seat,
        /// Before or after.
        when: When,
        /// How.
        vote: Vote,
        /// Why.
        reason: String,
    },
    /// A member's ballot could not be had: an abstention.
    BallotSpoiled {
        /// Who.
        member: Seat,
        /// Before or after.
        when: When,
        /// Why.
        reason: String,
    },
    /// The direct verdict could not be had; the division is declared without its analysis.
    VerdictFailed {
        /// Why.
        reason: String,
    },
    /// The direct verdict is in.
    VerdictGiven(Box<super::answer::DirectVerdict>),
    /// The referee found that a speech argues for the other side. It is asked once more, with the claims in the
    /// other order, before the speech is struck.
    SideDoubted {
        /// Which.
        turn: TurnId,
        /// The words that show it best.
        words: String,
    },
    /// What one speaker did could not be assessed; the division is declared without it.
    AssessmentFailed {
        /// Who.
        seat: Seat,
        /// Why.
        reason: String,
    },
    /// What one speaker did is assessed.
    SpeakerAssessed {
        /// Who.
        seat: Seat,
        /// How they did.
        assessment: SpeakerAssessment,
    },
    /// The house has divided.
    DivisionDeclared(Box<DivisionResult>),
    /// The viewer's evidence is in both sides' hands.
    EvidenceAdmitted {
        /// The next number.
        item: InterventionId,
        /// The command.
        command: CommandId,
        /// The text.
        text: String,
        /// Where it comes from.
        source: String,
        /// Of a file: where each of its paragraphs, which an empty line parts, stands. Empty for what was typed.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        places: Vec<String>,
        /// The turn in which it came, if somebody had the floor.
        during: Option<TurnId>,
    },
    /// The viewer asked a question.
    QuestionAsked {
        /// The next number.
        item: InterventionId,
        /// The command.
        command: CommandId,
        /// Whom.
        seat: Seat,
        /// What.
        text: String,
        /// Whether the debate waits.
        halt: Halt,
        /// The turn in which it came, if somebody had the floor.
        during: Option<TurnId>,
    },
    /// The viewer asked for something to be made clear at the next break.
    ClarificationQueued {
        /// The next number.
        item: InterventionId,
        /// The command.
        command: CommandId,
        /// Whom; settled at the break where nobody was named.
        seat: Option<Seat>,
        /// What.
        text: String,
    },
    /// The break has come: a queued clarification is put.
    ClarificationPut {
        /// Which.
        item: InterventionId,
        /// To whom.
        seat: Seat,
    },
    /// A question or a request for clarification was answered.
    QuestionAnswered {
        /// Which.
        item: InterventionId,
        /// The answer.
        text: String,
    },
    /// No answer could be had.
    QuestionFailed {
        /// Which.
        item: InterventionId,
        /// Why.
        reason: String,
    },
    /// The viewer has risen and is waiting for somebody to have the floor outside protected time.
    GalleryPointQueued {
        /// The next number.
        item: InterventionId,
        /// The command.
        command: CommandId,
        /// The point.
        text: String,
    },
    /// A queued point of the gallery is offered now; the `PoiOffered` follows.
    GalleryPointRaised {
        /// Which.
        item: InterventionId,
    },
    /// The pace has changed.
    PaceChanged {
        /// The command.
        command: CommandId,
        /// The pace now.
        pace: Pace,
    },
    /// The debate is paused.
    Paused {
        /// The command, where the viewer did it.
        command: CommandId,
        /// Why.
        by: PausedBy,
    },
    /// The debate goes on.
    Resumed {
        /// The command.
        command: CommandId,
    },
    /// A command could not be carried out.
    CommandRefused {
        /// The command.
        command: CommandId,
        /// Why, and what to do instead.
        reason: String,
    },
    /// A call to a model was begun.
    CallBegan {
        /// The next number.
        call: CallId,
        /// What for.
        ask: Ask,
        /// From whose seat, where it is one speaker's or member's.
        seat: Option<Seat>,
    },
    /// A call is tried again.
    CallRetried {
        /// Which.
        call: CallId,
        /// Which try failed, from 1.
        attempt: u32,
        /// Why.
        reason: String,
        /// How long it waits before the next.
        wait_ms: u64,
    },
    /// A call ended with an answer. In journals of older programs also: it was cut.
    ModelCalled {
        /// Which.
        call: CallId,
        /// How it went.
        report: CallReport,
    },
    /// A call was cut: its answer is not wanted any more, or the debate was left while it was under way.
    CallCut {
        /// Which.
        call: CallId,
        /// What it came to by then.
        report: CallReport,
    },
    /// A call failed for good.
    ModelFailed {
        /// Which.
        call: CallId,
        /// Why.
        reason: String,
        /// How.
        failure: Failure,
        /// How it went.
        report: CallReport,
    },
    /// The prompt of a call had become too long for the model: the oldest speeches are given in short.
    TranscriptCondensed {
        /// For which call.
        call: CallId,
        /// How many of the oldest speeches are given in short.
        speeches: u32,
        /// The context of the model, in tokens.
        context: u32,
    },
    /// Something that the viewer should know and that has no event of its own.
    Notice {
        /// What.
        text: String,
    },
    /// The debate is over. Always the last event.
    Closed {
        /// Why.
        reason: CloseReason,
    },
}

impl Event {
    /// The command that it answers.
    pub fn answers(&self) -> Option<CommandId> {
        match self {
            Self::EvidenceAdmitted { command, .. }
            | Self::QuestionAsked { command, .. }
            | Self::ClarificationQueued { command, .. }
            | Self::GalleryPointQueued { command, .. }
            | Self::PaceChanged { command, .. }
            | Self::Paused { command, .. }
            | Self::Resumed { command }
            | Self::CommandRefused { command, .. } => Some(*command),
            Self::PoiOffered { command, .. } => *command,
            _ => None,
        }
    }
}
