//! The one way in for text from a server: it is cleaned first, and keys are taken out of it after that, because
//! cleaning puts a key together again that had been taken apart by characters that nobody sees. Knows keys, and nothing
//! of servers.

mod redactor;
#[cfg(test)]
mod tests;

use std::{borrow::Cow, fmt, sync::Arc};

use redactor::{Needle, Redactor};

use crate::text::{
    cut::shortened,
    json_escape::unit,
    mask::masked,
    sanitize::{Sanitizer, sanitize, sanitize_line},
    shown::unnumbered,
};

/// Shorter secrets are taken out of nothing, in bytes.
const SHORTEST: usize = 4;
/// Shorter ones stay in what models say, in bytes: "1234" and "none" are words, and keys only of servers that want
/// none.
const SHORTEST_IN_WORDS: usize = 8;
/// A key of letters alone stays in what models say up to this length, in bytes: it is a word that fills the field.
const A_WORD: usize = 12;
/// The value of a header whose name does not say that it is a secret stays in what models say below this length, in
/// bytes.
const SHORTEST_OF_HEADERS: usize = 16;
/// The most of a server's message that is worth showing, in bytes.
const MESSAGE: usize = 2_000;
/// The words that names of headers with secrets have in them.
const SECRET_NAMES: [&str; 6] = ["auth", "key", "token", "secret", "cookie", "password"];

/// Whether a value may be a word of somebody's as well as a key: it stays in what models say.
pub fn may_be_a_word(value: &str) -> bool {
    value.len() < SHORTEST_IN_WORDS || is_a_word(value)
}

fn is_a_word(value: &str) -> bool {
    value.len() < A_WORD && value.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// The secrets that must be in no text that comes from a server: the key that it was sent, the values of headers, and
/// whatever else is known here that lets somebody in somewhere. A server may know the keys of others, too: they may
/// have one owner.
#[derive(Clone, Default)]
pub struct Secrets {
    /// Looked for in messages.
    all: Vec<Arc<Needle>>,
    /// Looked for in what models say. Less: a value that is a word would be cut out of a debate.
    telling: Vec<Arc<Needle>>,
}

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Secrets").finish_non_exhaustive()
    }
}

/// The secrets of a model that has none.
static NONE: Secrets = Secrets {
    all: Vec::new(),
    telling: Vec::new(),
};

impl Secrets {
    /// No secrets: those of a model that has none.
    pub fn none() -> &'static Self {
        &NONE
    }

    /// A key, and headers by name and value.
    pub fn new<'a>(
        key: Option<&str>,
        headers: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Self {
        let mut secrets = Self::default();
        if let Some(key) = key {
            secrets.add(key, SHORTEST_IN_WORDS);
        }
        for (name, value) in headers {
            let name = name.to_ascii_lowercase();
            let is_secret = SECRET_NAMES.iter().any(|part| name.contains(part));
            let shortest = if is_secret {
                SHORTEST_IN_WORDS
            } else {
                SHORTEST_OF_HEADERS
            };
            secrets.add(value, shortest);
        }
        secrets
    }

    /// Adds what in the address of the server could let somebody in, as it stands there and as a server reads it.
    #[must_use]
    pub fn and_of_address<'a>(mut self, parts: impl IntoIterator<Item = &'a str>) -> Self {
        for secret in parts {
            self.add(secret, SHORTEST_IN_WORDS);
            self.add(&unescaped(secret), SHORTEST_IN_WORDS);
        }
        self
    }

    /// Adds the secrets of others.
    #[must_use]
    pub fn and(mut self, others: &Self) -> Self {
        let lists = [
            (&mut self.all, &others.all),
            (&mut self.telling, &others.telling),
        ];
        for (own, others) in lists {
            for needle in others {
                if !own.iter().any(|known| known.is_same(needle)) {
                    own.push(Arc::clone(needle));
                }
            }
        }
        self
    }

    /// A value, and each of its words: a server that repeats a key leaves out the "Bearer" before it.
    fn add(&mut self, value: &str, shortest_in_words: usize) {
        let value = value.trim();
        let words = value.split_whitespace().filter(|word| *word != value);
        for secret in std::iter::once(value).chain(words) {
            let is_word = is_a_word(secret);
            let has_words = secret.contains(char::is_whitespace);
            if secret.len() >= SHORTEST && (secret == value || !is_word) {
                self.all.push(Arc::new(Needle::new(secret)));
            }
            if secret.len() >= shortest_in_words && !is_word && !has_words {
                self.telling.push(Arc::new(Needle::new(secret)));
            }
        }
    }

    /// A server's message in one line, fit to be shown: clean, without secrets, not too long.
    pub(super) fn message(&self, message: &str) -> String {
        // JSON in a text of JSON spells as it likes; what it spells may be what cleaning takes out.
        let line = sanitize_line(&spelt_out(message, Escapes::Numbers));
        let clean = untagged(titled(&line));
        let own = whole(&self.all, &unnumbered(&clean));
        // A server may speak of a key that nobody has sent it.
        shortened(&masked(&own), MESSAGE)
    }

    /// JSON of a model that is kept as it was written, because it cannot be read as what it should be: clean, and
    /// without secrets, also those that its escapes spell.
    pub(super) fn unread(&self, json: &str) -> String {
        self.words(&spelt_out(json, Escapes::All))
    }

    /// Words of a model that are there as a whole: clean, and without secrets.
    pub(super) fn words(&self, text: &str) -> String {
        whole(&self.telling, &sanitize(text))
    }
}

