//! Reads one streamed answer: time-outs, thinking, cleaning, limits, and the verdict on how it ended.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    time::Duration,
};

use serde_json::Value;
use tokio::{
    sync::mpsc,
    time::{Instant, timeout_at},
};

use super::{
    answer::{Answer, Item},
    chunk::Chunk,
    ending::{End, Reason, Stop},
    link::{Link, root_cause},
    refusal::Refusal,
};
use crate::{
    Completion, Finish, ModelError, Piece, Request,
    debate::event::Usage,
    model_error::{ANSWER, FURTHER},
    secrets::Incoming,
    spoken::{Spoken, letters},
    text::{floor_char_boundary, sanitize::sanitize, sentence::is_at_end},
    think::Thinking,
    tokens,
};

/// Bytes of answer for each token asked for; nobody writes longer tokens for long.
const BYTES_A_TOKEN: usize = 16;
/// The limit on an answer is never below this, in bytes.
const LEAST_LIMIT: usize = 64 << 10;
/// Bytes on the wire for each byte of answer, at the most: a chunk's frame around very short tokens.
const FRAME: usize = 256;
/// The longest wait for the usage, which comes after the last word.
const LAST_CHUNK: Duration = Duration::from_secs(5);
/// The most of a refusal in words that is kept, in bytes.
const REFUSAL: usize = 2000;

