//! The cleaning of speeches from what models put around them and nobody in the room would say: a label with the
//! speaker's name in front of a speech, quotation marks around all of it, stage directions, and points of information
//! copied from the record. Works on a stream: text is held back only while it could still be one of these.

use crate::{
    asks::said_before::SaidBefore,
    llm::Finish,
    text::{
        NOTE, REDACTED, assistant, count_words, first_words,
        sentence::{self, key},
    },
    wording::without_list_mark,
};

use super::{passage_mark::PassageMark, stage_directions::StageDirections};

/// A label is no longer than this.
const LABEL: usize = 90;

/// The watch that is kept on a speaker's words.
#[derive(Debug, Clone)]
pub(super) enum Watch {
    /// Passed on as they come.
    Freely,
    /// Passed on sentence by sentence, and none that was said before: a small model copies what it has read,
    /// and nobody in the room says the same sentence twice.
    BySentence {
        /// The words that were said before.
        said: Box<SaidBefore>,
        /// Everybody who may be named in a label.
        everybody: Vec<String>,
        /// The mark of the passage that the words rest on.
        mark: PassageMark,
    },
}

/// Cleans the text of one speaker as it comes.
#[derive(Debug, Clone)]
pub(super) struct Voice {
    names: Vec<String>,
    watch: Watch,
    directions: StageDirections,
    /// With a watch by sentence: what is not a whole sentence yet.
    sentence: String,
    held: String,
    begun: bool,
    /// Whether the last character passed on ended a line.
    line_start: bool,
}

impl Voice {
    /// For a speaker known by these names.
    pub(super) fn new(names: Vec<String>, watch: Watch) -> Self {
        Self {
            names,
            watch,
            directions: StageDirections::default(),
            sentence: String::new(),
            held: String::new(),
            begun: false,
            line_start: true,
        }
    }

    /// Takes the next chunk, and gives what may be passed on.
    pub(super) fn push(&mut self, chunk: &str) -> String {
        self.held.push_str(chunk);
        let flown = self.flow(false);
        let said = self.directions.push(&flown);
        let plain = self.plain(&said);
        self.watched(plain)
    }

    /// The rest that was held back at the end. A last sentence that was cut off is given up where sentences are
    /// watched.
    pub(super) fn finish(&mut self, end: Finish) -> String {
        let flown = self.flow(true);
        let said = self.directions.push(&flown) + &self.directions.finish();
        let plain = self.plain(&said);
        let mut rest = self.watched(plain);
        let last = std::mem::take(&mut self.sentence);
        if end == Finish::Stop || sentence::is_at_end(&last) {
            rest.push_str(&self.new_sentence(last));
        }
        rest
    }

    fn watched(&mut self, text: String) -> String {
        if matches!(self.watch, Watch::Freely) {
            return text;
        }
        self.sentence.push_str(&text);
        let mut passed = String::new();
        while let Some(end) = sentence::first_end(&self.sentence) {
            let rest = self.sentence.split_off(end);
            let whole = std::mem::replace(&mut self.sentence, rest);
            passed.push_str(&self.new_sentence(whole));
        }
        passed
    }

    /// The sentence, if it was not said before and is in character.
    fn new_sentence(&mut self, sentence: String) -> String {
        let Watch::BySentence {
            said,
            everybody,
            mark,
        } = &mut self.watch
        else {
            return sentence;
        };
        // Notes that the record has, and the numbers of a list: nobody speaks them.
        if sentence.trim_start().starts_with("The Chair:")
            || is_list_mark(&sentence)
            || said.begins_as_a_task(&sentence)
        {
            return String::new();
        }
        let space = sentence.len() - sentence.trim_start().len();
        let (space, said_aloud) = sentence.split_at_checked(space).unwrap_or(("", &sentence));
        let sentence = format!("{space}{}", without_list_mark(said_aloud));
        let sentence = without_others_label(&sentence, everybody).replace(['"', '“', '”'], "");
        let key = key(&sentence);
        let out_of_character = assistant::is_out_of_character(&sentence);
        if out_of_character || is_about_oneself(&key, &self.names) || !said.is_new(&key) {
            return String::new();
        }
        said.add_key(key);
        mark.put(sentence)
    }

    /// Without the marks of a written page: nobody speaks asterisks, or the signs in front of a heading.
    fn plain(&mut self, text: &str) -> String {
        let mut plain = String::with_capacity(text.len());
        for c in text.chars() {
            let is_mark = c == '*' || (self.line_start && c == '#');
            if !is_mark {
                self.line_start = c == '\n' || (self.line_start && c.is_whitespace());
                plain.push(c);
            }
        }
        plain
    }

