//! Structured answers: asked for with a schema, found in whatever came, checked, and asked for again with
//! the reason where they are wrong.

mod ends;
mod find;
mod fit;
mod held;
mod lenient;
mod outermost;
mod outside;
mod read;
mod said;

pub(crate) use self::outermost::Outermost;
use self::read::typed;
pub use self::{
    fit::is_nothing,
    read::{checked, of_type, settled},
};

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::{sync::mpsc, time::Instant};

use super::{
    Completion, Finish, From, Message, Model, ModelError, Piece, Request, Shape,
    openai::json::whole_characters,
    partial::Partial,
    place::Place,
    retry::{self, Policy, joined},
    secrets::Secrets,
    shape,
    spelled::Spelled,
};
use crate::{
    catalog::Steps,
    debate::{ask::Purpose, event::CallReport},
    text::{cut::shortened, quote},
};

/// The most answers that are looked at before asking is given up.
const ANSWERS: u32 = 3;
/// A label before an answer is no longer, in bytes.
const LABEL: usize = 100;
/// A small model that has begun a list does not know when to end it: it is stopped after so many entries …
const ENTRIES: u32 = 2;
/// … and a text after so many characters.
const CHARACTERS: u32 = 160;
/// … where it is what a speaker hands in, which others will answer, after so many.
const CHARACTERS_OF_WORK: u32 = 380;
/// Pieces of an answer that may wait to be looked at.
const PIECES: usize = 64;
/// The most of a wrong answer that is shown to the model that gave it, in bytes.
const SHOWN: usize = 1500;
/// The most that is said of what is wrong with an answer, in bytes.
const WRONG: usize = 400;

/// Asks for a `T`. `check` says what is wrong with a value that has the right shape.
///
/// A wrong answer is asked for again with the reason, three answers in all; then the error is
/// [`ModelError::Shape`]. The report covers all of them.
pub async fn ask<T: DeserializeOwned + JsonSchema>(
    model: &dyn Model,
    request: Request,
    check: impl Fn(&T) -> Result<(), String>,
    pieces: mpsc::Sender<Piece>,
    policy: &Policy,
) -> (Result<T, ModelError>, CallReport) {
    ask_in(
        shape::shape_of::<T>(),
        model,
        request,
        check,
        pieces,
        policy,
    )
    .await
}

/// [`ask`] with a shape of which every value is a `T`, and perhaps narrower.
pub async fn ask_in<T: DeserializeOwned>(
    shape: Shape,
    model: &dyn Model,
    request: Request,
    check: impl Fn(&T) -> Result<(), String>,
    pieces: mpsc::Sender<Piece>,
    policy: &Policy,
) -> (Result<T, ModelError>, CallReport) {
    let make = |value: T| check(&value).map(|()| value);
    ask_for(shape, model, request, make, pieces, policy).await
}

/// [`ask_in`] for a `T` that is made of a `V`, where one can be: `make` says what is wrong with the others.
///
/// There is a copy of this for each thing that is asked for. What is the same for all of them is `Conversation`'s.
pub async fn ask_for<V: DeserializeOwned, T>(
    shape: Shape,
    model: &dyn Model,
    request: Request,
    make: impl Fn(V) -> Result<T, String>,
    pieces: mpsc::Sender<Piece>,
    policy: &Policy,
) -> (Result<T, ModelError>, CallReport) {
    let mut asked = Conversation::begin(shape, model, request, pieces, policy);
    for left in (0..ANSWERS).rev() {
        let answered = match asked.answer().await {
            Ok(answered) => answered,
            Err(error) => return (Err(error), asked.report()),
        };
        let value = match answered.wrong {
            None => read(&answered.said, &asked.schema, model.secrets(), &make),
            Some(wrong) => Err(wrong),
        };
        match value {
            Ok(value) => return (Ok(value), asked.report()),
            Err(wrong) => asked.refuse(&answered.said, &wrong),
        }
        // What is finished of the last one may stand: that is for whoever asked. A receiver that has gone away is no error.
        if left > 0 {
            let _ = asked.pieces.send(Piece::Refused).await;
        }
    }
    let (error, report) = asked.give_up();
    (Err(error), report)
}

