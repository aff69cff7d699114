//! Control characters within the strings of JSON, escaped: JSON does not allow them, small models write them, and a
//! separator of lines that a server sends is a line break once its text is cleaned.

use std::fmt::Write as _;

/// The progress through a text of JSON: whether a string is under way, and how many brackets are open.
#[derive(Debug, Default)]
pub(crate) struct Scan {
    in_string: bool,
    is_escaped: bool,
    depth: usize,
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
            match letter {
                '"' => self.in_string = true,
                '{' | '[' => self.depth += 1,
                '}' | ']' => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
        }
        out.push(letter);
    }
}

/// Writes the escape of a control character.
fn escape(control: char, out: &mut String) {
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

/// The object that a text begins with, without control characters in its strings, and its length in bytes of the text.
/// `None` where there is nothing to escape in it, or it does not end.
pub(crate) fn object(text: &str) -> Option<(String, usize)> {
    let mut scan = Scan::default();
    let mut out = String::new();
    for (at, letter) in text.char_indices() {
        scan.take(letter, &mut out);
        if scan.depth == 0 {
            let end = at + letter.len_utf8();
            return (out.as_str() != text.get(..end)?).then_some((out, end));
        }
    }
    None
}

/// A text of JSON without control characters in its strings. `None` where it breaks off in the middle of a string: whoever
/// closed that would make up what was to follow.
pub(crate) fn escaped(text: &str) -> Option<String> {
    let mut scan = Scan::default();
    let mut out = String::with_capacity(text.len());
    text.chars().for_each(|letter| scan.take(letter, &mut out));
    (!scan.in_string).then_some(out)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn control_characters_are_escaped_within_strings_alone() {
        for (text, expected) in [
            (
                "{\"a\": \"one\ntwo\",\n\"b\": 1} rest",
                json!({"a": "one\ntwo", "b": 1}),
            ),
            ("{\"a\": [\"\u{7}\t\r\"]}", json!({"a": ["\u{7}\t\r"]})),
            (
                "{\"a\": \"he said \\\"no\\\"\n\"}",
                json!({"a": "he said \"no\"\n"}),
            ),
            ("{\"a\": \"\\\\\n\"}", json!({"a": "\\\n"})),
            (
                "{\"a\": \"folded \\\nline\"}",
                json!({"a": "folded \nline"}),
            ),
        ] {
            let (found, length) = object(text).unwrap();
            let value: Value = serde_json::from_str(&found).unwrap();
            assert_eq!(value, expected, "{found}");
            assert!(text[..length].ends_with('}'));
            assert!(escaped(text).unwrap().starts_with(&found));
        }
        for whole in ["{\"a\": \"one\",\n\"b\": 1}", "{\"a\": \"no end\n", "{", ""] {
            assert_eq!(object(whole), None, "{whole}");
        }
        assert_eq!(escaped("{\"a\": \"one, and the"), None);
        assert_eq!(
            escaped("{\"a\": \"one\"").as_deref(),
            Some("{\"a\": \"one\"")
        );
    }
}
