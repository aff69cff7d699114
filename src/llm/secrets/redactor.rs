//! Takes keys out of a text that comes in pieces, however they are spelt: compared are letters and digits. All else may
//! be taken out of a text later (the marks of a written page, the numbers of passages, notes in brackets) and would
//! make of what was left here a key again. A long part of a key counts as one, also where a few letters of it are
//! missing.

use std::{fmt, sync::Arc};

use secrecy::{ExposeSecret, SecretBox};

use crate::text::{NOTE, REDACTED, plain::plain};

/// The least of the beginning of a key at the end of a text that is taken for a key that was cut: in letters and
/// digits, or where it is spelt as the key is, in bytes.
const PART: usize = 8;
const EXACT_PART: usize = 6;
/// A key of fewer letters and digits is compared sign by sign.
const FEWEST: usize = 4;
/// A key of so many letters and digits, of both, is in no prose, whatever stands between them. Nor is so long a part of
/// it, from wherever in the key: what is left of one in which something is missing tells enough.
const UNLIKE_PROSE: usize = 12;
/// The most letters and digits in a row that may be missing within such a part: an escape sequence takes some along.
const MISSING: usize = 4;
/// The letters and digits that a gap takes from the worth of a part.
const GAP: usize = 2;

/// A key as it is looked for.
pub(super) struct Needle {
    /// As it is.
    text: SecretBox<str>,
    /// The signs of the key that are compared.
    signs: SecretBox<Vec<char>>,
    between: Between,
}

/// The signs that may stand between the letters of a key.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Between {
    /// Nothing but what stands there in the key.
    Nothing,
    /// Signs that no prose has between letters, and those that the key itself has. "Correct horse battery" is no key,
    /// and a number with commas none of digits alone.
    Marks,
    /// Whatever is neither letter nor digit. Capitals and small letters count as the same: a server on the way may write
    /// what it was sent in small letters, and a key in hexadecimal is the same key so.
    Anything,
}

impl fmt::Debug for Needle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Needle").finish_non_exhaustive()
    }
}

impl Needle {
    /// A key; none is empty.
    pub(super) fn new(text: &str) -> Self {
        let mut signs: Vec<char> = text
            .chars()
            .filter(|c| c.is_alphanumeric())
            .map(plain)
            .collect();
        let has_both =
            signs.iter().any(|c| c.is_numeric()) && signs.iter().any(|c| !c.is_numeric());
        let between = if signs.len() < FEWEST {
            signs = text.chars().map(plain).collect();
            Between::Nothing
        } else if has_both && signs.len() >= UNLIKE_PROSE {
            Between::Anything
        } else {
            Between::Marks
        };
        if between == Between::Anything {
            signs.iter_mut().for_each(char::make_ascii_lowercase);
        }
        Self {
            text: SecretBox::new(text.into()),
            signs: SecretBox::new(Box::new(signs)),
            between,
        }
    }

    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.text.expose_secret() == other.text.expose_secret()
    }

    /// The number of the letters and digits behind the first `read` that may come next.
    fn reach(&self, read: usize) -> usize {
        match self.between {
            Between::Nothing | Between::Marks => 1,
            Between::Anything if read == 0 => usize::MAX,
            Between::Anything => MISSING + 1,
        }
    }

    /// A sign of a text as it is compared.
    fn compared(&self, c: char) -> char {
        match self.between {
            Between::Nothing | Between::Marks => plain(c),
            Between::Anything => plain(c).to_ascii_lowercase(),
        }
    }

    fn is_compared(&self, c: char) -> bool {
        c.is_alphanumeric() || self.between == Between::Nothing
    }

    fn may_stand_between(&self, c: char) -> bool {
        match self.between {
            Between::Nothing => false,
            Between::Marks => !is_of_prose(c) || self.text.expose_secret().contains(c),
            Between::Anything => true,
        }
    }
}

/// Whether prose has a sign between letters.
fn is_of_prose(c: char) -> bool {
    c.is_whitespace() || ",.;:!?…'’‘\"“”„«»()/%&+=-–—".contains(c)
}

/// An escape that stands for one sign of a key: a page, or an address, spells those that are neither letters nor
/// digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Escape {
    /// `&#x2F;`, `&sol;`: so many characters behind the `&`.
    Entity(usize),
    /// `%2F`: so many digits are to come.
    Percent(usize),
    /// Its last character has been read.
    Over,
}

/// No entity has more characters between its `&` and its `;`.
const ENTITY: usize = 8;

