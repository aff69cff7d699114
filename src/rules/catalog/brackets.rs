//! Brackets of a TOML document: whether each that is opened is closed.

/// Whether square and curly brackets outside strings and comments close each other.
pub(super) fn are_balanced(source: &str) -> bool {
    let mut open = Vec::new();
    let mut rest = source;
    while let Some(letter) = rest.chars().next() {
        let length = match letter {
            '#' => rest.find('\n').unwrap_or(rest.len()),
            '"' | '\'' => string(rest, letter),
            '[' | '{' => {
                open.push(letter);
                1
            }
            ']' | '}' => {
                let opening = if letter == ']' { '[' } else { '{' };
                if open.pop() != Some(opening) {
                    return false;
                }
                1
            }
            other => other.len_utf8(),
        };
        rest = rest.get(length..).unwrap_or_default();
    }
    open.is_empty()
}

/// The length in bytes of the string that a text begins with, its quotation marks included. One on a single line ends with
/// the line at the latest.
fn string(text: &str, quote: char) -> usize {
    let long: String = [quote; 3].iter().collect();
    let is_long = text.starts_with(&long);
    let end = if is_long { long } else { quote.to_string() };
    let mut at = end.len();
    while let Some(rest) = text.get(at..) {
        if rest.starts_with(&end) {
            return at + end.len();
        }
        let Some(letter) = rest.chars().next() else {
            break;
        };
        if letter == '\n' && !is_long {
            return at;
        }
        at += letter.len_utf8();
        // Whatever a backslash stands before in a basic string ends nothing.
        if letter == '\\' && quote == '"' {
            let next = text.get(at..).and_then(|rest| rest.chars().next());
            at += next.map_or(0, char::len_utf8);
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::{super::document::TomlDocument, *};

    #[test]
    fn brackets_in_strings_and_comments_do_not_count() {
        for sound in [
            "",
            "a = [1, {b = 2}] # ]",
            "a = \"]\\\"[\"\n[b]",
            "a = ']\\'\nb = '''\n]'''\n[[c]]",
            "a = \"\"\"\n[\\\"\"\"\"",
            "a = \"no end\nb = [\n]",
        ] {
            assert!(are_balanced(sound), "{sound}");
        }
        for wrong in [
            "[a]]",
            "[[a]",
            "a = [",
            "a = {b = [}]",
            "a = ]",
            "é = [\"]\"",
        ] {
            assert!(!are_balanced(wrong), "{wrong}");
        }
    }

    #[test]
    fn each_bracket_that_is_taken_from_a_format_is_one_fault() {
        let format = include_str!("../../../formats/panel.toml");
        assert!(are_balanced(format));
        let brackets = format.char_indices();
        for (at, letter) in brackets.filter(|(_, one)| "[]{}".contains(*one)) {
            let (before, after) = format.split_at(at);
            let less = format!("{before}{}", &after[letter.len_utf8()..]);
            if are_balanced(&less) {
                // One in a string.
                continue;
            }
            let faults = TomlDocument::parse(&less).map_or_else(|all| all.len(), |_| 1);
            assert_eq!(faults, 1, "{at}: {letter}");
        }
    }
}
