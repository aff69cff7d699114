//! What scrolls in the chamber: the transcript, and the panes beside it. Whichever has the focus is moved by the keys; here
//! is what the keys ask of it, and the place in a pane beside the transcript.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use super::{
    parts,
    style::{StyleRole, Styles},
    widgets::{self, width},
};

/// Something that the keys scroll.
pub trait Scrollable {
    /// Scrolls by so many rows.
    fn scroll_by(&mut self, rows: isize);
    /// Scrolls by a screen, down for 1 and up for -1, with two rows kept in sight.
    fn page(&mut self, direction: isize);
    /// To the first row.
    fn scroll_to_top(&mut self);
    /// To the end.
    fn scroll_to_end(&mut self);
}

/// The text of a pane beside the transcript.
pub(crate) struct PaneText {
    /// All its lines.
    pub(crate) lines: Vec<Line<'static>>,
    /// The first line that is shown while nobody has scrolled.
    pub(crate) rest: usize,
    /// The words in the lower edge, at the right.
    pub(crate) note: String,
}

impl PaneText {
    /// A text that is shown from its beginning, with nothing in the lower edge.
    pub(crate) fn of(lines: Vec<Line<'static>>) -> Self {
        Self {
            lines,
            rest: 0,
            note: String::new(),
        }
    }
}

/// The place in a pane beside the transcript.
#[derive(Debug, Clone, Copy, Default)]
pub struct PaneScroll {
    /// The first line that is shown; `None` while nobody has scrolled.
    at: Option<usize>,
    /// The first line as it was last drawn, and the last one that can be first.
    drawn: usize,
    last: usize,
    height: usize,
}

impl PaneScroll {
    /// Draws as much of the text in `place` as it holds, and in the lower edge of `frame` how much lies below, or else
    /// above.
    pub(crate) fn draw(
        &mut self,
        text: &PaneText,
        (frame, place): (Rect, Rect),
        buf: &mut Buffer,
        styles: &Styles,
    ) {
        self.height = usize::from(place.height);
        self.last = text.lines.len().saturating_sub(self.height);
        self.drawn = self.at.unwrap_or(text.rest).min(self.last);
        let shown = text.lines.iter().skip(self.drawn);
        for (y, line) in (place.y..place.bottom()).zip(shown) {
            buf.set_line(place.x, y, line, place.width);
        }
        if frame.height < 2 {
            return;
        }
        let y = frame.bottom() - 1;
        let inside = usize::from(frame.width.saturating_sub(2));
        let mut free = inside;
        if !text.note.is_empty() {
            let note = widgets::fit(&format!(" {} ", text.note), inside);
            let x = frame.right().saturating_sub(1 + width(&note) as u16);
            buf.set_string(x, y, &note, styles.get(StyleRole::Dim));
            free = inside.saturating_sub(width(&note));
        }
        let mut more = self.more().into_iter().map(|text| format!(" {text} "));
        if let Some(more) = more.find(|text| width(text) <= free) {
            let x = match text.note.as_str() {
                "" => frame.right().saturating_sub(1 + width(&more) as u16),
                _ => frame.x + 1,
            };
            let line = Line::from(Span::styled(more, styles.get(StyleRole::Key)));
            buf.set_line(x, y, &line, frame.width);
        }
    }

    fn go_to(&mut self, row: usize) {
        self.at = Some(row);
        self.drawn = row;
    }

    /// How much is not shown, in forms of which each is shorter than the one before; nothing where all is.
    fn more(&self) -> Vec<String> {
        let (sign, lines) = match (self.last - self.drawn, self.drawn) {
            (0, 0) => return Vec::new(),
            (0, above) => ("▲", above),
            (below, _) => ("▼", below),
        };
        let whole = parts::beyond(self.drawn, self.last - self.drawn);
        let word = if sign == "▲" { "above" } else { "below" };
        vec![
            whole,
            format!("{sign} {lines} {word}"),
            format!("{sign} {lines}"),
        ]
    }
}

impl Scrollable for PaneScroll {
    fn scroll_by(&mut self, rows: isize) {
        self.go_to(self.drawn.saturating_add_signed(rows).min(self.last));
    }

    fn page(&mut self, direction: isize) {
        let rows = self.height.saturating_sub(2).max(1);
        self.scroll_by(direction * isize::try_from(rows).unwrap_or(1));
    }

    fn scroll_to_top(&mut self) {
        self.go_to(0);
    }

    fn scroll_to_end(&mut self) {
        self.go_to(self.last);
    }
}
