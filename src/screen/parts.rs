//! Parts that the overlays, the lobby and the other full screens share in drawing: the line of keys below, the line of
//! complaint, the lower edge of a frame, a titled field.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
    widgets::{Block, Clear, Widget},
};

use super::{
    hint::{self, Hint},
    style::{StyleRole, Styles},
    widgets::{self, Focus},
    wrapping,
};

/// The line of keys.
pub(crate) fn keys(hints: &[Hint], area: Rect, buf: &mut Buffer, styles: &Styles) {
    let spans = hint::spans(hints, area.width.into(), styles);
    widgets::line(&Line::from(spans), area, buf);
}

/// The complaint if there is one, else the keys.
pub(crate) fn footer(
    complaint: Option<&str>,
    hints: &[Hint],
    area: Rect,
    buf: &mut Buffer,
    styles: &Styles,
) {
    match complaint {
        Some(text) => {
            let text = widgets::fit(text, area.width.into());
            widgets::line(
                &Line::styled(text, styles.get(StyleRole::Warning)),
                area,
                buf,
            );
        }
        None => keys(hints, area, buf, styles),
    }
}

/// Draws what stands in the lower edge of a frame, at its right: a complaint, what is typed, what lies below.
pub(crate) fn edge(text: &str, role: StyleRole, frame: Rect, buf: &mut Buffer, styles: &Styles) {
    if text.is_empty() || frame.height < 2 || frame.width < 6 {
        return;
    }
    let text = format!(" {} ", widgets::fit(text, usize::from(frame.width) - 4));
    let cells = widgets::width(&text) as u16;
    let place = Rect::new(
        (frame.right() - 1).saturating_sub(cells),
        frame.bottom() - 1,
        cells,
        1,
    );
    widgets::line(&Line::styled(text, styles.get(role)), place, buf);
}

/// Draws a complaint in the lower edge of a frame; what has no room there begins in the rows above it, over what they
/// hold, until the next key.
pub(crate) fn complaint(text: &str, frame: Rect, buf: &mut Buffer, styles: &Styles) {
    if text.is_empty() || frame.height < 2 {
        return;
    }
    let cells = usize::from(frame.width.saturating_sub(4));
    let rows = wrapping::rows(text, cells);
    let Some((last, before)) = rows.split_last() else {
        return;
    };
    let above = frame.height.saturating_sub(2).min(before.len() as u16);
    let first = (frame.bottom() - 1).saturating_sub(above);
    let shown = before.len().saturating_sub(above.into());
    for (y, row) in (first..).zip(before.iter().skip(shown)) {
        let place = Rect::new(frame.x + 1, y, frame.width.saturating_sub(2), 1);
        Clear.render(place, buf);
        buf.set_style(place, styles.get(StyleRole::Text));
        let line = Line::styled(row.as_ref(), styles.get(StyleRole::Warning));
        widgets::line(&line.right_aligned(), place, buf);
    }
    edge(last, StyleRole::Warning, frame, buf, styles);
}

/// The count of lines below what is shown of a text, as every frame that scrolls tells it; nothing where there are
/// none.
pub(crate) fn below(lines: usize) -> String {
    match lines {
        0 => String::new(),
        1 => "▼ 1 line below".to_owned(),
        lines => format!("▼ {lines} lines below"),
    }
}

/// The same, or the count of the lines above where none lie below.
pub(crate) fn beyond(lines_above: usize, lines_below: usize) -> String {
    match (lines_above, lines_below) {
        (0, 0) => String::new(),
        (1, 0) => "▲ 1 line above".to_owned(),
        (lines, 0) => format!("▲ {lines} lines above"),
        (_, lines) => below(lines),
    }
}

/// The frame of a field inside an overlay; returns the place for the field.
pub(crate) fn boxed(
    title: &str,
    note: &str,
    focus: Focus,
    area: Rect,
    buf: &mut Buffer,
    styles: &Styles,
) -> Rect {
    let mut block: Block<'_> = widgets::pane(title, focus, styles);
    if !note.is_empty() {
        let note = Span::styled(format!(" {note} "), styles.get(StyleRole::Dim));
        block = block.title_bottom(Line::from(note).right_aligned());
    }
    let inner = block.inner(area);
    block.render(area, buf);
    inner
}

/// The rows of an area from above, each so high; what does not fit is empty.
pub(crate) fn rows<const N: usize>(area: Rect, heights: [u16; N]) -> [Rect; N] {
    let mut y = area.y;
    heights.map(|height| {
        let height = height.min(area.bottom().saturating_sub(y));
        let row = Rect::new(area.x, y, area.width, height);
        y += height;
        row
    })
}