/// The outcome of an exchange, where that is no failure of its own.
pub(super) enum Outcome {
    /// With an answer.
    Done(Completion),
    /// With thinking up to the limit and no word of an answer.
    OnlyThought(Usage),
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
    /// The amount that the answer says, in letters and digits: white space and signs are no progress.
    said: usize,
    /// The number of the answer that is read: that of the first piece that says something.
    choice: Option<u64>,
    print: Print,
    refused: String,
    /// Whether some of the refusal came before the end: then it is no answer.
    is_withheld: bool,
    end: End,
    /// Whether it was told that nothing more is to come.
    is_end_told: bool,
    /// Whether behind the end the server said that it withholds the answer.
    is_withheld_late: bool,
    /// The time when the reason of the end came, or the last word or thought before: only that is progress.
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
            incoming: match request.shape {
                None => Incoming::of_prose(&link.secrets),
                Some(_) => Incoming::of_json(),
            },
            refusal: Incoming::of_prose(&link.secrets),
            thinking: Thinking::default(),
            spoken: Spoken::default(),
            thought: 0,
            said: 0,
            choice: None,
            print: Print::default(),
            refused: String::new(),
            is_withheld: false,
            end: End::default(),
            is_end_told: false,
            is_withheld_late: false,
            progressed: None,
            usage: None,
            first: None,
        }
    }

    /// The most bytes that are read from the line.
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
            let progressed = self.progressed;
            let mut of_line = match timeout_at(deadline, response.chunk()).await {
                Ok(Ok(Some(chunk))) => {
                    bytes = bytes.saturating_add(chunk.len());
                    let fits = answer.push(&chunk, &mut items).is_ok();
                    (!fits || bytes > self.most_raw_bytes()).then_some(Stop::Flood(bytes))
                }
                Ok(Ok(None)) => {
                    answer.finish(&mut items);
                    Some(Stop::Closed(answer.head()))
                }
                Ok(Err(error)) => Some(Stop::Broken(root_cause(&error))),
                Err(_) => Some(Stop::Silence),
            };
            for item in items.drain(..) {
                if let Some(stop) = self.take_item(item).await
                    && let Some(over) = self.settle(stop).await
                {
                    return over;
                }
            }
            // Bytes that are always there never let the time run out.
            if self.progressed == progressed && Instant::now() > deadline {
                of_line.get_or_insert(Stop::Silence);
            }
            if let Some(stop) = of_line
                && let Some(over) = self.settle(stop).await
            {
                return over;
            }
        }
    }

    /// The outcome that the answer comes to; `None` where the answer is read on. Here alone is asked whether its end
    /// has come: behind the end nothing takes back what came before it, and what becomes of the line does not matter.
    async fn settle(&mut self, stop: Stop) -> Option<Result<Outcome, ModelError>> {
        let stop = match stop {
            Stop::Unreadable(_) | Stop::Error(_) | Stop::Full => self.end.pass(stop)?,
            Stop::Done | Stop::Closed(_) | Stop::Broken(_) | Stop::Silence | Stop::Flood(_) => stop,
        };
        let has_ended = self.end.has_come();
        Some(match stop {
            Stop::Closed(_) | Stop::Broken(_) | Stop::Silence | Stop::Flood(_) if has_ended => {
                self.finish(None, true).await
            }
            Stop::Done => self.finish(None, true).await,
            Stop::Closed(instead) => self.finish(instead, false).await,
            Stop::Broken(cause) => Err(self.broken(&cause)),
            Stop::Silence => Err(self.silence()),
            Stop::Flood(bytes) if self.is_wordless() => Err(ModelError::Flood { bytes }),
            Stop::Flood(_) | Stop::Full => self.full(),
            Stop::Unreadable(piece) => Err(self.unreadable(&piece)),
            Stop::Error(error) => self.error_in_stream(&error),
        })
    }

    /// The time at which it is too late for more.
    fn deadline(&self, sent: Instant) -> Instant {
        match self.progressed {
            Some(at) if self.end.has_come() => at + LAST_CHUNK.min(self.link.between_bytes),
            Some(at) => at + self.link.between_bytes,
            None => sent + self.link.first_byte,
        }
    }

    /// Takes in an item; what stands in the way of further ones, if anything.
    async fn take_item(&mut self, item: Item) -> Option<Stop> {
        let mut chunk = match item {
            Item::Done => return Some(Stop::Done),
            Item::Unreadable(piece) => return Some(Stop::Unreadable(piece)),
            Item::Chunk(chunk) => chunk,
        };
        if let Some(error) = chunk.error {
            return Some(Stop::Error(error));
        }
        self.usage = chunk.usage.or(self.usage);
        if chunk.is_message && self.print.is_of(&chunk.content) {
            chunk.content.clear();
        }
        // One answer was asked for: it cannot be told whether this is of another or has a wrong number.
        if !chunk.content.is_empty() && *self.choice.get_or_insert(chunk.index) != chunk.index {
            return Some(Stop::Unreadable(chunk.content));
        }
        let is_blank = |words: &str| sanitize(words).trim().is_empty();
        let goes_on = !is_blank(&chunk.content) || (self.is_wordless() && chunk.thought > 0);
        if goes_on && self.end.has_come() {
            self.is_withheld |= self.is_withheld_late || !is_blank(&self.refused);
        }
        if goes_on && let Some(passed) = self.end.go_on() {
            return Some(passed);
        }
        if !chunk.is_message {
            self.print.add(&chunk.content);
        }
        self.take(chunk).await.then_some(Stop::Full)
    }

    /// Takes in the words of a chunk; `true` when the limit is reached.
    async fn take(&mut self, chunk: Chunk) -> bool {
        let (said, thought, had_ended) = (self.said, self.thought, self.end.has_come());
        let is_over = had_ended && matches!(self.end.reason(), Some(Reason::Is(_)));
        self.is_withheld |= !is_over && !sanitize(&chunk.refusal).trim().is_empty();
        let clean = self.incoming.push(&chunk.content);
        self.refused += &self.refusal.push(&chunk.refusal);
        self.refused
            .truncate(floor_char_boundary(&self.refused, REFUSAL));
        let sifted = self.thinking.push(&clean);
        if chunk.thought + sifted.thought > 0 {
            self.thought += chunk.thought + sifted.thought;
            self.send(Piece::Thinking).await;
        }
        if let Some(reason) = chunk.finish_reason.as_deref().and_then(Reason::of) {
            self.is_withheld_late |= self.end.say(reason);
        }
        let is_stop = self.end.reason() == Some(&Reason::Is(Finish::Stop));
        // Together with the first words the reason may stand in every chunk.
        let is_last = chunk.content.is_empty() || self.said > 0 || is_at_end(&chunk.content);
        if is_stop && is_last && self.end.has_come() && !self.is_end_told {
            self.is_end_told = true;
            // Before the last words, where they come together: whoever hears them is to know that they are.
            self.send(Piece::Ended).await;
        }
        self.add(sifted.text).await;
        // Behind the reason of the end only words of the answer are waited for.
        let is_further = thought != self.thought || self.end.has_come();
        if said != self.said || (!had_ended && is_further) {
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
        self.said += letters(&text);
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
        ModelError::TimedOut {
            url: None,
            what,
            after,
        }
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
        let piece = self.link.presentable(piece);
        let shown = if piece.trim().is_empty() {
            String::new()
        } else {
            format!(": {piece}")
        };
        self.failed(&format!("a piece of the answer cannot be read{shown}"))
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
            detail: self.link.presentable(refusal.message()),
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
            return Err(self.empty());
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
                let excerpt = self.link.presentable(&instead);
                let excerpt = match excerpt.trim() {
                    "" => String::new(),
                    excerpt => format!(": {excerpt}"),
                };
                return Err(self.failed(&format!("the answer is no event stream{excerpt}")));
            }
            return match (self.refused.trim(), self.end.reason()) {
                ("", Some(Reason::Is(Finish::Length))) if self.thought > 0 => {
                    Ok(Outcome::OnlyThought(self.spent()))
                }
                ("", Some(Reason::Withheld)) => Err(ModelError::Withheld { spoke: false }),
                ("", _) if self.is_withheld_late => Err(ModelError::Withheld { spoke: false }),
                ("", Some(Reason::Odd(reason))) => Err(self.ended_oddly(reason)),
                ("", _) => Err(self.empty()),
                (refused, _) => Err(ModelError::Refused {
                    status: 200,
                    detail: self.link.presentable(refused),
                }),
            };
        }
        if self.is_withheld {
            // It broke off to say that it will not go on.
            return Err(ModelError::Withheld { spoke: true });
        }
        match self.end.reason() {
            Some(Reason::Is(finish)) => {
                let finish = *finish;
                Ok(Outcome::Done(self.completion(finish)))
            }
            Some(Reason::Withheld) => Err(ModelError::Withheld { spoke: true }),
            Some(Reason::Odd(reason)) => Err(self.ended_oddly(reason)),
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

    /// The tokens that it took: what the server has counted, the rest by estimate.
    fn spent(&self) -> Usage {
        let mut estimated = tokens::estimated(&self.request.messages, self.spoken.text());
        estimated.completion_tokens += (self.thought as u64).div_ceil(4);
        tokens::counted(self.usage, estimated)
    }

    /// The failure of an answer without a word.
    fn empty(&self) -> ModelError {
        ModelError::Empty {
            spent: Some(self.spent()),
        }
    }

    fn completion(&mut self, finish: Finish) -> Completion {
        let usage = self.spent();
        Completion {
            text: self.spoken.take(),
            finish,
            usage,
            first_token: self.first,
        }
    }
}

/// The print that is kept of the words that came in pieces, to know them again where a message repeats them all.
#[derive(Debug, Default)]
struct Print {
    letters: usize,
    hasher: DefaultHasher,
}

impl Print {
    fn add(&mut self, words: &str) {
        for letter in words.chars().filter(|letter| !letter.is_whitespace()) {
            self.letters += 1;
            letter.hash(&mut self.hasher);
        }
    }

    fn is_of(&self, words: &str) -> bool {
        let mut other = Self::default();
        other.add(words);
        self.letters > 0
            && self.letters == other.letters
            && self.hasher.finish() == other.hasher.finish()
    }
}

#[cfg(test)]
mod tests;
