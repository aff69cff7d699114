//! An answer that is asked for part by part, as models are asked that do one thing at a time: each part has a prompt
//! and a shape of its own, and none repeats another, or what was shown in practice.

use std::{
    collections::HashSet,
    fmt,
    sync::atomic::{AtomicU32, Ordering},
};

use serde_json::Value;
use tokio::sync::mpsc;

use crate::{
    candidates::{Choosing, Weighed},
    debate::{decide::Answer, event::CallReport, written::Work},
    llm::{
        BoxFuture, Message, Model, ModelError, Piece, Request, Shape,
        finished::{self, FinishedPart},
        retry::{self, Policy},
        structured,
    },
    practice::FromPractice,
    text::sentence,
};

use super::{Ended, Listener, Sent, Structured, beside, own_words, said_before::SaidBefore};

/// Pieces of an answer that may wait to be passed on.
const PIECES: usize = 64;
/// Tokens that a part may have.
const MOST_TOKENS: u32 = 400;
/// The number of times that a part may come with what was said before. Then it is taken: better said twice than not at
/// all.
const SENT_BACK: u32 = 2;
/// A text of fewer words is a name or a label.
const FEW: usize = 4;

/// A form of answers that are asked for whole or part by part.
pub(in crate::asks) trait Formed: fmt::Debug + Send + Sync {
    /// The shape of the whole answer.
    fn shape(&self) -> Shape;

    /// Reads a whole answer; the error says what is wrong with it, for the model to read.
    fn read(&self, answer: &Value) -> Result<Answer, String>;

    /// The shapes of its parts.
    fn parts(&self) -> Vec<Shape>;

    /// A note of what is missing in one part, by its position, for the model to read.
    fn lacks(&self, _at: usize, _part: &Value) -> Option<String> {
        None
    }

    /// The work that the finished part of a whole answer comes to, where it is read out before the rest is written.
    fn draft(&self, _finished: &Value) -> Option<Work> {
        None
    }

    /// The whole answer that these parts come to, in the same order, or what is wrong with them.
    fn joined(&self, parts: Vec<Value>) -> Result<Value, String>;
}

/// An answer of a form.
#[derive(Debug)]
pub(super) struct InParts<F>(pub(super) F);

impl<F: Formed> Structured for InParts<F> {
    fn shape(&self) -> Shape {
        self.0.shape()
    }

    fn read(&self, value: &Value) -> Result<Answer, String> {
        self.0.read(value)
    }

    fn ask<'a>(&'a self, sent: Sent<'a>) -> BoxFuture<'a, Ended> {
        Box::pin(made(&self.0, sent))
    }
}

/// Asks for an answer, part by part where it has parts.
async fn made(form: &dyn Formed, sent: Sent<'_>) -> Ended {
    let Sent {
        model,
        request,
        pieces,
        policy,
        drafted,
        ..
    } = sent;
    let Some(parts) = sent.parts else {
        let read = |answer: Value| form.read(&answer);
        let (sender, coming) = mpsc::channel(PIECES);
        let asked = structured::ask_for(form.shape(), model, request, read, sender, policy);
        let follow = follow(form, model, coming, pieces, drafted);
        let ((ended, report), ()) = tokio::join!(asked, follow);
        let ended = ended.or_else(|error| {
            let ModelError::Shape { raw, .. } = &error else {
                return Err(error);
            };
            unfinished(form, model, raw).ok_or_else(|| {
                drafted(None);
                error
            })
        });
        return (ended, report);
    };
    let (all, report) = parts
        .ask(form, model, request, (pieces, drafted), policy)
        .await;
    let made = |all| form.joined(all).and_then(|answer| form.read(&answer));
    let unusable = |detail| ModelError::Shape {
        detail,
        raw: String::new(),
    };
    let ended = match all {
        Ok(all) => made(all).map_err(unusable),
        // Each part was an answer of its own.
        Err((error @ ModelError::Shape { .. }, finished)) => {
            let finished = form.joined(finished).ok();
            let work = finished.and_then(|value| form.draft(&value));
            work.and_then(counts).ok_or(error)
        }
        Err((error, _)) => Err(error),
    };
    (ended, report)
}

