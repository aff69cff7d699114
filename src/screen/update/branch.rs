//! Leaving a replay for a branch.

use super::{NextStep, ScreenEffect};
use crate::{debate::DebateState, style::StyleRole, ui::Ui};

/// Leaves the replay for a debate that goes on from what it shows.
pub(super) fn branch(ui: &mut Ui, state: &DebateState) -> Vec<ScreenEffect> {
    let is_real = state
        .opening
        .as_deref()
        .is_some_and(|one| one.real.is_some());
    match state.next_seq.checked_sub(1) {
        _ if is_real => ui.say(
            "people held this debate; what they said cannot go on differently",
            StyleRole::Notice,
        ),
        _ if state.is_closed() => ui.say(
            "the debate is over here; go back to where it is to go on differently",
            StyleRole::Notice,
        ),
        Some(at) => return vec![ScreenEffect::Next(NextStep::Branch { at })],
        None => ui.say("nothing has happened here yet", StyleRole::Notice),
    }
    Vec::new()
}
