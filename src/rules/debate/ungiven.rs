//! Names, years and sums that nobody handed in: a small model invents them, and gives them as evidence. What stands in
//! the motion, on the cards, in a passage, in evidence or in an earlier speech was given; what stands nowhere is a
//! claim of whoever says it.

use std::collections::BTreeSet;

use super::state::{DebateState, Turn};
use crate::text::content::content_words;

/// The years that a number of four digits is taken for.
const YEARS: std::ops::RangeInclusive<u32> = 1000..=2099;
/// Signs that stand before or behind a sum of money.
const CURRENCIES: [char; 5] = ['$', '€', '£', '¥', '₹'];
/// Words behind a number that make it a sum.
const SUMS: [&str; 13] = [
    "billion",
    "billions",
    "cents",
    "crowns",
    "dollars",
    "euros",
    "francs",
    "million",
    "millions",
    "pence",
    "pounds",
    "shillings",
    "trillion",
];
/// Words that join two parts of one name.
const JOINTS: [&str; 5] = ["de", "of", "the", "van", "von"];
/// Words with a capital that name nobody who could have been invented: months, days, continents and peoples.
const ORDINARY: [&str; 50] = [
    "africa",
    "african",
    "america",
    "american",
    "americans",
    "april",
    "asia",
    "asian",
    "august",
    "britain",
    "british",
    "chinese",
    "christian",
    "christmas",
    "december",
    "dutch",
    "earth",
    "english",
    "europe",
    "european",
    "europeans",
    "february",
    "french",
    "friday",
    "german",
    "god",
    "greek",
    "house",
    "indian",
    "internet",
    "italian",
    "january",
    "japanese",
    "july",
    "june",
    "monday",
    "november",
    "october",
    "opposition",
    "proposition",
    "roman",
    "russian",
    "saturday",
    "september",
    "spanish",
    "sunday",
    "thursday",
    "tuesday",
    "wednesday",
    "western",
];
/// A word all in capitals of so few letters is an abbreviation of a thing ("GDP"), and no name.
const ABBREVIATION: usize = 4;

/// Everything that was given to whoever argues, by its words.
#[derive(Debug, Clone, Default)]
pub struct GivenWords(BTreeSet<String>);

impl GivenWords {
    /// Adds the words of a text.
    pub fn add(&mut self, text: &str) {
        self.0.extend(tokens(text).map(|token| token.key()));
    }

    /// Everything that was given before a word was said, and what viewers and passages bring in.
    pub fn at_the_opening(state: &DebateState) -> Self {
        let mut given = Self::default();
        if let Some(opening) = state.opening.as_deref() {
            // The whole of it, whatever its fields are called. Writing it cannot fail.
            given.add(&serde_json::to_string(&opening.motion).unwrap_or_default());
            for speaker in &opening.speakers {
                given.add(&serde_json::to_string(&speaker.card).unwrap_or_default());
            }
        }
        for passage in &state.passages {
            given.add(&passage.text);
            given.add(&passage.source);
        }
        for item in &state.interventions {
            given.add(&item.text);
            given.add(item.source());
        }
        given
    }

    /// Everything that was given to whoever has a turn, and what others have said before it.
    pub fn to(state: &DebateState, turn: &Turn) -> Self {
        let mut given = Self::at_the_opening(state);
        for speech in state.speeches().filter(|speech| speech.id != turn.id) {
            given.add(&speech.text);
        }
        for point in &state.points {
            given.add(&point.text);
            given.add(point.answer().unwrap_or_default());
        }
        given
    }

    /// Whether every word of a name was given, or a number was.
    fn has(&self, words: &str) -> bool {
        tokens(words).all(|token| self.0.contains(&token.key()))
    }

