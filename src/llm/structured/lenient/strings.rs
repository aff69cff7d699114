//! Texts between quotation marks, in JSON with mistakes in it. Marks that stand within a text and are not escaped are a
//! part of it where that is beyond doubt: they come in pairs, each opens before a word and closes behind one, and what
//! follows the last is the next entry or the end of what it stands in.

use crate::controls;

/// What a text stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Within {
    /// The name of an entry.
    Name,
    /// The value of an entry.
    Object {
        /// The mark that its name begins with; `None` where it has none. Other names of the object have the same.
        mark: Option<char>,
    },
    /// A list.
    List,
}

/// The most letters behind a mark that are looked at, to tell whether it ends a text.
const AHEAD: usize = 400;

/// The mark that ends a text which begins with this one.
pub(super) fn closing(mark: char) -> Option<char> {
    match mark {
        '"' | '\'' | '`' => Some(mark),
        '“' | '„' => Some('”'),
        '‘' => Some('’'),
        _ => None,
    }
}

/// Whether texts may stand between marks such as this one.
pub(in crate::structured) fn is_mark(letter: char) -> bool {
    closing(letter).is_some()
}

/// Whether a quotation mark stands in a text, but for apostrophes within words.
pub(super) fn has_marks(text: &str) -> bool {
    let mut before = ' ';
    text.char_indices().any(|(at, letter)| {
        let behind = text.get(at + letter.len_utf8()..).unwrap_or_default();
        let is_of_text = is_mark(letter) && !is_apostrophe(letter, before, behind);
        before = letter;
        is_of_text
    })
}

/// The length of the white space that a text begins with.
pub(super) fn space(text: &str) -> usize {
    let is_space =
        |letter: char| letter.is_whitespace() || matches!(letter, '\u{feff}' | '\u{200b}');
    text.find(|letter| !is_space(letter)).unwrap_or(text.len())
}

/// The length of the comment that a text begins with; 0 where there is none.
pub(super) fn comment(text: &str) -> usize {
    if text.starts_with("//") || text.starts_with('#') {
        return text.find('\n').unwrap_or(text.len());
    }
    if text.starts_with("/*") {
        return text.find("*/").map_or(text.len(), |end| end + 2);
    }
    0
}

/// Reads the text that begins with a mark, and gives its length with both marks.
///
/// # Errors
/// It is not beyond doubt where it ends, for the model to read.
pub(super) fn string(text: &str, mark: char, within: Within) -> Result<(String, usize), String> {
    let end = closing(mark).unwrap_or(mark);
    let mut escaped = String::from('"');
    let said = text.trim_end().len();
    // Marks within it that nobody has escaped.
    let mut inner = 0_usize;
    let mut letters = text.char_indices().skip(1);
    let mut before = mark;
    while let Some((at, letter)) = letters.next() {
        if letter == '\\' {
            let Some((_, next)) = letters.next() else {
                break;
            };
            match next {
                '"' | '\\' | '/' | 'b' | 'f' | 'n' | 'r' | 't' | 'u' => {
                    escaped.extend(['\\', next]);
                }
                '\n' | '\r' => push(next, &mut escaped),
                other if is_mark(other) => push(other, &mut escaped),
                'x' | 'U' | 'N' => {
                    return Err("it is no JSON: an escape in a text is none".to_owned());
                }
                other => {
                    escaped.push_str("\\\\");
                    push(other, &mut escaped);
                }
            }
            before = next;
            continue;
        }
        let behind = text.get(at + letter.len_utf8()..).unwrap_or_default();
        if letter != end || is_apostrophe(letter, before, behind) {
            // The other half of a pair of marks that differ.
            inner += usize::from(letter != end && letter == mark);
            push(letter, &mut escaped);
            before = letter;
            continue;
        }
        let is_pair = inner.is_multiple_of(2);
        // Behind a space a mark opens something.
        let may_close = !before.is_whitespace();
        let is_sure = if at + letter.len_utf8() >= said {
            // An inch, or many workers'.
            inner == 0 && may_close && !before.is_ascii_digit() && !matches!(end, '\'' | '’')
        } else {
            may_close || inner == 0
        };
        let is_inner = if is_pair {
            opens(before, behind, at == mark.len_utf8())
        } else {
            may_close && closes(behind)
        };
        match ending(behind, within, end) {
            Ending::Here if is_pair && is_sure => {
                escaped.push('"');
                let text = serde_json::from_str(&escaped)
                    .map_err(|_| "it is no JSON: an escape in a text is none".to_owned())?;
                return Ok((text, at + letter.len_utf8()));
            }
            Ending::Later if is_inner => {
                inner += 1;
                push(letter, &mut escaped);
                before = letter;
            }
            Ending::Here | Ending::Later | Ending::Unclear => {
                return Err(format!(
                    "it is no JSON: it is not clear where a text ends (quotation marks within it must be escaped with a \
                     backslash, and a comma stands behind it), at: {}",
                    around(text, at)
                ));
            }
        }
    }
    Err("it breaks off in the middle of a text: write it to its end".to_owned())
}

