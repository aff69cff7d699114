//! Signals that ask the program to go, or to stop for a while. They are met in an orderly way: the engine
//! records what is under way and the terminal is given back.

use crate::error::Failure;

/// The request that a signal makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    /// To end the program.
    End,
    /// To stop until the shell lets the program go on.
    Stop,
}

/// The signals that are listened to.
#[derive(Debug)]
pub struct Signals {
    #[cfg(unix)]
    end: [tokio::signal::unix::Signal; 3],
    #[cfg(unix)]
    stop: tokio::signal::unix::Signal,
}

impl Signals {
    /// Begins to listen. From then on none of them ends or stops the program by itself.
    ///
    /// # Errors
    /// Where the system refuses.
    pub fn listen() -> Result<Self, Failure> {
        #[cfg(unix)]
        {
            use tokio::signal::unix::{SignalKind, signal};
            let one = |kind: SignalKind| {
                signal(kind).map_err(|error| {
                    Failure::internal(format!("signals cannot be listened to: {error}"))
                })
            };
            Ok(Self {
                end: [
                    one(SignalKind::terminate())?,
                    one(SignalKind::hangup())?,
                    one(SignalKind::interrupt())?,
                ],
                stop: one(SignalKind::from_raw(signal_hook::consts::SIGTSTP))?,
            })
        }
        #[cfg(not(unix))]
        Ok(Self {})
    }

    /// Waits for the next one.
    pub async fn next(&mut self) -> Signal {
        #[cfg(unix)]
        {
            let [terminate, hangup, interrupt] = &mut self.end;
            tokio::select! {
                _ = terminate.recv() => Signal::End,
                _ = hangup.recv() => Signal::End,
                _ = interrupt.recv() => Signal::End,
                _ = self.stop.recv() => Signal::Stop,
            }
        }
        #[cfg(not(unix))]
        {
            let _ = tokio::signal::ctrl_c().await;
            Signal::End
        }
    }
}
