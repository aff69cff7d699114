//! Debates that are open beside the one on the screen: each waits there, or goes on, until the viewer comes back to it or
//! leaves.

use std::{sync::Arc, time::Duration};

use tokio::{sync::oneshot, task::JoinHandle};

use super::{headless, out};
use crate::{
    debate::{DebateState, ids::DebateId},
    engine::Handle,
    host::branch,
    journal::Journal,
    text::upper_first,
    tui::{app::ReadOther, beside_page::OtherDebate},
};

/// The time that an engine may take to record what is under way when the viewer leaves.
const FAREWELL: Duration = Duration::from_secs(2);

/// A debate that is open beside the one on the screen. What its engine records is in the journal, and is read from there
/// by whoever comes back to it.
#[derive(Debug)]
struct OpenDebate {
    debate: DebateId,
    wanted: oneshot::Sender<()>,
    engine: JoinHandle<Handle>,
}

/// All of them, the one that was left last at the end.
#[derive(Debug, Default)]
pub(super) struct OpenDebates(Vec<OpenDebate>);

impl OpenDebates {
    /// Keeps a debate open.
    pub(super) fn keep(&mut self, debate: DebateId, mut handle: Handle) {
        let (wanted, mut is_wanted) = oneshot::channel();
        let engine = tokio::spawn(async move {
            loop {
                tokio::select! {
                    biased;
                    _ = &mut is_wanted => return handle,
                    more = handle.updates.recv() => if more.is_none() {
                        let _ = is_wanted.await;
                        return handle;
                    },
                }
            }
        });
        self.0.push(OpenDebate {
            debate,
            wanted,
            engine,
        });
    }

    /// The debate that was left last, where any is open.
    pub(super) fn last(&self) -> Option<&DebateId> {
        self.0.last().map(|one| &one.debate)
    }

    /// Takes the one out that was left last.
    pub(super) async fn take(&mut self) -> Option<(DebateId, Handle)> {
        let OpenDebate {
            debate,
            wanted,
            engine,
        } = self.0.pop()?;
        let _ = wanted.send(());
        Some((debate, engine.await.ok()?))
    }

    /// Leaves all of them, and says of each how to go on with it.
    pub(super) async fn leave(self, journal: &Journal) {
        for debate in self.stop().await {
            out::say(&upper_first(&headless::whereabouts(journal, &debate)));
        }
    }

    /// Leaves all of them: what is under way in each is recorded.
    pub(super) async fn stop(mut self) -> Vec<DebateId> {
        let mut left = Vec::new();
        while let Some((debate, mut handle)) = self.take().await {
            handle.stop.cancel();
            let drained = async {
                while handle.updates.recv().await.is_some() {}
                let _ = (&mut handle.task).await;
            };
            let _ = tokio::time::timeout(FAREWELL, drained).await;
            left.push(debate);
        }
        left
    }
}

/// How the debate is read that is seen beside another one: the debate that it parts from, or else the one that is open
/// beside it or the newest that parts from it. `None` where there is none.
pub(super) fn beside(
    journal: &Journal,
    debate: &DebateId,
    open: Option<&DebateId>,
) -> Option<ReadOther> {
    let summary = journal.summary(debate).ok()?;
    let other = if let Some(parent) = summary.branch_of {
        journal.summary(&parent).is_ok().then_some(parent)?
    } else {
        let branches = journal.branches(debate).unwrap_or_default();
        let is_open = open.filter(|open| branches.contains(open));
        is_open.or(branches.last()).cloned()?
    };
    let (journal, debate) = (journal.clone(), debate.clone());
    Some(ReadOther(Arc::new(move || {
        let read = branch::beside(&journal, &debate, Some(&other));
        let (parent, branch) = read.map_err(|failure| failure.message)?;
        let is_parent = id(&branch) == Some(&debate);
        let state = Box::new(if is_parent { parent } else { branch });
        Ok(OtherDebate { state, is_parent })
    })))
}

fn id(state: &DebateState) -> Option<&DebateId> {
    state.opening.as_deref().map(|opening| &opening.debate)
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc;
    use tokio_util::sync::CancellationToken;

    use super::*;
    use crate::{
        debate::event::{Event, Record},
        engine::Ending,
    };

    #[tokio::test]
    async fn a_debate_that_goes_on_is_never_held_up_and_is_there_when_it_is_wanted() {
        let (orders, _kept) = mpsc::channel(1);
        let (records, updates) = mpsc::channel(1);
        let stop = CancellationToken::new();
        let stopped = stop.clone();
        let handle = Handle {
            orders,
            updates,
            stop,
            task: tokio::spawn(async move {
                stopped.cancelled().await;
                Ending::Left
            }),
        };
        let mut open = OpenDebates::default();
        let debate = DebateId("the-debate".to_owned());
        open.keep(debate.clone(), handle);
        assert_eq!(open.last(), Some(&debate));
        // More than there is room for: somebody takes them.
        for seq in 0..9 {
            let event = Event::PhaseBegan { phase: 0 };
            let record = Record {
                seq,
                at_ms: 0,
                event,
            };
            records.send(Arc::new(record)).await.unwrap();
        }
        let (back, handle) = open.take().await.unwrap();
        assert_eq!(back, debate);
        assert!(!handle.stop.is_cancelled() && open.last().is_none());
        // Whoever leaves has its engine end.
        open.keep(back, handle);
        drop(records);
        assert_eq!(open.stop().await, [debate]);
    }
}