/// The finished part of an answer that broke off, where it can stand for the whole: whoever follows it has heard it.
fn unfinished(form: &dyn Formed, model: &dyn Model, raw: &str) -> Option<Answer> {
    let mut finished = FinishedPart::default();
    let value = finished.push(raw)?;
    let schema = form.shape().schema;
    let settled = structured::settled(value.clone(), &schema, model.secrets());
    let how = (finished.is_ended(), true);
    let stands = finished.is_sure() && structured::may_stand((&value, &settled), how, raw, &schema);
    counts(form.draft(&settled).filter(|_| stands)?)
}

/// The answer of which no more than this work is finished, where such work can be given in part.
fn counts(work: Work) -> Option<Answer> {
    Some(Answer::Unfinished(Box::new(work.unfinished()?)))
}

/// Passes on what comes of an answer, and tells what is finished of it.
async fn follow(
    form: &dyn Formed,
    model: &dyn Model,
    mut coming: mpsc::Receiver<Piece>,
    pieces: mpsc::Sender<Piece>,
    drafted: &Listener<'_>,
) {
    let schema = form.shape().schema;
    let mut followed = Followed::default();
    while let Some(piece) = coming.recv().await {
        match &piece {
            Piece::Text(more) => {
                if let Some(draft) = followed.more(form, more, (&schema, model)) {
                    drafted(Some(draft));
                }
            }
            Piece::Retrying { .. } => followed = Followed::default(),
            Piece::Refused => {
                if followed.draft.is_some() {
                    drafted(None);
                }
                followed = Followed::default();
            }
            Piece::Thinking | Piece::Ended | Piece::Turn(_) => {}
        }
        // A receiver that has gone away is no error.
        let _ = pieces.send(piece).await;
    }
}

/// An answer on its way, as far as it has come.
#[derive(Debug, Default)]
struct Followed {
    finished: FinishedPart,
    /// All that has come of it.
    text: String,
    /// The last that was told of it.
    draft: Option<Work>,
}

impl Followed {
    /// Takes more of the answer in. Gives what is to be told of it, where that is something else than before.
    fn more(
        &mut self,
        form: &dyn Formed,
        more: &str,
        (schema, model): (&Value, &dyn Model),
    ) -> Option<Work> {
        if self.text.len() < finished::MOST {
            self.text.push_str(more);
        }
        let value = self.finished.push(more);
        // What may be no answer is heard once all of it is known to be one.
        if !structured::begins_at_once(&self.text) {
            return None;
        }
        let draft = form.draft(&structured::settled(value?, schema, model.secrets()))?;
        self.draft = Some(draft.clone());
        Some(draft)
    }
}

/// The parts of one answer.
#[derive(Debug)]
pub(crate) struct Parts {
    /// The messages for each.
    prompts: Vec<Vec<Message>>,
    /// The content of practice: nobody means what was said there.
    practice: FromPractice,
    /// Words that are not to come again.
    heard: SaidBefore,
    /// How one of several answers to each part is chosen, where they are written beside each other.
    choosing: Option<Choosing>,
}

impl Parts {
    /// With these prompts, one for each; what of an answer was said in practice is nobody's own.
    pub(crate) fn of(practice: FromPractice, prompts: Vec<Vec<Message>>) -> Self {
        Self {
            prompts,
            practice,
            heard: SaidBefore::default(),
            choosing: None,
        }
    }

