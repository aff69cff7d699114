//! The text beside a list: how far it has been read, where not all of it has room.

use ratatui::{buffer::Buffer, layout::Rect, text::Line};

use super::{
    super::{
        style::{StyleRole, Styles},
        widgets, wrapping,
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

    /// Whether there is such a text, and no place for a line of it.
    pub(super) fn is_unseen(&self) -> bool {
        self.shown == 0 && self.rows > 0
    }

    /// Takes in a text for which there is no place.
    pub(super) fn leave_out(&mut self, text: String) {
        *self = Self {
            rows: text.lines().count(),
            text,
            ..Self::default()
        };
    }

    /// The whole text.
    pub(super) fn text(&self) -> &str {
        &self.text
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
            .flat_map(|line| wrapping::rows(line, cells));
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
