//! The ends of sentences. A speaker is interrupted at the end of a sentence and nowhere else, so a full stop in "Mr.
//! Smith" or "J. S. Mill" must not count; to miss an end is harmless, to see one too many is not.

use super::{floor_char_boundary, words};

/// Words after which a full stop does not end a sentence.
const ABBREVIATIONS: [&str; 32] = [
    "mr", "mrs", "ms", "messrs", "mme", "mlle", "dr", "prof", "st", "sr", "jr", "hon", "rev",
    "gen", "col", "capt", "maj", "sgt", "lt", "gov", "vs", "cf", "e.g", "i.e", "viz", "etc", "vol",
    "ch", "fig", "nos", "p", "pp",
];

/// The position after the first sentence of `text` and the white space that follows it, or `None` where no sentence has
/// ended yet. A sentence has ended when white space follows its stop, or anything at all a stop of Chinese or Japanese;
/// the end of the text proves nothing, because more may come.
pub fn first_end(text: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(found) = text
        .get(from..)
        .and_then(|rest| rest.find(|c: char| c.is_whitespace() || is_wide_stop(c)))
    {
        let at = from + found;
        let behind = text.get(at..).unwrap_or_default();
        if behind.starts_with(is_wide_stop) {
            let rest = behind.trim_start_matches(|c| is_wide_stop(c) || closes(c));
            if rest.is_empty() {
                return None;
            }
            return Some(text.len() - rest.trim_start().len());
        }
        let space = text
            .get(at..)
            .map_or(0, |rest| rest.len() - rest.trim_start().len());
        let end = at + space;
        let blank_line = text
            .get(at..end)
            .is_some_and(|gap| gap.matches('\n').count() > 1);
        let head = text.get(..at).unwrap_or_default();
        if stops(head) || (blank_line && !head.trim().is_empty()) {
            return Some(end);
        }
        from = end;
    }
    None
}

/// Whether what has been said so far ends with the end of a sentence.
pub fn is_at_end(text: &str) -> bool {
    let said = text.trim_end();
    said.is_empty()
        || stops(said)
        || text
            .get(said.len()..)
            .is_some_and(|gap| gap.matches('\n').count() > 1)
}

/// The length of `text` up to and with the last end of a sentence; 0 where there is none.
pub fn last_end(text: &str) -> usize {
    let mut kept = 0;
    while let Some(end) = text.get(kept..).and_then(first_end) {
        kept += end;
    }
    let rest = text.get(kept..).unwrap_or_default();
    if !rest.trim().is_empty() && is_at_end(rest) {
        text.len()
    } else {
        kept
    }
}

/// The place in a text, in bytes, at which something is told that happened at `at`: the end of the sentence in which it
/// happened, or of the text where no sentence has ended since. At the very beginning that is before the first word.
pub fn settled(text: &str, at: usize) -> usize {
    let (head, tail) = text.split_at(floor_char_boundary(text, at));
    let end = if is_at_end(head) {
        0
    } else {
        first_end(tail).unwrap_or(tail.len())
    };
    let rest = tail.get(end..).unwrap_or_default();
    // What came before the next sentence was begun came at its beginning.
    text.len() - rest.trim_start().len()
}

/// Sentences of a text, trimmed; the last one may be unfinished.
pub fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(end) = first_end(rest) {
        let (head, tail) = rest.split_at(end);
        found.push(head.trim());
        rest = tail;
    }
    if !rest.trim().is_empty() {
        found.push(rest.trim());
    }
    found
}

