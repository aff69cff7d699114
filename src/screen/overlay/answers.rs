//! A question with a few answers, each with its key and what follows from it.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use super::super::{
    style::{StyleRole, Styles},
    widgets,
};

/// Cells of the question at the least, where the screen has them.
const WIDTH: u16 = 48;

/// An answer: its key, what it says, and what follows from it.
pub(super) type AnswerRow = (char, &'static str, &'static str);

/// The answer that is marked after a key that moves from one to another; the rows go round.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "keys that move to no other answer"
)]
pub(super) fn moved(key: KeyEvent, at: usize, len: usize) -> Option<usize> {
    let last = len.saturating_sub(1);
    match key.code {
        KeyCode::Up | KeyCode::BackTab | KeyCode::Char('k') => {
            Some(at.checked_sub(1).unwrap_or(last))
        }
        KeyCode::Down | KeyCode::Tab | KeyCode::Char('j') => {
            Some(if at < last { at + 1 } else { 0 })
        }
        _ => None,
    }
}

/// Draws the question in the middle of `area`, with the answer that is marked in sight.
pub(super) fn render(
    (title, answers, at): (&str, &[AnswerRow], usize),
    area: Rect,
    buf: &mut Buffer,
    styles: &Styles,
) {
    let told = answers
        .iter()
        .map(|(_, what, then)| what.len() + then.len() + 10);
    let widest = told.max().and_then(|cells| u16::try_from(cells).ok());
    let width = widest.unwrap_or_default().max(WIDTH);
    let width = width.min(area.width.saturating_sub(4));
    let rows = answers.len() as u16;
    let height = (rows + 4).min(area.height);
    let place = widgets::centred(area, width, height);
    let inner = widgets::popup(title, place, buf, styles);
    // Where there is room, a row stays free above.
    let above = u16::from(inner.height > rows);
    let room = usize::from(inner.height.saturating_sub(above));
    let first = (at + 1).saturating_sub(room);
    let shown = answers.iter().enumerate().skip(first).take(room);
    for (y, (row, (key, what, then))) in (inner.y + above..).zip(shown) {
        let line = Rect::new(inner.x, y, inner.width, 1);
        let mark = if row == at { "▸" } else { " " };
        let key = format!(" {mark} {key} ");
        let cells = usize::from(line.width).saturating_sub(widgets::width(&key));
        let room = cells.saturating_sub(what.len());
        // What follows from it is told whole, or not at all.
        let then = Some(format!("; {then}")).filter(|then| widgets::width(then) <= room);
        let mut spans = vec![
            Span::styled(key, styles.get(StyleRole::Key)),
            Span::styled(widgets::fit(what, cells), styles.get(StyleRole::Text)),
        ];
        spans.extend(then.map(|then| Span::styled(then, styles.get(StyleRole::Dim))));
        widgets::line(&Line::from(spans), line, buf);
        if row == at {
            buf.set_style(line, styles.get(StyleRole::Selection));
        }
    }
}
