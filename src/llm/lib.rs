//! The source of completions. One trait, [`Model`]: a request gives a stream of text and then a completion. Everything
//! else here makes that dependable: tries and waits, structured answers, prices.
//!
//! A provider makes one try and says honestly how it went; trying again is decided in one place, for all.

#![deny(clippy::wildcard_enum_match_arm)]

use hustings_base::{clock, error, panics, similarity, text};
use hustings_rules::{catalog, debate};

pub mod account;
mod controls;
pub mod embed;
pub mod finished;
#[cfg(any(test, feature = "fixtures"))]
pub mod fixture;
pub mod gate;
mod likelihood;
pub mod meter;
mod model_error;
pub mod network_thread;
pub mod openai;
mod partial;
mod place;
pub mod price;
pub mod probe;
pub mod retry;
pub mod roster;
pub mod scripted;
pub mod secrets;
pub mod shape;
mod spelled;
pub mod spoken;
pub mod structured;
pub mod think;
pub mod throughput;
pub mod tokens;

use std::{fmt, future::Future, pin::Pin, sync::Arc, time::Duration};

use tokio::sync::mpsc;

pub use self::likelihood::{Likelihoods, TellsLikelihoods};
use crate::{
    catalog::Profile,
    debate::{ask::Purpose, event::Usage},
    text::shown::given,
};

/// The provider's name in front of the models that run in the program, whether it was built with them or not.
pub const EMBEDDED: &str = "embedded";

/// The sender of a message, as models are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum From {
    /// The house: rules and motion.
    System,
    /// Whoever speaks to the model.
    User,
    /// The model, or whoever is shown to it as having spoken.
    Assistant,
}

impl From {
    /// The name of the sender as the role of a message, in the protocol of servers and in the templates of models.
    pub const fn role(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::User => "user",
            Self::Assistant => "assistant",
        }
    }
}

/// One message of a prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// The sender of the message.
    pub from: From,
    /// The text of the message.
    pub text: String,
}

impl Message {
    /// The messages, with those that follow each other from the same as one: some templates of chats want turns.
    pub fn in_turns(messages: impl IntoIterator<Item = Self>) -> Vec<Self> {
        let mut turns: Vec<Self> = Vec::new();
        for message in messages {
            match turns.last_mut().filter(|last| last.from == message.from) {
                Some(last) => {
                    last.text.push_str("\n\n");
                    last.text.push_str(&message.text);
                }
                None => turns.push(message),
            }
        }
        turns
    }
}

/// The shape that an answer must have.
#[derive(Debug, Clone, PartialEq)]
pub struct Shape {
    /// A name for it: letters, digits, `_`.
    pub name: &'static str,
    /// The JSON schema, in the strict subset: every property required, no further ones.
    pub schema: serde_json::Value,
}

/// A request to a model.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// The purpose of the call.
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

/// A piece of what comes before the completion.
#[derive(Debug, Clone, PartialEq)]
pub enum Piece {
    /// More of the answer, already safe for a terminal.
    Text(String),
    /// The model is thinking: proof of life, never speech.
    Thinking,
    /// The answer is written whole, as its server says: what is still on its way are the last words, and then the end
    /// of the call is waited for.
    Ended,
    /// A try failed and another follows.
    Retrying {
        /// The number of the try that failed, counted from 1.
        attempt: u32,
        /// The reason why the try before failed, for people.
        reason: String,
        /// The wait before the next try.
        wait: Duration,
    },
    /// The answer that came whole cannot be used, and another is asked for: nothing of it is anybody's words.
    Refused,
    /// Whether the model is at work on it. What has none of these is worked on from the beginning.
    Turn(QueueTurn),
}

/// The holder of the turn with a model that does one thing after another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QueueTurn {
    /// Others go before: the time until then is none of the call's.
    Others,
    /// The call's own turn.
    Own,
}

