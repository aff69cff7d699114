//! The line below: the keys that do something now, what is on its way, the pace, what it has used, and how
//! the models are.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::{Line, Span},
    widgets::{Clear, Widget},
};

use super::which::Upper;
use crate::{
    debate::{
        DebateState,
        event::{CloseReason, PausedBy},
        ids::Seat,
        state::DebateStatus,
    },
    keymap::{Action, Context, Keymap},
    labels,
    replay::{Playback, Speed},
    style::{StyleRole, Styles},
    widgets::{self, fit, width},
};

/// What of the chamber the line looks at.
#[derive(Debug, Clone, Copy)]
pub struct StatusView<'a> {
    /// The state of the debate.
    pub state: &'a DebateState,
    /// The styles of the theme.
    pub styles: &'a Styles,
    /// The keys in force.
    pub keymap: &'a Keymap,
    /// Live or replayed.
    pub mode: ChamberMode,
    /// A word to the viewer that takes the place of the keys.
    pub message: Option<(&'a str, StyleRole)>,
    /// How many commands wait for their answer.
    pub pending: usize,
    /// The debate's time, in milliseconds.
    pub now_ms: u64,
    /// Whether the other panes are out of sight, with no tabs that would name them.
    pub one_pane: bool,
}

/// Where the debate comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChamberMode {
    /// A debate that happens now.
    Live,
    /// A debate that is played again: whether time passes in it, and how fast.
    Replay(Playback, Speed),
}

impl ChamberMode {
    /// Whether a debate is played again.
    pub const fn is_replay(self) -> bool {
        matches!(self, Self::Replay(..))
    }
}

/// Whether actions of that context make sense.
pub fn fits(state: &DebateState, mode: ChamberMode, context: Context) -> bool {
    match context {
        Context::Always => true,
        Context::Going => mode.is_replay() || !state.is_closed(),
        Context::Live => !mode.is_replay() && !state.is_closed(),
        Context::Over => state.is_closed() || state.division.is_some() || state.scores.is_some(),
        Context::Replay => mode.is_replay(),
        // What people said is not said again.
        Context::Completed => {
            let is_real = state
                .opening
                .as_deref()
                .is_some_and(|one| one.real.is_some());
            state.status == DebateStatus::Closed(CloseReason::Completed) && !is_real
        }
        Context::Searching => false,
    }
}

/// Draws the line.
pub fn render(area: Rect, buf: &mut Buffer, view: StatusView<'_>) {
    let styles = view.styles;
    buf.set_style(area, styles.get(StyleRole::Status));
    let cells = usize::from(area.width);
    let right = right(view, cells);
    let taken: usize = right.iter().map(Span::width).sum();
    let room = cells.saturating_sub(taken + 1);
    let mut left = vec![Span::raw(" ")];
    if view.pending > 0 {
        left.push(Span::styled("… ", styles.get(StyleRole::Warning)));
    }
    if let Some((text, role)) = view.message
        && width(text) + 5 > room
    {
        return whole(text, styles.get(role), (area, buf), styles);
    }
    if let Some((text, role)) = view.message {
        left.push(Span::styled(
            fit(text, room.saturating_sub(4)),
            styles.get(role),
        ));
    } else {
        left.extend(keys(view, room.saturating_sub(4)));
    }
    let used: usize = left.iter().map(Span::width).sum();
    left.push(Span::raw(" ".repeat(cells.saturating_sub(used + taken))));
    left.extend(right);
    widgets::line(&Line::from(left), area, buf);
}

/// A word to the viewer that has no room beside the figures has the whole line, and as many above it as it needs.
fn whole(text: &str, style: Style, (area, buf): (Rect, &mut Buffer), styles: &Styles) {
    let cells = usize::from(area.width.saturating_sub(2)).max(1);
    let lines = textwrap::wrap(text, cells);
    let most = usize::from(area.y / 3).saturating_add(1);
    let rows = lines.len().min(most);
    for (at, line) in lines.iter().take(rows).enumerate() {
        let is_cut = at + 1 == rows && rows < lines.len();
        let line = if is_cut {
            fit(&format!("{line} …"), cells)
        } else {
            line.to_string()
        };
        let above = u16::try_from(rows - 1 - at).unwrap_or(0);
        let row = Rect {
            y: area.y.saturating_sub(above),
            ..area
        };
        Clear.render(row, buf);
        buf.set_style(row, styles.get(StyleRole::Status));
        widgets::line(&Line::styled(format!(" {line}"), style), row, buf);
    }
}

