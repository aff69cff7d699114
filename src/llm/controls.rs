//! Control characters within the strings of JSON, escaped: JSON does not allow them, small models write them, and a
//! separator of lines that a server sends is a line break once its text is cleaned.

use std::fmt::Write as _;

/// The progress through a text of JSON: whether a string is under way.
#[derive(Debug, Default)]
pub(crate) struct Scan {
    in_string: bool,
    is_escaped: bool,
}

impl Scan {
    /// Whether a string is under way.
    pub(crate) fn in_string(&self) -> bool {
        self.in_string
    }

    /// Takes a letter in, and writes it so that JSON allows it.
    pub(crate) fn take(&mut self, letter: char, out: &mut String) {
        if self.in_string {
            if letter.is_ascii_control() {
                // What was to be escaped is a line break: the backslash before it is the escape.
                if self.is_escaped {
                    out.pop();
                }
                escape(letter, out);
                self.is_escaped = false;
                return;
            }
            self.in_string = self.is_escaped || letter != '"';
            self.is_escaped = !self.is_escaped && letter == '\\';
        } else {
            self.in_string = letter == '"';
        }
        out.push(letter);
    }
}

/// Writes the escape of a control character.
pub(crate) fn escape(control: char, out: &mut String) {
    match control {
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        other => {
            // Writing to a string cannot fail.
            let _ = write!(out, "\\u{:04x}", u32::from(other));
        }
    }
}
