//! The finished part of a structured answer on its way: all values in it that nothing can be added to, as JSON.

use serde_json::Value;

use crate::controls::Scan;

/// More is not followed, in bytes: no turn has so much to say.
const MOST: usize = 256 * 1024;

/// Follows one answer.
#[derive(Debug, Default)]
pub struct FinishedPart {
    /// From the brace that begins the object.
    text: String,
    /// Containers that have begun and not ended, the innermost last.
    open: Vec<Open>,
    /// The strings on the way.
    scan: Scan,
    /// The length of the finished part of the text, in bytes.
    finished: usize,
    /// Whether more of it is finished than before the last piece.
    is_more: bool,
    /// The containers that were open there.
    around: Vec<Open>,
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
    /// Takes more of the answer in. Gives what is finished of it, where that is more than before.
    pub fn push(&mut self, more: &str) -> Option<Value> {
        self.is_more = false;
        for letter in more.chars() {
            if self.text.len() < MOST {
                self.letter(letter);
            }
        }
        self.is_more.then(|| self.value()).flatten()
    }

    /// The answer is asked for again.
    pub fn begin_again(&mut self) {
        *self = Self::default();
    }

    fn letter(&mut self, letter: char) {
        // Words before and after the object are overlooked; a second one is another answer.
        if self.open.is_empty() {
            if letter != '{' {
                return;
            }
            self.begin_again();
        }
        let was_in_string = self.scan.in_string();
        self.scan.take(letter, &mut self.text);
        // A text is finished where the next sign says so: a mark within it may not be escaped.
        if was_in_string {
            return;
        }
        match letter {
            '{' => self.open.push(Open::Name),
            '[' => self.open.push(Open::List),
            '}' | ']' => {
                self.open.pop();
                self.mark(self.text.len());
            }
            ':' => self.next(Open::Field),
            ',' => {
                self.mark(self.text.len() - 1);
                self.next(Open::Name);
            }
            _ => {}
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
        self.is_more = true;
        self.around.clone_from(&self.open);
    }

    fn value(&self) -> Option<Value> {
        let mut text = self.text.get(..self.finished)?.to_owned();
        text.extend(self.around.iter().rev().map(|open| match open {
            Open::List => ']',
            Open::Name | Open::Field => '}',
        }));
        serde_json::from_str(&text).ok()
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
            (
                r#"", "reasons"#,
                Some(json!({"arguments": [{"claim": "Carts \"wait\", {still}"}]})),
            ),
            (r#"": "#, None),
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
            (
                "}",
                Some(
                    json!({"arguments": [{"claim": "Carts \"wait\", {still}", "reasons": ["one", "two"], "sure": 12}]}),
                ),
            ),
            ("", None),
        ] {
            assert_eq!(answer.push(more), finished, "{more}");
        }
        answer.push("]}");
        assert_eq!(
            answer.push(" Again: {\"a\": 1, "),
            Some(json!({"a": 1})),
            "another answer"
        );
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
            broken.push("{\"a\": \"one\ntwo\", "),
            Some(json!({"a": "one\ntwo"}))
        );
        let mut hostile = FinishedPart::default();
        assert_eq!(hostile.push("]}{{{\"\"}:,[}]\\"), None);
    }
}
