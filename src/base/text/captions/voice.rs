//! The turns of speakers within a cue: voices (`<v Ann>`), names before a colon, dashes and arrows for the next
//! speaker.

use std::collections::{BTreeSet, HashMap};

use super::{cue::CaptionCue, markup::untagged};

/// The longest name before a colon, in characters and words.
const NAME_CHARS: usize = 40;
const NAME_WORDS: usize = 4;

/// The speaker of a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CaptionSpeaker {
    /// Whoever spoke before.
    Same,
    /// A speaker without a name, who is not the one before.
    Unknown,
    /// The speaker of that name.
    Named(String),
}

/// A turn: the words of one speaker within a cue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaptionTurn {
    /// The speaker.
    pub speaker: CaptionSpeaker,
    /// Whether a mark says that another speaker begins here.
    pub begins: bool,
    /// The words, without tags.
    pub text: String,
}

/// The most names that are counted: more than that are no names.
const NAMES: usize = 100_000;

/// The names that stand before colons, counted.
#[derive(Debug, Default)]
pub struct CaptionNames(HashMap<String, usize>);

impl CaptionNames {
    /// Counts those of a cue.
    pub fn count(&mut self, cue: &CaptionCue) {
        for line in &cue.lines {
            let text = untagged(line);
            let Some((name, _)) = named(marked(text.trim()).1) else {
                continue;
            };
            let shouted = !name.chars().any(char::is_lowercase);
            let more = if shouted { 2 } else { 1 };
            let has_room = self.0.len() < NAMES;
            match self.0.get_mut(name) {
                Some(count) => *count += more,
                None if has_room => {
                    self.0.insert(name.to_owned(), more);
                }
                None => {}
            }
        }
    }

    /// The names in capitals, or there more than once. "Listen: it rings" names nobody.
    pub fn known(self) -> BTreeSet<String> {
        self.known_or(|_| false)
    }

    /// These names, and those of the people who are known to speak, however they stand there.
    pub fn known_or(mut self, speaks: impl Fn(&str) -> bool) -> BTreeSet<String> {
        self.0.retain(|name, count| *count > 1 || speaks(name));
        self.0.into_keys().collect()
    }
}

/// The turns of a cue, in order; none is empty.
pub fn turns(cue: &CaptionCue, names: &BTreeSet<String>) -> Vec<CaptionTurn> {
    let mut turns: Vec<CaptionTurn> = Vec::new();
    for line in &cue.lines {
        for (voice, text) in voices(line) {
            let text = untagged(text);
            let text = text.trim();
            let (marked, rest) = marked(text);
            let label = named(rest).filter(|(name, _)| names.contains(*name));
            let (name, said) = label.map_or((None, rest), |(name, said)| (Some(name), said));
            let name = voice.or_else(|| name.map(str::to_owned));
            let speaker = match name {
                Some(name) => CaptionSpeaker::Named(name),
                None if marked => CaptionSpeaker::Unknown,
                None => CaptionSpeaker::Same,
            };
            match turns.last_mut() {
                Some(turn) if speaker == CaptionSpeaker::Same => {
                    turn.text.push(' ');
                    turn.text.push_str(said);
                }
                _ => turns.push(CaptionTurn {
                    speaker,
                    begins: marked,
                    text: said.to_owned(),
                }),
            }
        }
    }
    turns.retain(|turn| !turn.text.trim().is_empty() || turn.speaker != CaptionSpeaker::Same);
    turns
}

/// A line cut at its `<v Name>` tags.
fn voices(line: &str) -> Vec<(Option<String>, &str)> {
    let mut found = Vec::new();
    let mut voice = None;
    let mut parts = line.split("<v");
    let mut text = parts.next().unwrap_or_default();
    for part in parts {
        // "<v Ann>" or, with classes, "<v.loud Ann>".
        let tag = part
            .split_once('>')
            .filter(|_| part.starts_with([' ', '.']));
        if !text.trim().is_empty() {
            found.push((voice.take(), text));
        }
        let Some((inside, after)) = tag else {
            text = part;
            continue;
        };
        voice = inside
            .split_once(' ')
            .map(|(_, name)| name.trim().to_owned());
        voice = voice.filter(|name| !name.is_empty());
        text = after;
    }
    found.push((voice, text));
    found
}

/// Splits off a mark by which another speaker begins; gives whether there is one, and what stands behind it.
fn marked(text: &str) -> (bool, &str) {
    match text.strip_prefix(">>").or_else(|| dash(text)) {
        Some(rest) => (true, rest.trim_start_matches('>').trim_start()),
        None => (false, text),
    }
}

/// "- Yes." begins another speaker; "-ish" does not.
fn dash(text: &str) -> Option<&str> {
    let rest = text.strip_prefix(['-', '–', '—'])?;
    let next = rest.chars().next()?;
    (next.is_whitespace() || next.is_uppercase()).then_some(rest)
}

/// "ANN HALE: Order." is Ann Hale's; "Mind this: it rings" is nobody's: every word of a name has a capital.
fn named(text: &str) -> Option<(&str, &str)> {
    let (name, said) = text.split_once(':')?;
    let name = name.trim();
    let words = name.split_whitespace();
    let looks = !name.is_empty()
        && name.chars().count() <= NAME_CHARS
        && words.clone().count() <= NAME_WORDS
        && words
            .clone()
            .all(|word| word.starts_with(char::is_uppercase))
        && name
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, ' ' | '.' | '\'' | '’' | '-'));
    // A time or an address goes on without a space.
    let spaced = said.is_empty() || said.starts_with(char::is_whitespace);
    (looks && spaced).then_some((name, said.trim_start()))
}
