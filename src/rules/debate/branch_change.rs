//! A change of a branch: what is otherwise in it than in the debate that it parts from, as it is recorded.

use serde::{Deserialize, Serialize};

use super::ids::{PoiId, Seat, TurnId};
use crate::catalog::Persona;

/// A change of a branch, as it is recorded where the branch parts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum BranchChange {
    /// Whoever has the floor is given other words, which are said next.
    Words {
        /// The turn in which they stand.
        turn: TurnId,
        /// The length of the words, in bytes of the turn's text.
        length: u32,
        /// The words that were being said and that they stand for; empty where a sentence had just ended.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        instead_of: String,
    },
    /// A point of information is answered otherwise; what becomes of it follows.
    Point {
        /// The id of the point.
        poi: PoiId,
        /// Whether the point is taken.
        taken: bool,
        /// Whether the words of the answer are put in, too.
        has_answer: bool,
    },
    /// Somebody else sits in a seat.
    Speaker {
        /// The seat.
        seat: Seat,
        /// The id of the persona file of whoever sits there from now on.
        persona: String,
        /// The card of whoever sits there from now on.
        card: Box<Persona>,
        /// The number of passages of what they wrote and said that can be drawn on.
        #[serde(default)]
        passages: u64,
        /// The name of whoever sat there before.
        before: String,
    },
    /// Another model answers.
    Model {
        /// The seat for which it does; everybody where absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// The label of the model.
        model: String,
    },
}

impl BranchChange {
    /// The change in a few words: "other words", "Grace Hopper in place of Alan Turing".
    pub fn describe_in_short(&self) -> String {
        match self {
            Self::Words { .. } => "other words".to_owned(),
            Self::Point { taken: true, .. } => "the point taken".to_owned(),
            Self::Point { taken: false, .. } => "the point declined".to_owned(),
            Self::Speaker { card, before, .. } => format!("{} in place of {before}", card.name),
            Self::Model { model, .. } => format!("{model} in place of the other model"),
        }
    }
}
