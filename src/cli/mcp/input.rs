//! Standard input, of which one is told when it ends: nobody reads an answer then, and none is waited for.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll, ready},
};

use tokio::io::{AsyncRead, ReadBuf};
use tokio_util::sync::CancellationToken;

/// An input that cancels a token when it ends or breaks.
#[derive(Debug)]
pub(super) struct Input<R> {
    input: R,
    ends: CancellationToken,
}

impl<R> Input<R> {
    /// Cancels `ends` once `input` has ended.
    pub(super) fn new(input: R, ends: CancellationToken) -> Self {
        Self { input, ends }
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for Input<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = ready!(Pin::new(&mut self.input).poll_read(context, buffer));
        let is_end = buffer.remaining() > 0 && buffer.filled().len() == before;
        if read.is_err() || is_end {
            self.ends.cancel();
        }
        Poll::Ready(read)
    }
}
