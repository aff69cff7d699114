//! The public schema of a debate as JSON lines: one object a line. It is a type of its own: the journal's
//! events may change with the program, these lines do not. A field may be added; none changes its meaning.
//!
//! Every line has `seq` (from 0, without gaps), `at_ms` (milliseconds since the opening, not counting the
//! time when no process ran the debate), `debate` (the id) and `type`. Seats are written `prop.1`, `opp.3`,
//! `audience.4`, `gallery`, `house`; names are for people. The JSON schema is [`schema`].
//!
//! | `type` | fields | when |
//! | --- | --- | --- |
//! | `debate_opened` | motion, format, format_id, seed, opened_ms, speakers, audience, pace, scale | first |
//! | `phase_began` | id, name | a phase of the format begins |
//! | `turn_began` | seat, speaker, task, attempt, target_words | somebody has the floor, or makes notes |
//! | `speech_delta` | seat, text | words were said |
//! | `speech_rewound` | seat, kept | the text of the turn is taken back to so many bytes |
//! | `poi_offered` | poi, from, to, from_seat, to_seat, text | somebody rises |
//! | `poi_accepted` | poi, reason | the point is put |
//! | `poi_declined` | poi, gesture, reason | it was waved down |
//! | `poi_answered` | poi, text | it was answered; the text is empty where no answer could be had |
//! | `bell` | seat, words_left | the time is nearly up |
//! | `turn_ended` | seat, speaker, task, text, words, truncated, truncated_because, flagged | the turn counts |
//! | `turn_struck` | seat, rule, reason | the turn is ruled out of order and does not count |
//! | `arguments_extracted` | seat, opening, arguments, closing, tone, key_rhetorical_moves | what a speech argued |
//! | `ballot_cast` | member, seat, when, vote, reason | a member voted, `before` or `after` |
//! | `poll_taken` | after_seat, ayes, noes, undecided | the house was polled between two speeches |
//! | `division_declared` | every field of the result | the house has divided |
//! | `evidence_admitted` | item, command, text, source | a viewer's text is in both sides' hands |
//! | `question_asked` | item, command, seat, speaker, text, halting, clarification | a question is put |
//! | `question_answered` | item, seat, speaker, text | and answered |
//! | `clarification_queued` | item, command, seat, text | it is put at the next break |
//! | `model_called` | call, purpose, seat, model, tokens, times, tries, cost | a call has ended |
//! | `model_retried` | call, purpose, seat, attempt, reason, wait_ms | a call is tried again |
//! | `model_failed` | as `model_called`, and reason | a call failed for good |
//! | `paused` | why, detail, command | the debate waits |
//! | `resumed` | command | it goes on |
//! | `notice` | text | something to know that has no type of its own |
//! | `reconvened` | | another process has taken the debate up |
//! | `command_refused` | command, reason | a command could not be carried out |
//! | `debate_closed` | reason | last: `completed` or `adjourned` |
//!
//! The text of a turn is what its `speech_delta` lines say, one after the other, cut back where
//! `speech_rewound` says so; `turn_ended` repeats it whole. Private notes have no deltas. `evidence_admitted`,
//! `question_asked` and the others name the command that they answer.

use schemars::JsonSchema;
use serde::Serialize;

/// One line.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Line {
    /// From 0, without gaps.
    pub seq: u64,
    /// Milliseconds since the debate was opened, not counting the time when no process ran it.
    pub at_ms: u64,
    /// The id of the debate.
    pub debate: String,
    /// What happened.
    #[serde(flatten)]
    pub body: Body,
}

/// A speaker of the line-up.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct SpeakerLine {
    /// Where they sit.
    pub seat: String,
    /// The name of their side.
    pub side: String,
    /// The id of their persona.
    pub persona: String,
    /// Their name.
    pub name: String,
    /// The model that speaks for them.
    pub model: String,
}

/// One claim of a speech.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ArgumentLine {
    /// The core claim.
    pub claim: String,
    /// Why it is said to be true.
    pub reasoning: String,
    /// What is brought in support, if anything.
    pub evidence: Option<String>,
    /// Whether it answers an opponent.
    pub is_rebuttal: bool,
    /// Whom it answers, if it does.
    pub rebuts_speaker: Option<String>,
}

/// A count.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct TallyLine {
    /// For the motion.
    pub ayes: u32,
    /// Against it.
    pub noes: u32,
    /// Neither.
    pub undecided: u32,
}

/// One member's way through the evening.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct PanelLine {
    /// Who.
    pub member: String,
    /// Before: `aye`, `no`, `undecided`; null where no ballot could be had.
    pub before: Option<&'static str>,
    /// After; null likewise.
    pub after: Option<&'static str>,
    /// Why, after.
    pub reason: String,
}

