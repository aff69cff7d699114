//! The sheet of a judge, and how an answer becomes marks. Names stand in answers where people are meant, and become
//! seats here; totals are nobody's but the rules'.

use std::collections::{BTreeMap, HashSet};

use serde_json::{Map, Value, json};

use super::{Filling, answer::parts::Formed, each, view::opening};
use crate::{
    catalog::{Rubric, Scored},
    debate::{
        DebateState,
        decide::{self, Answer},
        ids::Seat,
        scores::{Flag, Marks, Standing},
    },
    llm::{Shape, shape::MAY_BE_EMPTY},
    text::sentence,
};

/// Tokens of the marks for one.
const TOKENS: u32 = 160;

/// The things that a judge gives marks to: the key in the answer, and the id in the record.
#[derive(Debug, Clone)]
pub(super) struct Sheet {
    rubric: Rubric,
    keys: Vec<(String, String)>,
}

impl Sheet {
    /// The sheet of what is judged in this debate. `of` is the rubric's own for a report; between rounds speakers are
    /// judged.
    pub(super) fn of(state: &DebateState, scored: Option<Scored>) -> Option<Self> {
        let opening = opening(state)?;
        let mut rubric = opening.format.rubric.clone()?;
        rubric.of = scored.unwrap_or(rubric.of);
        let items = decide::items(state, opening, rubric.of);
        let key = |id: &str, side: &str| match rubric.of {
            Scored::Arguments => id.to_owned(),
            Scored::Speakers => opening.name(&Seat::named(id)),
            Scored::Sides => side.to_owned(),
        };
        let keys = items
            .iter()
            .map(|(id, _, side)| (key(id, side), id.clone()))
            .collect();
        Some(Self { rubric, keys })
    }

    fn marks_schema(&self) -> Value {
        let mut fields = Map::new();
        let text = |what: &str| json!({"type": "string", "description": what});
        let list = |what: &str| {
            json!({"type": "array", "minItems": 1, "maxItems": 2, "description": what,
                "items": {"type": "string", "minLength": 1}})
        };
        if self.rubric.of == Scored::Arguments {
            fields.insert(
                "reason".to_owned(),
                text("What became of the argument in the debate, and why, in a sentence."),
            );
            if !self.rubric.fallacies.is_empty() {
                let names: Vec<&str> = self
                    .rubric
                    .fallacies
                    .iter()
                    .map(|one| one.name.as_str())
                    .collect();
                fields.insert(
                    "fallacies".to_owned(),
                    json!({"type": "array", "description": "Suspicious patterns in it; usually none.",
                        "items": object(&json!({
                            "fallacy": {"type": "string", "enum": names},
                            // A flag without them is left out.
                            "words": {"type": "string", MAY_BE_EMPTY: true,
                                "description": "The words that triggered it, copied from the debate."},
                        }))}),
                );
            }
        } else {
            fields.insert("strengths".to_owned(), list("One or two, a sentence each."));
            fields.insert(
                "weaknesses".to_owned(),
                list("One or two, a sentence each."),
            );
        }
        let kind = if self.rubric.whole {
            "integer"
        } else {
            "number"
        };
        for one in &self.rubric.dimensions {
            let (lowest, highest) = (self.rubric.lowest, self.rubric.highest);
            let what = format!("{}, from {lowest} to {highest}.", one.name);
            let mut field =
                json!({"type": kind, "minimum": lowest, "maximum": highest, "description": what});
            // A list of numbers is enforced by every server that enforces anything; a range is not.
            if self.rubric.whole {
                let scores: Vec<i64> = (lowest as i64..=highest as i64).collect();
                field = json!({"type": kind, "enum": scores, "description": what});
            }
            fields.insert(one.id.clone(), field);
        }
        if self.rubric.of == Scored::Arguments {
            let words: Vec<&str> = Standing::ALL.iter().map(|one| one.word()).collect();
            fields.insert(
                "standing".to_owned(),
                json!({"type": "string", "enum": words, "description": "What became of it."}),
            );
        }
        object(&Value::Object(fields))
    }

    fn all_marks(&self) -> Value {
        let one = self.marks_schema();
        let fields: Map<String, Value> = self
            .keys
            .iter()
            .map(|(key, _)| (key.clone(), one.clone()))
            .collect();
        object(&Value::Object(fields))
    }

