//! A synthesis: where the sides agree and differ, in four parts.

use minijinja::Value as View;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::{Written, list};
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
        written::{self, Work},
    },
    llm::{
        Shape,
        shape::{counted, shape_of},
        structured::of_type,
    },
};

/// The names of the parts.
const PARTS: [&str; 4] = written::Synthesis::PARTS;

/// The kind of work.
pub(super) struct Synthesis;

impl Written for Synthesis {
    fn template(&self) -> &'static str {
        "write_synthesis.md"
    }

    fn role(&self) -> &'static str {
        "moderator"
    }

    fn questions(&self, _state: &DebateState, _turn: &Turn, whole: View) -> Vec<Filling> {
        each("synthesis_step.md", PARTS.len(), &whole)
    }

    fn reply(&self, _state: &DebateState, _turn: &Turn) -> Reply {
        Reply::formed(Form)
    }
}

/// The form of the answer.
#[derive(Debug)]
struct Form;

/// A part of a synthesis.
#[derive(Debug, Deserialize, JsonSchema)]
struct Points {
    /// A sentence each.
    points: Vec<String>,
}

impl Formed for Form {
    /// Each part has something in it, and a small model does not know when a list is empty.
    fn shape(&self) -> Shape {
        PARTS
            .into_iter()
            .fold(shape_of::<written::Synthesis>(), |shape, part| {
                counted(shape, part, 1, 4)
            })
    }

    fn read(&self, value: &Value) -> Result<Answer, String> {
        let synthesis: written::Synthesis = of_type(value)?;
        // One that lacks a part is the referee's matter.
        let any = synthesis.parts().iter().any(|(_, part)| !part.is_empty());
        must(any, "there is nothing in any of its parts")?;
        Ok(Answer::Work(Box::new(Work::Synthesis(synthesis))))
    }

    fn draft(&self, finished: &Value) -> Option<Work> {
        let [agreed, disagreed, gaps, hinges] = PARTS.map(|part| list(finished, part));
        Some(Work::Synthesis(written::Synthesis {
            areas_of_agreement: agreed,
            core_disagreements: disagreed,
            evidence_gaps: gaps,
            decision_hinges: hinges,
        }))
    }

    fn parts(&self) -> Vec<Shape> {
        let shape = counted(shape_of::<Points>(), "points", 1, 2);
        vec![shape; PARTS.len()]
    }

    fn joined(&self, parts: Vec<Value>) -> Result<Value, String> {
        let names = PARTS.map(str::to_owned).into_iter();
        let points = parts.iter().map(of_type::<Points>);
        let points: Vec<Points> = points.collect::<Result<_, _>>()?;
        let points = points.into_iter().map(|one| Value::from(one.points));
        Ok(names.zip(points).collect())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{
        super::tests::{made, read},
        *,
    };

    #[test]
    fn a_synthesis_has_its_four_parts() {
        let parts = ["bread", "price", "weather", "wheel"];
        let parts = parts.map(|word| json!({ "points": [format!("About the {word}.")] }));
        let Ok(Work::Synthesis(all)) = made(&Form, parts.into()) else {
            panic!("no synthesis");
        };
        assert_eq!(all.areas_of_agreement, ["About the bread."]);
        assert_eq!(all.decision_hinges, ["About the wheel."]);

        let with = |part: Value| {
            let mut all =
                json!({"areas_of_agreement": [], "core_disagreements": [], "evidence_gaps": []});
            all["decision_hinges"] = part;
            read(&Form, &all)
        };
        assert!(with(json!([])).is_err(), "nothing was handed in");
        assert!(with(json!(["About the wheel."])).is_ok());
    }
}
