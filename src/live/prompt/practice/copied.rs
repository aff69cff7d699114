//! Whether words come from the rounds of practice, and not from the debate: by what they are about, whatever the form.
//! What the task itself speaks of counts for nothing, so that a debate on lamps may speak of lamps.

use std::{
    collections::{BTreeSet, HashSet},
    sync::Arc,
};

use rust_stemmers::{Algorithm, Stemmer};
use serde_json::Value;

use crate::text::{sentence::sentences, words};

/// So many words in a row are copied, if so many of them say something.
const RUN: usize = 5;
const OF_A_RUN: usize = 2;
/// So many are, if any of them does.
const LONG_RUN: usize = 7;
/// So many words in a row of what a task asks for are nobody's answer to it.
const ASKED_RUN: usize = 7;
/// A sentence that says the same as one of practice shares so many words that say something, and this share of those of
/// the one or, with one word more, of the other.
const SHARED: usize = 3;
const SHARE: f64 = 0.6;
/// A text of fewer words is a name or a label.
const FEW: usize = 4;
/// Words with fewer letters say nothing of a subject.
const SHORTEST: usize = 3;

/// Words that say nothing of a subject, in alphabetical order.
const SAY_NOTHING: [&str; 162] = [
    "about",
    "after",
    "again",
    "against",
    "all",
    "also",
    "always",
    "and",
    "another",
    "any",
    "anybody",
    "are",
    "argument",
    "ask",
    "away",
    "back",
    "because",
    "been",
    "before",
    "begin",
    "being",
    "best",
    "better",
    "between",
    "both",
    "but",
    "call",
    "can",
    "cannot",
    "claim",
    "come",
    "could",
    "debate",
    "did",
    "does",
    "don't",
    "done",
    "each",
    "end",
    "even",
    "ever",
    "every",
    "everybody",
    "evidence",
    "find",
    "first",
    "for",
    "found",
    "from",
    "get",
    "give",
    "goes",
    "going",
    "good",
    "had",
    "has",
    "have",
    "her",
    "here",
    "him",
    "his",
    "how",
    "into",
    "its",
    "just",
    "keep",
    "kept",
    "know",
    "last",
    "less",
    "let",
    "like",
    "long",
    "made",
    "make",
    "man",
    "many",
    "may",
    "mean",
    "more",
    "most",
    "much",
    "must",
    "name",
    "never",
    "new",
    "nobody",
    "none",
    "nor",
    "not",
    "nothing",
    "now",
    "once",
    "one",
    "only",
    "other",
    "our",
    "out",
    "over",
    "own",
    "people",
    "point",
    "question",
    "reason",
    "right",
    "said",
    "same",
    "say",
    "see",
    "seen",
    "shall",
    "she",
    "should",
    "side",
    "some",
    "somebody",
    "such",
    "take",
    "tell",
    "than",
    "that",
    "the",
    "their",
    "them",
    "then",
    "there",
    "these",
    "they",
    "thing",
    "think",
    "this",
    "those",
    "time",
    "told",
    "too",
    "two",
    "under",
    "until",
    "upon",
    "very",
    "want",
    "was",
    "way",
    "were",
    "what",
    "when",
    "where",
    "whether",
    "which",
    "while",
    "who",
    "whom",
    "whose",
    "why",
    "will",
    "with",
    "without",
    "word",
    "would",
    "year",
    "you",
    "your",
];

/// All that is said in the rounds, once for the program.
#[derive(Debug, Default)]
struct Said {
    /// What each sentence is about, and its words.
    sentences: Vec<(BTreeSet<String>, String)>,
    /// Every run of words.
    runs: HashSet<String>,
}

/// What the rounds of practice hold, as an answer to one task is held against it.
#[derive(Debug, Clone, Default)]
pub struct FromPractice {
    said: Arc<Said>,
    /// Who was there in practice and is not here, with a space on both sides.
    strangers: Vec<String>,
    /// What the task is about.
    task: BTreeSet<String>,
    /// Runs of the words in which tasks are put, and whole sentences of them: a small model says them aloud.
    asked: Arc<HashSet<String>>,
    /// The same of what stands beside the fields of one answer.
    described: HashSet<String>,
}

