//! The pieces of a text of which some are withheld: sentences, and lines of a list, whose items may have no full stops.

use crate::text::sentence::sentences;

/// What a line may be indented with.
const BLANKS: [char; 3] = [' ', '\t', '\u{a0}'];

/// The pieces of a text, in order, each with the text between it and the one before. The mark of an item ("2.") goes with
/// the item.
fn pieces(text: &str) -> Vec<(&str, &str)> {
    let mut found: Vec<(&str, &str)> = Vec::new();
    let (mut behind, mut taken) = (0, 0);
    let mut take = |begin: usize, end: usize| {
        let gap = text.get(taken..begin).unwrap_or_default();
        found.push((gap, text.get(begin..end).unwrap_or_default()));
        taken = end;
    };
    for line in units(text) {
        let mut from: Option<usize> = None;
        for sentence in sentences(line) {
            let Some(at) = text.get(behind..).and_then(|rest| rest.find(sentence)) else {
                continue;
            };
            let (begin, end) = (behind + at, behind + at + sentence.len());
            let first = from.unwrap_or(begin);
            let is_mark = !sentence.contains(char::is_alphabetic);
            behind = end;
            if is_mark && from.is_none() {
                from = Some(begin);
                continue;
            }
            from = None;
            take(first, end);
        }
        if let Some(first) = from {
            take(first, behind);
        }
    }
    found
}

/// The lines of a text; what goes on in small letters belongs to the line before.
fn units(text: &str) -> Vec<&str> {
    let mut units = Vec::new();
    let mut from = 0;
    for (at, _) in text.match_indices('\n') {
        let goes_on = text.get(at + 1..).is_some_and(|rest| {
            rest.trim_start_matches(BLANKS)
                .starts_with(char::is_lowercase)
        });
        if !goes_on {
            units.extend(text.get(from..at));
            from = at + 1;
        }
    }
    units.extend(text.get(from..));
    units
}

/// A text with those of its pieces that are kept, as they stand in it.
pub(super) fn kept(text: &str, is_kept: impl Fn(&[&str]) -> Vec<bool>) -> String {
    let all = pieces(text);
    let bare: Vec<&str> = all.iter().map(|(_, piece)| *piece).collect();
    let mut kept = String::new();
    for ((gap, piece), is_kept) in all.iter().zip(is_kept(&bare)) {
        if !is_kept {
            continue;
        }
        if !kept.is_empty() {
            let gap = if gap.contains('\n') { "\n" } else { " " };
            kept.push_str(gap);
        }
        kept.push_str(piece);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_withheld_by_sentences_and_by_lines() {
        let is_kept = |all: &[&str]| all.iter().map(|one| !one.contains("wins")).collect();
        for (text, expected) in [
            ("Both agree. Pro wins. They part.", "Both agree. They part."),
            ("- Both agree\n- Pro wins\n- How?", "- Both agree\n- How?"),
            (
                "1. Both agree.\n2. Pro wins.\n3. They part.",
                "1. Both agree.\n3. They part.",
            ),
            (
                "Both agree.\nPro wins\n\nThey part.",
                "Both agree.\nThey part.",
            ),
            (
                "1. Both agree\n2. Pro really\nwins\n3. They part",
                "1. Both agree\n3. They part",
            ),
            ("1. Both agree\n2. Pro really\n   wins", "1. Both agree"),
            ("1. Pro wins.", ""),
            (
                "Pro wins. Both agree. Both agree.",
                "Both agree. Both agree.",
            ),
            ("", ""),
        ] {
            assert_eq!(kept(text, is_kept), expected, "{text}");
        }
    }
}