/// The conversation with a model until it has answered in the shape that was asked for.
struct Conversation<'a> {
    model: &'a dyn Model,
    request: Request,
    /// The number of messages before the first answer.
    before: usize,
    /// The schema that a value is held to.
    schema: Value,
    /// The same as the model is shown it, which an answer is held to while it comes.
    shown: Value,
    outline: String,
    pieces: mpsc::Sender<Piece>,
    policy: Policy,
    /// The report of all calls so far.
    sum: Option<CallReport>,
    /// The last answer that was refused, and what is wrong with it.
    refused: (String, String),
}

impl<'a> Conversation<'a> {
    fn begin(
        mut shape: Shape,
        model: &'a dyn Model,
        mut request: Request,
        pieces: mpsc::Sender<Piece>,
        policy: &Policy,
    ) -> Self {
        // Not every server knows such bounds, but those that small models run on do.
        shape = if model.profile().steps == Steps::OneAtATime {
            let characters = if request.purpose == Purpose::Write {
                CHARACTERS_OF_WORK
            } else {
                CHARACTERS
            };
            shape::bounded(shape, ENTRIES, characters)
        } else {
            shape::unbounded(shape)
        };
        let schema = shape.schema.clone();
        let quoted = shape::quoted(shape);
        let outline = shape::outline(&quoted.schema);
        let shown = quoted.schema.clone();
        request.shape = Some(shape::unmarked(quoted));
        Self {
            model,
            before: request.messages.len(),
            schema,
            shown,
            outline,
            pieces,
            policy: policy.from_now(request.purpose),
            request,
            sum: None,
            refused: (String::new(), String::new()),
        }
    }

    /// The next answer.
    async fn answer(&mut self) -> Result<Answered, ModelError> {
        let pieces = self.pieces.clone();
        let answered = one(self.model, &self.request, &self.shown, pieces, &self.policy);
        let (answer, report) = Box::pin(answered).await;
        self.sum = Some(joined(self.sum.take(), report));
        answer
    }

    /// Has the next answer be another one.
    fn refuse(&mut self, said: &Completion, wrong: &str) {
        // It may repeat what was not read.
        let wrong = self.model.secrets().unread(wrong);
        let Self { request, model, .. } = self;
        tracing::debug!(model = model.label(), purpose = request.purpose.word(), %wrong, "asking again");
        if said.finish == Finish::Length {
            request.max_tokens = request.max_tokens.saturating_mul(2);
        }
        let raw = model.secrets().unread(&said.text);
        // Only the last wrong answer is kept: the ones before it teach nothing more.
        request.messages.truncate(self.before);
        request.messages.push(Message {
            from: From::Assistant,
            text: quote::line(&shortened(&raw, SHOWN)),
        });
        request.messages.push(Message {
            from: From::User,
            text: format!(
                "That cannot be used: {}. Answer again with only the JSON object, in this form:\n{}",
                // It may repeat what the model said.
                quote::excerpt(&wrong, WRONG),
                self.outline
            ),
        });
        self.refused = (raw, wrong);
    }

    fn report(self) -> CallReport {
        self.sum.unwrap_or_default()
    }

    fn give_up(mut self) -> (ModelError, CallReport) {
        let (raw, detail) = std::mem::take(&mut self.refused);
        (ModelError::Shape { detail, raw }, self.report())
    }
}

/// An answer, and what is wrong with it where that was known before its end: it is no more than a beginning then.
struct Answered {
    said: Completion,
    wrong: Option<String>,
}

