//! What people put around a motion, and how they shorten one: quotation marks, "Motion:", "Resolved:", "THW", "can't".

use super::words::{first_word, lower, without};
use crate::text::upper_first;

/// Names of a motion that are put before one.
const LABELS: &[&str] = &[
    "motion:",
    "the motion:",
    "debate:",
    "topic:",
    "question:",
    "proposition:",
    "resolution:",
    "resolved:",
    "resolved that ",
    "resolved, that ",
    "be it resolved that ",
    "be it resolved:",
];

/// How debaters shorten the beginning of a motion.
const SHORT: &[(&str, &str)] = &[
    ("THBT", "This House Believes that"),
    ("THB", "This House Believes"),
    ("THW", "This House Would"),
    ("THS", "This House Supports"),
    ("THO", "This House Opposes"),
    ("THR", "This House Regrets"),
    ("THP", "This House Prefers"),
    ("TH", "This House"),
];
/// Those of them that are no word in small letters.
const SHORT_IN_SMALL: &[&str] = &["thbt", "thb", "thw"];

/// What is typed as one word and is two.
const CONTRACTED: &[(&str, &str)] = &[
    ("aren't", "are not"),
    ("can't", "cannot"),
    ("couldn't", "could not"),
    ("didn't", "did not"),
    ("doesn't", "does not"),
    ("don't", "do not"),
    ("hasn't", "has not"),
    ("haven't", "have not"),
    ("isn't", "is not"),
    ("it's", "it is"),
    ("mustn't", "must not"),
    ("shouldn't", "should not"),
    ("there's", "there is"),
    ("they're", "they are"),
    ("wasn't", "was not"),
    ("we're", "we are"),
    ("weren't", "were not"),
    ("won't", "will not"),
    ("wouldn't", "would not"),
    ("you're", "you are"),
];

/// The motion without what stands around it, and with its beginning written out: as it is told to everybody.
pub(in crate::catalog::motion) fn written_out(typed: &str) -> String {
    let mut text = typed.trim().trim_end_matches(['.', ' ']);
    for (open, close) in [('"', '"'), ('“', '”'), ('‘', '’'), ('\'', '\'')] {
        let within = text
            .strip_prefix(open)
            .and_then(|text| text.strip_suffix(close));
        if let Some(within) = within.filter(|within| !within.contains([open, close])) {
            text = within.trim().trim_end_matches(['.', ' ']);
        }
    }
    for label in LABELS {
        let rest = without(text, label).trim_start();
        // A label alone is all that was typed.
        if !rest.is_empty() {
            text = rest;
        }
    }
    let first = first_word(text);
    let rest = text.get(first.len()..).unwrap_or_default();
    let first = first.trim_end_matches(':');
    let whole = SHORT.iter().find(|(short, _)| {
        *short == first || (SHORT_IN_SMALL.contains(&first) && short.eq_ignore_ascii_case(first))
    });
    match whole {
        Some((_, whole)) if !rest.is_empty() => format!("{whole}{rest}"),
        Some(_) | None => text.to_owned(),
    }
}

/// The text with words that people draw together written as two.
pub(super) fn spelled(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let has_follows = |at: usize| {
        let next = words.get(at + 1).map(|next| lower(next));
        next.is_some_and(|next| ["been", "become"].contains(&next.as_str()))
    };
    let told = words.iter().enumerate().map(|(at, word)| {
        let plain = lower(word).replace('’', "'");
        let two = CONTRACTED.iter().find(|(one, _)| *one == plain);
        let Some((_, two)) = two.filter(|_| !has_follows(at)) else {
            return (*word).to_owned();
        };
        if word.starts_with(char::is_uppercase) {
            upper_first(two)
        } else {
            (*two).to_owned()
        }
    });
    told.collect::<Vec<_>>().join(" ")
}
