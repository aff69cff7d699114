//! The key that leaves: what is asked before the debate, or the seat, is left.

use super::{
    super::{
        effect::ScreenEffect,
        overlay::{self, Confirm, WaysOut},
        ui::Ui,
    },
    desk::leaves_seat,
};
use crate::debate::{DebateState, event::PausedBy, state::DebateStatus};

/// Asks what comes next of a debate that is over, and whether one is to be left that is not; leaves all others.
pub(super) fn leave(ui: &mut Ui, state: &DebateState) -> Vec<ScreenEffect> {
    if ui.situation(state).leads_on() {
        ui.open(overlay::what_next(state, ui.what_else));
    } else if leaves_seat(ui, state) {
        let is_personas = ui.desk.own().is_some_and(|seat| !seat.has_no_persona());
        let about = if is_personas {
            Confirm::QuitSeat
        } else {
            Confirm::QuitJudging
        };
        ui.open(overlay::confirm(about, WaysOut::Shell));
    } else if ui.mode.is_live() && !state.is_closed() {
        let about = match state.status {
            DebateStatus::Paused(PausedBy::Questions) => Confirm::QuitQuestions,
            DebateStatus::Paused(_) => Confirm::QuitPaused,
            DebateStatus::Unopened | DebateStatus::Running | DebateStatus::Closed(_) => {
                Confirm::Quit
            }
        };
        let ways = if ui.asks_what_next {
            WaysOut::ShellOrLobby
        } else {
            WaysOut::Shell
        };
        ui.open(overlay::confirm(about, ways));
    } else {
        return vec![ScreenEffect::Leave];
    }
    Vec::new()
}
