//! The finished part of a structured answer on its way: all values in it that nothing can be added to, as JSON.

use serde_json::Value;

use crate::{controls::Scan, structured::Outermost};

/// More is not followed, in bytes: no turn has so much to say.
pub const MOST: usize = 256 * 1024;

/// Of a finished part beyond this length, in bytes, more is given once it has grown by a share of itself: it is read anew
/// each time, and an answer of thousands of values would be read thousands of times.
const SHORT: usize = 2048;
/// That share: one of so many.
const SHARE: usize = 16;

/// Follows one answer.
#[derive(Debug, Default)]
pub struct FinishedPart {
    /// From the brace that begins the object.
    text: String,
    /// Containers that have begun and not ended, the innermost last.
    open: Vec<Open>,
    /// The strings on the way.
    scan: Scan,
    /// Whether a text has just ended.
    is_behind_text: bool,
    /// The place of the last comma, until what follows it is known.
    comma: Option<usize>,
    /// The place behind a list or an object that has ended within it, until what follows is known.
    closed: Option<usize>,
    /// Whether nobody can tell any more what of it was meant: it is no JSON, or another object was begun behind the first.
    /// Nothing that comes then is finished.
    is_in_doubt: bool,
    /// The length of the finished part of the text, in bytes.
    finished: usize,
    /// Whether an object has ended, and is one.
    is_whole: bool,
    /// The containers that were open there.
    around: Vec<Open>,
    /// The length of the finished part that was given last.
    given: usize,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Open {
    List,
    /// An object, where a name comes next.
    Name,
    /// An object, where a value comes next.
    Field,
}

impl FinishedPart {
    /// Takes more of the answer in. Gives what is finished of it, where that is more than before; of a long one, where it is
    /// much more, or all.
    pub fn push(&mut self, more: &str) -> Option<Value> {
        let before = self.finished;
        for letter in more.chars() {
            if self.text.len() < MOST {
                self.letter(letter);
            }
        }
        let more = self.finished.saturating_sub(self.given);
        let is_due = self.finished < SHORT || self.is_ended() || more * SHARE >= self.given;
        if self.finished == before || !is_due {
            return None;
        }
        self.given = self.finished;
        self.value()
    }

    /// Whether the object has ended.
    pub fn is_ended(&self) -> bool {
        self.open.is_empty() && self.finished > 0
    }

    /// Whether what is finished is what the model meant, as far as one can tell: nothing that came is in doubt.
    pub fn is_sure(&self) -> bool {
        !self.is_in_doubt
    }

    /// The answer is asked for again.
    pub fn begin_again(&mut self) {
        *self = Self::default();
    }

    fn letter(&mut self, letter: char) {
        // Words before and after the object are overlooked, and so are braces in them.
        if self.open.is_empty() {
            if !matches!(letter, '{' | '"') || self.is_in_doubt {
                return;
            }
            if self.is_whole {
                self.is_in_doubt = true;
                return;
            }
            if letter == '"' {
                return;
            }
            self.begin_again();
        }
        if self.is_in_doubt {
            return;
        }
        let was_in_string = self.scan.in_string();
        self.scan.take(letter, &mut self.text);
        if was_in_string {
            self.is_behind_text = !self.scan.in_string();
            return;
        }
        if letter.is_whitespace() {
            return;
        }
        // Behind a text, and behind a comma, something else means that the text has not ended where it seems to.
        let is_next = matches!(letter, ',' | '}' | ']');
        let is_lost_behind_text = self.is_behind_text && !is_next && letter != ':';
        if let Some(at) = self.closed.take() {
            if !is_next {
                self.is_in_doubt = true;
                return;
            }
            self.mark(at);
        }
        let is_lost_behind_comma = self.comma.is_some()
            && match self.open.last() {
                Some(Open::Name) => letter != '"' && !(letter == ':' && self.is_behind_text),
                Some(Open::List) => {
                    !matches!(letter, '"' | '{' | '[' | ']' | '-') && !letter.is_ascii_digit()
                }
                Some(Open::Field) | None => false,
            };
        if is_lost_behind_text || is_lost_behind_comma {
            self.is_in_doubt = true;
            return;
        }
        self.is_behind_text = false;
        match letter {
            '{' => {
                self.ends_at_comma();
                self.open.push(Open::Name);
            }
            '[' => {
                self.ends_at_comma();
                self.open.push(Open::List);
            }
            '}' | ']' => {
                self.comma = None;
                self.open.pop();
                if self.open.is_empty() {
                    self.mark(self.text.len());
                    self.is_whole = self.value().is_some();
                } else {
                    self.closed = Some(self.text.len());
                }
            }
            ':' => {
                if self.open.last() != Some(&Open::Name) {
                    self.is_in_doubt = true;
                    return;
                }
                self.ends_at_comma();
                self.next(Open::Field);
            }
            ',' => {
                self.comma = Some(self.text.len() - 1);
                self.next(Open::Name);
            }
            // What follows in a list begins; a name is one once its colon is there.
            _ if self.open.last() == Some(&Open::List) => self.ends_at_comma(),
            _ => {}
        }
    }