/// The reason an answer ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Finish {
    /// The model was done.
    Stop,
    /// The answer had reached its limit of tokens.
    Length,
}

/// An answer of a model, whole.
#[derive(Debug, Clone, PartialEq)]
pub struct Completion {
    /// The whole text, safe for a terminal.
    pub text: String,
    /// The reason why the answer ended.
    pub finish: Finish,
    /// The tokens that were used: the server's count, or an estimate.
    pub usage: Usage,
    /// From sending to the first word.
    pub first_token: Option<Duration>,
}

/// The words for a server that refuses for want of the right key. Who is forbidden something (403) may have a key that is
/// accepted, and not be allowed this.
fn refuses(sent: bool, status: u16) -> &'static str {
    match (sent, status) {
        (true, 403) => "refuses this request with that key",
        (true, _) => "does not accept the key",
        (false, 403) => "refuses this request, and no key was sent",
        (false, _) => "asks for a key, and none was sent",
    }
}

/// A server's message behind a colon, where it sent one.
fn told(detail: &str) -> String {
    if detail.trim().is_empty() {
        String::new()
    } else {
        format!(": {}", detail.trim())
    }
}

/// The reason there is no answer.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ModelError {
    /// A server that cannot be reached.
    #[error("no connection to {url}: {detail}")]
    Unreachable {
        /// The base URL.
        url: String,
        /// The system's message.
        detail: String,
    },
    /// A key that is refused: status 401 or 403.
    #[error("{url} {} ({status}){}", refuses(*.sent, *.status), told(.detail))]
    Key {
        /// The base URL.
        url: String,
        /// The HTTP status.
        status: u16,
        /// Whether a key was sent.
        sent: bool,
        /// The environment variable that the key comes from, or is looked for in, where there is one.
        variable: Option<String>,
        /// The server's message; empty where it sent none.
        detail: String,
    },
    /// 404, or a message that says so.
    #[error("there is no model \"{}\" at {url}", given(.model))]
    NoSuchModel {
        /// The name of the model.
        model: String,
        /// The base URL.
        url: String,
        /// The models that there are, as far as the server says.
        offers: Vec<String>,
    },
    /// A model in the process that cannot be run.
    #[error("\"{}\" cannot be run: {detail}", given(.model))]
    Unusable {
        /// The name of the model.
        model: String,
        /// The fault of the model.
        detail: String,
    },
    /// The prompt, with room for an answer, is longer than the context window.
    #[error("the prompt does not fit the context of \"{}\": {detail}", given(.model))]
    TooLong {
        /// The name of the model.
        model: String,
        /// The server's message.
        detail: String,
        /// The size of the context, in tokens, where the server says it.
        context: Option<u32>,
    },
    /// The server has too many requests (HTTP 429).
    #[error("the server asks to wait{}", said(.detail))]
    Busy {
        /// The wait that the server asks for, if it says.
        retry_after: Option<Duration>,
        /// The server's words, fit to be shown.
        detail: String,
    },
    /// 5xx, 408, or an error in the stream.
    #[error("the server failed{}{}", numbered(*.status), said(.detail))]
    Server {
        /// The status; 200 for an error in the stream.
        status: u16,
        /// The wait that the server asks for, if it does.
        retry_after: Option<Duration>,
        /// The server's words, fit to be shown.
        detail: String,
    },
    /// Any other status: asking again would not help.
    #[error("the server refuses the request{}{}", numbered(*.status), said(.detail))]
    Refused {
        /// The HTTP status.
        status: u16,
        /// The server's words, fit to be shown.
        detail: String,
    },
    /// A time limit: nothing came in time.
    #[error("no {what}{} within {} s", from_server(.url.as_deref()), .after.as_secs_f64())]
    TimedOut {
        /// The base URL, where more servers than one may be meant.
        url: Option<String>,
        /// "answer" before the first byte, "further word" after.
        what: &'static str,
        /// The time limit that was reached.
        after: Duration,
    },
    /// The line broke after some text.
    #[error("the line broke: {detail}")]
    Broke {
        /// The system's message.
        detail: String,
    },
    /// The answer had no words: not a letter, not a digit.
    #[error("the answer is empty")]
    Empty {
        /// The tokens that it took all the same, where that is known: whoever thinks is paid for it.
        spent: Option<Usage>,
    },
    /// The server keeps the answer, or the rest of it, back for what it says.
    #[error("the server's content filter stopped the answer")]
    Withheld {
        /// Whether part of the answer had been passed on.
        spoke: bool,
    },
    /// The answer was not of the shape asked for.
    #[error("the answer is not what was asked for: {detail}")]
    Shape {
        /// The fault of the answer.
        detail: String,
        /// The answer as it came, safe for a terminal. Empty where it never came.
        raw: String,
    },
    /// The server asks to be left alone for longer than is waited.
    #[error("the server asks to wait {}, longer than the {} allowed{}", spelled(*.asked), spelled(*.most), said(.detail))]
    Later {
        /// The wait that the server asks for.
        asked: Duration,
        /// The longest wait that is allowed.
        most: Duration,
        /// The server's words, fit to be shown.
        detail: String,
    },
    /// The call has taken the longest time that it may take in all.
    #[error("the answer was not complete within {}, the longest time for such a call", spelled(*.after))]
    Overdue {
        /// The longest time that is allowed.
        after: Duration,
        /// Whether part of the answer had been passed on.
        spoke: bool,
    },
    /// Whoever waits for several that speak at once has waited long enough for this one.
    #[error("nobody waits longer than {} s", .after.as_secs())]
    Patience {
        /// The time that was waited.
        after: Duration,
    },
    /// The limit of what may be spent is reached.
    #[error("it was not asked: {what}")]
    Limit {
        /// The limit that was reached, and how much was used, for people.
        what: String,
    },
    /// The program itself failed in it.
    #[error("the program itself failed in this call: {detail}")]
    Internal {
        /// The message of the panic.
        detail: String,
    },
    /// The vectors are not what a model that embeds would give.
    #[error("the embeddings of \"{}\" cannot be used: {detail}", given(.model))]
    Vectors {
        /// The name of the model.
        model: String,
        /// The fault of the vectors.
        detail: String,
    },
    /// The answer did not stop when it should have.
    #[error("the answer is too long ({bytes} bytes)")]
    Flood {
        /// The number of bytes that had come.
        bytes: usize,
    },
}

