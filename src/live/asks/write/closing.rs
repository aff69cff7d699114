//! A closing statement: what stands, what was conceded, and where its author is in the end.

use minijinja::Value as View;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Written, held::Held, list};
use crate::{
    asks::{Filling, Reply, answer::parts::Formed, each},
    debate::{
        DebateState,
        decide::Answer,
        ids::Seat,
        state::Turn,
        written::{self, ResponseType, Shift, Work},
    },
    llm::{Shape, shape::shape_of, structured::of_type},
};

/// The kind of work.
pub(super) struct Closing;

impl Written for Closing {
    fn template(&self) -> &'static str {
        "write_closing.md"
    }

    fn questions(&self, state: &DebateState, turn: &Turn, whole: View) -> Vec<Filling> {
        let own = state.arguments().filter(|(seat, _)| *seat == &turn.seat);
        let mut questions = each("closing_step.md", own.count(), &whole);
        questions.push(("position_step.md", whole));
        questions
    }

    fn reply(&self, state: &DebateState, turn: &Turn) -> Reply {
        Reply::formed(Form::of(state, turn))
    }
}

/// The form of the answer.
#[derive(Debug)]
struct Form {
    /// The points that the author has conceded, known already.
    conceded: Vec<String>,
    /// The ids of the author's own arguments.
    own: Vec<String>,
    held: Held,
}

/// What has become of an argument of one's own.
#[derive(Debug, Deserialize, JsonSchema)]
struct Stand {
    /// Why, in a sentence.
    why: String,
    /// Whether it still stands.
    stands: bool,
}

/// Where a speaker stands in the end.
#[derive(Debug, Deserialize, JsonSchema)]
struct Position {
    /// Whether the position has moved.
    shift: Shift,
    /// What it is now.
    final_position: String,
}

impl Form {
    fn of(state: &DebateState, turn: &Turn) -> Self {
        let of_seat = |seat: &Seat| seat == &turn.seat;
        let trace = state.trace();
        let mut conceded = Vec::new();
        for row in trace.iter().filter(|row| !of_seat(row.seat)) {
            let own = row.met.iter().filter(|met| of_seat(met.by));
            for met in own.map(|met| met.response) {
                let how = match met.response_type {
                    ResponseType::Concede => "",
                    ResponseType::Partial => " in part",
                    ResponseType::Refute | ResponseType::Challenge => continue,
                };
                let id = &row.argument.id;
                conceded.push(format!("{id}{how}: {}", met.reasoning.trim()));
            }
        }
        let own = trace.iter().filter(|row| of_seat(row.seat));
        Self {
            conceded,
            own: own.map(|row| row.argument.id.clone()).collect(),
            held: Held::to_voice(state, turn),
        }
    }
}

impl Formed for Form {
    fn shape(&self) -> Shape {
        shape_of::<written::ClosingStatement>()
    }

    fn read(&self, value: &Value) -> Result<Answer, String> {
        Ok(Answer::Work(Box::new(Work::Closing(of_type(value)?))))
    }

    fn draft(&self, finished: &Value) -> Option<Work> {
        let position = of_type::<Position>(finished).ok();
        let (shift, final_position) = position.map_or((Shift::Unchanged, String::new()), |one| {
            (one.shift, one.final_position)
        });
        Some(Work::Closing(written::ClosingStatement {
            concessions: list(finished, "concessions"),
            not_rebutted: list(finished, "not_rebutted"),
            shift,
            final_position,
        }))
    }

    fn lacks(&self, at: usize, part: &Value) -> Option<String> {
        self.held.lacks(at, part)
    }

    fn parts(&self) -> Vec<Shape> {
        let mut parts = vec![shape_of::<Stand>(); self.own.len()];
        parts.push(shape_of::<Position>());
        parts
    }

    fn joined(&self, mut parts: Vec<Value>) -> Result<Value, String> {
        let position: Position = of_type(&parts.pop().unwrap_or_default())?;
        let mut not_rebutted = Vec::new();
        for (id, part) in self.own.iter().zip(&parts) {
            let stand: Stand = of_type(part)?;
            if stand.stands {
                not_rebutted.push(format!("{id}: {}", stand.why.trim()));
            }
        }
        Ok(json!({
            "concessions": self.conceded,
            "not_rebutted": not_rebutted,
            "shift": position.shift,
            "final_position": position.final_position,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::tests::{ids, made},
        *,
    };

    #[test]
    fn a_closing_lists_what_stands_and_what_was_conceded() {
        let form = Form {
            conceded: ids(&["CON-2: it is so."]),
            own: ids(&["PRO-1", "PRO-2"]),
            held: Held::default(),
        };
        assert_eq!(form.parts().len(), 3);
        let parts = vec![
            json!({"why": "it fell", "stands": false}),
            json!({"why": "nobody met it", "stands": true}),
            json!({"shift": "adjusted", "final_position": "I stay with the second."}),
        ];
        let Ok(Work::Closing(closing)) = made(&form, parts) else {
            panic!("no closing");
        };
        assert_eq!(closing.concessions, ["CON-2: it is so."]);
        assert_eq!(closing.not_rebutted, ["PRO-2: nobody met it"]);
        assert_eq!(closing.shift, Shift::Adjusted);
    }
}
