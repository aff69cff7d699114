//! What judges and referees are asked for, and how their answers become marks. Names stand in answers where people
//! are meant, and become seats here; totals are nobody's but the rules'.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::{
    catalog::{Rubric, Scored},
    debate::{
        DebateState, decide,
        scores::{Assessment, Flag, Judgement, Marks, Observations, Standing},
    },
    llm::Shape,
};

use super::parts::Formed;

/// What a judge gives marks to: the key in the answer, and the id in the record.
#[derive(Debug, Clone)]
pub(super) struct Sheet {
    rubric: Rubric,
    keys: Vec<(String, String)>,
}

impl Sheet {
    /// What is judged in this debate. `of` is the rubric's own for a report; between rounds speakers are judged.
    pub(super) fn of(state: &DebateState, scored: Option<Scored>) -> Option<Self> {
        let opening = state.opening.as_deref()?;
        let mut rubric = opening.format.rubric.clone()?;
        rubric.of = scored.unwrap_or(rubric.of);
        let items = decide::items(state, opening, rubric.of);
        let key = |id: &str, side: &str| match rubric.of {
            Scored::Arguments => id.to_owned(),
            Scored::Speakers => opening.name(&crate::debate::ids::Seat::named(id)),
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
                            "words": text("The words that triggered it, copied from the debate."),
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

    /// A judge's report.
    pub(super) fn report(&self) -> Judged<'_, Judgement> {
        Judged {
            sheet: self,
            names: ["Report", "Findings"],
            rest: findings(),
            read: Self::read_report,
        }
    }

    /// How the debate stands after a round.
    pub(super) fn round(&self) -> Judged<'_, Assessment> {
        Judged {
            sheet: self,
            names: ["Assessment", "State"],
            rest: state_of_the_debate(),
            read: Self::read_assessment,
        }
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

    /// What is missing in the part at this position: of marks for a speaker or a side, every word about them.
    fn lacks(&self, at: usize, part: &Value) -> Option<String> {
        let is_of_people = at < self.keys.len() && self.rubric.of != Scored::Arguments;
        let is_silent = ["strengths", "weaknesses"]
            .into_iter()
            .all(|key| texts(part, key).is_empty());
        (is_of_people && is_silent)
            .then(|| "say what was strong in it, and what was weak".to_owned())
    }

    /// One answer of the parts.
    fn joined(&self, mut parts: Vec<Value>) -> Value {
        let mut whole = parts.pop().unwrap_or_default();
        let keys = self.keys.iter().map(|(key, _)| key.clone());
        let marks: Map<String, Value> = keys.zip(parts).collect();
        if let Some(whole) = whole.as_object_mut() {
            whole.insert("marks".to_owned(), Value::Object(marks));
        }
        whole
    }

    fn read_marks(&self, value: &Value) -> Result<BTreeMap<String, Marks>, String> {
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
        Ok(Marks {
            scores,
            standing,
            reason: text(given, "reason"),
            fallacies: self.flags(given),
            strengths: texts(given, "strengths"),
            weaknesses: texts(given, "weaknesses"),
        })
    }

    /// Flags are hints: one of a name that is not on the list, or without words, is left out and nothing is asked again.
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

    fn read_report(&self, value: &Value) -> Result<Judgement, String> {
        let judgement = Judgement {
            marks: self.read_marks(value)?,
            key_insight: text(value, "key_insight"),
            unresolved_questions: texts(value, "unresolved_questions"),
            recommendation: text(value, "recommendation"),
        };
        if judgement.key_insight.is_empty() {
            return Err("\"key_insight\" is empty".to_owned());
        }
        Ok(judgement)
    }

    fn read_assessment(&self, value: &Value) -> Result<Assessment, String> {
        let seen = value
            .get("observations")
            .ok_or("\"observations\" is missing")?;
        let yes = |of: &Value, key: &str| {
            of.get(key)
                .and_then(Value::as_bool)
                .ok_or_else(|| format!("\"{key}\" must be true or false"))
        };
        let quality = value.get("overall_quality").and_then(Value::as_f64);
        let quality = quality.filter(|quality| (0.0..=10.0).contains(quality));
        Ok(Assessment {
            marks: self.read_marks(value)?,
            observations: Observations {
                repetition_detected: yes(seen, "repetition_detected")?,
                topic_drift: yes(seen, "topic_drift")?,
                diminishing_returns: yes(seen, "diminishing_returns")?,
                convergence_likely: yes(seen, "convergence_likely")?,
                irreconcilable_positions: yes(seen, "irreconcilable_positions")?,
            },
            overall_quality: quality.ok_or("\"overall_quality\" must be from 0 to 10")?,
            recommendation: text(value, "recommendation"),
            should_continue: yes(value, "should_continue")?,
        })
    }
}

/// What a judge is asked for on a sheet: the marks, and the rest.
pub(super) struct Judged<'a, Made> {
    sheet: &'a Sheet,
    /// What the whole is called, and what the rest is by itself.
    names: [&'static str; 2],
    rest: Map<String, Value>,
    read: fn(&Sheet, &Value) -> Result<Made, String>,
}

impl<Made> Formed for Judged<'_, Made> {
    type Made = Made;

