//! An answer that only says again how its fields were described: a small model fills in a form with the words that
//! stand beside it.

use serde_json::Value;

use crate::{
    fence,
    llm::{Request, Shape, shape},
    similarity::LEAST_WHOLE,
    text::{
        cut::shortened,
        sentence::{key, sentences},
    },
    wording::{instructs, without_list_mark},
};

/// The most bytes that are quoted of a text that only repeats the task.
const QUOTED: usize = 60;

/// The texts beside the fields of an answer: in the task, behind a name in quotation marks and in brackets, and in the
/// shape.
pub(super) struct Described {
    texts: Vec<String>,
    /// The names of fields, where nobody else is called so: `decisive_moments`.
    names: Vec<String>,
}

impl Described {
    /// For an answer of this shape to this request.
    pub(super) fn of(request: &Request, shape: &Shape) -> Self {
        let task = request
            .messages
            .last()
            .map_or("", |last| last.text.as_str());
        // What is fenced is the debate's own.
        let ours = task
            .split(fence::OPEN)
            .enumerate()
            .map(|(at, part)| match at {
                0 => part,
                _ => part
                    .rsplit_once(fence::CLOSE)
                    .map_or("", |(_, behind)| behind),
            });
        let in_task = ours.flat_map(beside_names);
        let in_shape = shape::descriptions(shape);
        let texts: Vec<String> = in_task.chain(in_shape).collect();
        // What stands in quotation marks there is an example of an answer.
        let told = texts.iter().flat_map(|text| text.split('"').step_by(2));
        let texts = told.map(key).collect();
        let mut names = Vec::new();
        fields(&shape.schema, &mut names);
        Self { texts, names }
    }

