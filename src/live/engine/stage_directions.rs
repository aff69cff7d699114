//! Stage directions: "(He bows.)", "*turns to the gallery*". A model puts them where a paragraph begins, and nobody in
//! the room would say them. What is said in brackets, or with stress, stays. Works on a stream: text is held back only
//! while it could still be one.

use crate::text::words;

/// The most bytes of a direction.
const LONGEST: usize = 120;
/// The people of a direction, in front of what they do, and what may stand before a noun.
const BEFORE: [&str; 9] = [
    "he",
    "she",
    "they",
    "a",
    "long",
    "brief",
    "short",
    "loud",
    "scattered",
];
/// What is done by itself.
const DONE: [&str; 34] = [
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
    "turns",
    "steps",
    "walks",
];
/// What is done with a part of the body, or with what is worn or at hand.
const DONE_WITH: [&str; 13] = [
    "raises",
    "raising",
    "lifts",
    "shakes",
    "shaking",
    "clears",
    "adjusts",
    "adjusting",
    "folds",
    "lowers",
    "waves",
    "pounds",
    "strikes",
];
const WITH: [&str; 21] = [
    "hand",
    "hands",
    "finger",
    "fist",
    "arm",
    "arms",
    "head",
    "throat",
    "eyebrow",
    "eyebrows",
    "eyes",
    "voice",
    "chin",
    "glasses",
    "spectacles",
    "shawl",
    "robe",
    "papers",
    "notes",
    "lectern",
    "podium",
];
const WHOSE: [&str; 6] = ["a", "an", "the", "his", "her", "their"];
/// How, and for how long.
const MANNER: [&str; 12] = [
    "again", "back", "down", "forward", "around", "in", "for", "a", "moment", "beat", "effect",
    "emphasis",
];
/// Whither, and the places and people there.
const TOWARD: [&str; 6] = ["to", "toward", "towards", "at", "from", "on"];
const PLACES: [&str; 21] = [
    "audience",
    "gallery",
    "house",
    "chamber",
    "chair",
    "room",
    "crowd",
    "hall",
    "floor",
    "opponent",
    "opponents",
    "opposition",
    "proposition",
    "bench",
    "benches",
    "table",
    "lectern",
    "podium",
    "speaker",
    "moderator",
    "side",
];

/// Takes stage directions out of the text of one speaker.
#[derive(Debug, Clone)]
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

/// Whether the words tell what somebody does. Every word of a direction is known: what could be said stays.
fn is_direction(inside: &str) -> bool {
    let lower = inside.to_lowercase();
    let all: Vec<&str> = words(&lower).collect();
    let is_called = inside.trim_end().ends_with(['!', '?']);
    !is_called
        && all
            .split(|word| ["and", "then"].contains(word))
            .all(is_done)
}

/// Whether one clause of a direction does: what is done, with what, how, and toward whom.
fn is_done(clause: &[&str]) -> bool {
    let mut rest = clause.iter().skip_while(|word| BEFORE.contains(word));
    let with = |rest: &mut dyn Iterator<Item = &&str>| {
        rest.next().is_some_and(|word| WHOSE.contains(word))
            && rest.next().is_some_and(|word| WITH.contains(word))
    };
    let begins = rest
        .next()
        .is_some_and(|verb| DONE.contains(verb) || (DONE_WITH.contains(verb) && with(&mut rest)));
    let how = |word: &&&str| MANNER.contains(*word) || word.ends_with("ly");
    let mut rest = rest.skip_while(how);
    let toward = match rest.next() {
        None => true,
        Some(word) => {
            let mut place = rest.by_ref().skip_while(|word| WHOSE.contains(word));
            TOWARD.contains(word) && place.next().is_some_and(|place| PLACES.contains(place))
        }
    };
    begins && toward && rest.all(|word| how(&word))
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
            ("(She clears her throat.) Friends.", "Friends."),
            ("(He bows, then turns to the gallery.) Look.", "Look."),
            ("*raises a finger slowly*\n(A long pause.)\nLook.", "Look."),
            ("(Laughter from the benches.)\nIt pays.", "It pays."),
            ("*leans forward* Now, look.", "Now, look."),
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
            "*Clears the air.* That is what rain does.",
            "(She leans on the poor.) So it goes.",
            "(He raises the rents.) They leave.",
            "*Strikes the poor first.* Always.",
            "*Applause is cheap.* Bread is not.",
            "(Laughter is free.) Rent is not.",
            "*Raises the house.* Always.",
            "*Pauses nothing.* It runs on.",
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
