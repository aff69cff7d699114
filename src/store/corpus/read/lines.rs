//! Lines of a text as it is decoded; those that are too long to be held come in parts.

use super::{
    Unreadable,
    decode::{Text, Windows},
};
use crate::text::floor_char_boundary;

/// Lines on their way.
pub(super) struct Lines<'a> {
    windows: Windows<'a>,
    longest: usize,
    buffer: String,
    /// The beginning of the next line in the buffer.
    at: usize,
    /// The length of the buffer behind `at` that is known to hold no end of a line.
    searched: usize,
    /// The number of the line that comes next.
    number: usize,
    /// Whether what comes next is a further part of a line.
    goes_on: bool,
    is_over: bool,
}

/// A line without its end, or a part of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Line<'b> {
    pub(super) text: &'b str,
    /// The number of the line, from 1.
    pub(super) number: usize,
    /// Whether it is a further part of the same line.
    pub(super) goes_on: bool,
}

impl Text<'_> {
    /// The lines of the text from its beginning; one of more than `longest` bytes comes in parts.
    pub(super) fn lines(&mut self, longest: usize) -> Result<Lines<'_>, Unreadable> {
        Ok(Lines::new(self.windows()?, longest))
    }
}

impl<'a> Lines<'a> {
    pub(super) fn new(windows: Windows<'a>, longest: usize) -> Self {
        Self {
            windows,
            longest,
            buffer: String::new(),
            at: 0,
            searched: 0,
            number: 1,
            goes_on: false,
            is_over: false,
        }
    }

    /// The next line. Where a part ends is told by its length alone.
    pub(super) fn next(&mut self) -> Result<Option<Line<'_>>, Unreadable> {
        let (length, ends) = loop {
            let rest = self.buffer.get(self.at..).unwrap_or_default();
            let found = rest.get(self.searched..).and_then(|rest| rest.find('\n'));
            let end = found.map(|end| self.searched + end);
            if let Some(end) = end.filter(|end| *end <= self.longest) {
                break (end, true);
            }
            if rest.len() > self.longest {
                break (floor_char_boundary(rest, self.longest), false);
            }
            if self.is_over {
                if rest.is_empty() {
                    return Ok(None);
                }
                break (rest.len(), true);
            }
            self.searched = rest.len();
            self.buffer.drain(..self.at);
            self.at = 0;
            self.is_over = !self.windows.append(&mut self.buffer)?;
        };
        let (from, number, goes_on) = (self.at, self.number, self.goes_on);
        self.at = (from + length + usize::from(ends)).min(self.buffer.len());
        self.searched = 0;
        self.number += usize::from(ends);
        self.goes_on = !ends;
        let text = self.buffer.get(from..from + length).unwrap_or_default();
        Ok(Some(Line {
            text,
            number,
            goes_on,
        }))
    }
}
