//! The pipes that the protocol goes through. A line that is no message is answered with the error of the protocol for that,
//! and told on standard error, and the session goes on.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

use rmcp::{
    RoleServer,
    service::{RxJsonRpcMessage, TxJsonRpcMessage},
    transport::{Transport, async_rw::AsyncRwTransport},
};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    sync::mpsc::{Receiver, channel},
    task::JoinSet,
};
use tokio_util::sync::CancellationToken;

use super::{
    super::out,
    input::{Input, LINES, UnreadLine},
};

/// Lines that are told on standard error; what comes after is the same again.
const MOST_TOLD: u32 = 10;

/// The pipes to whoever has started the server.
pub(super) struct Pipes<R: AsyncRead + Unpin, W: AsyncWrite> {
    inner: AsyncRwTransport<RoleServer, Input<R>, W>,
    unread: Receiver<UnreadLine>,
    told: u32,
    /// Is set once a line was no message.
    garbled: Arc<AtomicBool>,
    /// The answers to such lines that are on their way.
    answers: JoinSet<io::Result<()>>,
}

impl<R, W> Pipes<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    /// Cancels `ends` once `input` has ended, and sets `garbled` once a line of it is no message.
    pub(super) fn new(
        input: R,
        output: W,
        ends: CancellationToken,
        garbled: Arc<AtomicBool>,
    ) -> Self {
        let (tells, unread) = channel(LINES);
        Self {
            inner: AsyncRwTransport::new(Input::new(input, ends, tells), output),
            unread,
            told: 0,
            garbled,
            answers: JoinSet::new(),
        }
    }

    /// Answers a line that is no message. The answer is written beside all else: whoever waits for a message may wait for
    /// something else meanwhile.
    fn answer(&mut self, line: UnreadLine) {
        let UnreadLine {
            number,
            id,
            mut error,
        } = line;
        let told = format!(
            "Line {number} of standard input is no message of the protocol: {}",
            error.message
        );
        error.message = format!("line {number}: {}", error.message).into();
        let answer = TxJsonRpcMessage::<RoleServer>::error(error, id);
        while self.answers.try_join_next().is_some() {}
        // Nobody reads it where that fails; then the input ends, too.
        self.answers.spawn(self.inner.send(answer));
        self.told = self.told.saturating_add(1);
        self.garbled.store(true, Relaxed);
        match self.told {
            ..MOST_TOLD => out::say(&told),
            MOST_TOLD => out::say(&format!(
                "{told}. What comes after is answered, and not told here."
            )),
            _ => {}
        }
    }
}

impl<R, W> Transport<RoleServer> for Pipes<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        item: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        self.inner.send(item)
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            let received = tokio::select! {
                biased;
                Some(line) = self.unread.recv() => Err(line),
                message = self.inner.receive() => Ok(message),
            };
            match received {
                Err(line) => self.answer(line),
                Ok(Some(message)) => return Some(message),
                Ok(None) => {
                    // What was told of while the end was read.
                    while let Ok(line) = self.unread.try_recv() {
                        self.answer(line);
                    }
                    while self.answers.join_next().await.is_some() {}
                    return None;
                }
            }
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        self.inner.close().await
    }
}
