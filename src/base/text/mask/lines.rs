//! Keys in the lines of a file that somebody wrote by hand, and wrote wrongly: without the sign between a name and its
//! value, on a line of their own, on the lines after their name, behind a value that is closed already.
//!
//! An excerpt points at a mistake, so it shows just such lines. Whatever is no plain word there is taken for a key.

use std::ops::Range;

use super::{is_of_key, is_secret, run};

/// A word of a name is letters, and no more of them than this.
const WORD: usize = 10;
/// The most digits that are taken for a number.
const NUMBER: usize = 6;
/// The quotation marks that open and close a text of several lines.
const LONG_QUOTES: [&str; 2] = ["\"\"\"", "'''"];

/// The context that a line stands in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    /// Nothing: it is read as a line of TOML.
    Nothing,
    /// A text of several lines, which is prose.
    Prose,
    /// A value of a secret name that goes on.
    Secret,
}

/// Looks through the lines of a file.
pub(super) fn of_file(text: &str, found: &mut Vec<Range<usize>>) {
    let mut at = 0;
    let mut inside = Inside::Nothing;
    for line in text.split_inclusive('\n') {
        let mut of_line = Vec::new();
        inside = one(line.trim_end(), inside, &mut of_line);
        found.extend(of_line.iter().map(|key| key.start + at..key.end + at));
        at += line.len();
    }
}

/// Looks through one line, and says what the next one stands in.
fn one(line: &str, inside: Inside, found: &mut Vec<Range<usize>>) -> Inside {
    let begin = run(line, char::is_whitespace);
    let bare = line.get(begin..).unwrap_or_default();
    let quotes: usize = LONG_QUOTES.iter().map(|q| line.matches(q).count()).sum();
    let is_header = bare.starts_with('[') && bare.contains(']');
    let is_assignment = name_and_value(bare).is_some();
    if inside == Inside::Prose {
        return if quotes % 2 == 1 {
            Inside::Nothing
        } else {
            Inside::Prose
        };
    }
    if inside == Inside::Secret && !is_header && !is_assignment {
        if bare.contains(char::is_alphanumeric) {
            found.push(begin..line.len());
        }
        return Inside::Secret;
    }
    if let Some((name, value)) = name_and_value(bare) {
        let is_long =
            value.is_empty() || value.starts_with('[') && !value.contains(']') || quotes % 2 == 1;
        if is_secret(name) && is_long {
            return Inside::Secret;
        }
    }
    after_a_name(line, found);
    let from = match name_and_value(bare) {
        Some((_, value)) => line.len() - after_the_quote(value).len(),
        None if is_header => begin + bare.find(']').map_or(bare.len(), |at| at + 1),
        // An item of a list, or a table in one line: what is a name there, and what a value, is plain.
        None if bare.starts_with(['{', '"', '\'']) => line.len(),
        None => begin,
    };
    words(line, from, found);
    if quotes % 2 == 1 {
        Inside::Prose
    } else {
        Inside::Nothing
    }
}

/// The two sides of an assignment.
fn name_and_value(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once('=')?;
    let name = name.trim();
    let is_name = |c: char| is_of_key(c) || matches!(c, '.' | '"' | '\'' | ' ');
    (!name.is_empty() && name.chars().all(is_name)).then(|| (name, value.trim_start()))
}

/// The rest of a line behind a value in quotes; nothing where the value is none, or is not closed.
fn after_the_quote(value: &str) -> &str {
    let Some(quote) = value.chars().next().filter(|c| matches!(c, '"' | '\'')) else {
        return "";
    };
    let inner = value.get(1..).unwrap_or_default();
    let rest = inner.split_once(quote).map_or("", |(_, rest)| rest);
    // What is quoted three times goes on.
    if rest.starts_with(quote) { "" } else { rest }
}

