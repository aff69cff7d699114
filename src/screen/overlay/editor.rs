//! The field that people type in: one line or many, soft-wrapped, with every text filtered where it enters.
//!
//! A large paste is folded: the field shows one word in its place, which moves and goes as a whole, so that no
//! key costs more for what was pasted. [`Editor::text`] gives it back whole.

mod form;
mod rows;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::{buffer::Buffer, layout::Rect};
use tui_textarea::{CursorMove, TextArea};

use super::super::{
    style::{StyleRole, Styles},
    widgets::Focus,
};
use crate::text::{count_words, sanitize::sanitize, sanitize::sanitize_line};
use rows::{Marks, TextRows};

/// A paste of more bytes than this is folded.
const FOLD_BYTES: usize = 8 * 1024;
/// A paste of more lines than this is folded.
const FOLD_LINES: usize = 120;
/// With more bytes than this in the field, any longer paste is folded: each key wraps the field again.
const FULL_BYTES: usize = 48 * 1024;
const OPEN: char = '⟦';
const CLOSE: char = '⟧';

/// The number of lines that a field takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A line; Enter is not for the field.
    Line,
    /// Any number; Enter begins a new one.
    Prose,
}

#[derive(Debug)]
struct Fold {
    marker: String,
    text: String,
}

/// A field that is typed in.
#[derive(Debug)]
pub(crate) struct Editor {
    area: TextArea<'static>,
    shape: Shape,
    folds: Vec<Fold>,
    /// What is said where nothing is written yet.
    placeholder: String,
    /// Its rows, as it was last drawn.
    rows: TextRows,
    /// The place in which it was last drawn.
    drawn: Rect,
}

impl Editor {
    pub(crate) fn new(shape: Shape, placeholder: &str) -> Self {
        Self {
            area: TextArea::default(),
            shape,
            folds: Vec::new(),
            placeholder: placeholder.to_owned(),
            rows: TextRows::default(),
            drawn: Rect::default(),
        }
    }

    pub(crate) fn with_text(mut self, text: &str) -> Self {
        self.set_text(text);
        self
    }

    /// The text that was typed and pasted, whole.
    pub(crate) fn text(&self) -> String {
        let mut text = self.area.lines().join("\n");
        for fold in &self.folds {
            text = text.replacen(&fold.marker, &fold.text, 1);
        }
        text
    }

    pub(crate) fn is_blank(&self) -> bool {
        self.area.lines().iter().all(|line| line.trim().is_empty())
    }