    /// The names, years, sums of money and shares in a hundred of a text that were not given, each once, in order. A
    /// single word with a capital at the beginning of a sentence is doubtful, and counts as no name.
    pub fn lacks(&self, text: &str) -> Vec<String> {
        let mut found = Vec::new();
        let all: Vec<Token<'_>> = tokens(text).collect();
        let mut at = 0;
        while let Some(token) = all.get(at) {
            let behind = all.get(at + 1..).unwrap_or_default();
            let (words, is_given, taken) = if let Some(number) = token.number(behind) {
                // Of a sum its number tells, whatever it is a number of.
                (Some(number), self.has(token.word), 1)
            } else {
                let (name, taken) = name(all.get(at..).unwrap_or_default());
                let is_given = name.as_ref().is_some_and(|name| self.has(name));
                (name, is_given, taken)
            };
            if let Some(words) = words.filter(|words| !is_given && !found.contains(words)) {
                found.push(words);
            }
            at += taken.max(1);
        }
        found
    }
}

/// What of a text in evidence its speaker alone stands for: what was not given, and what was not when it was first said.
pub(super) fn own_claims(state: &DebateState, given: &GivenWords, evidence: &str) -> Vec<String> {
    let mut own = given.lacks(evidence);
    let mut said = GivenWords::default();
    said.add(evidence);
    for (_, earlier) in state.arguments() {
        for words in earlier.own_claims.iter().filter(|words| said.has(words)) {
            if !own.contains(words) {
                own.push(words.clone());
            }
        }
    }
    own
}

/// A word, and what stands before and behind it.
#[derive(Debug, Clone, Copy)]
struct Token<'a> {
    before: &'a str,
    word: &'a str,
    behind: &'a str,
    is_first: bool,
}

impl Token<'_> {
    /// The word as it is compared.
    fn key(&self) -> String {
        self.word.replace(',', "").to_lowercase()
    }

    fn is_number(&self) -> bool {
        self.word.starts_with(|first: char| first.is_ascii_digit())
    }

    /// Whether a sentence begins with it.
    fn begins(&self) -> bool {
        self.is_first || self.before.contains(['.', '!', '?', ':', '\n', '"', '“'])
    }

    /// Whether nothing but a space stands between it and the next.
    fn goes_on(&self) -> bool {
        self.behind == " "
    }

    fn has_capital(&self) -> bool {
        let is_abbreviation =
            self.word.chars().count() < ABBREVIATION && self.word.chars().all(char::is_uppercase);
        self.word.starts_with(char::is_uppercase) && !is_abbreviation
    }

    /// The year, the sum or the share that begins with the word.
    fn number(&self, behind: &[Token<'_>]) -> Option<String> {
        let next = |at: usize| behind.get(at).map(Token::key).unwrap_or_default();
        let (one, two) = (next(0), next(1));
        let is_share = one == "percent" || one == "percentage" || (one == "per" && two == "cent");
        // Numbers in words, too.
        if is_share && self.goes_on() && !content_words([self.word]).is_empty() {
            return Some(format!("{} per cent", self.word));
        }
        if !self.is_number() {
            return None;
        }
        if is_share || self.behind.starts_with('%') {
            return Some(format!("{} per cent", self.word));
        }
        let sign = self.before.chars().next_back();
        let sign = sign.filter(|sign| CURRENCIES.contains(sign));
        let unit = behind.first().filter(|_| self.goes_on());
        let unit = unit.filter(|unit| SUMS.contains(&unit.key().as_str()));
        let money = self.behind.starts_with(CURRENCIES);
        if sign.is_some() || unit.is_some() || money {
            let sign = sign.map(String::from).unwrap_or_default();
            let unit = unit
                .map(|unit| format!(" {}", unit.word))
                .unwrap_or_default();
            return Some(format!("{sign}{}{unit}", self.word));
        }
        let is_year =
            self.word.len() == 4 && self.word.parse().is_ok_and(|year| YEARS.contains(&year));
        is_year.then(|| self.word.to_owned())
    }
}

