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
    let widths: Vec<usize> = columns
        .iter()
        .enumerate()
        .map(|(at, (head, _))| {
            rows.iter()
                .filter_map(|row| row.get(at))
                .map(|cell| cell.width())
                .chain([head.width()])
                .max()
                .unwrap_or_default()
        })
        .collect();
    let line = |cells: Vec<&str>| {
        let padded: Vec<String> = cells
            .into_iter()
            .zip(columns.iter().zip(&widths))
            .map(|(cell, ((_, align), width))| {
                let space = " ".repeat(width.saturating_sub(cell.width()));
                match align {
                    Align::Left => format!("{cell}{space}"),
                    Align::Right => format!("{space}{cell}"),
                }
            })
            .collect();
        format!("{}\n", padded.join("  ").trim_end())
    };
    let heads = line(columns.iter().map(|(head, _)| *head).collect());
    rows.iter()
        .map(|row| line(row.iter().map(String::as_str).collect()))
        .fold(heads, |all, line| all + &line)
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
