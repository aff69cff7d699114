//! The mouse: the wheel scrolls what lies below it, a click chooses a pane, or a place on the line of time of a replay.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};

use super::{
    super::{
        effect::{Play, ScreenEffect},
        layout::Pane,
        ui::Ui,
    },
    focus, on_key, on_outcome, play,
};
use crate::debate::DebateState;

/// Rows that one step of the wheel scrolls.
const STEP: isize = 3;

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "what else a mouse does means nothing here"
)]
pub(super) fn on_mouse(ui: &mut Ui, state: &DebateState, event: MouseEvent) -> Vec<ScreenEffect> {
    let at = Position::new(event.column, event.row);
    match event.kind {
        MouseEventKind::ScrollUp => wheel(ui, state, at, -1),
        MouseEventKind::ScrollDown => wheel(ui, state, at, 1),
        MouseEventKind::Down(MouseButton::Left) => click(ui, state, at),
        _ => Vec::new(),
    }
}

fn wheel(ui: &mut Ui, state: &DebateState, at: Position, direction: isize) -> Vec<ScreenEffect> {
    if ui.overlay.is_some() {
        let code = if direction < 0 {
            KeyCode::Up
        } else {
            KeyCode::Down
        };
        return on_key(ui, state, KeyEvent::new(code, KeyModifiers::NONE));
    }
    let pane = found(&ui.places.panes, at).unwrap_or(ui.focus);
    ui.scrolled(pane).scroll_by(direction * STEP);
    Vec::new()
}

/// What lies under an overlay is not to be had while that is there.
fn click(ui: &mut Ui, state: &DebateState, at: Position) -> Vec<ScreenEffect> {
    if let Some(overlay) = &mut ui.overlay {
        let outcome = overlay.on_click(at);
        return on_outcome(ui, state, outcome);
    }
    if let Some(track) = ui.places.track.filter(|track| track.contains(at)) {
        let cell = at.x.saturating_sub(track.x);
        let of = track.width.saturating_sub(1);
        return play(ui, Play::To { cell, of });
    }
    let chosen = found(&ui.places.tabs, at).or_else(|| found(&ui.places.panes, at));
    if let Some(pane) = chosen {
        focus(ui, pane);
    }
    Vec::new()
}

fn found(places: &[(Rect, Pane)], at: Position) -> Option<Pane> {
    let mut places = places.iter();
    places
        .find(|(place, _)| place.contains(at))
        .map(|(_, pane)| *pane)
}
