//! The text beside a list: how far it has been read, where not all of it has room.

use ratatui::{buffer::Buffer, layout::Rect, text::Line};

use super::{
    super::{
        style::{StyleRole, Styles},
        widgets,
    },
    Step,
};

/// The text beside a list, and the place of a reader in it.
#[derive(Debug, Default)]
pub(super) struct TextBeside {
    text: String,
    top: usize,
    /// Rows shown and rows there are, as last drawn.
    shown: usize,
    rows: usize,
}

impl TextBeside {
    /// Whether it has more rows than are shown at once.
    pub(super) fn scrolls(&self) -> bool {
        self.rows > self.shown
    }

    /// One line on, or back.
    pub(super) fn step(&mut self, step: Step) {
        let top = match step {
            Step::Back => self.top.saturating_sub(1),
            Step::On => self.top + 1,
        };
        self.top = top.min(self.rows.saturating_sub(self.shown));
    }

    /// Draws a text, another one from its beginning. Returns the number of rows below what is shown.
    pub(super) fn render(
        &mut self,
        text: String,
        area: Rect,
        buf: &mut Buffer,
        styles: &Styles,
    ) -> usize {
        if text != self.text {
            self.text = text;
            self.top = 0;
        }
        let cells = usize::from(area.width.max(1));
        let wrapped = self
            .text
            .lines()
            .flat_map(|line| textwrap::wrap(line, cells));
        let rows: Vec<_> = wrapped.collect();
        (self.rows, self.shown) = (rows.len(), area.height.into());
        self.top = self.top.min(self.rows.saturating_sub(self.shown));
        for (row, text) in rows.iter().skip(self.top).take(self.shown).enumerate() {
            let place = Rect::new(area.x, area.y + row as u16, area.width, 1);
            let line = Line::styled(text.as_ref(), styles.get(StyleRole::Text));
            widgets::line(&line, place, buf);
        }
        self.rows.saturating_sub(self.top + self.shown)
    }
}
