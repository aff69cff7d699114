//! Standard input, line by line: one that is no message is left out and told of, and so is the end, since nobody reads an answer
//! then, and none is waited for.

use std::{
    collections::VecDeque,
    io,
    pin::Pin,
    task::{Context, Poll, ready},
};

use rmcp::{ErrorData, model::NumberOrString};
use serde_json::Value;
use tokio::{
    io::{AsyncRead, ReadBuf},
    sync::mpsc::Sender,
};
use tokio_util::sync::CancellationToken;

/// Bytes of a line: what is longer is no message of anybody's.
const LONGEST: usize = 16 << 20;
/// Bytes that are read at once, and the most lines that can stand in them.
const AT_ONCE: usize = 1 << 14;
pub(super) const LINES: usize = AT_ONCE;

/// A line that is no message.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct UnreadLine {
    /// The number of the line, from 1.
    pub(super) number: u64,
    /// The id that is asked for an answer with, where it has one.
    pub(super) id: Option<NumberOrString>,
    /// What is wrong with it, as the protocol says it.
    pub(super) error: ErrorData,
}

/// What is wrong with a line that is no message, and the id that it has for an answer.
fn fault(line: &[u8]) -> Option<(Option<NumberOrString>, ErrorData)> {
    let value: Value = match serde_json::from_slice(line) {
        Ok(value) => value,
        Err(error) => {
            let said = error.to_string();
            // The number of the line is that of the input, which whoever tells of it says.
            let said = said.replacen(" at line 1 column ", " at column ", 1);
            return Some((
                None,
                ErrorData::parse_error(format!("it is no JSON: {said}"), None),
            ));
        }
    };
    let id = match value.get("id") {
        Some(Value::String(id)) => Some(NumberOrString::String(id.as_str().into())),
        Some(Value::Number(id)) => id.as_i64().map(NumberOrString::Number),
        _ => None,
    };
    let invalid = |said: &str| ErrorData::invalid_request(said.to_owned(), None);
    let error = match &value {
        Value::Object(_) if value.get("jsonrpc").and_then(Value::as_str) != Some("2.0") => {
            invalid("`jsonrpc` is not \"2.0\"")
        }
        Value::Object(message) => match message.get("method") {
            // Of whoever answers.
            None if message.contains_key("result") || message.contains_key("error") => return None,
            None => invalid("it has no `method`"),
            Some(Value::String(method)) if method == "tools/call" && id.is_some() => {
                let params = message.get("params");
                let of = |name| params.and_then(|params| params.get(name));
                let said = match (of("name"), of("arguments")) {
                    (Some(Value::String(_)), None | Some(Value::Object(_) | Value::Null)) => {
                        return None;
                    }
                    (Some(Value::String(_)), Some(_)) => "`arguments` is no object",
                    _ => "`params` has no `name` that is a text",
                };
                ErrorData::invalid_params(format!("tools/call: {said}"), None)
            }
            Some(Value::String(_)) => return None,
            Some(_) => invalid("its `method` is no text"),
        },
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
            invalid("it is no object")
        }
    };
    Some((id, error))
}

/// An input that gives the lines that are messages, tells of the others, and cancels a token when it ends or breaks.
#[derive(Debug)]
pub(super) struct Input<R> {
    source: R,
    ends: CancellationToken,
    unread: Sender<UnreadLine>,
    /// The line that is being read.
    line: Vec<u8>,
    /// The number of lines before it.
    lines: u64,
    /// Whether the line is too long, and its rest is left out.
    is_too_long: bool,
    /// Whole lines that nobody has taken yet.
    whole: VecDeque<u8>,
    is_over: bool,
}

impl<R> Input<R> {
    /// Cancels `ends` once `input` has ended; `unread` is told of each line that is no message.
    pub(super) fn new(input: R, ends: CancellationToken, unread: Sender<UnreadLine>) -> Self {
        Self {
            source: input,
            ends,
            unread,
            line: Vec::new(),
            lines: 0,
            is_too_long: false,
            whole: VecDeque::new(),
            is_over: false,
        }
    }