    /// Where these texts were heard before, whoever said them.
    pub(crate) fn behind<'a>(mut self, heard: impl IntoIterator<Item = &'a str>) -> Self {
        heard.into_iter().for_each(|text| self.heard.add(text));
        self
    }

    /// With several answers to each part, written beside each other, of which one is chosen.
    pub(crate) fn chosen(self, choosing: Choosing) -> Self {
        Self {
            choosing: Some(choosing),
            ..self
        }
    }

    /// Asks for one after the other, in the form's shapes; where one of them cannot be had, those before it and why.
    /// What one lacks, or says again, is asked for again as long as there is hope.
    async fn ask(
        mut self,
        form: &dyn Formed,
        model: &dyn Model,
        request: Request,
        (pieces, drafted): (mpsc::Sender<Piece>, &Listener<'_>),
        policy: &Policy,
    ) -> (Result<Vec<Value>, (ModelError, Vec<Value>)>, CallReport) {
        let mut sum = None;
        let mut all = Vec::new();
        let shapes = form.parts();
        if shapes.len() != self.prompts.len() {
            let detail = format!("{} parts, {} shapes", self.prompts.len(), shapes.len());
            let raw = String::new();
            return (
                Err((ModelError::Shape { detail, raw }, all)),
                CallReport::default(),
            );
        }
        for (at, (messages, shape)) in self.prompts.into_iter().zip(shapes).enumerate() {
            let task = messages.last().map_or("", |task| task.text.as_str());
            let practice = self.practice.for_task(task);
            let mut request = Request {
                messages,
                max_tokens: MOST_TOKENS,
                ..request.clone()
            };
            request.seed = request.seed.map(|seed| seed.wrapping_add(at as u64));
            let sent_back = AtomicU32::new(0);
            let make = |value: Value| {
                let again = repeated(&self.heard, &value);
                let again = again.map(|said| format!("this was said before: {said}"));
                match again.or_else(|| form.lacks(at, &value)) {
                    Some(why) if sent_back.fetch_add(1, Ordering::Relaxed) < SENT_BACK => Err(why),
                    _ => Ok(value),
                }
            };
            let pieces = pieces.clone();
            let practice = Some(&practice);
            let mut best = None;
            if let Some(choosing) = &self.choosing {
                let weighed = |value: &Value| Weighed {
                    text: said_in(value),
                    is_sound: repeated(&self.heard, value).is_none()
                        && form.lacks(at, value).is_none(),
                };
                let asked = (shape.clone(), request.clone());
                let how = (choosing, at, &weighed as beside::Weighing<'_>);
                let (found, report) = beside::best(how, practice, asked, model, policy).await;
                sum = Some(retry::joined(sum.take(), report));
                best = found;
            }
            // Where none will do, one is asked for with the reasons why not.
            let (asked, report) = if let Some(best) = best {
                (Ok(best), sum.take().unwrap_or_default())
            } else {
                let asked =
                    own_words::ask_for(practice, shape, model, request, make, pieces, policy);
                let (value, report) = asked.await;
                (value, retry::joined(sum.take(), report))
            };
            match asked {
                Ok(mut value) => {
                    said_once(&self.heard, &mut value);
                    for text in texts(&value) {
                        self.heard.add(text);
                    }
                    all.push(value);
                    let so_far = form.joined(all.clone()).ok();
                    if let Some(work) = so_far.and_then(|value| form.draft(&value)) {
                        drafted(Some(work));
                    }
                }
                Err(error) => return (Err((error, all)), report),
            }
            sum = Some(report);
        }
        (Ok(all), sum.unwrap_or_default())
    }
}

/// The texts of a value, in order.
fn texts(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(all) => all.iter().flat_map(texts).collect(),
        Value::Object(fields) => fields.values().flat_map(texts).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) => Vec::new(),
    }
}

/// What a value says, without names and labels.
fn said_in(value: &Value) -> String {
    let mut all = texts(value);
    all.retain(|text| text.split_whitespace().count() >= FEW);
    all.join(" ")
}

