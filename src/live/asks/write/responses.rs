//! A response to each argument of the other side.

use std::collections::BTreeMap;

use minijinja::Value as View;
use serde_json::Value;

use super::{Written, held::Held};
use crate::{
    asks::{
        Filling, Reply,
        answer::{must, parts::Formed},
        each,
    },
    debate::{
        DebateState,
        decide::Answer,
        state::Turn,
        written::{Response, Work},
    },
    llm::{
        Shape,
        shape::{keyed, shape_of},
        structured::of_type,
    },
};

/// Tokens of one.
const TOKENS: usize = 160;

/// The kind of work.
pub(super) struct Responses;

impl Written for Responses {
    fn template(&self) -> &'static str {
        "write_responses.md"
    }

    fn questions(&self, state: &DebateState, turn: &Turn, whole: View) -> Vec<Filling> {
        let against = state.arguments_against(&turn.seat).len();
        each("responses_step.md", against, &whole)
    }

    fn tokens(&self, state: &DebateState, turn: &Turn) -> usize {
        state.arguments_against(&turn.seat).len() * TOKENS
    }

    fn reply(&self, state: &DebateState, turn: &Turn) -> Reply {
        let against = state.arguments_against(&turn.seat);
        let answered = against
            .iter()
            .map(|(_, one)| [&*one.claim, &*one.reasoning, &*one.evidence]);
        Reply::formed(Form {
            held: Held::to_voice(state, turn).and_to(answered),
            ids: against.iter().map(|(_, one)| one.id.clone()).collect(),
        })
    }
}

/// The form of the answer: one to each argument of these ids.
#[derive(Debug)]
struct Form {
    ids: Vec<String>,
    held: Held,
}

impl Formed for Form {
    fn shape(&self) -> Shape {
        keyed("Responses", &self.ids, &shape_of::<Response>().schema)
    }

    fn read(&self, value: &Value) -> Result<Answer, String> {
        let all: BTreeMap<String, Response> = of_type(value)?;
        must(!all.is_empty(), "no argument is answered")?;
        Ok(Answer::Work(Box::new(Work::CrossExamination(all))))
    }

    fn draft(&self, finished: &Value) -> Option<Work> {
        let all = self.ids.iter().map_while(|id| {
            let response = of_type::<Response>(finished.get(id)?).ok()?;
            Some((id.clone(), response))
        });
        Some(Work::CrossExamination(all.collect()))
    }

    fn lacks(&self, at: usize, part: &Value) -> Option<String> {
        self.held.lacks(at, part)
    }

    fn parts(&self) -> Vec<Shape> {
        vec![shape_of::<Response>(); self.ids.len()]
    }

    fn joined(&self, parts: Vec<Value>) -> Result<Value, String> {
        Ok(self.ids.iter().cloned().zip(parts).collect())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{
        super::tests::{ids, made},
        *,
    };
    use crate::debate::written::ResponseType;

    #[test]
    fn parts_come_to_one_for_each_argument() {
        let form = Form {
            ids: ids(&["PRO-1", "PRO-2"]),
            held: Held::default(),
        };
        let response = |how: &str| json!({"reasoning": "why", "response_type": how, "follow_up_question": "what?"});
        let parts = vec![response("refute"), response("concede")];
        let Ok(Work::CrossExamination(all)) = made(&form, parts) else {
            panic!("no responses");
        };
        let all = all.iter().map(|(id, one)| (id.as_str(), one.response_type));
        let expected = [
            ("PRO-1", ResponseType::Refute),
            ("PRO-2", ResponseType::Concede),
        ];
        assert_eq!(all.collect::<Vec<_>>(), expected);
    }
}
