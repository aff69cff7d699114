//! Everything that happens in a debate. The journal keeps these; the fold makes state of them; nothing else
//! changes state.
//!
//! Variants and fields are the journal's schema: a field may be added with a default, and nothing that is
//! there may change its meaning. The public JSON lines are a type of their own (`headless::jsonl`).
//!
//! The variants stand by families, in the order of `families.rs`.

use std::{collections::BTreeMap, sync::Arc};

use serde::{Deserialize, Serialize};

use crate::catalog::Claims;

use super::{
    annotation::Annotation,
    answer::{DirectVerdict, SpeakerAssessment, SpeechArguments, Vote},
    ask::{Ask, Cue, When},
    branch_change::BranchChange,
    command::{Halt, Pace},
    definitions::Definitions,
    division::DivisionResult,
    grants::GrantAnswer,
    ids::{CallId, CommandId, FollowUpId, InterventionId, PoiId, Seat, TurnId},
    looks::TeamOrder,
    opening::{Launch, OnFailure, Opening, SpendLimits},
    passage::{Doubt, Passage},
    scores::{Assessment, Judgement, Scores},
    written::Work,
};
use crate::catalog::{Rule, StopRule, Task};

pub use super::parts::{
    AnswerLikelihood, CallFailure, CallReport, CandidateAnswer, CandidateChoice, CloseReason,
    PausedBy, PromptStamp, Truncation, Usage,
};

/// An event with its number and its time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The number of the record: from 0, without gaps.
    pub seq: u64,
    /// Milliseconds since the debate was opened, not counting the time when no process ran it.
    pub at_ms: u64,
    /// The event: what happened.
    #[serde(flatten)]
    pub event: Event,
}