/// The name that a text begins with, where it does, and how many words to go on behind.
fn name(all: &[Token<'_>]) -> (Option<String>, usize) {
    let mut taken = 0;
    let mut ends = 0;
    while let Some(token) = all.get(taken) {
        let is_joint = taken > 0 && JOINTS.contains(&token.word);
        if !token.has_capital() && !is_joint {
            break;
        }
        taken += 1;
        if !is_joint {
            ends = taken;
        }
        if !token.goes_on() {
            break;
        }
    }
    let mut run = all.get(..ends).unwrap_or_default();
    // With what a sentence begins is no part of a name, unless another of its words follows.
    if let Some((first, rest)) = run.split_first()
        && first.begins()
        && (rest.is_empty() || content_words([first.word]).is_empty())
    {
        run = rest;
    }
    while let Some((first, rest)) = run.split_first()
        && JOINTS.contains(&first.word)
    {
        run = rest;
    }
    let is_ordinary = |key: &str| ORDINARY.contains(&key) || JOINTS.contains(&key);
    let says = run.iter().any(|token| {
        let key = token.key();
        let one = key.strip_suffix('s').unwrap_or(&key);
        key.chars().count() > 1 && !is_ordinary(&key) && !is_ordinary(one)
    });
    let words: Vec<&str> = run.iter().map(|token| token.word).collect();
    (says.then(|| words.join(" ")), ends)
}

/// The words of a text. A number keeps its point and its commas.
fn tokens(text: &str) -> impl Iterator<Item = Token<'_>> {
    let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '.' | ',');
    let mut all: Vec<Token<'_>> = Vec::new();
    let mut end = 0;
    for piece in text.split(|letter| !is_part(letter)) {
        let word = piece.trim_matches(['.', ',']);
        // A full stop without a space ("done.Then") parts two words.
        let is_number = word.starts_with(|first: char| first.is_ascii_digit());
        let parts = if is_number {
            vec![word]
        } else {
            word.split(['.', ',']).collect()
        };
        for word in parts.into_iter().filter(|word| !word.is_empty()) {
            // Found where it stands: pieces are parts of the text, in order.
            let Some(from) = text
                .get(end..)
                .and_then(|rest| rest.find(word))
                .map(|at| at + end)
            else {
                continue;
            };
            let before = text.get(end..from).unwrap_or_default();
            if let Some(last) = all.last_mut() {
                last.behind = before;
            }
            end = from + word.len();
            all.push(Token {
                before,
                word,
                behind: "",
                is_first: all.is_empty(),
            });
        }
    }
    if let Some(last) = all.last_mut() {
        last.behind = text.get(end..).unwrap_or_default();
    }
    all.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_years_and_sums_that_nobody_gave_are_found() {
        let mut given = GivenWords::default();
        given.add("This House would ban private cars. Oslo closed its centre in 2019, for 3.5 million crowns.");
        given.add("Ada Lovelace says that forty per cent of the room is taken by 1,200 cars.");
        for (text, found) in [
            ("In 1847 the mill stood still.", vec!["1847"]),
            (
                "Lloyd Brothers of London lost $3.2 million in it.",
                vec!["Lloyd Brothers of London", "$3.2 million"],
            ),
            (
                "As the Bank of England has shown, rents fell by 12%.",
                vec!["Bank of England", "12 per cent"],
            ),
            (
                "A study by Professor Hartwell counted sixty percent.",
                vec!["Professor Hartwell", "sixty per cent"],
            ),
            ("It cost 400 euros, and 400 euros again.", vec!["400 euros"]),
            (
                "Ghent did it, and so did Utrecht in 2016.",
                vec!["Utrecht", "2016"],
            ),
            // What was given, and what names nobody.
            ("Oslo did it in 2019, for 3.5 million crowns.", vec![]),
            (
                "As Ada Lovelace says, forty per cent is much, and 1200 cars are.",
                vec![],
            ),
            (
                "Streets are for people. People walk on Mondays, and I do.",
                vec![],
            ),
            ("In January the European cities met; GDP rose.", vec![]),
            (
                "Twelve of the twenty shops stayed, and I counted them.",
                vec![],
            ),
            ("", vec![]),
        ] {
            assert_eq!(given.lacks(text), found, "{text}");
        }
    }
}
