//! Numbers as bars.

use ratatui::text::{Line, Span};

use super::{
    ink::{Ink, vote},
    wrap::TranscriptRow,
};
use crate::{
    blocks::Gauge,
    labels,
    style::StyleRole,
    widgets::{bar, fit, width},
};

/// The colour of whoever a number is of, or of the votes that it counts.
fn colour(ink: Ink<'_>, meter: &Gauge) -> StyleRole {
    if meter.of.is_empty() {
        vote(meter.tone)
    } else {
        labels::role_of(ink.state, &meter.of)
    }
}

/// Numbers as bars, one below the other.
pub(super) fn meters(ink: Ink<'_>, all: &[Gauge], widest: usize) -> Vec<TranscriptRow> {
    let most = |text: fn(&Gauge) -> &str| all.iter().map(|one| width(text(one))).max();
    let column = most(|one| &one.label).unwrap_or(0).min(ink.width * 2 / 3);
    let number = most(|one| &one.words).unwrap_or(0).max(2) + 1;
    let room = ink.width.saturating_sub(column + number + 3);
    let row = |one: &Gauge| {
        let role = colour(ink, one);
        let name = fit(&one.label, column);
        let pad = " ".repeat(column.saturating_sub(width(&name)) + 2);
        let mut spans = vec![ink.span(name, role), Span::raw(pad)];
        if room >= 4 {
            spans.extend(bar(
                one.value / one.most.max(1.0),
                room.min(widest),
                ink.styles.get(role),
                ink.styles.get(StyleRole::Dim),
            ));
        }
        spans.push(ink.span(format!(" {:>number$}", one.words), role));
        TranscriptRow::new(Line::from(spans))
    };
    all.iter().map(row).collect()
}
