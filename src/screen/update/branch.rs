//! Branches from what is on the screen, and the debate that is seen beside this one.

use super::{ScreenEffect, overlay};
use crate::{
    beside_page::{self, OtherDebate},
    debate::DebateState,
    effect::Meanwhile,
    style::StyleRole,
    ui::Ui,
};

/// Asks what is to be otherwise in a debate that goes on from what is on the screen.
pub(super) fn branch(ui: &mut Ui, state: &DebateState) {
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
        Some(_) if ui.mode.is_live() && !ui.can_be_left_open => ui.say(
            "this debate is one of a refinement; it can be branched once it is over",
            StyleRole::Notice,
        ),
        Some(at) => {
            let meanwhile = ui.mode.is_live().then(Meanwhile::default);
            let candidates = ui.candidates.clone();
            ui.open(overlay::what_if(state, at, candidates, meanwhile));
        }
        None => ui.say("nothing has happened here yet", StyleRole::Notice),
    }
}

/// Looks for the debate that is seen beside this one.
pub(super) fn beside(ui: &mut Ui) -> Vec<ScreenEffect> {
    ui.say("reading the other debate …", StyleRole::Notice);
    vec![ScreenEffect::Beside]
}

/// The other debate is there, or the reason why it is not.
pub(super) fn on_other(ui: &mut Ui, state: &DebateState, other: Result<OtherDebate, String>) {
    match other {
        Ok(other) => {
            ui.message = None;
            // Whoever has opened something else meanwhile is not disturbed.
            if ui.overlay.is_none() {
                let is_paired = ui.what_else.is_paired;
                ui.open(beside_page::page(state, other, is_paired));
            }
        }
        Err(why) => ui.say(why, StyleRole::Error),
    }
}
