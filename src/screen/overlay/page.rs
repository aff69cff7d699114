//! A page to read: lines in a frame over the chamber, scrolled by the keys with which people scroll.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::{buffer::Buffer, layout::Rect, text::Line};

use super::{
    super::{
        hint::{Hint, Rank, hints},
        parts,
        style::{StyleRole, Styles},
        widgets,
    },
    OverlayOutcome,
};

/// Wider than this, a page of text and numbers is hard to read.
const WIDTH: u16 = 96;

/// The place of a reader on a page.
#[derive(Debug)]
pub(super) struct Page {
    top: usize,
    /// Rows shown and rows there are, as last drawn.
    shown: usize,
    rows: usize,
    /// The most columns of its frame.
    most: u16,
}

impl Default for Page {
    fn default() -> Self {
        Self::of_width(WIDTH)
    }
}

impl Page {
    /// At its top, and never wider than that.
    pub(super) fn of_width(most: u16) -> Self {
        Self {
            top: 0,
            shown: 0,
            rows: 0,
            most,
        }
    }

    /// Scrolls, or closes: by escape, enter, `q`, and by the key that has opened it.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "keys that mean nothing here"
    )]
    pub(super) fn on_key(&mut self, key: KeyEvent, opened_by: char) -> OverlayOutcome {
        let page = self.shown.saturating_sub(1).max(1);
        match key.code {
            KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q') => return OverlayOutcome::Close,
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                return OverlayOutcome::Close;
            }
            KeyCode::Char(letter) if letter == opened_by => return OverlayOutcome::Close,
            KeyCode::Up | KeyCode::Char('k') => self.scroll_to(self.top.saturating_sub(1)),
            KeyCode::Down | KeyCode::Char('j') => self.scroll_to(self.top + 1),
            KeyCode::PageUp | KeyCode::Char('b') => self.scroll_to(self.top.saturating_sub(page)),
            KeyCode::PageDown | KeyCode::Char(' ' | 'f') => self.scroll_to(self.top + page),
            KeyCode::Home | KeyCode::Char('g') => self.scroll_to(0),
            KeyCode::End | KeyCode::Char('G') => self.scroll_to(usize::MAX),
            _ => {}
        }
        OverlayOutcome::Stay
    }

    /// The keys of a page; where all of it is shown, nothing scrolls.
    pub(super) fn hints(&self) -> Vec<Hint> {
        let mut keys = hints([("↑↓", "scroll"), ("pgdn", "next page"), ("esc", "close")]);
        if self.rows <= self.shown {
            keys.retain(|hint| hint.rank == Rank::Always);
        }
        keys
    }

    /// Draws a page of that title. `lines` are made for the width that there is.
    pub(super) fn render(
        &mut self,
        (title, area): (&str, Rect),
        buf: &mut Buffer,
        styles: &Styles,
        lines: impl FnOnce(usize) -> Vec<Line<'static>>,
    ) {
        let width = area.width.saturating_sub(4).clamp(40, self.most);
        let place = widgets::centred(area, width, area.height.saturating_sub(2).max(12));
        let inner = widgets::popup(title, place, buf, styles);
        let body = Rect {
            x: inner.x + 1,
            width: inner.width.saturating_sub(2),
            ..inner
        };
        let lines = lines(body.width.into());
        (self.rows, self.shown) = (lines.len(), body.height.into());
        self.scroll_to(self.top);
        for (row, line) in lines.iter().skip(self.top).take(self.shown).enumerate() {
            let place = Rect::new(body.x, body.y + row as u16, body.width, 1);
            widgets::line(line, place, buf);
        }
        let below = self.rows.saturating_sub(self.top + self.shown);
        parts::edge(&parts::below(below), StyleRole::Key, place, buf, styles);
    }

    fn scroll_to(&mut self, top: usize) {
        self.top = top.min(self.rows.saturating_sub(self.shown));
    }
}
