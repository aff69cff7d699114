//! Structured answers on their way: what is wrong with the beginning of one, whatever may follow it.
//!
//! A server that enforces a schema never lets it come so far. Of others a small model may go on for minutes behind a
//! list that has ended too soon, or in a text that does not end.

use serde_json::Value;

use super::place::Place;
use crate::text::has_words;

/// The multiple of its bound from which a text is past mending: what is a little too long is shortened.
const TOO_LONG: usize = 2;

/// Follows one answer.
#[derive(Debug)]
pub(super) struct Partial<'a> {
    whole: Place<'a>,
    /// Containers that have begun and not ended, the innermost last.
    open: Vec<Container<'a>>,
    text: Option<Text>,
}

/// A list or an object.
#[derive(Debug)]
struct Container<'a> {
    place: Place<'a>,
    is_list: bool,
    entries: usize,
    /// The name of the property that comes next or is under way, and where it stands.
    property: Option<(String, Place<'a>)>,
}

/// A text in quotation marks.
#[derive(Debug, Default)]
struct Text {
    letters: String,
    is_key: bool,
    escaped: bool,
}

impl<'a> Partial<'a> {
    /// The follower of an answer of this schema, of which nothing has come.
    pub(super) fn new(schema: &'a Value) -> Self {
        Self {
            whole: Place::of(schema),
            open: Vec::new(),
            text: None,
        }
    }

    /// Takes more of the answer in; says what is wrong, once that cannot change any more.
    pub(super) fn push(&mut self, more: &str) -> Option<String> {
        more.chars().find_map(|letter| self.letter(letter))
    }

    fn letter(&mut self, letter: char) -> Option<String> {
        if let Some(text) = &mut self.text {
            if !text.escaped && letter == '"' {
                let text = self.text.take()?;
                return self.text_ended(text);
            }
            text.escaped = !text.escaped && letter == '\\';
            text.letters.push(letter);
            return self.is_endless();
        }
        // Words before and after the object are overlooked.
        if self.open.is_empty() && letter != '{' {
            return None;
        }
        match letter {
            '{' | '[' => self.begin(letter == '['),
            '}' | ']' => return self.end(),
            '"' => {
                let is_key = self
                    .open
                    .last()
                    .is_some_and(|inner| !inner.is_list && inner.property.is_none());
                if !is_key {
                    self.count();
                }
                self.text = Some(Text {
                    is_key,
                    ..Text::default()
                });
            }
            ',' => {
                if let Some(inner) = self.open.last_mut() {
                    inner.property = None;
                }
            }
            _ => {}
        }
        None
    }

    /// The place of what comes next.
    fn next(&self) -> Place<'a> {
        match self.open.last() {
            None => self.whole,
            Some(inner) if inner.is_list => inner.place.entry(),
            Some(inner) => inner
                .property
                .as_ref()
                .map_or(Place::nowhere(), |(_, place)| *place),
        }
    }

    /// The list in which something begins has an entry more.
    fn count(&mut self) {
        if let Some(inner) = self.open.last_mut().filter(|inner| inner.is_list) {
            inner.entries += 1;
        }
    }

    fn begin(&mut self, is_list: bool) {
        let place = self.next();
        self.count();
        self.open.push(Container {
            place,
            is_list,
            entries: 0,
            property: None,
        });
    }

    fn end(&mut self) -> Option<String> {
        let ended = self.open.pop()?;
        let least = ended.place.bound("minItems")?;
        let is_short = ended.is_list && ended.entries < least;
        // Numbers and words such as `true` are not counted as entries: lists of them are left to the end.
        let is_counted = matches!(ended.place.entry().kind(), Some("string" | "object"));
        (is_short && is_counted).then(|| {
            let name = self.name();
            match least {
                1 => format!("\"{name}\" needs an entry"),
                _ => format!("\"{name}\" needs {least} entries"),
            }
        })
    }

    fn text_ended(&mut self, text: Text) -> Option<String> {
        if text.is_key {
            let inner = self.open.last_mut()?;
            let place = inner.place.property(&text.letters);
            inner.property = Some((text.letters, place));
            return None;
        }
        let least = self.next().bound("minLength")?;
        (least > 0 && !has_words(&text.letters))
            .then(|| format!("\"{}\" must not be empty", self.name()))
    }

    /// Whether the text that is under way has gone on for too long.
    fn is_endless(&self) -> Option<String> {
        let text = self.text.as_ref().filter(|text| !text.is_key)?;
        let most = self.next().bound("maxLength")?;
        // Bytes are counted first: they are at hand.
        (text.letters.len() > most.saturating_mul(TOO_LONG)
            && text.letters.chars().count() > most.saturating_mul(TOO_LONG))
        .then(|| {
            format!(
                "\"{}\" is too long; it may have {most} characters",
                self.name()
            )
        })
    }

    /// The name of the innermost property.
    fn name(&self) -> &str {
        let named = self.open.iter().rev().find_map(|one| one.property.as_ref());
        named.map_or("it", |(name, _)| name)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn schema() -> Value {
        json!({"type": "object", "properties": {
            "opening": {"type": "string", "maxLength": 10},
            "arguments": {"type": "array", "minItems": 2, "items": {"type": "object", "properties": {
                "claim": {"type": "string", "minLength": 1},
                "tags": {"type": "array", "minItems": 1, "items": {"type": "string"}},
            }}},
            "marks": {"type": "array", "minItems": 3, "items": {"type": "number"}},
        }})
    }

    #[test]
    fn what_cannot_come_right_is_said_as_soon_as_it_is_known() {
        let table = [
            (
                r#"{"arguments": [{"claim": "a", "tags": ["x"]}]"#,
                "\"arguments\" needs 2 entries",
            ),
            (r#"{"arguments": []"#, "\"arguments\" needs 2 entries"),
            (
                r#"{"arguments": [{"claim": " ""#,
                "\"claim\" must not be empty",
            ),
            (
                r#"Gladly! {"arguments": [{"claim": "\"a\" [", "tags": []"#,
                "\"tags\" needs an entry",
            ),
            (
                r#"{"opening": "one two three four five"#,
                "\"opening\" is too long; it may have 10 characters",
            ),
        ];
        let schema = schema();
        for (text, expected) in table {
            for size in [1, 3, text.len()] {
                let mut partial = Partial::new(&schema);
                let letters: Vec<char> = text.chars().collect();
                let said = letters
                    .chunks(size)
                    .find_map(|piece| partial.push(&piece.iter().collect::<String>()));
                assert_eq!(said.as_deref(), Some(expected), "{text}");
            }
            // Not before its last letters.
            let before = text.get(..text.len() - 4).unwrap();
            assert_eq!(Partial::new(&schema).push(before), None, "{before}");
        }
    }

    #[test]
    fn what_may_come_right_is_left_alone() {
        let schema = schema();
        for text in [
            "",
            "no object at all, \"\" and []",
            r#"{"opening": "a little too long", "arguments": [{"claim": "x"}, {"claim": "y", "tags": ["t"]}]}"#,
            r#"{"unknown": [], "arguments": [{"claim": "x", "other": ""}"#,
            r#"{"marks": [1]"#,
            "{\"opening\": \"}]}]}]\\\"\"}",
            "]]]}}} [[[",
        ] {
            assert_eq!(Partial::new(&schema).push(text), None, "{text}");
        }
    }
}
