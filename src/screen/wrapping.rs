//! Where a row of text may end: as Unicode has it and behind hyphens, but never within the address of a server, which
//! somebody wants to read or to copy in one piece. Everything that wraps text on the screen asks here.

use std::borrow::Cow;

use textwrap::{Options, WordSeparator, WordSplitter, core::Word};

/// The words of a text, between which a row may end: as Unicode has it, but an address stays whole.
pub(crate) fn words(text: &str) -> Box<dyn Iterator<Item = Word<'_>> + '_> {
    if !text.contains("://") {
        return WordSeparator::UnicodeBreakProperties.find_words(text);
    }
    let mut found: Vec<Word<'_>> = Vec::new();
    let (mut start, mut at) = (0, 0);
    for word in WordSeparator::UnicodeBreakProperties.find_words(text) {
        at += word.word.len() + word.whitespace.len();
        if word.whitespace.is_empty() && is_in_address(text, at) {
            continue;
        }
        found.push(Word::from(text.get(start..at).unwrap_or_default()));
        start = at;
    }
    Box::new(found.into_iter())
}

/// Whether a place is in the middle of an address, which has no white space in it.
fn is_in_address(text: &str, at: usize) -> bool {
    let (before, after) = text.split_at_checked(at).unwrap_or((text, ""));
    let before = before.rsplit(char::is_whitespace).next();
    let after = after.split(char::is_whitespace).next().unwrap_or_default();
    !after.is_empty() && before.is_some_and(|before| format!("{before}{after}").contains("://"))
}

/// The places in a word at which it may be broken: behind a hyphen, but not in an address.
fn splits(word: &str) -> Vec<usize> {
    if word.contains("://") {
        return Vec::new();
    }
    WordSplitter::HyphenSplitter.split_points(word)
}

/// How texts are broken into rows of so many cells, on the whole screen.
pub(crate) fn options<'a>(cells: usize) -> Options<'a> {
    Options::new(cells.max(1))
        .word_separator(WordSeparator::Custom(words))
        .word_splitter(WordSplitter::Custom(splits))
}

/// A text in rows of so many cells.
pub(crate) fn rows(text: &str, cells: usize) -> Vec<Cow<'_, str>> {
    textwrap::wrap(text, options(cells))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::width;

    #[test]
    fn an_address_is_not_broken_where_it_has_room_for_itself() {
        let text = "no connection to http://my-models.example.com:8080/v1; start the well-known server \
                    at http://my-models.example.com:8080/v1, or name another one";
        for cells in 40..90 {
            let rows = super::rows(text, cells);
            let whole = rows
                .iter()
                .filter(|row| row.contains("http://my-models.example.com:8080/v1"));
            assert_eq!(whole.count(), 2, "{cells}: {rows:?}");
            assert!(rows.iter().all(|row| width(row) <= cells), "{rows:?}");
        }
        // What is longer than a row has to be broken, and other words break as they do.
        assert!(rows("at http://my-models.example.com:8080/v1", 20).len() > 2);
        assert_eq!(
            rows("a well-known server", 8),
            ["a well-", "known", "server"]
        );
    }
}
