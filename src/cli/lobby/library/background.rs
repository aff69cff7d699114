//! What is done beside the library: a search and a preview, one of each at a time, so that no key waits for the disk.

use std::future::pending;

use tokio::task::{JoinHandle, spawn_blocking};

use crate::{
    debate::{DebateState, ids::DebateId},
    error::Failure,
    journal::{Journal, SearchHit},
    tui::library::{DebateLibrary, DebatePreview},
};

/// Places that are found at the most.
const FOUND: u32 = 200;

/// The places that were found, or why none could be.
type Hits = Result<Vec<SearchHit>, String>;

/// The background work of the library.
#[derive(Debug, Default)]
pub(super) struct Background {
    pub(super) search: BackgroundTask<String, Hits>,
    pub(super) preview: BackgroundTask<DebateId, DebatePreview>,
}

impl Background {
    /// Begins what the library wants to know.
    pub(super) fn follow(&mut self, journal: &Journal, library: &mut DebateLibrary) {
        if self.search.is_idle()
            && let Some(words) = library.to_search()
        {
            let (journal, asked) = (journal.clone(), words.clone());
            self.search.begin(words, move || {
                let hits = journal.search_typed(&asked, FOUND);
                hits.map_err(|error| Failure::from(error).message)
            });
        }
        if self.preview.is_idle()
            && let Some(debate) = library.to_preview().cloned()
        {
            let (journal, wanted) = (journal.clone(), debate.clone());
            self.preview.begin(debate, move || {
                // Of one that cannot be read there is what the list knows.
                let records = journal.load(&wanted).unwrap_or_default();
                DebatePreview::of(&DebateState::fold(&records))
            });
        }
    }
}

/// A task beside the screen, and what it is for.
#[derive(Debug)]
pub(super) struct BackgroundTask<K, T>(Option<(K, JoinHandle<T>)>);

impl<K, T> Default for BackgroundTask<K, T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<K, T: Send + 'static> BackgroundTask<K, T> {
    fn is_idle(&self) -> bool {
        self.0.is_none()
    }

    fn begin(&mut self, what_for: K, work: impl FnOnce() -> T + Send + 'static) {
        self.0 = Some((what_for, spawn_blocking(work)));
    }

    /// Waits until it is done; for ever where none is under way. Nothing is lost where the wait is given up.
    pub(super) async fn done(&mut self) -> (K, T) {
        loop {
            let Some((_, task)) = &mut self.0 else {
                return pending().await;
            };
            let done = task.await;
            // One that has panicked has told so.
            if let (Some((what_for, _)), Ok(done)) = (self.0.take(), done) {
                return (what_for, done);
            }
        }
    }
}
