//! What a turn that is handed in as a whole is asked for, and how its answer becomes work.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    catalog::HandsIn,
    debate::{
        DebateState,
        ids::Seat,
        referee::{LEAST_ARGUMENTS, MOST_ARGUMENTS},
        state::Turn,
        work::{
            Argument, Closing, DetailedArgument, DetailedArguments, Framing, PlainArgument,
            PlainArguments, Response, ResponseType, Shift, Synthesis, Work,
        },
    },
    llm::{
        Shape,
        shape::{counted, keyed, keyed_texts, shape_of},
        structured::of_type,
    },
    text::has_words,
};

use super::parts::Formed;

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
    /// What its author has conceded, and the ids of the own arguments.
    Closing {
        conceded: Vec<String>,
        own: Vec<String>,
    },
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
                let ids = state.asked_arguments(&turn.seat).into_iter();
                Self::Replies(ids.map(str::to_owned).collect())
            }
            HandsIn::Closing => closing(state, turn),
            HandsIn::Framing => Self::Framing,
            HandsIn::Synthesis => Self::Synthesis,
        })
    }
}

impl Formed for Form {
    type Made = Work;

    fn shape(&self) -> Shape {
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
            Self::Closing { .. } => shape_of::<Closing>(),
            Self::Framing => shape_of::<Framing>(),
            Self::Synthesis => {
                // Each part has something in it, and a small model does not know when a list is empty.
                Synthesis::PARTS
                    .into_iter()
                    .fold(shape_of::<Synthesis>(), |shape, part| {
                        counted(shape, part, 1, 4)
                    })
            }
        }
    }

    fn parts(&self) -> Vec<Shape> {
        match self {
            Self::Arguments {
                least,
                detailed: true,
                ..
            } => vec![shape_of::<DetailedArgument>(); *least as usize],
            Self::Arguments { least, .. } => vec![shape_of::<PlainArgument>(); *least as usize],
            Self::Responses(ids) => vec![shape_of::<Response>(); ids.len()],
            Self::Replies(ids) => vec![shape_of::<Reply>(); ids.len()],
            Self::Closing { own, .. } => {
                let mut parts = vec![shape_of::<Stand>(); own.len()];
                parts.push(shape_of::<Position>());
                parts
            }
            Self::Framing => vec![self.shape()],
            Self::Synthesis => {
                let shape = counted(shape_of::<Points>(), "points", 1, 2);
                vec![shape; Synthesis::PARTS.len()]
            }
        }
    }

    fn joined(&self, mut parts: Vec<Value>) -> Result<Value, String> {
        Ok(match self {
            Self::Arguments { .. } => json!({ "arguments": parts }),
            Self::Responses(ids) => ids.iter().cloned().zip(parts).collect(),
            Self::Replies(ids) => {
                let answers = parts.iter().map(of_type::<Reply>);
                let answers: Vec<Reply> = answers.collect::<Result<_, _>>()?;
                let answers = answers.into_iter().map(|one| Value::from(one.answer));
                ids.iter().cloned().zip(answers).collect()
            }
            Self::Closing { conceded, own } => {
                let position: Position = of_type(&parts.pop().unwrap_or_default())?;
                let mut not_rebutted = Vec::new();
                for (id, part) in own.iter().zip(&parts) {
                    let stand: Stand = of_type(part)?;
                    if stand.stands {
                        not_rebutted.push(format!("{id}: {}", stand.why.trim()));
                    }
                }
                json!({
                    "concessions": conceded,
                    "not_rebutted": not_rebutted,
                    "shift": position.shift,
                    "final_position": position.final_position,
                })
            }
            Self::Framing => parts.pop().unwrap_or_default(),
            Self::Synthesis => {
                let names = Synthesis::PARTS.map(str::to_owned).into_iter();
                let points = parts.iter().map(of_type::<Points>);
                let points: Vec<Points> = points.collect::<Result<_, _>>()?;
                names
                    .zip(points.into_iter().map(|one| Value::from(one.points)))
                    .collect()
            }
        })
    }

    fn read(&self, value: &Value) -> Result<Work, String> {
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
                let empty = all.values().any(|answer| !has_words(answer));
                some(!all.is_empty() && !empty, "a question is not answered")?;
                Work::Replies(all)
            }
            Self::Closing { .. } => {
                let closing: Closing = of_type(value)?;
                let position = closing.final_position.trim();
                some(has_words(position), "\"final_position\" is empty")?;
                Work::Closing(closing)
            }
            Self::Framing => {
                let framing: Framing = of_type(value)?;
                some(has_words(&framing.question), "\"question\" is empty")?;
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
    let small = state.is_asked_stepwise(&turn.seat);
    Form::Arguments {
        least,
        // A small model says little in more than it has to say.
        most: if small { least } else { most },
        detailed: spec.is_some_and(|spec| spec.detailed),
    }
}

