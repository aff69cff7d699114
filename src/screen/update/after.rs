//! What is said to whoever would do something with a debate that is over, or that is only watched.

use crate::{
    debate::{DebateState, ids::Seat},
    keymap::{Action, Context},
    panes::situation::RunBy,
    ui::Ui,
};

/// The refusal of a key that does something while a debate runs, with what can be done instead; `None` where the debate
/// is not over, or the key has a refusal of its own.
pub(super) fn refusal(ui: &Ui, state: &DebateState, context: Context) -> Option<String> {
    let opening = state.opening.as_deref();
    let is_real = opening.is_some_and(|one| one.real.is_some());
    match context {
        Context::Asking if is_real => {
            Some("people held this debate; nobody can answer for them".to_owned())
        }
        Context::Asking if ui.mode.is_replay() && !state.is_closed() => {
            Some("those who took part can be asked at the end of the replay".to_owned())
        }
        Context::Live | Context::Asking | Context::Evidence | Context::Points | Context::Going
            if state.is_closed() =>
        {
            Some(instead(ui, state))
        }
        Context::Live
        | Context::Asking
        | Context::Evidence
        | Context::Points
        | Context::Going
        | Context::Always
        | Context::Over
        | Context::Replay
        | Context::Completed
        | Context::Behind
        | Context::Defined
        | Context::Housed
        | Context::Failed
        | Context::AskedByHand
        | Context::Seated
        | Context::Beside
        | Context::Paired
        | Context::Shared
        | Context::Searching => None,
    }
}

/// That the debate is over, and what can still be done with it.
fn instead(ui: &Ui, state: &DebateState) -> String {
    let key = |action| ui.keymap.key_of(action);
    let situation = ui.situation(state);
    if situation.fits(Context::Asking) {
        format!(
            "the debate is over; {} asks those who took part, {} says what else can be done",
            key(Action::Ask),
            key(Action::Quit)
        )
    } else {
        "the debate is over".to_owned()
    }
}

/// What is said to whoever would steer a debate that this terminal only watches.
pub(super) fn only_watched(state: &DebateState, run_by: RunBy, own: Option<&Seat>) -> String {
    let opening = state.opening.as_deref();
    let id = opening.map_or("last", |opening| opening.debate.short());
    if let (RunBy::Process(_), Some(own)) = (run_by, own) {
        let seat = state.seat_told(own);
        return format!("you sit in {seat}; the debate is steered where it runs");
    }
    match run_by {
        RunBy::Nobody => {
            format!("this terminal only watches; hustings resume {id} goes on with the debate")
        }
        RunBy::Deleted => {
            format!("this debate was deleted; hustings restore {id} brings it back")
        }
        RunBy::Process(Some(process)) => format!(
            "this terminal only watches; the debate is steered where it runs (process {process})"
        ),
        RunBy::Process(None) => {
            "this terminal only watches; the debate is steered where it runs".to_owned()
        }
    }
}