    fn take_in(&mut self, bytes: &[u8]) {
        for part in bytes.split_inclusive(|byte| *byte == b'\n') {
            if self.line.len() + part.len() > LONGEST {
                self.is_too_long = true;
                self.line.clear();
            }
            if !self.is_too_long {
                self.line.extend_from_slice(part);
            }
            if part.ends_with(b"\n") {
                self.end_line();
            }
        }
    }

    fn end_line(&mut self) {
        self.lines += 1;
        let line = std::mem::take(&mut self.line);
        let is_too_long = std::mem::take(&mut self.is_too_long);
        let (id, error) = if is_too_long {
            let said = format!("it is longer than {} MB", LONGEST >> 20);
            (None, ErrorData::parse_error(said, None))
        } else if line.trim_ascii().is_empty() {
            return;
        } else if let Some(wrong) = fault(&line) {
            wrong
        } else {
            self.whole.extend(line);
            return;
        };
        // There is room: they are taken before more is read, unless whoever would be told has gone.
        let _ = self.unread.try_send(UnreadLine {
            number: self.lines,
            id,
            error,
        });
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for Input<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            let (first, _) = self.whole.as_slices();
            let taken = first.len().min(buffer.remaining());
            if let Some(part) = first.get(..taken).filter(|part| !part.is_empty()) {
                buffer.put_slice(part);
                self.whole.drain(..taken);
                return Poll::Ready(Ok(()));
            }
            if self.is_over || buffer.remaining() == 0 {
                return Poll::Ready(Ok(()));
            }
            let mut bytes = vec![0; AT_ONCE];
            let mut read = ReadBuf::new(&mut bytes);
            let done = ready!(Pin::new(&mut self.source).poll_read(context, &mut read));
            if let Err(error) = done {
                self.ends.cancel();
                return Poll::Ready(Err(error));
            }
            if read.filled().is_empty() {
                self.is_over = true;
                // The last line may have no end.
                if !self.line.is_empty() || self.is_too_long {
                    self.line.push(b'\n');
                    self.end_line();
                }
                self.ends.cancel();
            } else {
                self.take_in(read.filled());
                // What was told is heard before more is read.
                if self.whole.is_empty() {
                    context.waker().wake_by_ref();
                    return Poll::Pending;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::{io::AsyncReadExt, sync::mpsc};

    use super::*;

    #[tokio::test]
    async fn what_is_no_message_is_told_by_its_line_and_the_rest_goes_through() {
        let (told, mut unread) = mpsc::channel(LINES);
        let ends = CancellationToken::new();
        let given = concat!(
            r#"{"jsonrpc":"2.0","method":"ping","id":1}"#,
            "\nhello\n\n[2]\n",
            r#"{"jsonrpc":"2.0","id":7}"#,
            "\n",
            r#"{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"a","arguments":[]}}"#,
            "\n{\"b\":",
        )
        .as_bytes();
        let mut input = Input::new(given, ends.clone(), told);
        let mut through = String::new();
        input.read_to_string(&mut through).await.unwrap();
        assert_eq!(
            through,
            "{\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":1}\n"
        );
        assert!(ends.is_cancelled());
        drop(input);
        let mut told = Vec::new();
        while let Some(line) = unread.recv().await {
            let said = &line.error.message;
            assert!(!said.contains("line 1"), "{said}");
            told.push((line.number, line.id, line.error.code.0));
        }
        let x = NumberOrString::String("x".into());
        assert_eq!(
            told,
            [
                (2, None, -32700),
                (4, None, -32600),
                (5, Some(NumberOrString::Number(7)), -32600),
                (6, Some(x), -32602),
                (7, None, -32700),
            ]
        );
    }
}
