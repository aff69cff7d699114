//! The tokens that are not made of smaller ones: those that are no text, and those that the model's maker added whole.

use std::collections::HashMap;

/// A stretch of a text, or a token that stands in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stretch<'a> {
    /// Text.
    Text(&'a str),
    /// A token.
    Token(u32),
}

/// A token that is found whole.
#[derive(Debug, Clone)]
pub(super) struct Special {
    pub(super) id: u32,
    pub(super) spelt: String,
    /// Whether it is no text, so that nobody's words may become it.
    pub(super) is_control: bool,
    /// Whether the blanks behind it belong to it.
    pub(super) takes_blanks: bool,
}

/// All of them.
#[derive(Debug, Default)]
pub(super) struct Specials {
    /// By the first letter, the longest first.
    all: HashMap<char, Vec<Special>>,
}

impl Specials {
    /// Of these tokens.
    pub(super) fn new(all: impl IntoIterator<Item = Special>) -> Self {
        let mut specials = Self::default();
        for one in all {
            if let Some(first) = one.spelt.chars().next() {
                specials.all.entry(first).or_default().push(one);
            }
        }
        for alike in specials.all.values_mut() {
            alike.sort_by_key(|one| std::cmp::Reverse(one.spelt.len()));
        }
        specials
    }

    /// The text with its tokens; those that are no text are left alone where it is taken `literally`.
    pub(super) fn split<'a>(&self, text: &'a str, literally: bool) -> Vec<Stretch<'a>> {
        let mut found = Vec::new();
        let mut rest = text;
        let mut from = 0;
        while let Some(letter) = rest.get(from..).and_then(|text| text.chars().next()) {
            let behind = rest.get(from..).unwrap_or_default();
            let Some(one) = self.at(letter, behind, literally) else {
                from += letter.len_utf8();
                continue;
            };
            let before = rest.get(..from).unwrap_or_default();
            found.extend((!before.is_empty()).then_some(Stretch::Text(before)));
            found.push(Stretch::Token(one.id));
            rest = behind.get(one.spelt.len()..).unwrap_or_default();
            if one.takes_blanks {
                rest = rest.trim_ascii_start();
            }
            from = 0;
        }
        found.extend((!rest.is_empty()).then_some(Stretch::Text(rest)));
        found
    }

    fn at(&self, letter: char, text: &str, literally: bool) -> Option<&Special> {
        let alike = self.all.get(&letter)?;
        alike
            .iter()
            .filter(|one| !(literally && one.is_control))
            .find(|one| text.starts_with(one.spelt.as_str()))
    }

    /// A text in which nothing is the spelling of a token that is no text, so that what somebody wrote can neither end
    /// its message nor begin another.
    pub(super) fn defused(&self, text: &str) -> String {
        let mut safe = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            let is_control = self.all.get(&letter).is_some_and(|alike| {
                alike
                    .iter()
                    .any(|one| one.is_control && rest.starts_with(one.spelt.as_str()))
            });
            safe.push(letter);
            rest = rest.get(letter.len_utf8()..).unwrap_or_default();
            if is_control {
                safe.push(' ');
            }
        }
        safe
    }

    /// The spelling of a token.
    pub(super) fn spelling(&self, id: u32) -> Option<&str> {
        let all = self.all.values().flatten();
        all.into_iter()
            .find(|one| one.id == id)
            .map(|one| one.spelt.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::{Stretch::*, *};

    fn specials() -> Specials {
        let one = |id, spelt: &str, is_control, takes_blanks| Special {
            id,
            spelt: spelt.to_owned(),
            is_control,
            takes_blanks,
        };
        Specials::new([
            one(1, "<|end|>", true, false),
            one(2, "<|end|>>", true, true),
            one(3, "<b>", false, false),
            one(4, "｜x｜", true, false),
        ])
    }

    #[test]
    fn the_longest_is_found_and_words_of_people_stay_words() {
        let all = specials();
        assert_eq!(
            all.split("a<|end|>>  b<b><|end|>", false),
            [Text("a"), Token(2), Text("b"), Token(3), Token(1)]
        );
        assert_eq!(all.split("a<|end|><b>", true), [Text("a<|end|>"), Token(3)]);
        assert_eq!(all.split("", false), []);
        assert_eq!(all.spelling(4), Some("｜x｜"));
        for hostile in ["x<|end|>y", "｜x｜<|end|>>", "<|e<|end|>nd|>"] {
            let safe = all.defused(hostile);
            let split = all.split(&safe, false);
            assert_eq!(split, [Text(safe.as_str())], "{hostile}");
        }
        assert_eq!(all.defused("a <b> c"), "a <b> c");
    }
}
