//! Labels: what stands in the place of names in a text, and the names back in the place of labels. By words alone, so
//! that a label stands wherever somebody is called by their name, in headings and in the words of speeches. What is not
//! a way to call somebody stays: whoever speaks of Marxism says what they argue, and not whom they answer.

use std::collections::BTreeMap;

use crate::{
    debate::{
        looks::TeamOrder,
        opening::{Opening, Speaker},
    },
    text::{content::is_function_word, the, titles, upper_first},
};

use super::{sides_in, speakers_in, starts::Starts};

/// The first words of the labels of a speaker, of a team and of a member of the audience.
const SPEAKER: &str = "Speaker";
const TEAM: &str = "Team";
const LISTENER: &str = "Listener";
/// Words that make "the proposition" or "the opposition" in front of them the common word: "the proposition that all
/// men are equal", "the opposition to the plan".
const COMMON: [&str; 4] = ["that", "of", "to", "which"];
/// A part of a name with fewer letters is as good as a word.
const SHORTEST_PART: usize = 3;
/// The letters that ids of arguments begin with, a team each. None of them is a letter of a speaker of a usual debate.
const ID_LETTERS: &str = "XYZWVUTS";

/// Whether a text is a label of somebody, or of a team: "Speaker A", "Team 1", "Listener 12".
pub fn is_blind_label(text: &str) -> bool {
    let mark = [SPEAKER, TEAM, LISTENER]
        .into_iter()
        .find_map(|kind| text.strip_prefix(kind)?.strip_prefix(' '));
    mark.is_some_and(|mark| {
        let is_number = mark.bytes().all(|byte| byte.is_ascii_digit());
        let is_letter = mark.len() == 1 && mark.bytes().all(|byte| byte.is_ascii_uppercase());
        !mark.is_empty() && (is_number || is_letter)
    })
}

/// Something that is not to be read.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Hidden {
    /// The words.
    words: String,
    /// The label that stands in the place of the words.
    label: String,
    /// The kind of thing that the words are.
    kind: HiddenKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum HiddenKind {
    Person,
    /// A side, and whether its name is a word before it is a side, as "For" and "Against" are.
    Side {
        is_word: bool,
    },
    /// The id of an argument, which begins with the mark of its side.
    Id,
}

/// The labels, and whom each stands for, in one look at a debate.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BlindLabels {
    /// The longest first, so that a whole name is found before a part of it.
    hidden: Vec<Hidden>,
    /// The text that is shown for the labels of people and of arguments.
    names: BTreeMap<String, String>,
    /// The text that is shown for the labels of teams.
    teams: BTreeMap<String, String>,
    starts: Starts,
}

