//! An answer that is asked for part by part, as models are asked that do one thing at a time: each part has a prompt and
//! a shape of its own, and none repeats another, or what was shown in practice.

use std::{
    collections::HashSet,
    sync::atomic::{AtomicU32, Ordering},
};

use serde_json::Value;
use tokio::sync::mpsc;

use crate::{
    debate::event::CallReport,
    llm::{
        Message, Model, ModelError, Piece, Request, Shape, structured,
        tries::{self, Policy},
    },
    prompt::Prompts,
    text::sentence,
};

use super::{
    heard::{Heard, key},
    under_way,
};

/// Tokens that a part may have.
const MOST_TOKENS: u32 = 400;
/// How often a part may come with what was said before. Then it is taken: better said twice than not at all.
const SENT_BACK: u32 = 2;
/// A text of fewer words is a name or a label.
const FEW: usize = 4;

/// The parts of one answer.
#[derive(Debug)]
pub(super) struct Parts {
    /// The messages for each.
    prompts: Vec<Vec<Message>>,
    /// What is not to come again.
    heard: Heard,
}

impl Parts {
    /// Those of a prompt, where it has any.
    pub(super) fn of(prompts: &Prompts, parts: Vec<Vec<Message>>) -> Option<Self> {
        (!parts.is_empty()).then(|| Self {
            prompts: parts,
            heard: under_way::practised(prompts),
        })
    }

    /// Asks for all of them, and makes one thing of them.
    pub(super) async fn make<T>(
        self,
        shapes: Vec<Shape>,
        make: impl FnOnce(Vec<Value>) -> Result<T, String>,
        model: &dyn Model,
        request: Request,
        pieces: mpsc::Sender<Piece>,
        policy: &Policy,
    ) -> (Result<T, ModelError>, CallReport) {
        let (all, report) = self.ask(shapes, model, request, pieces, policy).await;
        let unusable = |detail| ModelError::Shape {
            detail,
            raw: String::new(),
        };
        (all.and_then(|all| make(all).map_err(unusable)), report)
    }

    /// Asks for one after the other, in these shapes; nothing where one of them cannot be had.
    async fn ask(
        mut self,
        shapes: Vec<Shape>,
        model: &dyn Model,
        request: Request,
        pieces: mpsc::Sender<Piece>,
        policy: &Policy,
    ) -> (Result<Vec<Value>, ModelError>, CallReport) {
        let mut sum = None;
        let mut all = Vec::new();
        if shapes.len() != self.prompts.len() {
            let detail = format!("{} parts, {} shapes", self.prompts.len(), shapes.len());
            let raw = String::new();
            return (
                Err(ModelError::Shape { detail, raw }),
                CallReport::default(),
            );
        }
        for (at, (messages, shape)) in self.prompts.into_iter().zip(shapes).enumerate() {
            let mut request = Request {
                messages,
                max_tokens: MOST_TOKENS,
                ..request.clone()
            };
            request.seed = request.seed.map(|seed| seed.wrapping_add(at as u64));
            let sent_back = AtomicU32::new(0);
            let make = |value: Value| match repeated(&self.heard, &value).or(twice(&value)) {
                Some(said) if sent_back.fetch_add(1, Ordering::Relaxed) < SENT_BACK => {
                    Err(format!("this was said before: {said}"))
                }
                _ => Ok(value),
            };
            let asked =
                structured::ask_for(shape, model, request, make, pieces.clone(), policy).await;
            let report = tries::joined(sum.take(), asked.1);
            match asked.0 {
                Ok(mut value) => {
                    said_once(&mut value);
                    add(&mut self.heard, &value);
                    all.push(value);
                }
                Err(error) => return (Err(error), report),
            }
            sum = Some(report);
        }
        (Ok(all), sum.unwrap_or_default())
    }
}

/// The first sentence in a value that was heard before.
fn repeated<'a>(heard: &Heard, value: &'a Value) -> Option<&'a str> {
    match value {
        Value::String(text) if text.split_whitespace().count() >= FEW => heard.repeated(text),
        Value::Array(all) => all.iter().find_map(|one| repeated(heard, one)),
        Value::Object(fields) => fields.values().find_map(|one| repeated(heard, one)),
        _ => None,
    }
}