impl FromPractice {
    /// Everything that stands in these texts.
    pub fn new<'a>(texts: impl IntoIterator<Item = &'a str>) -> Self {
        let mut said = Said::default();
        for sentence in texts.into_iter().flat_map(sentences) {
            let key = key(sentence);
            let all: Vec<&str> = key.split(' ').collect();
            for length in [RUN, LONG_RUN] {
                said.runs
                    .extend(all.windows(length).map(|run| run.join(" ")));
            }
            let about = about(&key);
            if about.len() >= OF_A_RUN {
                said.sentences.push((about, key));
            }
        }
        Self {
            said: Arc::new(said),
            ..Self::default()
        }
    }

    /// The same, where tasks are put in these words.
    #[must_use]
    pub(super) fn asked_in<'a>(self, texts: impl IntoIterator<Item = &'a str>) -> Self {
        Self {
            asked: Arc::new(instructions(texts)),
            ..self
        }
    }

    /// The same, for an answer beside whose fields stands what they are for.
    #[must_use]
    pub fn for_fields<'a>(&self, described: impl IntoIterator<Item = &'a str>) -> Self {
        Self {
            described: instructions(described),
            ..self.clone()
        }
    }

    /// Whether a sentence is what was asked for, in the words in which it was asked.
    fn is_asked(&self, key: &str, all: &[&str]) -> bool {
        let is_one = |said: &str| self.asked.contains(said) || self.described.contains(said);
        is_one(key) || all.windows(ASKED_RUN).any(|run| is_one(&run.join(" ")))
    }

    /// The same, where these people are not.
    #[must_use]
    pub fn without<'a>(&self, strangers: impl IntoIterator<Item = &'a str>) -> Self {
        let strangers = strangers.into_iter().map(key);
        let spaced = strangers.flat_map(|name| [format!(" {name} "), format!(" {name}'s ")]);
        Self {
            strangers: spaced.collect(),
            ..self.clone()
        }
    }

    /// The same, for the answer to a task in these words.
    #[must_use]
    pub fn for_task(&self, task: &str) -> Self {
        Self {
            task: about(&key(task)),
            ..self.clone()
        }
    }

    /// Whether a sentence says what was said in practice, or speaks of somebody who was there.
    pub fn has(&self, sentence: &str) -> bool {
        let key = key(sentence);
        let spaced = format!(" {key} ");
        if self.strangers.iter().any(|name| spaced.contains(name)) {
            return true;
        }
        let all: Vec<&str> = key.split(' ').collect();
        if all.len() < FEW {
            return false;
        }
        if self.is_asked(&key, &all) {
            return true;
        }
        let own = |about: &BTreeSet<String>| about.difference(&self.task).count();
        let copies = |length: usize, least: usize| {
            let mut runs = all.windows(length).map(|run| run.join(" "));
            runs.any(|run| self.said.runs.contains(&run) && own(&about(&run)) >= least)
        };
        let copies = copies(RUN, OF_A_RUN) || copies(LONG_RUN, 1);
        let said: BTreeSet<String> = about(&key).difference(&self.task).cloned().collect();
        copies
            || self.said.sentences.iter().any(|(practised, words)| {
                let shared = practised.intersection(&said).count();
                let share = |of: usize| shared as f64 >= SHARE * of as f64;
                let same = *words == key && own(practised) >= OF_A_RUN;
                same || (shared >= SHARED && share(own(practised)))
                    || (shared > SHARED && share(said.len()))
            })
    }

    /// A text without what comes from practice.
    ///
    /// # Errors
    /// A sentence of it, where nothing else is left.
    pub fn own_text(&self, text: &str) -> Result<String, String> {
        let mut kept = sentences(text);
        let all = kept.len();
        let copied = kept
            .iter()
            .find(|one| self.has(one))
            .map(|one| (*one).to_owned());
        let Some(copied) = copied else {
            return Ok(text.to_owned());
        };
        kept.retain(|one| !self.has(one));
        if all > 0 && kept.iter().all(|one| words(one).nth(FEW - 1).is_none()) {
            return Err(copied.trim().to_owned());
        }
        Ok(kept.concat().trim().to_owned())
    }

    /// Drops what comes from practice from every text of an answer, and from lists whatever is made of nothing else.
    ///
    /// # Errors
    /// A sentence of a text, or of a list, of which nothing else is left.
    pub fn own_value(&self, value: &mut Value) -> Result<(), String> {
        match value {
            Value::String(text) => {
                *text = self.own_text(text)?;
                Ok(())
            }
            Value::Array(all) => {
                let mut copied = None;
                all.retain_mut(|one| match self.own_value(one) {
                    Ok(()) => true,
                    Err(said) => {
                        copied = Some(said);
                        false
                    }
                });
                match copied {
                    Some(said) if all.is_empty() => Err(said),
                    _ => Ok(()),
                }
            }
            Value::Object(fields) => fields.values_mut().try_for_each(|one| self.own_value(one)),
            Value::Null | Value::Bool(_) | Value::Number(_) => Ok(()),
        }
    }
}

