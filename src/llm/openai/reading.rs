//! Reads one streamed answer: time-outs, thinking, sanitising, limits, and the verdict on how it ended.

use std::time::Duration;

use async_openai::error::OpenAIError;
use futures_util::{Stream, StreamExt};
use serde_json::Value;
use tokio::{
    sync::mpsc,
    time::{Instant, timeout},
};

use super::{
    link::{Link, Wire},
    refusal::Refusal,
    wire::Chunk,
};
use crate::{
    debate::event::Usage,
    llm::{
        Completion, Finish, ModelError, Piece, Request,
        error::{ANSWER, FURTHER},
        think::Thinking,
        tokens,
    },
    text::{floor_char_boundary, sanitize::Sanitizer},
};

/// Bytes of answer for each token asked for; nobody writes longer tokens for long.
const BYTES_A_TOKEN: usize = 16;
/// The limit on an answer is never below this, in bytes.
const LEAST_LIMIT: usize = 64 << 10;
/// Bytes on the wire for each byte of answer, at the most: a chunk's frame around very short tokens.
const FRAME: usize = 256;
/// How many time-outs a server may fill with comments ("still working") before it counts as silent.
const PATIENCE: u32 = 5;
/// How long the usage may take that comes after the last word.
const LAST_CHUNK: Duration = Duration::from_secs(5);

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
    started: Instant,
    most: usize,
    most_thought: usize,
    sanitizer: Sanitizer,
    thinking: Thinking,
    text: String,
    thought: usize,
    refused: String,
    finish: Option<Finish>,
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
        started: Instant,
    ) -> Self {
        let bytes = |tokens: u32| (tokens as usize).saturating_mul(BYTES_A_TOKEN);
        Self {
            request,
            pieces,
            started,
            most: bytes(request.max_tokens).max(LEAST_LIMIT),
            most_thought: bytes(request.max_tokens.saturating_add(room)).max(4 * LEAST_LIMIT),
            sanitizer: Sanitizer::new(),
            thinking: Thinking::default(),
            text: String::new(),
            thought: 0,
            refused: String::new(),
            finish: None,
            usage: None,
            first: None,
        }
    }

    /// How many bytes are read from the line at the most.
    pub(super) fn most_raw_bytes(&self) -> usize {
        (self.most + self.most_thought).saturating_mul(FRAME)
    }

    /// Reads to the end.
    pub(super) async fn read(
        &mut self,
        mut stream: impl Stream<Item = Result<Value, OpenAIError>> + Unpin,
        wire: &Wire,
        link: &Link,
        sent: Instant,
    ) -> Result<Outcome, ModelError> {
        let mut chunks = 0_usize;
        loop {
            let limit = match (self.finish, chunks) {
                (Some(_), _) => LAST_CHUNK.min(link.between_bytes),
                (None, 0) => link.first_byte.saturating_sub(sent.elapsed()),
                (None, _) => link.between_bytes,
            };
            let item = match next_within(&mut stream, wire, limit).await {
                Ok(item) => item,
                Err(Silence) if self.finish.is_some() => break,
                Err(Silence) => return Err(self.silence(link, chunks)),
            };
            let mut chunk = match item {
                None => break,
                Some(Ok(value)) => Chunk::read(value),
                // One event that is no JSON is not the end.
                Some(Err(OpenAIError::JSONDeserialize(..))) => continue,
                Some(Err(_)) if self.finish.is_some() => break,
                Some(Err(error)) => return Err(self.broken(link, wire, &error)),
            };
            chunks += 1;
            if let Some(error) = chunk.error() {
                return self.error_in_stream(link, &error);
            }
            if let Some(usage) = chunk.usage() {
                self.usage = Some(usage);
            }
            if self.take(chunk).await {
                return self.full();
            }
        }
        self.finish(wire).await
    }

    /// Takes in the words of a chunk; `true` when the limit is reached.
    async fn take(&mut self, chunk: Chunk) -> bool {
        for choice in chunk.choices.into_iter().filter(|choice| choice.index == 0) {
            let thought = choice.delta.thought();
            let clean = self.sanitizer.push(&choice.delta.content);
            let sifted = self.thinking.push(&clean);
            self.refused.push_str(&choice.delta.refusal);
            self.refused
                .truncate(floor_char_boundary(&self.refused, 2000));
            if thought + sifted.thought > 0 {
                self.thought += thought + sifted.thought;
                self.send(Piece::Thinking).await;
            }
            self.add(sifted.text).await;
            if let Some(reason) = choice.finish_reason.filter(|reason| !reason.is_empty()) {
                self.finish = Some(meaning_of(&reason));
            }
        }
        self.text.len() >= self.most || self.thought >= self.most_thought
    }

    async fn add(&mut self, mut text: String) {
        let left = self.most.saturating_sub(self.text.len());
        if text.len() > left {
            text.truncate(floor_char_boundary(&text, left));
        }
        if text.is_empty() {
            return;
        }
        self.first.get_or_insert_with(|| self.started.elapsed());
        self.text.push_str(&text);
        self.send(Piece::Text(text)).await;
    }

    /// A receiver that has gone away is no error.
    async fn send(&self, piece: Piece) {
        let _ = self.pieces.send(piece).await;
    }

    fn is_wordless(&self) -> bool {
        self.text.trim().is_empty()
    }

    fn silence(&self, link: &Link, chunks: usize) -> ModelError {
        let after = if chunks == 0 {
            link.first_byte
        } else {
            link.between_bytes
        };
        let what = if self.text.is_empty() {
            ANSWER
        } else {
            FURTHER
        };
        ModelError::TimedOut { what, after }
    }

    fn broken(&self, link: &Link, wire: &Wire, error: &OpenAIError) -> ModelError {
        let said = error.to_string();
        let detail = link.presentable(wire.broke().unwrap_or(&said));
        if self.text.is_empty() {
            ModelError::Unreachable {
                url: link.base_url.clone(),
                detail,
            }
        } else {
            ModelError::Broke { detail }
        }
    }

    fn error_in_stream(&self, link: &Link, error: &Value) -> Result<Outcome, ModelError> {
        let refusal = Refusal::in_stream(error);
        if self.text.is_empty() {
            return Ok(Outcome::Refused(refusal));
        }
        Err(ModelError::Broke {
            detail: refusal.shown(link),
        })
    }

    /// The limit is reached. Prose just stops there.
    fn full(&mut self) -> Result<Outcome, ModelError> {
        if self.request.shape.is_some() {
            return Err(ModelError::Flood {
                bytes: self.text.len().max(self.thought),
            });
        }
        if self.is_wordless() {
            return Err(ModelError::Empty);
        }
        self.finish = Some(Finish::Length);
        Ok(Outcome::Done(self.completion(Finish::Length)))
    }

    /// The stream has ended.
    async fn finish(&mut self, wire: &Wire) -> Result<Outcome, ModelError> {
        let held = self.thinking.finish();
        self.add(held).await;
        let ended = self.finish.is_some() || wire.is_done();
        if self.is_wordless() {
            return match (self.refused.trim(), self.finish) {
                ("", Some(Finish::Length)) if self.thought > 0 => Ok(Outcome::OnlyThought),
                ("", _) => Err(ModelError::Empty),
                (refused, _) => Err(ModelError::Refused {
                    status: 200,
                    detail: crate::text::sanitize::sanitize_line(refused),
                }),
            };
        }
        if wire.is_full() {
            return self.full();
        }
        if !ended {
            return Err(ModelError::Broke {
                detail: "the answer ended before its end".to_owned(),
            });
        }
        let finish = self.finish.unwrap_or(Finish::Stop);
        Ok(Outcome::Done(self.completion(finish)))
    }

    fn completion(&mut self, finish: Finish) -> Completion {
        let usage = self.usage.unwrap_or_else(|| {
            let mut usage = tokens::estimated(&self.request.messages, &self.text);
            usage.completion_tokens += (self.thought as u64).div_ceil(4);
            usage
        });
        Completion {
            text: std::mem::take(&mut self.text),
            finish,
            usage,
            first_token: self.first,
        }
    }
}

/// Nothing came in time.
struct Silence;

/// The next item. Bytes that are no event (comments that keep the line open) count as life, for a while.
async fn next_within<S: Stream + Unpin>(
    stream: &mut S,
    wire: &Wire,
    limit: Duration,
) -> Result<Option<S::Item>, Silence> {
    let mut seen = wire.bytes();
    for _ in 0..PATIENCE {
        match timeout(limit, stream.next()).await {
            Ok(item) => return Ok(item),
            Err(_) if wire.bytes() == seen => return Err(Silence),
            Err(_) => seen = wire.bytes(),
        }
    }
    Err(Silence)
}

fn meaning_of(reason: &str) -> Finish {
    let reason = reason.to_ascii_lowercase();
    if reason.contains("length") || reason.contains("max_tokens") {
        Finish::Length
    } else {
        Finish::Stop
    }
}
