//! Plain text in columns for lists and cards: headings, rows of a name and a text, wrapped to a width.

use unicode_width::UnicodeWidthStr;

/// Narrower than this, columns are of no use; the text is then allowed to run over.
const LEAST_WIDTH: usize = 30;
/// Wider than this, lines are hard to read.
const MOST_WIDTH: usize = 110;
/// A name longer than this does not push the other texts to the right.
const WIDEST_NAME: usize = 26;

/// A text that grows line by line.
#[derive(Debug)]
pub(super) struct Sheet {
    text: String,
    width: usize,
}

impl Sheet {
    /// An empty sheet of that many columns.
    pub(super) fn new(width: usize) -> Self {
        Self {
            text: String::new(),
            width: width.clamp(LEAST_WIDTH, MOST_WIDTH),
        }
    }

    /// An empty sheet whose lines are not broken, for whoever reads line by line.
    pub(super) fn unbroken() -> Self {
        Self {
            text: String::new(),
            width: usize::MAX,
        }
    }

    /// The text, with a line break at its end.
    pub(super) fn into_string(self) -> String {
        self.text
    }

    /// The first lines of a card.
    pub(super) fn title(&mut self, title: &str) {
        self.wrapped(title, "", "");
        self.text.push('\n');
    }

    /// A line of its own before some rows.
    pub(super) fn heading(&mut self, heading: &str) {
        if !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
        self.wrapped(heading, "", "");
    }

    /// The last line of a list.
    pub(super) fn footer(&mut self, footer: &str) {
        self.heading(footer);
    }

    /// Names on the left, texts beside them.
    pub(super) fn rows<'a>(&mut self, rows: impl Iterator<Item = (&'a str, String)>) {
        let rows: Vec<(&str, String)> = rows.collect();
        let column = rows
            .iter()
            .map(|(name, _)| name.width())
            .filter(|width| *width <= WIDEST_NAME)
            .max()
            .unwrap_or_default();
        let indent = " ".repeat(column + 4);
        for (name, text) in rows {
            if name.width() > column && self.width < usize::MAX {
                self.wrapped(name, "  ", "  ");
                self.wrapped(&text, &indent, &indent);
            } else {
                let gap = " ".repeat(column.saturating_sub(name.width()) + 2);
                self.wrapped(&text, &format!("  {name}{gap}"), &indent);
            }
        }
    }

    /// Rows of which those without a text are left out.
    pub(super) fn fields<const N: usize>(&mut self, fields: [(&str, String); N]) {
        self.rows(fields.into_iter().filter(|(_, text)| !text.is_empty()));
    }

    /// Writes a point of a list.
    pub(super) fn item(&mut self, text: &str) {
        self.wrapped(text, "  - ", "    ");
    }

    /// Paragraphs, each after an empty line.
    pub(super) fn paragraphs(&mut self, text: &str) {
        for paragraph in text.split("\n\n").filter(|text| !text.trim().is_empty()) {
            self.text.push('\n');
            self.wrapped(paragraph, "", "");
        }
    }

    fn wrapped(&mut self, text: &str, first: &str, rest: &str) {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let options = textwrap::Options::new(self.width)
            .initial_indent(first)
            .subsequent_indent(rest);
        for line in textwrap::wrap(&text, options) {
            self.text += line.trim_end();
            self.text.push('\n');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_stand_in_a_column_and_keep_to_the_width() {
        let mut sheet = Sheet::new(32);
        sheet.heading("Head");
        let rows = [("a", "one two three four five six seven"), ("bcd", "eight")];
        sheet.rows(rows.into_iter().map(|(name, text)| (name, text.to_owned())));
        sheet.footer("2.");
        let text = sheet.into_string();
        assert_eq!(
            text,
            "Head\n  a    one two three four five\n       six seven\n  bcd  eight\n\n2.\n"
        );
        let mut sheet = Sheet::unbroken();
        let long = "word ".repeat(40);
        let name = "providers.example.between_bytes_s";
        sheet.rows([(name, long.clone()), ("a", long.clone())].into_iter());
        let long = long.trim_end();
        let text = sheet.into_string();
        assert_eq!(text, format!("  {name}  {long}\n  a  {long}\n"));
    }
}
