//! Watching a debate for a while, whoever runs it: this process, another one, or nobody.

use std::sync::Arc;

use tokio::sync::watch;

use super::{debate::RunningDebate, progress::DebateProgress};
use crate::{
    debate::DebateState,
    journal::{DebateTail, TailNews, WriterPresence},
};

/// A debate that is watched for a while.
#[derive(Debug)]
pub struct WatchedDebate(Source);

#[derive(Debug)]
enum Source {
    /// This process runs it.
    Here(Arc<RunningDebate>, watch::Receiver<u64>),
    /// Another process runs it, or none does.
    Journal(Box<DebateTail>, Box<DebateState>),
}

impl WatchedDebate {
    pub(super) fn here(debate: Arc<RunningDebate>) -> Self {
        let changes = debate.changes();
        Self(Source::Here(debate, changes))
    }

    pub(super) fn of_journal(tail: DebateTail) -> Self {
        let state = DebateState::fold(&tail.known);
        Self(Source::Journal(Box::new(tail), Box::new(state)))
    }

    /// How far it is.
    pub fn progress(&self) -> DebateProgress {
        match &self.0 {
            Source::Here(debate, _) => debate.progress(),
            Source::Journal(tail, state) => {
                DebateProgress::of(state, tail.writer != WriterPresence::Gone)
            }
        }
    }

    /// Waits for a change; whether another may come. It can be dropped at any time.
    pub async fn changed(&mut self) -> bool {
        match &mut self.0 {
            Source::Here(debate, changes) => changes.changed().await.is_ok() && !debate.is_left(),
            Source::Journal(tail, state) => match tail.news.recv().await {
                Some(TailNews::Records(records)) => {
                    for record in records {
                        state.apply(&record);
                    }
                    true
                }
                Some(TailNews::Writer(writer)) => {
                    tail.writer = writer;
                    true
                }
                // It is over, or left: nothing more is said of it.
                Some(TailNews::Deleted(_)) => true,
                Some(TailNews::Failed(_)) | None => false,
            },
        }
    }
}