/// The result of the referee's check of a draft that nobody has heard.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DraftCheck {
    /// The objection, if the turn counts all the same.
    pub flagged: Option<String>,
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    // --- the debate itself
    /// The debate was opened. Always the first event, and only that.
    Opened(Arc<Opening>),
    /// The debate was taken up again by a new process; what it found open has ended before.
    Reconvened {
        /// The choice of what is done from now on where a model cannot be had; as before where absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        on_failure: Option<OnFailure>,
        /// The number of members of the audience who are polled in one call from now on; as before where absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        polled_together: Option<u32>,
        /// The flags that name the models from now on; those before where absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        launch: Option<Launch>,
        /// The labels of the models that seats have from now on, where these are others than before.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        models: BTreeMap<Seat, String>,
        /// The limits on what may be used from now on, where these are others than before.
        #[serde(default, skip_serializing_if = "SpendLimits::are_as_before")]
        limits: SpendLimits,
    },
    /// Something is otherwise in a branch, from here on, than in the debate that it parts from.
    BranchChanged {
        /// The change: what is otherwise.
        change: BranchChange,
    },
    /// A phase began.
    PhaseBegan {
        /// The position of the phase in the format, from 0.
        phase: u32,
    },
    /// A phase ended.
    PhaseEnded {
        /// The position of the phase in the format, from 0.
        phase: u32,
    },
    /// A round of a phase is over.
    RoundEnded {
        /// The phase, by position in the format.
        phase: u32,
        /// The round, counted from 1.
        round: u32,
    },
    /// The pace has changed.
    PaceChanged {
        /// The id of the command that the event answers.
        command: CommandId,
        /// The pace from now on.
        pace: Pace,
    },
    /// The debate is paused.
    Paused {
        /// The command, where the viewer did it.
        command: CommandId,
        /// The cause of the pause.
        by: PausedBy,
    },
    /// The debate goes on.
    Resumed {
        /// The id of the command that the event answers.
        command: CommandId,
        /// Whether it goes on from now on without whoever cannot be had.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        goes_on_without: bool,
    },
    /// A command could not be carried out.
    CommandRefused {
        /// The id of the command that the event answers.
        command: CommandId,
        /// The reason, and what to do instead, for people.
        reason: String,
    },
    /// Something that the viewer should know and that has no event of its own.
    Notice {
        /// The notice, for people.
        text: String,
    },
    /// The debate is over. Nothing comes behind it but follow-ups, with the calls for them.
    Closed {
        /// The cause of the end.
        reason: CloseReason,
    },

    // --- turns
    /// A turn began.
    TurnBegan {
        /// The id of the turn: the next number.
        turn: TurnId,
        /// The slot of the plan that it fills.
        slot: u32,
        /// The seat that has the turn.
        seat: Seat,
        /// The piece of work that the turn is for.
        task: Task,
        /// The number of the attempt: from 1; more where an earlier attempt was struck.
        attempt: u32,
        /// The number of words that the turn is meant to have.
        target_words: u32,
    },
    /// Passages were drawn for a turn that is about to be spoken or written.
    PassagesDrawn {
        /// The id of the turn.
        turn: TurnId,
        /// Passages that nobody was given before. They get the next numbers.
        passages: Vec<Passage>,
        /// The numbers of all of them, those that fit best first.
        numbers: Vec<u32>,
        /// The reason why there are no passages, or fewer than there could be.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        trouble: Option<String>,
    },
    /// Words were said (or, of private notes, written). They are said for good.
    Said {
        /// The id of the turn in which it is.
        turn: TurnId,
        /// The words, to be added to what was said before.
        text: String,
    },
    /// A written turn was drafted as far as this: it is read out from here, and counts once it is handed in.
    Drafted {
        /// The id of the turn.
        turn: TurnId,
        /// All that is written of it so far, in the place of what was written before.
        work: Box<Work>,
        /// Whether that is all.
        is_whole: bool,
        /// The reason why words of it are withheld, which stand here no more; absent where none are.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        withheld: Option<String>,
        /// The result of a check before anybody hears it; absent where there was none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        checked: Option<DraftCheck>,
    },
    /// A part of a draft was read out, and is said for good.
    Delivered {
        /// The id of the turn.
        turn: TurnId,
        /// The number of words, from the beginning of the draft.
        words: u32,
    },
    /// A written turn was handed in: it is all said.
    Submitted {
        /// The id of the turn.
        turn: TurnId,
        /// The work as it was handed in.
        work: Box<Work>,
        /// The number of arguments that were written and that the time was not enough to begin; absent where none were.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left_out: Option<u32>,
    },
    /// A speech that is not heard before those beside it are written is written now.
    SpeechReady {
        /// The id of the turn.
        turn: TurnId,
    },
    /// A speech was interrupted from within (bell, point, evidence): what was written and not said is dropped.
    SpeechCut {
        /// The id of the turn.
        turn: TurnId,
        /// The cue by which the speech will go on.
        cue: Cue,
    },
    /// A step of a speech that is made one step at a time is done.
    StepEnded {
        /// The id of the turn.
        turn: TurnId,
        /// The step that has ended, counted from 0.
        step: u32,
    },
    /// The end of what was said could not be finished; it is taken back to the end of a sentence.
    SpeechRewound {
        /// The id of the turn.
        turn: TurnId,
        /// The number of bytes of the turn's text that are kept.
        kept: u32,
    },
    /// The bell rang.
    BellRang {
        /// The id of the turn that it is rung for.
        turn: TurnId,
        /// The number of words that are left until the time is up.
        words_left: u32,
        /// Whether the speaker is stopped at the end of the sentence to be told. Not needed where the whole
        /// speech is written already and keeps its time.
        interrupts: bool,
    },
    /// A speaker has said all and the turn waits for the check of its side.
    SpeechHeard {
        /// The id of the turn.
        turn: TurnId,
        /// The reason why the turn ended early, if it did.
        truncated: Option<Truncation>,
    },
    /// The parts that some rules ask for were not found in a turn: a second look decides.
    PartMissed {
        /// The id of the turn.
        turn: TurnId,
        /// The rules of which nothing was found.
        rules: Vec<Rule>,
    },
    /// The referee found that a speech argues for the other side. It is asked once more, with the claims in the
    /// other order, before the speech is struck; where its model tells how likely answers are it was asked in both at once.
    SideDoubted {
        /// The id of the turn.
        turn: TurnId,
        /// The words that show it best; none where the referee's model told a number.
        words: String,
    },
    /// A turn, or the next part of what it hands in, argues for its own side; what else there is to check is still to be
    /// checked.
    SideCleared {
        /// The id of the turn.
        turn: TurnId,
    },
    /// A turn ended and counts.
    TurnEnded {
        /// The id of the turn.
        turn: TurnId,
        /// The reason why the turn ended early, if it did.
        truncated: Option<Truncation>,
        /// Whether it counts in spite of the referee, for want of further attempts.
        flagged: Option<String>,
    },
    /// A turn was ruled out of order: crossed out, and never put in a prompt.
    TurnStruck {
        /// The id of the turn.
        turn: TurnId,
        /// The word of the rule that was broken.
        rule: String,
        /// The way in which the turn broke the rule, for people.
        reason: String,
    },
    /// The claims of a turn that name passages were held against them.
    SourcesChecked {
        /// The id of the turn.
        turn: TurnId,
        /// Citations whose passages do not hold what is claimed.
        doubts: Vec<Doubt>,
    },
    /// The arguments of a speech were written down.
    ArgumentsExtracted {
        /// The id of the turn.
        turn: TurnId,
        /// The arguments of the speech.
        arguments: SpeechArguments,
    },
    /// The arguments of a speech could not be had.
    ExtractionFailed {
        /// The id of the turn.
        turn: TurnId,
        /// The reason, a sentence for people.
        reason: String,
    },
    /// The definitions of the first speech of a side were taken down.
    DefinitionsTaken {
        /// The id of the turn.
        turn: TurnId,
        /// The definitions of the speech.
        definitions: Definitions,
    },
    /// The definitions of the first speech of a side could not be had.
    DefinitionsFailed {
        /// The id of the turn.
        turn: TurnId,
        /// The reason, a sentence for people.
        reason: String,
    },
    /// Somebody has said of each grant that concerns them whether it is agreed.
    GrantsConfirmed {
        /// The seat of whoever was asked.
        seat: Seat,
        /// The answers; a grant of which nothing is said is not confirmed.
        answers: Vec<GrantAnswer>,
    },
    /// Whether what was granted is agreed could not be had from somebody.
    ConfirmationFailed {
        /// The seat of whoever was asked.
        seat: Seat,
        /// The reason, a sentence for people.
        reason: String,
    },

    /// The clerk has said what each side holds, where the motion was typed and code can only quote it.
    ClaimsWorded {
        /// The claims of both sides; absent where no answer could be had, so that the motion is quoted to them.
        claims: Option<Claims>,
        /// The reason why there are none, for people; empty where there are.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        reason: String,
    },
    // --- points of information
    /// A speaker of another side, or the gallery, rose on a point of information.
    PoiOffered {
        /// The id of the point: the next number.
        poi: PoiId,
        /// The id of the turn during which it is offered.
        turn: TurnId,
        /// The seat of whoever rises.
        from: Seat,
        /// The seat of the speaker who has the floor.
        to: Seat,
        /// The words of the point.
        text: String,
        /// The command, where the viewer rose.
        command: Option<CommandId>,
    },
    /// The speaker will take the point at the end of the sentence.
    PoiTaken {
        /// The id of the point of information.
        poi: PoiId,
        /// The reason, as the speaker thinks it.
        reason: String,
        /// The answer, which is said once the point is put; absent where it is asked for then.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answer: Option<String>,
    },
    /// The sentence has ended; the point is put and will be answered.
    PoiAccepted {
        /// The id of the point of information.
        poi: PoiId,
    },
    /// The speaker waved the point down.
    PoiDeclined {
        /// The id of the point of information.
        poi: PoiId,
        /// The gesture of the speaker.
        gesture: String,
        /// The reason that the speaker gave.
        reason: String,
    },
    /// The speaker answered the point.
    PoiAnswered {
        /// The id of the point of information.
        poi: PoiId,
        /// The answer. Empty where no answer could be had.
        text: String,
    },
    /// Whether somebody rises was asked, up to this place of a speech.
    PoiConsidered {
        /// The id of the turn.
        turn: TurnId,
        /// The byte of the turn's text up to which it was asked.
        upto: u32,
    },

    // --- votes, and the division
    /// A member of the audience said how they would vote now.
    StrawVoteCast {
        /// The seat of the member.
        member: Seat,
        /// The id of the turn after which the poll is taken.
        after: TurnId,
        /// The vote; absent where no answer could be had.
        vote: Option<Vote>,
    },
    /// All straw votes after a turn are in.
    PollTaken {
        /// The id of the turn after which the poll is taken.
        after: TurnId,
    },
    /// A member of the audience cast a ballot.
    BallotCast {
        /// The seat of the member.
        member: Seat,
        /// Whether it is cast before or after the debate.
        when: When,
        /// The vote of the member.
        vote: Vote,
        /// The reason that the member gave.
        reason: String,
    },
    /// A member's ballot could not be had: an abstention.
    BallotSpoiled {
        /// The seat of the member.
        member: Seat,
        /// Whether it is cast before or after the debate.
        when: When,
        /// The reason, a sentence for people.
        reason: String,
    },
    /// A judge, or a member of the house, has said before a word was said which way they lean on the motion alone.
    LeanTaken {
        /// The seat of the judge (the house's for whoever gives the direct verdict) or of the member.
        seat: Seat,
        /// The side that they lean to; absent where no answer could be had.
        vote: Option<Vote>,
    },
    /// A look at the direct verdict is in.
    VerdictGiven {
        /// The order in which the teams stood. Journals of before there were two looks say nothing of it.
        #[serde(default)]
        order: TeamOrder,
        /// The findings of the judge.
        #[serde(flatten)]
        verdict: Box<DirectVerdict>,
    },
    /// A look at the direct verdict could not be had; where there is no other, the division is declared without its
    /// analysis.
    VerdictFailed {
        /// The order in which the teams stood.
        #[serde(default)]
        order: TeamOrder,
        /// The reason, a sentence for people.
        reason: String,
    },
    /// One speaker was assessed.
    SpeakerAssessed {
        /// The seat of the speaker.
        seat: Seat,
        /// The assessment of the speaker.
        assessment: SpeakerAssessment,
    },
    /// One speaker could not be assessed; the division is declared without the assessment.
    AssessmentFailed {
        /// The seat of the speaker.
        seat: Seat,
        /// The reason, a sentence for people.
        reason: String,
    },
    /// The house has divided.
    DivisionDeclared(Box<DivisionResult>),

    // --- judges
    /// A judge has chosen who speaks next.
    SpeakerChosen {
        /// The phase, by position in the format.
        phase: u32,
        /// The round, counted from 1.
        round: u32,
        /// The seat of the speaker who was chosen.
        seat: Seat,
        /// The reason for the choice. Empty where nobody else was left, or no answer could be had.
        reason: String,
    },
    /// A judge has assessed the debate so far.
    AssessmentMade {
        /// The phase, by position in the format.
        phase: u32,
        /// The round after which it is, counted from 1.
        round: u32,
        /// The seat of the judge.
        judge: Seat,
        /// The assessment of the judge.
        assessment: Box<Assessment>,
    },
    /// A judge's assessment is of no use.
    AssessmentUnusable {
        /// The phase, by position in the format.
        phase: u32,
        /// The round after which it is, counted from 1.
        round: u32,
        /// The seat of the judge.
        judge: Seat,
        /// The fault of the assessment, for people.
        reason: String,
        /// The last answer, as it came.
        raw: String,
    },
    /// The rounds of a phase end early.
    StoppedEarly {
        /// The phase, by position in the format.
        phase: u32,
        /// The round after which it is, counted from 1.
        round: u32,
        /// The stop rule of the format that was met.
        criterion: StopRule,
    },
    /// A judge has given a report, or one of two that are put together.
    JudgementGiven {
        /// The seat of the judge.
        judge: Seat,
        /// Whether it was the second look. Journals of before there were two say nothing of it.
        #[serde(default)]
        again: bool,
        /// The judge's report.
        judgement: Box<Judgement>,
    },
    /// A judge's report is of no use.
    JudgementUnusable {
        /// The seat of the judge.
        judge: Seat,
        /// Whether it was the second look. Journals of before there were two say nothing of it.
        #[serde(default)]
        again: bool,
        /// The fault of the report, for people.
        reason: String,
        /// The last answer, as it came.
        raw: String,
    },
    /// A judge has ranked side by side what is given marks.
    RankingGiven {
        /// The seat of the judge; the house's for whoever gives the direct verdict.
        judge: Seat,
        /// The ids of arguments, or the seats of speakers, the best first.
        ranking: Vec<String>,
    },
    /// A judge's ranking could not be had.
    RankingFailed {
        /// The seat of the judge.
        judge: Seat,
        /// The reason, a sentence for people.
        reason: String,
    },
    /// The scores were computed from the judges' reports.
    ScoresGiven(Box<Scores>),
    /// The claims and rebuttals of both sides were listed.
    AnnotationTaken {
        /// Whether it is what was found of rebuttals that were asked for once more.
        #[serde(default)]
        again: bool,
        /// The claims and rebuttals.
        annotation: Annotation,
    },
    /// The claims and rebuttals of both sides could not be had, or not once more.
    AnnotationFailed {
        /// Whether it is the rebuttals that were asked for once more.
        #[serde(default)]
        again: bool,
        /// The reason, a sentence for people.
        reason: String,
    },

    // --- what the viewer does
    /// The viewer's evidence is in both sides' hands.
    EvidenceAdmitted {
        /// The id of the intervention: the next number.
        item: InterventionId,
        /// The id of the command that the event answers.
        command: CommandId,
        /// The text of the evidence.
        text: String,
        /// The source of the text, as the viewer gives it.
        source: String,
        /// The place of each paragraph, which an empty line parts, where the evidence is from a file. Empty for what
        /// was typed.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        places: Vec<String>,
        /// The turn in which it came, if somebody had the floor.
        during: Option<TurnId>,
    },
    /// The viewer asked a question.
    QuestionAsked {
        /// The id of the intervention: the next number.
        item: InterventionId,
        /// The id of the command that the event answers.
        command: CommandId,
        /// The seat of the speaker who is asked.
        seat: Seat,
        /// The words of the question.
        text: String,
        /// Whether the debate waits.
        halt: Halt,
        /// The turn in which it came, if somebody had the floor.
        during: Option<TurnId>,
    },
    /// The viewer asked for something to be made clear at the next break.
    ClarificationQueued {
        /// The id of the intervention: the next number.
        item: InterventionId,
        /// The id of the command that the event answers.
        command: CommandId,
        /// The seat that is asked; settled at the break where nobody was named.
        seat: Option<Seat>,
        /// The matter to be made clear.
        text: String,
    },
    /// The break has come: a queued clarification is put.
    ClarificationPut {
        /// The id of the clarification.
        item: InterventionId,
        /// The seat that is asked.
        seat: Seat,
    },
    /// A moderator has answered, and nobody reads it before it is known to take no side.
    AnswerDrafted {
        /// The id of the intervention.
        item: InterventionId,
        /// The words of the answer, without those that are known to take a side.
        text: String,
        /// The reason why words are withheld already; absent where none are.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        withheld: Option<String>,
    },
    /// A question or a request for clarification was answered.
    QuestionAnswered {
        /// The id of the intervention.
        item: InterventionId,
        /// The words of the answer.
        text: String,
    },
    /// No answer could be had.
    QuestionFailed {
        /// The id of the intervention.
        item: InterventionId,
        /// The reason, a sentence for people.
        reason: String,
    },
    /// The viewer has risen and is waiting for somebody to have the floor outside protected time.
    GalleryPointQueued {
        /// The id of the intervention: the next number.
        item: InterventionId,
        /// The id of the command that the event answers.
        command: CommandId,
        /// The words of the point.
        text: String,
    },
    /// A queued point of the gallery is offered now; the `PoiOffered` follows.
    GalleryPointRaised {
        /// The id of the intervention.
        item: InterventionId,
    },

    /// What a person handed in from their seat was taken; what it comes to follows.
    HandedIn {
        /// The command that it came with.
        command: CommandId,
    },
    /// A seat in which a person sits is answered from by its persona, or by the person again.
    SeatHeld {
        /// The command of the person.
        command: CommandId,
        /// The seat.
        seat: Seat,
        /// Whether the persona has it from now on.
        by_persona: bool,
        /// The turn with whose end the person has it back; absent where the person takes it back.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<TurnId>,
    },
    /// A person has sat down in a seat, at another terminal than the one where the debate runs.
    SeatTaken {
        /// The command of the person.
        command: CommandId,
        /// The seat.
        seat: Seat,
        /// The name of the person.
        name: String,
    },
    /// The terminal of a seat has gone: what is asked there waits where the debate runs.
    SeatLeft {
        /// The command that told so.
        command: CommandId,
        /// The seat.
        seat: Seat,
    },

    // --- follow-ups: what is asked after the end, the only events behind it
    /// A question was put to somebody of a debate that is over.
    FollowUpAsked {
        /// The id of the follow-up: the next number.
        item: FollowUpId,
        /// The id of the command that the event answers.
        command: CommandId,
        /// The seat of whoever is asked.
        seat: Seat,
        /// The words of the question.
        text: String,
    },
    /// Words of the answer came.
    FollowUpSaid {
        /// The id of the follow-up.
        item: FollowUpId,
        /// The words, to be added to what came before from the same call.
        text: String,
    },
    /// The answer is there.
    FollowUpAnswered {
        /// The id of the follow-up.
        item: FollowUpId,
        /// All the words of the answer.
        text: String,
    },
    /// No answer could be had, or not to its end.
    FollowUpFailed {
        /// The id of the follow-up.
        item: FollowUpId,
        /// The reason, a sentence for people.
        reason: String,
    },

    // --- calls to models
    /// A call to a model was begun.
    CallBegan {
        /// The id of the call: the next number.
        call: CallId,
        /// The piece of work that is asked for.
        ask: Ask,
        /// The seat that the call is made from, where it is one speaker's or member's.
        seat: Option<Seat>,
    },
    /// A call is tried again.
    CallRetried {
        /// The id of the call.
        call: CallId,
        /// The number of the try that failed, counted from 1.
        attempt: u32,
        /// The error that the try ended with, for people.
        reason: String,
        /// The wait before the next try, in milliseconds.
        wait_ms: u64,
        /// The report of the tries so far, where they have used anything.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        so_far: Option<CallReport>,
    },
    /// A call ended with an answer. In journals of older programs also: it was cut.
    ModelCalled {
        /// The id of the call.
        call: CallId,
        /// The report of the call: model, tokens, times, cost.
        report: CallReport,
    },
    /// A call was cut: its answer is not wanted any more, or the debate was left while it was under way.
    CallCut {
        /// The id of the call.
        call: CallId,
        /// The report of the call up to the cut: model, tokens, times, cost.
        report: CallReport,
    },
    /// A call failed for good.
    ModelFailed {
        /// The id of the call.
        call: CallId,
        /// The last error of the model, for people.
        reason: String,
        /// The kind of failure.
        failure: CallFailure,
        /// The report of the call: model, tokens, times, cost.
        report: CallReport,
    },
    /// The prompt of a call had become too long for the model: the oldest speeches are shortened.
    TranscriptCondensed {
        /// The id of the call whose prompt was shortened.
        call: CallId,
        /// The number of the oldest speeches that are shortened.
        speeches: u32,
        /// The context of the model, in tokens.
        context: u32,
    },
}

impl Event {
    /// The opening, where this is the first event.
    pub fn opening(&self) -> Option<&Opening> {
        if let Self::Opened(opening) = self {
            Some(opening)
        } else {
            None
        }
    }

    /// The command that the event answers.
    pub fn answers(&self) -> Option<CommandId> {
        if let Self::PoiOffered { command, .. } = self {
            *command
        } else if let Self::EvidenceAdmitted { command, .. }
        | Self::QuestionAsked { command, .. }
        | Self::ClarificationQueued { command, .. }
        | Self::GalleryPointQueued { command, .. }
        | Self::FollowUpAsked { command, .. }
        | Self::HandedIn { command }
        | Self::SeatHeld { command, .. }
        | Self::SeatTaken { command, .. }
        | Self::SeatLeft { command, .. }
        | Self::PaceChanged { command, .. }
        | Self::Paused { command, .. }
        | Self::Resumed { command, .. }
        | Self::CommandRefused { command, .. } = self
        {
            Some(*command)
        } else {
            None
        }
    }
}
