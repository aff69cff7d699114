//! Stage directions: "(He bows.)", "*turns to the gallery*". A model puts them where a paragraph begins, and nobody in
//! the room would say them. What is said in brackets, or with stress, stays. Works on a stream: text is held back only
//! while it could still be one.

use crate::text::words;

/// The most bytes of a direction.
const LONGEST: usize = 120;
/// The most words of a direction.
const MOST_WORDS: usize = 14;
/// Words that only somebody who speaks says.
const SPOKEN: [&str; 16] = [
    "i", "i'm", "i've", "i'll", "me", "my", "mine", "we", "us", "our", "you", "your", "let",
    "that", "which", "if",
];
/// The people of a direction, in front of what they do.
const WHO: [&str; 3] = ["he", "she", "they"];
/// What is done and never said: only what begins so is a direction. Nothing that could be said is left out for its form.
const DONE: [&str; 31] = [
    "pause",
    "pauses",
    "pausing",
    "smiles",
    "smiling",
    "laughs",
    "laughing",
    "laughter",
    "applause",
    "nods",
    "nodding",
    "sighs",
    "sighing",
    "gestures",
    "gesturing",
    "chuckles",
    "chuckling",
    "bows",
    "bowing",
    "sits",
    "cheers",
    "leans",
    "leaning",
    "gazes",
    "glances",
    "grins",
    "grinning",
    "frowns",
    "frowning",
    "winks",
    "murmurs",
];
/// The same where it is followed by one of these: "turns to", "raises a hand".
const DONE_WITH: [(&[&str], &[&str]); 2] = [
    (
        &["turns", "steps", "walks"],
        &[
            "to", "toward", "towards", "around", "forward", "back", "down",
        ],
    ),
    (
        &[
            "raises", "lifts", "shakes", "clears", "adjusts", "folds", "lowers", "waves", "bangs",
            "pounds", "strikes",
        ],
        &["a", "an", "his", "her", "their", "the"],
    ),
];

/// Takes stage directions out of the text of one speaker.
#[derive(Debug)]
pub(super) struct StageDirections {
    /// What begins as one does, until it is known whether it is.
    held: String,
    is_at_start: bool,
    /// Whether the blanks behind one are still to come.
    skips: bool,
}

impl Default for StageDirections {
    fn default() -> Self {
        Self {
            held: String::new(),
            is_at_start: true,
            skips: false,
        }
    }
}

impl StageDirections {
    /// Takes the next text, and gives what is said of it.
    pub(super) fn push(&mut self, text: &str) -> String {
        let mut said = String::with_capacity(text.len());
        for c in text.chars() {
            self.take(c, &mut said);
        }
        said
    }

    /// The rest that was held back, where that is said.
    pub(super) fn finish(&mut self) -> String {
        let held = std::mem::take(&mut self.held);
        let is_direction = parts(&held).is_some_and(|(inside, after)| {
            is_direction(inside) && after.trim_matches(['.', ' ']).is_empty()
        });
        if is_direction { String::new() } else { held }
    }

    fn take(&mut self, c: char, said: &mut String) {
        if !self.held.is_empty() {
            self.held.push(c);
            self.settle(said);
            return;
        }
        if self.skips && c.is_whitespace() {
            return;
        }
        self.skips = false;
        if self.is_at_start && matches!(c, '(' | '*') {
            self.held.push(c);
            return;
        }
        self.is_at_start = c == '\n' || (self.is_at_start && c.is_whitespace());
        said.push(c);
    }

    /// Passes on what is held, or leaves it out, once that is known.
    fn settle(&mut self, said: &mut String) {
        let Some((inside, after)) = parts(&self.held) else {
            let is_open = self.held.len() <= LONGEST
                && !self.held.ends_with('\n')
                && !self.held.starts_with("**");
            if !is_open {
                self.is_at_start = self.held.ends_with('\n');
                said.push_str(&std::mem::take(&mut self.held));
            }
            return;
        };
        let Some(next) = after.trim_start_matches(['.', ' ']).chars().next() else {
            return;
        };
        let begins = next == '\n' || next.is_uppercase() || matches!(next, '"' | '“' | '‘');
        let is_left_out = begins && is_direction(inside);
        let held = std::mem::take(&mut self.held);
        if is_left_out {
            self.skips = true;
            self.take(next, said);
        } else {
            self.is_at_start = next == '\n';
            said.push_str(&held);
        }
    }
}

/// The text between the marks, and what stands behind them.
fn parts(held: &str) -> Option<(&str, &str)> {
    let (close, rest) = match held.strip_prefix('(') {
        Some(rest) => (')', rest),
        None => ('*', held.strip_prefix('*')?),
    };
    let (inside, after) = rest.split_once(close)?;
    (!inside.is_empty() && !inside.contains('\n')).then_some((inside, after))
}

/// Whether the words tell what somebody does.
fn is_direction(inside: &str) -> bool {
    let lower = inside.to_lowercase().replace('’', "'");
    let all: Vec<&str> = words(&lower).collect();
    let is_said = inside.trim_end().ends_with(['!', '?'])
        || inside.contains(|c: char| c.is_ascii_digit())
        || all.iter().any(|word| SPOKEN.contains(word));
    let from = usize::from(all.first().is_some_and(|word| WHO.contains(word)));
    let (Some(first), next) = (all.get(from), all.get(from + 1)) else {
        return false;
    };
    let with = |(done, behind): &(&[&str], &[&str])| {
        done.contains(first) && next.is_some_and(|next| behind.contains(next))
    };
    let is_done = DONE.contains(first) || DONE_WITH.iter().any(with);
    is_done && !is_said && all.len() <= MOST_WORDS
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said, in whatever pieces the text comes.
    fn said(text: &str) -> String {
        let whole = {
            let mut directions = StageDirections::default();
            directions.push(text) + &directions.finish()
        };
        let mut directions = StageDirections::default();
        let letters: String = text
            .chars()
            .map(|c| directions.push(c.encode_utf8(&mut [0; 4])))
            .collect();
        assert_eq!(letters + &directions.finish(), whole, "{text}");
        whole
    }

    #[test]
    fn what_somebody_does_is_not_said() {
        for (text, expected) in [
            ("(He bows.)\n\nMadam Speaker.", "Madam Speaker."),
            ("*turns to the gallery* Friends, look.", "Friends, look."),
            ("*Pauses.*\n\n“Never,” they said.", "“Never,” they said."),
            ("Look.\n\n(Laughter.)\n\nAgain.", "Look.\n\nAgain."),
            ("Look. \n(smiling) Again.\n\n*sits*", "Look. \nAgain.\n\n"),
        ] {
            assert_eq!(said(text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_said_in_brackets_or_with_stress_stays() {
        for text in [
            "*Nobody* here denies it.",
            "**The first point**\nRain.",
            "(I say this as a friend.) You know me.",
            "(1) Rain falls. (2) It pays.",
            "(1848 was the year.) Kings fell.",
            "*Cars kill people.* That is the plain fact.",
            "*First* Cities need buses.",
            "*Cost*\n\nIt pays.",
            "(Nobody denies it.)\n\nIt pays.",
            "(The minister's own report.) The figures stand.",
            "(a) Buses\n(b) Trams",
            "*Turning to cost* Here is what it comes to.",
            "(Turns out nobody counted.) Look.",
            "* The *Economist* says so.",
            "*Kyrie* Eleison",
            "*Liberty!* Friends, that is all.",
            "The rain (it falls) Pays.",
            "(and what follows has no end",
            "( \n) *",
            "*",
        ] {
            assert_eq!(said(text), text);
        }
    }
}
