//! Plain-text tables whose columns line up, however wide the letters are.

use unicode_width::UnicodeWidthStr as _;

/// On which side the text of a column stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// Lines of a table with two spaces between columns, the heads first. The text must be free of controls.
pub(crate) fn table(columns: &[(&str, Align)], rows: &[Vec<String>]) -> String {
    let heads: Vec<String> = columns.iter().map(|(head, _)| (*head).to_owned()).collect();
    let all = [&[heads], rows].concat();
    aligned(
        |at| columns.get(at).map_or(Align::Left, |(_, align)| *align),
        &all,
    )
}

/// The same without heads: each column is aligned as `align` says of its place.
pub(crate) fn aligned(align: impl Fn(usize) -> Align, rows: &[Vec<String>]) -> String {
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
