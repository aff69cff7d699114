//! An event as the journal keeps it, and what can be asked of any event.

use serde::{Deserialize, Serialize};

use super::{event::Event, ids::CommandId, opening::Opening};

/// An event with its number and its time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// From 0, without gaps.
    pub seq: u64,
    /// Milliseconds since the debate was opened, not counting the time when no process ran it.
    pub at_ms: u64,
    /// What happened.
    #[serde(flatten)]
    pub event: Event,
}

impl Event {
    /// What was settled beforehand, of the first event.
    pub fn opening(&self) -> Option<&Opening> {
        if let Self::Opened(opening) = self {
            Some(opening)
        } else {
            None
        }
    }

    /// The command that it answers.
    pub fn answers(&self) -> Option<CommandId> {
        if let Self::PoiOffered { command, .. } = self {
            *command
        } else if let Self::EvidenceAdmitted { command, .. }
        | Self::QuestionAsked { command, .. }
        | Self::ClarificationQueued { command, .. }
        | Self::GalleryPointQueued { command, .. }
        | Self::PaceChanged { command, .. }
        | Self::Paused { command, .. }
        | Self::Resumed { command }
        | Self::CommandRefused { command, .. } = self
        {
            Some(*command)
        } else {
            None
        }
    }
}
