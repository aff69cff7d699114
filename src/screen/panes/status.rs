//! The line below: the keys that do something now, what is on its way, the pace, what it has used, and how
//! the models are.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::{Line, Span},
    widgets::{Clear, Widget},
};

use super::situation::ChamberMode;
use crate::{
    debate::{DebateState, event::PausedBy, state::DebateStatus},
    hint::{self, Hint},
    labels,
    style::{StyleRole, Styles},
    widgets::{self, fit, width},
};

/// The mark of commands that wait for their answer.
const PENDING: &str = "… ";
/// Cells between the keys and what stands at the right.
const AIR: usize = 2;
/// Cells that a word beside the keys leaves to them.
const LEAST_KEYS: usize = 40;

/// The parts of the chamber that the status line looks at.
#[derive(Debug, Clone, Copy)]
pub struct StatusView<'a> {
    /// The state of the debate.
    pub state: &'a DebateState,
    /// The styles of the theme.
    pub styles: &'a Styles,
    /// The keys that do something now, the most important first.
    pub hints: &'a [Hint],
    /// The words before the hints, where there is room for them.
    pub asked: Option<&'a str>,
    /// Whether the figures are there.
    pub figures: StatusFigures,
    /// Live or replayed.
    pub mode: ChamberMode,
    /// A word to the viewer that takes the place of the keys.
    pub message: Option<(&'a str, StyleRole)>,
    /// The number of commands that wait for their answer.
    pub pending: usize,
    /// The debate's time, in milliseconds.
    pub now_ms: u64,
}

/// The figures: what the debate has used, and its pace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StatusFigures {
    /// They stand at the right.
    All,
    /// The most needed stand there.
    Fewer,
    /// They give way to the keys of what lies over the chamber.
    Aside,
}

/// Draws the line.
pub fn render(area: Rect, buf: &mut Buffer, view: StatusView<'_>) {
    let styles = &view.styles.upon_status();
    let view = StatusView { styles, ..view };
    buf.set_style(area, styles.get(StyleRole::Status));
    let cells = usize::from(area.width);
    let (right, taken) = beside_keys(view, cells);
    let room = cells.saturating_sub(taken + 1);
    let mut left = vec![Span::raw(" ")];
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
        let room = room.saturating_sub(AIR);
        let asked = view.asked.filter(|text| width(text) + LEAST_KEYS <= room);
        let taken = asked.map_or(0, width);
        left.extend(
            asked.map(|text| Span::styled(text.to_owned(), styles.get(StyleRole::Question))),
        );
        left.extend(hint::spans(view.hints, room.saturating_sub(taken), styles));
    }
    let used: usize = left.iter().map(Span::width).sum();
    left.push(Span::raw(" ".repeat(cells.saturating_sub(used + taken))));
    left.extend(right);
    widgets::line(&Line::from(left), area, buf);
}

/// A word to the viewer that has no room beside the figures has the whole line, and as many above it as it needs.
fn whole(text: &str, style: Style, (area, buf): (Rect, &mut Buffer), styles: &Styles) {
    let cells = usize::from(area.width.saturating_sub(2)).max(1);
    let lines = crate::wrapping::rows(text, cells);
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

/// The spans at the right, and the number of their cells: all figures where the keys have room beside them.
fn beside_keys(view: StatusView<'_>, cells: usize) -> (Vec<Span<'static>>, usize) {
    let measured = |figures: StatusFigures| {
        let spans = right(view, figures, cells);
        let taken: usize = spans.iter().map(Span::width).sum();
        (spans, taken)
    };
    let all = measured(view.figures);
    let room = cells.saturating_sub(all.1 + 1 + AIR);
    if view.figures == StatusFigures::All
        && hint::fitting(view.hints, room).len() < view.hints.len()
    {
        return measured(StatusFigures::Fewer);
    }
    all
}

fn right(view: StatusView<'_>, figures: StatusFigures, cells: usize) -> Vec<Span<'static>> {
    let styles = view.styles;
    let ledger = view.state.spent();
    let mut parts: Vec<(String, StyleRole)> = Vec::new();
    let are_shown = figures != StatusFigures::Aside;
    if are_shown && (cells >= 90 || (!view.mode.is_live() && cells >= 56)) {
        let pace = match view.mode {
            // By itself the word for the slowest, "live", would seem to say that somebody speaks.
            ChamberMode::Live => format!("pace: {}", view.state.pace.word()),
            ChamberMode::Followed(_) if view.state.is_closed() => String::new(),
            ChamberMode::Followed(_) => "watching".to_owned(),
            ChamberMode::Replay(_, speed) => speed.word().to_owned(),
        };
        if !pace.is_empty() {
            parts.push((pace, StyleRole::Status));
        }
    }
    if are_shown && ledger.tokens() > 0 && cells >= 56 {
        let tokens = format!("{} tok", labels::count(ledger.tokens()));
        let share = ledger.cached_tokens.saturating_mul(100) / ledger.prompt_tokens.max(1);
        if cells >= 110 && figures == StatusFigures::All {
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
    // The keys stay where they are when something is sent.
    if view.pending > 0 {
        spans.push(Span::styled(PENDING, styles.get(StyleRole::Warning)));
    }
    spans.extend(connection(view, cells));
    spans
}

/// The connection to the models: the answers that the debate has not taken in yet (a server may be done with one that is
/// read out, or waits for the end of a pause), tries that failed, a last call that failed for good.
fn connection(view: StatusView<'_>, cells: usize) -> Vec<Span<'static>> {
    let styles = view.styles;
    // What a process that has gone waited for comes no more.
    if view.mode.is_replay() || view.mode.is_left() {
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
    let failed = view.state.finished.last();
    // Once the debate is over nothing comes after its last call; what is missing is told where it is missing.
    let failed = failed.is_some_and(|call| call.failed.is_some()) && !view.state.is_closed();
    let is_paused = matches!(view.state.status, DebateStatus::Paused(_));
    let failed = failed
        && match view.state.status {
            DebateStatus::Paused(PausedBy::Unreachable { .. }) => true,
            DebateStatus::Unopened
            | DebateStatus::Running
            | DebateStatus::Paused(_)
            | DebateStatus::Closed(_) => count == 0,
        };
    let (mut text, role) = if tries > 0 && waits_s > 1 {
        (
            format!("↻ try {} in {waits_s} s ", tries + 1),
            StyleRole::Warning,
        )
    } else if tries > 0 {
        (format!("↻ try {} ", tries + 1), StyleRole::Warning)
    } else if failed {
        ("● failed ".to_owned(), StyleRole::Error)
    } else if count > 0 && is_paused {
        // Nothing of what comes now is heard before the debate goes on.
        (format!("⏸ {count} "), StyleRole::Paused)
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
