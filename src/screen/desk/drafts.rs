//! What was typed at desks and not handed in when they were left, for whoever comes back to the debate.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use serde::{Deserialize, Serialize};

use crate::{
    debate::ids::{DebateId, Seat},
    text::sanitize::sanitize,
};

/// The most drafts that are kept: those of the newest debates.
const MOST: usize = 50;

/// The debate, the seat and the title of what is asked.
pub(super) type DraftPlace = (DebateId, Seat, String);

/// The drafts of desks.
#[derive(Debug, Clone, Default)]
pub struct DeskDrafts(Arc<Mutex<BTreeMap<DraftPlace, String>>>);

/// A draft as it is kept in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptDraft {
    /// The debate.
    pub debate: DebateId,
    /// The seat.
    pub seat: Seat,
    /// The title of what was asked.
    pub title: String,
    /// What was typed.
    pub text: String,
}

impl DeskDrafts {
    /// The drafts that were kept in a file.
    pub fn of(kept: Vec<KeptDraft>) -> Self {
        let drafts = kept.into_iter().map(|one| {
            let place = (one.debate, one.seat, one.title);
            (place, sanitize(&one.text))
        });
        Self(Arc::new(Mutex::new(drafts.collect())))
    }

    /// The drafts, to be kept in a file. Ids of debates sort by time.
    pub fn kept(&self) -> Vec<KeptDraft> {
        let all = self.all();
        let older = all.len().saturating_sub(MOST);
        let newest = all.iter().skip(older);
        let kept = newest.map(|((debate, seat, title), text)| KeptDraft {
            debate: debate.clone(),
            seat: seat.clone(),
            title: title.clone(),
            text: text.clone(),
        });
        kept.collect()
    }

    /// Takes the draft out that was kept for this.
    pub(super) fn take(&self, place: &DraftPlace) -> Option<String> {
        self.all().remove(place)
    }

    /// Keeps a draft.
    pub(super) fn keep(&self, place: DraftPlace, text: String) {
        self.all().insert(place, text);
    }

    fn all(&self) -> MutexGuard<'_, BTreeMap<DraftPlace, String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_typed_is_there_in_the_next_process_and_once() {
        let drafts = DeskDrafts::default();
        let place = || {
            let (debate, seat) = (DebateId("d".into()), Seat::named("prop.1"));
            (debate, seat, "Your speech".to_owned())
        };
        drafts.keep(place(), "Who \u{1b}[31mpays?".to_owned());
        let kept = serde_json::to_string(&drafts.kept()).unwrap();
        let again = DeskDrafts::of(serde_json::from_str(&kept).unwrap());
        assert_eq!(
            again.take(&place()).unwrap(),
            sanitize("Who \u{1b}[31mpays?")
        );
        assert_eq!(again.take(&place()), None);
        assert_eq!(again.kept(), []);
    }
}
