//! What may reach a terminal. Every text from outside (a model's chunk, a viewer's paste, a file) passes here
//! once, where it enters the process; nothing behind this line has to think of it again.

use vte::{Parser, Perform};

/// A filter with a memory, for text that comes in chunks: an escape sequence may be split between two of them.
///
/// An unfinished sequence swallows what follows it, so the memory is wiped at the end of a line: at most one
/// line is lost to a sequence that never ends.
#[derive(Default)]
pub struct Sanitizer {
    parser: Parser,
}

impl std::fmt::Debug for Sanitizer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Sanitizer")
    }
}

/// Keeps what is printed.
struct Printed(String);

impl Perform for Printed {
    fn print(&mut self, c: char) {
        self.0.extend(allowed(c));
    }

    fn execute(&mut self, byte: u8) {
        self.0.extend(allowed(char::from(byte)));
    }
}

impl Sanitizer {
    /// A filter that has seen nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// What is left of the next chunk.
    pub fn push(&mut self, chunk: &str) -> String {
        let mut printed = Printed(String::with_capacity(chunk.len()));
        for line in chunk.split_inclusive('\n') {
            let (text, breaks) = line
                .strip_suffix('\n')
                .map_or((line, false), |text| (text, true));
            self.parser.advance(&mut printed, text.as_bytes());
            if breaks {
                self.parser = Parser::new();
                printed.0.push('\n');
            }
        }
        printed.0
    }
}

/// Filters a text that is there as a whole.
pub fn sanitize(text: &str) -> String {
    Sanitizer::new().push(text)
}

/// Filters a text that has to stay on one line.
pub fn sanitize_line(text: &str) -> String {
    sanitize(text)
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

/// Keeps line breaks, widens tabs, and drops controls (C0, C1), marks that reorder or hide text, and tags.
fn allowed(c: char) -> Option<char> {
    match c {
        '\n' => Some('\n'),
        '\t' => Some(' '),
        '\u{200b}'
        | '\u{2060}'
        | '\u{feff}'
        | '\u{61c}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e007f}' => None,
        c if c.is_control() => None,
        c => Some(c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequences_are_removed_whole_even_when_split() {
        let mut filter = Sanitizer::new();
        let mut out = String::new();
        for chunk in [
            "red \u{1b}",
            "[3",
            "1mrose\u{1b}]52;c;",
            "aGk=\u{7}",
            " and\u{1b}[0m thorn",
        ] {
            out += &filter.push(chunk);
        }
        assert_eq!(out, "red rose and thorn");
    }

    #[test]
    fn an_unfinished_sequence_costs_one_line_at_most() {
        let clean = sanitize("a\u{1b}]0;title without an end\nnext");
        assert!(clean.ends_with("\nnext"), "{clean:?}");
    }

    #[test]
    fn hidden_and_reordering_marks_go_and_people_s_letters_stay() {
        assert_eq!(
            sanitize("b\u{202e}e\u{200b}f\u{9b}2Jx\r\ny\tz"),
            "befx\ny z".replace('x', "2Jx")
        );
        assert_eq!(sanitize("日本 👩‍🔬 naïve"), "日本 👩‍🔬 naïve");
        assert_eq!(sanitize_line("a\n b"), "a b");
    }

    proptest::proptest! {
        #[test]
        fn nothing_dangerous_is_left(chunks in proptest::collection::vec("(\\PC|[\u{1b}\u{7}\u{9b}\u{202e}\n\t\\[\\];0-9m]){0,12}", 0..8)) {
            let mut filter = Sanitizer::new();
            let out: String = chunks.iter().map(|chunk| filter.push(chunk)).collect();
            proptest::prop_assert!(!out.chars().any(|c| c.is_control() && c != '\n'));
            proptest::prop_assert_eq!(sanitize(&out), out.clone());
        }
    }
}
