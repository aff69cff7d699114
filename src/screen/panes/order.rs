//! The pane titled Running order: the phases that are over, the one that is on, and those to come.

use ratatui::{
    layout::Rect,
    text::{Line, Span},
};

use crate::{
    debate::DebateState,
    scrolling::PaneText,
    style::{StyleRole, Styles},
    text::counted,
    transcript::wrapped,
    widgets::{Focus, fit, width},
};

/// The sign before the phase that is on.
const ON: &str = "▸ ";

/// The text of the pane in so much room.
pub(crate) fn text(
    state: &DebateState,
    styles: &Styles,
    (place, focus): (Rect, Focus),
) -> PaneText {
    let height = usize::from(place.height);
    let mut lines = lines(state, styles, usize::from(place.width));
    // With room to spare the phase that is on can say more; without, the names are what counts, unless the pane is
    // scrolled by whoever reads it.
    if lines.len() > height && focus == Focus::Off {
        lines.retain(|line| line.spans.first().is_none_or(|span| span.content != "  "));
    }
    // The phase that is on is in sight.
    let is_on = |line: &Line<'_>| {
        line.spans
            .first()
            .is_some_and(|span| span.content.starts_with(ON))
    };
    let on = lines.iter().position(is_on).unwrap_or(0);
    PaneText {
        rest: (on + 2).saturating_sub(height),
        ..PaneText::of(lines)
    }
}

/// The phases in lines of so many cells.
pub(super) fn lines(state: &DebateState, styles: &Styles, cells: usize) -> Vec<Line<'static>> {
    let Some(opening) = state.opening.as_deref() else {
        return Vec::new();
    };
    let on = state.phase.unwrap_or(0);
    let ended = |at: u32| at < on || state.is_closed() || at < state.phases_ended;
    let mut lines = Vec::new();
    let phases = opening.format.phases.iter().zip(&state.plan.phases);
    for (at, (phase, plan)) in (0..).zip(phases) {
        let (mark, role) = if ended(at) {
            ("✔ ", StyleRole::Dim)
        } else if at == on {
            (ON, StyleRole::Live)
        } else {
            ("· ", StyleRole::Text)
        };
        let rounds = match plan.rounds {
            0 | 1 => String::new(),
            of if at == on && !ended(at) => format!("{} of {of}", state.round_begun(at).min(of)),
            _ if state.stopped.contains_key(&at) => {
                counted(state.rounds_held(at), "round", "rounds")
            }
            of => format!("{of} rounds"),
        };
        let room = cells.saturating_sub(width(&rounds) + 3);
        let name = fit(&phase.name, room);
        let gap = cells.saturating_sub(2 + width(&name) + width(&rounds));
        lines.push(Line::from(vec![
            Span::styled(format!("{mark}{name}"), styles.get(role)),
            Span::raw(" ".repeat(gap)),
            Span::styled(rounds, styles.get(StyleRole::Dim)),
        ]));
        if let Some(stop) = state.stopped.get(&at) {
            let text = format!("ended early: {}", stop.describe());
            lines.extend(indented(&text, styles, StyleRole::Warning, cells));
        } else if at == on && !ended(at) {
            if let Some(next) = state.next_up() {
                let text = format!("next: {}", state.name(next));
                lines.extend(indented(&text, styles, StyleRole::Text, cells));
            }
            lines.extend(indented(&phase.summary, styles, StyleRole::Dim, cells));
        }
    }
    lines
}

fn indented(text: &str, styles: &Styles, role: StyleRole, cells: usize) -> Vec<Line<'static>> {
    if text.trim().is_empty() {
        return Vec::new();
    }
    let line = Line::styled(text.to_owned(), styles.get(role));
    wrapped(&line, cells.saturating_sub(2))
        .into_iter()
        .map(|mut line| {
            line.spans.insert(0, Span::raw("  "));
            line
        })
        .collect()
}
