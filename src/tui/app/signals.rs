//! Signals that ask the program to go. They end the loop in an orderly way: the engine records what is under
//! way and the terminal is given back.

use crate::error::Failure;

/// The signals that are listened to.
#[derive(Debug)]
pub struct Signals {
    #[cfg(unix)]
    all: [tokio::signal::unix::Signal; 3],
}

impl Signals {
    /// Begins to listen. From then on none of them ends the program by itself.
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
                all: [
                    one(SignalKind::terminate())?,
                    one(SignalKind::hangup())?,
                    one(SignalKind::interrupt())?,
                ],
            })
        }
        #[cfg(not(unix))]
        Ok(Self {})
    }

    /// Waits for any of them.
    pub async fn any(&mut self) {
        #[cfg(unix)]
        {
            let [terminate, hangup, interrupt] = &mut self.all;
            tokio::select! {
                _ = terminate.recv() => {}
                _ = hangup.recv() => {}
                _ = interrupt.recv() => {}
            }
        }
        #[cfg(not(unix))]
        {
            let _ = tokio::signal::ctrl_c().await;
        }
    }
}
