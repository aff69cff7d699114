//! The panes beside the transcript: each a function from the debate and the looks to cells, and nothing
//! else. They name neither engine nor journal.

pub mod arguments;
pub mod bench;
pub mod header;
pub mod order;
pub mod points;
pub mod speakers;
pub mod status;
pub mod tally;
pub mod which;

use ratatui::{
    style::Style,
    text::{Line, Span},
};

use super::widgets::{fit, width};

/// A line with something at its left and something at its right edge; the left gives way.
fn edges(left: &str, style: Style, right: Vec<Span<'static>>, cells: usize) -> Line<'static> {
    let taken: usize = right.iter().map(Span::width).sum();
    let left = fit(left, cells.saturating_sub(taken + 1));
    let gap = cells.saturating_sub(taken + width(&left));
    let mut spans = vec![Span::styled(left, style), Span::raw(" ".repeat(gap))];
    spans.extend(right);
    Line::from(spans)
}
