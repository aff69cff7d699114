//! Whether words come from the rounds of practice, and not from the debate: by what they are about, whatever the form.
//! What the task itself speaks of counts for nothing, so that a debate on lamps may speak of lamps.

use std::{
    collections::{BTreeSet, HashSet},
    sync::Arc,
};

use serde_json::Value;

use crate::{
    similarity::{
        COPIED_FROM_PRACTICE, LEAST_SHARED, LEAST_TEXT, LEAST_WHOLE, RETOLD, RETOLD_ROUND,
    },
    text::{
        content::content_words,
        sentence::{key, sentences},
        words,
    },
    wording::{known_again, stands_there},
};

/// A name has no more words.
const NAME: usize = 4;
/// The last words of what a side holds, by which it is known again ("go on striking") …
const ENDING: usize = 3;
/// … where it has no more words than this, and none of these among the last: anybody says that something should be built.
const HELD: usize = 8;
const MODAL: [&str; 2] = ["should", "be"];

/// All that is said in the rounds, once for the program.
#[derive(Debug, Default)]
struct Said {
    /// The content words of each sentence.
    sentences: Vec<BTreeSet<String>>,
    /// The content words of each round, of all that was put and answered in it.
    rounds: Vec<BTreeSet<String>>,
    /// The words of each sentence, and of each text.
    whole: HashSet<String>,
    /// Every run of words.
    runs: HashSet<String>,
    /// The last words of what the sides hold.
    endings: HashSet<String>,
}

/// The content of the rounds of practice, as an answer to one task is held against it.
#[derive(Debug, Clone, Default)]
pub struct FromPractice {
    said: Arc<Said>,
    /// The names of those who were there in practice and are not here, with a space on both sides.
    strangers: Vec<String>,
    /// The content words of the task.
    task: BTreeSet<String>,
    /// The words of the task, with a space on both sides.
    task_words: String,
    /// Runs of the words in which tasks are put, and whole sentences of them: a small model says them aloud.
    asked: Arc<HashSet<String>>,
    /// The words before a colon in the words in which tasks are put, beside a name.
    labels: Arc<HashSet<String>>,
    /// Runs of the words that stand beside the fields of one answer, and whole sentences of them.
    described: HashSet<String>,
}

