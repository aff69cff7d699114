//! Where what a turn rests on comes from: a line for each passage that it names, and what is wrong with a claim.

use std::collections::BTreeSet;

use super::{boxes, entry::Ink, markdown, wrap::Row};
use crate::{
    debate::{sources::citations, state::Turn},
    style::Role,
    widgets::fit,
};

use ratatui::text::Line;

/// The passages that a turn names, in their order, each once.
pub fn named(turn: &Turn) -> BTreeSet<u32> {
    let cited = citations(&turn.text).into_iter();
    cited.flat_map(|citation| citation.numbers).collect()
}

/// The rows below a turn that is over.
pub(super) fn rows(ink: Ink<'_>, turn: &Turn) -> Vec<Row> {
    if turn.is_open() || turn.is_struck() {
        return Vec::new();
    }
    let mut rows: Vec<Row> = named(turn)
        .into_iter()
        .filter_map(|number| {
            let source = &ink.state.passage(number)?.source;
            let text = fit(&format!("[{number}] {source}"), ink.width);
            Some(Row::new(Line::from(ink.span(text, Role::Dim))))
        })
        .collect();
    if !rows.is_empty() {
        rows.insert(0, Row::default());
    }
    for doubt in turn.doubts.iter().flatten() {
        let style = ink.styles.get(Role::Warning);
        rows.extend(boxes::paragraphs(
            ink,
            &markdown::plain(&doubt.told(), style),
        ));
    }
    rows
}
