//! What was said before, so that it is not said again, and who is not here, so that nobody speaks of them.

use std::collections::HashSet;

use crate::text::{sentence, words};

/// So many words in a row are copied, not met by chance.
const RUN: usize = 7;
/// So many, if they were in an example: a small model likes its examples.
const RUN_OF_EXAMPLE: usize = 5;

/// What was said, so that it is not said again: whole sentences, and runs of words that cannot be chance.
#[derive(Debug, Clone, Default)]
pub(super) struct Heard {
    sentences: HashSet<String>,
    runs: HashSet<String>,
    /// Names of people who are not here, as [`key`] has them.
    strangers: Vec<String>,
}

impl Heard {
    /// Adds all of a text.
    pub(super) fn add(&mut self, text: &str) {
        for sentence in sentence::sentences(text) {
            self.add_key(key(sentence));
        }
    }

    /// Adds an example: of it, even less may come again.
    pub(super) fn add_example(&mut self, text: &str) {
        for sentence in sentence::sentences(text) {
            let key = key(sentence);
            self.runs.extend(runs(&key, RUN_OF_EXAMPLE));
            self.add_key(key);
        }
    }

    /// Adds somebody of whom nobody can have spoken.
    pub(super) fn add_stranger(&mut self, name: &str) {
        let name = key(name);
        self.strangers.push(format!(" {name} "));
        self.strangers.push(format!(" {name}'s "));
    }

    /// The first sentence of a text that was said before.
    pub(super) fn repeated<'a>(&self, text: &'a str) -> Option<&'a str> {
        let mut all = sentence::sentences(text).into_iter();
        all.find(|sentence| !self.is_new(&key(sentence)))
    }

    /// Adds a sentence as [`key`] has it.
    pub(super) fn add_key(&mut self, key: String) {
        self.runs.extend(runs(&key, RUN));
        self.sentences.insert(key);
    }

    /// Whether a sentence, as [`key`] has it, was not said before, and can have been said of this debate.
    pub(super) fn is_new(&self, key: &str) -> bool {
        let spaced = format!(" {key} ");
        if self.strangers.iter().any(|name| spaced.contains(name)) {
            return false;
        }
        let copies = |length| runs(key, length).any(|run| self.runs.contains(&run));
        key.is_empty() || !(self.sentences.contains(key) || copies(RUN) || copies(RUN_OF_EXAMPLE))
    }
}

/// Every run of `length` words.
fn runs(key: &str, length: usize) -> impl Iterator<Item = String> {
    let words: Vec<&str> = key.split(' ').collect();
    let runs: Vec<String> = words.windows(length).map(|run| run.join(" ")).collect();
    runs.into_iter()
}

/// A sentence as it is compared: its words, without capitals and marks.
pub(super) fn key(sentence: &str) -> String {
    words(sentence).collect::<Vec<_>>().join(" ").to_lowercase()
}