    /// The marks and the rest, in one answer.
    fn whole(&self, name: &'static str, rest: Map<String, Value>) -> Shape {
        let mut fields = Map::new();
        fields.insert("marks".to_owned(), self.all_marks());
        fields.extend(rest);
        Shape {
            name,
            schema: object(&Value::Object(fields)),
        }
    }

    /// The marks one after the other, then the rest.
    fn parts(&self, name: &'static str, rest: Map<String, Value>) -> Vec<Shape> {
        let marks = Shape {
            name: "Marks",
            schema: self.marks_schema(),
        };
        let mut parts = vec![marks; self.keys.len()];
        parts.push(Shape {
            name,
            schema: object(&Value::Object(rest)),
        });
        parts
    }

    /// A note of what is missing in the part at this position: of marks for a speaker or a side, every word about them.
    fn lacks(&self, at: usize, part: &Value) -> Option<String> {
        (at < self.keys.len() && self.is_silent(part))
            .then(|| "say what was strong in it, and what was weak".to_owned())
    }

    /// Whether marks for a speaker or a side come without a word about them.
    fn is_silent(&self, given: &Value) -> bool {
        let mut words = ["strengths", "weaknesses"].into_iter();
        self.rubric.of != Scored::Arguments && words.all(|key| texts(given, key).is_empty())
    }

    /// The answer that is made of the parts.
    fn joined(&self, mut parts: Vec<Value>) -> Value {
        let mut whole = parts.pop().unwrap_or_default();
        let keys = self.keys.iter().map(|(key, _)| key.clone());
        let marks: Map<String, Value> = keys.zip(parts).collect();
        if let Some(whole) = whole.as_object_mut() {
            whole.insert("marks".to_owned(), Value::Object(marks));
        }
        whole
    }

    /// The marks of a whole answer, by the ids of what they are given to.
    pub(super) fn read_marks(&self, value: &Value) -> Result<BTreeMap<String, Marks>, String> {
        let all = value
            .get("marks")
            .and_then(Value::as_object)
            .ok_or("\"marks\" is missing")?;
        let unknown = all
            .keys()
            .find(|key| self.keys.iter().all(|(known, _)| &known != key));
        if let Some(unknown) = unknown {
            let known: Vec<&str> = self.keys.iter().map(|(key, _)| key.as_str()).collect();
            return Err(format!(
                "there is no \"{unknown}\"; there are {}",
                known.join(", ")
            ));
        }
        self.keys
            .iter()
            .map(|(key, id)| {
                let given = all
                    .get(key)
                    .ok_or_else(|| format!("\"{key}\" has no marks"))?;
                Ok((id.clone(), self.mark(key, given)?))
            })
            .collect()
    }

    fn mark(&self, key: &str, given: &Value) -> Result<Marks, String> {
        let (lowest, highest) = (self.rubric.lowest, self.rubric.highest);
        let mut scores = BTreeMap::new();
        for one in &self.rubric.dimensions {
            let score = given
                .get(&one.id)
                .and_then(Value::as_f64)
                .ok_or_else(|| format!("\"{key}\" has no \"{}\"", one.id))?;
            if !(lowest..=highest).contains(&score) {
                return Err(format!(
                    "\"{}\" of \"{key}\" is {score}; it must be from {lowest} to {highest}",
                    one.id
                ));
            }
            if self.rubric.whole && score.fract() != 0.0 {
                return Err(format!(
                    "\"{}\" of \"{key}\" must be a whole number",
                    one.id
                ));
            }
            scores.insert(one.id.clone(), score);
        }
        let standing = match given.get("standing").and_then(Value::as_str) {
            Some(word) => Some(standing(key, word)?),
            None if self.rubric.of == Scored::Arguments => {
                return Err(format!("\"{key}\" has no \"standing\""));
            }
            None => None,
        };
        if self.is_silent(given) {
            return Err(format!(
                "say what was strong in \"{key}\", and what was weak"
            ));
        }
        Ok(Marks {
            scores,
            standing,
            reason: match self.rubric.of {
                Scored::Arguments => asked_text(given, "reason")?,
                Scored::Speakers | Scored::Sides => String::new(),
            },
            fallacies: self.flags(given),
            strengths: texts(given, "strengths"),
            weaknesses: texts(given, "weaknesses"),
        })
    }

