//! Reads one streamed answer: time-outs, thinking, cleaning, limits, and the verdict on how it ended.

use std::time::Duration;

use serde_json::Value;
use tokio::{
    sync::mpsc,
    time::{Instant, timeout_at},
};

use super::{
    answer::{Answer, Item},
    chunk::Chunk,
    link::{Link, root_cause},
    refusal::Refusal,
};
use crate::{
    Completion, Finish, ModelError, Piece, Request,
    debate::event::Usage,
    model_error::{ANSWER, FURTHER},
    secrets::Incoming,
    spoken::Spoken,
    text::floor_char_boundary,
    think::Thinking,
    tokens,
};

/// Bytes of answer for each token asked for; nobody writes longer tokens for long.
const BYTES_A_TOKEN: usize = 16;
/// The limit on an answer is never below this, in bytes.
const LEAST_LIMIT: usize = 64 << 10;
/// Bytes on the wire for each byte of answer, at the most: a chunk's frame around very short tokens.
const FRAME: usize = 256;
/// How long the usage may take that comes after the last word.
const LAST_CHUNK: Duration = Duration::from_secs(5);
/// How much of a refusal in words is kept, in bytes.
const REFUSAL: usize = 2000;

/// How an exchange ended that is no failure of its own.
pub(super) enum Outcome {
    /// With an answer.
    Done(Completion),
    /// With thinking up to the limit and no word of an answer.
    OnlyThought,
    /// With a refusal, from which something may be learnt.
    Refused(Refusal),
}

/// An answer being read.
pub(super) struct Reading<'a> {
    request: &'a Request,
    pieces: &'a mpsc::Sender<Piece>,
    link: &'a Link,
    started: Instant,
    most: usize,
    most_thought: usize,
    incoming: Incoming<'a>,
    refusal: Incoming<'a>,
    thinking: Thinking,
    spoken: Spoken,
    thought: usize,
    refused: String,
    end: Option<End>,
    /// When the reason of the end came, or the last word or thought before: only that is progress.
    progressed: Option<Instant>,
    usage: Option<Usage>,
    first: Option<Duration>,
}

impl<'a> Reading<'a> {
    /// Prepares to read the answer to a request that began at `started`, with so many tokens of room for
    /// thinking.
    pub(super) fn new(
        request: &'a Request,
        pieces: &'a mpsc::Sender<Piece>,
        room: u32,
        link: &'a Link,
        started: Instant,
    ) -> Self {
        let bytes = |tokens: u32| (tokens as usize).saturating_mul(BYTES_A_TOKEN);
        Self {
            request,
            pieces,
            link,
            started,
            most: bytes(request.max_tokens).max(LEAST_LIMIT),
            most_thought: bytes(request.max_tokens.saturating_add(room)).max(4 * LEAST_LIMIT),
            incoming: Incoming::new(&link.secrets),
            refusal: Incoming::new(&link.secrets),
            thinking: Thinking::default(),
            spoken: Spoken::of(request),
            thought: 0,
            refused: String::new(),
            end: None,
            progressed: None,
            usage: None,
            first: None,
        }
    }

    /// How many bytes are read from the line at the most.
    fn most_raw_bytes(&self) -> usize {
        (self.most.saturating_add(self.most_thought)).saturating_mul(FRAME)
    }

    /// Reads to the end the answer to what went out at `sent`.
    pub(super) async fn read(
        &mut self,
        mut response: reqwest::Response,
        sent: Instant,
    ) -> Result<Outcome, ModelError> {
        let mut answer = Answer::new();
        let mut items = Vec::new();
        let mut bytes = 0_usize;
        loop {
            let deadline = self.deadline(sent);
            let came = match timeout_at(deadline, response.chunk()).await {
                Ok(came) => came,
                Err(_) if self.end.is_some() => break,
                Err(_) => return Err(self.silence()),
            };
            let progressed = self.progressed;
            let too_long = match came {
                Ok(Some(chunk)) => {
                    bytes = bytes.saturating_add(chunk.len());
                    answer.push(&chunk, &mut items).is_err()
                }
                Ok(None) => {
                    answer.finish(&mut items);
                    return match self.take_all(&mut items).await? {
                        Taken::Over(outcome) => Ok(outcome),
                        Taken::Done => self.finish(None, true).await,
                        Taken::More => self.finish(answer.head(), false).await,
                    };
                }
                Err(_) if self.end.is_some() => break,
                Err(error) => return Err(self.broken(&root_cause(&error))),
            };
            match self.take_all(&mut items).await? {
                Taken::Over(outcome) => return Ok(outcome),
                Taken::Done => return self.finish(None, true).await,
                Taken::More => {}
            }
            if too_long || bytes > self.most_raw_bytes() {
                return if self.is_wordless() {
                    Err(ModelError::Flood { bytes })
                } else {
                    self.full()
                };
            }
            // Bytes that are always there never let the time run out.
            if self.progressed == progressed && Instant::now() > deadline {
                return Err(self.silence());
            }
        }
        self.finish(None, true).await
    }

