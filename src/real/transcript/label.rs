//! The beginning of a line: a time, a name, a role; and what stands in brackets.

/// A name that is to be found at the beginning of a line has no more characters, role and all.
const LONGEST: usize = 120;
/// A name has no more words.
const WORDS: usize = 6;
/// Words of names that begin with a small letter.
const PARTICLES: [&str; 22] = [
    "de", "da", "di", "do", "dos", "du", "des", "del", "della", "der", "den", "van", "von", "zu",
    "la", "le", "of", "the", "and", "al", "bin", "ibn",
];
/// The first words of notes on the room, as opposed to speech.
const NOISES: [&str; 24] = [
    "applause",
    "laughter",
    "laughs",
    "laughing",
    "cheers",
    "cheering",
    "booing",
    "boos",
    "music",
    "pause",
    "pauses",
    "silence",
    "inaudible",
    "unintelligible",
    "indiscernible",
    "crosstalk",
    "overlapping",
    "interruption",
    "interruptions",
    "bell",
    "chuckles",
    "chuckling",
    "break",
    "sighs",
];

/// The label before a speech.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Label<'a> {
    /// Seconds since the beginning, where a time stands in front.
    pub(super) at: Option<f64>,
    /// The name, as it is written.
    pub(super) name: &'a str,
    /// The role behind it.
    pub(super) role: Option<&'a str>,
    /// The text that follows the colon.
    pub(super) rest: &'a str,
}

/// The label of a line, where it begins with what may be a name and a colon.
pub(super) fn label(line: &str) -> Option<Label<'_>> {
    let (at, line) = time(line.trim());
    let bare = line.trim_start_matches(['*', '_']);
    let colon = colon(bare)?;
    let (before, after) = (bare.get(..colon)?, bare.get(colon + 1..)?);
    let rest = after.trim_start_matches(['*', '_']);
    if before.chars().count() > LONGEST || !(rest.is_empty() || rest.starts_with(' ')) {
        return None;
    }
    // A time may also stand behind the name: "NAME [00:01:02]:".
    let before = before.trim_end_matches(['*', '_', ' ']);
    let (before, at) = match at {
        None => time_behind(before),
        at => (before, at),
    };
    let (name, role) = parted(before);
    is_name(name).then(|| Label {
        at,
        name,
        role,
        rest: rest.trim(),
    })
}

/// The place of the first colon that is in no brackets.
fn colon(text: &str) -> Option<usize> {
    let mut depth = 0_u32;
    for (at, letter) in text.char_indices() {
        match letter {
            '[' | '(' => depth += 1,
            ']' | ')' => depth = depth.saturating_sub(1),
            ':' if depth == 0 => return Some(at),
            _ => {}
        }
    }
    None
}

/// A name, and the role in parentheses behind it.
pub(super) fn parted(text: &str) -> (&str, Option<&str>) {
    let text = text.trim();
    let parts = text
        .strip_suffix(')')
        .and_then(|text| text.split_once('('))
        .map(|(name, role)| (name.trim(), role.trim()))
        .filter(|(name, _)| !name.is_empty());
    match parts {
        Some((name, "")) => (name, None),
        Some((name, role)) => (name, Some(role)),
        None => (text, None),
    }
}

/// Whether it looks as names do: a few words, each with a capital or a digit in front.
pub(super) fn is_name(text: &str) -> bool {
    let mut words = text.split_whitespace().peekable();
    let begins = words.peek().is_some_and(|word| is_capital(word));
    let mut count = 0;
    let all = words.all(|word| {
        count += 1;
        let letters =
            |c: char| c.is_alphanumeric() || matches!(c, '.' | '\'' | '’' | '-' | '&' | '#');
        word.chars().all(letters) && (is_capital(word) || PARTICLES.contains(&word))
    });
    begins && all && count <= WORDS
}

fn is_capital(word: &str) -> bool {
    let first = word.chars().next();
    first.is_some_and(|first| first.is_uppercase() || first.is_numeric() || is_caseless(first))
}

/// Scripts without capitals have names too.
fn is_caseless(letter: char) -> bool {
    letter.is_alphabetic() && !letter.is_lowercase() && !letter.is_uppercase()
}