impl Escape {
    /// The escape that begins so.
    const fn begun(c: char) -> Option<Self> {
        match c {
            '&' => Some(Self::Entity(0)),
            '%' => Some(Self::Percent(2)),
            _ => None,
        }
    }

    /// With the next character; `None` where this is no escape.
    fn further(self, c: char) -> Option<Self> {
        match self {
            Self::Entity(read) if c == ';' => (read > 0).then_some(Self::Over),
            Self::Entity(read) => {
                let goes_on = read < ENTITY && (c.is_ascii_alphanumeric() || c == '#');
                goes_on.then_some(Self::Entity(read + 1))
            }
            Self::Percent(left) => c.is_ascii_hexdigit().then_some(match left {
                0 | 1 => Self::Over,
                _ => Self::Percent(left - 1),
            }),
            Self::Over => None,
        }
    }
}

/// The progress of reading a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Path {
    /// The number of letters and digits of the key up to which it has been read.
    read: usize,
    /// The number of letters and digits that were there, less what gaps take: as many as `read` where none is missing.
    worth: usize,
    /// Whether one of them is a digit.
    has_digit: bool,
    /// Whether something stood between them that prose has, too.
    has_prose: bool,
    /// Inside a note in brackets that may go: its length so far, in bytes.
    note: Option<usize>,
    /// Inside an escape.
    escape: Option<Escape>,
}

impl Path {
    /// Whether it is the beginning of the key, with nothing missing.
    const fn is_exact(&self) -> bool {
        self.read == self.worth
    }

    /// Whether so much of a key is in no prose.
    const fn is_unlike_prose(&self) -> bool {
        self.worth >= UNLIKE_PROSE && (self.has_digit || !self.has_prose)
    }

    /// With the next letter or digit of the key, behind so many that are missing; `None` where it is worth nothing.
    fn further(self, c: char, missing: usize) -> Option<Self> {
        // Whatever is missing before the first one is no gap.
        let gap = if missing > 0 && self.read > 0 { GAP } else { 0 };
        let worth = (self.worth + 1)
            .checked_sub(gap)
            .filter(|worth| *worth > 0)?;
        Some(Self {
            read: self.read + missing + 1,
            worth,
            has_digit: self.has_digit || c.is_numeric(),
            ..self
        })
    }
}

/// The reading of one key from one place.
#[derive(Debug, Default)]
struct Reading {
    paths: Vec<Path>,
    /// The position where the whole key ended, in bytes, or a part of it that is in no prose.
    told: Option<usize>,
    /// The position where the last letter or digit of the key's beginning ended, and how many there were.
    last: (usize, usize),
}

impl Reading {
    /// Reads the next character, which ends at `end`.
    fn read(&mut self, needle: &Needle, c: char, end: usize) {
        let signs = needle.signs.expose_secret();
        let mut next: Vec<Path> = Vec::with_capacity(self.paths.len() + 1);
        for path in std::mem::take(&mut self.paths) {
            if let Some(escape) = path.escape {
                if let Some(escape) = escape.further(c) {
                    let escape = Some(escape).filter(|escape| *escape != Escape::Over);
                    add(&mut next, Path { escape, ..path });
                }
                continue;
            }
            let escape = Escape::begun(c).filter(|_| needle.between != Between::Nothing);
            if path.read > 0 && path.note.is_none() && escape.is_some() {
                add(&mut next, Path { escape, ..path });
            }
            match path.note {
                Some(_) if c == ']' => add(&mut next, Path { note: None, ..path }),
                Some(length) if length < NOTE => {
                    let note = Some(length + c.len_utf8());
                    add(&mut next, Path { note, ..path });
                }
                None if needle.is_compared(c) => {
                    let c = needle.compared(c);
                    let coming = signs.iter().skip(path.read).take(needle.reach(path.read));
                    let fitting = coming.enumerate().filter(|(_, sign)| **sign == c);
                    for path in fitting.filter_map(|(missing, _)| path.further(c, missing)) {
                        if path.is_exact() {
                            self.last = self.last.max((end, path.read));
                        }
                        if path.is_exact() && path.read == signs.len() {
                            self.told = Some(end);
                            self.paths.clear();
                            return;
                        }
                        if path.is_unlike_prose() {
                            self.told = Some(end);
                        }
                        if path.read < signs.len() {
                            add(&mut next, path);
                        }
                    }
                }
                None if path.read > 0 && needle.may_stand_between(c) => {
                    let has_prose = path.has_prose || is_of_prose(c);
                    add(&mut next, Path { has_prose, ..path });
                    if c == '[' {
                        let note = Some(1);
                        add(&mut next, Path { note, ..path });
                    }
                }
                // The note is too long to go, or something stands there that is in no key.
                Some(_) | None => {}
            }
        }
        self.paths = next;
    }