/// The server that was waited for, where it is named.
fn from_server(url: Option<&str>) -> String {
    url.map_or_else(String::new, |url| format!(" from {url}"))
}

/// The status of a failure. One that says that all is well is not told beside what was wrong all the same.
fn numbered(status: u16) -> String {
    match status {
        ..300 => String::new(),
        status => format!(" ({status})"),
    }
}

/// The words of a server behind their meaning; empty where the server says nothing.
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
    /// The name of the model in the configuration and on the screen.
    fn label(&self) -> &str;

    /// The profile of the model: what it can be asked at once.
    fn profile(&self) -> &Profile;

    /// The number of answers to one prompt that it writes beside each other for little more time than one: as many as its
    /// profile wants candidates. A server has its own queue, and is asked for one.
    fn beside(&self) -> u32 {
        1
    }

    /// The same model, where it can tell how likely it is to give an answer. A server is not asked: the protocol has room for
    /// a few of the next tokens alone.
    fn as_telling_likelihoods(&self) -> Option<&dyn TellsLikelihoods> {
        None
    }

    /// Takes a server at its word on how large the context of the model is, in tokens: [`Self::profile`] tells it from
    /// then on, where it is smaller than what was known. A model that knows its context by itself learns nothing.
    fn learn_context(&self, _tokens: u32) {}

    /// The secrets that must be in nothing that the model says: its key.
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
