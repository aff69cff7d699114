//! Numbered arguments; each says more of itself where the format has them detailed.

use minijinja::Value as View;
use serde_json::{Value, json};

use super::{Written, held::Held};
use crate::{
    asks::{
        Filling, Reply,
        answer::{must, parts::Formed},
        each,
    },
    catalog::{LEAST_ARGUMENTS, MOST_ARGUMENTS},
    debate::{
        DebateState,
        decide::Answer,
        state::Turn,
        written::{
            Argument, DetailedArgument, DetailedArguments, PlainArgument, PlainArguments, Work,
        },
    },
    llm::{
        Shape,
        shape::{counted, shape_of},
        structured::of_type,
    },
};

/// The kind of work.
pub(super) struct Arguments;

impl Written for Arguments {
    fn template(&self) -> &'static str {
        "write_arguments.md"
    }

    fn questions(&self, state: &DebateState, turn: &Turn, whole: View) -> Vec<Filling> {
        let form = Form::of(state, turn);
        let template = if form.detailed {
            "arguments_detailed_step.md"
        } else {
            "arguments_step.md"
        };
        each(template, form.least as usize, &whole)
    }

    fn reply(&self, state: &DebateState, turn: &Turn) -> Reply {
        Reply::formed(Form::of(state, turn))
    }
}

/// The form of the answer: so many arguments.
#[derive(Debug)]
struct Form {
    least: u32,
    most: u32,
    /// Whether each says more of itself.
    detailed: bool,
    held: Held,
}

impl Form {
    fn of(state: &DebateState, turn: &Turn) -> Self {
        let spec = state.spec_of(turn);
        let least = spec.and_then(|spec| spec.least_arguments);
        let least = least.unwrap_or(LEAST_ARGUMENTS);
        let most = spec.and_then(|spec| spec.most_arguments);
        let most = most.unwrap_or(MOST_ARGUMENTS).max(least);
        let small = state.is_asked_stepwise(&turn.seat);
        Self {
            least,
            // A small model says little in more than it has to say.
            most: if small { least } else { most },
            detailed: spec.is_some_and(|spec| spec.detailed),
            held: Held::to_voice(state, turn),
        }
    }
}

impl Formed for Form {
    fn shape(&self) -> Shape {
        let shape = if self.detailed {
            shape_of::<DetailedArguments>()
        } else {
            shape_of::<PlainArguments>()
        };
        counted(shape, "arguments", self.least, self.most)
    }

    fn read(&self, value: &Value) -> Result<Answer, String> {
        let work = if self.detailed {
            work_of(of_type::<DetailedArguments>(value)?.arguments)
        } else {
            work_of(of_type::<PlainArguments>(value)?.arguments)
        };
        Ok(Answer::Work(Box::new(work?)))
    }

    /// An argument is begun with its claim, but where it says more of itself: that stands beside the claim.
    fn draft(&self, finished: &Value) -> Option<Work> {
        let text = |one: &Value, name| one.get(name)?.as_str().map(str::to_owned);
        let all = finished.get("arguments")?.as_array()?.iter();
        let all = all.map_while(|one| {
            if self.detailed {
                return of_type::<DetailedArgument>(one).ok().map(Argument::from);
            }
            Some(Argument::from(PlainArgument {
                claim: text(one, "claim")?,
                reasoning: text(one, "reasoning").unwrap_or_default(),
                evidence: text(one, "evidence").unwrap_or_default(),
            }))
        });
        Some(Work::Arguments(all.collect()))
    }

    fn lacks(&self, at: usize, part: &Value) -> Option<String> {
        self.held.lacks(at, part)
    }

    fn parts(&self) -> Vec<Shape> {
        let shape = if self.detailed {
            shape_of::<DetailedArgument>()
        } else {
            shape_of::<PlainArgument>()
        };
        vec![shape; self.least as usize]
    }

    fn joined(&self, parts: Vec<Value>) -> Result<Value, String> {
        Ok(json!({ "arguments": parts }))
    }
}

fn work_of(all: Vec<impl Into<Argument>>) -> Result<Work, String> {
    must(!all.is_empty(), "there is no argument")?;
    Ok(Work::Arguments(all.into_iter().map(Into::into).collect()))
}

#[cfg(test)]
mod tests {
    use super::{super::tests::made, *};

    #[test]
    fn parts_come_to_all_of_them() {
        let argument = json!({"claim": "a claim", "reasoning": "reasons", "evidence": "a case"});
        let form = Form {
            least: 2,
            most: 2,
            detailed: false,
            held: Held::default(),
        };
        assert_eq!(form.parts().len(), 2);
        let Ok(Work::Arguments(all)) = made(&form, vec![argument.clone(), argument]) else {
            panic!("no arguments");
        };
        assert_eq!(all.len(), 2);
    }
}
