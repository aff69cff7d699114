//! The surface of somebody's style: four numbers that need no model.

use serde::{Deserialize, Serialize};

use crate::text::{sentence, words};

/// The words of the first person, in English.
const FIRST_PERSON: [&str; 18] = [
    "i",
    "i'd",
    "i'll",
    "i'm",
    "i've",
    "me",
    "mine",
    "my",
    "myself",
    "our",
    "ours",
    "ourselves",
    "us",
    "we",
    "we'd",
    "we'll",
    "we're",
    "we've",
];

/// Counts from which the surface is computed. They can be added up text by text, so that a large corpus need not be in
/// memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Surface {
    /// Number of words.
    pub words: u64,
    /// Number of sentences.
    pub sentences: u64,
    /// Sentences that are questions.
    pub questions: u64,
    /// Words in the first person.
    pub first_person: u64,
    /// Places where a signature phrase stands.
    pub phrases: u64,
}

impl Surface {
    /// Counts one more text. Phrases are found word by word, whatever their case and punctuation.
    pub fn add(&mut self, text: &str, phrases: &[String]) {
        let apart = text.replace('’', "'");
        let spoken: Vec<String> = words(&apart)
            .map(|word| word.trim_matches('\'').to_lowercase())
            .collect();
        self.words += spoken.len() as u64;
        let own = |word: &&String| FIRST_PERSON.binary_search(&word.as_str()).is_ok();
        self.first_person += spoken.iter().filter(own).count() as u64;
        for sentence in sentence::sentences(&apart) {
            if words(sentence).next().is_none() {
                continue;
            }
            self.sentences += 1;
            let end = sentence.trim_end_matches(|letter: char| {
                !letter.is_alphanumeric() && !matches!(letter, '?' | '!' | '.' | '…')
            });
            self.questions += u64::from(end.ends_with('?'));
        }
        for phrase in phrases {
            let phrase = phrase.replace('’', "'");
            let phrase: Vec<String> = words(&phrase).map(str::to_lowercase).collect();
            if !phrase.is_empty() {
                let places = spoken.windows(phrase.len());
                self.phrases += places.filter(|place| *place == phrase).count() as u64;
            }
        }
    }

    /// The counts of one text.
    pub fn of(text: &str, phrases: &[String]) -> Self {
        let mut surface = Self::default();
        surface.add(text, phrases);
        surface
    }

    /// Words a sentence.
    pub(crate) fn sentence_length(&self) -> f64 {
        ratio(self.words, self.sentences)
    }

    /// The share of sentences that are questions.
    pub(crate) fn question_share(&self) -> f64 {
        ratio(self.questions, self.sentences)
    }

    /// The share of words that are in the first person.
    pub(crate) fn first_person_rate(&self) -> f64 {
        ratio(self.first_person, self.words)
    }

    /// Signature phrases in a thousand words.
    pub(crate) fn phrase_rate(&self) -> f64 {
        1000.0 * ratio(self.phrases, self.words)
    }

    /// The match of two surfaces, from 0 to 1: the mean over the four numbers of the smaller one ÷ the greater one,
    /// which is 1 where both are 0.
    pub(crate) fn match_with(&self, other: &Self) -> f64 {
        let features: [fn(&Self) -> f64; 4] = [
            Self::sentence_length,
            Self::question_share,
            Self::first_person_rate,
            Self::phrase_rate,
        ];
        let near = |feature: fn(&Self) -> f64| {
            let (one, other) = (feature(self), feature(other));
            let (less, more) = (one.min(other), one.max(other));
            if more > 0.0 { less / more } else { 1.0 }
        };
        features.into_iter().map(near).sum::<f64>() / features.len() as f64
    }
}

fn ratio(some: u64, of: u64) -> f64 {
    if of == 0 {
        0.0
    } else {
        some as f64 / of as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_surface_is_what_it_comes_to_by_hand() {
        let phrases = ["invisible hand".to_owned(), "Mark this".to_owned()];
        let text =
            "Mark this, friends: I’ve seen the invisible hand. “Who has not?” We have! It is ours.";
        let found = Surface::of(text, &phrases);
        let expected = Surface {
            // mark this friends i've seen the invisible hand; who has not; we have; it is ours
            words: 16,
            sentences: 4,
            questions: 1,
            // i've, we, ours
            first_person: 3,
            phrases: 2,
        };
        assert_eq!(found, expected);
        assert!((found.sentence_length() - 4.0).abs() < 1e-9);
        assert!((found.question_share() - 0.25).abs() < 1e-9);
        assert!((found.first_person_rate() - 0.1875).abs() < 1e-9);
        assert!((found.phrase_rate() - 125.0).abs() < 1e-9);
        assert!(FIRST_PERSON.is_sorted());
    }

    #[test]
    fn texts_add_up_and_a_text_is_like_itself() {
        let mut sum = Surface::of("I ask: why?", &[]);
        sum.add("You know.", &[]);
        assert_eq!((sum.words, sum.sentences, sum.questions), (5, 2, 1));
        assert!((sum.match_with(&sum) - 1.0).abs() < 1e-9);
        let nothing = Surface::default();
        // The sentence length, the questions and the first person are 0 there; phrases are 0 in both.
        assert!((sum.match_with(&nothing) - 0.25).abs() < 1e-9);
        assert!((nothing.match_with(&nothing) - 1.0).abs() < 1e-9);
    }
}
