//! A quick look at a place of a text: whether something that judges do not read may begin there.

use crate::text::titles;

/// The first two signs, both of ASCII, with which anything that is hidden may begin, letters in either case: most words of
/// a text begin otherwise, and are looked at no further.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Starts {
    /// For each first sign, whether anything begins with it.
    first: Vec<bool>,
    /// For each first sign, and each second one behind it, whether anything begins so.
    both: Vec<bool>,
}

/// The number of signs of ASCII.
const SIGNS: usize = 128;

impl Starts {
    /// Those of these words, with a title or an article before them or without the article that they have.
    pub(super) fn of<'a>(hidden: impl Iterator<Item = &'a str>) -> Self {
        let mut starts = Self {
            first: vec![false; SIGNS],
            both: vec![false; SIGNS * SIGNS],
        };
        titles::titles().for_each(|title| starts.add(title));
        starts.add("the");
        for words in hidden {
            starts.add(words);
            if let Some(bare) = words.strip_prefix("The ") {
                starts.add(bare);
            }
        }
        starts
    }

    fn add(&mut self, words: &str) {
        let mut signs = words.chars();
        // An apostrophe of either kind is like the other, and so is any space.
        let first = signs
            .next()
            .map(|first| if first == '’' { '\'' } else { first });
        let second = signs.next().filter(char::is_ascii_alphanumeric);
        let either = |sign: char| [sign.to_ascii_lowercase(), sign.to_ascii_uppercase()];
        for first in first.into_iter().flat_map(either).map(|sign| sign as usize) {
            if let Some(known) = self.first.get_mut(first) {
                *known = true;
            }
            let row = self.both.get_mut(first * SIGNS..(first + 1) * SIGNS);
            let row = row.unwrap_or_default();
            match second {
                None => row.fill(true),
                Some(second) => {
                    for second in either(second).map(|sign| sign as usize) {
                        if let Some(known) = row.get_mut(second) {
                            *known = true;
                        }
                    }
                }
            }
        }
    }

    /// Whether something may begin as this text does. Of signs beyond ASCII nothing is known.
    pub(super) fn has(&self, text: &str) -> bool {
        let mut bytes = text.bytes().map(usize::from);
        let Some(first) = bytes.next().filter(|byte| *byte < SIGNS) else {
            return true;
        };
        let known = match bytes.next().filter(|byte| *byte < SIGNS) {
            Some(second) => self.both.get(first * SIGNS + second),
            None => self.first.get(first),
        };
        known.is_none_or(|known| *known)
    }
}