/// Whether all of its letters are capitals, and there are some.
pub(super) fn is_shouted(text: &str) -> bool {
    let mut letters = text.chars().filter(|c| c.is_alphabetic()).peekable();
    letters.peek().is_some() && text.chars().all(|c| !c.is_lowercase()) && letters.count() > 1
}

/// The phase that a heading begins.
pub(super) fn phase(line: &str) -> Option<&str> {
    let line = line.trim();
    let marked = line
        .strip_prefix('#')
        .map(|rest| rest.trim_start_matches('#'));
    let marked = marked.filter(|rest| rest.starts_with(' '));
    let ruled = || line.strip_prefix("==").map(|rest| rest.trim_matches('='));
    let named = || {
        let (key, value) = line.split_once(':')?;
        key.trim().eq_ignore_ascii_case("phase").then_some(value)
    };
    let name = marked.or_else(ruled).or_else(named)?.trim();
    (!name.is_empty()).then_some(name)
}

/// A time at the beginning of a line, in seconds, and what follows it.
fn time(line: &str) -> (Option<f64>, &str) {
    let (open, close) = match line.chars().next() {
        Some('[') => ("[", ']'),
        Some('(') => ("(", ')'),
        _ => ("", ' '),
    };
    let inside = line.strip_prefix(open).unwrap_or(line);
    let found = inside
        .split_once(close)
        .and_then(|(said, rest)| Some((seconds(said.trim())?, rest)));
    match found {
        Some((at, rest)) => (Some(at), rest.trim_start_matches([' ', '-', '–', '—'])),
        None => (None, line),
    }
}

fn time_behind(text: &str) -> (&str, Option<f64>) {
    let found = text
        .strip_suffix([']', ')'])
        .and_then(|inner| inner.rsplit_once(['[', '(']))
        .and_then(|(name, said)| Some((name.trim_end(), seconds(said.trim())?)));
    found.map_or((text, None), |(name, at)| (name, Some(at)))
}

/// "01:02", "00:01:02" or "00:01:02.5" in seconds.
fn seconds(text: &str) -> Option<f64> {
    let parts: Vec<&str> = text.split(':').collect();
    if !(2..=3).contains(&parts.len()) {
        return None;
    }
    let plain = |part: &&str| {
        !part.is_empty() && part.chars().all(|c| c.is_ascii_digit() || c == '.') && part.len() < 8
    };
    if !parts.iter().all(plain) {
        return None;
    }
    parts.iter().try_fold(0.0, |sum, part| {
        let part: f64 = part.parse().ok()?;
        Some(sum * 60.0 + part)
    })
}

/// A line without what is noted of the room, and how many such notes there were: what stands in brackets and begins
/// with a capital, stands for a noise or a time, or is all that the line has; and noises in parentheses. What else
/// stands in brackets is an editor's word in a sentence, and stays.
pub(super) fn without_directions(line: &str) -> (String, usize) {
    let mut kept = String::with_capacity(line.len());
    let mut left_out = 0;
    let mut rest = line;
    let whole = line.trim();
    while let Some(open) = rest.find(['[', '(']) {
        let (before, from) = rest.split_at(open);
        kept.push_str(before);
        let round = from.starts_with('(');
        let close = if round { ')' } else { ']' };
        let Some(end) = from.find(close) else {
            rest = from;
            break;
        };
        let (note, behind) = from.split_at(end + close.len_utf8());
        let inside = note
            .get(1..note.len().saturating_sub(1))
            .unwrap_or_default();
        let alone = whole == note;
        if is_direction(inside.trim(), round, alone) {
            // A time is no stage direction, but nobody says it either.
            left_out += usize::from(seconds(inside.trim()).is_none());
            rest = behind;
            if kept.is_empty() || kept.ends_with(char::is_whitespace) {
                rest = rest.trim_start();
            }
        } else {
            kept.push_str(note);
            rest = behind;
        }
    }
    kept.push_str(rest);
    (kept, left_out)
}

fn is_direction(inside: &str, round: bool, alone: bool) -> bool {
    let first = inside
        .split(|c: char| !c.is_alphanumeric())
        .next()
        .unwrap_or_default()
        .to_lowercase();
    let noise = NOISES.contains(&first.as_str());
    let capital = inside.chars().next().is_some_and(char::is_uppercase);
    noise || seconds(inside).is_some() || !round && (capital || alone)
}
