//! The pause, and how fast text is released: of the debate, or of a replay.

use super::{
    super::{
        effect::{Play, ScreenEffect},
        style::StyleRole,
        ui::Ui,
    },
    send,
};
use crate::debate::{
    DebateState,
    command::{Command, Pace},
    state::DebateStatus,
};

pub(super) fn toggle_pause(ui: &mut Ui, state: &DebateState) -> Vec<ScreenEffect> {
    if ui.mode.is_replay() {
        return vec![ScreenEffect::Play(Play::Toggle)];
    }
    let command = match state.status {
        DebateStatus::Paused(_) => Command::Resume,
        DebateStatus::Unopened | DebateStatus::Running | DebateStatus::Closed(_) => Command::Pause,
    };
    send(ui, command, None)
}

pub(super) fn pace(
    ui: &mut Ui,
    state: &DebateState,
    change: fn(Pace) -> Pace,
    play: Play,
) -> Vec<ScreenEffect> {
    if ui.mode.is_replay() {
        return vec![ScreenEffect::Play(play)];
    }
    let wanted = change(state.pace);
    if wanted == state.pace {
        ui.say(
            format!("the pace is already {}", wanted.word()),
            StyleRole::Notice,
        );
        return Vec::new();
    }
    send(ui, Command::SetPace { pace: wanted }, None)
}