    /// When it is too late for more.
    fn deadline(&self, sent: Instant) -> Instant {
        match (&self.end, self.progressed) {
            (Some(_), Some(at)) => at + LAST_CHUNK.min(self.link.between_bytes),
            (_, Some(at)) => at + self.link.between_bytes,
            (_, None) => sent + self.link.first_byte,
        }
    }

    /// Takes in what has come.
    async fn take_all(&mut self, items: &mut Vec<Item>) -> Result<Taken, ModelError> {
        for item in items.drain(..) {
            match item {
                Item::Done => return Ok(Taken::Done),
                // What follows the reason of the end is no word of the answer.
                Item::Unreadable(_) if self.end.is_some() => {}
                Item::Unreadable(piece) => return Err(self.unreadable(&piece)),
                Item::Chunk(chunk) => {
                    if let Some(error) = &chunk.error {
                        return self.error_in_stream(error).map(Taken::Over);
                    }
                    self.usage = chunk.usage.or(self.usage);
                    if self.take(chunk).await {
                        return self.full().map(Taken::Over);
                    }
                }
            }
        }
        Ok(Taken::More)
    }

    /// Takes in the words of a chunk; `true` when the limit is reached.
    async fn take(&mut self, chunk: Chunk) -> bool {
        let before = (self.written(), self.thought, self.end.clone());
        let clean = self.incoming.push(&chunk.content);
        self.refused += &self.refusal.push(&chunk.refusal);
        self.refused
            .truncate(floor_char_boundary(&self.refused, REFUSAL));
        let sifted = self.thinking.push(&clean);
        if chunk.thought + sifted.thought > 0 {
            self.thought += chunk.thought + sifted.thought;
            self.send(Piece::Thinking).await;
        }
        self.add(sifted.text).await;
        if let Some(reason) = chunk.finish_reason {
            self.end = End::of(&reason).or(self.end.take());
        }
        if before != (self.written(), self.thought, self.end.clone()) {
            self.progressed = Some(Instant::now());
        }
        self.written() >= self.most || self.thought >= self.most_thought
    }

    fn written(&self) -> usize {
        self.spoken.text().len()
    }

    async fn add(&mut self, mut text: String) {
        let left = self.most.saturating_sub(self.written());
        if text.len() > left {
            text.truncate(floor_char_boundary(&text, left));
        }
        if let Some(text) = self.spoken.push(text) {
            self.first.get_or_insert_with(|| self.started.elapsed());
            self.send(Piece::Text(text)).await;
        }
    }

    /// A receiver that has gone away is no error.
    async fn send(&self, piece: Piece) {
        let _ = self.pieces.send(piece).await;
    }

    fn is_wordless(&self) -> bool {
        !self.spoken.has_begun()
    }

    fn silence(&self) -> ModelError {
        let after = if self.progressed.is_none() {
            self.link.first_byte
        } else {
            self.link.between_bytes
        };
        let what = if self.is_wordless() { ANSWER } else { FURTHER };
        ModelError::TimedOut { what, after }
    }

    fn broken(&self, cause: &str) -> ModelError {
        let detail = self.link.presentable(cause);
        if self.is_wordless() {
            ModelError::Unreachable {
                url: self.link.base_url.to_string(),
                detail,
            }
        } else {
            ModelError::Broke { detail }
        }
    }

    /// A piece may have been words: to go on without it would be to lose them without a word.
    fn unreadable(&self, piece: &str) -> ModelError {
        let detail = format!("a piece of the answer cannot be read: {piece}");
        self.failed(&detail)
    }

    fn failed(&self, detail: &str) -> ModelError {
        let detail = self.link.presentable(detail);
        if self.is_wordless() {
            ModelError::Server {
                status: 200,
                retry_after: None,
                detail,
            }
        } else {
            ModelError::Broke { detail }
        }
    }

    fn error_in_stream(&self, error: &Value) -> Result<Outcome, ModelError> {
        let refusal = Refusal::in_stream(error);
        if self.is_wordless() {
            return Ok(Outcome::Refused(refusal));
        }
        Err(ModelError::Broke {
            detail: refusal.shown(self.link),
        })
    }

    /// The limit is reached. Prose just stops there.
    fn full(&mut self) -> Result<Outcome, ModelError> {
        if self.request.shape.is_some() {
            return Err(ModelError::Flood {
                bytes: self.written().max(self.thought),
            });
        }
        if self.is_wordless() {
            return Err(ModelError::Empty);
        }
        Ok(Outcome::Done(self.completion(Finish::Length)))
    }

