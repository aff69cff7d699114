//! A running text and its utterances.

use crate::{
    captions,
    form::{RealDebate, RealPerson},
    text::{count_words, has_words, leading_words, sentence},
};

/// The most words of an utterance; what has no full stops is cut there.
const LONGEST: u32 = 60;
/// The name of a moderator whom nobody names.
pub(super) const MODERATOR: &str = "The moderator";

/// An utterance of a running text: a sentence or a few, said by one person.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Utterance {
    /// The words.
    pub text: String,
    /// When it began, in seconds since the beginning, where that is known.
    pub at: Option<f64>,
    /// Whether a paragraph begins with it.
    pub is_fresh: bool,
    /// Whether a mark says that somebody else begins here.
    pub begins: bool,
    /// The heading above it, where there is one.
    pub phase: Option<String>,
    /// The position of the speaker among the names, where the text says it.
    pub known: Option<usize>,
}

impl Utterance {
    /// An utterance of which nothing is known.
    pub(super) fn of(text: &str) -> Self {
        Self {
            text: text.trim().to_owned(),
            ..Self::default()
        }
    }

    /// The number of words in it.
    pub fn words(&self) -> u32 {
        count_words(&self.text)
    }
}

/// What was said in a debate, without who said it, and who took part.
#[derive(Debug, Clone, PartialEq)]
pub struct RunningText {
    /// The debate, without its turns.
    pub(crate) debate: RealDebate,
    /// The utterances, in order.
    pub utterances: Vec<Utterance>,
    /// The names of everybody who may have spoken, in the order of the line-up, the moderator last.
    pub names: Vec<String>,
    /// Notes on what the reader did that a person should know, a sentence each.
    pub(crate) notes: Vec<String>,
}

impl RunningText {
    /// A running text of that debate. Somebody leads every debate, named or not.
    pub(crate) fn new(mut debate: RealDebate, utterances: Vec<Utterance>) -> Self {
        debate.turns.clear();
        debate.moderator.get_or_insert_with(|| RealPerson {
            name: MODERATOR.to_owned(),
            role: String::new(),
            bio: String::new(),
        });
        Self {
            names: debate.names().map(str::to_owned).collect(),
            debate,
            utterances,
            notes: Vec::new(),
        }
    }

    /// The words of a debate, without any sign of who said them or where a turn ends; and who said each word, by the position
    /// of the name. For measuring how well it is told again.
    pub fn without_names(debate: &RealDebate) -> (Self, Vec<usize>) {
        let mut text = Self::new(debate.clone(), Vec::new());
        let mut truth = Vec::new();
        for turn in &debate.turns {
            let speaker = |name: &String| name.to_lowercase() == turn.speaker.to_lowercase();
            let Some(speaker) = text.names.iter().position(speaker) else {
                continue;
            };
            let words = turn.text.split_whitespace().collect::<Vec<_>>().join(" ");
            for one in sentences(&words) {
                let utterance = Utterance::of(one);
                truth.extend((0..utterance.words()).map(|_| speaker));
                text.utterances.push(utterance);
            }
        }
        (text, truth)
    }

    /// The motion that was debated.
    pub fn motion(&self) -> &str {
        &self.debate.motion
    }

    /// Who took part: a line for each, with the side's name and the role, as far as they are known.
    pub fn line_up(&self) -> Vec<(String, String, String)> {
        let side = |id: &str| {
            let of = self.debate.sides.iter().find(|side| side.id == id);
            of.map_or_else(|| "the audience".to_owned(), |side| side.name.clone())
        };
        let speakers = self.debate.speakers.iter();
        let speakers = speakers.map(|one| (one.name.clone(), side(&one.side), one.role.clone()));
        let chair = self.debate.moderator.iter();
        let chair = chair.map(|one| (one.name.clone(), String::new(), one.role.clone()));
        speakers.chain(chair).collect()
    }

    /// The text in longer utterances: sentences of a paragraph together until they come to so many words. For readers who are
    /// asked about one utterance at a time.
    #[must_use]
    pub fn in_longer_utterances(mut self, words: u32) -> Self {
        let mut longer: Vec<Utterance> = Vec::new();
        for one in std::mem::take(&mut self.utterances) {
            let joins = |last: &&mut Utterance| {
                last.words() < words
                    && !one.is_fresh
                    && !one.begins
                    && one.phase.is_none()
                    && one.known == last.known
            };
            match longer.last_mut().filter(joins) {
                Some(last) => {
                    last.text.push(' ');
                    last.text.push_str(&one.text);
                }
                None => longer.push(one),
            }
        }
        self.utterances = longer;
        self
    }
}

/// The utterances of a paragraph, in order.
pub(crate) fn of_paragraph(text: &str) -> Vec<Utterance> {
    let mut utterances: Vec<Utterance> = sentences(text).into_iter().map(Utterance::of).collect();
    if let Some(first) = utterances.first_mut() {
        first.is_fresh = true;
    }
    utterances
}

/// The utterances of captions, in order; `speaker` finds the position of a name.
pub(crate) fn of_captions(
    heard: &[captions::Heard],
    speaker: impl Fn(&str) -> Option<usize>,
) -> Vec<Utterance> {
    let mut all = Vec::new();
    for one in heard {
        for (at, text) in sentences(&one.text).into_iter().enumerate() {
            all.push(Utterance {
                at: (at == 0).then_some(one.at),
                begins: at == 0 && one.begins,
                known: one.speaker.as_deref().and_then(&speaker),
                ..Utterance::of(text)
            });
        }
    }
    all
}

/// The sentences of a text, the longest of them cut. What has no words belongs to the sentence before.
fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for mut rest in sentence::sentences(text) {
        while count_words(rest) > LONGEST {
            let head = leading_words(rest, LONGEST);
            found.push(head.trim());
            rest = rest.get(head.len()..).unwrap_or_default().trim_start();
        }
        found.push(rest);
    }
    found.retain(|one| has_words(one));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_utterances_and_what_never_stops_is_cut() {
        let text = format!(
            "Good evening. {} The end.",
            "and so on we went ".repeat(40).trim()
        );
        let utterances = of_paragraph(&text);
        assert!(utterances.len() > 4, "{utterances:?}");
        assert!(utterances.iter().all(|one| one.words() <= LONGEST));
        let together: Vec<&str> = utterances.iter().map(|one| one.text.as_str()).collect();
        assert_eq!(together.join(" "), text);
        assert_eq!(utterances.iter().filter(|one| one.is_fresh).count(), 1);
    }
}