/// A sentence as it is compared: its words, without capitals and marks.
pub fn key(sentence: &str) -> String {
    words(sentence).collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Sentences one behind the other, each with an end: a list of them is often handed in without.
pub fn in_a_row(all: &[String]) -> String {
    let mut row = String::new();
    for one in all
        .iter()
        .map(|one| one.trim())
        .filter(|one| !one.is_empty())
    {
        if !row.is_empty() {
            row.push(' ');
        }
        row.push_str(one);
        if !one.ends_with(['.', '!', '?', '…', ':', ';', '"', '”', ')']) {
            row.push('.');
        }
    }
    row
}

/// Sentences one behind the other, of which the last is still being said: it has no end but its own.
pub fn so_far(all: &[String]) -> String {
    let mut row = in_a_row(all);
    let last = all
        .iter()
        .map(|one| one.trim())
        .rfind(|one| !one.is_empty());
    if last.is_some_and(|last| !row.ends_with(last)) {
        row.pop();
    }
    row
}

/// Whether this is a stop of a script that has no spaces.
const fn is_wide_stop(c: char) -> bool {
    matches!(c, '。' | '！' | '？')
}

/// Whether this may stand behind the stop of a sentence that it is part of.
const fn closes(c: char) -> bool {
    matches!(
        c,
        '"' | '\'' | '”' | '’' | ')' | ']' | '»' | '*' | '_' | '」' | '』' | '）' | '》'
    )
}

fn stops(text: &str) -> bool {
    let bare = text.trim_end_matches(closes);
    match bare.chars().next_back() {
        Some('!' | '?' | '…') => true,
        Some(c) if is_wide_stop(c) => true,
        Some('.') => !is_abbreviation(bare.trim_end_matches('.')),
        _ => false,
    }
}

fn is_abbreviation(before_stop: &str) -> bool {
    let word = before_stop
        .rsplit(|c: char| c.is_whitespace() || matches!(c, '(' | '"' | '“' | '‘'))
        .next()
        .unwrap_or("");
    let mut letters = word.chars();
    let initial =
        matches!((letters.next(), letters.next()), (Some(c), None) if c.is_uppercase() && c != 'I');
    initial
        || word.contains('.') && word.len() <= 5
        || ABBREVIATIONS.contains(&word.to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_found_where_people_hear_them() {
        let table = [
            ("One. Two", Some(5)),
            ("One.", None),
            ("One?  Two", Some(6)),
            ("Mr. Smith came. He", Some(16)),
            ("J. S. Mill wrote. He", Some(18)),
            ("He said \"no.\" Then", Some(14)),
            ("It is I. And you", Some(9)),
            ("a heading\n\nThen", Some(11)),
            ("no end here", None),
            ("e.g. this one. Yes", Some(15)),
            ("Wait … what", Some(9)),
            ("茶好。咖啡", Some("茶好。".len())),
            ("「茶好！」他说", Some("「茶好！」".len())),
            ("茶好。", None),
            ("茶好", None),
        ];
        for (text, end) in table {
            assert_eq!(first_end(text), end, "{text:?}");
        }
    }

    #[test]
    fn the_last_end_is_kept() {
        assert_eq!(last_end("One. Two. Thr"), "One. Two. ".len());
        assert_eq!(last_end("One. Two."), "One. Two.".len());
        assert_eq!(last_end("nothing"), 0);
        assert!(is_at_end("Said. "));
        assert!(!is_at_end("Said. And"));
        assert_eq!(
            sentences("One. Two three? Fo"),
            ["One.", "Two three?", "Fo"]
        );
    }

    #[test]
    fn what_happens_in_a_sentence_is_told_behind_it() {
        let text = " One. Two three. Four";
        for (at, told) in [
            (0, 1),
            (2, " One. ".len()),
            (5, " One. ".len()),
            (6, " One. ".len()),
            (8, " One. Two three. ".len()),
            (18, text.len()),
            (99, text.len()),
        ] {
            assert_eq!(settled(text, at), told, "{at}");
        }
    }

    proptest::proptest! {
        #[test]
        fn positions_are_boundaries_and_lose_nothing(text in "[a-zA-Z .?!\"\né…]{0,60}") {
            proptest::prop_assert!(text.is_char_boundary(last_end(&text)));
            if let Some(end) = first_end(&text) {
                proptest::prop_assert!(end > 0 && text.is_char_boundary(end));
            }
            let joined: String = sentences(&text).concat().split_whitespace().collect();
            let whole: String = text.split_whitespace().collect();
            proptest::prop_assert_eq!(joined, whole);
        }
    }

    #[test]
    fn sentences_of_a_list_end() {
        let list = ["Cars pollute", "Do they? ", "", "So it is."].map(str::to_owned);
        assert_eq!(in_a_row(&list), "Cars pollute. Do they? So it is.");
        assert_eq!(so_far(&list), "Cars pollute. Do they? So it is.");
        assert_eq!(so_far(&list[..2]), "Cars pollute. Do they?");
        assert_eq!(so_far(&list[..1]), "Cars pollute");
        assert_eq!(so_far(&[]), "");
    }
}
