//! A person in a seat: who they are, for how long they hand it over, and what they can answer.

use serde::{Deserialize, Serialize};

use super::{answer::Vote, ids::Seat};
use crate::catalog::Persona;

/// The name, in the place of a model's, of whoever answers as a person.
pub const PERSON: &str = "person";

/// The name of a person who has given none. It is no pronoun: models are told it, and would take "you" for themselves.
pub const UNNAMED: &str = "The Guest";

/// A person who sits in a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatedPerson {
    /// The seat in which they sit.
    pub seat: Seat,
    /// The card of the persona who speaks from a speaker's seat where the person hands it over, under the person's name.
    /// Nobody but that persona's model is shown it. Of whoever judges it has the name alone; empty for all other seats.
    pub stand_in: Persona,
}

/// For how long a person hands their seat over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HandoverSpan {
    /// Until the turn that is on is over.
    Turn,
    /// Until the person takes it back.
    Open,
}

/// Whether the terminal is there at which somebody sat down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TerminalPresence {
    /// It is there: what is asked of the seat is asked at it.
    There,
    /// It has gone: what is asked of the seat waits where the debate runs.
    Gone,
}

/// The answer of a person to what is asked of them, but for the words of a speech.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "content", rename_all = "kebab-case")]
pub enum PersonAnswer {
    /// Running text: an answer, or the work of a written turn.
    Text(String),
    /// Whether a point of information is taken.
    Point(bool),
    /// A vote, with its reason where one is asked for.
    Vote(Vote, String),
}
