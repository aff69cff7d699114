//! The rows in which a field shows its text: broken where every other text on the screen is, so that no row begins with a
//! comma or a space. The widget that keeps the text breaks it at the bounds of words, before punctuation too, and is not
//! asked; going up and down follows these rows.

use std::borrow::Cow;

use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
    style::Style,
};
use unicode_width::UnicodeWidthChar;

use crate::{
    widgets::{fit, width},
    wrapping,
};

/// A row of a field, in characters of a line of its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TextRow {
    /// The line, from 0.
    line: usize,
    /// Its first character.
    start: usize,
    /// The character behind its last one.
    end: usize,
}

/// A text in rows, and the part of it that is in sight.
#[derive(Debug, Default)]
pub(super) struct TextRows {
    lines: Vec<String>,
    cells: usize,
    rows: Vec<TextRow>,
    /// The first row in sight.
    top: usize,
    /// The rows that were in sight.
    height: usize,
}

/// The styles of what is marked in a text, each from a place to a place, in lines and characters.
pub(super) type Marks = Vec<((usize, usize), (usize, usize), Style)>;

impl TextRows {
    /// Breaks the lines into rows of so many cells, unless they are so already.
    pub(super) fn follow(&mut self, lines: &[String], cells: usize) {
        let cells = cells.max(1);
        if self.cells == cells && self.lines == lines {
            return;
        }
        self.cells = cells;
        self.rows = lines
            .iter()
            .enumerate()
            .flat_map(|(at, line)| broken(at, line, cells))
            .collect();
        lines.clone_into(&mut self.lines);
    }

    /// The row that holds the cursor.
    fn row_of(&self, (line, column): (usize, usize)) -> usize {
        let behind = self
            .rows
            .partition_point(|row| (row.line, row.start) <= (line, column));
        behind.saturating_sub(1)
    }

    /// The row of the cursor, from 0, and its cell there. Behind a row that is full it stands in the last cell.
    fn place_of(&self, cursor: (usize, usize)) -> (usize, usize) {
        let at = self.row_of(cursor);
        let before = self.rows.get(at).map_or("", |row| {
            let end = cursor.1.min(row.end);
            part(&self.lines, row.line, row.start, end)
        });
        (at, width(before).min(self.cells.saturating_sub(1)))
    }

    /// Whether the cursor is in the first row.
    pub(super) fn is_at_top(&self, cursor: (usize, usize)) -> bool {
        self.row_of(cursor) == 0
    }

    /// Where the cursor comes to that goes so many rows down, or up where it is less than 0: as near below or above as the
    /// row goes.
    pub(super) fn moved(&self, cursor: (usize, usize), by: isize) -> (usize, usize) {
        let (at, cell) = self.place_of(cursor);
        let last = self.rows.len().saturating_sub(1);
        let to = at.saturating_add_signed(by).min(last);
        let Some(row) = self.rows.get(to) else {
            return cursor;
        };
        let (mut column, mut cells) = (row.start, 0);
        // A place behind the last character of a row that goes on is the beginning of the next one.
        let goes_on = self
            .rows
            .get(to + 1)
            .is_some_and(|next| next.line == row.line);
        let end = row.end - usize::from(goes_on && row.end > row.start);
        for letter in part(&self.lines, row.line, row.start, end).chars() {
            cells += letter.width().unwrap_or(0);
            if cells > cell {
                break;
            }
            column += 1;
        }
        (row.line, column)
    }

    /// How many rows a page has.
    pub(super) fn page(&self) -> isize {
        isize::try_from(self.height.max(1)).unwrap_or(isize::MAX)
    }

    /// Scrolls back to the first row; the cursor is brought in sight when it is drawn.
    pub(super) fn back_to_top(&mut self) {
        self.top = 0;
    }

    /// Draws what is in sight with the cursor in it, and gives where the cursor is.
    pub(super) fn render(
        &mut self,
        area: Rect,
        buf: &mut Buffer,
        cursor: (usize, usize),
        marks: &Marks,
    ) -> Position {
        self.height = usize::from(area.height);
        let (at, beside) = self.place_of(cursor);
        let least = (at + 1).saturating_sub(self.height);
        let most = self.rows.len().saturating_sub(self.height).max(least);
        self.top = self.top.min(at).max(least).min(most);
        for (y, row) in (area.y..area.bottom()).zip(self.rows.iter().skip(self.top)) {
            let text = part(&self.lines, row.line, row.start, row.end);
            buf.set_stringn(area.x, y, text, usize::from(area.width), Style::new());
            for (from, to, style) in marks {
                let first = (*from).max((row.line, row.start));
                let end = (*to).min((row.line, row.end));
                if first < end {
                    let before = width(part(&self.lines, row.line, row.start, first.1));
                    let marked = width(part(&self.lines, row.line, first.1, end.1));
                    let x = area.x.saturating_add(small(before));
                    let marked = Rect::new(x, y, small(marked), 1).intersection(area);
                    buf.set_style(marked, *style);
                }
            }
        }
        let y = area.y.saturating_add(small(at.saturating_sub(self.top)));
        Position::new(area.x.saturating_add(small(beside)), y)
    }
}

fn small(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}

