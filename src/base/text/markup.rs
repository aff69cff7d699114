//! A piece of a text without the marks of Markdown, for lines that lay nothing out: stars, underscores and backquotes
//! around words, the signs before headings and quotations. A piece may have lost the other half of a mark, so that no
//! parser is asked; what stands as a sign between words or numbers stays.

use std::ops::Range;

use super::sanitize::sanitize;

/// The text without the marks.
pub fn plain(text: &str) -> String {
    without(text, 0..text.len(), &marks(text))
}

/// The pieces of a text, cleaned and without the marks, each with whether it is one of those that were `found`: ranges of
/// bytes, in their order.
pub fn pieces(text: &str, found: &[Range<usize>]) -> Vec<(String, bool)> {
    let marks = marks(text);
    let mut pieces = Vec::new();
    let mut push = |range: Range<usize>, is_found: bool| {
        // What is filtered is filtered here once more: a hand may have been at the file.
        let piece = sanitize(&without(text, range, &marks)).replace('\n', " ");
        if !piece.is_empty() {
            pieces.push((piece, is_found));
        }
    };
    let mut at = 0;
    for one in found {
        push(at..one.start, false);
        push(one.clone(), true);
        at = one.end;
    }
    push(at..text.len(), false);
    pieces
}

fn without(text: &str, range: Range<usize>, marks: &[usize]) -> String {
    let first = range.start;
    let piece = text.get(range).unwrap_or_default();
    let letters = piece.char_indices();
    letters
        .filter(|(at, _)| marks.binary_search(&(first + at)).is_err())
        .map(|(_, letter)| letter)
        .collect()
}

/// The places of the marks, in bytes; each is a single one, and so are the spaces that go with them.
fn marks(text: &str) -> Vec<usize> {
    let letters: Vec<(usize, char)> = text.char_indices().collect();
    let mut marks = Vec::new();
    let mut at = 0;
    while let Some((_, sign)) = letters.get(at).copied() {
        let run = letters.iter().skip(at);
        let run = run.take_while(|(_, letter)| *letter == sign).count();
        let before = at.checked_sub(1).and_then(|before| letters.get(before));
        let before = before.map(|(_, letter)| *letter);
        let after = letters.get(at + run).map(|(_, letter)| *letter);
        let is_mark = match sign {
            '*' | '`' | '_' => !stands_free(before, after) && !joins(before, after),
            '~' => run == 2 && !stands_free(before, after) && !joins(before, after),
            '#' => run <= 6 && begins(before) && after == Some(' '),
            '>' => begins_sentence(&letters, at) && after.is_none_or(|after| after == ' '),
            _ => false,
        };
        if is_mark {
            // The space behind the sign of a heading or a quotation is part of it.
            let space = usize::from(matches!(sign, '#' | '>') && after == Some(' '));
            let all = letters.iter().skip(at).take(run + space);
            marks.extend(all.map(|(place, _)| *place));
            at += space;
        }
        at += run;
    }
    marks
}

/// Whether it stands between spaces, as a sign does.
fn stands_free(before: Option<char>, after: Option<char>) -> bool {
    before == Some(' ') && after == Some(' ')
}

/// Whether it joins two words or numbers, as a sign does.
fn joins(before: Option<char>, after: Option<char>) -> bool {
    let is_word = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    is_word(before) && is_word(after)
}

/// Whether a line may begin behind this letter; where lines were joined, a space stands for their ends.
fn begins(before: Option<char>) -> bool {
    before.is_none_or(|before| before.is_whitespace() || before == '…')
}

/// Whether a line may begin here that is no more of the sentence before.
fn begins_sentence(letters: &[(usize, char)], at: usize) -> bool {
    let mut before = letters.iter().take(at).rev().map(|(_, letter)| *letter);
    let is_apart = before.clone().next().is_none_or(char::is_whitespace);
    let last = before.find(|letter| !letter.is_whitespace());
    match last {
        None | Some('…') => true,
        Some(last) => is_apart && ".!?:”\"»>".contains(last),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_left_out_and_signs_are_not() {
        for (text, expected) in [
            (
                "…is **the** first `word`, and *this*",
                "…is the first word, and this",
            ),
            ("2 * 3 is 6, and a*b is ab", "2 * 3 is 6, and a*b is ab"),
            ("*", ""),
            ("## On streets We walk", "On streets We walk"),
            ("… # A head. > Quoted. > More", "… A head. Quoted. More"),
            ("He is C# and #1 here", "He is C# and #1 here"),
            ("5 > 3, and cost > 2", "5 > 3, and cost > 2"),
            (
                "__strong__ _so_ ~~gone~~ snake_case",
                "strong so gone snake_case",
            ),
            ("> Whole", "Whole"),
        ] {
            assert_eq!(plain(text), expected, "{text}");
        }
    }

    #[test]
    fn what_was_found_is_told_apart_without_its_marks() {
        let text = "…the **honest** one";
        let at = text.find("honest").unwrap();
        let found = std::iter::once(at..at + 6).collect::<Vec<_>>();
        let told = pieces(text, &found);
        let told: Vec<(&str, bool)> = told.iter().map(|(text, is)| (text.as_str(), *is)).collect();
        assert_eq!(told, [("…the ", false), ("honest", true), (" one", false)]);
        assert_eq!(pieces("a", &[]), [("a".to_owned(), false)]);
        // Ranges that are none break nothing.
        let strange = std::iter::once(40..50).collect::<Vec<_>>();
        assert_eq!(pieces("abc", &strange).len(), 0);
    }
}
