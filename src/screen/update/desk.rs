//! Keys at the desk of a person in a seat, and the seat that is handed over.

use crossterm::event::KeyEvent;

use super::{
    super::{desk::DeskOutcome, effect::ScreenEffect, overlay, style::StyleRole, ui::Ui},
    send,
};
use crate::debate::DebateState;

/// A key while somebody types at the desk; `None` where the key is for the chamber.
pub(super) fn at_desk(
    ui: &mut Ui,
    state: &DebateState,
    key: KeyEvent,
) -> Option<Vec<ScreenEffect>> {
    let effects = match ui.desk.on_key(key) {
        DeskOutcome::Pass => return None,
        DeskOutcome::Stay => Vec::new(),
        DeskOutcome::Nothing => {
            ui.say("nothing is written yet", StyleRole::Warning);
            Vec::new()
        }
        DeskOutcome::NoVote => {
            ui.say("choose a vote first: ↑ or ↓", StyleRole::Warning);
            Vec::new()
        }
        DeskOutcome::Send(commands) => {
            let each = commands.into_iter();
            each.flat_map(|command| send(ui, command, None)).collect()
        }
        DeskOutcome::Edit(text) => vec![ScreenEffect::Edit(text)],
        DeskOutcome::HandOver => {
            hand_over(ui, state);
            Vec::new()
        }
    };
    ui.desk.keep_typed(state);
    Some(effects)
}

/// Asks for how long the seat is handed to its persona, or whether it is taken back.
pub(super) fn hand_over(ui: &mut Ui, state: &DebateState) {
    if let Some(question) = overlay::hand_over(state, ui.desk.seat(), ui.desk.own()) {
        ui.open(question);
    }
}

/// Whether whoever leaves now leaves a seat in which they are waited for.
pub(super) fn leaves_seat(ui: &Ui, state: &DebateState) -> bool {
    let is_seated = ui.situation(state).is_seated();
    is_seated && ui.desk.own().is_some_and(|own| !state.is_handed_over(own))
}