/// Asks once. What a small model says is looked at while it comes: an answer that cannot come right any more is cut,
/// and nobody waits for its end.
async fn one(
    model: &dyn Model,
    request: &Request,
    schema: &Value,
    pieces: mpsc::Sender<Piece>,
    policy: &Policy,
) -> (Result<Answered, ModelError>, CallReport) {
    let whole = |said| Answered { said, wrong: None };
    if model.profile().steps != Steps::OneAtATime {
        let (result, report) = retry::complete(model, request, pieces, policy).await;
        return (result.map(whole), report);
    }
    let began = Instant::now();
    let mut tries = 1;
    let (sender, mut watched) = mpsc::channel(PIECES);
    let mut call = Box::pin(retry::complete(model, request, sender, policy));
    let mut partial = Partial::new(schema);
    let mut text = String::new();
    loop {
        let piece = tokio::select! {
            biased;
            Some(piece) = watched.recv() => piece,
            (result, report) = &mut call => {
                while let Ok(piece) = watched.try_recv() {
                    let _ = pieces.send(piece).await;
                }
                return (result.map(whole), report);
            }
        };
        let wrong = match &piece {
            Piece::Text(more) => {
                text.push_str(more);
                partial.push(more)
            }
            // It begins anew.
            Piece::Retrying { attempt, .. } => {
                tries = attempt + 1;
                text.clear();
                partial = Partial::new(schema);
                None
            }
            Piece::Thinking | Piece::Ended | Piece::Refused | Piece::Turn(_) => None,
        };
        // A receiver that has gone away is no error.
        let _ = pieces.send(piece).await;
        if wrong.is_some() {
            let usage = policy.meter.breaks_off();
            let report = CallReport {
                model: model.label().to_owned(),
                usage,
                tries,
                duration_ms: u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX),
                cost: policy.price.cost(&usage),
                ..CallReport::default()
            };
            let said = Completion {
                text,
                finish: Finish::Stop,
                usage,
                first_token: None,
            };
            return (Ok(Answered { said, wrong }), report);
        }
    }
}

/// Whether what is finished of an answer, and `settled` as it is read, may stand for it: nobody doubts that it is what the
/// model meant, and all of it is of the kind that is asked for. An answer that has ended is the only one in what was said so
/// far, and no list of it is missing, which would be told as an empty one; behind one that was refused nothing may stand.
pub fn may_stand(
    (finished, settled): (&Value, &Value),
    (is_ended, is_refused): (bool, bool),
    said: &str,
    schema: &Value,
) -> bool {
    let place = Place::of(schema);
    if held::names(finished, place).is_err() {
        return false;
    }
    if !is_ended {
        return !may_be_thought(before_object(said)) && held::kinds(settled, place).is_ok();
    }
    let names = Spelled::of(place.names());
    find::answer(&whole_characters(said), &names, is_refused).is_ok()
        && held::whole(settled, place).is_ok()
}

/// Whether nothing stands before the object of an answer but a label, or the beginning of a block of code. What stands
/// behind other words may be thought, or begun and taken back.
pub fn begins_at_once(said: &str) -> bool {
    let before = before_object(said).trim();
    let before = before.trim_end_matches("json").trim_end();
    let before = before.trim_end_matches('`').trim_end();
    let is_label = before.len() <= LABEL && before.ends_with(':') && !may_be_thought(before);
    before.is_empty() || is_label
}

fn before_object(said: &str) -> &str {
    said.split('{').next().unwrap_or_default()
}

/// Whether a sign stands in it by which a thought may begin: what was thought is nobody's answer.
fn may_be_thought(before: &str) -> bool {
    before.contains(['<', '[', '◁'])
}

/// The value that `make` makes of an answer, or what is wrong with the answer, for the model to read.
fn read<V: DeserializeOwned, T>(
    completion: &Completion,
    schema: &Value,
    secrets: &Secrets,
    make: impl Fn(V) -> Result<T, String>,
) -> Result<T, String> {
    let text = whole_characters(&completion.text);
    let is_cut = completion.finish == Finish::Length;
    let too_long = |wrong| {
        if is_cut {
            "it is too long and was cut off; be shorter".to_owned()
        } else {
            wrong
        }
    };
    let names = Spelled::of(Place::of(schema).names());
    let found = find::answer(&text, &names, is_cut).map_err(too_long)?;
    typed(found, schema, secrets)
        .and_then(make)
        .map_err(too_long)
}

#[cfg(test)]
mod tests;