    /// What stood before the last comma is finished: what follows it is as it should be.
    fn ends_at_comma(&mut self) {
        if let Some(at) = self.comma.take() {
            self.mark(at);
        }
    }

    /// In an object, what comes next.
    fn next(&mut self, next: Open) {
        if let Some(inner) = self.open.last_mut().filter(|inner| **inner != Open::List) {
            *inner = next;
        }
    }

    /// A value ends here.
    fn mark(&mut self, at: usize) {
        self.finished = at;
        self.around.clone_from(&self.open);
    }

    fn value(&self) -> Option<Value> {
        let mut text = self.text.get(..self.finished)?.to_owned();
        text.extend(self.around.iter().rev().map(|open| match open {
            Open::List => ']',
            Open::Name | Open::Field => '}',
        }));
        let Outermost(all, _) = serde_json::from_str(&text).ok()?;
        Some(Value::Object(all))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_finished_is_known_value_by_value() {
        let mut answer = FinishedPart::default();
        for (more, finished) in [
            ("Here it is: ", None),
            (r#"{"arguments": [{"claim": "Car"#, None),
            (r#"ts \"wait\", {still}"#, None),
            (r#"", "reasons"#, None),
            (
                r#"": "#,
                Some(json!({"arguments": [{"claim": "Carts \"wait\", {still}"}]})),
            ),
            (
                r#"["one", "tw"#,
                Some(
                    json!({"arguments": [{"claim": "Carts \"wait\", {still}", "reasons": ["one"]}]}),
                ),
            ),
            (
                r#"o"], "sure": 12"#,
                Some(
                    json!({"arguments": [{"claim": "Carts \"wait\", {still}", "reasons": ["one", "two"]}]}),
                ),
            ),
            ("}", None),
            ("", None),
        ] {
            assert_eq!(answer.push(more), finished, "{more}");
        }
        let whole = json!({"arguments": [{"claim": "Carts \"wait\", {still}", "reasons": ["one", "two"], "sure": 12}]});
        assert_eq!(answer.push("]}"), Some(whole));
        assert!(answer.is_sure());
        assert_eq!(answer.push(" Again: {\"a\": 1, \"b\":"), None);
        assert!(!answer.is_sure(), "nobody knows which is the answer");
    }

    #[test]
    fn a_text_in_which_a_mark_is_not_escaped_is_not_finished() {
        for text in [
            r#"{"a": "so", "b": "The house said "not now" to it.", "c": "d"}"#,
            r#"{"a": "so", "b": "The plank is 5", long and old.", "c": "d"}"#,
            r#"{"a": "so", "b": ["The plank is 5", long and old.", "c"]}"#,
            r#"{"a": "so", "b": "The plank is 5"#,
            r#"{"a": "so", "b": ["c", … and so on. The rest"#,
            r#"{"a": "so", "b": {"c": "The brace "}" zqcl"#,
            r#"{"a": "so", "b": ["The brace "]" zqcl"#,
        ] {
            let mut answer = FinishedPart::default();
            let mut last = None;
            for letter in text.chars() {
                let more = answer.push(&letter.to_string());
                last = more.or(last);
            }
            let finished = last.unwrap();
            let told = finished.to_string();
            assert!(
                finished["a"] == "so" && !told.contains("The"),
                "{text}: {told}"
            );
        }
    }

    #[test]
    fn a_long_answer_is_not_read_anew_for_each_of_its_values() {
        let mut answer = FinishedPart::default();
        let values = 20_000;
        let mut given = usize::from(answer.push("{\"list\": [").is_some());
        for _ in 0..values {
            given += usize::from(answer.push("\"a\", ").is_some());
        }
        assert!((100..1000).contains(&given), "{given}");
        let whole = answer.push("\"b\"]}").unwrap();
        assert_eq!(whole["list"].as_array().unwrap().len(), values + 1);
    }

    #[test]
    fn every_beginning_of_an_answer_is_finished_json_or_nothing() {
        let whole = r#"{"a": ["x\\", {"b": null, "c": [[], {}]}, 1.5e3, "é\u00e9"], "d": true}"#;
        let mut answer = FinishedPart::default();
        let mut last = None;
        for letter in whole.chars() {
            let more = answer.push(&letter.to_string());
            last = more.or(last);
        }
        assert_eq!(last, serde_json::from_str(whole).ok());
        // A line break within a text, which JSON does not allow.
        let mut broken = FinishedPart::default();
        assert_eq!(
            broken.push("{\"a\": \"one\ntwo\"}"),
            Some(json!({"a": "one\ntwo"}))
        );
        let mut hostile = FinishedPart::default();
        assert_eq!(hostile.push("]}{{{\"\"}:,[}]\\"), None);
    }
}
