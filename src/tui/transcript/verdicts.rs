//! What judges say between rounds and at the end: whom they let speak, their assessments, reports and scores.

use ratatui::text::Line;

use super::{
    entry::Ink,
    wrap::{self, Row},
};
use crate::tui::style::Role;

/// Whom a judge let speak, and why.
pub(super) fn chosen(ink: Ink<'_>, at: usize) -> Vec<Row> {
    let Some(chosen) = ink.state.chosen.get(at) else {
        return Vec::new();
    };
    let name = ink.state.name(&chosen.seat);
    let line = Line::from(vec![
        ink.span(format!("The judge lets {name} speak: "), Role::House),
        ink.span(chosen.reason.clone(), Role::Dim),
    ]);
    let first = ink.span("⚖ ", Role::House);
    wrap::rows(&line, ink.width, &first, &ink.span("  ", Role::House))
}

/// A judge's assessment after a round.
pub(super) fn round(_: Ink<'_>, _: usize) -> Vec<Row> {
    Vec::new()
}

/// A judge's report.
pub(super) fn judgement(_: Ink<'_>, _: usize) -> Vec<Row> {
    Vec::new()
}

/// What the scores come to.
pub(super) fn scores(_: Ink<'_>) -> Vec<Row> {
    Vec::new()
}
