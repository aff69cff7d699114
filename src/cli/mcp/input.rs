//! Standard input, line by line: one that is no JSON is left out and told of, and so is the end, since nobody reads an answer
//! then, and none is waited for.

use std::{
    collections::VecDeque,
    io,
    pin::Pin,
    task::{Context, Poll, ready},
};

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
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct UnreadLine {
    /// The number of the line, from 1.
    pub(super) number: u64,
    /// What is wrong with it.
    pub(super) why: String,
}

/// An input that gives the lines that are JSON, tells of the others, and cancels a token when it ends or breaks.
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
    /// Cancels `ends` once `input` has ended; `unread` is told of each line that is no JSON.
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
        let why = if is_too_long {
            format!("it is longer than {} MB", LONGEST >> 20)
        } else if line.trim_ascii().is_empty() {
            return;
        } else if let Err(error) = serde_json::from_slice::<serde::de::IgnoredAny>(&line) {
            format!("it is no JSON: {error}")
        } else {
            self.whole.extend(line);
            return;
        };
        // There is room: they are taken before more is read, unless whoever would be told has gone.
        let _ = self.unread.try_send(UnreadLine {
            number: self.lines,
            why,
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
    async fn what_is_no_json_is_told_by_its_line_and_the_rest_goes_through() {
        let (told, mut unread) = mpsc::channel(LINES);
        let ends = CancellationToken::new();
        let given = b"{\"a\": 1}\nhello\n\n[2]\n{\"b\":".as_slice();
        let mut input = Input::new(given, ends.clone(), told);
        let mut through = String::new();
        input.read_to_string(&mut through).await.unwrap();
        assert_eq!(through, "{\"a\": 1}\n[2]\n");
        assert!(ends.is_cancelled());
        drop(input);
        let mut numbers = Vec::new();
        while let Some(line) = unread.recv().await {
            assert!(line.why.contains("no JSON"), "{}", line.why);
            numbers.push(line.number);
        }
        assert_eq!(numbers, [2, 5]);
    }
}
