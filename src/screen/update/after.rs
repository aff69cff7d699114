//! What is said to whoever would do something with a debate that is over.

use crate::{
    debate::DebateState,
    keymap::{Action, Context},
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
        | Context::Beside
        | Context::Paired
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