fn closing(state: &DebateState, turn: &Turn) -> Form {
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
    Form::Closing {
        conceded,
        own: own.map(|row| row.argument.id.clone()).collect(),
    }
}

/// The answer to one question.
#[derive(Debug, Deserialize, JsonSchema)]
struct Reply {
    /// One or two sentences.
    answer: String,
}

/// A part of a synthesis.
#[derive(Debug, Deserialize, JsonSchema)]
struct Points {
    /// A sentence each.
    points: Vec<String>,
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

#[cfg(test)]
mod tests {
    use super::*;

    fn made(form: &Form, parts: Vec<Value>) -> Result<Work, String> {
        form.read(&form.joined(parts)?)
    }

    fn ids(all: &[&str]) -> Vec<String> {
        all.iter().map(|id| (*id).to_owned()).collect()
    }

    #[test]
    fn parts_come_to_the_work_that_they_are_parts_of() {
        let argument = json!({"claim": "a claim", "reasoning": "reasons", "evidence": "a case"});
        let form = Form::Arguments {
            least: 2,
            most: 2,
            detailed: false,
        };
        assert_eq!(form.parts().len(), 2);
        let Ok(Work::Arguments(all)) = made(&form, vec![argument.clone(), argument]) else {
            panic!("no arguments");
        };
        assert_eq!(all.len(), 2);

        let form = Form::Responses(ids(&["PRO-1", "PRO-2"]));
        let response = |how: &str| json!({"reasoning": "why", "response_type": how, "follow_up_question": "what?"});
        let Ok(Work::CrossExamination(all)) =
            made(&form, vec![response("refute"), response("concede")])
        else {
            panic!("no responses");
        };
        assert_eq!(
            all.iter()
                .map(|(id, one)| (id.as_str(), one.response_type))
                .collect::<Vec<_>>(),
            [
                ("PRO-1", ResponseType::Refute),
                ("PRO-2", ResponseType::Concede)
            ]
        );

        let form = Form::Replies(ids(&["CON-1"]));
        let Ok(Work::Replies(all)) = made(&form, vec![json!({"answer": "I do not know."})]) else {
            panic!("no replies");
        };
        assert_eq!(all["CON-1"], "I do not know.");
        assert!(made(&form, vec![json!({"answer": " "})]).is_err());
    }

    #[test]
    fn a_synthesis_has_its_four_parts() {
        let parts = ["bread", "price", "weather", "wheel"];
        let parts = parts.map(|word| json!({ "points": [format!("About the {word}.")] }));
        let Ok(Work::Synthesis(all)) = made(&Form::Synthesis, parts.into()) else {
            panic!("no synthesis");
        };
        assert_eq!(all.areas_of_agreement, ["About the bread."]);
        assert_eq!(all.decision_hinges, ["About the wheel."]);
    }

    #[test]
    fn a_closing_lists_what_stands_and_what_was_conceded() {
        let form = Form::Closing {
            conceded: ids(&["CON-2: it is so."]),
            own: ids(&["PRO-1", "PRO-2"]),
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
