//! The page of a study as a document in Markdown.

use super::escape::{inline, within};
use crate::study_page::{StudyPage, StudyPart};

/// The page of a study as a document in Markdown.
pub fn study_markdown(page: &StudyPage) -> String {
    let mut lines = vec![format!("# {}", within(&page.title))];
    parts(&mut lines, &page.parts, "##");
    lines.join("\n") + "\n"
}

fn parts(lines: &mut Vec<String>, parts: &[StudyPart], level: &str) {
    for part in parts {
        lines.push(String::new());
        match part {
            StudyPart::Heading(text) => lines.push(format!("{level} {}", within(text))),
            StudyPart::Paragraph(text) => lines.push(inline(text)),
            StudyPart::Remark(text) => lines.push(format!("*{}*", within(text))),
            StudyPart::List(items) => {
                lines.extend(items.iter().map(|item| format!("- {}", inline(item))));
            }
            StudyPart::Table(heads, rows) => {
                let row = |cells: &[String]| {
                    let cells: Vec<String> = cells.iter().map(|cell| within(cell)).collect();
                    format!("| {} |", cells.join(" | "))
                };
                lines.push(row(heads));
                lines.push(format!("|{}", " --- |".repeat(heads.len())));
                lines.extend(rows.iter().map(|cells| row(cells)));
            }
            // Markdown draws nothing, and a list of places tells nobody anything.
            StudyPart::Scatter(_) => {}
            StudyPart::Folded(title, inner) => {
                lines.push(format!("{level}# {}", within(title)));
                self::parts(lines, inner, &format!("{level}#"));
            }
        }
    }
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
    fn words_of_others_mean_nothing_in_markdown() {
        let text = study_markdown(&page());
        for told in [
            "# This House would \\<b\\>go",
            "## Themes\n",
            "- one \\| two\n",
            "### 1. A line\n",
            "\\# Not a heading",
            "| --- | --- | --- |\n",
        ] {
            assert!(text.contains(told), "{told}: {text}");
        }
    }
}
