//! Keys are not shown. Whatever looks like a key, or stands where one would, is masked in what people are told: in
//! messages, in excerpts of files, in the log.
//!
//! It works on the text alone, so that it also masks keys that nobody has read yet: one that was misspelt, put in the
//! wrong field, or given in the place of a variable's name. That it masks a word too many in a message does no harm.

mod lines;
mod names;
#[cfg(test)]
mod tests;
mod unseen;
mod urls;

use std::{borrow::Cow, ops::Range};

pub use self::urls::{is_masked, masked_base_url, secrets_of_base_url};
use self::{names::no_names, unseen::Read, urls::Whose};

/// The text shown in the place of a key.
const MASK: &str = "…";

/// The beginnings of keys, each with the fewest characters that follow.
const PREFIXES: [(&str, usize); 26] = [
    ("sk-", 6),
    ("sk_", 6),
    ("pk-", 16),
    ("pk_", 16),
    ("rk_", 16),
    ("csk-", 12),
    ("gsk_", 12),
    ("hf_", 16),
    ("ghp_", 16),
    ("gho_", 16),
    ("ghs_", 16),
    ("github_pat_", 8),
    ("glpat-", 8),
    ("xai-", 12),
    ("nvapi-", 8),
    ("pplx-", 12),
    ("tvly-", 8),
    ("r8_", 16),
    ("fw_", 16),
    ("AIza", 16),
    ("AKIA", 12),
    ("xoxb-", 8),
    ("xoxp-", 8),
    ("xapp-", 8),
    ("ya29.", 12),
    ("eyJ", 20),
];

/// Names of what is secret, or parts of names.
const NAMES: [&str; 15] = [
    "apikey",
    "auth",
    "authorization",
    "bearer",
    "credential",
    "credentials",
    "key",
    "passphrase",
    "passwd",
    "password",
    "pwd",
    "secret",
    "secrets",
    "token",
    "signature",
];

/// Names that end with one of these say where a key is, and not what it is.
const PLACES: [&str; 3] = ["env", "file", "path"];

/// The fewest characters without a break that are no word.
const UNBROKEN: usize = 16;
/// Letters and digits in a row that are no word where keys are spoken of.
const DRAWN: usize = 12;
/// Behind a colon a value of fewer characters is a word.
const VALUE: usize = 8;

/// A text without its keys.
pub fn masked(text: &str) -> Cow<'_, str> {
    without(keys(text, Whose::Any), text, |_| Cow::Borrowed(MASK))
}

/// A text that tells of names in a file, without its keys: what could be one may stand there in the place of a name,
/// whatever it looks like.
pub fn masked_names(text: &str) -> Cow<'_, str> {
    let mut found = keys(text, Whose::Any);
    strange_names(text, &mut found);
    without(apart(found), text, |_| Cow::Borrowed(MASK))
}

/// An excerpt of a file without its keys, in which everything else keeps its place. It is read as something that was
/// written wrongly, and whose URLs are those of servers.
pub fn masked_in_place(text: &str) -> Cow<'_, str> {
    let mut found = keys(text, Whose::Base);
    lines::of_file(text, &mut found);
    strange_names(text, &mut found);
    without(apart(found), text, |bytes| Cow::Owned("*".repeat(bytes)))
}

/// Whether what was given as a name begins as keys do, all of it or a part behind a colon, a slash or a space: `sk-…`,
/// `openai:sk-…`. By nothing else, because models that somebody trained have names of any length. Behind another sign
/// it is one where letters and digits stand together as nobody would write them: `opus-sk-en-large` is a name.
pub fn looks_like_a_key(name: &str) -> bool {
    let read = Read::of(name);
    let (name, breaks) = match &read {
        Some(read) => (read.text.as_str(), read.breaks.as_slice()),
        None => (name, &[][..]),
    };
    let mut found = Vec::new();
    by_look(name, breaks, &mut found);
    found.into_iter().any(|key| {
        let before = name.get(..key.start).unwrap_or_default();
        !before.ends_with(['-', '_', '.']) || name.get(key).is_some_and(is_drawn)
    })
}

/// A text with `mask` of its length in bytes in the place of each key.
fn without(
    keys: Vec<Range<usize>>,
    text: &str,
    mask: impl Fn(usize) -> Cow<'static, str>,
) -> Cow<'_, str> {
    if keys.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    let mut from = 0;
    for key in keys {
        shown.push_str(text.get(from..key.start).unwrap_or_default());
        shown.push_str(&mask(key.len()));
        from = key.end;
    }
    shown.push_str(text.get(from..).unwrap_or_default());
    Cow::Owned(shown)
}

