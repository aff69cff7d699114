//! Words as the index of words has them: small, without accents, and without their endings.

use rust_stemmers::{Algorithm, Stemmer};
use unicode_segmentation::UnicodeSegmentation;

/// Longer words are no words.
const LONGEST: usize = 40;

/// Brings words to their stems. English endings; words of other languages stay as they are, for the most part.
pub struct Stems(Stemmer);

impl Default for Stems {
    fn default() -> Self {
        Self(Stemmer::create(Algorithm::English))
    }
}

impl std::fmt::Debug for Stems {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Stems")
    }
}

impl Stems {
    /// The stems of a text, in its order.
    pub fn of<'a>(&'a self, text: &'a str) -> impl Iterator<Item = String> + 'a {
        text.unicode_words()
            .filter(|word| word.chars().count() <= LONGEST)
            .map(|word| self.stem(word))
            .filter(|stem| !stem.is_empty())
    }

    /// A text as the index takes it in: its stems with spaces between them.
    pub(super) fn line(&self, text: &str) -> String {
        let mut line = String::with_capacity(text.len());
        for stem in self.of(text) {
            line.push_str(&stem);
            line.push(' ');
        }
        line
    }

    fn stem(&self, word: &str) -> String {
        let mut plain = word.to_lowercase();
        // What the index would take apart is left out: "don't" and "dont" are one word.
        plain.retain(char::is_alphanumeric);
        if plain.is_ascii() {
            return self.0.stem(&plain).into_owned();
        }
        plain
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_with_the_same_stem_are_one() {
        let stems = Stems::default();
        let of = |text: &str| stems.of(text).collect::<Vec<_>>();
        assert_eq!(of("Trading trades, TRADED"), ["trade", "trade", "trade"]);
        assert_eq!(of("Don't"), of("dont"));
        assert_eq!(of("Überfluß"), ["überfluß"]);
        assert!(of("— … !").is_empty());
        assert_eq!(stems.line("Two nations."), "two nation ");
    }
}