/// How one speaker did.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct PerformanceLine {
    /// The speaker's full name.
    pub speaker_name: String,
    /// What they uniquely added.
    pub key_contribution: String,
    /// What they should have said, if there was something.
    pub missed_opportunity: Option<String>,
    /// From 1 to 10.
    pub effectiveness: f64,
    /// From 1 to 10.
    pub persona_fidelity: f64,
    /// How to do better.
    pub feedback: Vec<String>,
}

/// The result of the division.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct DivisionLine {
    /// The motion.
    pub motion: String,
    /// The name of the side that won.
    pub winner: String,
    /// Votes for, after the debate.
    pub ayes: u32,
    /// Votes against, after the debate.
    pub noes: u32,
    /// Members who had not made up their mind before.
    pub undecided_before: u32,
    /// The count before the debate.
    pub before: TallyLine,
    /// By how many votes the lead of the Ayes grew; negative is a swing to the Noes.
    pub swing: i32,
    /// `narrow`, `clear` or `landslide`.
    pub margin: &'static str,
    /// Every member.
    pub panel_votes: Vec<PanelLine>,
    /// Ballots after the debate that could not be had.
    pub abstentions: u32,
    /// The median member's vote; null where no verdict could be had.
    pub direct_vote: Option<&'static str>,
    /// The fundamental disagreements.
    pub core_tensions: Vec<String>,
    /// The turning points.
    pub decisive_moments: Vec<String>,
    /// The rebuttals that did most damage.
    pub most_damaging_rebuttals: Vec<String>,
    /// The best argument of the Proposition.
    pub strongest_argument_prop: String,
    /// The best argument of the Opposition.
    pub strongest_argument_opp: String,
    /// Who won the room.
    pub most_compelling_speaker: String,
    /// Who fell short.
    pub weakest_link: String,
    /// How each speaker did.
    pub speaker_performances: Vec<PerformanceLine>,
    /// What each seat could do better.
    pub feedback: std::collections::BTreeMap<String, Vec<String>>,
    /// The reasoning in a paragraph.
    pub analysis: String,
}

