//! The public schema of a debate as JSON lines: one object a line. It is a type of its own: the journal's
//! events may change with the program, these lines do not. A field may be added; none changes its meaning.
//!
//! Every line has `seq` (from 0, without gaps), `at_ms` (milliseconds since the opening, not counting the
//! time when no process ran the debate), `debate` (the id) and `type`. Seats are written `prop.1`, `opp.3`,
//! `audience.4`, `gallery`, `house`; names are for people. The JSON schema is [`schema`].
//!
//! | `type` | fields | when |
//! | --- | --- | --- |
//! | `debate_opened` | motion, format, format_id, seed, opened_ms, speakers, audience, pace, scale, unchecked_rules, claims, branch | first |
//! | `phase_began` | id, name | a phase of the format begins |
//! | `turn_began` | turn, round, order, seat, speaker, task, attempt, target_words | somebody has the floor, or makes notes |
//! | `speech_delta` | seat, text | words were said |
//! | `speech_rewound` | seat, kept | the text of the turn is taken back to so many bytes |
//! | `poi_offered` | poi, from, to, from_seat, to_seat, text | somebody rises |
//! | `poi_accepted` | poi, reason | the point is put |
//! | `poi_declined` | poi, gesture, reason | it was waved down |
//! | `poi_answered` | poi, text | it was answered; the text is empty where no answer could be had |
//! | `bell` | seat, words_left | the time is nearly up |
//! | `turn_ended` | turn, round, order, seat, speaker, task, text, words, truncated, truncated_because, flagged | the turn counts |
//! | `turn_struck` | seat, rule, reason | the turn is ruled out of order and does not count |
//! | `arguments_extracted` | seat, opening, arguments, closing, tone, key_rhetorical_moves, shifts | what a speech argued, and where its speaker gives ground |
//! | `definitions_taken` | seat, speaker, side, terms, scope, left_out, contested | what the first speech of a side means by its terms, and what it contests |
//! | `grants_confirmed` | seat, speaker, side, grants | what somebody says of each point that was granted by them or to them: whether it is agreed |
//! | `ballot_cast` | member, seat, when, vote, reason | a member voted, `before` or `after` |
//! | `lean_taken` | seat, name, vote | which way a judge, or a member who casts no ballot then, leaned on the motion alone before a word was said |
//! | `poll_taken` | after_seat, ayes, noes, undecided | the house was polled between two speeches |
//! | `annotation_counted` | sides, ahead, lead, margin, left_out, table | the claims and rebuttals of both sides, and what they come to |
//! | `division_declared` | every field of the result | the house has divided |
//! | `submitted` | seat, speaker, work | a turn of a fixed form is handed in: arguments, responses, replies, a closing, the question, the synthesis |
//! | `trace_updated` | rows | the argument trace has changed |
//! | `round_ended` | phase, round | a round is over |
//! | `speaker_chosen` | phase, round, seat, speaker, reason | a judge lets somebody speak |
//! | `assessment_made` | phase, round, judge, marks, observations, overall_quality, recommendation, should_continue | a judge has assessed the debate after a round |
//! | `stopped_early` | phase, round, criterion | the rounds end early |
//! | `judgement_given` | judge, again, marks, key_insight, unresolved_questions, recommendation | a judge's report, or one of the two looks that are put together |
//! | `judge_unusable` | judge, reason, raw | a judge gave nothing of use |
//! | `scores_given` | judges, totals, sides, gap, closeness, contested, looks, verdicts, rankings | what the judges' scores come to |
//! | `synthesis_given` | seat, and its four parts | the moderator's synthesis counts |
//! | `summary_given` | seat, text | the moderator's summary counts |
//! | `evidence_admitted` | item, command, text, source | a viewer's text is in both sides' hands |
//! | `question_asked` | item, command, seat, speaker, text, halting, clarification | a question is put |
//! | `question_answered` | item, seat, speaker, text | and answered |
//! | `clarification_queued` | item, command, seat, text | it is put at the next break |
//! | `follow_up_asked` | item, command, seat, speaker, text | after the end, a question is put to somebody who took part |
//! | `follow_up_delta` | item, seat, text | words of the answer came |
//! | `follow_up_answered` | item, seat, speaker, text | the answer is there, all of it |
//! | `follow_up_failed` | item, seat, speaker, reason | no answer could be had, or not to its end |
//! | `model_called` | call, turn, purpose, seat, model, tokens, times, tries, cost, cut | a call has ended |
//! | `model_retried` | call, purpose, seat, attempt, reason, wait_ms | a call is tried again |
//! | `model_failed` | as `model_called`, and reason | a call failed for good |
//! | `paused` | why, seat, detail, command | the debate waits |
//! | `resumed` | command | it goes on |
//! | `notice` | text | something to know that has no type of its own |
//! | `reconvened` | | another process has taken the debate up |
//! | `branch_changed` | change, text | something is otherwise in a branch, from here on, than in the debate that it parts from |
//! | `command_refused` | command, reason | a command could not be carried out |
//! | `debate_closed` | reason, missing | last, but for questions afterwards and their calls: `completed` or `adjourned`, and what could not be had |
//!
//! The text of a turn is what its `speech_delta` lines say, one after the other, cut back where
//! `speech_rewound` says so; `turn_ended` repeats it whole. Private notes have no deltas. `evidence_admitted`,
//! `question_asked` and the others name the command that they answer.

