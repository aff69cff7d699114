//! Where completions come from. One trait, [`Model`]: a request gives a stream of text and then a
//! completion. Everything else here makes that dependable: tries and waits, structured answers, prices.
//!
//! A provider makes one try and says honestly how it went; trying again is decided in one place, for all.

use hustings_base::{clock, error, panics, text};
use hustings_rules::{catalog, debate};

pub mod account;
pub mod bench;
pub mod embed;
pub mod gate;
pub mod lines;
pub mod meter;
mod model_error;
pub mod openai;
mod partial;
mod place;
pub mod price;
pub mod probe;
pub mod roster;
pub mod scripted;
pub mod secrets;
pub mod shape;
pub mod spoken;
pub mod structured;
pub mod think;
pub mod tokens;
pub mod tries;

use std::{fmt, future::Future, pin::Pin, sync::Arc, time::Duration};

use tokio::sync::mpsc;

use crate::{
    catalog::Profile,
    debate::{ask::Purpose, event::Usage},
};

/// The provider's name in front of the models that run in the program, whether it was built with them or not.
pub const EMBEDDED: &str = "embedded";

/// Who a message is from, as models are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum From {
    /// The house: rules and motion.
    System,
    /// Whoever speaks to the model.
    User,
    /// The model, or whoever is shown to it as having spoken.
    Assistant,
}

/// One message of a prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Who it is from.
    pub from: From,
    /// What it says.
    pub text: String,
}

/// The shape that an answer must have.
#[derive(Debug, Clone, PartialEq)]
pub struct Shape {
    /// A name for it: letters, digits, `_`.
    pub name: &'static str,
    /// Its JSON schema, in the strict subset: every property required, no further ones.
    pub schema: serde_json::Value,
}

/// What is asked of a model.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// What for.
    pub purpose: Purpose,
    /// The prompt. Begins with what earlier prompts began with, so that caches can serve it.
    pub messages: Vec<Message>,
    /// The most tokens that the answer may have. Room for thinking is added by the provider.
    pub max_tokens: u32,
    /// The shape of a structured answer; prose where absent.
    pub shape: Option<Shape>,
    /// Sampling temperature; the profile's, or the server's, where absent.
    pub temperature: Option<f64>,
    /// Every choice of words comes from it, where the provider can do that.
    pub seed: Option<u64>,
}

/// What comes before the completion.
#[derive(Debug, Clone, PartialEq)]
pub enum Piece {
    /// More of the answer, already safe for a terminal.
    Text(String),
    /// The model is thinking: proof of life, never speech.
    Thinking,
    /// A try failed and another follows.
    Retrying {
        /// Which try failed, from 1.
        attempt: u32,
        /// Why.
        reason: String,
        /// How long it waits.
        wait: Duration,
    },
    /// Whether the model is at work on it. What has none of these is worked on from the beginning.
    Turn(Turn),
}

/// Whose turn it is with a model that does one thing after another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// Others go before: that time is none of the call's.
    Others,
    /// The call's own.
    Own,
}

/// Why an answer ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Finish {
    /// It was done.
    Stop,
    /// It had reached its limit.
    Length,
}

