//! Waiting for whoever gives the verdict, beside those whose turn it is.

use crate::debate::{
    ask::Ask,
    event::{Event, PausedBy},
    ids::{CommandId, Seat},
    opening::OnFailure,
    state::DebateState,
};

/// Whether the debate waits for whoever is asked for this, as it does for speakers: a debate is worth little without
/// its verdict. `raw` is what was answered last: an answer that is of no use is not waited for.
pub(super) fn is_waited_for(state: &DebateState, ask: &Ask, raw: &str) -> bool {
    let is_verdict = matches!(ask, Ask::Judge { .. } | Ask::Verdict { .. });
    is_verdict && raw.is_empty() && state.on_failure == OnFailure::Pause
}

/// The pause in which somebody is waited for.
pub(super) fn paused(seat: Option<&Seat>, reason: &str) -> Event {
    Event::Paused {
        command: CommandId::HOUSE,
        by: PausedBy::Unreachable {
            seat: seat.cloned().unwrap_or_else(Seat::house),
            reason: reason.to_owned(),
        },
    }
}
