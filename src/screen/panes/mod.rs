//! The panes beside the transcript: each a function from the debate and the looks to cells, and nothing
//! else. They name neither engine nor journal.

pub mod arguments;
pub mod banner;
pub mod header;
pub mod judges;
pub mod keys;
pub mod order;
pub mod points;
mod shifts;
pub mod situation;
pub mod speakers;
pub mod status;
pub mod tally;
pub mod which;

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::{Line, Span},
    widgets::{Block, Widget},
};

use super::{
    scrolling::{PaneScroll, PaneText},
    style::Styles,
    widgets::{self, Focus, fit, width},
};

/// Draws a pane that scrolls: its frame, and as much of its text as there is room for. `text` is given the room.
pub(crate) fn scrolled(
    title: &str,
    (area, buf): (Rect, &mut Buffer),
    styles: &Styles,
    (focus, scroll): (Focus, &mut PaneScroll),
    text: impl FnOnce(Rect) -> PaneText,
) {
    let place = framed(widgets::pane(title, focus, styles), area, buf);
    scroll.draw(&text(place), (area, place), buf, styles);
}

/// Draws a frame and gives what is inside it, with some air at the left and at the right.
fn framed(block: Block<'_>, area: Rect, buf: &mut Buffer) -> Rect {
    let inner = block.inner(area);
    block.render(area, buf);
    Rect {
        x: inner.x + 1,
        width: inner.width.saturating_sub(2),
        ..inner
    }
}

/// A line with something at its left and something at its right edge; the left gives way.
fn edges(left: &str, style: Style, right: Vec<Span<'static>>, cells: usize) -> Line<'static> {
    let taken: usize = right.iter().map(Span::width).sum();
    let left = fit(left, cells.saturating_sub(taken + 1));
    let gap = cells.saturating_sub(taken + width(&left));
    let mut spans = vec![Span::styled(left, style), Span::raw(" ".repeat(gap))];
    spans.extend(right);
    Line::from(spans)
}