    fn flow(&mut self, all: bool) -> String {
        let mut out = String::new();
        loop {
            if !self.begun {
                let fresh = self.held.trim_start();
                // A label ends with a colon and stands on the first line.
                let settled = all || fresh.chars().count() > LABEL || fresh.contains('\n');
                if !settled {
                    return out;
                }
                self.held = self.without_label(fresh).to_owned();
                self.begun = true;
            }
            let Some(open) = self.held.find('[') else {
                out.push_str(&std::mem::take(&mut self.held));
                return out;
            };
            let bracketed = self.held.split_off(open);
            out.push_str(&std::mem::replace(&mut self.held, bracketed));
            match self.held.find(']') {
                // It may be the text of a link, as what follows tells.
                Some(close) if close + 1 == self.held.len() && !all && close <= NOTE => return out,
                // The text of a link is said, and the number of a passage is part of what is. What is longer is no note,
                // and the place of a key stays: without it, what stands on both sides could be one again.
                Some(close)
                    if close > NOTE
                        || self
                            .held
                            .get(close + 1..)
                            .is_some_and(|rest| rest.starts_with('('))
                        || self.held.get(..=close).is_some_and(is_kept) =>
                {
                    let rest = self.held.split_off(close + 1);
                    out.push_str(&std::mem::replace(&mut self.held, rest));
                }
                Some(close) => {
                    let rest = self.held.split_off(close + 1);
                    self.held = rest;
                    // The blank lines around a note go with it.
                    if out.ends_with('\n') || out.is_empty() {
                        self.held = self.held.trim_start_matches('\n').to_owned();
                    }
                }
                None if all || self.held.len() > NOTE => {
                    out.push_str(&std::mem::take(&mut self.held));
                    return out;
                }
                None => return out,
            }
        }
    }

    fn without_label<'a>(&self, text: &'a str) -> &'a str {
        let bare = text.trim_start_matches(['*', '#', '_', ' ', '"', '“']);
        for name in &self.names {
            let Some(rest) = bare.strip_prefix(name.as_str()) else {
                continue;
            };
            // "Name:", "Name (Opposition 2):", "**Name**:", "**Name:**"
            if let Some(colon) = rest.find(':')
                && rest.get(..colon).is_some_and(is_within_label)
            {
                let after = rest.get(colon + 1..).unwrap_or_default();
                return after.trim_start_matches(['*', '_', ' ', '\n', '"', '“']);
            }
        }
        text.trim_start_matches(['"', '“'])
    }
}

/// Whether what stands in brackets is no note.
fn is_kept(bracketed: &str) -> bool {
    let inside = bracketed
        .strip_prefix('[')
        .and_then(|text| text.strip_suffix(']'));
    bracketed.ends_with(REDACTED) || inside.is_some_and(is_number)
}

/// Whether what stands in brackets are numbers of passages: `3`, `3, 4`.
fn is_number(inside: &str) -> bool {
    let is_one = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    inside.split([',', ';']).all(|part| is_one(part.trim()))
}

/// Whether a sentence is the number that stands before a point of a list: "1." or "2)".
fn is_list_mark(sentence: &str) -> bool {
    let number = sentence.trim().strip_suffix(['.', ')']).unwrap_or_default();
    matches!(number.len(), 1 | 2) && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// The sentence without a first line that only names a speaker, as a record does.
fn without_others_label<'a>(sentence: &'a str, everybody: &[String]) -> &'a str {
    let text = sentence.trim_start();
    match text.split_once(':') {
        Some((label, rest))
            if label.len() < LABEL
                && everybody
                    .iter()
                    .any(|name| label.trim_start_matches('"').starts_with(name.as_str())) =>
        {
            rest.trim_start()
        }
        _ => sentence,
    }
}

/// Whether a speaker is spoken of, by the full name, in a sentence that the speaker says: a small model
/// describes the scene that it should play.
fn is_about_oneself(key: &str, names: &[String]) -> bool {
    let Some(name) = names.first().map(|name| self::key(name)) else {
        return false;
    };
    let speaks = key
        .split(' ')
        .any(|word| matches!(word, "i" | "i'm" | "i've" | "i'll" | "me" | "my"));
    !name.is_empty() && key.contains(&name) && !speaks
}

