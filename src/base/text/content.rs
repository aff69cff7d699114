//! The content words of a text, those that say something, by their stems. One list of words that say nothing and one
//! stemmer (Snowball's for English; M. F. Porter, "An algorithm for suffix stripping", Program 14, 1980), whatever the
//! words are compared for. What is done with them: [`crate::similarity`].

use std::collections::BTreeSet;

use rust_stemmers::{Algorithm, Stemmer};

use super::words;

/// Words with fewer letters say little about what a text is about.
const SHORTEST: usize = 3;
/// Words that hold sentences together, and those that stand in every debate whatever it is about, in alphabetical
/// order.
const FUNCTION_WORDS: [&str; 162] = [
    "about",
    "after",
    "again",
    "against",
    "all",
    "also",
    "always",
    "and",
    "another",
    "any",
    "anybody",
    "are",
    "argument",
    "ask",
    "away",
    "back",
    "because",
    "been",
    "before",
    "begin",
    "being",
    "best",
    "better",
    "between",
    "both",
    "but",
    "call",
    "can",
    "cannot",
    "claim",
    "come",
    "could",
    "debate",
    "did",
    "does",
    "don't",
    "done",
    "each",
    "end",
    "even",
    "ever",
    "every",
    "everybody",
    "evidence",
    "find",
    "first",
    "for",
    "found",
    "from",
    "get",
    "give",
    "goes",
    "going",
    "good",
    "had",
    "has",
    "have",
    "her",
    "here",
    "him",
    "his",
    "how",
    "into",
    "its",
    "just",
    "keep",
    "kept",
    "know",
    "last",
    "less",
    "let",
    "like",
    "long",
    "made",
    "make",
    "man",
    "many",
    "may",
    "mean",
    "more",
    "most",
    "much",
    "must",
    "name",
    "never",
    "new",
    "nobody",
    "none",
    "nor",
    "not",
    "nothing",
    "now",
    "once",
    "one",
    "only",
    "other",
    "our",
    "out",
    "over",
    "own",
    "people",
    "point",
    "question",
    "reason",
    "right",
    "said",
    "same",
    "say",
    "see",
    "seen",
    "shall",
    "she",
    "should",
    "side",
    "some",
    "somebody",
    "such",
    "take",
    "tell",
    "than",
    "that",
    "the",
    "their",
    "them",
    "then",
    "there",
    "these",
    "they",
    "thing",
    "think",
    "this",
    "those",
    "time",
    "told",
    "too",
    "two",
    "under",
    "until",
    "upon",
    "very",
    "want",
    "was",
    "way",
    "were",
    "what",
    "when",
    "where",
    "whether",
    "which",
    "while",
    "who",
    "whom",
    "whose",
    "why",
    "will",
    "with",
    "without",
    "word",
    "would",
    "year",
    "you",
    "your",
];

/// The stems of the content words of a text, one after the other and as often as they stand there: in small letters and
/// without short words and words that say nothing of a subject.
pub fn stems(text: &str) -> impl Iterator<Item = String> {
    let stemmer = Stemmer::create(Algorithm::English);
    words(text)
        .map(str::to_lowercase)
        .filter(|word| word.chars().count() >= SHORTEST && !is_function_word(word))
        .map(move |word| stemmer.stem(&word).into_owned())
}

/// The places in the list at which the words of each letter begin, and its end: every word of every text is looked up, in
/// the few that begin with its letter.
const STARTS: [usize; 27] = {
    let mut starts = [0; 27];
    let (mut letter, mut at) = (0, 0);
    while letter < 26 {
        starts[letter] = at;
        while at < FUNCTION_WORDS.len()
            && FUNCTION_WORDS[at].as_bytes()[0] as usize == b'a' as usize + letter
        {
            at += 1;
        }
        letter += 1;
    }
    starts[26] = at;
    starts
};

/// Whether a word in small letters holds sentences together, or stands in every debate.
pub fn is_function_word(word: &str) -> bool {
    let first = word
        .bytes()
        .next()
        .and_then(|first| first.checked_sub(b'a'));
    let Some(letter) = first.map(usize::from) else {
        return false;
    };
    let Some(&[from, to]) = STARTS.get(letter..letter + 2) else {
        return false;
    };
    let of_letter = FUNCTION_WORDS.get(from..to);
    of_letter.is_some_and(|words| words.contains(&word))
}

/// The stem of a word in small letters.
pub fn stem(word: &str) -> String {
    Stemmer::create(Algorithm::English).stem(word).into_owned()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_compared_by_what_they_are_about() {
        let words =
            content_words(["The economies, because of WHAT the economy should be: growing!"]);
        assert_eq!(words.into_iter().collect::<Vec<_>>(), ["economi", "grow"]);
        assert!(content_words(["it is so", ""]).is_empty());
        assert!(FUNCTION_WORDS.is_sorted());
        assert!(FUNCTION_WORDS.into_iter().all(is_function_word));
        for word in [
            "",
            "a",
            "z",
            "zebra",
            "ärger",
            "The",
            "'tis",
            "thesis",
            "{",
            "\u{10ffff}",
        ] {
            assert!(!is_function_word(word), "{word}");
        }
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
}
