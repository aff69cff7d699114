//! The keys of the chamber that do something now, for the line below, the most important first.

use super::situation::{ChamberMode, Situation};
use crate::{
    debate::{event::PausedBy, ids::Seat, state::DebateStatus},
    hint::{Hint, hints},
    keymap::{Action, Context, HelpRow, Keymap, ROWS},
    overlay::{PaletteChoice, PaletteEntry},
    replay::Playback,
    transcript::Typing,
};

/// What can be done in a replay but at its end.
const AT_NO_END: [Action; 2] = [Action::Ahead, Action::Branch];

/// Whether all panes are on the screen, or named on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PanesSeen {
    /// They are there, or their tabs are.
    All,
    /// One is there, and no tabs that would name the others.
    One,
}

/// The keys of the chamber, where nothing lies over it.
pub fn of(situation: Situation<'_>, keymap: &Keymap, panes: PanesSeen) -> Vec<Hint> {
    let search = situation.search;
    if search.is_some_and(|search| search.typing == Typing::Yes) {
        return hints([("enter", "find"), ("esc", "end search")]);
    }
    let mut rows = keymap.hints(|context| situation.fits(context));
    if matches!(situation.mode, ChamberMode::Replay(Playback::Ended, _)) {
        rows.retain(|(row, _)| !AT_NO_END.contains(&row.action));
    }
    // What the palette finds gives way before the palette does.
    let at = |action| rows.iter().position(|(row, _)| row.action == action);
    if let (Some(search), Some(palette)) = (at(Action::Search), at(Action::Palette))
        && let Some(between) = rows.get_mut(search..=palette)
    {
        between.rotate_right(1);
    }
    // While somebody speaks there is more to be done at once; whoever pauses may want to go on differently.
    if situation.mode.is_live() && situation.state.is_running() {
        rows.retain(|(row, _)| row.action != Action::Branch);
    }
    // Whoever has paused may look for nothing but the way on, whatever else is open.
    if situation.mode.is_live() && instead_of_pause(situation).is_some() {
        rows.sort_by_key(|(row, _)| row.action != Action::TogglePause);
    }
    // Where a model is waited for, what can be done about it comes before all that waits with it.
    if situation.mode.is_live() && situation.waits_for_model() {
        rows.sort_by_key(|(row, _)| {
            let is = |action| row.action == action;
            (!is(Action::TogglePause), !is(Action::Failures))
        });
    }
    // What is under way comes before what could be begun.
    rows.sort_by_key(|(row, _)| row.context != Context::Searching);
    if let Some(word) = instead_of_pause(situation)
        && let Some((_, hint)) = rows
            .iter_mut()
            .find(|(row, _)| row.action == Action::TogglePause)
    {
        hint.word = word.into();
    }
    if situation.leads_on()
        && let Some((_, hint)) = rows.iter_mut().find(|(row, _)| row.action == Action::Quit)
    {
        hint.word = "what next".into();
    }
    if takes_questions(situation) {
        // Who may be asked, and how it ends, comes before everything else.
        rows.sort_by_key(|(row, _)| row.action != Action::Ask);
    }
    let mut told: Vec<Hint> = rows.into_iter().map(|(_, hint)| hint).collect();
    if matches!(
        situation.mode,
        ChamberMode::Replay(Playback::Playing | Playback::Paused, _)
    ) {
        let speed = [Action::Faster, Action::Slower].map(|action| keymap.key_of(action));
        if search.is_none() && speed.iter().all(|key| !key.is_empty()) {
            told.insert(told.len().min(1), Hint::new(speed.join(" "), "speed"));
        }
    }
    let next = keymap.key_of(Action::NextPane);
    if panes == PanesSeen::One && !next.is_empty() && search.is_none() {
        let at = if takes_questions(situation) { 2 } else { 1 };
        told.insert(told.len().min(at), Hint::new(next, "panes"));
    }
    told
}

/// The rows of the help: the keys that can do something in such a chamber, and what they do now.
pub fn help(situation: Situation<'_>, keymap: &Keymap) -> Vec<HelpRow> {
    let mut rows = keymap.help(|context| situation.has(context));
    let pause = ROWS.iter().find(|row| row.action == Action::TogglePause);
    let usual = pause.map(|row| row.help);
    if takes_questions(situation)
        && let Some(row) = rows.iter_mut().find(|row| Some(row.help) == usual)
    {
        row.help = "close the debate; until then questions are taken";
    }
    rows
}

/// The entries of the palette: what can be done in such a chamber now, as it is called there.
pub(crate) fn actions(
    situation: Situation<'_>,
    keymap: &Keymap,
) -> impl Iterator<Item = PaletteEntry> {
    let rows = keymap.rows(move |context| situation.fits(context));
    let is_at_end = matches!(situation.mode, ChamberMode::Replay(Playback::Ended, _));
    let rows = rows.filter(move |(row, _)| !is_at_end || !AT_NO_END.contains(&row.action));
    rows.map(move |(row, keys)| {
        let is = |action| row.action == action;
        let words = if is(Action::TogglePause) {
            pause_in_words(situation)
        } else if is(Action::Ask) && situation.state.is_closed() {
            "ask anybody who took part a question"
        } else if is(Action::Quit) && situation.leads_on() {
            "what next: ask, replay, hold again, swap sides, write or share a file, the lobby"
        } else if is(Action::Quit) && !situation.mode.is_live() {
            "leave"
        } else {
            row.help
        };
        let words = words.to_owned();
        let also = if is(Action::Quit) {
            "quit exit export save"
        } else if is(Action::Copy) {
            "copy clipboard"
        } else if is(Action::Share) {
            "share export save html clip"
        } else if is(Action::Faster) || is(Action::Slower) {
            "speed"
        } else {
            row.name
        };
        PaletteEntry {
            choice: PaletteChoice::Act(row.action),
            words,
            keys,
            also: also.to_owned(),
        }
    })
}

/// Whoever takes questions now, as it is said before the keys.
pub fn asked(situation: Situation<'_>) -> Option<String> {
    let name = || situation.state.name(&Seat::moderator());
    takes_questions(situation).then(|| format!("{} takes questions  ", name()))
}

fn takes_questions(situation: Situation<'_>) -> bool {
    situation.mode.is_live() && situation.state.status == DebateStatus::Paused(PausedBy::Questions)
}

/// What the key that pauses does now.
fn pause_in_words(situation: Situation<'_>) -> &'static str {
    match instead_of_pause(situation) {
        Some("close") => "close the debate",
        Some("again") => "play it again",
        Some("try again") => "ask the server again",
        Some(_) => "resume the debate",
        None => "pause the debate",
    }
}

/// The action of the key that pauses where it does not pause.
fn instead_of_pause(situation: Situation<'_>) -> Option<&'static str> {
    match situation.mode {
        ChamberMode::Replay(Playback::Paused, _) => Some("resume"),
        ChamberMode::Replay(Playback::Ended, _) => Some("again"),
        // Nothing is paused from here.
        ChamberMode::Replay(Playback::Playing, _) | ChamberMode::Followed(_) => None,
        ChamberMode::Live => match &situation.state.status {
            DebateStatus::Paused(PausedBy::Questions) => Some("close"),
            // As the banner says it.
            DebateStatus::Paused(PausedBy::Unreachable { .. }) => Some("try again"),
            DebateStatus::Paused(
                PausedBy::Viewer | PausedBy::Question { .. } | PausedBy::Limit { .. },
            ) => Some("resume"),
            DebateStatus::Unopened | DebateStatus::Running | DebateStatus::Closed(_) => None,
        },
    }
}