/// The first sentence of a value that was heard before, or else that comes twice in it.
fn repeated<'a>(heard: &SaidBefore, value: &'a Value) -> Option<&'a str> {
    let mut texts = texts(value);
    texts.retain(|text| text.split_whitespace().count() >= FEW);
    let mut seen = HashSet::new();
    let mut sentences = texts.iter().flat_map(|text| sentence::sentences(text));
    let before = texts.iter().find_map(|text| heard.repeated(text));
    before.or_else(|| sentences.find(|one| !seen.insert(sentence::key(one))))
}

/// Leaves out of each text the sentences that have come before in it, for a small model falls into a loop, and of each
/// list, as long as anything is left, what was heard before.
fn said_once(heard: &SaidBefore, value: &mut Value) {
    match value {
        Value::String(text) => {
            let mut seen = HashSet::new();
            let mut kept = sentence::sentences(text);
            let all = kept.len();
            kept.retain(|one| seen.insert(sentence::key(one)));
            if kept.len() < all {
                *text = kept.join(" ");
            }
        }
        Value::Array(all) => {
            let is_new = |one: &Value| repeated(heard, one).is_none();
            if all.iter().any(is_new) {
                all.retain(is_new);
            }
            for one in all {
                said_once(heard, one);
            }
        }
        Value::Object(fields) => {
            for field in fields.values_mut() {
                said_once(heard, field);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::llm::{
        From,
        scripted::{Scripted, ScriptedAnswer as Said},
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

    /// A number of reasons, none of them shorter than a word.
    #[derive(Debug)]
    struct Whys(usize);

    impl Formed for Whys {
        fn shape(&self) -> Shape {
            keyed_texts("Part", &["why".to_owned()])
        }

        fn read(&self, answer: &Value) -> Result<Answer, String> {
            Ok(Answer::Text(answer.to_string()))
        }

        fn parts(&self) -> Vec<Shape> {
            vec![self.shape(); self.0]
        }

        fn lacks(&self, _at: usize, part: &Value) -> Option<String> {
            let is_short = part["why"].as_str().is_some_and(|why| why.len() < 4);
            is_short.then(|| "more".to_owned())
        }

        fn joined(&self, parts: Vec<Value>) -> Result<Value, String> {
            Ok(parts.into())
        }
    }

    async fn asked(
        answers: &[&str],
        shapes: usize,
    ) -> (Result<Vec<Value>, (ModelError, Vec<Value>)>, CallReport) {
        let answers: Vec<Said> = answers.iter().map(|text| Said::text(*text)).collect();
        let model = Scripted::in_order("m", answers);
        let prompt = |text: &str| {
            let text = text.to_owned();
            vec![Message {
                from: From::User,
                text,
            }]
        };
        let practice =
            FromPractice::new(["Somebody has to trim every wick in every lane."], [], []);
        let parts = Parts::of(practice, vec![prompt("one"), prompt("two")]);
        let (pieces, _) = mpsc::channel(8);
        parts
            .ask(
                &Whys(shapes),
                &model,
                request(),
                (pieces, &|_| ()),
                &Policy::default(),
            )
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

    #[test]
    fn of_a_list_what_was_heard_is_left_out_as_long_as_anything_is_left() {
        let mut heard = SaidBefore::default();
        heard.add("The river is low then, as it always was in August.");
        let again = "the river is low then, as it always was";
        let sound = "answers with a number that can be looked up";
        let told = |strengths: &[&str]| json!({"strengths": strengths, "logic": 5});
        for (said, kept) in [
            (vec![again, sound], vec![sound]),
            (vec![again], vec![again]),
        ] {
            let mut value = told(&said);
            said_once(&heard, &mut value);
            assert_eq!(value, told(&kept));
        }
    }

    #[tokio::test]
    async fn what_lacks_something_is_asked_for_again() {
        let (all, report) = asked(&[r#"{"why": "No"}"#, FIRST, SECOND], 2).await;
        assert_eq!((all.unwrap().len(), report.tries), (2, 3));
    }

    #[tokio::test]
    async fn every_part_needs_a_shape() {
        assert!(asked(&[FIRST], 1).await.0.is_err());
    }
}
