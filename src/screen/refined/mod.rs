//! The iterations of a debate side by side: what was measured of each, which claims are new and which were dropped, and
//! what speakers were taught. Two iterations at a time, three where there is room; keys move on. Holding the next one
//! is somebody else's work.
//!
//! ```text
//! ────────────────────────────────────────────────
//!
//! ```

mod view;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::{buffer::Buffer, layout::Rect};

pub(super) use view::taught;

use super::style::Styles;
use crate::refine::comparison::Comparison;

/// From this width on there are three iterations at a time.
const WIDE: u16 = 110;

/// The viewer's choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefinementChoice {
    /// The next iteration.
    GoOn,
    /// To leave the screen.
    Leave,
}

/// The screen of the iterations.
#[derive(Debug)]
pub struct Refined {
    comparison: Comparison,
    /// An iteration was left before its end, and going on takes it up.
    left: bool,
    /// The number of iterations from the last one shown to the end.
    back: usize,
    /// The first row of the text that is shown.
    top: usize,
    /// As last drawn: iterations shown, rows of text shown, rows there are.
    drawn: (usize, usize, usize),
}

impl Refined {
    /// The last iterations of a comparison.
    pub fn new(comparison: Comparison, left: bool) -> Self {
        Self {
            comparison,
            left,
            back: 0,
            top: 0,
            drawn: (2, 1, 0),
        }
    }

    /// Whether there is one more to be held.
    fn goes_on(&self) -> bool {
        self.left || self.comparison.ended.is_none()
    }

    /// The iterations that are shown, by position, from and to but not with.
    fn window(&self, columns: usize) -> (usize, usize) {
        let count = self.comparison.iterations.len();
        let columns = columns.min(count);
        let to = count.saturating_sub(self.back).max(columns);
        (to.saturating_sub(columns), to)
    }

    /// A key was pressed.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "keys that mean nothing here"
    )]
    pub fn on_key(&mut self, key: KeyEvent) -> Option<RefinementChoice> {
        if key.kind == KeyEventKind::Release {
            return None;
        }
        let (columns, rows, all) = self.drawn;
        let page = rows.saturating_sub(1).max(1);
        let last = all.saturating_sub(rows);
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('c') => Some(RefinementChoice::Leave),
                KeyCode::Char('f') => self.to(self.top + page),
                KeyCode::Char('b') => self.to(self.top.saturating_sub(page)),
                _ => None,
            };
        }
        match key.code {
            KeyCode::Char('q') | KeyCode::Esc => Some(RefinementChoice::Leave),
            KeyCode::Char('r') if self.goes_on() => Some(RefinementChoice::GoOn),
            KeyCode::Up | KeyCode::Char('k') => self.to(self.top.saturating_sub(1)),
            KeyCode::Down | KeyCode::Char('j') => self.to(self.top + 1),
            KeyCode::PageUp => self.to(self.top.saturating_sub(page)),
            KeyCode::PageDown | KeyCode::Char(' ') => self.to(self.top + page),
            KeyCode::Home | KeyCode::Char('g') => self.to(0),
            KeyCode::End | KeyCode::Char('G') => self.to(last),
            KeyCode::Left | KeyCode::Char('h') => {
                let most = self.comparison.iterations.len().saturating_sub(columns);
                self.back = (self.back + 1).min(most);
                self.to(0)
            }
            KeyCode::Right | KeyCode::Char('l') => {
                self.back = self.back.saturating_sub(1);
                self.to(0)
            }
            _ => None,
        }
    }

    fn to(&mut self, top: usize) -> Option<RefinementChoice> {
        let (_, rows, all) = self.drawn;
        self.top = top.min(all.saturating_sub(rows));
        None
    }

    /// Draws the screen.
    pub fn render(&mut self, area: Rect, buf: &mut Buffer, styles: &Styles) {
        let columns = if area.width >= WIDE { 3 } else { 2 };
        let window = self.window(columns);
        let (rows, all) = view::render(self, window, area, buf, styles);
        self.drawn = (columns, rows, all);
        // A smaller screen has fewer rows below.
        self.top = self.top.min(all.saturating_sub(rows));
    }
}

#[cfg(test)]
mod tests;