/// How a call went.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct CallLine {
    /// The number of the call.
    pub call: u32,
    /// `prepare`, `speech`, `poi_offer`, `poi_accept`, `poi_answer`, `side_check`, `extract`, `poll`,
    /// `ballot_before`, `ballot_after`, `verdict` or `question`.
    pub purpose: &'static str,
    /// From whose seat, where it is one speaker's or member's.
    pub seat: Option<String>,
    /// The model that answered.
    pub model: String,
    /// Tokens read, over all tries.
    pub prompt_tokens: u64,
    /// Of these, how many came from a cache.
    pub cached_tokens: u64,
    /// Tokens written.
    pub completion_tokens: u64,
    /// Whether the counts are estimates, for want of the server's.
    pub estimated: bool,
    /// From sending to the first word, of the last try; null if none came.
    pub first_token_ms: Option<u64>,
    /// From sending to the end, over all tries.
    pub duration_ms: u64,
    /// How many tries it took.
    pub tries: u32,
    /// What it cost; null where the price is not known.
    pub cost: Option<f64>,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Body {
    /// The debate was opened.
    DebateOpened {
        /// The motion.
        motion: String,
        /// The name of the format.
        format: String,
        /// Its id.
        format_id: String,
        /// Every random choice comes from it.
        seed: u64,
        /// When: milliseconds since the Unix epoch.
        opened_ms: i64,
        /// Who speaks.
        speakers: Vec<SpeakerLine>,
        /// How many members of the audience vote.
        audience: usize,
        /// `instant`, `reading` or `live`.
        pace: &'static str,
        /// Speeches are this many times as long as the format says.
        scale: f64,
    },
    /// A phase began.
    PhaseBegan {
        /// Its id in the format.
        id: String,
        /// Its name.
        name: String,
    },
    /// A turn began.
    TurnBegan {
        /// Who.
        seat: String,
        /// Their name.
        speaker: String,
        /// `prepare`, `speech` or `floor_speech`.
        task: &'static str,
        /// From 1; more where an earlier attempt was struck.
        attempt: u32,
        /// How many words it is meant to have.
        target_words: u32,
    },
    /// Words were said.
    SpeechDelta {
        /// By whom.
        seat: String,
        /// The words, to be added to what was said before.
        text: String,
    },
    /// The end of what was said is taken back.
    SpeechRewound {
        /// Whose.
        seat: String,
        /// How many bytes of the turn's text (UTF-8) are kept.
        kept: usize,
    },
    /// Somebody rose on a point of information.
    PoiOffered {
        /// The number of the point.
        poi: u32,
        /// Who rose.
        from: String,
        /// Who has the floor.
        to: String,
        /// The seat of the one who rose.
        from_seat: String,
        /// The seat of the one who has the floor.
        to_seat: String,
        /// The point.
        text: String,
    },
    /// The point is put and will be answered.
    PoiAccepted {
        /// Which.
        poi: u32,
        /// Why it was taken.
        reason: String,
    },
    /// The point was waved down.
    PoiDeclined {
        /// Which.
        poi: u32,
        /// What the speaker did.
        gesture: String,
        /// Why.
        reason: String,
    },
    /// The point was answered.
    PoiAnswered {
        /// Which.
        poi: u32,
        /// The answer.
        text: String,
    },
    /// The bell rang.
    Bell {
        /// For whom.
        seat: String,
        /// How many words are left.
        words_left: u32,
    },
    /// A turn ended and counts.
    TurnEnded {
        /// Whose.
        seat: String,
        /// Their name.
        speaker: String,
        /// `prepare`, `speech` or `floor_speech`.
        task: &'static str,
        /// All that was said or written.
        text: String,
        /// How many words.
        words: u32,
        /// Whether it ended before the speaker was done.
        truncated: bool,
        /// `time_limit`, or `unreachable: ` and what was the matter.
        truncated_because: Option<String>,
        /// What the referee held against it, where it counts all the same.
        flagged: Option<String>,
    },
    /// A turn was ruled out of order.
    TurnStruck {
        /// Whose.
        seat: String,
        /// The rule.
        rule: String,
        /// Why.
        reason: String,
    },
    /// What a speech argued.
    ArgumentsExtracted {
        /// Whose.
        seat: String,
        /// The opening lines in short.
        opening: String,
        /// The main points.
        arguments: Vec<ArgumentLine>,
        /// The closing lines in short.
        closing: String,
        /// The tone.
        tone: String,
        /// The rhetorical devices used.
        key_rhetorical_moves: Vec<String>,
    },
    /// A ballot was cast.
    BallotCast {
        /// The member's name.
        member: String,
        /// Their seat.
        seat: String,
        /// `before` or `after`.
        when: &'static str,
        /// `aye`, `no` or `undecided`.
        vote: &'static str,
        /// Why.
        reason: String,
    },
    /// The house was polled.
    PollTaken {
        /// After whose speech.
        after_seat: String,
        /// For the motion.
        ayes: u32,
        /// Against it.
        noes: u32,
        /// Neither.
        undecided: u32,
    },
    /// The house has divided.
    DivisionDeclared(Box<DivisionLine>),
    /// A viewer's evidence was admitted.
    EvidenceAdmitted {
        /// The number of the intervention.
        item: u32,
        /// The command.
        command: u64,
        /// The text.
        text: String,
        /// Where it comes from.
        source: String,
    },
    /// A question was put to a speaker.
    QuestionAsked {
        /// The number of the intervention.
        item: u32,
        /// The command.
        command: u64,
        /// Whom.
        seat: String,
        /// Their name.
        speaker: String,
        /// What.
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
        /// By whom.
        seat: String,
        /// Their name.
        speaker: String,
        /// The answer.
        text: String,
    },
    /// A request for clarification waits for the next break.
    ClarificationQueued {
        /// The number of the intervention.
        item: u32,
        /// The command.
        command: u64,
        /// Whom, where somebody was named.
        seat: Option<String>,
        /// What.
        text: String,
    },
    /// A call to a model ended.
    ModelCalled(CallLine),
    /// A call is tried again.
    ModelRetried {
        /// The number of the call.
        call: u32,
        /// What for.
        purpose: &'static str,
        /// From whose seat.
        seat: Option<String>,
        /// Which try failed, from 1.
        attempt: u32,
        /// Why.
        reason: String,
        /// How long it waits before the next.
        wait_ms: u64,
    },
    /// A call failed for good.
    ModelFailed {
        /// Why.
        reason: String,
        /// How it went.
        #[serde(flatten)]
        call: CallLine,
    },
    /// The debate is paused.
    Paused {
        /// `viewer`, `question`, `limit` or `unreachable`.
        why: &'static str,
        /// Which limit, or what was the matter.
        detail: Option<String>,
        /// The command; 0 where nobody gave one.
        command: u64,
    },
    /// The debate goes on.
    Resumed {
        /// The command.
        command: u64,
    },
    /// Something to know.
    Notice {
        /// What.
        text: String,
    },
    /// Another process has taken the debate up.
    Reconvened,
    /// A command could not be carried out.
    CommandRefused {
        /// The command.
        command: u64,
        /// Why, and what to do instead.
        reason: String,
    },
    /// The debate is over.
    DebateClosed {
        /// `completed` or `adjourned`.
        reason: &'static str,
    },
}

/// The JSON schema of a line.
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(Line).to_value()
}
