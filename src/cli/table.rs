//! A small table for people: what stands in front to the left, numbers to the right.

use crate::{
    export::columns::{Align, aligned},
    text::sanitize::sanitize_line,
};

/// The rows as lines. The first column is set to the left, the others to the right.
pub(super) fn table(rows: &[Vec<String>]) -> String {
    let rows: Vec<Vec<String>> = rows
        .iter()
        .map(|row| row.iter().map(|cell| sanitize_line(cell)).collect())
        .collect();
    let align = |at| if at == 0 { Align::Left } else { Align::Right };
    aligned(align, &rows)
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
