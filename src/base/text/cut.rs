//! Text cut short, for people and for prompts: at the end of a word where one is near, never within what is read as one
//! character, and with an ellipsis where something was left out.

use unicode_segmentation::{GraphemeCursor, UnicodeSegmentation as _};
use unicode_width::UnicodeWidthStr as _;

/// A word whose end is no nearer, in bytes, is cut itself: scripts without spaces, addresses, numbers.
const NEAR: usize = 40;

/// At most `most` bytes of a text, and an ellipsis where something was left out.
pub fn shortened(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    let at = boundary(text, most);
    let head = text.get(..at).unwrap_or_default();
    let is_whole = text
        .get(at..)
        .is_some_and(|rest| rest.starts_with(char::is_whitespace));
    let kept = if is_whole {
        head
    } else {
        let word = head.rfind(char::is_whitespace);
        let near = word.filter(|space| head.len() - space <= NEAR);
        match near.and_then(|space| head.get(..space)) {
            Some(words) if !words.trim().is_empty() => words,
            Some(_) | None => return format!("{head}…"),
        }
    };
    format!("{} …", kept.trim_end())
}

/// As much of a text as fits into `cells` of a screen, with an ellipsis where something was left out.
pub fn fit(text: &str, cells: usize) -> String {
    if text.width() <= cells {
        return text.to_owned();
    }
    let mut kept = String::new();
    let mut used = 0;
    for grapheme in text.graphemes(true) {
        let wide = grapheme.width();
        if used + wide + 1 > cells {
            break;
        }
        used += wide;
        kept.push_str(grapheme);
    }
    if cells > 0 {
        kept.truncate(kept.trim_end().len());
        kept.push('…');
    }
    kept
}

/// The last place not after `most` that is between two characters as they are read.
fn boundary(text: &str, most: usize) -> usize {
    let at = super::floor_char_boundary(text, most);
    let mut cursor = GraphemeCursor::new(at, text.len(), true);
    if cursor.is_boundary(text, 0) == Ok(true) {
        return at;
    }
    cursor.prev_boundary(text, 0).ok().flatten().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_between_words_and_never_within_what_is_read_as_one() {
        for (text, most, expected) in [
            ("one two three", 20, "one two three"),
            ("one two three", 13, "one two three"),
            ("one two three", 9, "one two …"),
            ("one two three", 7, "one two …"),
            ("one two three", 2, "on…"),
            ("日本語の動議", 10, "日本語…"),
            ("fine 👩‍🔬👩‍🔬", 20, "fine …"),
            ("👩‍🔬👩‍🔬", 15, "👩‍🔬…"),
            ("e\u{301}e\u{301}", 4, "e\u{301}…"),
            ("👩‍🔬", 5, "…"),
        ] {
            assert_eq!(shortened(text, most), expected, "{text} {most}");
        }
        let long = "x".repeat(100);
        assert_eq!(shortened(&format!("a {long}"), 60).len(), 60 + "…".len());
    }
}