fn keys(view: StatusView<'_>, room: usize) -> Vec<Span<'static>> {
    let mut hints = view
        .keymap
        .hints(|context| fits(view.state, view.mode, context));
    if Upper::of(view.state) != Upper::Points {
        hints.retain(|(action, ..)| *action != Action::GalleryPoint);
    }
    let asked =
        !view.mode.is_replay() && view.state.status == DebateStatus::Paused(PausedBy::Questions);
    let who = format!("{} takes questions  ", view.state.name(&Seat::moderator()));
    let says_who = width(&who) + 34 <= room;
    let instead = match view.mode {
        ChamberMode::Replay(Playback::Paused, _) => Some("go on"),
        ChamberMode::Replay(Playback::Ended, _) => Some("again"),
        ChamberMode::Live if asked && room >= 40 && !says_who => Some("close the debate"),
        ChamberMode::Live if asked => Some("close"),
        // As the banner says it.
        ChamberMode::Live
            if matches!(
                view.state.status,
                DebateStatus::Paused(PausedBy::Unreachable { .. })
            ) =>
        {
            Some("try again")
        }
        ChamberMode::Live if matches!(view.state.status, DebateStatus::Paused(_)) => Some("go on"),
        ChamberMode::Replay(Playback::Playing, _) | ChamberMode::Live => None,
    };
    let pauses = |(action, ..): &&mut (Action, String, &str)| *action == Action::TogglePause;
    if let (Some(instead), Some((_, _, hint))) = (instead, hints.iter_mut().find(pauses)) {
        *hint = instead;
    }
    let mut spans = Vec::new();
    if asked {
        // Who may be asked, and how it ends, comes before everything else.
        if let Some(at) = hints.iter().position(|(action, ..)| *action == Action::Ask) {
            let ask = hints.remove(at);
            hints.insert(0, ask);
        }
        if says_who {
            spans.push(Span::styled(who, view.styles.get(StyleRole::Question)));
        }
    }
    let room = room.saturating_sub(spans.iter().map(Span::width).sum());
    let next = view.keymap.key_of(Action::NextPane);
    if view.one_pane && !next.is_empty() {
        let at = if asked { 2 } else { 1 };
        hints.insert(hints.len().min(at), (Action::NextPane, next, "panes"));
    }
    // Help and quit are always to be seen. What does not fit loses first their words, which everybody
    // knows, and then keys from the end.
    let kept = |action: Action| matches!(action, Action::Help | Action::Quit);
    let cost = |key: &str, hint: &str| width(key) + width(hint) + 3;
    let total = |hints: &[(Action, String, &str)]| -> usize {
        hints.iter().map(|(_, key, hint)| cost(key, hint)).sum()
    };
    if total(&hints) > room {
        for (_, _, hint) in hints.iter_mut().filter(|(action, _, _)| kept(*action)) {
            *hint = "";
        }
    }
    let all = hints.len();
    // Of the room a mark takes its part, which says that there are more.
    while total(&hints) > room.saturating_sub(if hints.len() < all { 2 } else { 0 }) {
        let Some(at) = hints.iter().rposition(|(action, _, _)| !kept(*action)) else {
            break;
        };
        hints.remove(at);
    }
    let shown = hints.len();
    for (_, key, hint) in hints {
        spans.push(Span::styled(key, view.styles.get(StyleRole::Key)));
        let gap = if hint.is_empty() { "" } else { " " };
        spans.push(Span::styled(
            format!("{gap}{hint}  "),
            view.styles.get(StyleRole::Status),
        ));
    }
    if shown < all {
        spans.push(Span::styled("… ", view.styles.get(StyleRole::Dim)));
    }
    spans
}

fn right(view: StatusView<'_>, cells: usize) -> Vec<Span<'static>> {
    let styles = view.styles;
    let ledger = &view.state.ledger;
    let mut parts: Vec<(String, StyleRole)> = Vec::new();
    if cells >= 90 || (view.mode.is_replay() && cells >= 56) {
        let pace = match view.mode {
            ChamberMode::Live => view.state.pace.word(),
            ChamberMode::Replay(_, speed) => speed.word(),
        };
        parts.push((pace.to_owned(), StyleRole::Status));
    }
    if ledger.calls > 0 && cells >= 56 {
        let tokens = format!("{} tok", labels::count(ledger.tokens()));
        let share = ledger.cached_tokens.saturating_mul(100) / ledger.prompt_tokens.max(1);
        if cells >= 110 {
            parts.push((format!("{tokens} ({share}% cached)"), StyleRole::Dim));
        } else if cells >= 90 {
            parts.push((tokens, StyleRole::Dim));
        }
        let costs = ledger.costs;
        let cost = if let Some(total) = costs.total() {
            Some(format!("${total:.2}"))
        } else if costs.known > 0.0 {
            Some(format!("${:.2}+", costs.known))
        } else if costs.unpriced > 0 && cells >= 100 {
            Some("cost unknown".to_owned())
        } else {
            None
        };
        parts.extend(cost.map(|cost| (cost, StyleRole::Dim)));
    }
    let mut spans = Vec::new();
    for (text, role) in parts {
        spans.push(Span::styled(text, styles.get(role)));
        spans.push(Span::raw("  "));
    }
    spans.extend(connection(view, cells));
    spans
}

/// How the models are: calls under way, tries that failed, a last call that failed for good.
fn connection(view: StatusView<'_>, cells: usize) -> Vec<Span<'static>> {
    let styles = view.styles;
    if view.mode.is_replay() {
        return vec![Span::styled("↺ ", styles.get(StyleRole::Dim))];
    }
    let under_way = &view.state.calls;
    let count = under_way.awaited();
    let (tries, until_ms) = under_way
        .tried_again()
        .fold((0, 0), |(tries, until), call| {
            (tries.max(call.failed_tries), until.max(call.waits_until_ms))
        });
    let waits_s = until_ms.saturating_sub(view.now_ms).div_ceil(1000);
    let failed = view
        .state
        .finished
        .last()
        .is_some_and(|call| call.failed.is_some());
    let (mut text, role) = if tries > 0 && waits_s > 1 {
        (
            format!("↻ try {} in {waits_s} s ", tries + 1),
            StyleRole::Warning,
        )
    } else if tries > 0 {
        (format!("↻ try {} ", tries + 1), StyleRole::Warning)
    } else if failed && count == 0 {
        ("● failed ".to_owned(), StyleRole::Error)
    } else if count > 0 {
        (format!("● {count} "), StyleRole::Live)
    } else {
        ("○ ".to_owned(), StyleRole::Dim)
    };
    if cells < 60 {
        text = text.chars().take(1).chain([' ']).collect();
    }
    vec![Span::styled(text, styles.get(role))]
}
