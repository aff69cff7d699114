//! Words into lines, as they come: a line is written as soon as its words are known, and a word as soon as it
//! is whole.

use std::io::{self, Write};

use unicode_width::UnicodeWidthStr as _;

/// A writer of running text, wrapped and indented.
#[derive(Debug)]
pub struct Wrap<W> {
    out: W,
    width: usize,
    column: usize,
    /// The beginning of a word whose end has not come.
    word: String,
    /// The indentation of the lines of the text.
    indent: usize,
    /// Line breaks since the last word.
    breaks: usize,
}

/// Narrower than this nothing can be read; longer words stand out over the edge.
const NARROWEST: usize = 20;

impl<W: Write> Wrap<W> {
    /// Onto `out`, in lines of `width` columns.
    pub fn new(out: W, width: usize) -> Self {
        Self {
            out,
            width: width.max(NARROWEST),
            column: 0,
            word: String::new(),
            indent: 0,
            breaks: 0,
        }
    }

    /// Takes more of a running text. A blank line in it is a new paragraph, a single break is a space.
    ///
    /// # Errors
    /// What the system says.
    pub fn push(&mut self, text: &str, indent: usize) -> io::Result<()> {
        for c in text.chars() {
            if c.is_whitespace() {
                self.end_word()?;
                self.breaks += usize::from(c == '\n');
            } else {
                if self.word.is_empty() {
                    self.indent = indent;
                }
                self.word.push(c);
            }
        }
        self.out.flush()
    }

    fn end_word(&mut self) -> io::Result<()> {
        if self.word.is_empty() {
            return Ok(());
        }
        let indent = self.indent;
        let word = std::mem::take(&mut self.word);
        if self.breaks > 1 && self.column > 0 {
            writeln!(self.out, "\n")?;
            self.column = 0;
        }
        self.breaks = 0;
        let width = word.width();
        if self.column > 0 && self.column + 1 + width > self.width {
            writeln!(self.out)?;
            self.column = 0;
        }
        if self.column == 0 {
            write!(self.out, "{:indent$}{word}", "")?;
            self.column = indent + width;
        } else {
            write!(self.out, " {word}")?;
            self.column += 1 + width;
        }
        Ok(())
    }

    /// Ends the line that is being written, if one is.
    ///
    /// # Errors
    /// What the system says.
    pub fn end_line(&mut self) -> io::Result<()> {
        self.end_word()?;
        self.breaks = 0;
        if self.column > 0 {
            self.column = 0;
            writeln!(self.out)?;
        }
        self.out.flush()
    }

    /// An empty line below the last one.
    ///
    /// # Errors
    /// What the system says.
    pub fn gap(&mut self) -> io::Result<()> {
        self.end_line()?;
        writeln!(self.out)
    }

    /// A whole text on lines of its own.
    pub(super) fn block(&mut self, text: &str, indent: usize) -> io::Result<()> {
        self.end_line()?;
        self.push(text, indent)?;
        self.end_line()
    }

    /// Writes a text with all lines but the first set in otherwise.
    pub(super) fn hung(&mut self, text: &str, first: usize, rest: usize) -> io::Result<()> {
        self.end_line()?;
        let text = text.trim_start();
        let (word, more) = text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()));
        self.push(word, first)?;
        self.end_word()?;
        self.push(more, rest)?;
        self.end_line()
    }

    /// The number of columns of a line.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// A line as it is.
    pub(super) fn line(&mut self, text: &str) -> io::Result<()> {
        self.end_line()?;
        writeln!(self.out, "{text}")?;
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_split_between_pieces_are_whole_and_lines_keep_their_width() {
        let mut out = Vec::new();
        let mut wrap = Wrap::new(&mut out, 20);
        for piece in ["one two thr", "ee four fi", "ve six\nseven.\n\n", "Next"] {
            wrap.push(piece, 2).unwrap();
        }
        wrap.end_line().unwrap();
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "  one two three four\n  five six seven.\n\n  Next\n"
        );
    }

    #[test]
    fn the_last_word_of_a_text_keeps_its_place_when_another_text_follows() {
        let mut out = Vec::new();
        let mut wrap = Wrap::new(&mut out, 20);
        wrap.push("one two three four five.", 0).unwrap();
        wrap.block("(5 words)", 4).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text, "one two three four\nfive.\n    (5 words)\n");
    }
}
