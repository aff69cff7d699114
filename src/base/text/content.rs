//! What a text is about, by its words: those that say something, cut to a poor man's stem.

use std::collections::BTreeSet;

use super::words;

/// Words with fewer letters say little about what a text is about.
const SHORTEST: usize = 4;
/// Words are compared by so many letters, which makes "economy" and "economic" the same.
const STEM: usize = 6;
/// Longer words that hold sentences together, in alphabetical order.
const FUNCTION_WORDS: [&str; 36] = [
    "about", "after", "also", "because", "been", "before", "between", "both", "could", "does",
    "each", "even", "every", "from", "have", "into", "many", "more", "most", "much", "must",
    "only", "other", "should", "some", "such", "than", "that", "their", "them", "then", "they",
    "this", "what", "when", "will",
];

/// The stems of the content words of a text, one after the other and as often as they stand there: in small letters,
/// without short words and words that hold sentences together, cut to their first six letters.
pub fn stems(text: &str) -> impl Iterator<Item = String> {
    words(text).map(str::to_lowercase).filter_map(|word| {
        let content = word.chars().count() >= SHORTEST
            && FUNCTION_WORDS.binary_search(&word.as_str()).is_err();
        content.then(|| word.chars().take(STEM).collect())
    })
}

/// The content words of some texts as a set, as they are compared.
pub fn content_words<'a>(texts: impl IntoIterator<Item = &'a str>) -> BTreeSet<String> {
    texts.into_iter().flat_map(stems).collect()
}

/// Whether a text says something of something: that takes two words. What a small model takes down as a claim may be
/// "three".
pub fn is_assertion(text: &str) -> bool {
    words(text).nth(1).is_some()
}

/// The share of the content words of `part` that stand in `whole` too, from 0 to 1; 0 where `part` has none.
pub fn containment(part: &BTreeSet<String>, whole: &BTreeSet<String>) -> f64 {
    if part.is_empty() {
        return 0.0;
    }
    part.intersection(whole).count() as f64 / part.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_compared_by_what_they_are_about() {
        let words = content_words(["The economy, because of WHAT economic growth should be!"]);
        assert_eq!(words.into_iter().collect::<Vec<_>>(), ["econom", "growth"]);
        assert!(content_words(["it is so", ""]).is_empty());
        assert!(FUNCTION_WORDS.is_sorted());
        for (text, asserts) in [
            ("War pays.", true),
            ("That is not so", true),
            ("three", false),
            ("\u{2026} yes!", false),
            ("", false),
        ] {
            assert_eq!(is_assertion(text), asserts, "{text}");
        }
    }

    #[test]
    fn a_part_is_contained_by_the_share_of_its_words() {
        let set = |text| content_words([text]);
        let whole = set("Trade feeds cities; cities feed trade.");
        // Of trade, feeds, villag two are there.
        let share = containment(&set("trade feeds villages"), &whole);
        assert!((share - 2.0 / 3.0).abs() < 1e-9, "{share}");
        assert!(containment(&set("it is"), &whole).abs() < 1e-9);
    }
}