/// The name of a variable of the environment, or a mask where it need not be one, such as where it is not in capitals:
/// whoever gives a key in the place of a variable's name is not shown it.
pub fn variable(name: &str) -> &str {
    let is_word = |part: &str| {
        let is_of = |is: fn(&char) -> bool| part.chars().filter(is).count();
        let digits = is_of(char::is_ascii_digit);
        part.len() <= UNBROKEN && digits <= 4
    };
    let is_plain = name
        .chars()
        .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
    if is_plain && name.split('_').all(is_word) && keys(name, Whose::Any).is_empty() {
        name
    } else {
        MASK
    }
}

/// The places of keys, in order, none inside another: in the text as it is, and as it reads without what nobody sees.
fn keys(text: &str, whose: Whose) -> Vec<Range<usize>> {
    let mut found = in_lines(text, &[], whose);
    if let Some(read) = Read::of(text) {
        let unseen = in_lines(&read.text, &read.breaks, whose);
        found.extend(unseen.iter().filter_map(|key| read.origin(key)));
    }
    apart(found)
}

/// Finds what is no name of anything in a text, as that text reads without what nobody sees: the digits of an escape
/// are no part of a name, and would make one look like a key.
fn strange_names(text: &str, found: &mut Vec<Range<usize>>) {
    let Some(read) = Read::of(text) else {
        no_names(text, found);
        return;
    };
    let mut strange = Vec::new();
    no_names(&read.text, &mut strange);
    found.extend(strange.iter().filter_map(|name| read.origin(name)));
}

/// The places of keys in the lines of a text. A key never goes over the end of a line. Words begin at `breaks`, too.
fn in_lines(text: &str, breaks: &[usize], whose: Whose) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let mut of_line = Vec::new();
        let until = |end: usize| breaks.partition_point(|place| *place < end);
        let of_this = breaks.get(until(at)..until(at + line.len()));
        let of_this: Vec<usize> = of_this.into_iter().flatten().map(|p| p - at).collect();
        by_look(line, &of_this, &mut of_line);
        by_name(line, &mut of_line);
        beside_a_name(line, &mut of_line);
        urls::of_line(line, whose, &mut of_line);
        // What is masked already stays as it is, so that an excerpt keeps its shape.
        let is_masked = |key: &Range<usize>| {
            let key = line.get(key.clone()).unwrap_or_default();
            key.chars().all(|c| matches!(c, '*' | '…'))
        };
        let of_line = of_line.into_iter().filter(|key| !is_masked(key));
        found.extend(of_line.map(|key| key.start + at..key.end + at));
        at += line.len();
    }
    found
}

/// The places that were found, in order and none inside another.
fn apart(mut found: Vec<Range<usize>>) -> Vec<Range<usize>> {
    found.sort_by_key(|key| (key.start, key.end));
    let mut apart: Vec<Range<usize>> = Vec::with_capacity(found.len());
    for key in found {
        match apart.last_mut() {
            Some(last) if key.start <= last.end => last.end = last.end.max(key.end),
            _ => apart.push(key),
        }
    }
    apart
}

const fn is_of_key(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_')
}

/// The number of bytes at the beginning of a text that are of a kind.
fn run(text: &str, is: impl Fn(char) -> bool) -> usize {
    text.find(|c| !is(c)).unwrap_or(text.len())
}

/// Finds what begins as keys do, and what follows `Bearer`.
fn by_look(line: &str, breaks: &[usize], found: &mut Vec<Range<usize>>) {
    for (prefix, least) in PREFIXES {
        for (at, _) in line.match_indices(prefix) {
            let (before, key) = line.split_at(at);
            let length = run(key, |c| is_of_key(c) || c == '.');
            let begins = breaks.binary_search(&at).is_ok()
                || !before.ends_with(|c: char| c.is_alphanumeric());
            if begins && length >= prefix.len() + least {
                found.push(at..at + length);
            }
        }
    }
    let small = line.to_ascii_lowercase();
    for scheme in ["bearer ", "basic "] {
        for (at, _) in small.match_indices(scheme) {
            let from = at + scheme.len();
            let rest = line.get(from..).unwrap_or_default();
            let length = run(rest, |c| {
                is_of_key(c) || matches!(c, '.' | '+' | '/' | '=' | '~' | '%' | '&' | '#' | ';')
            });
            let value = rest.get(..length).unwrap_or_default();
            if length >= UNBROKEN || (length >= 4 && value.contains(|c: char| c.is_ascii_digit())) {
                found.push(from..from + length);
            }
        }
    }
}

