//! The pane titled Points of information: the newest first, with what became of each.

use ratatui::text::{Line, Span};

use super::order;
use crate::{
    debate::{
        DebateState,
        notice::waved_down,
        state::{Poi, PoiStatus},
    },
    labels,
    scrolling::PaneText,
    style::{StyleRole, Styles},
    transcript::wrapped,
    widgets::fit,
};

/// The text of the pane, in lines of so many cells.
pub(crate) fn text(state: &DebateState, styles: &Styles, cells: usize) -> PaneText {
    let is_taken = |point: &&Poi| match point.status {
        PoiStatus::Taken | PoiStatus::Accepted => !state.is_closed(),
        PoiStatus::Answered { .. } => true,
        PoiStatus::Offered | PoiStatus::Declined { .. } => false,
    };
    let taken = state.points.iter().filter(is_taken).count();
    let note = match state.points.len() {
        0 => String::new(),
        all => format!("{taken} of {all} taken"),
    };
    let mut lines: Vec<Line<'static>> = Vec::new();
    for item in state.gallery_waits() {
        let line = if state.is_closed() {
            format!("✖ not put by the gallery: {}", item.text)
        } else {
            format!("… the gallery waits: {}", item.text)
        };
        lines.extend(wrapped(
            &Line::styled(line, styles.get(StyleRole::Question)),
            cells,
        ));
    }
    for point in state.points.iter().rev() {
        if !lines.is_empty() {
            lines.push(Line::default());
        }
        lines.extend(one(state, styles, point, cells));
    }
    if lines.is_empty() {
        let text = if state.is_closed() {
            "Nobody rose."
        } else {
            "Nobody has risen yet."
        };
        lines.push(Line::styled(text, styles.get(StyleRole::Dim)));
        // A pane with so few words in it has room for the order.
        let order = order::lines(state, styles, cells);
        if !order.is_empty() {
            let head = Line::styled("Running order", styles.get(StyleRole::Title));
            lines.extend([Line::default(), head]);
            lines.extend(order);
        }
    }
    PaneText {
        note,
        ..PaneText::of(lines)
    }
}

fn one(state: &DebateState, styles: &Styles, point: &Poi, cells: usize) -> Vec<Line<'static>> {
    // Whoever sat there then, where somebody else does now.
    let turn = state.turn(point.turn).filter(|turn| turn.seat == point.to);
    let then = turn.and_then(|turn| turn.spoken_as.clone());
    let challenged = then.unwrap_or_else(|| labels::short(state, &point.to));
    let raiser = point.raised_as.clone();
    let raiser = raiser.unwrap_or_else(|| labels::short(state, &point.from));
    let (mark, role, end) = match &point.status {
        _ if point.is_pending() && state.is_closed() => {
            let told = "not answered before the end".to_owned();
            ("✋", StyleRole::Dim, told)
        }
        PoiStatus::Offered => ("✋", StyleRole::Poi, "on their feet …".to_owned()),
        PoiStatus::Taken | PoiStatus::Accepted => ("✔", StyleRole::Accepted, "taken …".to_owned()),
        PoiStatus::Declined { gesture } => {
            let told = waved_down(&challenged, gesture);
            ("✖", StyleRole::Declined, told)
        }
        PoiStatus::Answered { text } => ("✔", StyleRole::Accepted, text.clone()),
    };
    let name = |seat, name: &str, room| {
        Span::styled(
            fit(name, room),
            styles
                .get(labels::role(state, seat))
                .patch(styles.get(StyleRole::Speaker)),
        )
    };
    // The mark with its space, and the arrow; a hand is two cells wide.
    let inside = cells.saturating_sub(2);
    let from = name(&point.from, &raiser, inside.saturating_sub(3));
    let to = name(&point.to, &challenged, cells.saturating_sub(4));
    let mark = Span::styled(format!("{mark} "), styles.get(role));
    let arrow = |text| Span::styled(text, styles.get(StyleRole::Dim));
    let is_in_a_row = mark.width() + from.width() + 3 + to.width() <= cells;
    let head = if is_in_a_row {
        vec![Line::from(vec![mark, from, arrow(" → "), to])]
    } else {
        vec![
            Line::from(vec![mark, from]),
            Line::from(vec![arrow("  → "), to]),
        ]
    };
    let words = if role == StyleRole::Declined {
        styles.get(StyleRole::Declined)
    } else {
        styles.get(StyleRole::Text)
    };
    let mut lines = head;
    lines.extend(indented(&Line::styled(point.text.clone(), words), inside));
    let end_style = match point.status {
        PoiStatus::Answered { .. } => styles.get(StyleRole::Answer),
        PoiStatus::Offered
        | PoiStatus::Taken
        | PoiStatus::Accepted
        | PoiStatus::Declined { .. } => styles.get(role),
    };
    let mut answer = wrapped(&Line::styled(end, end_style), inside);
    // The transcript has the whole of it.
    if answer.len() > 4 {
        answer.truncate(3);
        answer.push(Line::styled("…", styles.get(StyleRole::Dim)));
    }
    lines.extend(answer.into_iter().map(indent));
    lines
}

fn indented(line: &Line<'_>, cells: usize) -> Vec<Line<'static>> {
    wrapped(line, cells).into_iter().map(indent).collect()
}

fn indent(mut line: Line<'static>) -> Line<'static> {
    line.spans.insert(0, Span::raw("  "));
    line
}