    fn shape(&self) -> Shape {
        self.sheet.whole(self.names[0], self.rest.clone())
    }

    fn read(&self, answer: &Value) -> Result<Made, String> {
        (self.read)(self.sheet, answer)
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

fn text(value: &Value, key: &str) -> String {
    let text = value.get(key).and_then(Value::as_str).unwrap_or_default();
    text.trim().to_owned()
}

fn texts(value: &Value, key: &str) -> Vec<String> {
    let all = value.get(key).and_then(Value::as_array);
    all.into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .map(|one| one.trim().to_owned())
        .filter(|one| !one.is_empty())
        .collect()
}

/// What an assessment says besides the marks.
fn state_of_the_debate() -> Map<String, Value> {
    let yes = |what: &str| json!({"type": "boolean", "description": what});
    let observations = object(&json!({
        "repetition_detected": yes("Speakers repeat earlier arguments."),
        "topic_drift": yes("The debate has strayed from its question."),
        "diminishing_returns": yes("New rounds add nothing of weight."),
        "convergence_likely": yes("Positions move towards agreement."),
        "irreconcilable_positions": yes("What divides them is found, and cannot be bridged."),
    }));
    let text = |what: &str| json!({"type": "string", "description": what});
    Map::from_iter([
        ("observations".to_owned(), observations),
        (
            "overall_quality".to_owned(),
            json!({"type": "number", "minimum": 0, "maximum": 10,
                "description": "Of the debate so far, from 0 to 10."}),
        ),
        (
            "recommendation".to_owned(),
            text("What the debate needs now, in a sentence."),
        ),
        (
            "should_continue".to_owned(),
            yes("Whether another round is worth it."),
        ),
    ])
}

/// What a report says besides the marks.
fn findings() -> Map<String, Value> {
    let text = |what: &str| json!({"type": "string", "description": what});
    let list =
        |what: &str| json!({"type": "array", "items": {"type": "string"}, "description": what});
    let mut fields = Map::new();
    let mut add = |name: &str, field| fields.insert(name.to_owned(), field);
    add(
        "key_insight",
        text("The single most important finding, in one or two sentences."),
    );
    add(
        "unresolved_questions",
        list("What the debate left open, a question each."),
    );
    add(
        "recommendation",
        text("What follows for whoever has to decide, in one to three sentences."),
    );
    fields
}

/// An object of exactly these fields.
fn object(fields: &Value) -> Value {
    let names: Vec<Value> = fields
        .as_object()
        .map(|fields| fields.keys().cloned().map(Value::from).collect())
        .unwrap_or_default();
    json!({"type": "object", "properties": fields, "required": names, "additionalProperties": false})
}
