//! The contrary of a sentence, and whether something is one.

use super::words::{SUBORDINATE, inner, is_participle, is_small, small_words};
use crate::text::upper_first;

/// Words before which a "not" says the contrary, the surest first.
const MODALS: &[&str] = &[
    "should", "must", "shall", "ought", "will", "would", "can", "cannot",
];
const FORMS_OF_BE: &[&str] = &["is", "are", "was", "were"];
/// Verbs that are denied where another verb follows.
const HELPING: &[&str] = &["has", "have", "does", "do", "did"];
/// Words with which a sentence speaks of nobody, of everybody or of some: its verb does not deny it.
const COUNTS: &[&str] = &[
    "all",
    "always",
    "any",
    "anybody",
    "anyone",
    "anything",
    "each",
    "either",
    "every",
    "everybody",
    "everyone",
    "everything",
    "hardly",
    "neither",
    "never",
    "no",
    "nobody",
    "none",
    "nothing",
    "only",
    "rarely",
    "seldom",
];
/// The same where they come first.
const COUNTS_FIRST: &[&str] = &[
    "fewer", "few", "less", "many", "more", "most", "not", "some",
];

/// Whether the words speak of nobody, of everybody or of some.
pub(super) fn counts(small: &[String]) -> bool {
    small.iter().any(|word| COUNTS.contains(&word.as_str()))
        || small
            .first()
            .is_some_and(|first| COUNTS_FIRST.contains(&first.as_str()))
}

/// Whether the word is a verb that tells a sentence from less than one, given the one behind it: "free will" has none.
fn is_verb(word: &str, next: Option<&String>) -> bool {
    let Some(behind) = next.map(String::as_str) else {
        return false;
    };
    MODALS.contains(&word)
        || FORMS_OF_BE.contains(&word)
        || (HELPING.contains(&word) && (behind == "not" || is_participle(behind)))
}

/// Whether there is a verb in it besides those of the clauses within it: "The man who would be king" is no sentence.
pub(super) fn is_sentence(text: &str) -> bool {
    let small = small_words(text);
    let verbs: Vec<usize> = (1..small.len())
        .filter(|at| {
            let word = small.get(*at).map_or("", String::as_str);
            is_verb(word, small.get(at + 1))
        })
        .collect();
    let Some(last) = verbs.last() else {
        return false;
    };
    let clauses = small.iter().take(*last);
    let clauses = clauses.filter(|word| SUBORDINATE.contains(&word.as_str()));
    verbs.len() > clauses.count()
}

/// The contrary of a sentence, said with as few words more as can be.
pub(super) fn contrary(text: &str) -> String {
    for not_all in ["not all ", "not every "] {
        let head = text.get(..not_all.len());
        if head.is_some_and(|head| head.eq_ignore_ascii_case(not_all)) {
            let rest = text.get("not ".len()..).unwrap_or_default();
            return upper_first(rest);
        }
    }
    negated(text).unwrap_or_else(|| {
        if is_small(text) {
            format!("it is not true that {}", inner(text))
        } else {
            format!("this is not so: {text}")
        }
    })
}

/// The place of the verb that a "not" denies, where it is sure.
fn verb(small: &[String]) -> Option<usize> {
    let place = |of: &[&str]| small.iter().position(|word| of.contains(&word.as_str()));
    let helping = |at: &usize| {
        let word = small.get(*at).map_or("", String::as_str);
        HELPING.contains(&word) && is_verb(word, small.get(at + 1))
    };
    let at = place(MODALS)
        .or_else(|| place(FORMS_OF_BE))
        .or_else(|| (0..small.len()).find(helping))?;
    let before = small.get(..at).unwrap_or_default();
    let is_within = before
        .iter()
        .any(|word| SUBORDINATE.contains(&word.as_str()));
    // Two verbs of this kind in one sentence: nobody knows which.
    let word = small.get(at)?.as_str();
    let kinds = [MODALS, FORMS_OF_BE, HELPING];
    let kind = kinds.into_iter().find(|kind| kind.contains(&word))?;
    let mut rest = small.iter().skip(at + 1);
    let is_one = !rest.any(|word| kind.contains(&word.as_str()));
    (at > 0 && !is_within && is_one).then_some(at)
}

/// The same, where a word tells where its "not" belongs.
fn negated(text: &str) -> Option<String> {
    let small = small_words(text);
    // "…, not for money" is denied already, in part.
    if counts(&small) || text.contains(", not ") {
        return None;
    }
    let at = verb(&small)?;
    let mut said: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let word = said.get(at)?;
    let is_title = word.starts_with(char::is_uppercase);
    let cased = |word: &str| {
        if is_title {
            upper_first(word)
        } else {
            word.to_owned()
        }
    };
    let behind = small.get(at + 1).is_some_and(|word| word == "not");
    match small.get(at)?.as_str() {
        "cannot" => *said.get_mut(at)? = cased("can"),
        _ if behind => {
            said.remove(at + 1);
        }
        "can" => *said.get_mut(at)? = cased("cannot"),
        _ => said.insert(at + 1, cased("not")),
    }
    Some(said.join(" "))
}
