//! The question before a debate is held again, with what its verdict would teach each speaker.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::{buffer::Buffer, layout::Rect};

use super::{
    super::{
        effect::ScreenEffect,
        hint::{Hint, hints},
        parts, refined,
        style::{StyleRole, Styles},
        widgets,
    },
    Overlay, OverlayOutcome,
};
use crate::refine::comparison::Lesson;

struct Refinement {
    lessons: Vec<Lesson>,
    top: usize,
    /// Rows shown and rows there are, as last drawn.
    drawn: (usize, usize),
}

/// Shows what would change, and asks.
pub(crate) fn refinement(lessons: Vec<Lesson>) -> Box<dyn Overlay> {
    Box::new(Refinement {
        lessons,
        top: 0,
        drawn: (1, 0),
    })
}

impl Overlay for Refinement {
    fn title(&self) -> &'static str {
        "Hold it again with this?"
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "keys that mean nothing here"
    )]
    fn on_key(&mut self, key: KeyEvent) -> OverlayOutcome {
        let (rows, all) = self.drawn;
        let last = all.saturating_sub(rows);
        let page = rows.saturating_sub(1).max(1);
        self.top = match key.code {
            KeyCode::Enter => {
                return OverlayOutcome::Do(ScreenEffect::Refine);
            }
            KeyCode::Esc | KeyCode::Char('n' | 'N' | 'q') => return OverlayOutcome::Close,
            KeyCode::Up | KeyCode::Char('k') => self.top.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => self.top + 1,
            KeyCode::PageUp => self.top.saturating_sub(page),
            KeyCode::PageDown => self.top + page,
            KeyCode::Home | KeyCode::Char('g') => 0,
            KeyCode::End | KeyCode::Char('G') => last,
            _ => self.top,
        }
        .min(last);
        OverlayOutcome::Stay
    }

    fn hints(&self) -> Vec<Hint> {
        let mut keys = hints([("enter", "hold it again"), ("esc", "not now")]);
        let (rows, all) = self.drawn;
        if all > rows {
            keys.push(Hint::new("↑↓", "scroll"));
        }
        keys
    }

    fn render(&mut self, area: Rect, buf: &mut Buffer, styles: &Styles) {
        let width = area.width.saturating_sub(4).min(90);
        let cells = usize::from(width.saturating_sub(2));
        let lines = refined::taught(&self.lessons, cells, styles);
        let wanted = u16::try_from(lines.len() + 2).unwrap_or(u16::MAX);
        let height = wanted.min(area.height.saturating_sub(2).max(5));
        let place = widgets::centred(area, width, height);
        let inner = widgets::popup(self.title(), place, buf, styles);
        let rows = usize::from(inner.height);
        self.drawn = (rows, lines.len());
        self.top = self.top.min(lines.len().saturating_sub(rows));
        for (y, line) in (inner.y..).zip(lines.iter().skip(self.top).take(rows)) {
            widgets::line(line, Rect::new(inner.x, y, inner.width, 1), buf);
        }
        let below = lines.len().saturating_sub(self.top + rows);
        parts::edge(&parts::below(below), StyleRole::Key, place, buf, styles);
    }
}
