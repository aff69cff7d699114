//! Waiting for whoever makes notes, chooses, assesses or gives the verdict, beside those whose turn it is.

use crate::debate::{
    ask::Ask,
    event::{Event, PausedBy},
    ids::{CommandId, Seat},
    opening::OnFailure,
    state::DebateState,
};

/// Whether the debate waits for whoever is asked for this, as it does for those who speak: for a speaker's notes, and
/// for all that a judge gives. `raw` is what was answered last: an answer that is of no use is not waited for.
pub(super) fn is_waited_for(state: &DebateState, ask: &Ask, raw: &str) -> bool {
    let counts = matches!(
        ask,
        Ask::Prepare { .. }
            | Ask::Choose { .. }
            | Ask::Round { .. }
            | Ask::Assess { .. }
            | Ask::Judge { .. }
            | Ask::Verdict { .. }
    );
    counts && raw.is_empty() && state.failure_policy() == OnFailure::Pause
}

/// The seat of whoever is waited for, where the ask says it.
pub(super) fn seat_of<'a>(state: &'a DebateState, ask: &'a Ask) -> Option<&'a Seat> {
    if let Ask::Judge { judge, .. } | Ask::Choose { judge, .. } | Ask::Round { judge, .. } = ask {
        return Some(judge);
    }
    ask.writes()
        .and_then(|turn| state.turn(turn))
        .map(|turn| &turn.seat)
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