impl BlindLabels {
    /// The labels of everybody in a debate, and of its arguments, which are given by side and id.
    pub(super) fn new<'a>(
        opening: &Opening,
        arguments: impl Iterator<Item = (&'a str, &'a str)>,
        order: TeamOrder,
    ) -> Self {
        let mut labels = Self::default();
        labels.add_people(opening, order);
        let sides = sides_in(order, opening);
        // At one table there are no teams.
        let is_in_teams = sides.len() > 1;
        for (at, side) in sides.iter().enumerate().filter(|_| is_in_teams) {
            let label = format!("{TEAM} {}", at + 1);
            let is_word = is_function_word(&bare(&side.name).to_lowercase());
            labels.hide_as(&side.name, &label, HiddenKind::Side { is_word });
            labels.teams.insert(label, side.name.clone());
        }
        let mut counts = BTreeMap::<&str, usize>::new();
        for (side, id) in arguments {
            let at = sides.iter().position(|one| one.id == side).unwrap_or(0);
            let letter = ID_LETTERS.chars().nth(at).unwrap_or('R');
            let number = counts.entry(side).or_default();
            *number += 1;
            let label = format!("{letter}{number}");
            labels.hide_as(id, &label, HiddenKind::Id);
            labels.names.insert(label, id.to_owned());
        }
        let longest_first = |one: &Hidden| std::cmp::Reverse(one.words.len());
        labels.hidden.sort_by_key(longest_first);
        labels.starts = Starts::of(labels.hidden.iter().map(|one| one.words.as_str()));
        labels
    }

    fn add_people(&mut self, opening: &Opening, order: TeamOrder) {
        let speakers = speakers_in(order, opening);
        let mut parts: Vec<(String, String)> = Vec::new();
        for (at, speaker) in speakers.iter().enumerate() {
            let label = format!("{SPEAKER} {}", letter(at));
            let card = &speaker.card;
            self.hide_as(&card.name, &label, HiddenKind::Person);
            self.hide_as(&card.short, &label, HiddenKind::Person);
            let own = parts_of(speaker).map(|part| (part.to_owned(), label.clone()));
            parts.extend(own);
            self.names.insert(label, card.name.clone());
        }
        for (at, listener) in opening.audience.iter().enumerate() {
            let label = format!("{LISTENER} {}", at + 1);
            self.hide_as(&listener.card.name, &label, HiddenKind::Person);
            self.names.insert(label, listener.card.name.clone());
        }
        // What two have in their names tells nobody who is meant.
        for (part, label) in &parts {
            let is_shared = parts
                .iter()
                .any(|(one, other)| one == part && other != label);
            if !is_shared {
                self.hide_as(part, label, HiddenKind::Person);
            }
        }
    }

    /// Has words replaced by a label. Those that are known already stay whose they are.
    fn hide_as(&mut self, words: &str, label: &str, kind: HiddenKind) {
        let words = words.trim();
        let is_known = self.hidden.iter().any(|one| one.words == words);
        if !words.is_empty() && !is_known {
            self.hidden.push(Hidden {
                words: words.to_owned(),
                label: label.to_owned(),
                kind,
            });
        }
    }

    /// The label of a name.
    pub(super) fn label_of(&self, name: &str) -> Option<&str> {
        let known = self.hidden.iter().find(|one| one.words == name.trim());
        known.map(|one| one.label.as_str())
    }

    /// The text with labels in the place of names.
    pub fn hide(&self, text: &str) -> String {
        self.hidden(text, side_at)
    }

    /// A title with labels in the place of names. The name of a side means the side in it, however it is written.
    pub(super) fn hide_in_title(&self, title: &str) -> String {
        self.hidden(title, |rest, name, is_word| {
            side_at(rest, name, is_word).or_else(|| begins(rest, name, Case::Ignored))
        })
    }

    fn hidden(&self, text: &str, side_at: fn(&str, &str, bool) -> Option<usize>) -> String {
        replaced(text, |rest, out| {
            self.starts.has(rest).then_some(())?;
            let (length, label) = self.hidden_at(rest, side_at)?;
            out.push_str(label);
            Some(length)
        })
    }

    /// Finds what is not to be read at the beginning of `rest`: its length in bytes, and its label.
    fn hidden_at(
        &self,
        rest: &str,
        side_at: fn(&str, &str, bool) -> Option<usize>,
    ) -> Option<(usize, &str)> {
        let title = title(rest);
        let of = |one: &Hidden| -> Option<usize> {
            match one.kind {
                HiddenKind::Id => begins(rest, &one.words, Case::Kept),
                HiddenKind::Person => {
                    let named = rest.get(title..).unwrap_or_default();
                    let behind = begins(named, &one.words, Case::Kept).map(|length| title + length);
                    // Where a title belongs to the name itself, as in "Lady Astor".
                    let whole = || begins(rest, &one.words, Case::Kept).filter(|_| title > 0);
                    behind.or_else(whole)
                }
                HiddenKind::Side { is_word } => side_at(rest, &one.words, is_word),
            }
        };
        self.hidden
            .iter()
            .find_map(|one| Some((of(one)?, one.label.as_str())))
    }

    /// The text with names in the place of labels.
    pub fn reveal(&self, text: &str) -> String {
        replaced(text, |rest, out| {
            if let Some((name, length)) = self.shown_at(rest, out) {
                out.push_str(&name);
                return Some(length);
            }
            self.several_at(rest, out)
        })
    }

    /// Finds the text that is shown for a label at the beginning of `rest`, with the length of the label.
    fn shown_at(&self, rest: &str, out: &str) -> Option<(String, usize)> {
        let (word, key, length) = two_words(rest)?;
        for kind in [SPEAKER, TEAM, LISTENER] {
            if is_kind(word, kind) {
                return Some((self.shown(&format!("{kind} {key}"), out)?, length));
            }
        }
        let id = first_word(rest);
        Some((self.names.get(id)?.clone(), id.len()))
    }

    fn shown(&self, label: &str, out: &str) -> Option<String> {
        if let Some(name) = self.names.get(label) {
            return Some(name.clone());
        }
        let side = self.teams.get(label)?;
        let before = out.trim_end();
        let has_article = before.len() < out.len()
            && before
                .rsplit(|sign: char| !sign.is_alphanumeric())
                .next()
                .is_some_and(|last| matches!(last, "the" | "The"));
        Some(if has_article {
            side.strip_prefix("The ").unwrap_or(side).to_owned()
        } else if before.is_empty() || before.ends_with(['.', '!', '?', ':', '\n']) {
            upper_first(&the(side))
        } else {
            the(side)
        })
    }

    /// "Teams 1 and 2", "Speakers A, B and C": puts the names in the place of them and gives their length.
    fn several_at(&self, rest: &str, out: &mut String) -> Option<usize> {
        let word = first_word(rest);
        let kind = [SPEAKER, TEAM, LISTENER]
            .into_iter()
            .find(|kind| word.strip_suffix('s').is_some_and(|one| is_kind(one, kind)))?;
        let mut at = word.len();
        let mut end = None;
        let mut told = String::new();
        loop {
            let behind = rest.get(at..)?;
            let gap = match [", and ", " and ", ", ", " & ", " "]
                .into_iter()
                .find(|gap| behind.starts_with(gap))
            {
                Some(" ") if end.is_some() => break,
                Some(gap) => gap,
                None => break,
            };
            let key = first_word(behind.get(gap.len()..)?);
            let before = format!("{out}{told}{gap}");
            let Some(name) = self.shown(&format!("{kind} {key}"), &before) else {
                break;
            };
            if end.is_some() {
                told.push_str(gap);
            }
            told.push_str(&name);
            at += gap.len() + key.len();
            end = Some(at);
        }
        out.push_str(&told);
        end
    }
}