/// Finds what is no word in a sentence about something secret: "Incorrect API key provided: 9f8e7d6c5b4a3928".
fn beside_a_name(line: &str, found: &mut Vec<Range<usize>>) {
    let mut is_about_keys = false;
    for (at, word) in runs(line, |c| is_of_key(c) || c == '.') {
        if is_about_keys && is_drawn(word) {
            found.push(at..at + word.len());
        }
        is_about_keys |= is_secret(word);
    }
}

/// Whether letters and digits stand together as nobody would write them.
fn is_drawn(word: &str) -> bool {
    let is_of = |is: fn(&u8) -> bool| word.bytes().filter(is).count();
    let longest = word.split(['-', '_', '.']).map(str::len).max();
    is_of(u8::is_ascii_digit) >= 2 && is_of(u8::is_ascii_alphabetic) >= 2 && longest >= Some(DRAWN)
}

/// The longest stretches of a text that are of a kind, with where they begin.
fn runs(text: &str, is: impl Fn(char) -> bool) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let (part, behind) = rest.split_at(run(rest, &is));
        if !part.is_empty() {
            found.push((at, part));
        }
        at += part.len() + behind.chars().next().map_or(0, char::len_utf8);
    }
    found
}

/// Finds what is given to a name of something secret: `api_key = "…"`, `"token": "…"`.
fn by_name(line: &str, found: &mut Vec<Range<usize>>) {
    let mut from = 0;
    while let Some(rest) = line.get(from..) {
        let Some(at) = rest.find(['=', ':']).map(|at| from + at) else {
            return;
        };
        from = at + 1;
        let (before, after) = line.split_at(at);
        let sign = after.chars().next();
        let before = before.trim_end();
        let bare = before.trim_end_matches(['"', '\'']);
        let name: String = bare
            .chars()
            .rev()
            .take_while(|c| is_of_key(*c) || *c == '.')
            .collect();
        let name: String = name.chars().rev().collect();
        let names_a_variable = name.to_lowercase().ends_with("_env");
        let names_a_place = name.to_lowercase().ends_with("url");
        if !is_secret(&name) && !names_a_variable && !names_a_place {
            continue;
        }
        let value_at = from + run(line.get(from..).unwrap_or_default(), char::is_whitespace);
        let value = line.get(value_at..).unwrap_or_default();
        let value = value.trim_end_matches(['\n', '\r']);
        // A table has names of its own.
        if value.starts_with('{') {
            continue;
        }
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
        let (start, length) = match quote {
            // What is not closed goes to the end of its line.
            Some(quote) => {
                let inner = value.trim_start_matches(quote);
                let marks = value.len() - inner.len();
                (value_at + marks, inner.find(quote).unwrap_or(inner.len()))
            }
            None if sign == Some('=') => {
                (value_at, value.find([',', '}', ']']).unwrap_or(value.len()))
            }
            None => (
                value_at,
                run(value, |c| {
                    !c.is_whitespace() && !matches!(c, ',' | '}' | ']')
                }),
            ),
        };
        let key = line
            .get(start..start + length)
            .unwrap_or_default()
            .trim_end();
        if names_a_variable && variable(key) == key {
            continue;
        }
        if names_a_place {
            // Without a scheme, too, what stands before an @ is a user and a password.
            let scheme = key.find("://").map_or(0, |at| at + 3);
            let url = line.get(..start + key.len()).unwrap_or_default();
            urls::of_one(url, start + scheme, Whose::Base, found);
            continue;
        }
        let is_told = quote.is_some() && (sign == Some('=') || bare.len() < before.len());
        let is_long = key.len() >= VALUE && key.contains(|c: char| c.is_ascii_digit());
        if is_told || sign == Some('=') || is_long {
            found.push(start..start + key.len());
        }
    }
}

/// Whether what has this name is a key.
fn is_secret(name: &str) -> bool {
    let small = name.to_lowercase();
    let mut parts = small.split(['_', '-', '.']).filter(|part| !part.is_empty());
    let last = parts.clone().next_back().unwrap_or_default();
    !PLACES.contains(&last)
        && parts.any(|part| {
            NAMES.contains(&part) || part.ends_with("key") && part.len() < 10 && part != "monkey"
        })
}
