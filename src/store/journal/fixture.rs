//! A debate as a list shows it, for tests.

use super::read::{CompletionStatus, DebateSummary};
use crate::debate::ids::DebateId;

/// A debate of that id that is over and has nothing that sets it apart.
pub fn summary(id: &str) -> DebateSummary {
    DebateSummary {
        debate: DebateId(id.into()),
        opened_ms: 1_000,
        motion: "This House would ban private cars".into(),
        format: "Oxford Union".into(),
        format_id: "oxford".into(),
        speakers: vec!["Mary Wollstonecraft".into(), "Émilie du Châtelet".into()],
        personas: vec!["wollstonecraft".into(), "chatelet".into()],
        status: CompletionStatus::Completed,
        result: None,
        turns: 1,
        turns_planned: 2,
        words: 10,
        running_ms: 5,
        calls: 1,
        tokens: 1,
        cost: None,
        real: false,
        missing: 0,
        refines: None,
        iteration: None,
        branch_of: None,
        branch_at_ms: None,
        branch_place: None,
        tags: Vec::new(),
        note: None,
        deleted_ms: None,
        batch: None,
        item: None,
        running: false,
    }
}
