//! The landscape of the arguments of an ensemble: a list of themes beside a scatter of them. Keys choose a theme; its claims,
//! the runs that it was made in and what was said against it are read in its place.
//!
//! ```text
//!  12 themes              │      2
//!  › 1 Who pays …   !  8  │  5      1
//!    2 The ferries     6  │     3
//! ```

mod plot;
mod view;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use hustings_study::ensemble::{ArgumentTheme, EnsembleReport};
use ratatui::{buffer::Buffer, layout::Rect};

use super::style::Styles;

/// The screen of a landscape.
#[derive(Debug)]
pub struct LandscapeScreen {
    report: EnsembleReport,
    /// The theme that is chosen, by its place.
    chosen: usize,
    /// The first theme of the list that is in sight.
    first: usize,
    /// The first row of the claims that is in sight, where they are read.
    read: Option<usize>,
    /// As last drawn: rows of the list or of the claims in sight, and how many of the claims there are.
    drawn: (usize, usize),
}

impl LandscapeScreen {
    /// The landscape of a report, with its first theme chosen.
    pub fn new(report: EnsembleReport) -> Self {
        Self {
            report,
            chosen: 0,
            first: 0,
            read: None,
            drawn: (1, 0),
        }
    }

    fn themes(&self) -> &[ArgumentTheme] {
        &self.report.landscape.themes
    }

    /// A key was pressed; says whether the viewer leaves.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "keys that mean nothing here"
    )]
    pub fn on_key(&mut self, key: KeyEvent) -> bool {
        if key.kind == KeyEventKind::Release {
            return false;
        }
        let page = self.drawn.0.saturating_sub(1).max(1);
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return key.code == KeyCode::Char('c');
        }
        match key.code {
            KeyCode::Char('q') => return true,
            KeyCode::Esc | KeyCode::Left | KeyCode::Char('h') => {
                return self.read.take().is_none() && key.code == KeyCode::Esc;
            }
            KeyCode::Enter | KeyCode::Right | KeyCode::Char('l') if self.read.is_none() => {
                self.read = (!self.themes().is_empty()).then_some(0);
            }
            KeyCode::Up | KeyCode::Char('k') => self.by(-1),
            KeyCode::Down | KeyCode::Char('j') => self.by(1),
            KeyCode::PageUp => self.by(-isize::try_from(page).unwrap_or(1)),
            KeyCode::PageDown | KeyCode::Char(' ') => self.by(isize::try_from(page).unwrap_or(1)),
            KeyCode::Home | KeyCode::Char('g') => self.by(isize::MIN),
            KeyCode::End | KeyCode::Char('G') => self.by(isize::MAX),
            _ => {}
        }
        false
    }

    /// Moves so many rows on: in the claims where they are read, else in the list.
    fn by(&mut self, rows: isize) {
        let last = self.themes().len().saturating_sub(1);
        let (in_sight, all) = self.drawn;
        if let Some(top) = &mut self.read {
            *top = top
                .saturating_add_signed(rows)
                .min(all.saturating_sub(in_sight));
        } else {
            self.chosen = self.chosen.saturating_add_signed(rows).min(last);
        }
    }

    /// Draws the screen.
    pub fn render(&mut self, area: Rect, buf: &mut Buffer, styles: &Styles) {
        let rows = usize::from(area.height)
            .saturating_sub(view::HEAD + 1)
            .max(1);
        if self.chosen < self.first {
            self.first = self.chosen;
        } else if self.chosen >= self.first + rows {
            self.first = self.chosen + 1 - rows;
        }
        self.drawn = view::render(self, area, buf, styles);
        let (in_sight, all) = self.drawn;
        // A larger screen has fewer rows above.
        self.read = self.read.map(|top| top.min(all.saturating_sub(in_sight)));
    }
}

#[cfg(test)]
mod tests;
