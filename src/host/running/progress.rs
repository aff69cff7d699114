//! How far a debate is, in a few words and numbers.

use serde::Serialize;

use crate::debate::{
    DebateState,
    event::{CloseReason, PausedBy},
    state::DebateStatus,
};

/// Whether a debate goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ProgressStatus {
    /// A debate in which something happens.
    Running,
    /// A debate that waits for somebody to let it go on.
    Paused,
    /// A debate that is not over, and that no process runs: it can be taken up.
    Left,
    /// A debate that came to its end.
    Completed,
    /// A debate that was adjourned.
    Adjourned,
}

/// How far a debate is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DebateProgress {
    /// Whether it goes on.
    pub status: ProgressStatus,
    /// The reason why it is paused; absent where it is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The name of the phase.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<String>,
    /// The name of whoever has the floor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub floor: Option<String>,
    /// The number of turns that were heard.
    pub turns: usize,
    /// The number of turns that the house is to hear.
    pub turns_planned: usize,
}

impl DebateProgress {
    /// How far a debate is that stands so; whether a process runs it is not in the record.
    pub fn of(state: &DebateState, is_run: bool) -> Self {
        let (status, why) = match &state.status {
            DebateStatus::Closed(CloseReason::Completed) => (ProgressStatus::Completed, None),
            DebateStatus::Closed(CloseReason::Adjourned) => (ProgressStatus::Adjourned, None),
            DebateStatus::Paused(by) if is_run => (ProgressStatus::Paused, Some(why(by))),
            DebateStatus::Running | DebateStatus::Unopened if is_run => {
                (ProgressStatus::Running, None)
            }
            DebateStatus::Paused(_) | DebateStatus::Running | DebateStatus::Unopened => {
                (ProgressStatus::Left, None)
            }
        };
        let is_over = state.is_closed();
        let phase = state.phase_plan().filter(|_| !is_over);
        let floor = state.floor().filter(|_| !is_over);
        Self {
            status,
            why,
            phase: phase.map(|phase| phase.name.clone()),
            floor: floor.map(|turn| state.name(&turn.seat)),
            turns: state.speeches().filter(|turn| !turn.is_empty()).count(),
            turns_planned: state.plan.turns_heard(),
        }
    }

    /// Whether something will happen in it without anybody's doing.
    pub fn is_moving(&self) -> bool {
        self.status == ProgressStatus::Running
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        matches!(
            self.status,
            ProgressStatus::Completed | ProgressStatus::Adjourned
        )
    }
}

fn why(by: &PausedBy) -> String {
    match by {
        PausedBy::Viewer => "it was paused".to_owned(),
        PausedBy::Question { .. } => "a question is being answered".to_owned(),
        PausedBy::Questions => "it is time for questions".to_owned(),
        PausedBy::Limit { what } => what.clone(),
        PausedBy::Unreachable { reason, .. } => reason.clone(),
    }
}
