//! Words that were said before, so that they are not said again.

use std::collections::HashSet;

use crate::{
    practice::FromPractice,
    similarity::COPIED,
    text::sentence::{self, key},
};

/// Words that were said, so that they are not said again: whole sentences, and runs of words that cannot be chance.
#[derive(Debug, Clone, Default)]
pub(crate) struct SaidBefore {
    sentences: HashSet<String>,
    runs: HashSet<String>,
    /// The content of practice, which was never said here.
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

/// The beginnings of the lines in which somebody is told who they are.
const TOLD: [&str; 5] = [
    "tonight you are",
    "you are in the audience",
    "you hold dear",
    "what moves you",
    "what leaves you cold",
];

/// The texts on somebody's card: a small model gives them back where it is asked what it makes of the debate.
#[derive(Debug)]
pub(crate) struct OnTheCard {
    texts: SaidBefore,
    /// The beginnings of the lines that tell somebody who they are.
    told: Vec<String>,
}

impl OnTheCard {
    /// The card of whoever has this name, with these texts.
    pub(crate) fn of<'a>(name: &str, texts: impl IntoIterator<Item = &'a str>) -> Self {
        let mut said = SaidBefore::default();
        texts.into_iter().for_each(|text| said.add(text));
        let you_are = format!("you are {}", key(name));
        Self {
            texts: said,
            told: TOLD
                .into_iter()
                .map(str::to_owned)
                .chain([you_are])
                .collect(),
        }
    }

    /// An answer without the sentences that only say again what stands on the card, or to whom it was given.
    pub(crate) fn left_out_of(&self, answer: &str) -> String {
        let is_own = |sentence: &&str| {
            let key = key(sentence);
            let is_told = self.told.iter().any(|told| key.starts_with(told.as_str()));
            !is_told && self.texts.is_new(&key)
        };
        let sentences = sentence::sentences(answer).into_iter();
        let own: Vec<&str> = sentences.filter(is_own).collect();
        own.join(" ")
    }
}

/// Every run of `length` words.
fn runs(key: &str, length: usize) -> impl Iterator<Item = String> {
    let words: Vec<&str> = key.split(' ').collect();
    let runs: Vec<String> = words.windows(length).map(|run| run.join(" ")).collect();
    runs.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_on_a_card_is_left_out_of_an_answer() {
        let card = [
            "A night-bus driver of twenty years.",
            "Bronwen has driven the last bus out of town since she left school, and knows who rides it.",
        ];
        let card = OnTheCard::of("Bronwen Prosser", card);
        for (answer, own) in [
            (
                "Burke told us who pays. I drive a bus, and I know.",
                "Burke told us who pays. I drive a bus, and I know.",
            ),
            (
                "You are Bronwen Prosser, in the audience. Burke moved me.",
                "Burke moved me.",
            ),
            ("A night-bus driver of twenty years.", ""),
            ("\"A night-bus driver of twenty years.", ""),
            (
                "I, Bronwen Prosser, came in undecided; Burke moved me.",
                "I, Bronwen Prosser, came in undecided; Burke moved me.",
            ),
            (
                "Tonight you are Bronwen, in the audience. You hold dear: \"candour\". You are right to ask who pays.",
                "You are right to ask who pays.",
            ),
            (
                "She has driven the last bus out of town since then. The count decided it.",
                "The count decided it.",
            ),
            ("", ""),
        ] {
            assert_eq!(card.left_out_of(answer), own, "{answer}");
        }
    }
}
