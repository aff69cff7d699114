//! The ends of texts that a model was stopped in: at a limit, or in the middle of a phrase.

use crate::text::sentence;

/// A text of fewer words is a name or a label.
const FEW: usize = 4;
/// No sentence ends with one of these …
const AWAITS_A_NOUN: [&str; 9] = [
    "a", "an", "and", "because", "my", "or", "the", "their", "your",
];
/// … and with one of these, none that has no stop.
const AWAITS_MORE: [&str; 24] = [
    "are", "as", "at", "be", "but", "by", "can", "for", "from", "has", "have", "if", "in", "is",
    "not", "of", "on", "that", "to", "was", "which", "who", "will", "with",
];
/// The most letters before the limit of a text that may have been chosen for want of room.
const SQUEEZED: usize = 10;

/// The whole sentences of a text that breaks off, where they say enough without the rest: a reason that is whole is
/// worth more than a longer one that is not.
fn whole_sentences(text: &str) -> Option<String> {
    let whole = text.get(..sentence::last_end(text))?.trim_end();
    let says_enough = whole.split_whitespace().nth(FEW).is_some();
    (says_enough || whole.len() * 2 >= text.len()).then(|| whole.to_owned())
}

/// A text that was stopped at its limit, up to its last sentence or, where too little is said by then, its last sure word. The
/// last letters before a limit are not to be trusted: where a schema is enforced, a model that has no room for the
/// word it wants takes another that fits.
pub(super) fn rounded(text: &str, most: usize) -> Option<String> {
    let letters = text.chars().count();
    if letters + 2 < most || (letters < most && sentence::is_at_end(text)) {
        return None;
    }
    // Where nothing else fits any more, a stop does.
    let text = text.trim_end_matches(['.', '!', '?']);
    if let Some(whole) = whole_sentences(text) {
        return Some(whole);
    }
    let (sure, _) = text.char_indices().nth(letters.saturating_sub(SQUEEZED))?;
    let kept = text.get(..sure)?;
    let kept = kept
        .rsplit_once(char::is_whitespace)
        .map_or(kept, |(kept, _)| kept);
    Some(format!(
        "{} …",
        kept.trim_end_matches(|end: char| !end.is_alphanumeric())
    ))
}

/// A text that a small model has ended in the middle of a phrase, up to its last sentence, or with the mark of one that
/// was cut. It does so where it is kept from saying the same once more.
pub(super) fn broken_off(text: &str) -> Option<String> {
    let whole = text.trim_end();
    if whole.split_whitespace().nth(FEW - 1).is_none() || whole.ends_with('…') {
        return None;
    }
    let is_ended = sentence::is_at_end(whole);
    let words = whole.trim_end_matches(|end: char| !end.is_alphanumeric());
    let last = words.rsplit(char::is_whitespace).next()?.to_lowercase();
    let leads_on = whole.ends_with([',', ';', ':', '–', '-']) || text.len() > whole.len();
    let is_broken = AWAITS_A_NOUN.contains(&last.as_str())
        || (!is_ended && (leads_on || AWAITS_MORE.contains(&last.as_str())));
    is_broken.then(|| {
        let said = whole_sentences(words).filter(|said| !said.is_empty());
        said.unwrap_or_else(|| format!("{words} …"))
    })
}
