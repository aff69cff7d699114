//! Plain-text tables whose columns line up, however wide the letters are.

use unicode_width::UnicodeWidthStr as _;

use crate::text::cut::fit;

/// On which side the text of a column stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// Flush left: words.
    Left,
    /// Flush right: numbers.
    Right,
}

/// Lines of a table with two spaces between columns, the heads first. The text must be free of controls.
pub fn table(columns: &[(&str, Align)], rows: &[Vec<String>]) -> String {
    let heads: Vec<String> = columns.iter().map(|(head, _)| (*head).to_owned()).collect();
    let all = [&[heads], rows].concat();
    aligned(
        |at| columns.get(at).map_or(Align::Left, |(_, align)| *align),
        &all,
    )
}

/// A column of a table that is fitted to a screen.
#[derive(Debug, Clone, Copy)]
pub struct TableColumn {
    /// The head of the column.
    pub head: &'static str,
    /// On which side its text stands.
    pub align: Align,
    /// The fewest cells that the column may be cut to; where absent, it is shown whole.
    pub least: Option<usize>,
    /// Whether it goes, and before which others, where even that is too wide: 1 first.
    pub goes: Option<u8>,
}

/// A table that is no wider than a screen of so many columns: what can be cut is, and what can be missed goes.
pub fn fitted(columns: &[TableColumn], rows: &[Vec<String>], width: usize) -> String {
    let cells = |at: usize| rows.iter().filter_map(move |row| row.get(at));
    let natural = |at: usize, column: &TableColumn| {
        let widths = cells(at).map(|cell| cell.width());
        widths.chain([column.head.width()]).max().unwrap_or(0)
    };
    // Each with its place, the cells that it has, and those that it would have.
    let mut shown: Vec<(usize, &TableColumn, usize, usize)> = columns
        .iter()
        .enumerate()
        .map(|(at, column)| {
            let whole = natural(at, column);
            let least = column.least.unwrap_or(whole).max(column.head.width());
            (at, column, whole.min(least), whole)
        })
        .collect();
    let needed = |shown: &[(usize, &TableColumn, usize, usize)]| {
        let gaps = 2 * shown.len().saturating_sub(1);
        shown.iter().map(|(_, _, least, _)| least).sum::<usize>() + gaps
    };
    while needed(&shown) > width {
        let going = shown.iter().filter_map(|(_, column, ..)| column.goes);
        let Some(first) = going.min() else { break };
        shown.retain(|(_, column, ..)| column.goes != Some(first));
    }
    // What room is left goes to the last columns first: of a motion, its beginning tells most.
    let mut room = width.saturating_sub(needed(&shown));
    for (_, _, has, whole) in shown.iter_mut().rev() {
        let more = room.min(*whole - *has);
        *has += more;
        room -= more;
    }
    let rows: Vec<Vec<String>> = rows
        .iter()
        .map(|row| {
            let cell = |at: usize| row.get(at).map_or("", String::as_str);
            let cells = shown.iter().map(|(at, _, has, _)| fit(cell(*at), *has));
            cells.collect()
        })
        .collect();
    let heads: Vec<(&str, Align)> = shown
        .iter()
        .map(|(_, column, ..)| (column.head, column.align))
        .collect();
    table(&heads, &rows)
}

/// Rows without heads: each column is aligned as `align` says of its place.
pub fn aligned(align: impl Fn(usize) -> Align, rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns)
        .map(|at| {
            let cells = rows.iter().filter_map(|row| row.get(at));
            cells.map(|cell| cell.width()).max().unwrap_or(0)
        })
        .collect();
    let line = |row: &Vec<String>| {
        let padded: Vec<String> = row
            .iter()
            .enumerate()
            .zip(&widths)
            .map(|((at, cell), width)| {
                let space = " ".repeat(width.saturating_sub(cell.width()));
                match align(at) {
                    Align::Left => format!("{cell}{space}"),
                    Align::Right => format!("{space}{cell}"),
                }
            })
            .collect();
        format!("{}\n", padded.join("  ").trim_end())
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_no_wider_than_the_screen() {
        let column = |head, least, goes| TableColumn {
            head,
            align: Align::Left,
            least,
            goes,
        };
        let columns = [
            column("id", None, None),
            column("motion", Some(8), None),
            column("cost", None, Some(1)),
            column("result", Some(6), Some(2)),
        ];
        let row = |cells: [&str; 4]| cells.map(str::to_owned).to_vec();
        let rows = [
            row(["a1", "This House would walk", "0.01", "Opposition, narrow"]),
            row(["b2", "日本語の動議である", "1", "a tie"]),
        ];
        let whole = fitted(&columns, &rows, usize::MAX);
        assert!(whole.contains("This House would walk  0.01  Opposition, narrow"));
        for width in 12..60 {
            let text = fitted(&columns, &rows, width);
            assert!(
                text.lines().all(|line| line.width() <= width),
                "{width}\n{text}"
            );
            assert_eq!(text.contains("cost"), width >= 26, "{width}\n{text}");
        }
        assert_eq!(
            fitted(&columns, &rows, 20),
            "id  motion    result\na1  This Ho…  Oppos…\nb2  日本語…   a tie\n"
        );
        assert_eq!(
            fitted(&columns, &rows, 12),
            "id  motion\na1  This Ho…\nb2  日本語…\n"
        );
    }

    #[test]
    fn columns_line_up_with_wide_letters() {
        let rows = vec![
            vec!["日本".to_owned(), "7".to_owned(), "x".to_owned()],
            vec!["a".to_owned(), "123".to_owned(), String::new()],
        ];
        let text = table(
            &[
                ("name", Align::Left),
                ("n", Align::Right),
                ("", Align::Left),
            ],
            &rows,
        );
        assert_eq!(text, "name    n\n日本    7  x\na     123\n");
    }
}
