//! Escapes and invisible characters in a text that is searched for keys: a key is one also where nobody sees what
//! stands in it, and where that is written out as `\u200b` before anybody searches.

use std::ops::Range;

use crate::text::{json_escape::unit, plain::plain, sanitize::is_hidden};

/// The number of bytes in `\uXXXX`.
const UNIT: usize = 6;
/// No more backslashes are looked at before an escape: so often nobody escapes anything again.
const AGAIN: usize = 16;

/// A text as it reads without what nobody sees.
pub(super) struct Read {
    /// The text that is left: escapes of visible characters are what they stand for.
    pub(super) text: String,
    /// The places at which something ended that is no letter of a word, though what stands before it may be: a word
    /// begins there.
    pub(super) breaks: Vec<usize>,
    /// The places in the original of each byte.
    origins: Vec<Range<usize>>,
}

impl Read {
    /// Reads a text; nothing where it is what it seems to be.
    pub(super) fn of(text: &str) -> Option<Self> {
        if !text.contains('\\') && !text.contains(|c| is_unseen(c) || plain(c) != c) {
            return None;
        }
        let mut read = Self {
            text: String::with_capacity(text.len()),
            breaks: Vec::new(),
            origins: Vec::with_capacity(text.len()),
        };
        let mut at = 0;
        while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
            let (c, length) = escaped(rest)
                .unwrap_or_else(|| rest.chars().next().map_or(('\n', 1), |c| (c, c.len_utf8())));
            if is_unseen(c) || (is_hidden(c) && length > c.len_utf8()) {
                read.breaks.push(read.text.len());
            } else {
                let c = plain(c);
                read.text.push(c);
                let origin = at..at + length;
                read.origins
                    .extend(std::iter::repeat_n(origin, c.len_utf8()));
            }
            at += length;
            // A letter that a backslash makes the end of a line is no letter of the next word.
            let is_line_end = text.get(..at).is_some_and(|before| {
                ["\\n", "\\r", "\\t"]
                    .iter()
                    .any(|end| before.ends_with(end))
            });
            if is_line_end {
                read.breaks.push(read.text.len());
            }
        }
        Some(read)
    }

    /// The place in the original of something that was found here.
    pub(super) fn origin(&self, found: &Range<usize>) -> Option<Range<usize>> {
        let first = self.origins.get(found.start)?;
        let last = self.origins.get(found.end.checked_sub(1)?)?;
        Some(first.start..last.end)
    }
}

/// Whether nobody sees a character; the signs that keep lines and columns apart do not count as unseen.
fn is_unseen(c: char) -> bool {
    is_hidden(c) && !matches!(c, '\n' | '\t')
}

/// The character that an escape at the beginning of a text stands for, and its length: of JSON, or of Rust.
fn escaped(text: &str) -> Option<(char, usize)> {
    // One that was escaped again, with its backslash.
    let again = text.bytes().take(AGAIN).take_while(|byte| *byte == b'\\');
    let again = again.count().checked_sub(1)?;
    let text = text.get(again..)?;
    let behind = text.strip_prefix("\\u")?;
    if let Some((digits, _)) = behind.strip_prefix('{').and_then(|b| b.split_once('}')) {
        let is_code = (1..=UNIT).contains(&digits.len());
        let code = u32::from_str_radix(digits, 16).ok().filter(|_| is_code)?;
        return Some((char::from_u32(code)?, again + digits.len() + "\\u{}".len()));
    }
    let first = unit(text)?;
    let second = text.get(UNIT..).and_then(unit);
    let c = char::decode_utf16(std::iter::once(first).chain(second)).next()?;
    let c = c.unwrap_or(char::REPLACEMENT_CHARACTER);
    let units = if c == char::REPLACEMENT_CHARACTER {
        1
    } else {
        c.len_utf16()
    };
    Some((c, again + UNIT * units))
}
