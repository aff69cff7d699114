//! An object of JSON with mistakes in it, read where only one thing can be meant: comments, commas that are missing
//! between entries or stand behind the last, names without quotation marks, quotation marks of other kinds, the words of
//! Python, control characters in texts, brackets that are missing at the very end.
//!
//! Nothing is guessed: where a text ends, and which number is meant, stands there beyond doubt or the object is refused.
//! Libraries that mend JSON (`jsonrepair`, `llm_json`) close a text at its first comma, and what follows is nobody's words.

pub(super) mod strings;

use serde_json::{Number, Value};

use self::strings::{Within, is_mark};
use super::outermost;

/// The most brackets within brackets.
const NESTED: usize = 64;
/// The most characters of an answer that are quoted where it cannot be read.
const QUOTED: usize = 24;

/// An object, and where it ends.
#[derive(Debug, PartialEq)]
pub(super) struct Read {
    pub(super) object: Value,
    /// Its length in bytes.
    pub(super) length: usize,
    /// Whether its last brackets are there.
    pub(super) is_closed: bool,
    /// Whether an entry was left out of it that stands in it twice.
    pub(super) is_doubled: bool,
}

/// Reads the object that a text begins with.
///
/// # Errors
/// What is wrong with it, for the model to read.
pub(super) fn object(text: &str) -> Result<Read, String> {
    let mut reader = Reader {
        text,
        at: 0,
        depth: 0,
        is_closed: true,
    };
    let (object, is_doubled) = outermost::of(reader.entries()?)?;
    Ok(Read {
        object: Value::Object(object),
        length: reader.at,
        is_closed: reader.is_closed,
        is_doubled,
    })
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    is_closed: bool,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn next(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Goes on behind what does not matter: white space, comments, and the dots of something left out. What stands in a
    /// comment beside words may be a part of the answer that lost its own line.
    fn skip(&mut self) -> Result<(), String> {
        loop {
            let before = self.at;
            self.at += strings::space(self.rest());
            let comment = strings::comment(self.rest());
            let said = self.rest().get(..comment).unwrap_or_default();
            if said.contains(['{', '}', '[', ']']) || strings::has_marks(said) {
                return Err(self.wrong("a comment may have swallowed something; leave it out"));
            }
            self.at += comment;
            for dots in ["...", "…"] {
                if self.rest().starts_with(dots) {
                    self.at += dots.len();
                }
            }
            if self.at == before {
                return Ok(());
            }
        }
    }

    /// Goes on behind a letter, where it is the next.
    fn takes(&mut self, letter: char) -> bool {
        let is_next = self.rest().starts_with(letter);
        if is_next {
            self.at += letter.len_utf8();
        }
        is_next
    }

    fn wrong(&self, what: &str) -> String {
        let there: String = self.rest().chars().take(QUOTED).collect();
        if there.trim().is_empty() {
            return format!("it breaks off: {what}");
        }
        format!("it is no JSON: {what}, at: {}", there.trim())
    }

    fn opens(&mut self) -> Result<(), String> {
        self.depth += 1;
        if self.depth > NESTED {
            return Err("it is no JSON: there are too many brackets in it".to_owned());
        }
        Ok(())
    }

    /// Whether the bracket that is open ends here: with its other half, or with the text.
    fn ends(&mut self, with: char, is_behind_comma: bool) -> Result<bool, String> {
        if self.takes(with) {
            self.depth -= 1;
            return Ok(true);
        }
        if !self.rest().is_empty() {
            return Ok(false);
        }
        if is_behind_comma {
            return Err("it breaks off: write it to its end".to_owned());
        }
        self.is_closed = false;
        Ok(true)
    }

    /// The entries of an object, from its bracket on.
    fn entries(&mut self) -> Result<Vec<(String, Value)>, String> {
        if !self.takes('{') {
            return Err(self.wrong("a { is missing"));
        }
        self.opens()?;
        let mut all = Vec::new();
        let mut is_behind_comma = false;
        loop {
            self.skip()?;
            let is_empty = all.is_empty() && self.rest().is_empty();
            if self.ends('}', is_behind_comma || is_empty)? {
                return Ok(all);
            }
            let mark = self.next().filter(|first| is_mark(*first));
            let name = self.name(mark)?;
            self.skip()?;
            if !self.takes(':') {
                return Err(self.wrong("a colon is missing behind a name"));
            }
            self.skip()?;
            all.push((name, self.value(Within::Object { mark })?));
            self.skip()?;
            is_behind_comma = self.takes(',');
        }
    }

    /// The entries of a list, from its bracket on.
    fn list(&mut self) -> Result<Vec<Value>, String> {
        self.at += 1;
        self.opens()?;
        let mut all = Vec::new();
        let mut is_behind_comma = true;
        loop {
            self.skip()?;
            if self.ends(']', is_behind_comma && !all.is_empty())? {
                return Ok(all);
            }
            // Two texts without a comma between them may be one.
            if !is_behind_comma && !self.rest().starts_with('{') {
                return Err(self.wrong("a comma is missing"));
            }
            all.push(self.value(Within::List)?);
            self.skip()?;
            is_behind_comma = self.takes(',');
        }
    }

    fn name(&mut self, mark: Option<char>) -> Result<String, String> {
        if let Some(mark) = mark {
            return self.string(mark, Within::Name);
        }
        match self.word() {
            "" => Err(self.wrong("a name is missing")),
            word => {
                self.at += word.len();
                Ok(word.to_owned())
            }
        }
    }

    /// The word that stands here: letters, digits and what joins them, a letter first.
    fn word(&self) -> &'a str {
        let rest = self.rest();
        if !rest.starts_with(|first: char| first.is_alphabetic() || first == '_') {
            return "";
        }
        let is_of_word =
            |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-' | '.');
        let end = rest.find(|letter| !is_of_word(letter));
        rest.get(..end.unwrap_or(rest.len())).unwrap_or_default()
    }

    fn string(&mut self, mark: char, within: Within) -> Result<String, String> {
        let (text, length) = strings::string(self.rest(), mark, within)?;
        self.at += length;
        Ok(text)
    }

    fn value(&mut self, within: Within) -> Result<Value, String> {
        match self.next() {
            Some('{') => {
                let entries = self.entries()?;
                Ok(Value::Object(outermost::unique(entries)?))
            }
            Some('[') => Ok(Value::Array(self.list()?)),
            Some(mark) if is_mark(mark) => Ok(Value::String(self.string(mark, within)?)),
            Some(first) if first == '-' || first.is_ascii_digit() => self.number(),
            Some(_) | None => self.bare(),
        }
    }

    fn number(&mut self) -> Result<Value, String> {
        let rest = self.rest();
        let is_of_number = |letter: char| letter.is_alphanumeric() || "+-._/%".contains(letter);
        let end = rest.find(|letter| !is_of_number(letter));
        let digits = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
        let number: Number = serde_json::from_str(digits).map_err(|_| self.wrong("no number"))?;
        self.at += digits.len();
        self.is_at_end_of_value()?;
        Ok(Value::Number(number))
    }

    /// A value without quotation marks: a word that JSON or Python knows. Others may stand there for what was to be said, as
    /// `string` does in an outline.
    fn bare(&mut self) -> Result<Value, String> {
        let word = self.word();
        let value = match word {
            "" => return Err(self.wrong("a value is missing")),
            "true" | "True" | "TRUE" => Value::Bool(true),
            "false" | "False" | "FALSE" => Value::Bool(false),
            "null" | "None" | "NULL" => Value::Null,
            _ => return Err(self.wrong("a text needs quotation marks")),
        };
        self.at += word.len();
        self.is_at_end_of_value()?;
        Ok(value)
    }

    /// Fails where something else stands behind a value that has no quotation marks: it is a part of something then.
    fn is_at_end_of_value(&mut self) -> Result<(), String> {
        let is_line_over = self.rest().starts_with(['\n', '\r']);
        self.skip()?;
        if self.rest().is_empty() {
            return Err("it breaks off behind a value: write it to its end".to_owned());
        }
        if is_line_over || self.rest().starts_with([',', '}', ']']) {
            return Ok(());
        }
        Err(self.wrong("a text needs quotation marks, and a number is only a number"))
    }
}

#[cfg(test)]
mod tests;