    /// The answer has ended, `properly` where the server said so. `instead` is what came in the place of one.
    async fn finish(
        &mut self,
        instead: Option<String>,
        properly: bool,
    ) -> Result<Outcome, ModelError> {
        let held = self.incoming.finish();
        let sifted = self.thinking.push(&held);
        self.thought += sifted.thought;
        self.add(sifted.text).await;
        let held = self.thinking.finish();
        self.add(held).await;
        self.refused += &self.refusal.finish();
        if self.is_wordless() {
            if let Some(instead) = instead {
                return Err(self.failed(&format!("the answer is no event stream: {instead}")));
            }
            return match (self.refused.trim(), &self.end) {
                ("", Some(End::Is(Finish::Length))) if self.thought > 0 => Ok(Outcome::OnlyThought),
                ("", Some(End::Withheld)) => Err(ModelError::Withheld { spoke: false }),
                ("", Some(End::Odd(reason))) => Err(self.ended_oddly(reason)),
                ("", _) => Err(ModelError::Empty),
                (refused, _) => Err(ModelError::Refused {
                    status: 200,
                    detail: self.link.presentable(refused),
                }),
            };
        }
        match &self.end {
            Some(End::Is(finish)) => {
                let finish = *finish;
                Ok(Outcome::Done(self.completion(finish)))
            }
            Some(End::Withheld) => Err(ModelError::Withheld { spoke: true }),
            Some(End::Odd(reason)) => Err(self.ended_oddly(reason)),
            None if properly => Ok(Outcome::Done(self.completion(Finish::Stop))),
            None => Err(ModelError::Broke {
                detail: "the answer ended before its end".to_owned(),
            }),
        }
    }

    /// The server gave the answer up: what there is of it is a part, as where the line is cut.
    fn ended_oddly(&self, reason: &str) -> ModelError {
        self.failed(&format!("the server ended the answer early: {reason}"))
    }

    fn completion(&mut self, finish: Finish) -> Completion {
        let usage = self.usage.unwrap_or_else(|| {
            let mut usage = tokens::estimated(&self.request.messages, self.spoken.text());
            usage.completion_tokens += (self.thought as u64).div_ceil(4);
            usage
        });
        Completion {
            text: self.spoken.take(),
            finish,
            usage,
            first_token: self.first,
        }
    }
}

/// What there is after some items.
enum Taken {
    /// More may come.
    More,
    /// The server has said that the answer is complete.
    Done,
    /// Nothing more is read.
    Over(Outcome),
}

/// What a server gives as the reason of the end.
#[derive(Debug, Clone, PartialEq, Eq)]
enum End {
    /// The answer is as long as it is or may be.
    Is(Finish),
    /// What it says is not to be said.
    Withheld,
    /// Anything else, in its words.
    Odd(String),
}

/// Where a model ends by itself. A call of a tool, of which none is offered, ends the text as well.
const STOPS: [&str; 24] = [
    "stop",
    "stopped",
    "stop_sequence",
    "stop_token",
    "stop_str",
    "stop_word",
    "end",
    "end_turn",
    "end_of_turn",
    "end_of_text",
    "eos",
    "eos_token",
    "eot",
    "word",
    "complete",
    "completed",
    "done",
    "finish",
    "finished",
    "normal",
    "success",
    "tool_calls",
    "tool_use",
    "function_call",
];
/// Where it ends for want of room.
const LIMITS: [&str; 4] = ["length", "max_tokens", "max_output", "context_window"];
/// Where somebody does not want it said.
const FILTERS: [&str; 11] = [
    "filter",
    "safety",
    "refusal",
    "recitation",
    "blocklist",
    "prohibited",
    "spii",
    "guardrail",
    "toxic",
    "moderation",
    "sensitive",
];
/// What some servers send with every chunk, while there is more to come.
const NOT_YET: [&str; 3] = ["null", "none", "in_progress"];

impl End {
    /// What is meant; `None` where the answer goes on.
    fn of(reason: &str) -> Option<Self> {
        let word = reason.trim().to_ascii_lowercase().replace(['-', ' '], "_");
        let word = word.trim_start_matches("finish_reason_");
        let names = |all: &[&str]| all.iter().any(|one| word.contains(one));
        Some(if NOT_YET.contains(&word) {
            return None;
        } else if STOPS.contains(&word) {
            Self::Is(Finish::Stop)
        } else if word == "limit" || names(&LIMITS) {
            Self::Is(Finish::Length)
        } else if names(&FILTERS) {
            Self::Withheld
        } else {
            Self::Odd(reason.to_owned())
        })
    }
}