/// The letter of the speaker at a place; a number where there are more of them than letters.
fn letter(at: usize) -> String {
    let letter = u8::try_from(at).ok().filter(|at| *at < 26);
    letter.map_or_else(
        || (at + 1).to_string(),
        |at| char::from(b'A' + at).to_string(),
    )
}

/// The first and the last word of a name, where somebody can be called by them. Of "Alexander the Great" the last is a
/// word like any other, and "The economist" is no name that has parts.
fn parts_of(speaker: &Speaker) -> impl Iterator<Item = &str> {
    let name = speaker
        .card
        .name
        .split([',', '('])
        .next()
        .unwrap_or_default();
    let words: Vec<&str> = name.split_whitespace().collect();
    let is_described = words
        .first()
        .is_some_and(|word| ["The", "A", "An"].contains(word));
    let has_epithet = words.contains(&"the");
    let last = (!has_epithet && words.len() > 1).then(|| words.last().copied());
    let both = [words.first().copied(), last.flatten()];
    both.into_iter().flatten().filter(move |part| {
        let is_name = part.chars().next().is_some_and(char::is_uppercase)
            && part.chars().count() >= SHORTEST_PART
            && !titles::is_title(part.trim_end_matches('.'));
        is_name && !is_described && !is_function_word(&part.to_lowercase())
    })
}

/// A text in which `at` may put something else in the place of what begins at a word, and gives the length of that.
fn replaced(text: &str, at: impl Fn(&str, &mut String) -> Option<usize>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    let mut is_within = false;
    while let Some(rest) = text.get(from..).filter(|rest| !rest.is_empty()) {
        let put = (!is_within).then(|| at(rest, &mut out)).flatten();
        let taken = put.filter(|length| *length > 0);
        // What is not replaced is taken over by the word, or by the sign where it does not begin with a word.
        let length = taken.unwrap_or_else(|| {
            let sign = || rest.chars().next().map_or(1, char::len_utf8);
            let length = Some(first_word(rest).len()).filter(|length| *length > 0);
            let length = length.unwrap_or_else(sign);
            out.push_str(rest.get(..length).unwrap_or_default());
            length
        });
        let last = rest
            .get(..length)
            .and_then(|taken| taken.chars().next_back());
        is_within = last.is_some_and(char::is_alphanumeric);
        from += length;
    }
    out
}

