//! What was said before, so that it is not said again.

use std::collections::HashSet;

use crate::{
    practice::FromPractice,
    similarity::COPIED,
    text::sentence::{self, key},
};

/// What was said, so that it is not said again: whole sentences, and runs of words that cannot be chance.
#[derive(Debug, Clone, Default)]
pub(crate) struct SaidBefore {
    sentences: HashSet<String>,
    runs: HashSet<String>,
    /// What was never said here.
    practice: Option<FromPractice>,
}

impl SaidBefore {
    /// Adds all of a text.
    pub(crate) fn add(&mut self, text: &str) {
        for sentence in sentence::sentences(text) {
            self.add_key(key(sentence));
        }
    }

    /// Nothing said yet, where what comes from practice cannot have been meant either.
    pub(crate) fn but_for(practice: FromPractice) -> Self {
        Self {
            practice: Some(practice),
            ..Self::default()
        }
    }

    /// The first sentence of a text that was said before.
    pub(crate) fn repeated<'a>(&self, text: &'a str) -> Option<&'a str> {
        let mut all = sentence::sentences(text).into_iter();
        all.find(|sentence| !self.is_new(&key(sentence)))
    }

    /// Whether a sentence begins as a line of the task does.
    pub(crate) fn begins_as_a_task(&self, sentence: &str) -> bool {
        let mut practice = self.practice.iter();
        practice.any(|practice| practice.has_label(sentence))
    }

    /// Adds a sentence as [`key`] has it.
    pub(crate) fn add_key(&mut self, key: String) {
        self.runs.extend(runs(&key, COPIED));
        self.sentences.insert(key);
    }

    /// Whether a sentence, as [`key`] has it, was not said before, and can have been said of this debate.
    pub(crate) fn is_new(&self, key: &str) -> bool {
        if self.practice.as_ref().is_some_and(|one| one.has(key)) {
            return false;
        }
        let copies = || runs(key, COPIED).any(|run| self.runs.contains(&run));
        key.is_empty() || !(self.sentences.contains(key) || copies())
    }
}

/// Every run of `length` words.
fn runs(key: &str, length: usize) -> impl Iterator<Item = String> {
    let words: Vec<&str> = key.split(' ').collect();
    let runs: Vec<String> = words.windows(length).map(|run| run.join(" ")).collect();
    runs.into_iter()
}