/// Finds what follows the name of something secret, to the end of the line, where no sign stands between them.
fn after_a_name(line: &str, found: &mut Vec<Range<usize>>) {
    let mut at = 0;
    let mut may_begin = true;
    while let Some(rest) = line.get(at..).filter(|rest| !rest.is_empty()) {
        let length = run(rest, |c| is_of_key(c) || c == '.');
        if length == 0 {
            let next = rest.chars().next().unwrap_or(' ');
            may_begin = match next {
                '{' | ',' | ']' | '#' => true,
                c => may_begin && (c.is_whitespace() || matches!(c, '"' | '\'')),
            };
            at += next.len_utf8();
            continue;
        }
        let (name, after) = rest.split_at(length);
        let value = after.trim_start_matches(['"', '\'', ':']).trim_start();
        let has_sign = value.is_empty()
            || after
                .trim_start_matches(['"', '\''])
                .trim_start()
                .starts_with('=')
            || after.starts_with("\":");
        if may_begin && !has_sign && is_secret(name) {
            found.push(line.len() - value.len()..line.len());
            return;
        }
        may_begin = false;
        at += length;
    }
}

/// Every word that is no plain one, from a place on.
fn words(line: &str, from: usize, found: &mut Vec<Range<usize>>) {
    let rest = line.get(from..).unwrap_or_default();
    let mut at = from;
    for word in rest.split_inclusive(char::is_whitespace) {
        let begin = at + run(word, |c| !c.is_alphanumeric());
        let bare = line.get(begin..at + word.len()).unwrap_or_default();
        let bare = bare.trim_end_matches(|c: char| !c.is_alphanumeric());
        // What a URL may show is known elsewhere.
        if !is_plain(bare) && !bare.contains("://") {
            found.push(begin..begin + bare.len());
        }
        at += word.len();
    }
}

/// Whether a word is a name, a number, or a word of some language.
fn is_plain(word: &str) -> bool {
    if !word.is_ascii() || word.bytes().all(|b| b.is_ascii_digit()) {
        return word.len() <= NUMBER || !word.is_ascii();
    }
    word.split(['_', '-', '.', '\'', '/'])
        .all(|part| part.len() <= WORD && part.bytes().all(|b| b.is_ascii_alphabetic()))
}

#[cfg(test)]
mod tests {
    use super::super::masked_in_place;

    #[test]
    fn a_key_on_a_line_that_is_wrong_is_masked() {
        for (given, shown) in [
            ("hunter2plain", "…"),
            ("  9f8e7d6c5b4a3928  ", "  …  "),
            ("abcdefghijklmn", "…"),
            ("key hunter2plain", "key …"),
            ("key hunter", "key …"),
            ("api_key \"hunter two\"", "api_key …"),
            ("token: hunterplain", "token: …"),
            ("a = { key hunter }", "a = { key …"),
            ("[providers.a] key hunter", "[providers.a] key …"),
            ("openai hunter2plain", "openai …"),
            ("model = \"m\" hunter2plain", "model = \"m\" …"),
            ("model = 3 # key hunter", "model = 3 # key …"),
            (
                "key = [\n  \"hunter\"\n]\nmodel = 3",
                "key = …\n  …\n]\nmodel = 3",
            ),
            (
                "key = \"\"\"\nhunter\n\"\"\"\n",
                "key = \"\"\"…\n…\n\"\"\"\n",
            ),
            ("key =\nhunter", "key =\n…"),
            (
                "base_url = \"http://h/abcdefghijklmnopqrst/v1\"",
                "base_url = \"http://h/…/v1\"",
            ),
            (
                "endpoint = \"http://h/8f14e45f-ceea-467f-a0e6-1234567890ab/v1\"",
                "endpoint = \"http://h/…/v1\"",
            ),
        ] {
            let in_place = masked_in_place(given);
            assert_eq!(in_place.len(), given.len(), "{in_place}");
            assert_eq!(
                in_place.replace('*', ""),
                shown.replace('…', ""),
                "{in_place}"
            );
        }
    }

    #[test]
    fn what_points_at_a_mistake_is_shown() {
        for innocent in [
            "model",
            "[providers.near",
            "[providers.a]\nbase_url \"http://127.0.0.1:9/v1\"",
            "base_url = \"http://127.0.0.1:9/v1\"\nparallel = 0",
            "models = [\n  \"mistral\",\n  \"qwen2.5:3b\",\n]",
            "turns = [\n  { seats = \"prop.3\", minutes = 3 },\n]",
            "motion = \"\"\"\nThis House Believes in 12345678901234 keys\n\"\"\"",
            "seats = 4294967295",
            "pause = \"space\" # as it was",
            "key = { fg = \"sea\", bg = \"puce\" }",
            "the name of somebody",
        ] {
            assert_eq!(masked_in_place(innocent), innocent);
        }
    }
}