use schemars::JsonSchema;
use serde::Serialize;

pub use super::parts::{
    ArgumentLine, AssessmentLine, BranchChangeLine, BranchLine, CallLine, ClaimsLine,
    ContestedLine, DivisionLine, DoubtLine, FlagLine, GrantLine, JudgementLine, MarksLine,
    MissingLine, PanelLine, PassageLine, PerformanceLine, ScoreLooksLine, ScoresLine, ShiftLine,
    SideScoreLine, SpeakerLine, TallyLine, TermLine, TraceLine, TurnPlaceLine,
};
pub use crate::counted_lines::{
    AnnotationLine, CountedClaimLine, CountedRebuttalLine, HouseLeanLine, JudgeLeanLine,
    RankingLine, SideCountLine, VerdictsLine,
};
use crate::debate::written::{Synthesis, Work};

/// A line of the output: an event with its number and its time.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Line {
    /// From 0, without gaps.
    pub seq: u64,
    /// Milliseconds since the debate was opened, not counting the time when no process ran it.
    pub at_ms: u64,
    /// The id of the debate.
    pub debate: String,
    /// The event: what happened.
    #[serde(flatten)]
    pub body: Body,
}

/// The events, by their `type`.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Body {
    /// The debate was opened.
    DebateOpened {
        /// The motion that is debated.
        motion: String,
        /// The name of the format.
        format: String,
        /// The id of the format.
        format_id: String,
        /// Every random choice comes from it.
        seed: u64,
        /// When the debate was opened: milliseconds since the Unix epoch.
        opened_ms: i64,
        /// The speakers, in the order of the line-up.
        speakers: Vec<SpeakerLine>,
        /// How many members of the audience vote.
        audience: usize,
        /// `instant`, `reading` or `live`.
        pace: &'static str,
        /// Speeches are this many times as long as the format says.
        scale: f64,
        /// The rules of the format that turns are not held to.
        unchecked_rules: Vec<&'static str>,
        /// What each side holds of a motion that was typed, as the clerk worded it in an earlier debate.
        claims: Option<ClaimsLine>,
        /// The debate that it is a branch of, and where it parts from it.
        branch: Option<BranchLine>,
    },
    /// A phase began.
    PhaseBegan {
        /// The id of the phase in the format.
        id: String,
        /// The name of the phase.
        name: String,
    },
    /// A turn began.
    TurnBegan {
        /// The place of the turn.
        #[serde(flatten)]
        place: TurnPlaceLine,
        /// The seat that has the turn.
        seat: String,
        /// The name of who sits there.
        speaker: String,
        /// The task of the turn in the format: `prepare`, `speech`, `arguments` …
        task: &'static str,
        /// From 1; more where an earlier attempt was struck.
        attempt: u32,
        /// How many words it is meant to have.
        target_words: u32,
    },
    /// Words were said.
    SpeechDelta {
        /// The seat of the speaker.
        seat: String,
        /// The words, to be added to what was said before.
        text: String,
    },
    /// The end of what was said is taken back.
    SpeechRewound {
        /// The seat of the speaker.
        seat: String,
        /// How many bytes of the turn's text (UTF-8) are kept.
        kept: usize,
    },
    /// A speaker of another side, or the gallery, rose on a point of information.
    PoiOffered {
        /// The number of the point.
        poi: u32,
        /// The seat of whoever rose.
        from: String,
        /// The seat of the speaker who has the floor.
        to: String,
        /// The seat of the one who rose.
        from_seat: String,
        /// The seat of the one who has the floor.
        to_seat: String,
        /// The words of the point.
        text: String,
    },
    /// The point is put and will be answered.
    PoiAccepted {
        /// The number of the point, from 0.
        poi: u32,
        /// Why it was taken.
        reason: String,
    },
    /// The point was waved down.
    PoiDeclined {
        /// The number of the point, from 0.
        poi: u32,
        /// What the speaker did.
        gesture: String,
        /// The reason, as the speaker thinks it.
        reason: String,
    },
    /// The point was answered.
    PoiAnswered {
        /// The number of the point, from 0.
        poi: u32,
        /// The words of the answer.
        text: String,
    },
    /// The bell rang.
    Bell {
        /// The seat of the speaker.
        seat: String,
        /// How many words are left.
        words_left: u32,
    },
    /// A turn ended and counts.
    TurnEnded {
        /// The place of the turn.
        #[serde(flatten)]
        place: TurnPlaceLine,
        /// The seat of the speaker.
        seat: String,
        /// The name of who sits there.
        speaker: String,
        /// The task of the turn in the format: `prepare`, `speech`, `arguments` …
        task: &'static str,
        /// All that was said or written.
        text: String,
        /// The number of words.
        words: u32,
        /// Whether it ended before the speaker was done.
        truncated: bool,
        /// `time_limit`, `length` where the model or its server stopped for want of room, or `unreachable: ` and what was the matter.
        truncated_because: Option<String>,
        /// What the referee held against it, where it counts all the same.
        flagged: Option<String>,
    },
    /// A turn was ruled out of order.
    TurnStruck {
        /// The seat of the speaker.
        seat: String,
        /// The word of the rule that was broken.
        rule: String,
        /// The reason of the referee.
        reason: String,
    },
    /// Passages were drawn for a turn that is about to be spoken or written.
    PassagesDrawn {
        /// The seat of the speaker.
        seat: String,
        /// The passages, those that fit best first.
        passages: Vec<PassageLine>,
        /// Why there are none, or fewer than there could be.
        trouble: Option<String>,
    },
    /// The claims of a turn that name passages were held against them.
    SourcesChecked {
        /// The seat of the speaker.
        seat: String,
        /// Claims that their passages do not hold.
        doubts: Vec<DoubtLine>,
    },
    /// What a speech argued.
    ArgumentsExtracted {
        /// The seat of the speaker.
        seat: String,
        /// The opening lines in short.
        opening: String,
        /// The main points.
        arguments: Vec<ArgumentLine>,
        /// The closing lines in short.
        closing: String,
        /// The tone of the speech.
        tone: String,
        /// The rhetorical devices used.
        key_rhetorical_moves: Vec<String>,
        /// Where the speaker gives ground; null where the speech was not read for it.
        shifts: Option<Vec<ShiftLine>>,
    },
    /// The definitions of the first speech of a side.
    DefinitionsTaken {
        /// The seat of the speaker.
        seat: String,
        /// The speaker's name.
        speaker: String,
        /// The name of their side.
        side: String,
        /// The terms, as the speaker uses them.
        terms: Vec<TermLine>,
        /// The cases that the motion is about for the speaker; empty where nothing of it could be told.
        scope: String,
        /// The cases and questions that the speaker leaves out.
        left_out: Vec<String>,
        /// The definitions of other sides that the speaker contests.
        contested: Vec<ContestedLine>,
    },
    /// Somebody has said of each point that was granted by them or to them whether it is agreed.
    GrantsConfirmed {
        /// The seat of the speaker.
        seat: String,
        /// The speaker's name.
        speaker: String,
        /// The name of their side.
        side: String,
        /// The points of which they have said so, or not.
        grants: Vec<GrantLine>,
    },
    /// A ballot was cast.
    BallotCast {
        /// The member's name.
        member: String,
        /// The member's seat.
        seat: String,
        /// `before` or `after`.
        when: &'static str,
        /// `aye`, `no` or `undecided`.
        vote: &'static str,
        /// The reason of the vote.
        reason: String,
    },
    /// The clerk has said what each side holds, of a motion that was typed.
    ClaimsWorded {
        /// What each side holds.
        #[serde(flatten)]
        claims: ClaimsLine,
    },
    /// The house was polled.
    PollTaken {
        /// The seat of the speaker after whose speech it was taken.
        after_seat: String,
        /// The number of votes for the motion.
        ayes: u32,
        /// The number of votes against the motion.
        noes: u32,
        /// The number of undecided votes.
        undecided: u32,
    },
    /// A judge, or a member of the house, has said which way they lean before a word was said.
    LeanTaken {
        /// The seat; `house` for whoever gives the direct verdict.
        seat: String,
        /// The name of who sits there.
        name: String,
        /// `aye`, `no` or `undecided`; null where no answer could be had.
        vote: Option<&'static str>,
    },
    /// The claims and rebuttals of both sides were listed and counted.
    AnnotationCounted(Box<AnnotationLine>),
    /// The house has divided.
    DivisionDeclared(Box<DivisionLine>),
    /// More of what a turn of a fixed form says was read out.
    WorkDelta {
        /// The seat of the speaker.
        seat: String,
        /// The words, to be added to those before; each text of the work begins a line.
        text: String,
    },
    /// The end of what was read out is taken back: it is written anew.
    WorkRewound {
        /// The seat of the speaker.
        seat: String,
        /// How many words are kept.
        words: u32,
    },
    /// A turn of a fixed form was handed in. It counts once `turn_ended` says so.
    Submitted {
        /// The seat of the speaker.
        seat: String,
        /// The name of who sits there.
        speaker: String,
        /// The work that was handed in.
        work: Work,
    },
    /// The argument trace has changed.
    TraceUpdated {
        /// Every argument so far, in order.
        rows: Vec<TraceLine>,
    },
    /// A round is over.
    RoundEnded {
        /// The id of the phase.
        phase: String,
        /// The round, counted from 1.
        round: u32,
    },
    /// A judge lets somebody speak.
    SpeakerChosen {
        /// The id of the phase.
        phase: String,
        /// The round, counted from 1.
        round: u32,
        /// The seat of the speaker.
        seat: String,
        /// The name of who sits there.
        speaker: String,
        /// The reason; empty where no choice could be had.
        reason: String,
    },
    /// A judge has assessed the debate after a round.
    AssessmentMade(Box<AssessmentLine>),
    /// The rounds of a phase end early.
    StoppedEarly {
        /// The id of the phase.
        phase: String,
        /// The round after which it is, counted from 1.
        round: u32,
        /// `judge-stops`, `repetition`, `topic-drift`, `diminishing-returns`, `convergence` or `irreconcilable`.
        criterion: &'static str,
    },
    /// A judge's report.
    JudgementGiven(Box<JudgementLine>),
    /// A judge gave nothing of use.
    JudgeUnusable {
        /// The judge's seat.
        judge: String,
        /// The reason why it is of no use.
        reason: String,
        /// What was answered last, as it came.
        raw: String,
    },
    /// What the judges' scores come to.
    ScoresGiven(Box<ScoresLine>),
    /// The moderator's synthesis counts.
    SynthesisGiven {
        /// The seat of the speaker.
        seat: String,
        /// The four parts of the synthesis.
        #[serde(flatten)]
        synthesis: Synthesis,
    },
    /// The moderator's summary counts.
    SummaryGiven {
        /// The seat of the speaker.
        seat: String,
        /// The words of the summary.
        text: String,
    },
    /// A viewer's evidence was admitted.
    EvidenceAdmitted {
        /// The number of the intervention.
        item: u32,
        /// The id of the command that the line answers.
        command: u64,
        /// The text of the evidence.
        text: String,
        /// The source of the text.
        source: String,
    },
    /// A question was put to a speaker.
    QuestionAsked {
        /// The number of the intervention.
        item: u32,
        /// The id of the command that the line answers.
        command: u64,
        /// The seat that is asked.
        seat: String,
        /// The name of who sits there.
        speaker: String,
        /// The words of the question.
        text: String,
        /// Whether the debate waits for the answer.
        halting: bool,
        /// Whether it is a request for clarification whose break has come.
        clarification: bool,
    },
    /// A question was answered.
    QuestionAnswered {
        /// The number of the intervention.
        item: u32,
        /// The seat of the speaker.
        seat: String,
        /// The name of who sits there.
        speaker: String,
        /// The words of the answer.
        text: String,
    },
    /// A request for clarification waits for the next break.
    ClarificationQueued {
        /// The number of the intervention.
        item: u32,
        /// The id of the command that the line answers.
        command: u64,
        /// The seat that is asked, where one was named.
        seat: Option<String>,
        /// The words of the request.
        text: String,
    },
    /// A question was put after the end.
    FollowUpAsked {
        /// The number of the question.
        item: u32,
        /// The id of the command that the line answers.
        command: u64,
        /// The seat that is asked.
        seat: String,
        /// The name of who sits there.
        speaker: String,
        /// The words of the question.
        text: String,
    },
    /// Words of the answer to a question after the end came.
    FollowUpDelta {
        /// The number of the question.
        item: u32,
        /// The seat that answers.
        seat: String,
        /// The words.
        text: String,
    },
    /// A question after the end was answered.
    FollowUpAnswered {
        /// The number of the question.
        item: u32,
        /// The seat that answered.
        seat: String,
        /// The name of who sits there.
        speaker: String,
        /// The words of the answer.
        text: String,
    },
    /// No answer to a question after the end could be had, or not to its end.
    FollowUpFailed {
        /// The number of the question.
        item: u32,
        /// The seat that was asked.
        seat: String,
        /// The name of who sits there.
        speaker: String,
        /// The reason, for people.
        reason: String,
    },
    /// A call to a model ended.
    ModelCalled {
        /// Whether it was cut: its answer was not wanted any more, or the debate was left. What it used is estimated then.
        cut: bool,
        /// The report of the call.
        #[serde(flatten)]
        call: CallLine,
    },
    /// A call is tried again.
    ModelRetried {
        /// The number of the call.
        call: u32,
        /// The purpose of the call.
        purpose: &'static str,
        /// The seat that is asked.
        seat: Option<String>,
        /// The number of the try that failed, counted from 1.
        attempt: u32,
        /// The error that the try ended with.
        reason: String,
        /// How long it waits before the next.
        wait_ms: u64,
    },
    /// A call failed for good.
    ModelFailed {
        /// The error that the call ended with.
        reason: String,
        /// The report of the call.
        #[serde(flatten)]
        call: CallLine,
    },
    /// The debate is paused.
    Paused {
        /// `viewer`, `question`, `limit` or `unreachable`.
        why: &'static str,
        /// The seat whose model cannot be had, where it is one speaker's.
        seat: Option<String>,
        /// The limit that was reached, or what was the matter.
        detail: Option<String>,
        /// The command; 0 where nobody gave one.
        command: u64,
    },
    /// The debate goes on.
    Resumed {
        /// The id of the command that the line answers.
        command: u64,
        /// Whether it goes on from now on without whoever cannot be had.
        goes_on_without: bool,
    },
    /// A notice for the viewer.
    Notice {
        /// The words of the notice.
        text: String,
    },
    /// Another process has taken the debate up.
    Reconvened,
    /// Something is otherwise in a branch, from here on, than in the debate that it parts from.
    BranchChanged {
        /// What is otherwise.
        change: BranchChangeLine,
        /// The words for people.
        text: String,
    },
    /// A command could not be carried out.
    CommandRefused {
        /// The id of the command that the line answers.
        command: u64,
        /// The reason, and what to do instead.
        reason: String,
    },
    /// The debate is over.
    DebateClosed {
        /// `completed` or `adjourned`.
        reason: &'static str,
        /// What is missing because a model could not be had. The exit code is 4 where any of it counts.
        missing: Vec<MissingLine>,
    },
}

/// The JSON schema of a line.
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(Line).to_value()
}
