//! Text, and nothing else: what a sentence is, what a word is, what may reach a terminal.
//! Pure; every layer may use it.

pub mod ascii;
pub mod assistant;
pub mod captions;
mod clock;
pub mod content;
mod counted;
pub mod cut;
pub mod json_escape;
pub mod markup;
pub mod mask;
pub mod plain;
pub mod quote;
pub mod sanitize;
pub mod sentence;
pub mod shown;
pub mod titles;

pub use clock::clock;
pub use counted::{count_words, first_word, leading_words, more_words};

/// The replacement for a key that was taken out of a text.
pub const REDACTED: &str = "[key]";

/// The most bytes of what stands in brackets and is taken out of a text: a note, or the numbers of passages. What takes
/// keys out of texts relies on it.
pub const NOTE: usize = 700;

/// Whether anything is said in it: a letter or a digit. Stops, dashes and signs alone are no words.
pub fn has_words(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

/// Bytes in hexadecimal, two small digits each.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut hex, byte| {
        // Writing to a string cannot fail.
        let _ = std::fmt::Write::write_fmt(&mut hex, format_args!("{byte:02x}"));
        hex
    })
}

/// Names in a sentence: "Ada, Bo and Cy".
pub fn listed<S: AsRef<str>>(names: &[S]) -> String {
    let Some((last, rest)) = names.split_last() else {
        return String::new();
    };
    let rest: Vec<&str> = rest.iter().map(AsRef::as_ref).collect();
    match rest.as_slice() {
        [] => last.as_ref().to_owned(),
        rest => format!("{} and {}", rest.join(", "), last.as_ref()),
    }
}

/// A number with what is counted, of one and of several: "1 file", "3 files".
pub fn counted<N>(count: N, one: &str, several: &str) -> String
where
    N: Copy + std::fmt::Display + PartialEq + From<u8>,
{
    let what = if count == N::from(1) { one } else { several };
    format!("{count} {what}")
}

/// The words of a text, without what stands between them; an apostrophe belongs to its word.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '\'')
        .filter(|word| !word.is_empty())
}

/// Whether these words stand in the text: without regard to case, punctuation and space, and with gaps where the
/// quotation has dots. A quotation of no words stands nowhere.
pub fn quotes(text: &str, words: &str) -> bool {
    let text = bare(text);
    let pieces = words.replace("...", "…");
    let mut pieces = pieces
        .split('…')
        .map(bare)
        .filter(|piece| !piece.is_empty());
    let stands = |piece: Vec<String>| text.windows(piece.len()).any(|place| place == piece);
    pieces.next().is_some_and(stands) && pieces.all(stands)
}

fn bare(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    words
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// The text with a capital, as sentences begin.
pub fn upper_first(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// The text with a small first letter, as the middle of a sentence.
pub fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_lowercase);
    first.chain(letters).collect()
}

/// A side whose name has no more letters is called without an article.
const SHORT_NAME: usize = 3;

/// A side's name with its article. Short ones are called as they are, and so are those with a number: nobody speaks for
/// the Pro, or for the Team 1.
pub fn the(name: &str) -> String {
    let bare = name.strip_prefix("The ").unwrap_or(name);
    if bare.chars().count() <= SHORT_NAME || bare.ends_with(|last: char| last.is_ascii_digit()) {
        bare.to_owned()
    } else {
        format!("the {bare}")
    }
}

/// The largest position not after `at` that is a boundary between characters.
pub fn floor_char_boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// At most `words` words from the beginning, and an ellipsis where something was left out.
pub fn first_words(text: &str, words: usize) -> String {
    let mut kept: Vec<&str> = text.split_whitespace().take(words + 1).collect();
    if kept.len() > words {
        kept.truncate(words);
        return format!("{} …", kept.join(" "));
    }
    kept.join(" ")
}

/// At most `words` words from the end.
pub fn last_words(text: &str, words: usize) -> String {
    let all: Vec<&str> = text.split_whitespace().collect();
    all.get(all.len().saturating_sub(words)..)
        .unwrap_or_default()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quotation_is_known_by_its_words() {
        let text = "Let it rest,\nI say; the mothers have not slept.";
        for sound in [
            "let it rest",
            "“It rest, I say!”",
            "Let it … not slept",
            "the mothers...",
        ] {
            assert!(quotes(text, sound), "{sound}");
        }
        for strange in ["", "…", "let it be", "mothers slept", "moth", "rest … weep"] {
            assert!(!quotes(text, strange), "{strange}");
        }
    }

    #[test]
    fn words_are_counted_and_cut() {
        assert_eq!(count_words("  one two\nthree "), 3);
        assert_eq!(first_words("one two three", 2), "one two …");
        for (words, kept) in [(0, ""), (1, " one"), (2, " one\ntwo"), (3, " one\ntwo ")] {
            assert_eq!(leading_words(" one\ntwo ", words), kept);
        }
        assert_eq!(first_words("one two", 2), "one two");
        assert_eq!(last_words("one two three", 2), "two three");
        assert_eq!(floor_char_boundary("aé", 2), 1);
    }
}
