//! An answer to each question about an argument of one's own.

use std::collections::BTreeMap;

use minijinja::Value as View;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::{Written, held::Held};
use crate::{
    asks::{
        self, Filling,
        answer::{must, parts::Formed},
        each,
    },
    debate::{DebateState, decide::Answer, state::Turn, written::Work},
    llm::{
        Shape,
        shape::{keyed_texts, shape_of},
        structured::of_type,
    },
};

/// Tokens of one.
const TOKENS: usize = 120;

/// The kind of work.
pub(super) struct Replies;

impl Written for Replies {
    fn template(&self) -> &'static str {
        "write_replies.md"
    }

    fn questions(&self, state: &DebateState, turn: &Turn, whole: View) -> Vec<Filling> {
        let asked = state.asked_arguments(&turn.seat).len();
        each("replies_step.md", asked, &whole)
    }

    fn tokens(&self, state: &DebateState, turn: &Turn) -> usize {
        state.questions_to(&turn.seat).len() * TOKENS
    }

    fn reply(&self, state: &DebateState, turn: &Turn) -> asks::Reply {
        let ids = state.asked_arguments(&turn.seat).into_iter();
        asks::Reply::formed(Form {
            ids: ids.map(str::to_owned).collect(),
            held: Held::to_voice(state, turn),
        })
    }
}

/// The form of the answer: one to the question about each argument of these ids.
#[derive(Debug)]
struct Form {
    ids: Vec<String>,
    held: Held,
}

/// The answer to one question.
#[derive(Debug, Deserialize, JsonSchema)]
struct Reply {
    /// One or two sentences.
    answer: String,
}

impl Formed for Form {
    fn shape(&self) -> Shape {
        keyed_texts("Replies", &self.ids)
    }

    fn read(&self, value: &Value) -> Result<Answer, String> {
        let mut all: BTreeMap<String, String> = of_type(value)?;
        // Nobody has asked about anything else.
        all.retain(|id, _| self.ids.contains(id));
        must(!all.is_empty(), "no question is answered")?;
        Ok(Answer::Work(Box::new(Work::Replies(all))))
    }

    fn draft(&self, finished: &Value) -> Option<Work> {
        let all = self.ids.iter().map_while(|id| {
            let answer = finished.get(id)?.as_str()?;
            Some((id.clone(), answer.to_owned()))
        });
        Some(Work::Replies(all.collect()))
    }

    fn lacks(&self, at: usize, part: &Value) -> Option<String> {
        self.held.lacks(at, part)
    }

    fn parts(&self) -> Vec<Shape> {
        vec![shape_of::<Reply>(); self.ids.len()]
    }

    fn joined(&self, parts: Vec<Value>) -> Result<Value, String> {
        let answers = parts.iter().map(of_type::<Reply>);
        let answers: Vec<Reply> = answers.collect::<Result<_, _>>()?;
        let answers = answers.into_iter().map(|one| Value::from(one.answer));
        Ok(self.ids.iter().cloned().zip(answers).collect())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{
        super::tests::{ids, made, read},
        *,
    };

    #[test]
    fn parts_come_to_one_for_each_question() {
        let form = Form {
            ids: ids(&["CON-1"]),
            held: Held::default(),
        };
        let Ok(Work::Replies(all)) = made(&form, vec![json!({"answer": "I do not know."})]) else {
            panic!("no replies");
        };
        assert_eq!(all["CON-1"], "I do not know.");
        assert!(read(&form, &json!({})).is_err());
    }
}
