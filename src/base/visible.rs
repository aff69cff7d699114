//! A writer in front of another one, for what is shown to people.

use std::io::{self, Write};

use crate::text::shown::Visible;

/// Writes text in which every hidden character is written out. A character may come in pieces.
#[derive(Debug)]
pub struct Shown<W> {
    out: W,
    visible: Visible,
    /// The beginning of a character.
    begun: Vec<u8>,
}

impl<W: Write> Shown<W> {
    /// In front of a writer.
    pub fn new(out: W) -> Self {
        Self {
            out,
            visible: Visible::default(),
            begun: Vec::new(),
        }
    }
}

impl<W: Write> Write for Shown<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let whole = [self.begun.as_slice(), bytes].concat();
        let mut begun = &[][..];
        let mut text = String::with_capacity(whole.len());
        let mut chunks = whole.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            text.push_str(chunk.valid());
            if chunk.invalid().is_empty() {
                continue;
            }
            // What is cut off at the end may be gone on with.
            if chunks.peek().is_none() && is_begun(chunk.invalid()) {
                begun = chunk.invalid();
            } else {
                text.push(char::REPLACEMENT_CHARACTER);
            }
        }
        self.out.write_all(self.visible.push(&text).as_bytes())?;
        self.begun = begun.to_vec();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Whether bytes are a character that is cut off.
fn is_begun(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_err_and(|error| error.error_len().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_come_in_pieces_are_whole() {
        let text = "é\u{202e}日\u{1b}[2J\n";
        let mut out = Shown::new(Vec::new());
        for byte in text.as_bytes() {
            out.write_all(&[*byte]).unwrap();
        }
        out.write_all(b"a\xffb\xe2\x80").unwrap();
        out.write_all(b"x").unwrap();
        let written = String::from_utf8(out.out).unwrap();
        assert_eq!(written, "é\\u202e日\\u001b[2J\na\u{fffd}b\u{fffd}x");
    }
}
