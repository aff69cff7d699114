//! Marks as rows: a total as a bar, the dimensions beside one another, what was said of them.

use std::collections::BTreeMap;

use ratatui::text::{Line, Span};

use super::{Ink, Row, hung, spark};
use crate::{
    catalog::Rubric,
    debate::{DebateState, scores::Marks},
    style::Role,
    who,
    widgets::{bar, fit, width},
};

/// Cells of the widest bar of a total.
const BAR: usize = 24;
/// Cells of the bar of a dimension.
const SMALL_BAR: usize = 5;

/// Marks in the order of the debate: arguments as they were handed in, speakers and sides as they sit.
pub(super) fn ordered<'a>(
    state: &DebateState,
    marks: &'a BTreeMap<String, Marks>,
) -> Vec<(&'a str, &'a Marks)> {
    let mut ids: Vec<&str> = state.arguments().map(|(_, one)| one.id.as_str()).collect();
    if let Some(opening) = state.opening.as_deref() {
        ids.extend(opening.speakers.iter().map(|one| one.seat.as_str()));
        ids.extend(opening.format.sides.iter().map(|side| side.id.as_str()));
    }
    let place = |id: &str| ids.iter().position(|known| *known == id);
    let mut all: Vec<(&str, &Marks)> = marks.iter().map(|(id, one)| (id.as_str(), one)).collect();
    // Stable: what nobody knows keeps the order of its ids, behind the others.
    all.sort_by_key(|(id, _)| place(id).unwrap_or(usize::MAX));
    all
}

/// A score as people write it.
pub(super) fn score(value: f64) -> String {
    if (value - value.round()).abs() < 1e-9 {
        format!("{value:.0}")
    } else {
        format!("{value:.1}")
    }
}

/// Somebody's weighted total as a bar of the highest score, and how it has moved.
pub(super) fn total(ink: Ink<'_>, rubric: &Rubric, id: &str, value: f64, over: &[f64]) -> Row {
    let role = who::role_of(ink.state, id);
    let name = who::called(ink.state, id);
    let moved = spark(ink, over, role);
    let taken: usize = moved.iter().map(Span::width).sum();
    let label = 18.min(ink.width / 3);
    let room = ink.width.saturating_sub(label + 8 + taken);
    let pad = " ".repeat(label.saturating_sub(width(&fit(&name, label))));
    let named = ink.styles.get(role).patch(ink.styles.get(Role::Speaker));
    let mut spans = vec![
        Span::styled(fit(&name, label), named),
        Span::raw(format!("{pad} ")),
    ];
    if room >= 4 {
        spans.extend(bar(
            value / rubric.highest.max(1.0),
            room.min(BAR),
            ink.styles.get(role),
            ink.styles.get(Role::Dim),
        ));
    }
    spans.push(ink.span(format!(" {value:>5.2}"), Role::Text));
    if !moved.is_empty() {
        spans.push(Span::raw(" "));
        spans.extend(moved);
    }
    Row::new(Line::from(spans))
}

/// The dimensions of one item, as many beside one another as there is room for.
pub(super) fn dimensions(ink: Ink<'_>, rubric: &Rubric, id: &str, marks: &Marks) -> Vec<Row> {
    let role = who::role_of(ink.state, id);
    let names = rubric.dimensions.iter().map(|one| width(&one.name));
    let column = names.max().unwrap_or(0).min(16);
    let cell = column + 1 + SMALL_BAR + 5;
    let a_row = (ink.width.saturating_sub(2) / (cell + 1)).max(1);
    let mut rows = Vec::new();
    for chunk in rubric.dimensions.chunks(a_row) {
        let mut spans = vec![Span::raw("  ")];
        for one in chunk {
            let value = marks.scores.get(&one.id).copied().unwrap_or(rubric.lowest);
            let name = fit(&one.name, column);
            let pad = " ".repeat(column.saturating_sub(width(&name)) + 1);
            spans.push(ink.span(format!("{name}{pad}"), Role::Dim));
            spans.extend(bar(
                value / rubric.highest.max(1.0),
                SMALL_BAR,
                ink.styles.get(role),
                ink.styles.get(Role::Dim),
            ));
            spans.push(ink.span(format!(" {:<5}", score(value)), Role::Text));
        }
        rows.push(Row::new(Line::from(spans)));
    }
    rows
}

/// What was said of it: why, what is strong and weak, and what is suspicious.
pub(super) fn notes(ink: Ink<'_>, marks: &Marks) -> Vec<Row> {
    let mut rows = Vec::new();
    if !marks.reason.trim().is_empty() {
        rows.extend(hung(ink, "  ", &marks.reason, Role::Text));
    }
    for text in &marks.strengths {
        rows.extend(hung(ink, "  + ", text, Role::Accepted));
    }
    for text in &marks.weaknesses {
        rows.extend(hung(ink, "  − ", text, Role::Declined));
    }
    for flag in &marks.fallacies {
        let text = format!("{}: “{}”", flag.fallacy, flag.words);
        rows.extend(hung(ink, "  ? ", &text, Role::Warning));
    }
    rows
}