/// An answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Completion {
    /// The whole text, safe for a terminal.
    pub text: String,
    /// Why it ended.
    pub finish: Finish,
    /// What it used: the server's count, or an estimate.
    pub usage: Usage,
    /// From sending to the first word.
    pub first_token: Option<Duration>,
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ModelError {
    /// Nobody listens there.
    #[error("no connection to {url}: {detail}")]
    Unreachable {
        /// The base URL.
        url: String,
        /// What the system says.
        detail: String,
    },
    /// 401 or 403.
    #[error("{url} {} ({status})", if *.sent { "does not accept the key" } else { "asks for a key, and none was sent" })]
    Key {
        /// The base URL.
        url: String,
        /// The status.
        status: u16,
        /// Whether a key was sent.
        sent: bool,
    },
    /// 404, or a message that says so.
    #[error("there is no model \"{model}\" at {url}")]
    NoSuchModel {
        /// The model.
        model: String,
        /// The base URL.
        url: String,
        /// The models that there are, as far as the server says.
        offers: Vec<String>,
    },
    /// A model in the process that cannot be run.
    #[error("\"{model}\" cannot be run: {detail}")]
    Unusable {
        /// The model.
        model: String,
        /// What is wrong with it.
        detail: String,
    },
    /// The prompt is longer than the context window.
    #[error("the prompt is longer than the context of \"{model}\": {detail}")]
    TooLong {
        /// The model.
        model: String,
        /// What the server says.
        detail: String,
    },
    /// 429.
    #[error("the server asks to wait{}", said(.detail))]
    Busy {
        /// How long, if it says.
        retry_after: Option<Duration>,
        /// What it says.
        detail: String,
    },
    /// 5xx, 408, or an error in the stream.
    #[error("the server failed ({status}){}", said(.detail))]
    Server {
        /// The status; 200 for an error in the stream.
        status: u16,
        /// How long it asks to wait, if it does.
        retry_after: Option<Duration>,
        /// What it says.
        detail: String,
    },
    /// Any other status: asking again would not help.
    #[error("the server refuses the request ({status}){}", said(.detail))]
    Refused {
        /// The status.
        status: u16,
        /// What it says.
        detail: String,
    },
    /// Nothing came in time.
    #[error("no {what} within {} s", .after.as_secs_f64())]
    TimedOut {
        /// "answer" before the first byte, "further word" after.
        what: &'static str,
        /// The limit.
        after: Duration,
    },
    /// The line broke after some text.
    #[error("the line broke: {detail}")]
    Broke {
        /// What the system says.
        detail: String,
    },
    /// The answer had no words: not a letter, not a digit.
    #[error("the answer is empty")]
    Empty,
    /// The server keeps the answer, or the rest of it, back for what it says.
    #[error("the server's content filter stopped the answer")]
    Withheld {
        /// Whether part of the answer had been passed on.
        spoke: bool,
    },
    /// The answer was not of the shape asked for.
    #[error("the answer is not what was asked for: {detail}")]
    Shape {
        /// What is wrong with it.
        detail: String,
        /// It as it came, safe for a terminal. Empty where it never came.
        raw: String,
    },
    /// The server asks to be left alone for longer than is waited.
    #[error("the server asks to wait {}, longer than the {} allowed{}", spelled(*.asked), spelled(*.most), said(.detail))]
    Later {
        /// How long.
        asked: Duration,
        /// The longest wait.
        most: Duration,
        /// What it says.
        detail: String,
    },
    /// The call has taken the longest time that it may take in all.
    #[error("the answer was not complete within {}, the longest time for such a call", spelled(*.after))]
    Overdue {
        /// The longest time.
        after: Duration,
        /// Whether part of the answer had been passed on.
        spoke: bool,
    },
    /// Others have waited long enough.
    #[error("nobody waits longer than {} s", .after.as_secs())]
    Patience {
        /// How long they have waited.
        after: Duration,
    },
    /// What may be spent is spent.
    #[error("it was not asked: {what}")]
    Limit {
        /// Which limit, and how much was used.
        what: String,
    },
    /// The program itself failed in it.
    #[error("the program itself failed in this call: {detail}")]
    Internal {
        /// What the panic said.
        detail: String,
    },
    /// The vectors are not what a model that embeds would give.
    #[error("the embeddings of \"{model}\" cannot be used: {detail}")]
    Vectors {
        /// The model.
        model: String,
        /// What is wrong with them.
        detail: String,
    },
    /// The answer did not stop when it should have.
    #[error("the answer is too long ({bytes} bytes)")]
    Flood {
        /// How much had come.
        bytes: usize,
    },
}

/// What a server says, behind what it means, where it says something.
fn said(detail: &str) -> String {
    match detail.trim() {
        "" => String::new(),
        detail => format!(": {detail}"),
    }
}

/// A time as people say it, in its two largest units.
fn spelled(time: Duration) -> String {
    const UNITS: [(u64, &str); 4] = [(86_400, "d"), (3_600, "h"), (60, "min"), (1, "s")];
    let mut left = time.as_secs();
    let mut parts = Vec::new();
    for (seconds, unit) in UNITS {
        if left >= seconds && parts.len() < 2 {
            parts.push(format!("{} {unit}", left / seconds));
            left %= seconds;
        }
    }
    if parts.is_empty() {
        return format!("{} s", time.as_secs_f64());
    }
    parts.join(" ")
}

/// A future in a box, so that models can be kept side by side.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Something that completes prompts. One try; to drop the future is to cancel it.
pub trait Model: Send + Sync + fmt::Debug {
    /// How the configuration and the screen name it.
    fn label(&self) -> &str;

    /// What it can be asked at once.
    fn profile(&self) -> &Profile;

    /// What must be in nothing that it says: its key.
    fn secrets(&self) -> &secrets::Secrets {
        secrets::Secrets::none()
    }

    /// Completes a prompt. Pieces go to `pieces` as they come; a receiver that has gone away is no error.
    /// An error after some text is [`ModelError::Broke`] or [`ModelError::TimedOut`].
    fn complete<'a>(
        &'a self,
        request: &'a Request,
        pieces: mpsc::Sender<Piece>,
    ) -> BoxFuture<'a, Result<Completion, ModelError>>;
}

/// A model that several parts share.
pub type SharedModel = Arc<dyn Model>;
