//! The forms of answers, and what is made of them: prose for the floor, a text that is taken as a whole, a value of a
//! shape, or one that is made of parts.

mod beside;
mod echo;
pub(crate) mod own_words;
pub(crate) mod parts;
pub(crate) mod said_before;

use std::{collections::BTreeMap, fmt, marker::PhantomData, sync::Arc};

use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::sync::mpsc;

use crate::{
    debate::{
        decide::Answer, event::CallReport, ids::TurnId, neutrality::Neutrality, written::Work,
    },
    llm::{
        BoxFuture, Model, ModelError, Piece, Request, Shape, retry::Policy, shape::shape_of,
        structured::of_type,
    },
    practice::FromPractice,
};

use super::passages::{Draw, GivenPassage};
use parts::{Formed, Parts};

/// The votes that a member may cast in a division: there are two doors.
pub(super) const DIVISION_VOTES: [&str; 2] = ["aye", "no"];

/// The form in which the answer to an ask comes, and what is made of it.
#[derive(Debug, Clone)]
pub(crate) enum Reply {
    /// Prose for the floor, passed on as it comes.
    Floor(Floor),
    /// Prose that is taken as a whole.
    Text {
        /// The names that may stand in front of it.
        names: Vec<String>,
        /// The most words.
        words: u32,
        /// The neutrality that the text is held to, where a moderator gives it.
        neutral: Option<Neutrality>,
        /// Whether it is said of a text that it was cut: of what is heard, and of no notes.
        says_cut: bool,
    },
    /// Any word at all.
    Word,
    /// A value of a shape, checked.
    Structured(Arc<dyn Structured>),
    /// Whether a point is taken, and what is said to it: that is cleaned as prose is.
    Decision {
        /// The value that is asked for.
        decision: Arc<dyn Structured>,
        /// The names that may stand in front of the answer.
        names: Vec<String>,
        /// The most words of it.
        words: u32,
    },
    /// Passages, of the library and not of a model; nothing where there is nobody to draw them for.
    Passages(Option<Draw>),
    /// Nothing: there is no such thing to ask about in this debate.
    Nothing,
}

impl Reply {
    /// A value of a type in its own shape, of which an answer is made.
    pub(super) fn of<V>(make: impl Fn(V) -> Result<Answer, String> + Send + Sync + 'static) -> Self
    where
        V: DeserializeOwned + schemars::JsonSchema + Send + 'static,
    {
        Self::shaped(shape_of::<V>(), make)
    }

    /// A value of a type in a narrower shape, of which an answer is made. `make` says what is wrong with those of which
    /// none can be.
    pub(super) fn shaped<V: DeserializeOwned + Send + 'static>(
        shape: Shape,
        make: impl Fn(V) -> Result<Answer, String> + Send + Sync + 'static,
    ) -> Self {
        Self::Structured(Self::value(shape, make))
    }

    /// [`Reply::shaped`], for what is made of the answer next.
    pub(super) fn value<V: DeserializeOwned + Send + 'static>(
        shape: Shape,
        make: impl Fn(V) -> Result<Answer, String> + Send + Sync + 'static,
    ) -> Arc<dyn Structured> {
        Arc::new(Shaped {
            shape,
            make,
            of: PhantomData,
        })
    }

    /// An answer that may be asked for part by part.
    pub(super) fn formed(form: impl Formed + 'static) -> Self {
        Self::Structured(Arc::new(parts::InParts(form)))
    }
}

/// A speech, or an answer after the debate, for whoever passes it on to the house.
#[derive(Debug, Clone)]
pub(crate) struct Floor {
    /// The turn that is spoken; `None` of an answer after the debate, which is in none.
    pub(crate) turn: Option<TurnId>,
    /// The names that may stand in front of it.
    pub(crate) names: Vec<String>,
    /// The characters between the text that was said and the text that follows.
    pub(crate) joint: &'static str,
    /// The passage that the words rest on, where they are asked for with one.
    pub(crate) rests_on: Option<GivenPassage>,
    /// The number of times in a row that the speech was broken off, and why it was last, where it is asked for again.
    pub(crate) broken_off: Option<(u32, String)>,
}

/// A request for a value, on its way.
pub(crate) struct Sent<'a> {
    /// The model that is asked.
    pub(crate) model: &'a dyn Model,
    /// The request to the model.
    pub(crate) request: Request,
    /// The parts of the answer, where it is asked for part by part.
    pub(crate) parts: Option<Parts>,
    /// The content of practice, where the task stands behind rounds of it.
    pub(crate) practice: Option<&'a FromPractice>,
    /// The channel of whoever hears of the answer while it comes.
    pub(crate) pieces: mpsc::Sender<Piece>,
    /// The policy by which failures are tried again.
    pub(crate) policy: &'a Policy,
    /// Whoever hears of what is finished of a work while the rest is written.
    pub(crate) drafted: &'a Listener<'a>,
}

/// Whoever hears of what is finished of a work while the rest is written; of nothing, where what they heard of was refused.
pub(crate) type Listener<'a> = dyn Fn(Option<Work>) + Send + Sync + 'a;

/// An answer, or why there is none, and how the calls for it went.
pub(crate) type Ended = (Result<Answer, ModelError>, CallReport);

/// An answer that has a shape and is checked.
pub(crate) trait Structured: fmt::Debug + Send + Sync {
    /// The shape of the whole answer.
    fn shape(&self) -> Shape;

    /// The answer that a value of the shape comes to, from whomever it is; the error says what is wrong with it.
    fn read(&self, value: &Value) -> Result<Answer, String>;

    /// Asks for it.
    fn ask<'a>(&'a self, sent: Sent<'a>) -> BoxFuture<'a, Ended>;
}

/// An answer that is made of a value of one type.
struct Shaped<V, M> {
    shape: Shape,
    make: M,
    of: PhantomData<fn() -> V>,
}

impl<V, M> fmt::Debug for Shaped<V, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.shape.fmt(f)
    }
}

impl<V, M> Structured for Shaped<V, M>
where
    V: DeserializeOwned + Send + 'static,
    M: Fn(V) -> Result<Answer, String> + Send + Sync,
{
    fn shape(&self) -> Shape {
        self.shape.clone()
    }

    fn read(&self, value: &Value) -> Result<Answer, String> {
        of_type::<V>(value).and_then(&self.make)
    }

    fn ask<'a>(&'a self, sent: Sent<'a>) -> BoxFuture<'a, Ended> {
        Box::pin(own_words::ask_for(
            sent.practice,
            self.shape.clone(),
            sent.model,
            sent.request,
            &self.make,
            sent.pieces,
            sent.policy,
        ))
    }
}

/// Whether an answer has everything that was asked for by these keys.
pub(super) fn all_are_there<T>(given: &BTreeMap<String, T>, keys: &[String]) -> Result<(), String> {
    match keys.iter().find(|key| !given.contains_key(*key)) {
        Some(key) => Err(format!("\"{key}\" is missing")),
        None => Ok(()),
    }
}

/// An error with these words where something is not so.
pub(super) fn must(is: bool, else_wrong: &str) -> Result<(), String> {
    if is {
        Ok(())
    } else {
        Err(else_wrong.to_owned())
    }
}