/// Whether a text may stand between a name and the colon of a label.
fn is_within_label(between: &str) -> bool {
    let inner = between.trim_matches(['*', '_', ' ', ',']);
    inner.is_empty() || (inner.starts_with('(') && inner.ends_with(')') && inner.len() < LABEL)
}

/// An answer that was cleaned as a whole.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Cleaned {
    /// The words that are kept.
    pub(super) text: String,
    /// Whether more was said than is kept, or would have been.
    pub(super) is_cut: bool,
}

/// Cleans an answer that is there as a whole, and keeps at most `words` words, in whole sentences. Nothing is
/// left of a model's refusal. A first sentence that has no end is cut at the word; a last one that the model had no room
/// to end is left out.
pub(super) fn clean(text: &str, finish: Finish, names: Vec<String>, words: u32) -> Cleaned {
    let mut voice = Voice::new(names, Watch::Freely);
    let mut clean = voice.push(text);
    clean.push_str(&voice.finish(Finish::Stop));
    let mut kept = String::new();
    let mut is_cut = finish == Finish::Length;
    let whole = clean.trim().trim_end_matches(['"', '”']);
    for sentence in sentence::sentences(whole) {
        if assistant::refuses(sentence) {
            continue;
        }
        if kept.is_empty() && count_words(sentence) > words.saturating_mul(2) {
            // It has no end.
            return Cleaned {
                text: first_words(sentence, words as usize),
                is_cut: true,
            };
        }
        let so_far = count_words(&kept) + count_words(sentence);
        let is_unfinished = finish == Finish::Length && !sentence::is_at_end(sentence);
        if !kept.is_empty() && (so_far > words || is_unfinished) {
            is_cut = true;
            break;
        }
        if !kept.is_empty() {
            kept.push(' ');
        }
        kept.push_str(sentence);
    }
    Cleaned { text: kept, is_cut }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::practice::FromPractice;

    fn cut(text: &str, names: Vec<String>, words: u32) -> String {
        clean(text, Finish::Stop, names, words).text
    }

    #[test]
    fn it_is_known_of_an_answer_whether_all_of_it_is_kept() {
        for (text, finish, kept, is_cut) in [
            (
                "It pays. It lasts.",
                Finish::Stop,
                "It pays. It lasts.",
                false,
            ),
            (
                "It pays. It lasts for ever and a day.",
                Finish::Stop,
                "It pays.",
                true,
            ),
            ("It pays. It lasts for", Finish::Length, "It pays.", true),
            ("It lasts for", Finish::Length, "It lasts for", true),
            (
                "It pays. It lasts for",
                Finish::Stop,
                "It pays. It lasts for",
                false,
            ),
        ] {
            let cleaned = clean(text, finish, vec![], 6);
            assert_eq!(
                (cleaned.text.as_str(), cleaned.is_cut),
                (kept, is_cut),
                "{text}"
            );
        }
    }

    fn spoken(chunks: &[&str]) -> String {
        let mut voice = Voice::new(vec!["Adam Smith".into(), "Smith".into()], Watch::Freely);
        let mut out: String = chunks.iter().map(|chunk| voice.push(chunk)).collect();
        out += &voice.finish(Finish::Stop);
        out
    }

    #[test]
    fn notes_of_the_record_are_not_spoken() {
        let watch = Watch::BySentence {
            said: Box::default(),
            everybody: vec![],
            mark: PassageMark::default(),
        };
        let mut voice = Voice::new(vec![], watch);
        let mut said =
            voice.push("Both spoke well of bread. The Chair: The summariser has finished.");
        said.push_str(&voice.finish(Finish::Stop));
        assert_eq!(said.trim(), "Both spoke well of bread.");
    }

    #[test]
    fn lines_of_the_task_are_not_spoken() {
        let practice = crate::prompt::Prompts::load(None)
            .unwrap()
            .practice(&crate::debate::DebateState::default());
        let watch = Watch::BySentence {
            said: Box::new(SaidBefore::but_for(practice)),
            everybody: vec!["Ada Lovelace".to_owned()],
            mark: PassageMark::default(),
        };
        let mut voice = Voice::new(vec![], watch);
        let mut said = voice.push(
            "Engines weave. The manner of Ada Lovelace: exact, and dry. Hear this: they count. \
             The following sentences are in a debate: they are mine.",
        );
        said.push_str(&voice.finish(Finish::Stop));
        assert_eq!(said.trim(), "Engines weave. Hear this: they count.");
    }

    #[test]
    fn the_numbers_of_a_list_are_not_spoken() {
        let watch = Watch::BySentence {
            said: Box::default(),
            everybody: Vec::new(),
            mark: PassageMark::default(),
        };
        let mut voice = Voice::new(Vec::new(), watch);
        let written = "Unity needs belief. 1. Men believe.\n2. Men have power. 3) Men act. It was so in 1776. 1.";
        let spoken = voice.push(written) + &voice.finish(Finish::Stop);
        let expected =
            "Unity needs belief. Men believe.\nMen have power. Men act. It was so in 1776. ";
        assert_eq!(spoken, expected);
    }

    #[test]
    fn labels_go_whatever_they_look_like() {
        let table = [
            ("Adam Smith: Friends, hear me.", "Friends, hear me."),
            ("**Adam Smith (Opposition, second):** Friends.", "Friends."),
            ("**Adam Smith**: Friends.", "Friends."),
            ("\"Friends, hear me.", "Friends, hear me."),
            (
                "Smith himself would say: no.",
                "Smith himself would say: no.",
            ),
            ("Friends: hear me.", "Friends: hear me."),
        ];
        for (said, heard) in table {
            assert_eq!(spoken(&[said]), heard);
            let letters: Vec<String> = said.chars().map(String::from).collect();
            let letters: Vec<&str> = letters.iter().map(String::as_str).collect();
            assert_eq!(spoken(&letters), heard, "letter by letter");
        }
    }

    #[test]
    fn notes_in_brackets_are_not_spoken() {
        assert_eq!(
            spoken(&[
                "I hold this.\n\n[On a point of inf",
                "ormation, Mill: \"No?\"]\n\nAnd this. [Applause] So."
            ]),
            "I hold this.\n\nAnd this.  So."
        );
        assert_eq!(
            spoken(&["It was so [3", "]. And so [1, 2]. [Applause] Hear [] this."]),
            "It was so [3]. And so [1, 2].  Hear  this."
        );
        assert_eq!(
            spoken(&["An open [bracket is let through"]),
            "An open [bracket is let through"
        );
        // What takes keys out of texts looks no further.
        for inside in ["x".repeat(NOTE), format!("a {REDACTED}")] {
            let note = format!("so[{inside}]it is");
            assert_eq!(spoken(&[&note]), note);
            assert_eq!(spoken(&[&note[..9], &note[9..]]), note);
        }
    }

    #[test]
    fn the_marks_of_a_written_page_are_not_spoken() {
        assert_eq!(
            spoken(&["## The road\n\nIt is **ours**, *all* of it. Number #1."]),
            " The road\n\nIt is ours, all of it. Number #1."
        );
    }

    #[test]
    fn nobody_says_the_same_sentence_twice_where_that_is_watched() {
        let practice = FromPractice::new(["Keep what people meet beneath, and vote No."], [], []);
        let mut said = SaidBefore::but_for(practice);
        said.add("Cars take up space. The boats already carry the sick across at night.");
        let mut voice = Voice::new(
            vec!["Adam Smith".into()],
            Watch::BySentence {
                said: Box::new(said),
                everybody: vec!["Karl Marx".into()],
                mark: PassageMark::default(),
            },
        );
        let mut out = String::new();
        for chunk in [
            "Cars take up space! Str",
            "eets are ours.\n\nStreets are ours. As an AI model I can",
            "not. Keep what people meet beneath the clock! I know the boats already carry the sick across. ",
            "Adam Smith must have a motive. I, Adam Smith, have none. And half a",
        ] {
            out += &voice.push(chunk);
        }
        out += &voice.finish(Finish::Length);
        assert_eq!(out, "Streets are ours.\n\nI, Adam Smith, have none. ");
    }

    #[test]
    fn nothing_is_left_of_a_refusal() {
        let refused = "I'm sorry, but I can't assist with that request.";
        assert_eq!(cut(refused, vec![], 40), "");
        let table = "You ask who will assist with the harvest? I will.";
        assert_eq!(cut(table, vec![], 40), table);
    }

    #[test]
    fn an_answer_is_cut_at_a_sentence() {
        let text = "Adam Smith: \"The purse that pays is yours. And it pays twice. A third one.\"";
        assert_eq!(
            cut(text, vec!["Adam Smith".into()], 10),
            "The purse that pays is yours. And it pays twice."
        );
        let endless = cut(&"word ".repeat(4000), vec![], 10);
        assert_eq!(endless, "word ".repeat(10) + "…");
    }
}
