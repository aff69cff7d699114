//! What a turn that is handed in as a whole is asked for, and how its answer becomes work.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::{
    catalog::{HandsIn, Steps},
    debate::{
        DebateState,
        referee::{LEAST_ARGUMENTS, MOST_ARGUMENTS},
        state::Turn,
        work::{
            Argument, Closing, DetailedArguments, Framing, PlainArguments, Response, Synthesis,
            Work,
        },
    },
    llm::{
        Shape,
        shape::{counted, keyed, keyed_texts, shape_of},
        structured::of_type,
    },
};

/// What is asked for.
#[derive(Debug, Clone)]
pub(super) enum Form {
    /// So many arguments; each says more of itself where they are detailed.
    Arguments {
        least: u32,
        most: u32,
        detailed: bool,
    },
    /// A response to each of these arguments.
    Responses(Vec<String>),
    /// An answer to the question about each of these arguments.
    Replies(Vec<String>),
    Closing,
    Framing,
    Synthesis,
}

impl Form {
    /// What a turn hands in, where it is one that is written.
    pub(super) fn of(state: &DebateState, turn: &Turn) -> Option<Self> {
        Some(match turn.task.hands_in()? {
            HandsIn::Arguments => arguments(state, turn),
            HandsIn::Responses => {
                let against = state.arguments_against(&turn.seat).into_iter();
                Self::Responses(against.map(|(_, one)| one.id.clone()).collect())
            }
            HandsIn::Replies => {
                let asked = state.questions_to(&turn.seat).into_iter();
                let mut ids: Vec<String> = asked.map(|(one, ..)| one.id.clone()).collect();
                ids.dedup();
                Self::Replies(ids)
            }
            HandsIn::Closing => Self::Closing,
            HandsIn::Framing => Self::Framing,
            HandsIn::Synthesis => Self::Synthesis,
        })
    }

    /// The shape of the answer.
    pub(super) fn shape(&self) -> Shape {
        match self {
            Self::Arguments {
                least,
                most,
                detailed,
            } => {
                let shape = if *detailed {
                    shape_of::<DetailedArguments>()
                } else {
                    shape_of::<PlainArguments>()
                };
                counted(shape, "arguments", *least, *most)
            }
            Self::Responses(ids) => keyed("Responses", ids, &shape_of::<Response>().schema),
            Self::Replies(ids) => keyed_texts("Replies", ids),
            Self::Closing => shape_of::<Closing>(),
            Self::Framing => shape_of::<Framing>(),
            Self::Synthesis => {
                // Each part has something in it, and a small model does not know when a list is empty.
                let parts = [
                    "areas_of_agreement",
                    "core_disagreements",
                    "evidence_gaps",
                    "decision_hinges",
                ];
                parts
                    .into_iter()
                    .fold(shape_of::<Synthesis>(), |shape, part| {
                        counted(shape, part, 1, 4)
                    })
            }
        }
    }

    /// The work in an answer of that shape.
    ///
    /// # Errors
    /// What is wrong with it, for the model to read.
    pub(super) fn read(&self, value: &Value) -> Result<Work, String> {
        Ok(match self {
            Self::Arguments { detailed: true, .. } => {
                let all: DetailedArguments = of_type(value)?;
                arguments_of(all.arguments)?
            }
            Self::Arguments { .. } => {
                let all: PlainArguments = of_type(value)?;
                arguments_of(all.arguments)?
            }
            Self::Responses(_) => {
                let all: BTreeMap<String, Response> = of_type(value)?;
                some(!all.is_empty(), "no argument is answered")?;
                Work::CrossExamination(all)
            }
            Self::Replies(_) => {
                let all: BTreeMap<String, String> = of_type(value)?;
                let empty = all.values().any(|answer| answer.trim().is_empty());
                some(!all.is_empty() && !empty, "a question is not answered")?;
                Work::Replies(all)
            }
            Self::Closing => {
                let closing: Closing = of_type(value)?;
                let position = closing.final_position.trim();
                some(!position.is_empty(), "\"final_position\" is empty")?;
                Work::Closing(closing)
            }
            Self::Framing => {
                let framing: Framing = of_type(value)?;
                some(!framing.question.trim().is_empty(), "\"question\" is empty")?;
                Work::Framing(framing)
            }
            Self::Synthesis => Work::Synthesis(of_type(value)?),
        })
    }
}

fn arguments(state: &DebateState, turn: &Turn) -> Form {
    let spec = state.spec_of(turn);
    let least = spec.and_then(|spec| spec.least_arguments);
    let least = least.unwrap_or(LEAST_ARGUMENTS);
    let most = spec.and_then(|spec| spec.most_arguments);
    let most = most.unwrap_or(MOST_ARGUMENTS).max(least);
    let small = state
        .opening
        .as_deref()
        .and_then(|opening| opening.profile(&turn.seat))
        .is_some_and(|profile| profile.steps == Steps::OneAtATime);
    Form::Arguments {
        least,
        // A small model says little in more than it has to say.
        most: if small { least } else { most },
        detailed: spec.is_some_and(|spec| spec.detailed),
    }
}

fn arguments_of(all: Vec<impl Into<Argument>>) -> Result<Work, String> {
    some(!all.is_empty(), "there is no argument")?;
    Ok(Work::Arguments(all.into_iter().map(Into::into).collect()))
}

fn some(is: bool, else_wrong: &str) -> Result<(), String> {
    if is {
        Ok(())
    } else {
        Err(else_wrong.to_owned())
    }
}
