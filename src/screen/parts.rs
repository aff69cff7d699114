//! What the overlays, the lobby and the other full screens share in drawing: the line of keys below, the line of
//! complaint, a titled field.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
    widgets::{Block, Widget},
};

use super::{
    style::{StyleRole, Styles},
    widgets::{self, Focus},
};

/// A key and what it does, for the line below.
pub(crate) type Hint<'a> = (&'a str, &'a str);

/// As many hints as fit, the first ones first; but how to get out is always to be seen. A mark at the end says that there
/// are more.
pub(crate) fn hints(hints: &[Hint<'_>], area: Rect, buf: &mut Buffer, styles: &Styles) {
    let room = usize::from(area.width);
    let mut kept = hints.to_vec();
    while cost(&kept) + if kept.len() < hints.len() { 2 } else { 0 } > room {
        let last = kept.iter().rposition(|(key, _)| *key != WAY_OUT);
        let Some(at) = last.or(kept.len().checked_sub(1)) else {
            break;
        };
        kept.remove(at);
    }
    let mut spans = Vec::new();
    for (key, what) in &kept {
        if !spans.is_empty() {
            spans.push(Span::raw("  "));
        }
        spans.push(Span::styled(*key, styles.get(StyleRole::Key)));
        spans.push(Span::styled(
            format!(" {what}"),
            styles.get(StyleRole::Status),
        ));
    }
    if kept.len() < hints.len() && !kept.is_empty() {
        spans.push(Span::styled(" …", styles.get(StyleRole::Dim)));
    }
    widgets::line(&Line::from(spans), area, buf);
}

/// The key that leaves every overlay.
const WAY_OUT: &str = "esc";

/// Cells of hints beside one another.
fn cost(hints: &[Hint<'_>]) -> usize {
    let each = |(key, what): &Hint<'_>| widgets::width(key) + 1 + widgets::width(what) + 2;
    hints.iter().map(each).sum::<usize>().saturating_sub(2)
}

/// The complaint if there is one, else the hints.
pub(crate) fn footer(
    complaint: Option<&str>,
    keys: &[Hint<'_>],
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
        None => hints(keys, area, buf, styles),
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