/// What of these texts is known again: their runs of words, and each sentence of more than a few.
fn instructions<'a>(texts: impl IntoIterator<Item = &'a str>) -> HashSet<String> {
    let mut found = HashSet::new();
    for sentence in texts.into_iter().flat_map(sentences) {
        let key = key(sentence);
        let all: Vec<&str> = key.split(' ').collect();
        found.extend(all.windows(ASKED_RUN).map(|run| run.join(" ")));
        if all.len() > FEW {
            found.insert(key);
        }
    }
    found
}

/// The words of a sentence, in small letters.
fn key(sentence: &str) -> String {
    words(sentence).collect::<Vec<_>>().join(" ").to_lowercase()
}

/// The stems of the words that say what a sentence is about.
fn about(key: &str) -> BTreeSet<String> {
    let stemmer = Stemmer::create(Algorithm::English);
    let words = key.split(' ').filter(|word| {
        word.chars().count() >= SHORTEST && SAY_NOTHING.binary_search(word).is_err()
    });
    words.map(|word| stemmer.stem(word).into_owned()).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{super::Practice, *};

    fn practice() -> FromPractice {
        Practice::load().unwrap().said
    }

    #[test]
    fn every_sentence_of_practice_is_known_again() {
        let practice = practice();
        assert!(SAY_NOTHING.is_sorted());
        let all = &practice.said.sentences;
        assert!(all.len() > 150, "{}", all.len());
        for (_, words) in all
            .iter()
            .filter(|(_, words)| words.split(' ').count() >= FEW)
        {
            assert!(practice.has(words), "{words}");
            let changed = format!("And so I tell you: {words} tonight!");
            let is_long = words.split(' ').count() > RUN;
            assert!(!is_long || practice.has(&changed), "{changed}");
        }
        for changed in [
            "The ovens are lit at four in the morning",
            "At four in the morning all ovens have been lit.",
            "A mill resting at night makes our bread dear by noon.",
            "I have found that a walked lane, if lit, is a safe lane after dark.",
            "Somebody must trim all the wicks on every night.",
            "Thirty-one broken wrists are in the infirmary's book for the winter.",
            "Clara Finch said so.",
        ] {
            let practice = practice.without(["Clara Finch"]);
            assert!(practice.has(changed), "{changed}");
        }
    }

    #[test]
    fn ordinary_sentences_on_such_subjects_are_their_speakers_own() {
        let practice = practice();
        for innocent in [
            "Small bakeries have four ovens and one baker.",
            "Bread is a staple, and its price moves the whole market.",
            "Lamps in the streets cost the council a million a year.",
            "Thieves prefer dark streets, as every study of lighting shows.",
            "A school that teaches music also teaches patience.",
            "Night shifts harm the health of those who work them.",
            "The ferry was replaced by a bridge in 1932.",
            "Every child deserves a school within walking distance.",
            "The town should build a new hospital.",
            "A mill needs a river, and a river needs nobody.",
            "I have never met anybody who changed a law alone.",
            "Two reasons: it is cheaper, and it is fairer.",
            "Nobody has shown me a number that says otherwise.",
            "You promise us savings, and you forget what they cost.",
            "Vote No, and keep what works.",
            "A small startup has three engineers and no time to run forty services.",
            "Cars take the room that children used to play in.",
            "My opponent says himself that the evidence is thin.",
            "Count both, and then decide.",
            "I do not know, and I say so.",
            "Trams cost less than the roads that they replace.",
            "Who pays for it, and who is asked?",
        ] {
            assert!(!practice.has(innocent), "{innocent}");
        }
    }

    #[test]
    fn what_the_task_speaks_of_is_no_copy() {
        let practice = practice();
        let said = "A lit lane is walked after dark, and that makes it safer.";
        assert!(practice.has(said));
        let task = "Every dark lane should be lit: people have walked there and were not safe.";
        assert!(!practice.for_task(task).has(said));
        let said = "The decision hinges on whether the network stays reliable.";
        let task = "Begin with: The decision hinges on whether";
        assert!(!practice.for_task(task).has(said));
    }

    #[test]
    fn it_is_dropped_from_every_field_and_list() {
        let practice = practice().without(["Clara Finch"]);
        let copied = "The ovens are lit at four in the morning.";
        let own = "Forty services need forty pipelines.";
        let mut value = json!({
            "why": format!("{own} {copied}"),
            "strengths": [copied, own, "does not answer Clara Finch"],
            "score": 5,
        });
        practice.own_value(&mut value).unwrap();
        assert_eq!(value, json!({"why": own, "strengths": [own], "score": 5}));
        for mut value in [
            json!({ "claim": copied }),
            json!([{ "points": [copied] }]),
            json!({"a": {"b": [copied, copied]}}),
        ] {
            let said = practice.own_value(&mut value).unwrap_err();
            assert_eq!(said, copied);
        }
    }
}
