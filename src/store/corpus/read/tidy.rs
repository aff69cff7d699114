//! One line of clean text out of anything: no controls, single spaces, no soft hyphens, no ligatures.

use std::borrow::Cow;

use crate::text::{cut::shortened, first_words, sanitize::sanitize};

/// The longest title, name, date or tag that is kept, in words: what is longer is a paragraph in the wrong place.
const FIELD_WORDS: usize = 40;

const SOFT_HYPHEN: char = '\u{ad}';

/// The longest such field in bytes, for scripts without spaces.
const FIELD_BYTES: usize = 900;

/// A paragraph as one line.
pub(super) fn line(text: &str) -> String {
    // Most text is plain ASCII, of which the filter would keep every letter.
    let harmless = |byte: u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t');
    let sane = if text.bytes().all(harmless) {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(sanitize(&uncut(text)))
    };
    let mut out = String::with_capacity(sane.len());
    let mut gap = false;
    for c in sane.chars() {
        if c.is_whitespace() {
            gap = true;
            continue;
        }
        if gap && !out.is_empty() {
            out.push(' ');
        }
        gap = false;
        match plain(c) {
            Some(letters) => out.push_str(letters),
            None => out.push(c),
        }
    }
    out
}

/// Joins what a soft hyphen cuts in two: where it stands at the end of a line, the break and the indent after it go
/// with it.
fn uncut(text: &str) -> Cow<'_, str> {
    if !text.contains(SOFT_HYPHEN) {
        return Cow::Borrowed(text);
    }
    let mut parts = text.split(SOFT_HYPHEN);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.trim_start();
        let is_cut = part
            .get(..part.len() - rest.len())
            .is_some_and(|gap| gap.contains('\n'));
        let inside = out.ends_with(|c: char| !c.is_whitespace());
        out.push_str(if is_cut && inside { rest } else { part });
    }
    Cow::Owned(out)
}

/// A title, a name, a date, a tag: one short line, or nothing.
pub(super) fn field(text: &str) -> Option<String> {
    let text = shortened(&first_words(&line(text), FIELD_WORDS), FIELD_BYTES);
    Some(text).filter(|text| !text.is_empty())
}

/// Letters that are one sign in print and several in the word.
fn plain(c: char) -> Option<&'static str> {
    Some(match c {
        '\u{fb00}' => "ff",
        '\u{fb01}' => "fi",
        '\u{fb02}' => "fl",
        '\u{fb03}' => "ffi",
        '\u{fb04}' => "ffl",
        '\u{fb05}' | '\u{fb06}' => "st",
        '\u{2010}' | '\u{2011}' => "-",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_clean() {
        let table = [
            ("  a\n\t b\u{a0} c ", "a b c"),
            ("e\u{fb03}cient, \u{fb01}rst", "efficient, first"),
            (
                "demo\u{ad}\n  cracy and de\u{ad}bate",
                "democracy and debate",
            ),
            ("soft\u{ad} end", "soft end"),
            ("\u{1b}[31mred\u{1b}[0m\u{202e} x\u{200b}y", "red xy"),
            ("\u{ad}", ""),
        ];
        for (text, clean) in table {
            assert_eq!(line(text), clean, "{text:?}");
        }
    }

    #[test]
    fn a_field_is_short() {
        assert_eq!(field(" \n "), None);
        assert_eq!(field(" On\nrest "), Some("On rest".into()));
        assert!(
            field(&"字".repeat(5_000))
                .is_some_and(|text| text.chars().count() == FIELD_BYTES / 3 + 1)
        );
        assert!(field(&"word ".repeat(5_000)).is_some_and(|text| text.len() < 300));
    }
}