    /// The length of the key that was read, or where the text is over, of its beginning.
    fn length(&self, needle: &Needle, text: &str, is_over: bool) -> Option<usize> {
        let cut = || {
            let (end, read) = self.last;
            let begins = text.get(..end)?;
            let is_exact = needle.text.expose_secret().starts_with(begins);
            (read >= PART || (is_exact && end >= EXACT_PART)).then_some(end)
        };
        let may_go_on = is_over && self.paths.iter().any(Path::is_exact);
        self.told.max(may_go_on.then(cut).flatten())
    }
}

/// Another way on. Of two notes that both end at the next bracket the shorter one is the one that may go; of two parts
/// that end at one place in the key, the one that is worth more tells.
fn add(paths: &mut Vec<Path>, path: Path) {
    let place = |path: &Path| (path.read, path.note.is_some(), path.escape);
    let same = paths.iter_mut().find(|other| place(other) == place(&path));
    let Some(other) = same else {
        paths.push(path);
        return;
    };
    let note = other.note.min(path.note);
    if other.worth < path.worth {
        *other = path;
    }
    other.note = note;
}

/// Takes keys out of a text that comes in pieces.
pub(super) struct Redactor<'a> {
    needles: &'a [Arc<Needle>],
    /// The end of what has come, where it may be the beginning of a key.
    held: String,
    /// The readings of `held`, one of each key, in the order of the keys; none where `held` is empty.
    readings: Vec<Reading>,
    /// The bytes of `held` that the readings have taken in.
    read: usize,
}

impl<'a> Redactor<'a> {
    pub(super) fn of(needles: &'a [Arc<Needle>]) -> Self {
        Self {
            needles,
            held: String::new(),
            readings: Vec::new(),
            read: 0,
        }
    }

    /// Takes the next piece and returns what is left of it. What may be the beginning of a key is held back until it is
    /// certain to be none.
    pub(super) fn push(&mut self, piece: &str) -> String {
        self.sift(piece, false)
    }

    /// Ends the text and returns what was held back.
    pub(super) fn finish(&mut self) -> String {
        self.sift("", true)
    }

    fn sift(&mut self, piece: &str, is_over: bool) -> String {
        let mut text = std::mem::take(&mut self.held);
        text.push_str(piece);
        let mut out = String::new();
        let mut rest = text.as_str();
        loop {
            if self.readings.is_empty() {
                let begin = rest.find(|c| self.begins(c)).unwrap_or(rest.len());
                let (before, from) = rest.split_at(begin);
                out.push_str(before);
                rest = from;
                if rest.is_empty() {
                    return out;
                }
            }
            self.read_on(rest);
            if !is_over
                && self
                    .readings
                    .iter()
                    .any(|reading| !reading.paths.is_empty())
            {
                let passed = text.len() - rest.len();
                text.drain(..passed);
                self.held = text;
                return out;
            }
            let readings = std::mem::take(&mut self.readings);
            self.read = 0;
            let lengths = readings.iter().zip(self.needles);
            let longest = lengths
                .filter_map(|(reading, needle)| reading.length(needle, rest, is_over))
                .max();
            let first = rest.chars().next().map_or(0, char::len_utf8);
            if longest.is_some() {
                out.push_str(REDACTED);
            } else {
                out.push_str(rest.get(..first).unwrap_or_default());
            }
            rest = rest.get(longest.unwrap_or(first)..).unwrap_or_default();
        }
    }

    /// Whether a key begins so, or a part of it that tells.
    fn begins(&self, c: char) -> bool {
        let begins = |needle: &Arc<Needle>| {
            let c = needle.compared(c);
            let mut first = needle.signs.expose_secret().iter().take(needle.reach(0));
            first.any(|sign| *sign == c)
        };
        self.needles.iter().any(begins)
    }

    /// Reads what has not been read, until no key can come of it.
    fn read_on(&mut self, text: &str) {
        if self.readings.is_empty() {
            let begun = || Reading {
                paths: vec![Path::default()],
                ..Reading::default()
            };
            self.readings = self.needles.iter().map(|_| begun()).collect();
        }
        for c in text.get(self.read..).unwrap_or_default().chars() {
            self.read += c.len_utf8();
            for (reading, needle) in self.readings.iter_mut().zip(self.needles) {
                reading.read(needle, c, self.read);
            }
            if self.readings.iter().all(|reading| reading.paths.is_empty()) {
                break;
            }
        }
    }
}
