//! Brackets of a TOML document: whether each that is opened is closed.

use toml_parser::{Source, lexer::TokenKind};

/// Brackets that open, each with the one that closes it.
const PAIRS: [(TokenKind, TokenKind); 2] = [
    (TokenKind::LeftSquareBracket, TokenKind::RightSquareBracket),
    (TokenKind::LeftCurlyBracket, TokenKind::RightCurlyBracket),
];

/// Whether square and curly brackets outside strings and comments close each other.
pub(super) fn are_balanced(source: &str) -> bool {
    let mut awaited = Vec::new();
    for token in Source::new(source).lex() {
        let kind = token.kind();
        if let Some((_, closing)) = PAIRS.iter().find(|(opening, _)| *opening == kind) {
            awaited.push(*closing);
        } else if PAIRS.iter().any(|(_, closing)| *closing == kind) && awaited.pop() != Some(kind) {
            return false;
        }
    }
    awaited.is_empty()
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