impl FromPractice {
    /// Everything that stands in these texts, and what stands beside them: who speaks, and how. Of that a whole text or
    /// sentence is known again, unless anybody could say it, and so many words in a row.
    pub fn new<'a>(
        texts: impl IntoIterator<Item = &'a str>,
        beside: impl IntoIterator<Item = &'a str>,
        claims: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let mut said = Said::default();
        said.endings.extend(claims.into_iter().filter_map(ending));
        let is_whole = |key: &String| key.split(' ').nth(LEAST_WHOLE - 1).is_some();
        let sentences = texts.into_iter().flat_map(|text| {
            said.whole.extend(Some(key(text)).filter(is_whole));
            sentences(text)
        });
        for sentence in sentences.collect::<Vec<_>>() {
            let key = key(sentence);
            let all: Vec<&str> = key.split(' ').collect();
            for run in COPIED_FROM_PRACTICE {
                let runs = all.windows(run.words);
                said.runs.extend(runs.map(|run| run.join(" ")));
            }
            let about = content_words([key.as_str()]);
            if about.len() >= LEAST_SHARED {
                said.sentences.push(about);
            }
            said.whole.extend(Some(key).filter(is_whole));
        }
        let beside = beside.into_iter();
        let beside = beside.flat_map(|text| std::iter::once(text).chain(self::sentences(text)));
        let [run, _] = COPIED_FROM_PRACTICE;
        for key in beside.map(key) {
            let all: Vec<&str> = key.split(' ').collect();
            let runs = all.windows(run.words);
            said.runs.extend(runs.map(|run| run.join(" ")));
            let says = content_words([key.as_str()]).len();
            if says >= LEAST_WHOLE || (says > 0 && all.len() >= LEAST_TEXT) {
                said.whole.insert(key);
            }
        }
        Self {
            said: Arc::new(said),
            ..Self::default()
        }
    }

    /// The content of the rounds, where each of them has these texts: what is made of the words of a whole round is
    /// known again, whichever sentences they stood in.
    #[must_use]
    pub(super) fn in_rounds<'a>(
        self,
        rounds: impl IntoIterator<Item = impl IntoIterator<Item = &'a str>>,
    ) -> Self {
        let rounds = rounds.into_iter().map(content_words).collect();
        // Nobody else has it yet.
        let said = Arc::try_unwrap(self.said).unwrap_or_default();
        Self {
            said: Arc::new(Said { rounds, ..said }),
            ..self
        }
    }

    /// The content of the rounds, where tasks are put in these words: of each template what stands between its tags, in
    /// order.
    #[must_use]
    pub(super) fn asked_in(self, templates: &[Vec<&str>]) -> Self {
        Self {
            asked: Arc::new(known_again(templates.iter().flatten().copied())),
            labels: Arc::new(templates.iter().flat_map(|texts| labels(texts)).collect()),
            ..self
        }
    }

    /// Whether a sentence begins as a line of a task does, with a name and a colon ("The manner of Ada Lovelace:"):
    /// nobody says that.
    pub(crate) fn has_label(&self, sentence: &str) -> bool {
        let Some((label, _)) = sentence.split_once(':') else {
            return false;
        };
        let label = key(label);
        let is_name = |rest: &str| rest.split(' ').count() <= NAME;
        self.labels.iter().any(|put| {
            let before = label.strip_prefix(put.as_str());
            let behind = label.strip_suffix(put.as_str());
            let mut rest = before.into_iter().chain(behind).map(str::trim);
            rest.any(|rest| !rest.is_empty() && is_name(rest))
        })
    }

    /// The content of practice for an answer beside whose fields stands what they are for.
    #[must_use]
    pub(crate) fn for_fields<'a>(&self, described: impl IntoIterator<Item = &'a str>) -> Self {
        Self {
            described: known_again(described),
            ..self.clone()
        }
    }

    /// Whether a sentence is what was asked for, in the words in which it was asked.
    fn is_asked(&self, key: &str) -> bool {
        stands_there(key, |said| {
            self.asked.contains(said) || self.described.contains(said)
        })
    }

    /// The content of practice where these people are not.
    #[must_use]
    pub fn without<'a>(&self, strangers: impl IntoIterator<Item = &'a str>) -> Self {
        let strangers = strangers.into_iter().map(key);
        let spaced = strangers.flat_map(|name| [format!(" {name} "), format!(" {name}'s ")]);
        Self {
            strangers: spaced.collect(),
            ..self.clone()
        }
    }

    /// The content of practice for the answer to a task in these words.
    #[must_use]
    pub fn for_task(&self, task: &str) -> Self {
        Self {
            task: content_words([task]),
            task_words: format!(" {} ", key(task)),
            ..self.clone()
        }
    }

    /// Whether it is, word for word, a whole sentence or text of practice, and not of the task.
    fn is_whole(&self, key: &str) -> bool {
        self.said.whole.contains(key) && !self.task_words.contains(&format!(" {key} "))
    }

    /// Whether a sentence says what was said in practice, or speaks of somebody who was there.
    pub fn has(&self, sentence: &str) -> bool {
        let key = key(sentence);
        let spaced = format!(" {key} ");
        if self.strangers.iter().any(|name| spaced.contains(name)) || self.is_whole(&key) {
            return true;
        }
        let all: Vec<&str> = key.split(' ').collect();
        if all.len() < LEAST_TEXT {
            return false;
        }
        if self.is_asked(&key) {
            return true;
        }
        let own = |about: &BTreeSet<String>| about.difference(&self.task).count();
        let copies = COPIED_FROM_PRACTICE.iter().any(|copied| {
            let mut runs = all.windows(copied.words).map(|run| run.join(" "));
            let telling = |run: &String| own(&content_words([run.as_str()]));
            runs.any(|run| self.said.runs.contains(&run) && telling(&run) >= copied.telling)
        });
        let mut ends = all.windows(ENDING).map(|run| run.join(" "));
        let is_held = ends
            .any(|run| self.said.endings.contains(&run) && own(&content_words([run.as_str()])) > 0);
        let said: BTreeSet<String> = content_words([key.as_str()])
            .difference(&self.task)
            .cloned()
            .collect();
        copies
            || is_held
            || self.said.sentences.iter().any(|practised| {
                let shared = practised.intersection(&said).count();
                let share = |of: usize| shared as f64 >= RETOLD * of as f64;
                (shared >= LEAST_SHARED && share(own(practised)))
                    || (shared > LEAST_SHARED && share(said.len()))
            })
            || self.said.rounds.iter().any(|round| {
                let shared = round.intersection(&said).count();
                shared > LEAST_SHARED && shared as f64 >= RETOLD_ROUND * said.len() as f64
            })
    }

    /// A text without what comes from practice.
    ///
    /// # Errors
    /// A sentence of it, where nothing else is left.
    pub(crate) fn own_text(&self, text: &str) -> Result<String, String> {
        if self.is_whole(&key(text)) {
            return Err(text.trim().to_owned());
        }
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
        if all > 0
            && kept
                .iter()
                .all(|one| words(one).nth(LEAST_TEXT - 1).is_none())
        {
            return Err(copied.trim().to_owned());
        }
        Ok(kept.concat().trim().to_owned())
    }

    /// Drops what comes from practice from every text of an answer, and from lists whatever is made of nothing else.
    ///
    /// # Errors
    /// A sentence of a text, or of a list, of which nothing else is left.
    pub(crate) fn own_value(&self, value: &mut Value) -> Result<(), String> {
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

/// The last words of what a side holds, where they tell it from what others hold.
fn ending(claim: &str) -> Option<String> {
    let key = key(claim);
    let all: Vec<&str> = key.split(' ').collect();
    let last = all.get(all.len().checked_sub(ENDING)?..)?;
    let tells = all.len() <= HELD && !last.iter().any(|word| MODAL.contains(word));
    tells.then(|| last.join(" "))
}

/// The words on one line with a tag and a colon, before or behind the tag, where they are more than one or two.
fn labels(texts: &[&str]) -> Vec<String> {
    let behind = texts.iter().skip(1).filter_map(|text| {
        let line = text.lines().next()?;
        line.trim_end().strip_suffix(':')
    });
    let pairs = texts.iter().zip(texts.iter().skip(1));
    let before = pairs.filter_map(|(text, next)| {
        let line = text.rsplit('\n').next()?;
        next.starts_with(':').then_some(line)
    });
    let keys = behind.chain(before).map(key);
    keys.filter(|key| key.split(' ').count() >= LEAST_WHOLE)
        .collect()
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
        let loaded = Practice::load().unwrap();
        let practice = &loaded.said;
        let texts = loaded.texts();
        assert!(texts.len() > 250, "{}", texts.len());
        let says = |text: &str| words(text).nth(LEAST_WHOLE - 1).is_some();
        // Whatever the task is about.
        let task = practice
            .for_task("Every child has come to the door twice; close, and let the rest say that.");
        for text in texts.iter().filter(|text| says(text)) {
            for practice in [practice, &task] {
                let mut value = json!({ "points": [text] });
                assert!(practice.own_value(&mut value).is_err(), "{text}");
                for sentence in sentences(text).into_iter().filter(|one| says(one)) {
                    assert!(practice.has(sentence), "{sentence}");
                    assert!(practice.has(&sentence.to_uppercase()), "{sentence}");
                }
            }
            for sentence in sentences(text) {
                let about = content_words([sentence]).len();
                let changed = format!("And so I tell you: {} tonight!", key(sentence));
                let [run, _] = COPIED_FROM_PRACTICE;
                let is_long = about >= run.telling && words(sentence).nth(run.words).is_some();
                assert!(!is_long || practice.has(&changed), "{changed}");
            }
        }
        let beside = loaded.beside();
        assert!(beside.len() > 100, "{}", beside.len());
        for text in &beside {
            for sentence in sentences(text) {
                let says = content_words([sentence]).len();
                if says > 0 && words(sentence).nth(LEAST_TEXT - 1).is_some() {
                    assert!(practice.has(sentence), "{sentence}");
                }
            }
        }
        for seen in [
            "It goes at what is weakest.",
            "says how it looks from there.",
            "It tests what was just said.",
            "So speaks the judge of the harbour court and laundress.",
            "Every child, you say?",
            "Nothing new has come; let them close.",
            "The rest I keep.",
            "whose door is nearer",
            "says the same thing twice",
        ] {
            assert!(task.has(seen), "{seen}");
        }
        for changed in [
            "The ovens are lit at four in the morning",
            "At four in the morning all ovens have been lit.",
            "A mill resting at night makes our bread dear by noon.",
            "I have found that a walked lane, if lit, is a safe lane after dark.",
            "Somebody must trim all the wicks on every night.",
            "Thirty-one broken wrists are in the infirmary's book for the winter.",
            "Clara Finch said so.",
            "He answers that it should not go on striking, and then says why.",
        ] {
            let practice = practice.without(["Clara Finch"]);
            assert!(practice.has(changed), "{changed}");
        }
    }

    /// The texts of an answer that say something.
    fn fields(answer: &mut Value) -> Vec<&mut String> {
        match answer {
            Value::String(text) => {
                Vec::from_iter((words(text).count() >= LEAST_WHOLE).then_some(text))
            }
            Value::Array(all) => all.iter_mut().flat_map(fields).collect(),
            Value::Object(all) => all.values_mut().flat_map(fields).collect(),
            Value::Null | Value::Bool(_) | Value::Number(_) => Vec::new(),
        }
    }

    #[test]
    fn no_sentence_of_practice_passes_in_any_field_of_any_answer() {
        const OWN: &str = "Forty services need forty pipelines.";
        const STEPS: usize = 7;
        let loaded = Practice::load().unwrap();
        let texts = loaded.texts();
        let mut planted: Vec<&str> = texts.iter().flat_map(|text| sentences(text)).collect();
        planted.retain(|one| words(one).count() >= LEAST_WHOLE);
        let (mut from, mut answers) = (0, 0);
        for answer in loaded.rounds.iter().map(|round| &round.spoken) {
            let Ok(mut answer @ Value::Object(_)) = serde_json::from_str(answer) else {
                continue;
            };
            for field in fields(&mut answer) {
                let some = planted.iter().skip(from % STEPS).step_by(STEPS);
                *field = some.fold(OWN.to_owned(), |text, one| {
                    let one = one.trim().trim_end_matches(['.', '!', '?']);
                    format!("{text} {one}.")
                });
                from += 1;
            }
            loaded.said.own_value(&mut answer).unwrap();
            let left = fields(&mut answer);
            assert!(left.iter().all(|left| left.as_str() == OWN), "{left:?}");
            answers += 1;
        }
        assert!(
            answers > 30 && from > 60,
            "{answers} answers, {from} fields"
        );
    }

    #[test]
    fn its_words_are_known_again_in_any_order_and_from_any_sentences() {
        let loaded = Practice::load().unwrap();
        let mut told = 0;
        for text in loaded.texts() {
            let mut seen = BTreeSet::new();
            let mut about: Vec<&str> = words(&text).collect();
            about.retain(|word| {
                let stems = content_words([*word]);
                !stems.is_empty() && seen.insert(stems)
            });
            // Every other word, from the last to the first, in a sentence that nobody has said.
            let some: Vec<&str> = about.into_iter().rev().step_by(2).collect();
            if some.len() > LEAST_SHARED {
                let said = format!("I say: {}.", some.join(" and the "));
                assert!(loaded.said.has(&said), "{said}");
                told += 1;
            }
        }
        assert!(told > 50, "{told}");
    }

    #[test]
    fn who_spoke_in_practice_and_how_is_known_as_a_whole() {
        let practice = practice();
        for said in [
            "Slow, kindly, with a sting in the last word.",
            "judge of the harbour court",
            "Judge of the harbour court.",
            "Dry and plain, with the river in every sentence.",
        ] {
            assert!(practice.has(said), "{said}");
            assert!(practice.own_text(said).is_err(), "{said}");
            assert!(!practice.for_task(&format!("You are: {said}")).has(said));
        }
        for own in [
            "The judge of a harbour court would ask who owns the quay.",
            "Slow and kindly he may be.",
            "Proposition",
        ] {
            assert!(!practice.has(own), "{own}");
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
            "Yes.",
            "No.",
            "Aye",
            "refuted",
            "partially_upheld",
            "Hasty generalisation",
            "Every child is different.",
            "Nothing new has come of it.",
            "Let them close the road for a year and count.",
            "The rest is silence.",
            "says the same as the studies do",
            "I have not seen it.",
            "Let it go.",
            "None of them did.",
            "Vote Aye.",
            "A new wall should be built before the flood comes.",
            "The clocks strike, and still nobody is on time.",
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
        // A whole sentence of practice, where it is a debate's own.
        let said = "Every school should teach chess.";
        assert!(practice.for_task("Speak on music in schools.").has(said));
        assert!(
            !practice
                .for_task("The motion: every school should teach chess.")
                .has(said)
        );
        let said = "The bells must not go on striking for ever.";
        assert!(practice.has(said));
        let task = "The motion: the dockers should go on striking.";
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