/// Whether the case of letters counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Case {
    Kept,
    Ignored,
}

/// The length of these words at the beginning of a text, where they end with a word. Any space is like any other, and
/// so is any apostrophe.
#[inline]
fn begins(text: &str, words: &str, case: Case) -> Option<usize> {
    // Nearly every text begins with another letter, and is looked at no further.
    let (first, wanted) = (text.as_bytes().first()?, words.as_bytes().first()?);
    let are_letters = first.is_ascii_alphanumeric() && wanted.is_ascii_alphanumeric();
    if are_letters && !first.eq_ignore_ascii_case(wanted) {
        return None;
    }
    begins_whole(text, words, case)
}

fn begins_whole(text: &str, words: &str, case: Case) -> Option<usize> {
    let mut rest = text.char_indices().peekable();
    for wanted in words.chars() {
        let (_, found) = rest.next()?;
        let is_alike = match wanted {
            '\'' | '’' => matches!(found, '\'' | '’'),
            _ if wanted.is_whitespace() => {
                while rest.next_if(|(_, more)| more.is_whitespace()).is_some() {}
                found.is_whitespace()
            }
            _ if case == Case::Ignored => found.to_lowercase().eq(wanted.to_lowercase()),
            _ => found == wanted,
        };
        if !is_alike {
            return None;
        }
    }
    match rest.peek() {
        Some((_, next)) if next.is_alphanumeric() => None,
        Some((at, _)) => Some(*at),
        None => Some(text.len()),
    }
}

/// The length of a title with the space behind it; zero where a text begins with none. A title is hidden with the name
/// behind it and does not tell a judge who somebody is.
fn title(text: &str) -> usize {
    let word = first_word(text);
    if !word.starts_with(char::is_uppercase) || !titles::is_title(word) {
        return 0;
    }
    let behind = text.get(word.len()..).unwrap_or_default();
    let bare = behind.strip_prefix('.').unwrap_or(behind);
    let name = bare.trim_start_matches([' ', '\u{a0}']);
    if name.len() == bare.len() {
        return 0;
    }
    text.len() - name.len()
}

/// The name of a side without its article.
fn bare(name: &str) -> &str {
    name.strip_prefix("The ").unwrap_or(name)
}

/// The length of the name of a side at the beginning of a text, with its article. Written small it is a side where it
/// has its article, or more words than one, and where the name is not a word before it is a side.
fn side_at(text: &str, name: &str, is_word: bool) -> Option<usize> {
    let bare = bare(name);
    let article = begins(text, "the", Case::Ignored).map_or(0, |length| {
        let behind = text.get(length..).unwrap_or_default();
        length + behind.len() - behind.trim_start_matches(' ').len()
    });
    let named = text.get(article..)?;
    if let Some(length) = begins(named, bare, Case::Kept).filter(|_| !is_word) {
        return Some(article + length);
    }
    let length = begins(named, bare, Case::Ignored)?;
    let behind = named.get(length..).unwrap_or_default();
    let is_common = COMMON.contains(&first_word(behind.trim_start()));
    let is_meant = article > 0 || bare.contains(' ');
    (is_meant && !is_common && !is_word).then_some(article + length)
}

/// Whether a word is the first word of labels of a kind, also with a small letter at its beginning.
fn is_kind(word: &str, kind: &str) -> bool {
    let (Some((first, rest)), Some((large, small))) =
        (word.split_at_checked(1), kind.split_at_checked(1))
    else {
        return false;
    };
    rest == small && first.eq_ignore_ascii_case(large)
}

/// The letters and digits that a text begins with.
fn first_word(text: &str) -> &str {
    let end = text.find(|letter: char| !letter.is_alphanumeric());
    text.get(..end.unwrap_or(text.len())).unwrap_or_default()
}

/// The first two words of a text, and how long they are together; the second is empty where there is none.
fn two_words(text: &str) -> Option<(&str, &str, usize)> {
    let word = first_word(text);
    let behind = text.get(word.len()..)?;
    let key = behind.strip_prefix([' ', '\u{a0}']).map_or("", first_word);
    let gap = behind.chars().next().map_or(0, char::len_utf8);
    Some((word, key, word.len() + gap + key.len()))
}