/// The characters of a line from one to another.
fn part(lines: &[String], line: usize, start: usize, end: usize) -> &str {
    let text = lines.get(line).map_or("", String::as_str);
    let byte = |column: usize| {
        let at = text.char_indices().nth(column);
        at.map_or(text.len(), |(byte, _)| byte)
    };
    text.get(byte(start)..byte(end.max(start)))
        .unwrap_or_default()
}

/// A line in rows of so many cells. Spaces at the end of a row hang over its edge; what has no room in a row by itself is
/// broken anywhere.
fn broken(line: usize, text: &str, cells: usize) -> Vec<TextRow> {
    let row = |start, end| TextRow { line, start, end };
    let mut rows = Vec::new();
    let (mut start, mut at, mut taken) = (0, 0, 0);
    for word in wrapping::words(text) {
        let wide = width(word.word);
        if taken > 0 && taken + wide > cells {
            rows.push(row(start, at));
            (start, taken) = (at, 0);
        }
        for letter in word.word.chars() {
            let wide = letter.width().unwrap_or(0);
            if taken > 0 && taken + wide > cells {
                rows.push(row(start, at));
                (start, taken) = (at, 0);
            }
            at += 1;
            taken += wide;
        }
        let spaces = word.whitespace.chars().count();
        at += spaces;
        taken += spaces;
    }
    rows.push(row(start, at));
    // Whoever goes on writing does so in a row of its own.
    if taken >= cells {
        rows.push(row(at, at));
    }
    rows
}

/// What is said where nothing is written yet, behind the cursor: in as many rows as there are, and cut with a sign.
pub(super) fn render_placeholder(text: &str, area: Rect, buf: &mut Buffer, style: Style) {
    // The cursor stands before the first row.
    let cells = usize::from(area.width.saturating_sub(1));
    let rows = wrapping::rows(text, cells);
    let last = usize::from(area.height).saturating_sub(1);
    for (at, (y, row)) in (area.y..area.bottom()).zip(&rows).enumerate() {
        let is_cut = at == last && rows.len() > last + 1;
        let told: Cow<'_, str> = if is_cut {
            let rest = rows.get(at..).unwrap_or_default().join(" ");
            Cow::Owned(fit(&rest, cells))
        } else {
            Cow::Borrowed(row)
        };
        buf.set_stringn(area.x.saturating_add(1), y, told, cells, style);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn rows_of(text: &str, cells: usize) -> Vec<String> {
        let mut rows = TextRows::default();
        rows.follow(&[text.to_owned()], cells);
        let told = |row: &TextRow| part(&rows.lines, row.line, row.start, row.end).to_owned();
        rows.rows.iter().map(told).collect()
    }

    #[test]
    fn no_row_begins_with_punctuation_or_a_space() {
        let text = "It is wrapped well; and (perhaps) not \"before\" a comma, or a stop. Is it?";
        for cells in 12..50 {
            for row in rows_of(text, cells).iter().skip(1) {
                let first = row.chars().next();
                assert!(
                    first.is_none_or(|c| c.is_alphabetic() || c == '(' || c == '"'),
                    "{cells}: {row:?}"
                );
            }
        }
        assert_eq!(rows_of("well; and", 5), ["well; ", "and"]);
        // What fills a row to its edge has the cursor in the next one.
        assert_eq!(rows_of("well;", 5), ["well;", ""]);
        assert_eq!(rows_of("abcdefgh", 3), ["abc", "def", "gh"]);
        assert_eq!(rows_of("", 3), [""]);
    }

    #[test]
    fn up_and_down_go_by_rows_and_lines() {
        let mut rows = TextRows::default();
        rows.follow(&["one two three".to_owned(), "four".to_owned()], 8);
        // "one two " / "three" / "four"
        assert_eq!(rows.moved((0, 5), 1), (0, 13));
        assert_eq!(rows.moved((0, 2), 1), (0, 10));
        assert_eq!(rows.moved((0, 10), 1), (1, 2));
        assert_eq!(rows.moved((1, 4), -1), (0, 12));
        assert_eq!(rows.moved((0, 12), -1), (0, 4));
        assert_eq!(rows.moved((0, 4), -1), (0, 4));
        assert_eq!(rows.moved((1, 2), 9), (1, 2));
        assert!(rows.is_at_top((0, 7)) && !rows.is_at_top((0, 8)));
    }

    proptest! {
        #[test]
        fn every_character_is_in_one_row_and_every_place_in_sight(
            text in "[a-z ,.;äß漢\u{301}-]{0,60}", cells in 1usize..20, column in 0usize..60
        ) {
            let mut rows = TextRows::default();
            rows.follow(std::slice::from_ref(&text), cells);
            prop_assert_eq!(rows_of(&text, cells).concat(), text.clone());
            let cursor = (0, column.min(text.chars().count()));
            let area = Rect::new(3, 2, small(cells), 2);
            let mut buf = Buffer::empty(Rect::new(0, 0, 30, 6));
            let place = rows.render(area, &mut buf, cursor, &Vec::new());
            prop_assert!(area.contains(place));
            for by in [-1, 1] {
                let (line, to) = rows.moved(cursor, by);
                prop_assert!(line == 0 && to <= text.chars().count());
            }
        }
    }
}
