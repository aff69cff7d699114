//! The parts that events are made of: why something ended or waits, and how a call went.

use serde::{Deserialize, Serialize};

use super::ids::{InterventionId, Seat};

/// The reason why a turn ended before the speaker was done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "why", rename_all = "snake_case")]
pub enum Truncation {
    /// The time was up by a fifth and more.
    TimeLimit,
    /// The model, or its server, stopped for want of room.
    Length,
    /// The model could not be had.
    Unreachable {
        /// The reason why the model could not be had.
        reason: String,
    },
}

/// The reason why the debate is paused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "snake_case")]
pub enum PausedBy {
    /// The viewer pressed pause.
    Viewer,
    /// The viewer asked a halting question.
    Question {
        /// The id of the question.
        item: InterventionId,
    },
    /// A limit on cost or tokens was reached.
    Limit {
        /// The limit that was reached and how much was used, for people.
        what: String,
    },
    /// All is said, and the moderator takes questions: to resume is to close the debate.
    Questions,
    /// A speaker's model could not be had.
    Unreachable {
        /// The seat whose model cannot be reached.
        seat: Seat,
        /// The reason why the model could not be had.
        reason: String,
    },
}

/// The reason why the debate is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CloseReason {
    /// A debate that came to its end.
    Completed,
    /// The viewer adjourned it.
    Adjourned,
}

/// The kind of failure of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CallFailure {
    /// The line broke in the middle of the answer: what came is kept, and it is worth taking up again at once.
    Broke,
    /// Every try failed, or the answer was of no use: the model cannot be had for this.
    Unavailable,
    /// Every try failed as it does where the server is gone for everybody, and it is asked again once the server is
    /// back: nothing was given up for it.
    Outage,
    /// A call that was cut because others have waited long enough for one of several who speak at once: it is given up
    /// once it is known that the server is there, and asked again where that is gone.
    Late,
    /// The server refused it: for the key, the account behind it, or for what was asked. It is given up, without being
    /// asked again, once the probe tells that other things are answered; where that fails, too, the server is gone for
    /// all.
    Refused,
    /// A call that took the longest time that one may take: it is given up once the probe tells that the server is
    /// there. After the second in a row for the same purpose nobody waits as long again: the server is gone.
    Overdue,
}

/// The tokens that a call used: the server's count where it gives one, else an estimate.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Usage {
    /// Tokens of the prompt.
    pub prompt_tokens: u64,
    /// Tokens of the prompt that came from a cache.
    pub cached_tokens: u64,
    /// Tokens of the answer, thinking included.
    pub completion_tokens: u64,
    /// Tokens of the prompt that repeat the beginning of an earlier prompt: what a prefix cache could serve. Counted by
    /// us.
    pub repeated_tokens: u64,
    /// Whether the counts are ours, for want of the server's.
    pub estimated: bool,
}

impl Usage {
    /// Adds what a further call used. A server, or a journal from elsewhere, may say any number: the sums stay at the
    /// largest that there is.
    pub fn add(&mut self, more: Self) {
        let add = |sum: &mut u64, more: u64| *sum = sum.saturating_add(more);
        add(&mut self.prompt_tokens, more.prompt_tokens);
        add(&mut self.cached_tokens, more.cached_tokens);
        add(&mut self.completion_tokens, more.completion_tokens);
        add(&mut self.repeated_tokens, more.repeated_tokens);
        self.estimated |= more.estimated;
    }

    /// Tokens, read and written together.
    pub fn tokens(&self) -> u64 {
        self.prompt_tokens.saturating_add(self.completion_tokens)
    }
}

/// The stamp by which a prompt can be made again, and proven to be the one that was sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PromptStamp {
    /// The number of records when the prompt was made: the prompt was made of the state that they leave behind.
    pub records: u64,
    /// The context that it was made to fit, in tokens.
    pub context: u32,
    /// The SHA-256 of its messages.
    pub hash: String,
}

/// The report of a call.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct CallReport {
    /// The model that answered, as the configuration names it.
    pub model: String,
    /// The tokens that the call used, over all tries.
    pub usage: Usage,
    /// The time from sending to the first word, of the last try. Absent if none came.
    pub first_token_ms: Option<u64>,
    /// The time from sending to the end, over all tries.
    pub duration_ms: u64,
    /// The number of tries.
    pub tries: u32,
    /// The cost of the call, where the price is known.
    pub cost: Option<f64>,
    /// The stamp of its prompt; absent where nothing was sent, and in journals of before there were stamps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt: Option<PromptStamp>,
    /// Where several answers were written beside each other: what each choice was between, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<CandidateChoice>,
    /// Where the model told how likely answers are: those of each prompt, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub likelihoods: Vec<Vec<AnswerLikelihood>>,
}

/// How likely a model is to give an answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AnswerLikelihood {
    /// The answer.
    pub answer: String,
    /// The natural logarithm of its probability.
    pub log: f64,
}

/// A choice between several answers to one prompt, of which one was taken.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct CandidateChoice {
    /// The position of the one that was taken, from 0.
    pub taken: usize,
    /// The answers, with what each was worth.
    pub between: Vec<CandidateAnswer>,
}

/// One of several answers to one prompt.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct CandidateAnswer {
    /// Its words.
    pub text: String,
    /// Its worth; the most counts. Absent where it was no answer at all.
    pub worth: Option<f64>,
    /// For which side it argues, where that was asked: the lead of the motion over the other claim, in natural logarithms;
    /// below zero it argues against the motion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lead: Option<f64>,
}
