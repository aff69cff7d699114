//! Words of a motion: what they are looked up by, and where they have a capital.

use crate::text::lower_first;

/// Words with which a clause within a sentence begins.
pub(super) const SUBORDINATE: &[&str] = &[
    "who", "whose", "which", "that", "where", "if", "when", "because", "unless", "what", "how",
    "whether", "while", "although", "whoever",
];

/// Words behind which stands what belongs to them: no verb follows at once.
const BOUND: &[&str] = &[
    "a", "an", "the", "this", "that", "these", "those", "my", "your", "his", "her", "its", "our",
    "their", "of", "in", "on", "at", "by", "for", "from", "to", "with", "without", "under", "over",
    "between", "against", "about", "into", "and", "or", "than", "as", "not", "so", "very", "too",
    "more", "most", "less", "least", "no",
];

/// Words that have a capital only where a sentence begins.
const SMALL: &[&str] = &[
    "a",
    "an",
    "all",
    "animals",
    "any",
    "children",
    "cities",
    "citizens",
    "companies",
    "countries",
    "democracies",
    "democracy",
    "each",
    "every",
    "everybody",
    "everyone",
    "few",
    "governments",
    "he",
    "humans",
    "if",
    "in",
    "it",
    "its",
    "many",
    "men",
    "money",
    "more",
    "most",
    "never",
    "no",
    "nobody",
    "not",
    "nothing",
    "on",
    "one",
    "only",
    "our",
    "parents",
    "people",
    "religion",
    "schools",
    "science",
    "she",
    "some",
    "states",
    "students",
    "teachers",
    "technology",
    "that",
    "the",
    "their",
    "there",
    "these",
    "they",
    "this",
    "those",
    "we",
    "what",
    "when",
    "whoever",
    "women",
    "you",
    "your",
];

/// Participles that do not end as others do.
const PARTICIPLES: &[&str] = &[
    "been",
    "become",
    "begun",
    "broken",
    "brought",
    "built",
    "cost",
    "done",
    "fallen",
    "forgotten",
    "found",
    "given",
    "gone",
    "grown",
    "had",
    "kept",
    "led",
    "left",
    "lost",
    "made",
    "meant",
    "outgrown",
    "outlived",
    "overtaken",
    "paid",
    "proven",
    "put",
    "run",
    "seen",
    "shown",
    "spent",
    "taken",
    "taught",
    "won",
];

pub(super) fn first_word(text: &str) -> &str {
    text.split(' ').next().unwrap_or_default()
}

pub(super) fn lower(text: &str) -> String {
    text.to_lowercase()
}

/// The words of a text, as they are looked up.
pub(super) fn small_words(text: &str) -> Vec<String> {
    text.split(' ').map(lower).collect()
}

pub(super) fn without<'a>(text: &'a str, opening: &str) -> &'a str {
    let head = text.get(..opening.len());
    if head.is_some_and(|head| head.eq_ignore_ascii_case(opening)) {
        text.get(opening.len()..).unwrap_or(text)
    } else {
        text
    }
}

/// What stands behind "that": a sentence, with or without an aside before it ("that, on balance, …").
pub(super) fn behind_that(text: &str) -> &str {
    without(without(text, "that "), "that, ").trim_start()
}

/// Whether what belongs to the word comes behind it.
pub(super) fn binds(word: &str) -> bool {
    BOUND.contains(&word)
}

/// Whether the word is a verb's form behind "has" and "have".
pub(super) fn is_participle(word: &str) -> bool {
    let word = word.trim_end_matches(',');
    (word.len() > 3 && word.ends_with("ed")) || PARTICIPLES.contains(&word)
}

pub(super) fn is_small(text: &str) -> bool {
    let first = first_word(text).trim_end_matches(',');
    first.chars().next().is_some_and(char::is_lowercase) || SMALL.contains(&lower(first).as_str())
}

/// A sentence within another: with a small first letter where it is no name.
pub(super) fn inner(text: &str) -> String {
    if is_small(text) {
        lower_first(text)
    } else {
        text.to_owned()
    }
}