    /// Leaves out of every text of an answer what nobody says of a debate: sentences that name a field of the answer, or tell
    /// whom the Chair called, and the number of a list before all else. A text of which nothing would be left stays, with
    /// the name in words.
    pub(super) fn leave_out(&self, value: &mut Value) {
        match value {
            Value::String(text) => {
                let bare = without_list_mark(text);
                if bare.len() < text.len() {
                    *text = bare.to_owned();
                }
                let all = sentences(text);
                let mut own = all.clone();
                own.retain(|one| !self.names_field(one) && !tells_of_the_call(one));
                if !own.is_empty() && own.len() < all.len() {
                    let kept = own.concat();
                    kept.trim().clone_into(text);
                }
                // Where nothing else would be left the name is spelled as words are.
                let whole = text.trim().to_owned();
                for name in self.names.iter().filter(|name| **name != whole) {
                    if text.contains(name.as_str()) {
                        *text = text.replace(name.as_str(), &name.replace('_', " "));
                    }
                }
            }
            Value::Array(all) => all.iter_mut().for_each(|one| self.leave_out(one)),
            Value::Object(fields) => fields.values_mut().for_each(|one| self.leave_out(one)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    /// Whether a sentence names a field of the answer, by a name that is no word of any language.
    fn names_field(&self, sentence: &str) -> bool {
        let mut words = sentence.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        words.any(|word| self.names.iter().any(|name| name == word))
    }

    /// Fails with the first text of an answer that is one of these, or a part of one.
    ///
    /// # Errors
    /// What is wrong with it, for the model.
    pub(super) fn check(&self, value: &Value) -> Result<(), String> {
        match value {
            Value::String(text) => {
                let said = key(text);
                let is_in = |one: &String| format!(" {one} ").contains(&format!(" {said} "));
                let echoes = said.split(' ').count() >= LEAST_WHOLE && self.texts.iter().any(is_in);
                let is_call = sentences(text).into_iter().any(tells_of_the_call);
                let is_name = self.names.iter().any(|name| name == text.trim());
                if echoes || is_call || is_name || sentences(text).into_iter().any(instructs) {
                    return Err(format!(
                        "this stands in the task, and answers nothing: {}",
                        shortened(text, QUOTED)
                    ));
                }
                Ok(())
            }
            Value::Array(all) => all.iter().try_for_each(|one| self.check(one)),
            Value::Object(fields) => fields.values().try_for_each(|one| self.check(one)),
            Value::Null | Value::Bool(_) | Value::Number(_) => Ok(()),
        }
    }
}

/// Whether a sentence only tells whom the Chair called: a note of the record, which nobody has said.
fn tells_of_the_call(sentence: &str) -> bool {
    const CALLS: [&str; 4] = [
        "the chair i call ",
        "the chair called ",
        "the chair calls ",
        "the chair has called ",
    ];
    let said = key(sentence);
    CALLS.iter().any(|call| said.starts_with(call))
}

/// The names of all fields of a schema that are names of nothing else.
fn fields(schema: &Value, found: &mut Vec<String>) {
    match schema {
        Value::Object(all) => {
            if let Some(Value::Object(properties)) = all.get("properties") {
                found.extend(properties.keys().filter(|name| name.contains('_')).cloned());
            }
            all.values().for_each(|one| fields(one, found));
        }
        Value::Array(all) => all.iter().for_each(|one| fields(one, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// The texts in brackets behind a name in quotation marks.
fn beside_names(text: &str) -> Vec<String> {
    text.split("\" (")
        .skip(1)
        .filter_map(|behind| {
            let mut depth = 1_u32;
            let end = behind.find(|c| {
                match c {
                    '(' => depth += 1,
                    ')' => depth -= 1,
                    _ => {}
                }
                depth == 0
            })?;
            behind.get(..end).map(str::to_owned)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{
        debate::ask::Purpose,
        llm::{From, Message},
    };

    #[test]
    fn only_what_says_again_how_a_field_was_described_is_an_echo() {
        let task = "He said:\n<<<\nthe \"roads\" (of all the towns) are full\n>>>\n\
            Answer with JSON: \"core\" (the two or three disagreements (a sentence each)), \
            \"analysis\" (the reasoning, in a paragraph), \"gesture\" (what you do: \"lifts a hand at once\"), \"who\", one of: Ada Lovelace the elder.";
        let request = Request {
            purpose: Purpose::Verdict,
            messages: vec![Message {
                from: From::User,
                text: task.to_owned(),
            }],
            max_tokens: 9,
            shape: None,
            temperature: None,
            seed: None,
        };
        let shape = Shape {
            name: "V",
            schema: json!({"properties": {
                "why": {"description": "Why it is so, in a sentence."},
                "decisive_moments": {"type": "array"},
            }}),
        };
        let described = Described::of(&request, &shape);
        for echo in [
            json!("The reasoning, in a paragraph"),
            json!({"core": ["Bread.", "two or three disagreements"]}),
            json!({"why": "why it is so"}),
            json!({"core": ["decisive_moments"]}),
            json!("The Chair called Ada Lovelace to speak."),
            json!("Bread. Before you vote, think it through."),
        ] {
            assert!(described.check(&echo).is_err(), "{echo}");
        }
        for (text, left) in [
            (
                "1. Bread is dear. The decisive_moments are three.",
                "Bread is dear.",
            ),
            (
                "The Chair called Ada. She spoke of bread.",
                "She spoke of bread.",
            ),
            ("2) Bread", "Bread"),
            ("1815 was a dear year.", "1815 was a dear year."),
            ("decisive_moments", "decisive_moments"),
            (
                "The decisive_moments are three.",
                "The decisive moments are three.",
            ),
        ] {
            let mut value = json!({"why": [text]});
            described.leave_out(&mut value);
            assert_eq!(value, json!({"why": [left]}), "{text}");
        }
        for own in [
            json!("The reasoning is weak, in a paragraph of his."),
            json!({"words": "of all the towns", "who": "Ada Lovelace the elder"}),
            json!("lifts a hand at once"),
            json!(["a sentence", 3, null, true, ""]),
        ] {
            assert_eq!(described.check(&own), Ok(()), "{own}");
        }
    }
}