/// Writes a letter so that JSON allows it.
fn push(letter: char, out: &mut String) {
    match letter {
        '"' => out.push_str("\\\""),
        '\\' => out.push_str("\\\\"),
        control if control.is_ascii_control() => controls::escape(control, out),
        other => out.push(other),
    }
}

/// Whether a mark in the middle of a text opens something: it stands at the beginning or behind a space, and before a
/// word.
fn opens(before: char, behind: &str, is_first: bool) -> bool {
    let is_apart = is_first || before.is_whitespace() || matches!(before, '(' | '[' | '—' | '–');
    let is_word = |first: char| {
        first.is_alphanumeric() || matches!(first, '(' | '[' | '{' | '<' | '$' | '£' | '€')
    };
    is_apart && behind.starts_with(is_word)
}

/// Whether a mark in the middle of a text, behind a word, closes what another has opened.
fn closes(behind: &str) -> bool {
    let is_behind_word =
        |first: char| first.is_whitespace() || is_mark(first) || ".,;:!?)]–—-".contains(first);
    behind.starts_with(is_behind_word)
}

/// Whether a single mark stands within a word: "nobody's".
fn is_apostrophe(mark: char, before: char, behind: &str) -> bool {
    matches!(mark, '\'' | '’')
        && before.is_alphanumeric()
        && behind.starts_with(char::is_alphanumeric)
}

/// What a mark is that may end a text.
enum Ending {
    /// The end of the text.
    Here,
    /// A part of it.
    Later,
    /// It may be either.
    Unclear,
}

fn ending(behind: &str, within: Within, end: char) -> Ending {
    let behind = head(behind);
    let unspaced = |text| unspaced(text, end);
    let rest = unspaced(behind);
    let ends = |bracket: char| rest.is_empty() || rest.starts_with(bracket);
    let next = rest.strip_prefix(',').map(unspaced);
    // What a colon stands behind is a name, and of two texts in a row nobody knows whether they are one.
    let is_unclear =
        rest.starts_with([':', '+']) || (rest.starts_with(is_mark) && rest.len() < behind.len());
    let is_over = match within {
        Within::Name if rest.starts_with(':') => return Ending::Here,
        Within::Name => return Ending::Unclear,
        Within::Object { mark } => {
            let is_next =
                |next: &str| next.is_empty() || next.starts_with('}') || next.starts_with("...");
            let is_line_over = behind.trim_start_matches(' ').starts_with(['\n', '\r']);
            let is_apart = is_line_over || (mark.is_some() && rest.len() < behind.len());
            ends('}')
                || next.is_some_and(|next| is_next(next) || is_name(next, mark))
                // A comma is missing.
                || (is_apart && is_name(rest, mark))
        }
        Within::List => {
            let is_entry = |first: char| is_mark(first) || first == ']';
            ends(']')
                || next.is_some_and(|next| {
                    next.is_empty() || next.starts_with(is_entry) || next.starts_with("...")
                })
        }
    };
    if is_unclear && !is_over {
        return Ending::Unclear;
    }
    if is_over { Ending::Here } else { Ending::Later }
}

/// The beginning of a text.
fn head(text: &str) -> &str {
    let end = text.char_indices().nth(AHEAD);
    end.and_then(|(at, _)| text.get(..at)).unwrap_or(text)
}

/// A text from what stands behind white space and comments. A comment in which the mark stands that ends a text may be a
/// part of the text, and so may one of which no end is seen.
fn unspaced(text: &str, end: char) -> &str {
    let mut rest = text.get(space(text)..).unwrap_or_default();
    loop {
        let (comment, behind) = rest.split_at(comment(rest));
        if comment.is_empty() || behind.is_empty() || comment.contains(end) {
            return rest;
        }
        rest = behind.get(space(behind)..).unwrap_or_default();
    }
}

/// Whether a text begins with a name that begins with this mark, and its colon.
fn is_name(text: &str, mark: Option<char>) -> bool {
    let rest = match mark.map(|mark| (mark, closing(mark).unwrap_or(mark))) {
        Some((mark, end)) => {
            let name = text
                .strip_prefix(mark)
                .and_then(|name| name.split_once(end));
            name.map_or("", |(name, rest)| if name.is_empty() { "" } else { rest })
        }
        None if text.starts_with(|first: char| first.is_alphabetic() || first == '_') => text
            .trim_start_matches(|letter: char| {
                letter.is_alphanumeric() || matches!(letter, '_' | '-' | '.')
            }),
        None => "",
    };
    rest.get(space(rest)..)
        .is_some_and(|rest| rest.starts_with(':'))
}

/// The words around a place, for the model to find it.
fn around(text: &str, at: usize) -> String {
    let before: Vec<char> = text
        .get(..at)
        .unwrap_or_default()
        .chars()
        .rev()
        .take(16)
        .collect();
    let behind = text.get(at..).unwrap_or_default().chars().take(16);
    before.into_iter().rev().chain(behind).collect()
}
