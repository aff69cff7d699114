//! Drafts of written turns, on their way from a call to the house: which is read out next, and what becomes of one that is
//! refused or whose call fails.

use super::driver::{Driver, Stop};
use crate::debate::{decide::Input, ids::CallId, written::Work};

/// The number of words before the end of the finished part of a work at which more of it is asked for.
const WORDS_AHEAD: u32 = 12;

impl Driver {
    /// A call tells what is finished of its work, or that what it told was refused.
    pub(super) async fn told_of_draft(&mut self, id: CallId, draft: Option<Work>) -> Stop {
        let is_refused = draft.is_none();
        if let Some(call) = self.run.running.get_mut(id) {
            call.draft = draft;
        }
        if is_refused {
            self.feed(Input::DraftRefused { call: id }).await?;
        }
        Ok(())
    }

    /// The finished part of the work that is read out, once hardly anything of what was finished before is left: not
    /// every sentence is an event.
    pub(super) fn next_draft(&mut self) -> Option<(CallId, Work)> {
        let calls = self.state.to_be_drafted(WORDS_AHEAD).into_iter();
        let mut drafts = calls.filter_map(|id| {
            let draft = self.run.running.get_mut(id)?.draft.take()?;
            Some((id, draft))
        });
        drafts.next()
    }
}
