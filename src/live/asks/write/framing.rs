//! The motion as a neutral question, which the Chair puts.

use minijinja::Value as View;
use serde_json::Value;

use super::Written;
use crate::{
    asks::{Filling, Reply, answer::parts::Formed},
    debate::{
        DebateState,
        decide::Answer,
        state::Turn,
        written::{self, Work},
    },
    llm::{Shape, shape::shape_of, structured::of_type},
};

/// The kind of work.
pub(super) struct Framing;

impl Written for Framing {
    fn template(&self) -> &'static str {
        "write_framing.md"
    }

    fn role(&self) -> &'static str {
        "chair"
    }

    fn questions(&self, _state: &DebateState, _turn: &Turn, whole: View) -> Vec<Filling> {
        vec![(self.template(), whole)]
    }

    fn reply(&self, _state: &DebateState, _turn: &Turn) -> Reply {
        Reply::formed(Form)
    }
}

/// The form of the answer.
#[derive(Debug)]
struct Form;

impl Formed for Form {
    fn shape(&self) -> Shape {
        shape_of::<written::Framing>()
    }

    fn read(&self, value: &Value) -> Result<Answer, String> {
        Ok(Answer::Work(Box::new(Work::Framing(of_type(value)?))))
    }

    fn parts(&self) -> Vec<Shape> {
        vec![self.shape()]
    }

    fn joined(&self, mut parts: Vec<Value>) -> Result<Value, String> {
        Ok(parts.pop().unwrap_or_default())
    }
}
