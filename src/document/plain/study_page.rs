//! The page of a study as text for a terminal.

use std::io;

use unicode_width::UnicodeWidthStr as _;

use super::wrap::Wrap;
use crate::{
    export::columns::{Align, aligned},
    study_page::{StudyPage, StudyPart},
    text::{cut::fit, sanitize::sanitize_line},
};

/// The cells that a column is cut to at the least.
const NARROWEST: usize = 8;

/// The page of a study as text in lines of `width` columns. What is folded away is left out: it is for pages that can be
/// unfolded.
pub fn study_text(page: &StudyPage, width: usize) -> String {
    let mut out = wrapped(&page.title, width, 0);
    for part in &page.parts {
        match part {
            StudyPart::Heading(text) | StudyPart::Paragraph(text) | StudyPart::Remark(text) => {
                out += "\n";
                out += &wrapped(text, width, 0);
            }
            StudyPart::List(items) => {
                for item in items {
                    let told = wrapped(item, width.saturating_sub(4), 4);
                    out += "  - ";
                    out += told.trim_start();
                }
            }
            StudyPart::Table(heads, rows) => {
                out += "\n";
                out += &table(heads, rows, width);
            }
            StudyPart::Scatter(_) | StudyPart::Folded(..) => {}
        }
    }
    out
}

fn wrapped(text: &str, width: usize, indent: usize) -> String {
    let mut out = Vec::new();
    let in_a_row: Vec<&str> = text.split_whitespace().collect();
    // Writing to memory cannot fail.
    let _: io::Result<()> = Wrap::new(&mut out, width + indent).block(&in_a_row.join(" "), indent);
    String::from_utf8_lossy(&out).into_owned()
}

/// A table no wider than so many columns, as far as that can be had by cutting texts: the widest column first.
fn table(heads: &[String], rows: &[Vec<String>], width: usize) -> String {
    let mut all: Vec<Vec<String>> = std::iter::once(heads)
        .chain(rows.iter().map(Vec::as_slice))
        .map(|row| row.iter().map(|cell| sanitize_line(cell)).collect())
        .collect();
    let mut widths: Vec<usize> = (0..heads.len())
        .map(|at| {
            let cells = all.iter().filter_map(|row| row.get(at));
            cells.map(|cell| cell.width()).max().unwrap_or(0)
        })
        .collect();
    let gaps = 2 * heads.len().saturating_sub(1);
    while widths.iter().sum::<usize>() + gaps > width {
        let widest = widths
            .iter_mut()
            .max()
            .filter(|widest| **widest > NARROWEST);
        let Some(widest) = widest else {
            break;
        };
        *widest -= 1;
    }
    for row in &mut all {
        for (cell, most) in row.iter_mut().zip(&widths) {
            *cell = fit(cell, *most);
        }
    }
    aligned(|_| Align::Left, &all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page() -> StudyPage {
        let cells = |cells: &[&str]| cells.iter().map(|cell| (*cell).to_owned()).collect();
        StudyPage {
            title: "This House would <b>go</b>".to_owned(),
            parts: vec![
                StudyPart::Heading("Themes".to_owned()),
                StudyPart::List(vec!["one | two".to_owned()]),
                StudyPart::Table(
                    cells(&["", "theme", "made"]),
                    vec![cells(&["1", &"a long line of argument ".repeat(6), "12"])],
                ),
                StudyPart::Folded(
                    "1. A line".to_owned(),
                    vec![StudyPart::Paragraph("# Not a heading".to_owned())],
                ),
            ],
        }
    }

    #[test]
    fn a_table_keeps_to_the_width_and_what_is_folded_is_left_out_of_text() {
        let text = study_text(&page(), 60);
        assert!(text.lines().all(|line| line.width() <= 60), "{text}");
        assert!(
            text.contains("a long line") && text.contains('…') && text.contains("12"),
            "{text}"
        );
        assert!(
            text.contains("  - one | two\n") && !text.contains("Not a heading"),
            "{text}"
        );
    }
}
