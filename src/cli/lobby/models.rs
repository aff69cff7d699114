//! The models of the lobby: looked for while it is open.

use std::pin::Pin;

use crate::{error::Failure, llm::roster::Roster};

/// The models that the settings and the flags lead to, while the lobby is open.
pub(super) enum Models<'a> {
    /// The models are being looked for.
    Wanted(Pin<Box<dyn Future<Output = Result<Roster, Failure>> + 'a>>),
    /// The models, or why there are none.
    Found(Result<Roster, Failure>),
}

impl Models<'_> {
    /// Waits until something is known that was not known before.
    pub(super) async fn found(&mut self) -> &Result<Roster, Failure> {
        match self {
            Self::Wanted(search) => {
                let found = search.await;
                *self = Self::Found(found);
            }
            Self::Found(_) => std::future::pending().await,
        }
        match self {
            Self::Found(found) => found,
            Self::Wanted(_) => std::future::pending().await,
        }
    }

    /// The reason why there are no models, once it is known.
    #[cfg(feature = "embedded")]
    pub(super) async fn missing(&mut self) -> Option<&Failure> {
        if matches!(self, Self::Wanted(_)) {
            self.found().await;
        }
        match self {
            Self::Found(Err(failure)) => Some(failure),
            Self::Found(Ok(_)) | Self::Wanted(_) => None,
        }
    }

    /// The roster, where models have been found.
    pub(super) fn roster(&self) -> Option<Roster> {
        match self {
            Self::Found(Ok(roster)) => Some(roster.clone()),
            Self::Found(Err(_)) | Self::Wanted(_) => None,
        }
    }
}
