//! The cut of a paragraph that does not end: a text of any length in one line is not held as a whole.

use crate::text::{floor_char_boundary, sentence};

/// The most bytes of a paragraph: a thick book in one line. What is longer is several paragraphs.
pub(super) const LONGEST: usize = 1024 * 1024;

/// The distance before the bound in which a sentence's end is looked for, in bytes.
const NEAR: usize = 64 * 1024;

/// The cut of a text of more than [`LONGEST`] bytes: behind a sentence, else behind a word, else within one. Never 0.
pub(super) fn cut(text: &str) -> usize {
    let most = floor_char_boundary(text, LONGEST);
    let head = text.get(..most).unwrap_or(text);
    let from = floor_char_boundary(head, most.saturating_sub(NEAR));
    let near = head.get(from..).unwrap_or_default();
    let mut kept = 0;
    while let Some(end) = near.get(kept..).and_then(sentence::first_end) {
        kept += end;
    }
    if kept > 0 {
        return from + kept;
    }
    let space = head.char_indices().rfind(|(_, c)| c.is_whitespace());
    space.map_or(head.len(), |(at, c)| at + c.len_utf8())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_behind_a_sentence_else_a_word_else_anywhere() {
        let sentences = "It costs 3.50 today, or so they say. ".repeat(40_000);
        let at = cut(&sentences);
        assert!(
            sentences[..at].ends_with("say. ") && LONGEST - at < 40,
            "{at}"
        );
        let words = "word ".repeat(LONGEST);
        let at = cut(&words);
        assert!(words[..at].ends_with("word ") && LONGEST - at < 5, "{at}");
        let signs = "字".repeat(LONGEST);
        let at = cut(&signs);
        assert!(LONGEST - at < 3, "{at}");
    }
}