/// The texts of a value that are sentences, in order.
fn texts<'a>(value: &'a Value, all: &mut Vec<&'a str>) {
    match value {
        Value::String(text) if text.split_whitespace().count() >= FEW => all.push(text),
        Value::Array(many) => many.iter().for_each(|one| texts(one, all)),
        Value::Object(fields) => fields.values().for_each(|one| texts(one, all)),
        _ => {}
    }
}

/// A sentence that comes twice in one value.
fn twice(value: &Value) -> Option<&str> {
    let mut all = Vec::new();
    texts(value, &mut all);
    let mut seen = HashSet::new();
    let mut sentences = all.into_iter().flat_map(sentence::sentences);
    sentences.find(|one| !seen.insert(key(one)))
}

/// Leaves out of each text the sentences that have come before in it: a small model falls into a loop.
fn said_once(value: &mut Value) {
    match value {
        Value::String(text) => {
            let mut seen = HashSet::new();
            let mut kept = sentence::sentences(text);
            let all = kept.len();
            kept.retain(|one| seen.insert(key(one)));
            if kept.len() < all {
                *text = kept.join(" ");
            }
        }
        Value::Array(all) => all.iter_mut().for_each(said_once),
        Value::Object(fields) => fields.values_mut().for_each(said_once),
        _ => {}
    }
}

fn add(heard: &mut Heard, value: &Value) {
    match value {
        Value::String(text) => heard.add(text),
        Value::Array(all) => all.iter().for_each(|one| add(heard, one)),
        Value::Object(fields) => fields.values().for_each(|one| add(heard, one)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::llm::{
        From,
        scripted::{Answer, Scripted},
        shape::keyed_texts,
    };

    fn request() -> Request {
        Request {
            purpose: crate::debate::ask::Purpose::Write,
            messages: vec![],
            max_tokens: 9,
            shape: None,
            temperature: None,
            seed: Some(5),
        }
    }

    async fn asked(
        answers: &[&str],
        shapes: usize,
    ) -> (Result<Vec<Value>, ModelError>, CallReport) {
        let answers: Vec<Answer> = answers.iter().map(|text| Answer::text(*text)).collect();
        let model = Scripted::in_order("m", answers);
        let prompt = |text: &str| {
            let text = text.to_owned();
            vec![Message {
                from: From::User,
                text,
            }]
        };
        let mut heard = Heard::default();
        heard.add_example("Somebody has to trim every wick in every lane.");
        let parts = Parts {
            prompts: vec![prompt("one"), prompt("two")],
            heard,
        };
        let shapes = (0..shapes)
            .map(|_| keyed_texts("Part", &["why".to_owned()]))
            .collect();
        let (pieces, _) = mpsc::channel(8);
        parts
            .ask(shapes, &model, request(), pieces, &Policy::default())
            .await
    }

    const FIRST: &str = r#"{"why": "The mill stands still in August."}"#;
    const COPIED: &str = r#"{"why": "I say somebody has to trim every wick tonight."}"#;
    const SECOND: &str = r#"{"why": "The river is low then, as it always was."}"#;

    #[tokio::test]
    async fn what_was_said_before_is_asked_for_again() {
        let (all, report) = asked(&[FIRST, COPIED, FIRST, SECOND], 2).await;
        let expected = [FIRST, SECOND].map(|text| serde_json::from_str::<Value>(text).unwrap());
        assert_eq!(all.unwrap(), expected);
        assert_eq!(report.tries, 4);
    }

    #[tokio::test]
    async fn what_comes_a_third_time_is_taken() {
        let (all, _) = asked(&[FIRST, FIRST, FIRST, FIRST], 2).await;
        let first = json!({"why": "The mill stands still in August."});
        assert_eq!(all.unwrap(), [first.clone(), first]);
    }

    #[tokio::test]
    async fn a_loop_is_asked_for_again_and_then_cut() {
        const LOOP: &str =
            r#"{"why": "The mill stood still then. The mill stood still then. So did I."}"#;
        let (all, report) = asked(&[LOOP, LOOP, LOOP, SECOND], 2).await;
        let cut = json!({"why": "The mill stood still then. So did I."});
        assert_eq!((&all.unwrap()[0], report.tries), (&cut, 4));
    }

    #[tokio::test]
    async fn every_part_needs_a_shape() {
        assert!(asked(&[FIRST], 1).await.0.is_err());
    }
}
