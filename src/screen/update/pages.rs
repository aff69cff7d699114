//! The pages and boxes that keys open over the chamber.

use super::{
    super::{
        effect::{FollowUpDraft, NextStep, ScreenEffect},
        keymap::Action,
        overlay::{self, Draft, DraftOf, Overlay, PaletteChoice, PaletteEntry},
        panes::keys,
        style::StyleRole,
        ui::Ui,
    },
    refused,
};
use crate::{
    debate::{DebateState, ids::Seat, state::Turn},
    refine::{comparison, derive, rules::StopReason},
};

/// Asks whether the debate is to be held again. Of one that was taught by another there is more to be seen first.
pub(super) fn refine(ui: &mut Ui, state: &DebateState) -> Vec<ScreenEffect> {
    let opening = state.opening.as_deref();
    if opening.is_some_and(|opening| opening.as_iteration().is_some()) {
        return vec![ScreenEffect::Refine];
    }
    let lessons = comparison::lessons(state, &derive::seats(state));
    if lessons.is_empty() {
        ui.say(StopReason::NothingToChange.describe(), StyleRole::Notice);
    } else {
        ui.open(overlay::refinement(lessons));
    }
    Vec::new()
}

/// Opens an overlay for typing, with what was typed in it before and not sent.
pub(super) fn write(ui: &mut Ui, state: &DebateState, of: DraftOf) {
    ui.close_keeping();
    let draft = ui.drafts.take(of);
    let overlay = typing(state, (of, draft), ui.desk.own());
    ui.open(overlay);
}

/// An overlay for typing, with what stands in it; `own` is the seat that was taken at this terminal.
pub(super) fn typing(
    state: &DebateState,
    (of, draft): (DraftOf, Option<Draft>),
    own: Option<&Seat>,
) -> Box<dyn Overlay> {
    match of {
        DraftOf::Evidence => overlay::evidence(draft),
        DraftOf::Ask => overlay::ask(state, draft),
        DraftOf::Clarify => overlay::clarify(state, draft),
        DraftOf::Point => overlay::point(state, draft, own),
    }
}

/// What comes first where a debate is over and nothing takes questions yet: it is taken up for them, with the question
/// that was begun.
pub(super) fn asks_afterwards(
    ui: &mut Ui,
    state: &DebateState,
    begun: Option<Draft>,
) -> Option<Vec<ScreenEffect>> {
    if !state.is_closed() || ui.takes_questions {
        return None;
    }
    let begun = begun.or_else(|| ui.drafts.take(DraftOf::Ask));
    let begun = begun.map(|draft| FollowUpDraft {
        seat: draft.seat,
        text: draft.text,
    });
    Some(vec![ScreenEffect::Next(NextStep::Ask(begun))])
}

/// Asks somebody whom a page shows, with words proposed, where anybody can be asked now. The page is there again when that is
/// done, and stays where nobody can be asked.
pub(super) fn ask(
    ui: &mut Ui,
    state: &DebateState,
    (seat, text): (Seat, String),
) -> Vec<ScreenEffect> {
    if let Some((text, role)) = refused(ui, state, Action::Ask) {
        ui.say(text, role);
        return Vec::new();
    }
    let draft = Draft::question(Some(seat), text.clone());
    if let Some(taken_up) = asks_afterwards(ui, state, Some(draft.clone())) {
        return taken_up;
    }
    ui.open_before(overlay::ask(state, Some(draft)), Some(&text));
    Vec::new()
}

/// Opens the palette of what can be done now, and of the themes.
pub(super) fn palette(ui: &mut Ui, state: &DebateState) {
    let entries = palette_entries(ui, state);
    ui.open(overlay::palette(entries, ui.look()));
}

/// What can be done now, and the themes.
pub(super) fn palette_entries(ui: &Ui, state: &DebateState) -> Vec<PaletteEntry> {
    let actions = keys::actions(ui.situation(state), &ui.keymap);
    let actions = actions.filter(|entry| entry.choice != PaletteChoice::Act(Action::Palette));
    let themes = ui.look_names().enumerate().map(|(at, name)| PaletteEntry {
        choice: PaletteChoice::Look(at),
        words: format!("theme: {name}"),
        keys: String::new(),
        also: "colours".to_owned(),
    });
    actions.chain(themes).collect()
}

pub(super) fn sources(ui: &mut Ui, state: &DebateState) {
    let turn = ui.transcript.turn_in_sight(state);
    match turn.and_then(|id| overlay::sources(state, state.turn(id)?)) {
        Some(page) => ui.open(page),
        None => ui.say("this turn rests on no passages", StyleRole::Notice),
    }
}

pub(super) fn argued(ui: &mut Ui, state: &DebateState) {
    let turn = ui.transcript.turn_in_sight(state);
    let turn = turn.and_then(|id| state.turn(id));
    match turn.and_then(|turn| overlay::argued(state, turn)) {
        Some(page) => ui.open(page),
        None if turn.is_some_and(Turn::is_open) => {
            ui.say(
                "what it argues is taken down when it is over",
                StyleRole::Notice,
            );
        }
        None => ui.say("nothing was taken down of this turn", StyleRole::Notice),
    }
}

pub(super) fn definitions(ui: &mut Ui, state: &DebateState) {
    if let Some(page) = overlay::definitions(state) {
        ui.open(page);
    }
}

pub(super) fn copy(ui: &mut Ui, state: &DebateState) -> Vec<ScreenEffect> {
    let turn = ui
        .transcript
        .turn_in_sight(state)
        .and_then(|id| state.turn(id));
    let Some(turn) = turn else {
        ui.say("there is no turn to copy yet", StyleRole::Notice);
        return Vec::new();
    };
    vec![ScreenEffect::Copy(format!(
        "{}\n\n{}\n",
        state.speaker_in(turn),
        turn.text.trim()
    ))]
}
