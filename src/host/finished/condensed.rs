//! Debates that are longer than the context of whoever reads them: the clerk writes their speeches down, which is kept
//! beside the debate, and what was written down stands in for the oldest of them.

use tokio_util::sync::CancellationToken;

use super::FinishedDebate;
use crate::{
    Host,
    debate::{DebateState, answer::SpeechArguments, ids::TurnId, state::Extraction},
    engine::{CondensedDebate, StandaloneCalls, condense, note},
    progress::WorkProgress,
};

impl Host {
    /// The debate, with what is kept of its speeches.
    pub(super) fn with_readings(&self, found: &FinishedDebate) -> DebateState {
        let mut state = found.state.clone();
        let kept = found.debate.as_ref().and_then(|debate| {
            let journal = self.journal().ok()?;
            journal.readings(debate).ok()
        });
        // What a running debate's clerk has written down is on the record, and newer than nothing.
        for (turn, arguments) in kept.unwrap_or_default() {
            let is_unread = state
                .turn(turn)
                .is_some_and(|turn| turn.arguments == Extraction::None);
            if is_unread {
                note(&mut state, turn, arguments);
            }
        }
        state
    }

    /// Has the clerk read these speeches, and keeps what comes of each as soon as it is there.
    pub(super) async fn condense(
        &self,
        found: &FinishedDebate,
        (state, unread): (&DebateState, &[TurnId]),
        calls: StandaloneCalls<'_>,
        (progress, stop): (&mut dyn WorkProgress, &CancellationToken),
    ) -> CondensedDebate {
        let journal = found.debate.as_ref().and_then(|_| self.journal().ok());
        let mut told = false;
        let mut keep = |turn: TurnId, arguments: &SpeechArguments| {
            let (Some(debate), Some(journal)) = (&found.debate, &journal) else {
                return;
            };
            if let Err(error) = journal.keep_reading(debate, turn, arguments)
                && !std::mem::replace(&mut told, true)
            {
                (self.tell)(&format!("What was written down could not be kept: {error}"));
            }
        };
        progress.begins(format!("writing down speeches of {}", found.name));
        let mut hear = |done: usize, of: usize| progress.at(done, of);
        let condensed = condense(state, calls, unread, (&mut hear, &mut keep), stop).await;
        progress.ends();
        condensed
    }
}
