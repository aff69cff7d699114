//! A small table for people: columns as wide as what stands in them.

use unicode_width::UnicodeWidthStr;

use crate::text::sanitize::sanitize_line;

/// Between two columns.
const GAP: usize = 2;

/// The rows as lines. The first column is set to the left, the others to the right.
pub(super) fn table(rows: &[Vec<String>]) -> String {
    let rows: Vec<Vec<String>> = rows
        .iter()
        .map(|row| row.iter().map(|cell| sanitize_line(cell)).collect())
        .collect();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns)
        .map(|at| {
            let cells = rows.iter().filter_map(|row| row.get(at));
            cells.map(|cell| cell.width()).max().unwrap_or(0)
        })
        .collect();
    let mut text = String::new();
    for row in &rows {
        let mut line = String::new();
        for ((at, cell), width) in row.iter().enumerate().zip(&widths) {
            let room = " ".repeat(width.saturating_sub(cell.width()));
            if at == 0 {
                line += cell;
                line += &room;
            } else {
                line += &" ".repeat(GAP);
                line += &room;
                line += cell;
            }
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_what_stands_in_them() {
        let row = |cells: &[&str]| cells.iter().map(|cell| (*cell).to_owned()).collect();
        let rows = [row(&["", "A", "Bravo"]), row(&["Für", "10", "2.5"])];
        assert_eq!(table(&rows), "      A  Bravo\nFür  10    2.5\n");
        assert_eq!(table(&[]), "");
    }
}