    /// Flags are hints: one of a name that is not on the list, or without words, is left out and nothing is asked
    /// again.
    fn flags(&self, given: &Value) -> Vec<Flag> {
        let all = given.get("fallacies").and_then(Value::as_array);
        let flags = all.into_iter().flatten().filter_map(|one| {
            let said = text(one, "fallacy");
            let known = self.rubric.fallacies.iter();
            let name = known
                .map(|one| &one.name)
                .find(|name| name.eq_ignore_ascii_case(&said))?;
            let words = text(one, "words");
            (!words.is_empty()).then(|| Flag {
                fallacy: name.clone(),
                words,
            })
        });
        flags.collect()
    }
}

/// An answer on a sheet: the marks, and what else is asked for.
#[derive(Debug)]
pub(super) struct Judged {
    /// The sheet: what marks are given to, and by what.
    pub(super) sheet: Sheet,
    /// The name of the whole, and that of the rest by itself.
    pub(super) names: [&'static str; 2],
    /// The fields of the rest.
    pub(super) rest: Map<String, Value>,
    /// The function that reads the whole.
    pub(super) read: fn(&Sheet, &Value) -> Result<Answer, String>,
}

impl Formed for Judged {
    fn shape(&self) -> Shape {
        self.sheet.whole(self.names[0], self.rest.clone())
    }

    fn read(&self, answer: &Value) -> Result<Answer, String> {
        (self.read)(&self.sheet, answer)
    }

    fn parts(&self) -> Vec<Shape> {
        self.sheet.parts(self.names[1], self.rest.clone())
    }

    fn lacks(&self, at: usize, part: &Value) -> Option<String> {
        self.sheet.lacks(at, part)
    }

    fn joined(&self, parts: Vec<Value>) -> Result<Value, String> {
        Ok(self.sheet.joined(parts))
    }
}

/// The questions for a small judge, part by part: marks for one after the other, then the rest in the words of a
/// template.
pub(super) fn questions(
    state: &DebateState,
    of: Scored,
    rest: &'static str,
    whole: minijinja::Value,
) -> Vec<Filling> {
    let template = match of {
        Scored::Arguments => "judge_step.md",
        Scored::Speakers | Scored::Sides => "judge_speaker_step.md",
    };
    let count = opening(state).map_or(0, |opening| decide::items(state, opening, of).len());
    let mut questions = each(template, count, &whole);
    questions.push((rest, whole));
    questions
}

/// Tokens of all marks.
pub(super) fn tokens(state: &DebateState) -> u32 {
    let speakers = state.speakers().iter();
    let most = speakers.count().max(state.arguments().count());
    TOKENS * u32::try_from(most).unwrap_or(u32::MAX)
}

fn standing(key: &str, word: &str) -> Result<Standing, String> {
    let said = word.trim().to_lowercase().replace([' ', '-'], "_");
    Standing::ALL
        .into_iter()
        .find(|one| one.word() == said)
        .ok_or_else(|| {
            format!(
                "\"standing\" of \"{key}\" must be upheld, partially_upheld, refuted or uncertain"
            )
        })
}

/// A text, or nothing.
fn text(value: &Value, key: &str) -> String {
    let text = value.get(key).and_then(Value::as_str).unwrap_or_default();
    text.trim().to_owned()
}

/// A text that has to be there. That it says something is the shape's matter.
pub(super) fn asked_text(value: &Value, key: &str) -> Result<String, String> {
    let is_there = value.get(key).is_some_and(Value::is_string);
    is_there
        .then(|| text(value, key))
        .ok_or_else(|| format!("\"{key}\" is missing"))
}

/// Texts that say something, each of them once.
pub(super) fn texts(value: &Value, key: &str) -> Vec<String> {
    let all = value.get(key).and_then(Value::as_array);
    let mut known = HashSet::new();
    all.into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .map(|one| one.trim().to_owned())
        // A small model likes to fill a list with one sentence.
        .filter(|one| !one.is_empty() && known.insert(sentence::key(one)))
        .collect()
}

/// An object of exactly these fields.
pub(super) fn object(fields: &Value) -> Value {
    let names: Vec<Value> = fields
        .as_object()
        .map(|fields| fields.keys().cloned().map(Value::from).collect())
        .unwrap_or_default();
    json!({"type": "object", "properties": fields, "required": names, "additionalProperties": false})
}