    /// The word for the key that leaves: what is there is kept.
    pub(crate) fn leaves(&self) -> &'static str {
        if self.is_blank() {
            "close"
        } else {
            "keep draft"
        }
    }

    pub(crate) fn set_text(&mut self, text: &str) {
        self.area.select_all();
        self.area.cut();
        self.area.set_yank_text("");
        self.folds.clear();
        self.paste(text);
    }

    /// Words, lines and bytes, folded ones counted.
    pub(crate) fn size(&self) -> String {
        let lines = self.area.lines();
        let mut bytes = lines.iter().map(|line| line.len() + 1).sum::<usize>() - 1;
        let mut count = lines.len();
        let mut words: u32 = lines.iter().map(|line| count_words(line)).sum();
        for fold in self.shown() {
            bytes = (bytes + fold.text.len()).saturating_sub(fold.marker.len());
            count += fold.text.matches('\n').count();
            words = words
                .saturating_add(count_words(&fold.text))
                .saturating_sub(count_words(&fold.marker));
        }
        let word = if words == 1 { "word" } else { "words" };
        if bytes < 2048 {
            return format!("{} {word}", grouped(words as usize));
        }
        format!("{} · {} lines", bytes_shown(bytes), grouped(count))
    }

    pub(crate) fn words(&self) -> u32 {
        count_words(&self.text())
    }

    /// Whether the cursor is on the first row that is shown of the text.
    pub(crate) fn is_at_top(&self) -> bool {
        self.rows.is_at_top(self.cursor())
    }

    /// Adds a text where the cursor is.
    pub(crate) fn paste(&mut self, text: &str) {
        let text = match self.shape {
            Shape::Line => sanitize_line(text),
            Shape::Prose => sanitize(&text.replace("\r\n", "\n").replace('\r', "\n")),
        };
        if text.is_empty() {
            return;
        }
        let here: usize = self.area.lines().iter().map(String::len).sum();
        let lines = text.matches('\n').count() + 1;
        let is_large = text.len() > FOLD_BYTES
            || lines > FOLD_LINES
            || (here > FULL_BYTES && text.len() > 256);
        if !is_large {
            self.area.insert_str(&text);
            return;
        }
        let marker = format!(
            "{OPEN}pasted {}: {}, {} lines{CLOSE}",
            self.folds.len() + 1,
            bytes_shown(text.len()),
            grouped(lines)
        );
        self.area.insert_str(&marker);
        self.folds.push(Fold { marker, text });
    }

    /// Takes a key that is for the field.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "keys that mean nothing here"
    )]
    pub(crate) fn on_key(&mut self, key: KeyEvent) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let before = self.area.cursor();
        let kept = self.shown().count();
        match key.code {
            KeyCode::Enter if self.shape == Shape::Line => return,
            KeyCode::Char('m' | 'j') if control && self.shape == Shape::Line => return,
            KeyCode::Char('j') if control => self.area.insert_newline(),
            // The habits of a shell's line come before those of the widget.
            KeyCode::Char('u') if control => {
                self.area.delete_line_by_head();
            }
            KeyCode::Char('z' | '_' | '7') if control => {
                self.area.undo();
            }
            KeyCode::Up => self.goes(-1, key.modifiers),
            KeyCode::Down => self.goes(1, key.modifiers),
            KeyCode::Char('p') if control => self.goes(-1, key.modifiers),
            KeyCode::Char('n') if control => self.goes(1, key.modifiers),
            KeyCode::PageUp => self.goes(-self.rows.page(), key.modifiers),
            KeyCode::PageDown => self.goes(self.rows.page(), key.modifiers),
            KeyCode::Char(c) if !control && !key.modifiers.contains(KeyModifiers::ALT) => {
                self.area.insert_str(sanitize(c.encode_utf8(&mut [0; 4])));
            }
            _ => {
                self.area.input(key);
            }
        }
        if self.shown().count() < kept {
            self.mend();
        }
        self.step_out_of_folds((before.0, before.1));
    }

    /// Folds whose marker stands in the field. One that was deleted is kept for an undo.
    fn shown(&self) -> impl Iterator<Item = &Fold> {
        self.folds.iter().filter(|fold| {
            let mut lines = self.area.lines().iter();
            lines.any(|line| line.contains(&fold.marker))
        })
    }

    /// A fold that lost a part goes as a whole: half of a marker would stand for nothing.
    fn mend(&mut self) {
        let brackets: usize = self
            .area
            .lines()
            .iter()
            .map(|line| line.matches([OPEN, CLOSE]).count())
            .sum();
        if brackets.is_multiple_of(2) || !self.area.undo() {
            return;
        }
        let (row, column) = self.cursor();
        let touched = self
            .ranges(row)
            .into_iter()
            .find(|(start, end)| (*start..=*end).contains(&column));
        if let Some((start, end)) = touched {
            self.jump(row, start);
            self.area.delete_str(end - start);
        }
    }

    /// The cursor stands before or behind a fold, never in it.
    fn step_out_of_folds(&mut self, before: (usize, usize)) {
        let (row, column) = self.cursor();
        let inside = self
            .ranges(row)
            .into_iter()
            .find(|(start, end)| *start < column && column < *end);
        if let Some((start, end)) = inside {
            let went_left = before.0 == row && before.1 > column;
            self.jump(row, if went_left { start } else { end });
        }
    }

    fn cursor(&self) -> (usize, usize) {
        let at = self.area.cursor();
        (at.0, at.1)
    }

    /// The columns of the folds in a line, counted in characters.
    fn ranges(&self, row: usize) -> Vec<(usize, usize)> {
        let Some(line) = self.area.lines().get(row) else {
            return Vec::new();
        };
        self.folds
            .iter()
            .filter_map(|fold| {
                let at = line.find(&fold.marker)?;
                let start = line.get(..at)?.chars().count();
                Some((start, start + fold.marker.chars().count()))
            })
            .collect()
    }

    /// Puts the cursor there, both from 0, the column in characters; no further than the text goes.
    pub(crate) fn jump(&mut self, row: usize, column: usize) {
        let small = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);
        self.area
            .move_cursor(CursorMove::Jump(small(row), small(column)));
    }

    /// Goes so many rows down, as they are drawn, or up; with Shift what lies between is selected.
    fn goes(&mut self, by: isize, with: KeyModifiers) {
        if !with.contains(KeyModifiers::SHIFT) {
            self.area.cancel_selection();
        } else if !self.area.is_selecting() {
            self.area.start_selection();
        }
        // What was never drawn has no rows but its lines.
        let cells = if self.drawn.width == 0 {
            u16::MAX
        } else {
            self.drawn.width
        };
        self.rows.follow(self.area.lines(), cells.into());
        let (row, column) = self.rows.moved(self.cursor(), by);
        self.jump(row, column);
    }

    /// What is drawn otherwise than the rest: folds, and what is selected.
    fn marks(&self, styles: &Styles) -> Marks {
        let lines = 0..self.area.lines().len();
        let folds = lines
            .filter(|_| !self.folds.is_empty())
            .flat_map(|row| self.ranges(row).into_iter().map(move |range| (row, range)));
        let style = styles.get(StyleRole::Evidence);
        let mut marks: Marks = folds
            .map(|(row, (from, to))| ((row, from), (row, to), style))
            .collect();
        if let Some((from, to)) = self.area.selection_range() {
            marks.push((from, to, styles.get(StyleRole::Selection)));
        }
        marks
    }

    pub(crate) fn render(&mut self, area: Rect, buf: &mut Buffer, styles: &Styles, focus: Focus) {
        // The field scrolls no further than it must to show the cursor, and not back when it has grown.
        let larger = area.width > self.drawn.width || area.height > self.drawn.height;
        if larger && self.drawn != Rect::default() {
            self.rows.back_to_top();
        }
        self.drawn = area;
        let place = area.intersection(*buf.area());
        if place.is_empty() {
            return;
        }
        buf.set_style(place, styles.get(StyleRole::Text));
        self.rows.follow(self.area.lines(), area.width.into());
        if self.area.is_empty() {
            let dim = styles.get(StyleRole::Dim);
            rows::render_placeholder(&self.placeholder, place, buf, dim);
        }
        let marks = self.marks(styles);
        let cursor = self.rows.render(place, buf, self.cursor(), &marks);
        if focus == Focus::On {
            buf.set_style(
                Rect::new(cursor.x, cursor.y, 1, 1),
                styles.get(StyleRole::Cursor),
            );
        }
    }
}

/// `14203` as `14,203`.
pub(crate) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

fn bytes_shown(bytes: usize) -> String {
    let kilo = bytes as f64 / 1024.0;
    if kilo < 1000.0 {
        format!("{kilo:.0} kB")
    } else {
        format!("{:.1} MB", kilo / 1024.0)
    }
}
