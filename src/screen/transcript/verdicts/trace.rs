//! The trace table: every argument with how it was met and what became of it.

use ratatui::text::{Line, Span};

use super::{Ink, Row, hung};
use crate::{
    debate::{scores::Standing, trace::Row as Traced},
    style::Role,
    who,
    widgets::{fit, width},
};

/// The table, a row or two for an argument.
pub(super) fn table(ink: Ink<'_>) -> Vec<Row> {
    let trace = ink.state.trace();
    let column = trace.iter().map(|row| width(&row.argument.id)).max();
    let column = column.unwrap_or(0).min(ink.width / 3);
    let mut rows = Vec::new();
    for one in &trace {
        rows.extend(argument(ink, one, column));
    }
    rows
}

fn argument(ink: Ink<'_>, one: &Traced<'_>, column: usize) -> Vec<Row> {
    let role = who::role(ink.state, one.seat);
    let id = fit(&one.argument.id, column);
    let id = format!("{id}{}  ", " ".repeat(column - width(&id).min(column)));
    let hang = width(&id);
    let (mark, end) = one.standing.map_or(("…", Role::Dim), who::standing);
    let told = one.standing.map_or("not judged", Standing::told);
    let told = format!("{mark} {told}");
    let named = ink.styles.get(role).patch(ink.styles.get(Role::Speaker));
    let room = ink.width.saturating_sub(hang + width(&told) + 2);
    let mut rows = Vec::new();
    if room >= 12 {
        let claim = fit(&one.argument.claim, room);
        let gap = room.saturating_sub(width(&claim)) + 2;
        rows.push(Row::new(Line::from(vec![
            Span::styled(id, named),
            ink.span(claim, Role::Text),
            Span::raw(" ".repeat(gap)),
            ink.span(told, end),
        ])));
    } else {
        rows.push(Row::new(Line::from(vec![
            Span::styled(id, named),
            ink.span(fit(&told, ink.width.saturating_sub(hang)), end),
        ])));
        rows.extend(hung(ink, "  ", &one.argument.claim, Role::Text));
    }
    let indent = " ".repeat(hang.min(ink.width / 4));
    let mut met = vec![Span::raw(indent.clone())];
    for one in &one.met {
        let kind = one.response.response_type;
        if met.len() > 1 {
            met.push(ink.span(" · ", Role::Dim));
        }
        met.push(ink.span(kind.past(), who::response(kind)));
        met.push(ink.span(format!(" by {}", who::short(ink.state, one.by)), Role::Dim));
    }
    if one.met.is_empty() {
        met.push(ink.span("never met", Role::Dim));
    } else if one.reply.is_some() {
        met.push(ink.span(" · answered", Role::Answer));
    }
    rows.extend(
        super::wrap::wrap(&Line::from(met), ink.width)
            .into_iter()
            .map(Row::new),
    );
    if !one.reason.trim().is_empty() {
        rows.extend(hung(ink, &indent, one.reason, Role::Dim));
    }
    rows
}
