//! The words in which models are asked: the built-in templates, and how what stands in them is known again in an
//! answer.

use std::{collections::HashSet, sync::LazyLock};

use rust_embed::RustEmbed;

use crate::{
    similarity::{COPIED, LEAST_TEXT},
    text::sentence::{key, sentences},
};

/// The built-in templates, by the names of their files.
#[derive(RustEmbed)]
#[folder = "prompt/templates"]
pub(crate) struct BuiltIn;

/// The keys by which the built-in templates are known again.
static INSTRUCTIONS: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let files = BuiltIn::iter().filter_map(|name| BuiltIn::get(&name));
    let sources = files.map(|file| String::from_utf8_lossy(&file.data).into_owned());
    sources
        .flat_map(|source| known_again(plain(&source)))
        .collect()
});

/// Whether a sentence of an answer stands in a built-in template: as a whole, or so many words of it in a row.
pub(crate) fn instructs(sentence: &str) -> bool {
    stands_there(&key(sentence), |said| INSTRUCTIONS.contains(said))
}

/// Whether a sentence, as it is compared, is one of what [`known_again`] gives, or holds one of its runs.
pub(crate) fn stands_there(key: &str, is_one: impl Fn(&str) -> bool) -> bool {
    let all: Vec<&str> = key.split(' ').collect();
    is_one(key) || all.windows(COPIED).any(|run| is_one(&run.join(" ")))
}

/// A text without the mark of a point of a list before it: "1. ", "2) ", "- ".
pub(crate) fn without_list_mark(text: &str) -> &str {
    let bare = text.trim_start();
    let digits = bare.bytes().take_while(u8::is_ascii_digit).count();
    let mark = bare.get(digits..).and_then(|rest| rest.chars().next());
    let length = match (digits, mark) {
        (0, Some(sign @ ('-' | '•'))) => sign.len_utf8(),
        (1 | 2, Some('.' | ')')) => digits + 1,
        _ => return text,
    };
    match bare.get(length..) {
        Some(rest) if rest.starts_with(char::is_whitespace) && !rest.trim().is_empty() => {
            rest.trim_start()
        }
        Some(_) | None => text,
    }
}

/// The texts of a template that stand as they are: between the places that are filled, and their conditions.
pub(crate) fn plain(source: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = source;
    while let Some(open) = rest.find("{{").into_iter().chain(rest.find("{%")).min() {
        let (before, tag) = rest.split_at(open);
        found.push(before);
        let close = if tag.starts_with("{{") { "}}" } else { "%}" };
        rest = tag.split_once(close).map_or("", |(_, after)| after);
    }
    found.push(rest);
    found
}

/// The keys by which these texts are known again: their runs of words, and each sentence of more than a few.
pub(crate) fn known_again<'a>(texts: impl IntoIterator<Item = &'a str>) -> HashSet<String> {
    let mut found = HashSet::new();
    for sentence in texts.into_iter().flat_map(sentences) {
        let key = key(sentence);
        let all: Vec<&str> = key.split(' ').collect();
        found.extend(all.windows(COPIED).map(|run| run.join(" ")));
        if all.len() > LEAST_TEXT {
            found.insert(key);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_a_template_is_told_from_its_tags() {
        assert_eq!(
            plain("a {{ b }} c{% if d %}e{% endif %}"),
            ["a ", " c", "e", ""]
        );
        assert_eq!(plain("a {{ b"), ["a ", ""]);
    }

    #[test]
    fn a_list_mark_is_told_from_a_number_that_is_said() {
        for (text, bare) in [
            ("1. Men believe.", "Men believe."),
            ("12) Men believe.", "Men believe."),
            ("- Men believe.", "Men believe."),
            ("• Men believe.", "Men believe."),
            ("1848 was the year.", "1848 was the year."),
            ("3.5 per cent of men.", "3.5 per cent of men."),
            ("-5 degrees.", "-5 degrees."),
            ("1.", "1."),
            ("", ""),
        ] {
            assert_eq!(without_list_mark(text), bare, "{text}");
        }
    }

    #[test]
    fn what_is_put_to_a_model_is_known_again() {
        for put in [
            "Before you vote, think it through.",
            "Going only by what you heard, which side was better?",
        ] {
            assert!(instructs(put), "{put}");
        }
        for own in [
            "The decision hinges on whether buses come.",
            "Going only by what the count says, cars should go.",
        ] {
            assert!(!instructs(own), "{own}");
        }
    }
}
