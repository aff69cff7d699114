//! The argument map over the chamber: opened as it was left, left for the transcript, and for a word of the viewer's about
//! one of its nodes.

use crossterm::event::{KeyCode, KeyEvent};

use super::{
    super::{
        effect::ScreenEffect,
        keymap::Action,
        layout::Pane,
        map,
        overlay::{Draft, DraftOf},
        style::StyleRole,
        ui::Ui,
    },
    pages::{asks_afterwards, typing},
    refused,
};
use crate::debate::{DebateState, argument_map::MapNodeId};

/// Opens the map, as it was when it was closed last.
pub(super) fn argument_map(ui: &mut Ui, state: &DebateState) {
    let page = ui.kept.take();
    let page = page.unwrap_or_else(|| map::argument_map(state, ui.mode.is_live()));
    ui.open(page);
}

/// Goes to the place in the transcript where a node was said, and marks its words there.
pub(super) fn go_to(ui: &mut Ui, state: &DebateState, node: &MapNodeId) {
    let map = state.argument_map();
    let node = map.nodes.iter().find(|one| &one.id == node);
    match node.and_then(|node| state.place_on_record(node)) {
        Some((entry, words)) => {
            ui.focus = Pane::Transcript;
            ui.transcript.go_to_words(entry, words);
        }
        None => ui.say("it is not in the transcript any more", StyleRole::Notice),
    }
}

/// Opens an overlay for typing with a quotation in it, where that makes sense now. What was typed before and not sent
/// stands behind the quotation. The map is there again when it goes.
pub(super) fn write_about(
    ui: &mut Ui,
    state: &DebateState,
    mut quotation: Draft,
) -> Vec<ScreenEffect> {
    let action = match quotation.of {
        DraftOf::Evidence => Action::Evidence,
        DraftOf::Ask | DraftOf::Clarify | DraftOf::Point => Action::Ask,
    };
    if let Some((why, role)) = refused(ui, state, action) {
        ui.say(why, role);
        return Vec::new();
    }
    let of = quotation.of;
    let mut proposed = Some(quotation.text.clone());
    if let Some(left) = ui.drafts.take(of) {
        if !left.text.trim().is_empty() {
            // What somebody has typed stays a draft of theirs; it may begin with the same quotation.
            if left.text.starts_with(quotation.text.trim()) {
                quotation.text = left.text;
            } else {
                quotation.text.push_str(&left.text);
            }
            proposed = None;
        }
        quotation.source = left.source;
        quotation.file = left.file;
        quotation.halt = left.halt;
    }
    if action == Action::Ask {
        // What is typed stands behind it.
        let mut begun = quotation.clone();
        begun.text = format!("{} ", begun.text.trim_end());
        if let Some(taken_up) = asks_afterwards(ui, state, Some(begun)) {
            return taken_up;
        }
    }
    let mut overlay = typing(state, (of, Some(quotation)), ui.desk.own());
    // A line that is put into a field loses the space at its end.
    if action == Action::Ask {
        overlay.on_key(KeyEvent::from(KeyCode::Char(' ')));
    }
    ui.open_before(overlay, proposed.as_deref());
    Vec::new()
}
