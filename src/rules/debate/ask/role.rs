//! The roles: the parts that models play in a debate.

use serde::{Deserialize, Serialize};

use super::super::ids::Seat;

/// A part that a model plays; each may have a model of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Speaks from a seat: notes, speeches, answers.
    Speaker,
    /// Listens for the other side and decides who rises.
    Poi,
    /// Votes from the audience.
    Audience,
    /// Gives the direct verdict.
    Judge,
    /// Leads a format that has a moderator.
    Moderator,
    /// Checks a turn against its rules.
    Referee,
    /// Writes down what was argued; condenses what has become too long.
    Clerk,
}

impl Role {
    /// Every role, in the order in which they are shown.
    pub const ALL: [Self; 7] = [
        Self::Speaker,
        Self::Poi,
        Self::Audience,
        Self::Judge,
        Self::Moderator,
        Self::Referee,
        Self::Clerk,
    ];

    /// The role of whoever sits here: whose model answers from a seat that has none of its own. The Chair has the
    /// moderator's.
    pub fn of_seat(seat: &Seat) -> Self {
        if seat.is_audience() {
            Self::Audience
        } else if seat.is_judge() || seat.is_house() {
            Self::Judge
        } else if seat.is_moderator() || seat.is_chair() {
            Self::Moderator
        } else {
            Self::Speaker
        }
    }

    /// The word used in the configuration.
    pub fn word(self) -> &'static str {
        match self {
            Self::Speaker => "speaker",
            Self::Poi => "poi",
            Self::Audience => "audience",
            Self::Judge => "judge",
            Self::Moderator => "moderator",
            Self::Referee => "referee",
            Self::Clerk => "clerk",
        }
    }
}