/// The title of a page of HTML, where it has one: the rest of such a page is for a browser.
fn titled(message: &str) -> &str {
    let title = || {
        let (_, behind) = message.split_once("<title>")?;
        let (title, _) = behind.split_once("</title>")?;
        Some(title.trim()).filter(|title| !title.is_empty())
    };
    title().unwrap_or(message)
}

/// A page of HTML without its tags, which could stand in the middle of a key.
fn untagged(message: &str) -> Cow<'_, str> {
    if !message.contains("</") {
        return Cow::Borrowed(message);
    }
    let mut out = String::with_capacity(message.len());
    let mut rest = message;
    while let Some((before, tag)) = rest.split_once('<') {
        out.push_str(before);
        let begins = tag.starts_with(|c: char| c.is_alphabetic() || matches!(c, '/' | '!'));
        rest = match tag.split_once('>') {
            Some((_, behind)) if begins => behind,
            _ => {
                out.push('<');
                tag
            }
        };
    }
    Cow::Owned(out + rest)
}

/// The escapes of JSON that are read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Escapes {
    All,
    /// `\uXXXX` alone: in a message a backslash before another letter may be part of a path.
    Numbers,
}

/// A text with the escapes of JSON as what they stand for, but those that keep a string together. One that was escaped
/// again, with its backslash, is read, too.
fn spelt_out(json: &str, escapes: Escapes) -> String {
    let mut out = String::with_capacity(json.len());
    let mut rest = json;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        out.push_str(before);
        let backslashes = escape.bytes().take_while(|byte| *byte == b'\\').count();
        let last = escape.get(backslashes - 1..).unwrap_or_default();
        let escape = if unit(last).is_some() { last } else { escape };
        let Some(first) = unit(escape) else {
            let behind = escape.get(1..).unwrap_or_default();
            let stands_for = match behind.as_bytes().first() {
                _ if escapes == Escapes::Numbers => None,
                Some(b'n' | b'r' | b't' | b'b' | b'f') => Some(' '),
                Some(b'/') => Some('/'),
                _ => None,
            };
            out.push(stands_for.unwrap_or('\\'));
            rest = behind
                .get(usize::from(stands_for.is_some())..)
                .unwrap_or_default();
            continue;
        };
        let second = escape.get(6..).and_then(unit);
        let mut units = char::decode_utf16(std::iter::once(first).chain(second));
        let (c, read) = match units.next() {
            Some(Ok(c)) => (c, 6 * c.len_utf16()),
            Some(Err(_)) | None => (char::REPLACEMENT_CHARACTER, 6),
        };
        // What ends a string, or escapes, stays written as it was.
        if matches!(c, '"' | '\\') {
            out.push_str(escape.get(..read).unwrap_or_default());
        } else {
            out.push(c);
        }
        rest = escape.get(read..).unwrap_or_default();
    }
    out + rest
}

/// A part of a URL as it was before it was written with percent signs.
fn unescaped(part: &str) -> String {
    let mut bytes = Vec::with_capacity(part.len());
    let mut rest = part.as_bytes();
    while let [first, after @ ..] = rest {
        let hex = |byte: u8| {
            char::from(byte)
                .to_digit(16)
                .and_then(|n| u8::try_from(n).ok())
        };
        let escaped = match after {
            [a, b, ..] if *first == b'%' => hex(*a).zip(hex(*b)),
            _ => None,
        };
        bytes.push(escaped.map_or(*first, |(a, b)| a << 4 | b));
        rest = after
            .get(if escaped.is_some() { 2 } else { 0 }..)
            .unwrap_or_default();
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn whole(secrets: &[Arc<Needle>], text: &str) -> String {
    let mut redactor = Redactor::of(secrets);
    redactor.push(text) + &redactor.finish()
}

/// The way in for words that come in pieces: an escape sequence and a key may be split between them.
pub(super) struct Incoming<'a> {
    sanitizer: Sanitizer,
    redactor: Redactor<'a>,
}

impl<'a> Incoming<'a> {
    /// A way in for prose.
    pub(super) fn of_prose(secrets: &'a Secrets) -> Self {
        Self {
            sanitizer: Sanitizer::new(),
            redactor: Redactor::of(&secrets.telling),
        }
    }

    /// A way in for JSON that is read as soon as it is whole. Its escapes may spell what goes when a text is cleaned,
    /// in the middle of a key: taken out here, a part of the key would leave a rest behind that is none any more. Its
    /// texts come in by [`Secrets::words`] once they are read, and what cannot be read by [`Secrets::unread`].
    pub(super) fn of_json() -> Self {
        Self {
            sanitizer: Sanitizer::new(),
            redactor: Redactor::of(&[]),
        }
    }

    /// Takes the next piece and returns what is left of it. The beginning of a key is held back until it is certain to
    /// be none.
    pub(super) fn push(&mut self, piece: &str) -> String {
        self.redactor.push(&self.sanitizer.push(piece))
    }

    /// Ends the text and returns what was held back.
    pub(super) fn finish(&mut self) -> String {
        let held = self.sanitizer.finish();
        self.redactor.push(&held) + &self.redactor.finish()
    }
}
